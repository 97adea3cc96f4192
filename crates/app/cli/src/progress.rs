//! The progress line: on a terminal only, and nothing before work has taken a while.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use portfolio::Status;

/// Shorter work needs no progress line.
const PATIENCE: Duration = Duration::from_millis(300);

#[derive(Debug)]
pub struct Progress {
    wanted: bool,
    bar: Mutex<Option<ProgressBar>>,
}

impl Progress {
    pub fn new(quiet: bool) -> Self {
        Progress { wanted: !quiet && std::io::stderr().is_terminal(), bar: Mutex::new(None) }
    }

    /// Engines at work: who, how far, how long.
    pub fn engines(&self, running: &[Status]) {
        let Some(first) = running.first().filter(|status| self.wanted && status.elapsed >= PATIENCE) else { return };
        let parts: Vec<String> = running
            .iter()
            .map(|status| match status.functions_done {
                0 => format!("{}: {} states", status.engine, status.states),
                done => format!("{}: {done} functions, {} states", status.engine, status.states),
            })
            .collect();
        self.show(format!("{}, {:.0} s", parts.join("; "), first.elapsed.as_secs_f64()));
    }

    /// Tasks done of a benchmark.
    pub fn tasks(&self, done: usize, of: usize, latest: &str) {
        if self.wanted {
            self.show(format!("{done} of {of} tasks, {latest}"));
        }
    }

    fn show(&self, message: String) {
        let mut bar = self.bar.lock().expect("invariant: nobody panics while drawing");
        let bar = bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
            let style = ProgressStyle::with_template("{spinner} {wide_msg}");
            bar.with_style(style.expect("invariant: the template is well-formed"))
        });
        bar.set_message(message);
        bar.tick();
    }

    /// Clears the line, so that a report can follow.
    pub fn clear(&self) {
        if let Some(bar) = self.bar.lock().expect("invariant: nobody panics while drawing").take() {
            bar.finish_and_clear();
        }
    }
}
