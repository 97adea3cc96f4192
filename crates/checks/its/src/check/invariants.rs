//! The check of invariants: they hold at the start, whatever the values are, and every step keeps them.

use engine::Budget;

use super::logic::Logic;
use super::refusal::within;
use crate::system::{Atom, Poly, System, after, all_reachable, during};

/// Says which of the invariants, one list for each location, does not hold, if there is one.
pub(super) fn check_invariants(
    system: &System,
    invariants: &[Vec<Atom>],
    logic: &mut Logic,
    budget: &Budget,
) -> Result<(), String> {
    if invariants.len() != system.locations.len() {
        return Err("not every location has an invariant".to_string());
    }
    let known = |poly: &Poly| poly.vars().iter().all(|var| var.index() < system.vars.len());
    if !invariants.iter().flatten().all(|atom| known(&atom.poly)) {
        return Err("an invariant is about a variable that does not exist".to_string());
    }
    if !logic.implies(&[], &invariants[system.start.index()]) {
        return Err("the invariant does not hold at the start".to_string());
    }
    for index in all_reachable(system) {
        within(budget)?;
        let transition = &system.transitions[index];
        let mut kept = Vec::new();
        for atom in &invariants[transition.to.index()] {
            let poly = after(system, transition, &atom.poly).ok_or("a number is too large")?;
            kept.push(Atom { poly, relation: atom.relation });
        }
        let premises = during(transition, &invariants[transition.from.index()]);
        if !kept.is_empty() && !logic.implies(&premises, &kept) {
            return Err(format!("transition {index} does not keep the invariant"));
        }
    }
    Ok(())
}
