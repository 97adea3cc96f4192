//! What an engine did, for people who tune engines.

use std::time::Duration;

use crate::{Limit, Property, Stage};

/// One engine's part in a run.
#[derive(Clone, Debug)]
pub struct Work {
    pub engine: &'static str,
    pub stage: Stage,
    /// Summed up over its threads: at work, and in line for a core.
    pub worked: Duration,
    pub waited: Duration,
    /// Of what it allocated; the solver's memory does not count.
    pub peak_bytes: u64,
    pub states: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// What the engine itself counts, by name, in the order of first mention.
    pub counts: Vec<(&'static str, u64)>,
    /// What it settled, whether or not its answer is the one that is reported.
    pub settled: Vec<Property>,
    /// What ended its work before it was done.
    pub stopped: Option<Limit>,
}
