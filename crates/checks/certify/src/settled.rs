//! A verdict, and what it took.

use std::time::Duration;

use engine::Limit;

use crate::verdict::Verdict;

/// The result for one property.
#[derive(Clone, PartialEq, Debug)]
pub struct Settled {
    pub verdict: Verdict,
    /// Whose answer it is; `None` when no engine was asked.
    pub engine: Option<&'static str>,
    /// Since the start of the command.
    pub time: Duration,
    /// The process's peak so far.
    pub peak_mib: u64,
    /// How far the engine got, in its own unit of work.
    pub states: u64,
    /// Of a property that is not settled: some engine that looked for an answer was stopped by this limit.
    pub limit: Option<Limit>,
}
