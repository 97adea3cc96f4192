//! What a run has come to, and what each engine did for it.

use std::time::Duration;

use certify::Settled;
use engine::{Limit, Property, Stage};

/// The outcome of [`verify`](crate::verify).
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// One for each property of the task, in the task's order.
    pub results: Vec<Settled>,
    /// Every engine that was asked, in the order of the list.
    pub engines: Vec<Work>,
}

/// One engine's part in it.
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
    /// What it settled, whether or not its answer is the one that is reported.
    pub settled: Vec<Property>,
    /// What ended its work before it was done.
    pub stopped: Option<Limit>,
}
