//! The check of a disjunctively well-founded transition invariant, for one location of a component.
//!
//! Paper: [Podelski & Rybalchenko, LICS 2004]. By induction over the length of a run that stays in the component, one of
//! the relations holds between the values at a visit of the location and those at any later moment: after one step, and
//! after one step more. If the location were visited infinitely often, then, by Ramsey's theorem, there would be infinitely
//! many visits of which any two are in the same relation; that one has a measure that would decrease for ever above zero.

use super::Checker;
use crate::atom::Atom;
use crate::poly::{IntVar, Poly};
use crate::proof::Between;
use crate::system::{Location, System, Transition};

pub(super) fn check(
    checker: &mut Checker,
    component: &[usize],
    at: Location,
    relations: &[Between],
) -> Result<(), String> {
    let vars = checker.refined.system.vars.len();
    let known = |atom: &Atom| atom.poly.vars().iter().all(|var| var.index() < 2 * vars);
    if !relations.iter().flat_map(|relation| &relation.atoms).all(known) {
        return Err("a relation is about a variable that does not exist".to_string());
    }
    for relation in relations.iter().filter(|relation| relation.to == at) {
        let measure = relation.measure.as_ref().filter(|measure| checker.refined.is_of_state(measure));
        let measure = measure.ok_or("a relation that leads back has no measure")?;
        let claims = measure_claims(vars, measure).ok_or("a number is too large")?;
        if !checker.logic.implies(&relation.atoms, &claims) {
            return Err("a relation that leads back does not decrease its measure".to_string());
        }
    }
    for index in component {
        let transition = checker.refined.system.transitions[*index].clone();
        let here = checker.refined.invariants_before(*index).to_vec();
        let longer = relations.iter().filter(|relation| relation.to == transition.from);
        let mut steps: Vec<Option<Obligation>> = longer
            .map(|relation| step_after(&checker.refined.system, relation, &transition, &here, relations))
            .collect();
        if transition.from == at {
            steps.push(first_step(&checker.refined.system, &transition, &here, relations));
        }
        for step in steps {
            let step = step.ok_or("a number is too large")?;
            if !checker.logic.covers(&step.premises, &step.cases) {
                return Err(format!("the relations may leave out what transition {index} does"));
            }
        }
    }
    Ok(())
}

/// Of the values at the first visit, in the first variables, and at the second one, in the next.
pub fn measure_claims(vars: usize, measure: &Poly) -> Option<Vec<Atom>> {
    let later = measure.substitute(&|var| Some(Poly::var(IntVar(var.0 + vars as u32))))?;
    Some(vec![Atom::at_least_zero(measure.clone()), Atom::gt(measure, &later)?])
}

/// What holds, and of what one case is to follow.
pub struct Obligation {
    pub premises: Vec<Atom>,
    pub cases: Vec<Vec<Atom>>,
}

/// One step from the location. `None` when a number gets too large.
pub fn first_step(
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
pub fn step_after(
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
