//! Transitions in cases: with a condition, and with its opposite. A function that decreases in one case need not be bounded
//! in the other one.

use its::system::{Atom, Component};

use super::prover::Prover;
use super::split::{Condition, Split};

const SPLIT: Split = Split { most_conditions: 12, divide: split };

/// With one condition. Gives what is left of the component: nothing.
pub fn by_one(prover: &mut Prover, component: &[usize]) -> Option<Vec<Component>> {
    SPLIT.close(prover, component, 1)
}

/// With two conditions. Gives what is left of the component: nothing.
pub fn by_two(prover: &mut Prover, component: &[usize]) -> Option<Vec<Component>> {
    SPLIT.close(prover, component, 2)
}

/// The component with all transitions that the condition divides in two. `None` when there are none.
fn split(prover: &mut Prover, component: &[usize], condition: &Condition) -> Option<Vec<usize>> {
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
