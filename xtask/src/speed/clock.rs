//! The best time of a command that is run several times.

use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

pub struct Clock {
    limit: Duration,
    best: Option<Duration>,
    /// Of the best run.
    output: Vec<u8>,
    errors: Vec<u8>,
}

impl Clock {
    /// Runs that take longer than the limit are ended and have no time.
    pub fn new(limit: Duration) -> Clock {
        Clock { limit, best: None, output: Vec::new(), errors: Vec::new() }
    }

    pub fn best(&self) -> Option<Duration> {
        self.best
    }

    pub fn output(&self) -> &[u8] {
        &self.output
    }

    /// The last line of what went to standard error.
    pub fn complaint(&self) -> String {
        let text = String::from_utf8_lossy(&self.errors);
        text.lines().last().unwrap_or("there is no output").to_string()
    }

    pub fn time(&mut self, command: &mut Command) -> Result<()> {
        let name = command.get_program().to_string_lossy().into_owned();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let start = Instant::now();
        let mut child = command.spawn().with_context(|| format!("{name} does not start"))?;
        let mut errors_of = child.stderr.take().context("standard error is a pipe")?;
        let mut output_of = child.stdout.take().context("standard output is a pipe")?;
        let (done, ended) = channel::<()>();
        let limit = self.limit;
        let (output, errors, ended) = thread::scope(|scope| {
            // What is written has to be read, or the command waits for ever.
            let errors = scope.spawn(move || read(&mut errors_of));
            let output = scope.spawn(move || read(&mut output_of));
            let watched = scope.spawn(move || {
                let in_time = ended.recv_timeout(limit) != Err(RecvTimeoutError::Timeout);
                if !in_time {
                    // It may have ended by itself.
                    let _ = child.kill();
                }
                child.wait().map(|_| in_time)
            });
            let (output, errors) = (output.join(), errors.join());
            let time = start.elapsed();
            // Nobody listens when the limit was reached.
            let _ = done.send(());
            let ended = watched.join().map(|waited| waited.map(|in_time| in_time.then_some(time)));
            (output, errors, ended)
        });
        let joined = "invariant: none of these threads panics";
        let time = ended.expect(joined).with_context(|| format!("{name} cannot be waited for"))?;
        if time.is_some_and(|time| self.best.is_none_or(|best| time < best)) {
            self.best = time;
            (self.output, self.errors) = (output.expect(joined), errors.expect(joined));
        }
        Ok(())
    }
}

/// What arrives until the other end is closed. A broken pipe ends it, too.
fn read(from: &mut impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = from.read_to_end(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_round_counts_and_what_takes_too_long_has_no_time() {
        let sh = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        };
        let mut clock = Clock::new(Duration::from_secs(20));
        clock.time(&mut sh("sleep 0.3; echo slow")).expect("sh is there");
        clock.time(&mut sh("echo quick; echo last >&2")).expect("sh is there");
        assert!(clock.best().is_some_and(|best| best < Duration::from_millis(300)));
        assert_eq!((clock.output(), clock.complaint().as_str()), (&b"quick\n"[..], "last"));

        let mut clock = Clock::new(Duration::from_millis(100));
        clock.time(&mut sh("exec sleep 30")).expect("sh is there");
        assert_eq!(clock.best(), None);
        assert!(clock.time(&mut Command::new("/nowhere/at/all")).is_err());
    }
}
