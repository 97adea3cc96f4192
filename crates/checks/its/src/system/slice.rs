//! Variables that no guard depends on.

use super::poly::{IntVar, Poly};
use super::transition::System;

/// Variables that no guard mentions, and no value of a variable that is needed depends on.
pub fn unneeded(system: &System) -> Vec<IntVar> {
    let count = system.vars.len();
    let mut needed = vec![false; count];
    let program = |poly: &Poly| poly.vars().into_iter().map(IntVar::index).filter(|index| *index < count).collect();
    let guards = system.transitions.iter().flat_map(|transition| &transition.guard);
    let mut work: Vec<usize> = guards.flat_map(|atom| -> Vec<usize> { program(&atom.poly) }).collect();
    while let Some(var) = work.pop() {
        if !std::mem::replace(&mut needed[var], true) {
            let values = system.transitions.iter().map(|transition| &transition.update[var]);
            work.extend(values.flat_map(|poly| -> Vec<usize> { program(poly) }).filter(|other| !needed[*other]));
        }
    }
    (0..count).filter(|index| !needed[*index]).map(|index| IntVar(index as u32)).collect()
}
