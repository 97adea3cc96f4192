//! Transitions in cases: with a condition, and with its opposite. A function that decreases in one case need not be bounded
//! in the other one.

use super::prover::Prover;
use crate::atom::Atom;
use crate::measures::conditions;
use crate::scc::{Component, components};

/// Conditions that are tried in a component.
const MOST_CONDITIONS: usize = 12;

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
    for (number, condition) in conditions.iter().enumerate() {
        if prover.exhausted() {
            return false;
        }
        let before = prover.moment();
        if let Some(split) = split(prover, component, condition) {
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

/// The component with all transitions that the condition divides in two. `None` when there are none.
fn split(prover: &mut Prover, component: &[usize], condition: &(Atom, Atom)) -> Option<Vec<usize>> {
    let mut all = Vec::with_capacity(2 * component.len());
    let mut any = false;
    for index in component {
        prover.asks(2);
        let facts = prover.facts(*index);
        let mut with = |atom: &Atom| prover.logic.may_hold(&[facts.as_slice(), std::slice::from_ref(atom)].concat());
        if with(&condition.0) && with(&condition.1) {
            let cases = vec![vec![condition.0.clone()], vec![condition.1.clone()]];
            all.extend(prover.split_transition(*index, cases)?);
            any = true;
        } else {
            all.push(*index);
        }
    }
    // Components list their transitions in ascending order.
    all.sort_unstable();
    any.then_some(all)
}
