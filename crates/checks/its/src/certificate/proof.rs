//! Why a system terminates, in steps that can be checked one by one.

use serde::{Deserialize, Serialize};

use super::simplification::Simplification;
use crate::system::{Atom, Location, Poly};

/// Atoms that all hold.
pub type Conjunction = Vec<Atom>;

/// An argument that every run ends: transitions are taken away until no cycle is left.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// Steps to the system that the rest is about; see [`crate::replay::Simplified`].
    pub simplifications: Vec<Simplification>,
    /// What holds at each location, whenever a run gets there.
    pub invariants: Vec<Vec<Atom>>,
    pub steps: Vec<ProofStep>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ProofStep {
    /// The transition is never possible where the invariants hold.
    Impossible { transition: usize },
    /// Within the component, `ranking` never increases; it decreases on some transitions and is at least zero there. So
    /// no run takes these infinitely often while it stays in the component.
    Ranked { component: Vec<usize>, ranking: Ranking, decreasing: Vec<usize> },
    /// On every transition of the component the first function decreases, each other one decreases by more than the one
    /// before it is above zero, and the last one is at least zero before. So at some time the first is no longer positive, then
    /// the second, and so on until the last: no run stays in the component.
    Phases { component: Vec<usize>, functions: Vec<Ranking> },
    /// The transition is replaced by its cases, of which one holds whenever it is taken. The cases are transitions with
    /// the next free numbers.
    Cases { transition: usize, cases: Vec<Conjunction> },
    /// In the component, locations are replaced by regions, of which one holds at every visit; its transitions by those
    /// between the regions. Both get the next free numbers.
    Regions { component: Vec<usize>, regions: Vec<(Location, Vec<Conjunction>)> },
    /// What each transition of the component does to the measures; every sequence of these graphs has a thread that
    /// decreases infinitely often, so no run stays in the component.
    SizeChange { component: Vec<usize>, measures: Vec<Poly>, graphs: Vec<(usize, Vec<SizeChangeArc>)> },
    /// One of the relations holds between the values at a visit of the location and those whenever the run is in the
    /// component later. Those that lead back to the location are well-founded, so it is visited only finitely often:
    /// a disjunctively well-founded transition invariant.
    Disjunction { component: Vec<usize>, at: Location, relations: Vec<Between> },
}

/// How values at a visit of a location compare with values at a later visit of another one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Between {
    pub to: Location,
    /// About the program's variables at the first visit, and then, with the numbers that follow, at the second.
    pub atoms: Conjunction,
    /// At least zero at the first visit, and less at the second. Needed when the visits are of the same location.
    pub measure: Option<Poly>,
}

/// A function for each location that occurs in the component.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ranking {
    /// Sorted by location.
    pub of: Vec<(Location, Poly)>,
}

impl Ranking {
    pub fn at(&self, location: Location) -> Option<&Poly> {
        self.of.iter().find(|(there, _)| *there == location).map(|(_, poly)| poly)
    }
}

/// How two measures compare in a step: `to` after it is at most `from` before it; when strict, it is less, and `from` is at
/// least zero before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeChangeArc {
    pub from: usize,
    pub to: usize,
    pub strict: bool,
}
