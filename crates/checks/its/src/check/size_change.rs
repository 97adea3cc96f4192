//! The check of a size-change argument: every arc by the solver, the closure of the graphs anew.

use super::checker::Checker;
use super::claims::arc_claims;
use super::closure::{SizeChangeGraph, every_sequence_ends};
use super::refusal::within;
use crate::certificate::SizeChangeArc;
use crate::system::{Atom, Poly};

/// Graphs that the closure may have. The search allows fewer.
const MOST_GRAPHS: usize = 20_000;

pub(super) fn check(
    checker: &mut Checker,
    component: &[usize],
    measures: &[Poly],
    graphs: &[(usize, Vec<SizeChangeArc>)],
) -> Result<(), String> {
    if !measures.iter().all(|measure| checker.refined.is_of_state(measure)) {
        return Err("a measure is about a variable that does not exist".to_string());
    }
    let mut found = Vec::with_capacity(component.len());
    for index in component {
        within(checker.budget)?;
        let (_, arcs) = graphs.iter().find(|(of, _)| of == index).ok_or(format!("transition {index} has no graph"))?;
        let transition = &checker.refined.system.transitions[*index];
        let claims = arcs.iter().map(|arc| arc_claims(&checker.refined.system, transition, measures, *arc));
        let claims: Option<Vec<Vec<Atom>>> = claims.collect();
        let claims = claims.ok_or_else(|| format!("the graph of transition {index} has an arc between nothing"))?;
        found.push(SizeChangeGraph::new(transition.from, transition.to, arcs.iter().copied()));
        let premises = checker.of(transition)?;
        if !checker.logic.implies(&premises, &claims.concat()) {
            return Err(format!("an arc of transition {index} does not hold"));
        }
    }
    if every_sequence_ends(&found, MOST_GRAPHS, checker.budget) {
        Ok(())
    } else {
        Err("the graphs allow a sequence without descent".to_string())
    }
}
