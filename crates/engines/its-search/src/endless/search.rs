//! The search for a run that does not end.

use engine::Budget;
use its::certificate::{Endless, Recurrence};
use its::check::Logic;
use its::system::System;

use super::accelerate::Deep;
use super::cycles::simple_cycles;
use super::going_on::going_on;
use super::lasso::lasso;
use super::rays::along_rays;
use super::recurrent::recurrent_sets;
use super::stem::stem;

/// A run that stays in one of the components forever.
pub fn endless(system: &System, open: &[Vec<usize>], logic: &mut Logic, budget: &Budget) -> Option<Endless> {
    for component in open {
        if let Some(found) = lasso(system, component, logic, budget) {
            return Some(found);
        }
        for cycle in simple_cycles(system, component) {
            if budget.exhausted().is_some() {
                return None;
            }
            let location = system.transitions[cycle[0]].from;
            for recurrent in recurrent_sets(system, &cycle, logic) {
                if let Some(stem) = stem(system, location, &recurrent.set, logic, budget) {
                    return Some(Endless::new(stem, Recurrence::Cycle(recurrent)));
                }
            }
        }
    }
    None
}

/// As [`endless`], with what takes longer.
pub fn endless_otherwise(system: &System, open: &[Vec<usize>], logic: &mut Logic, budget: &Budget) -> Option<Endless> {
    for component in open {
        for cycle in simple_cycles(system, component) {
            if budget.exhausted().is_some() {
                return None;
            }
            if let Some(found) = along_rays(system, &cycle, logic, budget) {
                return Some(found);
            }
        }
        if let Some(found) = going_on(system, component, logic, budget) {
            return Some(found);
        }
    }
    endless_deep(system, open, logic, budget)
}

/// As [`endless`], for sets that a run gets into only after many rounds of a cycle.
fn endless_deep(system: &System, open: &[Vec<usize>], logic: &mut Logic, budget: &Budget) -> Option<Endless> {
    let deep = Deep::new(system, logic, budget)?;
    for cycle in open.iter().flat_map(|component| simple_cycles(system, component)) {
        let location = system.transitions[cycle[0]].from;
        for recurrent in recurrent_sets(system, &cycle, logic) {
            if budget.exhausted().is_some() {
                return None;
            }
            if let Some(stem) = deep.stem(location, &recurrent.set, logic, budget) {
                return Some(Endless::new(stem, Recurrence::Cycle(recurrent)));
            }
        }
    }
    None
}
