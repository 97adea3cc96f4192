//! Steps with explicit updates: what a guard's equations determine is computed, not chosen.
//!
//! A text that says `(l1 x')` with the guard `x' = x + 1` chooses x'; the prover works better on the update x + 1.
//! Guarantees: the same values before and after are related.        (tested by `the_same_steps_remain`)

use rustc_hash::{FxHashMap, FxHashSet};

use crate::system::{Atom, IntVar, Poly, Relation, Transition};

/// How many terms a polynomial may be replaced by; beyond that the variable stays chosen.
const MOST_TERMS: usize = 4096;

/// Terms that may be looked at in one transition; beyond that, what is chosen stays chosen.
const MOST_WORK: usize = 10_000_000;

/// The transition with every chosen variable replaced that an equation with coefficient ±1 determines, chosen variables
/// that then occur nowhere dropped, and the guard simplified; `None` when its guard evidently never holds.
/// `variables` is the number of program variables; those are never replaced.
pub(super) fn explicit(mut transition: Transition, variables: usize) -> Option<Transition> {
    transition.guard = simplified(transition.guard)?;
    let mut work = 0;
    loop {
        let solved = solve_all(&mut transition, variables, &mut work);
        transition.guard = simplified(transition.guard)?;
        if !solved || work > MOST_WORK {
            break;
        }
    }
    drop_unused(&mut transition, variables);
    Some(transition)
}

/// Normal atoms, each once, two opposite inequalities as an equation; `None` if one of them is false.
fn simplified(guard: Vec<Atom>) -> Option<Vec<Atom>> {
    let mut kept: Vec<Atom> = Vec::with_capacity(guard.len());
    let mut seen: FxHashSet<Atom> = FxHashSet::default();
    let mut bounds: FxHashMap<Poly, usize> = FxHashMap::default();
    for atom in guard {
        let atom = atom.normal();
        match atom.truth() {
            Some(true) => continue,
            Some(false) => return None,
            None if !seen.insert(atom.clone()) => continue,
            None => {}
        }
        if atom.relation == Relation::AtLeastZero {
            if let Some(opposite) = atom.poly.neg().and_then(|poly| bounds.get(&poly).copied()) {
                kept[opposite].relation = Relation::Zero;
                continue;
            }
            bounds.insert(atom.poly.clone(), kept.len());
        }
        kept.push(atom);
    }
    Some(kept)
}

/// One pass over the equations; says whether one was used.
fn solve_all(transition: &mut Transition, variables: usize, work: &mut usize) -> bool {
    let mut solved = false;
    let mut index = 0;
    while index < transition.guard.len() && *work <= MOST_WORK {
        let solution = solution(transition, &transition.guard[index], variables);
        if solution.is_some_and(|(var, value)| replace(transition, index, var, &value, work).is_some()) {
            solved = true;
        } else {
            index += 1;
        }
    }
    solved
}

/// A chosen variable with the value that the equation gives it. Variables that are a new value go first: what the step
/// then chooses has the name it has in the text.
fn solution(transition: &Transition, atom: &Atom, variables: usize) -> Option<(IntVar, Poly)> {
    if atom.relation != Relation::Zero {
        return None;
    }
    let determined = |var: &IntVar| {
        let alone = atom.poly.terms().iter().filter(|(monomial, _)| monomial.contains(var)).count() == 1;
        var.index() >= variables && alone && atom.poly.coefficient(*var).unsigned_abs() == 1
    };
    let candidates: Vec<IntVar> = atom.poly.vars().into_iter().filter(determined).collect();
    let is_new_value = |var: &&IntVar| transition.update.contains(&Poly::var(**var));
    let var = *candidates.iter().find(is_new_value).or(candidates.first())?;
    // ±var + rest = 0.
    let coefficient = atom.poly.coefficient(var);
    let rest = atom.poly.combine(&Poly::var(var), coefficient.checked_neg()?)?;
    Some((var, rest.scale(-coefficient)?))
}

/// Drops the equation at `index` and puts the value in the variable's place; `None`, and nothing changed, when that
/// makes numbers or polynomials too large.
fn replace(transition: &mut Transition, index: usize, var: IntVar, value: &Poly, work: &mut usize) -> Option<()> {
    let guard = transition.guard.iter_mut().enumerate().filter(|(at, _)| *at != index).map(|(_, atom)| &mut atom.poly);
    let places = guard.chain(&mut transition.update).filter(|poly| {
        let mentions = poly.mentions(var);
        // A sum is merged with what it has so far for each of its terms.
        let terms = poly.terms().len();
        *work = work.saturating_add(if mentions { terms * (terms + value.terms().len()) } else { terms });
        mentions
    });
    let new = places.map(|place| substituted(place, var, value).map(|poly| (place, poly)));
    for (place, poly) in new.collect::<Option<Vec<_>>>()? {
        *place = poly;
    }
    transition.guard.remove(index);
    Some(())
}

fn substituted(poly: &Poly, var: IntVar, value: &Poly) -> Option<Poly> {
    let terms = poly.terms().iter().map(|(monomial, _)| {
        let power = monomial.iter().filter(|factor| **factor == var).count();
        value.terms().len().max(1).saturating_pow(u32::try_from(power).unwrap_or(u32::MAX))
    });
    let affordable = terms.fold(0, usize::saturating_add) <= MOST_TERMS.max(poly.terms().len());
    if affordable { poly.substitute(&|other| (other == var).then(|| value.clone())) } else { None }
}

fn drop_unused(transition: &mut Transition, variables: usize) {
    let polys = transition.guard.iter().map(|atom| &atom.poly).chain(&transition.update);
    let used: FxHashSet<IntVar> = polys.flat_map(Poly::vars).collect();
    let all = variables + transition.chosen.len();
    let mut next = variables;
    // New numbers of the variables; those of the program keep theirs.
    let mut renumbered = Vec::with_capacity(all);
    let mut names = Vec::new();
    for var in 0..all {
        let var = IntVar(u32::try_from(var).expect("invariant: as many variables as numbers of them"));
        renumbered.push(if var.index() < variables { var } else { IntVar(u32::try_from(next).unwrap_or(u32::MAX)) });
        if var.index() >= variables && used.contains(&var) {
            names.push(std::mem::take(&mut transition.chosen[var.index() - variables]));
            next += 1;
        }
    }
    if names.len() == transition.chosen.len() {
        transition.chosen = names;
        return;
    }
    let rename = |poly: &Poly| {
        let renamed = poly.substitute(&|var| Some(Poly::var(renumbered[var.index()])));
        renamed.expect("invariant: new names change no number and no degree")
    };
    transition.chosen = names;
    transition.guard.iter_mut().for_each(|atom| atom.poly = rename(&atom.poly));
    transition.update.iter_mut().for_each(|poly| *poly = rename(poly));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::samples::{self, CHOSEN, CHOSEN_NAMES, VARIABLES};
    use super::*;
    use crate::system::Location;

    fn linear(coefficients: &[(u32, i128)], constant: i128) -> Poly {
        Poly::linear(coefficients.iter().map(|(var, factor)| (IntVar(*var), *factor)), constant).expect("small")
    }

    fn step(chosen: &[&str], guard: Vec<Atom>, update: Vec<Poly>) -> Transition {
        let chosen = chosen.iter().map(ToString::to_string).collect();
        Transition { from: Location(0), to: Location(0), chosen, guard, update }
    }

    #[test]
    fn determined_values_are_computed() {
        // x' = c + 1, c = 2x, d = c: nothing is left to choose.
        let guard = vec![
            Atom::zero(linear(&[(1, 1), (2, -1)], -1)),
            Atom::zero(linear(&[(2, 1), (0, -2)], 0)),
            Atom::zero(linear(&[(3, 1), (2, -1)], 0)),
        ];
        let explicit = explicit(step(&["x'", "c", "d"], guard, vec![linear(&[(1, 1)], 0)]), 1).expect("possible");
        assert_eq!(explicit, step(&[], Vec::new(), vec![linear(&[(0, 2)], 1)]));
    }

    #[test]
    fn two_inequalities_are_an_equation() {
        let guard = vec![
            Atom::at_least_zero(linear(&[(1, 1), (0, -1)], 0)),
            Atom::at_least_zero(linear(&[(1, -2), (0, 2)], 1)),
        ];
        let explicit = explicit(step(&["x'"], guard, vec![linear(&[(1, 1)], 0)]), 1).expect("possible");
        assert_eq!(explicit, step(&[], Vec::new(), vec![linear(&[(0, 1)], 0)]));
    }

    #[test]
    fn other_choices_stay() {
        // 2c = x leaves c chosen, now the only one; x = 3 is a test, not an assignment.
        let guard = vec![Atom::zero(linear(&[(2, 2), (0, -1)], 0)), Atom::zero(linear(&[(0, 1)], -3))];
        let explicit = explicit(step(&["unused", "c"], guard, vec![linear(&[(2, 1)], 0)]), 1).expect("possible");
        let guard = vec![Atom::zero(linear(&[(1, 2), (0, -1)], 0)), Atom::zero(linear(&[(0, 1)], -3))];
        assert_eq!(explicit, step(&["c"], guard, vec![linear(&[(1, 1)], 0)]));
    }

    #[test]
    fn impossible_steps_are_dropped() {
        // x' = x and x' = x + 1.
        let guard = vec![Atom::zero(linear(&[(1, 1), (0, -1)], 0)), Atom::zero(linear(&[(1, 1), (0, -1)], -1))];
        assert_eq!(explicit(step(&["x'"], guard, vec![linear(&[(1, 1)], 0)]), 1), None);
    }

    #[test]
    fn numbers_that_get_too_large_leave_the_choice() {
        let huge = i128::MAX / 2;
        let guard =
            vec![Atom::zero(linear(&[(1, 1), (0, -huge)], 0)), Atom::at_least_zero(linear(&[(1, huge), (0, 1)], 0))];
        let before = step(&["c"], guard, vec![linear(&[(1, 1)], 0)]);
        assert_eq!(explicit(before.clone(), 1), Some(before));
    }

    /// The square of a long sum is not written out.
    #[test]
    fn values_that_get_too_long_leave_the_choice() {
        let count = 65;
        let sum: Vec<(u32, i128)> = (0..count).map(|var| (var, 1)).chain([(count, -1)]).collect();
        let square = Poly::var(IntVar(count)).mul(&Poly::var(IntVar(count))).expect("a small degree");
        let mut update: Vec<Poly> = (0..count).map(|var| Poly::var(IntVar(var))).collect();
        update[0] = square;
        let before = step(&["c"], vec![Atom::zero(linear(&sum, 0))], update);
        assert_eq!(explicit(before.clone(), 65), Some(before));
    }

    #[test]
    fn long_chains_of_equations_end() {
        // cᵢ = cᵢ₊₁² + cᵢ₊₂ - x: everything gets long, and what does not fit is tried again.
        let count = 300_u32;
        let chosen: Vec<String> = (0..count + 2).map(|index| format!("c{index}")).collect();
        let equation = |index: u32| {
            let square = Poly::var(IntVar(index + 2)).mul(&Poly::var(IntVar(index + 2))).expect("a small degree");
            Atom::zero(linear(&[(index + 1, 1), (index + 3, -1), (0, 1)], 0).sub(&square).expect("small"))
        };
        let chosen: Vec<&str> = chosen.iter().map(String::as_str).collect();
        let before = step(&chosen, (0..count).map(equation).collect(), vec![linear(&[(1, 1)], 0)]);
        let after = explicit(before, 1).expect("possible");
        assert!(!after.chosen.is_empty());
    }

    /// The step with two more program variables, which remember what it chose.
    fn remembering(step: Transition) -> Transition {
        let shift = |poly: &Poly| {
            let moved = |var: IntVar| if var.index() < VARIABLES { var } else { IntVar(var.0 + 2) };
            poly.substitute(&|var| Some(Poly::var(moved(var)))).expect("small")
        };
        let chosen = [VARIABLES, VARIABLES + 1].map(|var| Poly::var(IntVar(u32::try_from(var).expect("few"))));
        let guard = step.guard.iter().map(|atom| Atom { poly: shift(&atom.poly), ..atom.clone() }).collect();
        Transition { guard, update: step.update.iter().chain(&chosen).map(shift).collect(), ..step }
    }

    proptest! {
        #[test]
        fn the_same_steps_remain(
            before in samples::transition(),
            values in prop::collection::vec(-3_i128..=3, VARIABLES),
            chosen in prop::collection::vec(-3_i128..=3, CHOSEN),
        ) {
            let result = before.step(&values, &chosen);
            let after = explicit(remembering(before.clone()), VARIABLES + CHOSEN);
            let values_and_memory = [values.as_slice(), &[0; CHOSEN]].concat();
            // What was possible still is, with the same choices.
            if let Some(result) = result {
                let after = after.as_ref().expect("a possible step");
                let place = |name: &String| CHOSEN_NAMES.iter().position(|known| known == name).expect("known");
                let left: Vec<i128> = after.chosen.iter().map(|name| chosen[place(name)]).collect();
                prop_assert_eq!(after.step(&values_and_memory, &left), Some([result, chosen.clone()].concat()));
            }
            // And what is possible was, with the choices that are now computed.
            let found = after.and_then(|after| after.step(&values_and_memory, &chosen[..after.chosen.len()]));
            if let Some(found) = found {
                let (result, computed) = found.split_at(VARIABLES);
                prop_assert_eq!(before.step(&values, computed), Some(result.to_vec()));
            }
        }
    }

    #[test]
    fn what_is_said_twice_is_kept_once() {
        let positive = Atom::at_least_zero(linear(&[(0, 1)], -1));
        let doubled = Atom::at_least_zero(linear(&[(0, 2)], -1));
        let equal = Atom::zero(linear(&[(0, 1)], -3));
        let before =
            step(&[], vec![positive.clone(), equal.clone(), doubled, equal.clone()], vec![linear(&[(0, 1)], 0)]);
        assert_eq!(explicit(before, 1).map(|after| after.guard), Some(vec![positive, equal]));
        let (above, below) = (linear(&[(0, 1)], -3), linear(&[(0, -1)], 3));
        let guard = vec![Atom::at_least_zero(above.clone()), Atom::at_least_zero(below)];
        let explicit = explicit(step(&[], guard, vec![linear(&[(0, 1)], 0)]), 1).expect("possible");
        assert_eq!(explicit.guard, [Atom::zero(above)]);
    }

    /// What a value makes of inequalities may determine another one.
    #[test]
    fn equations_are_found_again() {
        // c = x, c ≤ d, d ≤ x.
        let guard = vec![
            Atom::at_least_zero(linear(&[(2, 1), (1, -1)], 0)),
            Atom::at_least_zero(linear(&[(0, 1), (2, -1)], 0)),
            Atom::zero(linear(&[(1, 1), (0, -1)], 0)),
        ];
        let explicit = explicit(step(&["c", "d"], guard, vec![linear(&[(2, 1)], 1)]), 1).expect("possible");
        assert_eq!(explicit, step(&[], Vec::new(), vec![linear(&[(0, 1)], 1)]));
    }
}
