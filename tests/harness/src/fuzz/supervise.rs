//! Workers, watched: what they say, how long each input takes, how much memory they have, how they end.

use std::fmt;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::Target;

/// What one input may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Much: it is time of a clock, and other processes have their share in it.
    pub time: Duration,
    /// Bytes that a worker may have in memory.
    pub memory: u64,
}

pub const LIMITS: Limits = Limits { time: Duration::from_secs(30), memory: 1 << 30 };
/// Where looking every few milliseconds is not enough, the system refuses more: in KiB of addresses.
const MOST_ADDRESSES: u64 = 16 << 20;
const LOOK: Duration = Duration::from_millis(20);
const PAGE: u64 = 4096;

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    Inputs(u64),
    Time(Instant),
}

/// What happened.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub inputs: u64,
    pub accepted: u64,
    pub failures: Vec<Failure>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The number of the input.
    pub number: u64,
    pub kind: Kind,
    pub message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Panic,
    /// Read, but not rightly.
    Wrong,
    /// The process ended: the stack overflowed, or something aborted.
    Died,
    Slow,
    Memory,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "input {}: {:?}: {}", self.number, self.kind, self.message)
    }
}

/// Inputs from `from` on; ends early after `most_failures`. `binary` is the program `harness`.
pub fn run(binary: &Path, target: &Target, seed: u64, from: u64, until: Until, most_failures: usize) -> Result<Seen> {
    let mut seen = Seen::default();
    loop {
        let count = match until {
            Until::Inputs(count) => count - seen.inputs,
            Until::Time(end) if Instant::now() < end => u64::MAX,
            Until::Time(_) => 0,
        };
        if count == 0 || seen.failures.len() >= most_failures {
            return Ok(seen);
        }
        let numbers = [seed, from + seen.inputs, count].map(|number| number.to_string());
        let worker = Worker { binary, target, work: &["--numbers", &numbers.join(",")], limits: LIMITS };
        worker.watch(until, most_failures, &mut seen)?;
    }
}

/// Reads one file in a process of its own.
pub fn run_file(binary: &Path, target: &Target, file: &Path, limits: Limits) -> Result<Option<Failure>> {
    let mut seen = Seen::default();
    let file = file.to_str().context("a file whose name is no text")?;
    Worker { binary, target, work: &["--file", file], limits }.watch(Until::Inputs(1), 1, &mut seen)?;
    Ok(seen.failures.pop())
}

struct Worker<'a> {
    binary: &'a Path,
    target: &'a Target,
    work: &'a [&'a str],
    limits: Limits,
}

impl Worker<'_> {
    /// Until the worker ends, or is ended.
    fn watch(&self, until: Until, most_failures: usize, seen: &mut Seen) -> Result<()> {
        // What a worker leaves behind when it is ended goes with the folder.
        let folder = tempfile::tempdir()?;
        let mut child = Command::new("/bin/sh")
            .args(["-c", &format!("ulimit -c 0; ulimit -v {MOST_ADDRESSES}; exec \"$0\" \"$@\"")])
            .arg(self.binary)
            .args(["fuzz", "--worker", "--target", self.target.name])
            .args(self.work)
            .env("TMPDIR", folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} cannot be run", self.binary.display()))?;
        let lines = lines_of(&mut child);
        let last_words = last_words_of(&mut child);
        let mut watched = Watched { number: None, since: Instant::now(), looked: Instant::now(), done: false };
        let ended = loop {
            match lines.recv_timeout(LOOK) {
                Ok(line) => watched.hear(&line, seen),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break None,
            }
            if let Until::Time(end) = until
                && Instant::now() >= end
            {
                break Some(None);
            }
            if seen.failures.len() >= most_failures {
                break Some(None);
            }
            if let Some(problem) = watched.look(child.id(), self.limits) {
                break Some(Some(problem));
            }
        };
        if ended.is_some() {
            child.kill()?;
        }
        let status = child.wait()?;
        let words = last_words.join().unwrap_or_default();
        match (ended, watched.number) {
            (Some(Some((kind, message))), Some(number)) => seen.failures.push(Failure { number, kind, message }),
            (None, Some(number)) if !watched.done => {
                let message = format!("{status}: {}", words.trim());
                seen.failures.push(Failure { number, kind: Kind::Died, message });
            }
            (None | Some(Some(_)), None) => {
                bail!("the worker for {} did not start: {status}: {}", self.target.name, words.trim())
            }
            (Some(None), _) | (None, Some(_)) => {}
        }
        Ok(())
    }
}

struct Watched {
    /// Of the input that is being read.
    number: Option<u64>,
    since: Instant,
    looked: Instant,
    done: bool,
}

impl Watched {
    fn hear(&mut self, line: &str, seen: &mut Seen) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let kind = match word {
            "at" => {
                self.number = rest.parse().ok();
                self.since = Instant::now();
                seen.inputs += 1;
                return;
            }
            "accepted" => {
                seen.accepted += 1;
                return;
            }
            "panic" => Kind::Panic,
            "wrong" => Kind::Wrong,
            _ => {
                self.done |= word == "done";
                return;
            }
        };
        let number = self.number.unwrap_or(0);
        seen.failures.push(Failure { number, kind, message: rest.to_string() });
    }

    fn look(&mut self, process: u32, limits: Limits) -> Option<(Kind, String)> {
        if self.looked.elapsed() < LOOK {
            return None;
        }
        self.looked = Instant::now();
        if self.since.elapsed() > limits.time {
            return Some((Kind::Slow, format!("more than {:?}", limits.time)));
        }
        let pages = fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
        let resident = pages.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * PAGE;
        (resident > limits.memory).then(|| (Kind::Memory, format!("{} MiB", resident >> 20)))
    }
}

fn lines_of(child: &mut Child) -> Receiver<String> {
    let out = child.stdout.take().expect("invariant: it was asked for");
    let (sender, receiver) = mpsc::sync_channel(1024);
    thread::spawn(move || BufReader::new(out).lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
    receiver
}

/// The end of what the process says besides: an overflowing stack or an allocator that gives up names itself there.
fn last_words_of(child: &mut Child) -> thread::JoinHandle<String> {
    const KEPT: usize = 400;
    let out = child.stderr.take().expect("invariant: it was asked for");
    thread::spawn(move || {
        let mut kept = String::new();
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            kept.push_str(&line);
            kept.push('\n');
            if kept.len() > 2 * KEPT {
                kept = kept.chars().rev().take(KEPT).collect::<Vec<_>>().into_iter().rev().collect();
            }
        }
        kept
    })
}
