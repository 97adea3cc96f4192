//! The check of a disjunctively well-founded transition invariant, for one location of a component.
//!
//! Paper: [Podelski & Rybalchenko, LICS 2004]. By induction over the length of a run that stays in the component, one of
//! the relations holds between the values at a visit of the location and those at any later moment: after one step, and
//! after one step more. If the location were visited infinitely often, then, by Ramsey's theorem, there would be infinitely
//! many visits of which any two are in the same relation; that one has a measure that would decrease for ever above zero.

use super::checker::Checker;
use super::claims::{Obligation, first_obligation, later_obligation, measure_claims};
use super::refusal::within;
use crate::certificate::Between;
use crate::system::{Atom, Location};

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
        within(checker.budget)?;
        let transition = checker.refined.system.transitions[*index].clone();
        let here = checker.refined.invariants_before(*index).to_vec();
        let longer = relations.iter().filter(|relation| relation.to == transition.from);
        let mut steps: Vec<Option<Obligation>> = longer
            .map(|relation| later_obligation(&checker.refined.system, relation, &transition, &here, relations))
            .collect();
        if transition.from == at {
            steps.push(first_obligation(&checker.refined.system, &transition, &here, relations));
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
