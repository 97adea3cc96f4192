//! Knowledge: what is learnt is kept, and nothing else.

use proptest::prelude::*;

use super::*;

fn facts(knowledge: &Knowledge) -> Vec<Fact> {
    knowledge.facts().collect()
}

#[test]
fn bounds_of_the_same_sum_are_one_fact() {
    let knowledge = knowing([at_least_zero(&[1, -1], -3), at_least_zero(&[1, -1], -5), at_least_zero(&[2, -2], -4)]);
    assert_eq!(facts(&knowledge), [at_least_zero(&[1, -1], -5)]);
}

#[test]
fn bounds_that_meet_are_an_equation() {
    let knowledge = knowing([at_least_zero(&[1, -1], -3), at_least_zero(&[-1, 1], 3)]);
    assert_eq!(facts(&knowledge), [zero(&[1, -1], -3)]);
    assert_eq!(knowledge.reduce(&sum(&[1, -1], 0)), Linear::constant(3));
    let knowledge = knowing([at_least_zero(&[1], -3), at_least_zero(&[-1], 3)]);
    assert_eq!(knowledge.reduce(&sum(&[2], 1)), Linear::constant(7));
}

#[test]
fn bounds_that_miss_are_a_contradiction() {
    let mut knowledge = knowing([at_least_zero(&[1, -1], -1)]);
    assert!(!knowledge.learn(at_least_zero(&[-1, 1], 0)));
    assert!(knowledge.is_contradictory_at_sight() && !knowledge.learn(Fact::always()));
    assert_eq!(facts(&knowledge), [Fact::never()]);
    assert_eq!(knowledge.bounds(&Linear::constant(0)), (None, None));
}

#[test]
fn equations_are_put_everywhere() {
    // y = x + 1; z = y + x; what was known of z is now of x.
    let knowledge = knowing([at_least_zero(&[0, 0, 1], -7), zero(&[1, -1], 1), zero(&[1, 1, -1], 0)]);
    assert_eq!(knowledge.reduce(&Linear::var(Z)), sum(&[2], 1));
    assert_eq!(knowledge.bounds(&Linear::var(X)), (Some(3), None));
    assert_eq!(knowledge.bounds(&sum(&[0, 0, 1], 0)), (Some(7), None));
}

#[test]
fn equations_that_need_division_are_kept_as_bounds() {
    let knowledge = knowing([zero(&[2, -3], 1)]);
    assert_eq!(facts(&knowledge), [at_least_zero(&[2, -3], 1), at_least_zero(&[-2, 3], -1)]);
    assert_eq!(knowledge.bounds(&sum(&[4, -6], 0)), (Some(-2), Some(-2)));
    assert!(!knowledge.clone().learn(not_zero(&[2, -3], 1)));
}

#[test]
fn what_is_not_zero_tightens_bounds_whichever_comes_first() {
    let (bound, apart) = (at_least_zero(&[1, -1], 0), not_zero(&[1, -1], 0));
    let expected = [at_least_zero(&[1, -1], -1)];
    assert_eq!(facts(&knowing([bound.clone(), apart.clone()])), expected);
    assert_eq!(facts(&knowing([apart.clone(), bound])), expected);
    // From above, and through ranges: x ≤ 5 ≤ y.
    assert_eq!(facts(&knowing([apart.clone(), at_least_zero(&[-1, 1], 0)])), [at_least_zero(&[-1, 1], -1)]);
    let ranges = [at_least_zero(&[-1], 5), at_least_zero(&[0, 1], -5)];
    for knowledge in
        [knowing(ranges.clone().into_iter().chain([apart.clone()])), knowing([apart].into_iter().chain(ranges))]
    {
        assert_eq!(knowledge.bounds(&sum(&[-1, 1], 0)), (Some(1), None));
    }
}

#[test]
fn excluded_ends_are_skipped_one_after_another() {
    let mut knowledge = knowing([not_zero(&[1], -1), not_zero(&[1], -2), not_zero(&[1], 0), not_zero(&[1], -9)]);
    assert!(knowledge.learn(at_least_zero(&[1], 0)));
    assert_eq!(knowledge.bounds(&Linear::var(X)), (Some(3), None));
    assert!(knowledge.learn(at_least_zero(&[-1], 9)));
    assert_eq!(knowledge.bounds(&Linear::var(X)), (Some(3), Some(8)));
    assert_eq!(facts(&knowledge), [at_least_zero(&[1], -3), at_least_zero(&[-1], 8)]);
    let mut boolean = knowing([at_least_zero(&[1], 0), at_least_zero(&[-1], 1), not_zero(&[1], 0)]);
    assert_eq!(boolean.reduce(&Linear::var(X)), Linear::constant(1));
    assert!(!boolean.learn(not_zero(&[1], -1)));
}

#[test]
fn ranges_are_followed_through_sums() {
    let knowledge =
        knowing([at_least_zero(&[1, -1], -1), at_least_zero(&[0, 1, -1], -1), at_least_zero(&[0, 0, 1], 0)]);
    assert_eq!(knowledge.bounds(&Linear::var(X)), (Some(2), None));
    let mut knowledge = knowledge;
    assert!(!knowledge.learn(at_least_zero(&[-1], 1)));
}

#[test]
fn following_ranges_comes_to_an_end() {
    // x > y + z and y > x + z cannot be, with z ≥ 0, but ranges would say so only after the last number.
    let facts = [at_least_zero(&[1, -1, -1], -1), at_least_zero(&[-1, 1, -1], -1), at_least_zero(&[0, 0, 1], 0)];
    let knowledge = knowing(facts.into_iter().chain([at_least_zero(&[1], 0), at_least_zero(&[-1], 1 << 64)]));
    assert!(!knowledge.is_contradictory_at_sight());
}

#[test]
fn clones_are_independent() {
    let one = knowing([at_least_zero(&[1], 0)]);
    let mut other = one.clone();
    assert!(other.learn(zero(&[1], -4)));
    assert_eq!((one.bounds(&Linear::var(X)), other.bounds(&Linear::var(X))), ((Some(0), None), (Some(4), Some(4))));
    assert_ne!(one, other);
}

#[test]
fn variables_are_renamed_in_all_facts() {
    let knowledge = knowing([zero(&[1, -1], 1), at_least_zero(&[0, 1], -3), not_zero(&[0, 0, 1], 0)]);
    let shifted = knowledge.rename(&|var| sum(&[0, 0, 0, 1], i128::from(var.0))).expect("small");
    // x + 1 = y becomes w + 1 = w + 1.
    assert_eq!(facts(&shifted), [at_least_zero(&[0, 0, 0, 1], -2)]);
    assert_eq!(knowledge.rename(&|_| Linear::constant(i128::MIN)), None);
    assert_eq!(knowledge.rename(&Linear::var), Some(knowledge));
}

proptest! {
    #[test]
    fn stored_as_learnt(learnt in some_facts(), form in a_form()) {
        let mut knowledge = Knowledge::new();
        let mut possible = true;
        for fact in &learnt {
            possible = knowledge.learn(fact.clone());
        }
        prop_assert_eq!(possible, !knowledge.is_contradictory_at_sight());
        let stored = facts(&knowledge);
        let again = facts(&knowing(stored.iter().rev().chain(&learnt).cloned()));
        for point in points() {
            let satisfies = learnt.iter().all(|fact| holds(fact, &point));
            prop_assert_eq!(satisfies, stored.iter().all(|fact| holds(fact, &point)), "{:?}", point);
            prop_assert_eq!(satisfies, again.iter().all(|fact| holds(fact, &point)), "{:?}", point);
            if satisfies {
                let value = |form: &Linear| form.eval(&|var| point[var.0 as usize]).expect("small");
                prop_assert_eq!(value(&knowledge.reduce(&form)), value(&form));
                let (low, high) = knowledge.bounds(&form);
                prop_assert!(low.is_none_or(|low| low <= value(&form)) && high.is_none_or(|high| value(&form) <= high));
            }
        }
    }

    #[test]
    fn names_are_exchanged(learnt in some_facts(), names in Just([3, 1, 0, 2]).prop_map(Vec::from).prop_shuffle()) {
        let of = |var: Var| Var(names[var.0 as usize]);
        let renamed = facts(&knowing(learnt.clone()).rename(&|var| Linear::var(of(var))).expect("small"));
        for point in points() {
            let image = |var: Var| point[of(var).0 as usize];
            let before = learnt.iter().all(|fact| fact.holds(&image) == Some(true));
            prop_assert_eq!(before, renamed.iter().all(|fact| holds(fact, &point)));
        }
    }

    #[test]
    fn renamed_facts_hold_where_they_should(learnt in some_facts(), by in a_form()) {
        let of = |var: Var| if var == X { by.clone() } else { Linear::var(var) };
        let renamed = knowing(learnt.clone()).rename(&of).expect("small");
        let renamed = facts(&renamed);
        for point in points() {
            let image = |var: Var| of(var).eval(&|var| point[var.0 as usize]).expect("small");
            let before = learnt.iter().all(|fact| fact.holds(&image) == Some(true));
            prop_assert_eq!(before, renamed.iter().all(|fact| holds(fact, &point)));
        }
    }
}
