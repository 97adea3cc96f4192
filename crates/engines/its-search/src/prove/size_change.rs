//! Size-change graphs over what guards bound: no linear program, few questions.

use engine::Budget;
use its::certificate::{ProofStep, SizeChangeArc};
use its::check::{SizeChangeGraph, arc_claims, every_sequence_ends};
use its::system::{Atom, Component};

use super::measures::measures;
use super::prover::Prover;

/// Measures of a component; the graphs of a step have an arc for every two.
const MOST_MEASURES: usize = 6;
/// Graphs that the closure may have.
const MOST_GRAPHS: usize = 1_000;

/// Gives what is left of the component: nothing.
pub fn attempt(prover: &mut Prover, component: &[usize]) -> Option<Vec<Component>> {
    let measures = measures(&prover.refined.system, component, MOST_MEASURES);
    let mut graphs = Vec::with_capacity(component.len());
    for index in component {
        if prover.exhausted() {
            return None;
        }
        let mut arcs = Vec::new();
        let all = (0..measures.len()).flat_map(|from| (0..measures.len()).map(move |to| (from, to)));
        for (from, to) in all {
            arcs.extend([true, false].map(|strict| SizeChangeArc { from, to, strict }));
        }
        let system = &prover.refined.system;
        let claims = arcs.iter().map(|arc| arc_claims(system, &system.transitions[*index], &measures, *arc));
        let claims: Vec<Vec<Atom>> = claims.collect::<Option<_>>()?;
        let held = held(prover, *index, &claims);
        let found = arcs.iter().zip(held).filter(|(_, holds)| *holds).map(|(arc, _)| *arc);
        let transition = &prover.refined.system.transitions[*index];
        let graph = SizeChangeGraph::new(transition.from, transition.to, found);
        graphs.push((*index, graph));
    }
    let all: Vec<SizeChangeGraph> = graphs.iter().map(|(_, graph)| graph.clone()).collect();
    // Too few graphs to need a budget.
    if !every_sequence_ends(&all, MOST_GRAPHS, &Budget::new()) {
        return None;
    }
    let graphs = graphs.into_iter().map(|(index, graph)| (index, graph.arcs().to_vec())).collect();
    prover.steps.push(ProofStep::SizeChange { component: component.to_vec(), measures, graphs });
    Some(Vec::new())
}

/// Which of the claims hold, with a question for each different atom.
fn held(prover: &mut Prover, index: usize, claims: &[Vec<Atom>]) -> Vec<bool> {
    let mut atoms: Vec<Atom> = claims.concat();
    atoms.sort_unstable();
    atoms.dedup();
    prover.asks(atoms.len());
    let facts = prover.facts(index);
    let holds = prover.logic.implied(&facts, &atoms);
    let of = |atom: &Atom| atoms.binary_search(atom).is_ok_and(|at| holds[at]);
    claims.iter().map(|claim| claim.iter().all(of)).collect()
}
