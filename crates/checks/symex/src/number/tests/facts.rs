//! Facts: their truth, negation and normal form.

use proptest::prelude::*;

use super::*;

#[test]
fn facts_are_tightened() {
    assert_eq!(at_least_zero(&[2], -1).normal(), at_least_zero(&[1], -1));
    assert_eq!(at_least_zero(&[-2, 4], 3).normal(), at_least_zero(&[-1, 2], 1));
    assert_eq!(zero(&[-2, 4], 6).normal(), zero(&[1, -2], -3));
    assert_eq!(zero(&[2, 4], 1).normal(), Fact::never());
    assert_eq!(not_zero(&[2, 4], 1).normal(), Fact::always());
    assert_eq!((Fact::never().truth(), Fact::always().truth()), (Some(false), Some(true)));
    assert_eq!((at_least_zero(&[], 0).normal(), at_least_zero(&[], -1).normal()), (Fact::always(), Fact::never()));
}

#[test]
fn comparisons() {
    let (a, b) = (Linear::var(X), Linear::var(Y));
    assert_eq!(
        (Fact::ge(&a, &b), Fact::gt(&a, &b)),
        (Some(at_least_zero(&[1, -1], 0)), Some(at_least_zero(&[1, -1], -1)))
    );
    assert_eq!(
        (Fact::le(&a, &b), Fact::lt(&a, &b)),
        (Some(at_least_zero(&[-1, 1], 0)), Some(at_least_zero(&[-1, 1], -1)))
    );
    assert_eq!((Fact::eq(&a, &b), Fact::ne(&a, &b)), (Some(zero(&[1, -1], 0)), Some(not_zero(&[1, -1], 0))));
    assert_eq!(Fact::gt(&Linear::constant(i128::MIN), &a), None);
}

proptest! {
    #[test]
    fn normal_facts_hold_where_they_did(fact in a_fact(), number in 0..6561_usize) {
        let point = points().nth(number).expect("a point of the box");
        let normal = fact.normal();
        prop_assert_eq!(holds(&normal, &point), holds(&fact, &point));
        prop_assert_eq!(normal.normal(), normal);
        prop_assert_eq!(holds(&fact.negated().expect("small"), &point), !holds(&fact, &point));
        if let Some(truth) = fact.truth() {
            prop_assert_eq!(truth, holds(&fact, &point));
        }
    }
}
