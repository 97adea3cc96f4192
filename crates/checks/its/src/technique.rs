//! Which technique an answer rests on.

use std::fmt;

use crate::atom::{Atom, Relation};
use crate::proof::{Endless, Proof, ProofStep, Recurrence};
use crate::rank::Ranking;
use crate::refine::Refined;
use crate::simplify::Simplified;
use crate::system::{Location, System};

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

impl Proof {
    /// The strongest technique among the steps; the system is the one that the proof was asked for.
    pub fn technique(&self, system: &System) -> Technique {
        let simplified = Simplified::replay(system, &self.simplifications);
        let system = simplified.as_ref().map_or(system, Simplified::system);
        let mut refined = Refined::new(system, self.invariants.clone());
        // New locations of each split, with the number of their region.
        let mut splits: Vec<Vec<(Location, usize)>> = Vec::new();
        let mut strongest = Technique::NoCycle;
        for step in &self.steps {
            let own = match step {
                ProofStep::Impossible { .. } => Technique::NoCycle,
                ProofStep::Ranked { ranking, .. } => of_function(ranking),
                ProofStep::Phases { functions, .. } => {
                    functions.iter().map(of_function).fold(Technique::Phases, Ord::max)
                }
                ProofStep::SizeChange { .. } => Technique::SizeChange,
                ProofStep::Cases { .. } => Technique::Cases,
                ProofStep::Regions { regions, .. } => {
                    let first = refined.system.locations.len();
                    let parts = regions.iter().flat_map(|(_, parts)| 0..parts.len());
                    let located = parts.enumerate().map(|(at, part)| (Location((first + at) as u32), part));
                    splits.push(located.collect());
                    Technique::Eventual
                }
                ProofStep::Disjunction { .. } => Technique::Disjunction,
            };
            strongest = strongest.max(own);
            if splits.iter().any(|split| is_across(&refined, split, step)) {
                strongest = strongest.max(Technique::Piecewise);
            }
            refined.apply(step);
        }
        strongest
    }
}

fn of_function(ranking: &Ranking) -> Technique {
    let linear = ranking.of.iter().all(|(_, poly)| poly.is_linear());
    if linear { Technique::Linear } else { Technique::Polynomial }
}

/// Is the step about a component with several of the regions?
fn is_across(refined: &Refined, split: &[(Location, usize)], step: &ProofStep) -> bool {
    let component = match step {
        ProofStep::Impossible { .. } | ProofStep::Cases { .. } => return false,
        ProofStep::Ranked { component, .. }
        | ProofStep::Phases { component, .. }
        | ProofStep::Regions { component, .. }
        | ProofStep::SizeChange { component, .. }
        | ProofStep::Disjunction { component, .. } => component,
    };
    let places = component.iter().filter_map(|index| refined.system.transitions.get(*index)).map(|step| step.from);
    let part = |place: Location| split.iter().find(|(there, _)| *there == place).map(|(_, part)| *part);
    let mut parts = places.filter_map(part);
    let first = parts.next();
    parts.any(|part| Some(part) != first)
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
