//! Locations in regions: with a condition, and with its opposite, so that each has functions of its own.
//!
//! When runs get from one region to the other only in one direction, the regions fall apart and what is found is an eventual
//! ranking function [Bagnara & Mesnard, PPDP 2013]: one that decreases once the condition holds. Otherwise it is a
//! piecewise one, like the larger of two expressions.

use super::prover::Prover;
use crate::atom::Atom;
use crate::measures::conditions;
use crate::scc::{Component, components};
use crate::system::LocId;

/// Conditions that are tried in a component.
const MOST_CONDITIONS: usize = 16;

/// With one condition. Gives what is left of the component: nothing.
pub fn by_one(prover: &mut Prover, component: &[usize]) -> Option<Vec<Component>> {
    attempt(prover, component, 1)
}

/// With two conditions. Gives what is left of the component: nothing.
pub fn by_two(prover: &mut Prover, component: &[usize]) -> Option<Vec<Component>> {
    attempt(prover, component, 2)
}

fn attempt(prover: &mut Prover, component: &[usize], depth: usize) -> Option<Vec<Component>> {
    let conditions = conditions(&prover.refined.system, component, MOST_CONDITIONS);
    closed(prover, component, &conditions, depth).then(Vec::new)
}

/// Closes the component with splits by at most `depth` of the conditions.
fn closed(prover: &mut Prover, component: &[usize], conditions: &[(Atom, Atom)], depth: usize) -> bool {
    for (number, (condition, opposite)) in conditions.iter().enumerate() {
        if prover.exhausted() {
            return false;
        }
        let before = prover.moment();
        let mut locations: Vec<LocId> =
            component.iter().map(|index| prover.refined.system.transitions[*index].from).collect();
        locations.sort_unstable();
        locations.dedup();
        let parts = || vec![vec![condition.clone()], vec![opposite.clone()]];
        let regions = locations.into_iter().map(|location| (location, parts())).collect();
        if let Some(split) = prover.split_locations(component, regions) {
            let parts = components(&prover.refined.system, &split);
            let open = prover.close(parts);
            let later = &conditions[number + 1..];
            if open.is_empty() || depth > 1 && open.iter().all(|part| closed(prover, part, later, depth - 1)) {
                return true;
            }
        }
        prover.back_to(before);
    }
    false
}
