//! How strong the techniques are that a proof needs.

use super::apply::replay;
use super::refined::Refined;
use super::simplified::Simplified;
use crate::certificate::{Proof, ProofStep, Ranking, Technique};
use crate::system::{Location, System};

/// The strongest technique among the steps of a proof; the system is the one that the proof was asked for.
pub fn strongest_technique(system: &System, proof: &Proof) -> Technique {
    let simplified = replay(system, &proof.simplifications);
    let system = simplified.as_ref().map_or(system, Simplified::system);
    let mut refined = Refined::new(system, proof.invariants.clone());
    // New locations of each split, with the number of their region.
    let mut splits: Vec<Vec<(Location, usize)>> = Vec::new();
    let mut strongest = Technique::NoCycle;
    for step in &proof.steps {
        let own = match step {
            ProofStep::Impossible { .. } => Technique::NoCycle,
            ProofStep::Ranked { ranking, .. } => of_function(ranking),
            ProofStep::Phases { functions, .. } => functions.iter().map(of_function).fold(Technique::Phases, Ord::max),
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
