//! Which technique an answer rests on.

use std::fmt;

use super::endless::{Endless, Recurrence};
use crate::system::{Atom, Relation};

/// What a proof is made of, from the cheapest to the last resort.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Technique {
    /// There is no cycle that a run could take.
    NoCycle,
    Linear,
    Phases,
    SizeChange,
    Polynomial,
    /// Transitions in cases.
    Cases,
    /// A function for a region that runs do not leave, or do not come back to.
    Eventual,
    /// Different functions for regions between which runs go back and forth.
    Piecewise,
    Disjunction,
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Technique::NoCycle => "no cycle",
            Technique::Linear => "lexicographic linear functions",
            Technique::Phases => "phases",
            Technique::SizeChange => "size change",
            Technique::Polynomial => "polynomial functions",
            Technique::Cases => "transitions in cases",
            Technique::Eventual => "eventual functions",
            Technique::Piecewise => "piecewise functions",
            Technique::Disjunction => "disjunctive well-foundedness",
        })
    }
}

/// What keeps a run from ending.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EndlessKind {
    /// The same values again.
    State,
    /// Values between which equations hold.
    Equations,
    /// Any other set of values that a cycle does not leave.
    Set,
    /// Several ways to go on.
    Moves,
    /// Values along rays.
    Geometric,
}

impl fmt::Display for EndlessKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndlessKind::State => "a state that comes back",
            EndlessKind::Equations => "values that stay related by equations",
            EndlessKind::Set => "a set that a cycle never leaves",
            EndlessKind::Moves => "several ways to go on",
            EndlessKind::Geometric => "values along rays",
        })
    }
}

impl Endless {
    pub fn kind(&self) -> EndlessKind {
        let set = match &self.recurrence {
            Recurrence::Cycle(recurrent) => &recurrent.set,
            Recurrence::Moves(_) => return EndlessKind::Moves,
            Recurrence::Geometric(_) => return EndlessKind::Geometric,
        };
        let fixes = |atom: &Atom| atom.poly.vars().len() == 1;
        match set.iter().all(|atom| atom.relation == Relation::Zero) {
            false => EndlessKind::Set,
            true if !set.is_empty() && set.iter().all(fixes) => EndlessKind::State,
            true => EndlessKind::Equations,
        }
    }
}
