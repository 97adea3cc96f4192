//! Projection: what is left is implied.

use proptest::prelude::*;

use super::*;

fn projected(facts: impl IntoIterator<Item = Fact>, forget: Var) -> Vec<Fact> {
    knowing(facts).project(&|var| var != forget).facts().collect()
}

#[test]
fn solved_variables_go_with_their_equation() {
    assert_eq!(projected([zero(&[1, -1], 1), at_least_zero(&[0, 1], -3)], Y), [at_least_zero(&[1], -2)]);
    assert_eq!(projected([zero(&[1, -1], 1), at_least_zero(&[0, 1], -3)], X), [at_least_zero(&[0, 1], -3)]);
}

#[test]
fn an_equation_with_a_forgotten_variable_gives_another() {
    // z = x + y and w = x - y: without y, z + w = 2x.
    let facts = [zero(&[1, 1, -1], 0), zero(&[1, -1, 0, -1], 0), not_zero(&[0, 1], 0)];
    assert_eq!(projected(facts, Y), [zero(&[2, 0, -1, -1], 0), not_zero(&[1, 0, -1], 0)]);
}

#[test]
fn bounds_are_combined() {
    assert_eq!(
        projected([at_least_zero(&[1, -1], -1), at_least_zero(&[0, 1, -1], -1)], Y),
        [at_least_zero(&[1, 0, -1], -2)]
    );
    // 2y ≤ x and 3y ≥ z: 2z ≤ 3x.
    assert_eq!(
        projected([at_least_zero(&[1, -2], 0), at_least_zero(&[0, 3, -1], 0)], Y),
        [at_least_zero(&[3, 0, -2], 0)]
    );
}

#[test]
fn what_would_grow_too_much_is_dropped() {
    let lower = (0..9).map(|index| Fact::ge(&Linear::var(Var(100)), &Linear::var(Var(index))));
    let upper = (10..19).map(|index| Fact::le(&Linear::var(Var(100)), &Linear::var(Var(index))));
    let facts = lower.chain(upper).map(|fact| fact.expect("small"));
    assert_eq!(projected(facts, Var(100)), []);
}

#[test]
fn contradictions_stay() {
    assert_eq!(projected([Fact::never()], X), [Fact::never()]);
}

proptest! {
    #[test]
    fn projection_is_implied(learnt in some_facts(), keep in proptest::collection::vec(any::<bool>(), COUNT)) {
        let kept = |var: Var| keep[var.0 as usize];
        let projected = knowing(learnt.clone()).project(&kept);
        for fact in projected.facts() {
            prop_assert!(fact.form.vars().all(kept), "{:?}", fact);
        }
        for point in satisfying(&learnt) {
            for fact in projected.facts() {
                prop_assert!(holds(&fact, &point), "{:?} at {:?}", fact, point);
            }
        }
    }

    #[test]
    fn nothing_is_lost_when_all_is_kept(learnt in some_facts()) {
        let knowledge = knowing(learnt);
        let both = [knowledge.facts().collect::<Vec<_>>(), knowledge.project(&|_| true).facts().collect()];
        for point in points() {
            let both = both.each_ref().map(|facts| facts.iter().all(|fact| holds(fact, &point)));
            prop_assert_eq!(both[0], both[1]);
        }
    }
}
