//! Transitions whose guard never holds: no run takes one.

use super::guard::tidy;
use super::known_once;
use crate::logic::Logic;
use crate::system::System;

/// Those that show it without a solver.
pub fn impossible(system: &System) -> Vec<usize> {
    let never = |index: &usize| tidy(&system.transitions[*index].guard).is_none();
    (0..system.transitions.len()).filter(never).collect()
}

pub fn legal(system: &System, transitions: &[usize], logic: &mut Logic) -> Result<(), String> {
    known_once(system, transitions)?;
    for index in transitions {
        if logic.may_hold(&system.transitions[*index].guard) {
            return Err(format!("transition {index} may be possible"));
        }
    }
    Ok(())
}
