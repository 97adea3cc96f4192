//! How long and with how much a run may work, and how its limits are kept.

use std::thread;
use std::time::{Duration, Instant};

use account::process::memory;
use certify::{Settled, Verdict};
use engine::{Limit, Property, Task, Unknown};

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// When the command started: reading the program counts too.
    pub started: Instant,
    pub timeout: Option<Duration>,
    pub memory_mib: Option<u64>,
    /// Threads that work at the same time; see [`cores`].
    pub threads: usize,
}

/// As many threads as this process may use cores.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// How often the watcher looks; and while an answer waits for others that might precede it.
pub(crate) const TICK: Duration = Duration::from_millis(20);
pub(crate) const SHORT_TICK: Duration = Duration::from_micros(500);
/// After the limit, until checks are stopped.
pub(crate) const CHECKS: Duration = Duration::from_millis(1000);
/// After the limit, until the caller is told.
pub(crate) const OVERDUE: Duration = Duration::from_millis(2000);
/// Engines and the interpreter may recurse on what the program nests; pages are committed only when touched.
pub(crate) const STACK: usize = 512 << 20;

/// The limit was reached before any engine had something to say.
pub(crate) fn unknown(task: &Task<'_>, limits: &Limits, limit: Limit) -> Vec<Settled> {
    let settled = |property: &Property| Settled {
        verdict: Verdict::unknown(*property, Unknown::Limit(limit)),
        engine: None,
        time: limits.started.elapsed(),
        peak_mib: memory().peak_mib,
        states: 0,
        limit: Some(limit),
    };
    task.properties.iter().map(settled).collect()
}
