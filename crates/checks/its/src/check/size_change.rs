//! The check of a size-change argument: every arc by the solver, the closure of the graphs anew.

use super::Checker;
use crate::atom::Atom;
use crate::logic::after;
use crate::poly::Poly;
use crate::size_change::{Graph, SizeChangeArc, every_sequence_ends};
use crate::system::{System, Transition};

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
        let (_, arcs) = graphs.iter().find(|(of, _)| of == index).ok_or(format!("transition {index} has no graph"))?;
        let transition = &checker.refined.system.transitions[*index];
        let claims = arcs.iter().map(|arc| arc_claims(&checker.refined.system, transition, measures, *arc));
        let claims: Option<Vec<Vec<Atom>>> = claims.collect();
        let claims = claims.ok_or_else(|| format!("the graph of transition {index} has an arc between nothing"))?;
        found.push(Graph::new(transition.from, transition.to, arcs.iter().copied()));
        let premises = checker.of(transition)?;
        if !checker.logic.implies(&premises, &claims.concat()) {
            return Err(format!("an arc of transition {index} does not hold"));
        }
    }
    if every_sequence_ends(&found, MOST_GRAPHS) {
        Ok(())
    } else {
        Err("the graphs allow a sequence without descent".to_string())
    }
}

/// What an arc claims about a transition. `None` when there are no such measures, or a number gets too large.
pub fn arc_claims(
    system: &System,
    transition: &Transition,
    measures: &[Poly],
    arc: SizeChangeArc,
) -> Option<Vec<Atom>> {
    let before = measures.get(arc.from)?;
    let difference = before.sub(&after(system, transition, measures.get(arc.to)?)?)?;
    Some(if arc.strict {
        vec![Atom::at_least_zero(difference.sub(&Poly::constant(1))?), Atom::at_least_zero(before.clone())]
    } else {
        vec![Atom::at_least_zero(difference)]
    })
}
