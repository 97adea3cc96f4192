//! What the parts of a proof claim about transitions, as constraints that are to follow from what holds there.

use crate::certificate::{Between, Ranking, SizeChangeArc};
use crate::system::{Atom, IntVar, Location, Poly, System, Transition, after};

/// What a ranking function claims about a transition. `None` when it does not cover it, or a number gets too large.
pub fn ranking_claims(
    system: &System,
    transition: &Transition,
    ranking: &Ranking,
    decreases: bool,
) -> Option<Vec<Atom>> {
    let (before, target) = (ranking.at(transition.from)?, ranking.at(transition.to)?);
    let inside = |poly: &Poly| poly.vars().iter().all(|var: &IntVar| var.index() < system.vars.len());
    if !inside(before) || !inside(target) {
        return None;
    }
    let difference = before.sub(&after(system, transition, target)?)?;
    Some(if decreases {
        vec![Atom::at_least_zero(difference.sub(&Poly::constant(1))?), Atom::at_least_zero(before.clone())]
    } else {
        vec![Atom::at_least_zero(difference)]
    })
}

/// What the functions of several phases claim about a transition; at least one phase. `None` as for [`ranking_claims`].
pub fn phase_claims(system: &System, transition: &Transition, functions: &[Ranking]) -> Option<Vec<Atom>> {
    let mut found = Vec::new();
    let mut previous = Poly::zero();
    for function in functions {
        let [decrease] = ranking_claims(system, transition, function, false)?.try_into().ok()?;
        found.push(Atom::at_least_zero(decrease.poly.add(&previous)?.sub(&Poly::constant(1))?));
        previous = function.at(transition.from)?.clone();
    }
    functions.last()?;
    found.push(Atom::at_least_zero(previous));
    Some(found)
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

/// That the measure falls: the values at the first visit are those of the first variables, at the second one those of the next.
pub fn measure_claims(vars: usize, measure: &Poly) -> Option<Vec<Atom>> {
    let later = measure.substitute(&|var| Some(Poly::var(IntVar(var.0 + vars as u32))))?;
    Some(vec![Atom::at_least_zero(measure.clone()), Atom::gt(measure, &later)?])
}

/// What holds, and of what one case is to follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    pub premises: Vec<Atom>,
    pub cases: Vec<Vec<Atom>>,
}

/// One step from the location. `None` when a number gets too large.
pub fn first_obligation(
    system: &System,
    transition: &Transition,
    here: &[Atom],
    relations: &[Between],
) -> Option<Obligation> {
    let premises = transition.guard.iter().chain(here).cloned().collect();
    Some(Obligation { premises, cases: cases(system, transition.to, &transition.update, relations)? })
}

/// A step after a run that the relation is about: the variables are those at the location, those before the step, and the
/// transition's own. `None` when a number gets too large.
pub fn later_obligation(
    system: &System,
    relation: &Between,
    transition: &Transition,
    here: &[Atom],
    relations: &[Between],
) -> Option<Obligation> {
    let vars = system.vars.len() as u32;
    let later = |var: IntVar| Some(Poly::var(IntVar(var.0 + vars)));
    let mut premises = relation.atoms.clone();
    for atom in transition.guard.iter().chain(here) {
        premises.push(atom.substitute(&later)?);
    }
    let update: Vec<Poly> = transition.update.iter().map(|poly| poly.substitute(&later)).collect::<Option<_>>()?;
    Some(Obligation { premises, cases: cases(system, transition.to, &update, relations)? })
}

/// The relations to a location, with the values there.
fn cases(system: &System, to: Location, values: &[Poly], relations: &[Between]) -> Option<Vec<Vec<Atom>>> {
    let of = |var: IntVar| var.index().checked_sub(system.vars.len()).and_then(|index| values.get(index).cloned());
    let there = relations.iter().filter(|relation| relation.to == to);
    there.map(|relation| relation.atoms.iter().map(|atom| atom.substitute(&of)).collect()).collect()
}
