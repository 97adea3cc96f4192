//! What is said to hold at locations.

use super::Simplified;
use super::origin::in_original;
use crate::atom::Atom;
use crate::logic::{Logic, after, during};
use crate::scc::all_reachable;
use crate::system::System;

/// Whether the facts hold whenever a run gets to their location: at the start with any values, and after every step.
pub fn invariant(system: &System, facts: &[Vec<Atom>], logic: &mut Logic) -> Result<(), String> {
    if !logic.implies(&[], &facts[system.start.index()]) {
        return Err("what is said of the start need not hold".to_string());
    }
    for index in all_reachable(system) {
        let transition = &system.transitions[index];
        let mut claims = Vec::new();
        for atom in &facts[transition.to.index()] {
            let poly = after(system, transition, &atom.poly).ok_or("a number gets too large")?;
            claims.push(Atom { poly, relation: atom.relation });
        }
        if !logic.implies(&during(transition, &facts[transition.from.index()]), &claims) {
            let place = system.location_name(transition.to);
            return Err(format!("transition {index} may not keep what is said of `{place}`"));
        }
    }
    Ok(())
}

/// Keeps the facts for the way back, over the original variables.
pub fn remember(simplified: &mut Simplified<'_>, facts: &[Vec<Atom>]) -> Option<()> {
    let mut renamed = Vec::with_capacity(facts.len());
    for atoms in facts {
        let atoms =
            atoms.iter().map(|atom| Some(Atom { poly: in_original(simplified, &atom.poly)?, relation: atom.relation }));
        renamed.push(atoms.collect::<Option<Vec<_>>>()?);
    }
    for (known, new) in simplified.facts.iter_mut().zip(renamed) {
        known.extend(new);
    }
    Some(())
}
