//! Runs engines on a task, side by side, within limits, and collects one judged answer per property.
//!
//! Invariants: an engine's panic costs that engine's answer and nothing else; every answer passes through `certify`;
//! every property of the task gets exactly one result, whatever happens.

mod board;
mod facts;
mod heaps;
mod list;
mod memory;
mod run;

pub use facts::ProgramFacts;
pub use heaps::{Heaps, Picture, Shape, Suspect, heaps};
pub use list::{applicable, engines, named};
pub use memory::{Memory, memory};
pub use run::{Limits, Status, Watch, verify};

use std::time::Duration;

use certify::Verdict;
use engine::Limit;

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
