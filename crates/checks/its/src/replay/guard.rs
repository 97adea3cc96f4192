//! Guards in which every form is bounded once.

use rustc_hash::FxHashMap;

use crate::system::{Atom, Poly, Relation};

/// The values that a form may have: a polynomial without constant, whose first coefficient is positive.
struct Range {
    form: Poly,
    least: Option<i128>,
    most: Option<i128>,
}

/// The guard with one lower and one upper bound for each form, in the order in which forms come first; two bounds that
/// meet are an equation. `None` when the guard evidently never holds.
///
/// Guarantees: the same integers satisfy it.                            (tested by `the_same_integers_satisfy_it`)
pub fn tidy(guard: &[Atom]) -> Option<Vec<Atom>> {
    let mut ranges: Vec<Range> = Vec::with_capacity(guard.len());
    let mut known: FxHashMap<Poly, usize> = FxHashMap::default();
    let mut odd = Vec::new();
    for atom in guard {
        let atom = atom.normal();
        match atom.truth() {
            Some(true) => continue,
            Some(false) => return None,
            None => {}
        }
        let Some((form, least, most)) = bounds(&atom) else {
            // Numbers at the limits of 128 bits: left as they are.
            odd.push(atom);
            continue;
        };
        let at = *known.entry(form.clone()).or_insert_with(|| {
            ranges.push(Range { form, least: None, most: None });
            ranges.len() - 1
        });
        let range = &mut ranges[at];
        range.least = range.least.max(least);
        range.most = [range.most, most].into_iter().flatten().min();
        if let (Some(least), Some(most)) = (range.least, range.most)
            && least > most
        {
            return None;
        }
    }
    // A guard with numbers that get too large stays as it is.
    let bounded: Option<Vec<Vec<Atom>>> = ranges.iter().map(Range::atoms).collect();
    Some(match bounded {
        Some(bounded) => bounded.into_iter().flatten().chain(odd).collect(),
        None => guard.to_vec(),
    })
}

impl Range {
    /// `None` when a number gets too large.
    fn atoms(&self) -> Option<Vec<Atom>> {
        let above = |least: i128| self.form.sub(&Poly::constant(least));
        if let (Some(least), Some(most)) = (self.least, self.most)
            && least == most
        {
            return Some(vec![Atom::zero(above(least)?)]);
        }
        let mut atoms = Vec::new();
        if let Some(least) = self.least {
            atoms.push(Atom::at_least_zero(above(least)?));
        }
        if let Some(most) = self.most {
            atoms.push(Atom::at_least_zero(Poly::constant(most).sub(&self.form)?));
        }
        Some(atoms)
    }
}

/// An atom's form, with what the atom says of its least and of its greatest value.
fn bounds(atom: &Atom) -> Option<(Poly, Option<i128>, Option<i128>)> {
    let constant = atom.poly.constant_term();
    // Room for the differences that are computed with bounds.
    if constant.unsigned_abs() > 1 << 100 {
        return None;
    }
    let form = atom.poly.sub(&Poly::constant(constant))?;
    let positive = form.terms().first().is_some_and(|(_, coefficient)| *coefficient > 0);
    Some(match (positive, atom.relation) {
        (true, Relation::AtLeastZero) => (form, Some(-constant), None),
        (true, Relation::Zero) => (form, Some(-constant), Some(-constant)),
        (false, Relation::AtLeastZero) => (form.neg()?, None, Some(constant)),
        (false, Relation::Zero) => (form.neg()?, Some(constant), Some(constant)),
    })
}

/// The guard, or one that says that it never holds.
pub fn tidy_or_false(guard: &[Atom]) -> Vec<Atom> {
    tidy(guard).unwrap_or_else(|| vec![Atom::zero(Poly::constant(1))])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::system::IntVar;

    fn linear(coefficients: &[(u32, i128)], constant: i128) -> Poly {
        Poly::linear(coefficients.iter().map(|(var, factor)| (IntVar(*var), *factor)), constant).expect("small")
    }

    #[test]
    fn what_is_said_twice_is_said_once() {
        let weak = Atom::at_least_zero(linear(&[(0, 1)], 3));
        let strong = Atom::at_least_zero(linear(&[(0, 1)], -2));
        let above = Atom::at_least_zero(linear(&[(0, -2)], 5));
        assert_eq!(tidy(&[weak.clone(), strong.clone()]), Some(vec![strong.clone()]));
        assert_eq!(tidy(&[strong, weak, above]), Some(vec![Atom::zero(linear(&[(0, 1)], -2))]));
    }

    #[test]
    fn contradictions_are_seen() {
        let low = Atom::at_least_zero(linear(&[(0, 1), (1, -1)], -1));
        let high = Atom::at_least_zero(linear(&[(0, -1), (1, 1)], 0));
        assert_eq!(tidy(&[low.clone(), high.clone()]), None);
        assert_eq!(tidy(&[Atom::zero(low.poly), Atom::zero(high.poly)]), None);
    }

    fn atom() -> impl Strategy<Value = Atom> {
        let coefficients = prop::collection::vec(-2_i128..=2, 2);
        (coefficients, -3_i128..=3, any::<bool>()).prop_map(|(coefficients, constant, equation)| {
            let poly = linear(&[(0, coefficients[0]), (1, coefficients[1])], constant);
            if equation { Atom::zero(poly) } else { Atom::at_least_zero(poly) }
        })
    }

    proptest! {
        #[test]
        fn the_same_integers_satisfy_it(
            guard in prop::collection::vec(atom(), 0..5),
            at in prop::array::uniform2(-4_i128..=4),
        ) {
            let of = |var: IntVar| at[var.index()];
            let holds = |guard: &[Atom]| guard.iter().all(|atom| atom.holds(&of) == Some(true));
            prop_assert_eq!(tidy(&guard).is_some_and(|tidied| holds(&tidied)), holds(&guard));
        }
    }

    /// Numbers at the limits are left as they are, after all others.
    #[test]
    fn huge_constants_are_kept() {
        let small = Atom::at_least_zero(linear(&[(1, 1)], 0));
        let limit = 1_i128 << 100;
        for (constant, is_bound) in [(limit, true), (-limit, true), (limit + 1, false), (-limit - 1, false)] {
            let huge = Atom::at_least_zero(linear(&[(0, 1)], constant));
            let expected = if is_bound { [&huge, &small] } else { [&small, &huge] };
            assert_eq!(tidy(&[huge.clone(), small.clone()]), Some(expected.map(Clone::clone).to_vec()), "{constant}");
        }
        let huge = Atom::at_least_zero(linear(&[(0, 1)], i128::MAX));
        assert_eq!(tidy(&[huge.clone(), huge.clone()]), Some(vec![huge.clone(), huge]));
    }
}
