//! What is asked of polynomials, against their terms and their values.

use std::collections::BTreeMap;

use its::system::{IntVar, Poly, gcd};
use proptest::prelude::*;

use crate::small::poly;

const VARS: u32 = 3;

type Model = BTreeMap<Vec<IntVar>, i128>;

fn model(poly: &Poly) -> Model {
    poly.terms().iter().cloned().collect()
}

/// What the terms are after this was done to each of them; zeros are no terms.
fn mapped(poly: &Poly, change: impl Fn(&Vec<IntVar>, i128) -> i128) -> Model {
    let terms = poly.terms().iter().map(|(monomial, factor)| (monomial.clone(), change(monomial, *factor)));
    terms.filter(|(_, factor)| *factor != 0).collect()
}

proptest! {
    #[test]
    fn equal_polynomials_are_equal_values(a in poly(VARS), b in poly(VARS)) {
        for poly in [&a, &b, &a.add(&b).expect("small"), &a.mul(&b).expect("small")] {
            prop_assert!(poly.terms().windows(2).all(|pair| pair[0].0 < pair[1].0), "{poly:?}");
            prop_assert!(poly.terms().iter().all(|(monomial, factor)| *factor != 0 && monomial.is_sorted()));
        }
        prop_assert_eq!(a.add(&b), b.add(&a));
        prop_assert_eq!(a.mul(&b), b.mul(&a));
        prop_assert_eq!(a.add(&b).and_then(|sum| sum.sub(&b)), Some(a));
    }

    #[test]
    fn questions_are_answered_from_the_terms(a in poly(VARS)) {
        let terms = model(&a);
        let constant = terms.get(&Vec::new()).copied().unwrap_or(0);
        let degree = terms.keys().map(Vec::len).max().unwrap_or(0);
        prop_assert_eq!(a.degree(), degree);
        prop_assert_eq!(a.is_linear(), degree < 2);
        prop_assert_eq!(a.constant_term(), constant);
        prop_assert_eq!(a.as_constant(), (degree == 0).then_some(constant));
        let vars: Vec<IntVar> = (0..VARS + 1).map(IntVar).collect();
        for var in &vars {
            prop_assert_eq!(a.coefficient(*var), terms.get(&vec![*var]).copied().unwrap_or(0));
            prop_assert_eq!(a.mentions(*var), terms.keys().any(|monomial| monomial.contains(var)));
        }
        let mentioned: Vec<IntVar> = vars.into_iter().filter(|var| a.mentions(*var)).collect();
        prop_assert_eq!(a.vars(), mentioned);
        let divides = |by: i128| terms.iter().all(|(monomial, factor)| monomial.is_empty() || factor % by == 0);
        let content = if degree == 0 { 0 } else { (1..=30).rev().find(|by| divides(*by)).expect("1 divides") };
        prop_assert_eq!(a.content(), content.unsigned_abs());
    }

    #[test]
    fn other_polynomials_are_made_from_the_terms(a in poly(VARS), b in poly(VARS), by in -3_i128..=3, at in prop::array::uniform3(-4_i128..=4)) {
        let of = |var: IntVar| at[var.index()];
        let value = |poly: &Poly| poly.eval(&of).expect("small");
        prop_assert_eq!(a.scale(by).map(|poly| model(&poly)), Some(mapped(&a, |_, factor| factor * by)));
        prop_assert_eq!(a.neg(), a.scale(-1));
        prop_assert_eq!(a.combine(&b, by).map(|poly| value(&poly)), Some(value(&a) + by * value(&b)));
        let rest = mapped(&a, |monomial, factor| if monomial.is_empty() { 0 } else { factor });
        prop_assert_eq!(a.homogeneous().map(|poly| model(&poly)), Some(rest));
        let divisor = by.abs() + 1;
        prop_assert_eq!(model(&a.divide_floor(divisor)), mapped(&a, |_, factor| factor.div_euclid(divisor)));
    }

    #[test]
    fn common_divisors_are_the_greatest(a in 0_u128..40, b in 0_u128..40) {
        let divides = |by: &u128| a.is_multiple_of(*by) && b.is_multiple_of(*by);
        let greatest = if a == 0 && b == 0 { 0 } else { (1..=40).rev().find(divides).expect("1 divides") };
        prop_assert_eq!(gcd(a, b), greatest);
    }
}

#[test]
fn sums_of_multiples() {
    let (x, y) = (IntVar(0), IntVar(1));
    let sum = Poly::linear([(y, 2), (x, -3), (y, 1)], 7).expect("small");
    assert_eq!(sum.terms(), [(vec![], 7), (vec![x], -3), (vec![y], 3)]);
    assert_eq!(Poly::linear([(x, 1), (x, -1)], 0), Some(Poly::zero()));
    assert_eq!(Poly::constant(0).terms(), []);
}

/// What leaves 128 bits, or has too high a degree, is not computed.
#[test]
fn what_is_too_large_is_nothing() {
    let x = Poly::var(IntVar(0));
    let power = |degree: usize| (1..degree).try_fold(x.clone(), |product, _| product.mul(&x));
    assert_eq!(power(8).map(|poly| poly.degree()), Some(8));
    assert_eq!(power(9), None);
    let huge = x.scale(i128::MAX).expect("it fits");
    assert_eq!(huge.add(&x), None);
    assert_eq!(huge.mul(&Poly::constant(2)), None);
    assert_eq!(huge.combine(&x, i128::MAX), None);
    assert_eq!(Poly::zero().combine(&huge, 2), None);
    assert_eq!(huge.eval(&|_| 2), None);
    assert_eq!(huge.add(&Poly::constant(1)).and_then(|poly| poly.eval(&|_| 1)), None);
    assert_eq!(huge.substitute(&|_| Some(Poly::constant(2))), None);
    assert_eq!(Poly::linear([(IntVar(0), i128::MAX), (IntVar(0), 1)], 0), None);
}
