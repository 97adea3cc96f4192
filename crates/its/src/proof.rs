//! Why a system terminates, in steps that can be checked one by one.

use crate::atom::Atom;
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
    pub recurrent: Recurrent,
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
