//! Transitions that others make superfluous.
//!
//! The other one leads from and to the same locations, and can with the same chosen values do whatever this one can. So
//! in a run each step of the one can be a step of the other; and what is left has only runs that were there before.

use its::system::{Atom, Location, Poly, System};
use rustc_hash::FxHashMap;

/// What two transitions have in common if one may subsume the other.
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
