//! What a run has come to, and what each engine did for it.

use certify::Settled;
use engine::Work;

/// The outcome of [`verify`](crate::verify).
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// One for each property of the task, in the task's order.
    pub results: Vec<Settled>,
    /// Every engine that was asked, in the order of the list.
    pub engines: Vec<Work>,
}
