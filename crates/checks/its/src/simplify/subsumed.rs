//! Transitions that others make superfluous.
//!
//! The other one leads from and to the same locations, and can with the same chosen values do whatever this one can. So
//! in a run each step of the one can be a step of the other; and what is left has only runs that were there before.

use rustc_hash::FxHashMap;

use super::known_once;
use crate::atom::Atom;
use crate::logic::Logic;
use crate::poly::Poly;
use crate::system::{Location, System, Transition};

/// What transitions share of which one may subsume the other.
type Effect<'a> = (Location, Location, usize, &'a [Poly]);

/// Pairs of a transition and one that stays and does the same whenever it is possible, as far as their texts say.
pub fn subsumed(system: &System) -> Vec<(usize, usize)> {
    let mut groups: FxHashMap<Effect<'_>, Vec<usize>> = FxHashMap::default();
    for (index, transition) in system.transitions.iter().enumerate() {
        let step = (transition.from, transition.to, transition.chosen.len(), transition.update.as_slice());
        groups.entry(step).or_default().push(index);
    }
    // For each the first that is weaker, or says the same and comes earlier: a strict order, so going on ends.
    let mut by: FxHashMap<usize, usize> = FxHashMap::default();
    for group in groups.values() {
        for &one in group {
            let guard = &system.transitions[one].guard;
            let weaker = |other: &&usize| {
                let of = &system.transitions[**other].guard;
                **other != one && includes(guard, of) && (**other < one || !includes(of, guard))
            };
            by.extend(group.iter().find(weaker).map(|other| (one, *other)));
        }
    }
    let last = |mut other: usize| {
        while let Some(next) = by.get(&other) {
            other = *next;
        }
        other
    };
    let mut pairs: Vec<(usize, usize)> = by.iter().map(|(one, other)| (*one, last(*other))).collect();
    pairs.sort_unstable();
    pairs
}

/// Each atom of the one is among those of the other, perhaps in a stronger form.
fn includes(guard: &[Atom], of: &[Atom]) -> bool {
    of.iter().all(|atom| guard.iter().any(|other| stronger(other, atom)))
}

/// The first is the second, or the same inequality with a smaller constant.
fn stronger(first: &Atom, second: &Atom) -> bool {
    let at_least = || {
        let difference = second.poly.sub(&first.poly).and_then(|difference| difference.as_constant());
        first.relation == second.relation
            && Atom::at_least_zero(second.poly.clone()) == *second
            && difference >= Some(0)
    };
    first == second || at_least()
}

pub fn legal(system: &System, pairs: &[(usize, usize)], logic: &mut Logic) -> Result<(), String> {
    let gone: Vec<usize> = pairs.iter().map(|(gone, _)| *gone).collect();
    known_once(system, &gone)?;
    for (gone_one, by) in pairs {
        let (one, other) = match (system.transitions.get(*gone_one), system.transitions.get(*by)) {
            (Some(one), Some(other)) if !gone.contains(by) => (one, other),
            _ => return Err(format!("what stands for transition {gone_one} is not there")),
        };
        if !does_the_same(one, other, logic) {
            return Err(format!("transition {by} may not do what transition {gone_one} does"));
        }
    }
    Ok(())
}

/// Whenever the one is possible, so is the other with the same chosen values, and with the same result.
fn does_the_same(one: &Transition, other: &Transition, logic: &mut Logic) -> bool {
    if (one.from, one.to, one.chosen.len()) != (other.from, other.to, other.chosen.len()) {
        return false;
    }
    let results = one.update.iter().zip(&other.update).map(|(one, other)| Atom::eq(one, other));
    let claims: Option<Vec<Atom>> = other.guard.iter().cloned().map(Some).chain(results).collect();
    claims.is_some_and(|claims| logic.implies(&one.guard, &claims))
}
