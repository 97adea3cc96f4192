//! Why a system terminates, in steps that can be checked one by one.

use crate::atom::Atom;
use crate::geometric::Geometric;
use crate::moves::RecurrentMoves;
use crate::rank::Ranking;
use crate::recur::Recurrent;
use crate::simplify::Simplification;
use crate::stem::Stem;

/// An argument that every run ends: transitions are taken away until no cycle is left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Steps to the system that the rest is about; see [`crate::Simplified`].
    pub simplifications: Vec<Simplification>,
    /// What holds at each location, whenever a run gets there.
    pub invariants: Vec<Vec<Atom>>,
    pub steps: Vec<Step>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The transition is never possible where the invariants hold.
    Impossible { transition: usize },
    /// Within the component, `ranking` never increases; it decreases on some transitions and is at least zero there. So
    /// no run takes these infinitely often while it stays in the component.
    Ranked { component: Vec<usize>, ranking: Ranking, decreasing: Vec<usize> },
    /// On every transition of the component the first function decreases, each other one decreases by more than the one
    /// before it is above zero, and the last one is at least zero before. So the first is not positive some day, then
    /// the second, and so on until the last: no run stays in the component.
    Phases { component: Vec<usize>, functions: Vec<Ranking> },
}

/// A run that does not end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endless {
    pub stem: Stem,
    /// Steps to the system that the recurrence is about; see [`crate::Simplified`].
    pub simplifications: Vec<Simplification>,
    pub recurrence: Recurrence,
}

impl Endless {
    /// An argument about the system itself.
    pub fn new(stem: Stem, recurrence: Recurrence) -> Endless {
        Endless { stem, simplifications: Vec::new(), recurrence }
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

/// What the prover says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Terminates(Proof),
    /// A run gets into a set of values from which a cycle can be taken again and again.
    RunsForever(Box<Endless>),
    /// Components for which nothing was found, by their transitions.
    Maybe {
        open: Vec<Vec<usize>>,
    },
}
