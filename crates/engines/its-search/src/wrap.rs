//! Encodings of integers of fixed width with few cases.
//!
//! The intervals of the types bound how often a value can wrap; the solver narrows that down with the guard, and, where
//! several cases are left, with invariants of what was found so far.

use engine::Budget;
use its::certificate::{WrapEncoding, Wraps};
use its::check::{Logic, check_encoding, encoding_premises, is_in_range};
use its::replay::encoded;
use its::system::{Atom, IntType, Poly, System, Types};

use crate::invariants::{Precision, invariants};
use crate::solver::for_search;

/// Cases for one value, and for all values after one transition; beyond that, the step chooses the number of wraps.
const MOST_FOR_ONE: i128 = 4;
const MOST_FOR_ALL: i128 = 12;

/// An encoding that passes [`check_encoding`]. The solver does not start only when the installation is broken. `None`
/// when numbers get too large.
pub fn encode(system: &System, types: &Types, budget: &Budget) -> Result<Option<WrapEncoding>, smt::Error> {
    let mut logic = for_search(budget)?;
    // What a check asks does not count as steps of the search.
    let passes = |found: &WrapEncoding| check_encoding(system, types, found, &Budget::new()).is_ok();
    let none = vec![Vec::new(); WrapEncoding::location_count(system)];
    let any = vec![vec![Wraps::Any; system.vars.len()]; 2 * system.transitions.len()];
    let mut widest = WrapEncoding { wraps: any, invariants: none };
    for position in 0..system.vars.len() {
        for (index, transition) in system.transitions.iter().enumerate() {
            for copy in 0..2 {
                let wraps = first(system, types, position, &transition.update[position]);
                widest.wraps[WrapEncoding::place(system, copy, index)][position] = wraps;
            }
        }
    }
    let Some(plain) = narrowed(system, types, &widest, &mut logic) else { return Ok(None) };
    let mut found = plain.clone();
    if plain.wraps.iter().flatten().any(|wraps| !is_single(*wraps))
        && let Some(known) = encoded(system, types, &plain)
    {
        let more =
            WrapEncoding { invariants: invariants(&known, Precision::Guards, &mut logic, budget), ..plain.clone() };
        let better = narrowed(system, types, &more, &mut logic).filter(|better| better.wraps != plain.wraps);
        // Invariants that are inductive for all cases are so for the possible ones, unless the solver sees it otherwise.
        found = better.filter(|better| passes(better)).unwrap_or(plain);
    }
    Ok(passes(&found).then_some(found))
}

fn is_single(wraps: Wraps) -> bool {
    matches!(wraps, Wraps::Between(least, most) if least == most)
}

/// From the ranges of the types alone.
fn first(system: &System, types: &Types, position: usize, exact: &Poly) -> Wraps {
    let Some(of) = types.vars[position] else { return Wraps::NEVER };
    if is_in_range(system, types, position, exact) {
        return Wraps::NEVER;
    }
    match interval(types, exact) {
        Some((least, most)) => {
            let times = |value: i128| value.checked_sub(of.least()).map(|above| above.div_euclid(of.count()));
            times(least).zip(times(most)).map_or(Wraps::Any, |(least, most)| Wraps::Between(least, most))
        }
        None => Wraps::Any,
    }
}

/// The values of a polynomial, as far as the ranges of its variables tell.
fn interval(types: &Types, poly: &Poly) -> Option<(i128, i128)> {
    let mut sum = (0_i128, 0_i128);
    for (monomial, coefficient) in poly.terms() {
        let mut product = (*coefficient, *coefficient);
        for var in monomial {
            let of = types.of(*var)?;
            let corner = |a: i128, b: i128| a.checked_mul(b);
            let corners = [
                corner(product.0, of.least())?,
                corner(product.0, of.most())?,
                corner(product.1, of.least())?,
                corner(product.1, of.most())?,
            ];
            product = (corners.into_iter().min()?, corners.into_iter().max()?);
        }
        sum = (sum.0.checked_add(product.0)?, sum.1.checked_add(product.1)?);
    }
    Some(sum)
}

/// The encoding without cases that its invariants and guards exclude.
fn narrowed(system: &System, types: &Types, wide: &WrapEncoding, logic: &mut Logic) -> Option<WrapEncoding> {
    let mut narrow = wide.clone();
    for copy in 0..2 {
        for (index, transition) in system.transitions.iter().enumerate() {
            let premises = encoding_premises(system, types, &wide.invariants, (copy, index))?;
            let wraps = &mut narrow.wraps[WrapEncoding::place(system, copy, index)];
            let mut cases: i128 = 1;
            for (position, exact) in transition.update.iter().enumerate() {
                let Some(of) = types.vars[position] else { continue };
                if !is_single(wraps[position]) {
                    wraps[position] = shrunk(of, exact, wraps[position], &premises, logic);
                }
                if let Wraps::Between(least, most) = wraps[position] {
                    cases = cases.saturating_mul(most - least + 1);
                }
                if cases > MOST_FOR_ALL {
                    wraps[position] = Wraps::Any;
                    cases = 1;
                }
            }
        }
    }
    Some(narrow)
}

/// Fewer numbers of wraps, from zero outwards: those are the likely ones.
fn shrunk(of: IntType, exact: &Poly, wraps: Wraps, premises: &[Atom], logic: &mut Logic) -> Wraps {
    let mut above = |times: i128| {
        let limit = of.count().checked_mul(times)?.checked_add(of.least())?;
        Some(logic.implies(premises, &[Atom::ge(exact, &Poly::constant(limit))?]))
    };
    let lowest = [1, 0, -1, -2].into_iter().find(|times| above(*times) == Some(true));
    let mut below = |times: i128| {
        let limit = of.count().checked_mul(times)?.checked_add(of.most())?;
        Some(logic.implies(premises, &[Atom::ge(&Poly::constant(limit), exact)?]))
    };
    let highest = [-1, 0, 1, 2].into_iter().find(|times| below(*times) == Some(true));
    let (old_least, old_most) = match wraps {
        Wraps::Between(least, most) => (Some(least), Some(most)),
        Wraps::Any => (None, None),
    };
    let least = lowest.max(old_least);
    let most = match (highest, old_most) {
        (Some(new), Some(old)) => Some(new.min(old)),
        (new, old) => new.or(old),
    };
    match least.zip(most) {
        // Nothing in between: the step is not possible, and how it is written does not matter.
        Some((least, most)) if least > most => Wraps::Between(least, least),
        Some((least, most)) if most - least < MOST_FOR_ONE => Wraps::Between(least, most),
        Some(_) | None => Wraps::Any,
    }
}

#[cfg(test)]
mod tests {
    use its::system::IntVar;

    use super::*;

    #[test]
    fn intervals_bound_polynomials() {
        let types = Types { vars: vec![IntType::new(3, true), IntType::new(2, false)], chosen: None };
        let (x, y) = (Poly::var(IntVar(0)), Poly::var(IntVar(1)));
        let poly = x.mul(&y).and_then(|product| product.combine(&x, -2)).expect("small");
        let (least, most) = interval(&types, &poly).expect("small");
        for (x, y) in (-4..4).flat_map(|x| (0..4).map(move |y| (x, y))) {
            assert!((least..=most).contains(&(x * y - 2 * x)));
        }
    }
}
