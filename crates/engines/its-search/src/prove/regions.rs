//! Locations in regions: with a condition, and with its opposite, so that each has functions of its own.
//!
//! When runs get from one region to the other only in one direction, the regions fall apart and what is found is an eventual
//! ranking function [Bagnara & Mesnard, PPDP 2013]: one that decreases once the condition holds. Otherwise it is a
//! piecewise one, like the larger of two expressions.

use its::system::{Component, Location};

use super::prover::Prover;
use super::split::{Condition, Split};

const SPLIT: Split = Split { most_conditions: 16, divide: split };

/// With one condition. Gives what is left of the component: nothing.
pub fn by_one(prover: &mut Prover, component: &[usize]) -> Option<Vec<Component>> {
    SPLIT.close(prover, component, 1)
}

/// With two conditions. Gives what is left of the component: nothing.
pub fn by_two(prover: &mut Prover, component: &[usize]) -> Option<Vec<Component>> {
    SPLIT.close(prover, component, 2)
}

fn split(prover: &mut Prover, component: &[usize], (condition, opposite): &Condition) -> Option<Vec<usize>> {
    let of = |index: &usize| prover.refined.system.transitions[*index].from;
    let mut locations: Vec<Location> = component.iter().map(of).collect();
    locations.sort_unstable();
    locations.dedup();
    let parts = || vec![vec![condition.clone()], vec![opposite.clone()]];
    let regions = locations.into_iter().map(|location| (location, parts())).collect();
    prover.split_locations(component, regions)
}
