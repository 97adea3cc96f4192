//! Sets of values that a cycle never leaves.
//!
//! Paper: recurrent sets, [Gupta et al., POPL 2008]; closed ones, [Chen et al., TACAS 2014]. A cycle's own variables are
//! first given values (as functions of the program variables), so that one round becomes a function. Then
//! - a value that one round maps to itself is a recurrent set of one element;
//! - what the guard says is one if a round keeps it, perhaps together with what it says about the next few rounds.
//!
//! Guarantees: none; the result is to be checked.

use its::certificate::Recurrent;
use its::check::Logic;
use its::system::{Atom, IntVar, Poly, Relation, System, Transition, chain_all};

/// Ways to give values to the cycle's own variables that are tried.
const MOST_CHOICES: usize = 24;
/// Rounds that the guard is unrolled for.
const MOST_ROUNDS: usize = 4;
/// Constraints beyond which a set is not worth it.
const LARGEST_SET: usize = 60;

/// Sets that the cycle does not leave, simplest first.
pub fn recurrent_sets(system: &System, cycle: &[usize], logic: &mut Logic) -> Vec<Recurrent> {
    let mut found = Vec::new();
    let Some(round) = chain_all(system, cycle) else { return found };
    for choices in choices(system, &round) {
        let Some(round) = determined(system, &round, &choices) else { continue };
        if !logic.may_hold(&round.guard) {
            continue;
        }
        let sets = [fixed(system, &round, logic), closed(system, &round, logic)];
        for set in sets.into_iter().flatten() {
            found.push(Recurrent { cycle: cycle.to_vec(), choices: choices.clone(), set });
        }
    }
    found
}

/// The round with its own variables replaced.
pub fn determined(system: &System, round: &Transition, choices: &[Poly]) -> Option<Transition> {
    let of = |var: IntVar| var.index().checked_sub(system.vars.len()).map(|own| choices[own].clone());
    let guard: Vec<Atom> =
        round.guard.iter().map(|atom| Some(atom.substitute(&of)?.normal())).collect::<Option<_>>()?;
    let update = round.update.iter().map(|poly| poly.substitute(&of)).collect::<Option<_>>()?;
    let guard = guard.into_iter().filter(|atom| atom.truth() != Some(true)).collect();
    Some(Transition { chosen: Vec::new(), guard, update, ..round.clone() })
}

/// Values for the round's own variables: what a constraint allows at its limit, the variable itself for a value after the
/// round, or a small number.
pub fn choices(system: &System, round: &Transition) -> Vec<Vec<Poly>> {
    let count = system.vars.len();
    let mut all: Vec<Vec<Poly>> = vec![Vec::new()];
    for own in 0..round.chosen.len() {
        let var = IntVar((count + own) as u32);
        let candidates = candidates(system, round, var);
        let mut next = Vec::new();
        for candidate in &candidates {
            for choice in &all {
                // What was chosen before may be used; what comes later may not.
                let value =
                    candidate.substitute(&|var| var.index().checked_sub(count).and_then(|at| choice.get(at).cloned()));
                let Some(value) = value.filter(|value| value.vars().iter().all(|var| var.index() < count)) else {
                    continue;
                };
                let mut choice = choice.clone();
                choice.push(value);
                next.push(choice);
            }
        }
        next.truncate(MOST_CHOICES);
        all = next;
    }
    all
}

fn candidates(system: &System, round: &Transition, var: IntVar) -> Vec<Poly> {
    let mut found = Vec::new();
    for (index, update) in round.update.iter().enumerate() {
        if *update == Poly::var(var) {
            found.push(Poly::var(IntVar(index as u32)));
        }
    }
    for atom in round.guard.iter().filter(|atom| atom.is_linear()) {
        let coefficient = atom.poly.coefficient(var);
        if coefficient.abs() == 1 {
            // c·v + rest = 0 at the limit.
            let limit = atom.poly.combine(&Poly::var(var), -coefficient).and_then(|rest| rest.scale(-coefficient));
            found.extend(limit);
        }
    }
    found.extend([0, 1, -1].map(Poly::constant));
    debug_assert!(var.index() >= system.vars.len());
    let mut seen: Vec<Poly> = Vec::new();
    found.retain(|poly| {
        let new = !seen.contains(poly);
        seen.push(poly.clone());
        new
    });
    found
}

/// Values that one round maps to themselves.
fn fixed(system: &System, round: &Transition, logic: &mut Logic) -> Option<Vec<Atom>> {
    let mut set = round.guard.clone();
    for (index, update) in round.update.iter().enumerate() {
        let atom = Atom::eq(update, &Poly::var(IntVar(index as u32)))?.normal();
        if atom.truth() != Some(true) {
            set.push(atom);
        }
    }
    debug_assert!(round.update.len() == system.vars.len());
    logic.may_hold(&set).then_some(set)
}

/// What the guard says, as long as it is said again after a round; the rest is added or dropped.
fn closed(system: &System, round: &Transition, logic: &mut Logic) -> Option<Vec<Atom>> {
    let of = |var: IntVar| round.update.get(var.index()).cloned();
    let mut set = round.guard.clone();
    for _ in 0..MOST_ROUNDS {
        let mut missing = Vec::new();
        for atom in &set {
            let next = atom.substitute(&of)?.normal();
            if next.truth() != Some(true) && !logic.implies(&set, std::slice::from_ref(&next)) {
                missing.push(next);
            }
        }
        if missing.is_empty() {
            return logic.may_hold(&set).then_some(set);
        }
        // A difference that grows in the wrong direction can be forbidden to change at all.
        for atom in missing {
            let frozen = frozen(system, round, &set, &atom, logic);
            set.push(frozen.unwrap_or(atom));
        }
        if set.len() > LARGEST_SET || !logic.may_hold(&set) {
            return None;
        }
    }
    None
}

/// For a constraint p ≥ 0 that a round does not keep: that p does not get smaller in a round, if rounds keep that.
fn frozen(system: &System, round: &Transition, set: &[Atom], next: &Atom, logic: &mut Logic) -> Option<Atom> {
    let origin = set.iter().find(|atom| {
        let after = atom.substitute(&|var| round.update.get(var.index()).cloned());
        after.is_some_and(|after| after.normal() == *next)
    })?;
    if origin.relation != Relation::AtLeastZero {
        return None;
    }
    debug_assert!(system.vars.len() == round.update.len());
    let after = origin.poly.substitute(&|var| round.update.get(var.index()).cloned())?;
    let growth = Atom::ge(&after, &origin.poly)?.normal();
    let again = growth.substitute(&|var| round.update.get(var.index()).cloned())?.normal();
    let mut premises = set.to_vec();
    premises.push(growth.clone());
    (growth.truth().is_none() && logic.may_hold(&premises) && logic.implies(&premises, &[again])).then_some(growth)
}
