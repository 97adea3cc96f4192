//! Why a run does not end.

use super::geometric::Geometric;
use super::recurrent::{Recurrent, RecurrentMoves};
use super::simplification::Simplification;
use super::stem::Stem;

/// A run that does not end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endless {
    pub stem: Stem,
    /// Steps to the system that the recurrence is about, unless it is about the system itself; see [`crate::replay::Simplified`].
    pub simplifications: Option<Vec<Simplification>>,
    pub recurrence: Recurrence,
}

impl Endless {
    /// An argument about the system itself.
    pub fn new(stem: Stem, recurrence: Recurrence) -> Endless {
        Endless { stem, simplifications: None, recurrence }
    }
}

/// Why the run can go on for ever from where its stem ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Recurrence {
    /// A cycle that never leaves a set.
    Cycle(Recurrent),
    /// Several ways to go on, of which one is always possible.
    Moves(RecurrentMoves),
    /// A cycle whose values move along rays.
    Geometric(Geometric),
}
