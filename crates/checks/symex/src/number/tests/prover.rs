//! Questions, against all points of a box.

use std::cell::RefCell;

use engine::{Budget, Limit};
use proptest::prelude::*;

use super::*;
use crate::number::prover::{Counts, Prover};

/// Whether the facts imply the last one, and whether the solver was needed.
fn implied(facts: impl IntoIterator<Item = Fact>, fact: Fact) -> (bool, bool) {
    let mut prover = Prover::new(&Budget::new());
    let answer = prover.implies(&knowing(facts), &fact);
    (answer, prover.counts().asked_solver > 0)
}

const CHEAPLY_YES: (bool, bool) = (true, false);
const CHEAPLY_NO: (bool, bool) = (false, false);

#[test]
fn looked_up() {
    let facts = || [at_least_zero(&[1, -1], -3), at_least_zero(&[0, 0, 1], -2), not_zero(&[1, 0, 1], -1)];
    assert_eq!(implied(facts(), at_least_zero(&[2, -2], -6)), CHEAPLY_YES);
    assert_eq!(implied(facts(), at_least_zero(&[2, -2], -5)), CHEAPLY_YES);
    assert_eq!(implied(facts(), at_least_zero(&[0, 0, 3], -6)), CHEAPLY_YES);
    assert_eq!(implied(facts(), not_zero(&[-1, 0, -1], 1)), CHEAPLY_YES);
    assert_eq!(implied(facts(), not_zero(&[0, 0, 1], -1)), CHEAPLY_YES);
    assert_eq!(implied(facts(), not_zero(&[2, -2], -1)), CHEAPLY_YES);
    assert_eq!(implied([zero(&[1, -1], 0), zero(&[0, 1, -1], 0)], zero(&[1, 0, -1], 0)), CHEAPLY_YES);
    assert_eq!(implied([Fact::never()], Fact::never()), CHEAPLY_YES);
    assert_eq!(implied(facts(), Fact::never()), CHEAPLY_NO);
}

#[test]
fn ranges_of_independent_variables_are_exact() {
    let facts = || [at_least_zero(&[1], 0), at_least_zero(&[0, -1], 5)];
    assert_eq!(implied(facts(), at_least_zero(&[1], -1)), CHEAPLY_NO);
    assert_eq!(implied(facts(), at_least_zero(&[1, -1], 5)), CHEAPLY_YES);
    assert_eq!(implied(facts(), at_least_zero(&[1, -1], 4)), CHEAPLY_NO);
    assert_eq!(implied(facts(), zero(&[1, -1], 4)), CHEAPLY_NO);
    assert_eq!(implied(facts(), not_zero(&[1], -4)), CHEAPLY_NO);
}

#[test]
fn differences_are_decided() {
    // 3 ≤ x ≤ 12, 0 ≤ y ≤ 9, 0 ≤ z ≤ 8, z ≤ y < x
    let facts = || {
        [
            at_least_zero(&[1], -3),
            at_least_zero(&[-1], 12),
            at_least_zero(&[0, 1], 0),
            at_least_zero(&[0, -1], 9),
            at_least_zero(&[0, 0, 1], 0),
            at_least_zero(&[0, 0, -1], 8),
            at_least_zero(&[1, -1], -1),
            at_least_zero(&[0, 1, -1], 0),
        ]
    };
    assert_eq!(implied(facts(), at_least_zero(&[1, -1], -2)), CHEAPLY_NO);
    assert_eq!(implied(facts(), at_least_zero(&[0, -1, 1], 8)), CHEAPLY_NO);
    assert_eq!(implied(facts(), at_least_zero(&[0, -1, 1], 9)), CHEAPLY_YES);
    assert_eq!(implied(facts(), zero(&[0, -1, 1], 3)), CHEAPLY_NO);
    assert_eq!(implied(facts(), not_zero(&[0, -1, 1], 3)), CHEAPLY_NO);
}

#[test]
fn ends_of_ranges_are_counterexamples() {
    // 0 ≤ x < y < z ≤ 10
    let facts = || {
        [
            at_least_zero(&[1], 0),
            at_least_zero(&[-1, 1], -1),
            at_least_zero(&[0, -1, 1], -1),
            at_least_zero(&[0, 0, -1], 10),
        ]
    };
    assert_eq!(implied(facts(), at_least_zero(&[0, 1], -2)), CHEAPLY_NO);
    assert_eq!(implied(facts(), at_least_zero(&[0, -1], 8)), CHEAPLY_NO);
    assert_eq!(implied(facts(), at_least_zero(&[-1, 0, 1], -3)), CHEAPLY_NO);
    let mut prover = Prover::new(&Budget::new());
    assert!(!prover.is_contradictory(&knowing(facts())));
    assert_eq!(prover.counts(), Counts { questions: 1, answered_cheaply: 1, ..Counts::default() });
}

#[test]
fn facts_are_combined() {
    let path = || [at_least_zero(&[1, -1], 0), at_least_zero(&[0, 1, -1], -1), at_least_zero(&[0, 0, 1, -1], -1)];
    assert_eq!(implied(path(), at_least_zero(&[1, 0, 0, -1], -2)), CHEAPLY_YES);
    assert_eq!(implied(path(), not_zero(&[1, 0, 0, -1], 0)), CHEAPLY_YES);
    // x ≥ 2y and y ≥ z and z ≥ 3: x ≥ 6.
    let facts = [at_least_zero(&[1, -2], 0), at_least_zero(&[0, 1, -1], 0), at_least_zero(&[0, 0, 1], -3)];
    assert_eq!(implied(facts, at_least_zero(&[1, 0, 0], -6)), CHEAPLY_YES);
    // 2x ≥ y + z, y ≥ 5 - z: 2x ≥ 5, so x ≥ 3.
    let facts = || [at_least_zero(&[2, -1, -1], 0), at_least_zero(&[0, 1, 1], -5)];
    assert_eq!(implied(facts(), at_least_zero(&[1], -3)), CHEAPLY_YES);
    assert_eq!(implied(facts(), at_least_zero(&[1], -4)), (false, true));
}

#[test]
fn the_solver_answers_the_rest() {
    assert_eq!(implied(odd_number(), not_zero(&[0, 1], -4)), (true, true));
    assert_eq!(implied(odd_number(), not_zero(&[0, 1], -5)), (false, true));
}

/// 2x + 1 = 3y, so y is odd; from 0 to 10.
fn odd_number() -> [Fact; 3] {
    [zero(&[2, -3], 1), at_least_zero(&[0, 1], 0), at_least_zero(&[0, -1], 10)]
}

#[test]
fn answers_and_counterexamples_are_remembered() {
    let mut prover = Prover::new(&Budget::new());
    let knowledge = knowing([at_least_zero(&[2, -1, -1], 0), at_least_zero(&[0, 1, 1], -5), not_zero(&[1, 0, -1], 0)]);
    assert!(!prover.implies(&knowledge, &at_least_zero(&[1], -4)));
    assert!(!prover.implies(&knowledge, &at_least_zero(&[1], -4)));
    assert_eq!(prover.counts(), Counts { questions: 2, answered_cheaply: 1, answered_by_cache: 0, asked_solver: 1 });
    let odd = knowing(odd_number());
    assert!(prover.implies(&odd, &not_zero(&[0, 1], -4)) && prover.implies(&odd, &not_zero(&[0, -2], 8)));
    assert_eq!(prover.counts(), Counts { questions: 4, answered_cheaply: 1, answered_by_cache: 1, asked_solver: 2 });
}

#[test]
fn contradictions_of_several_facts() {
    let mut prover = Prover::new(&Budget::new());
    let cycle = knowing([at_least_zero(&[1, -1], -1), at_least_zero(&[0, 1, -1], 0), at_least_zero(&[-1, 0, 1], 0)]);
    assert!(!cycle.is_contradictory_at_sight() && prover.is_contradictory(&cycle));
    assert_eq!(prover.counts().asked_solver, 0);
    let parity = knowing([zero(&[2, -3], 1), at_least_zero(&[0, 1], -2), at_least_zero(&[0, -1], 2)]);
    assert!(prover.is_contradictory(&parity));
    let fine = knowing([at_least_zero(&[1, -1], -1), at_least_zero(&[0, 1, -1], 0)]);
    assert!(!prover.is_contradictory(&fine) && !prover.is_contradictory(&Knowledge::new()));
}

#[test]
fn models_give_every_variable_a_value() {
    let mut prover = Prover::new(&Budget::new());
    let learnt = [zero(&[1, -1], -3), at_least_zero(&[1, 0, -2], 0), not_zero(&[0, 0, 1], 0)];
    let model = prover.model(&knowing(learnt.clone())).expect("there is one");
    assert_eq!(model.iter().map(|(var, _)| *var).collect::<Vec<_>>(), [X, Y, Z]);
    assert!(learnt.iter().all(|fact| fact.holds(&|var| model[var.0 as usize].1) == Some(true)));
    assert_eq!(prover.model(&knowing([Fact::never()])), None);
    assert_eq!(prover.model(&Knowledge::new()), Some(Vec::new()));
}

#[test]
fn nothing_is_asked_when_the_budget_is_over() {
    let budget = Budget::new();
    let mut prover = Prover::new(&budget);
    let (odd, four) = (knowing(odd_number()), not_zero(&[0, 1], -4));
    assert!(!prover.implies(&odd, &not_zero(&[0, 1], -5)) && prover.model(&odd).is_some());
    budget.stop(Limit::Time);
    assert!(!prover.implies(&odd, &four) && prover.model(&odd).is_none());
    assert!(Prover::new(&Budget::new()).implies(&odd, &four));
}

thread_local! {
    /// One for all random systems: what it remembers of others must not mislead it.
    static PROVER: RefCell<Prover> = RefCell::new(Prover::new(&Budget::new()));
}

fn with_prover<R>(ask: impl FnOnce(&mut Prover) -> R) -> R {
    PROVER.with(|prover| ask(&mut prover.borrow_mut()))
}

fn implies(knowledge: &Knowledge, fact: &Fact) -> bool {
    with_prover(|prover| prover.implies(knowledge, fact))
}

fn is_contradictory(knowledge: &Knowledge) -> bool {
    with_prover(|prover| prover.is_contradictory(knowledge))
}

proptest! {
    #[test]
    fn yes_is_right(learnt in some_facts(), questions in proptest::collection::vec(a_fact(), 6)) {
        let knowledge = knowing(learnt.clone());
        let points = satisfying(&learnt);
        for question in questions {
            if implies(&knowledge, &question) {
                for point in &points {
                    prop_assert!(holds(&question, point), "{:?} does not give {:?} at {:?}", knowledge, question, point);
                }
            }
        }
    }

    /// In a box the solver decides everything, so "no" is right too, and what is cheap must agree with it.
    #[test]
    fn no_is_right_in_a_box(learnt in some_facts(), questions in proptest::collection::vec(a_fact(), 6)) {
        let learnt: Vec<Fact> = in_the_box().into_iter().chain(learnt).collect();
        let knowledge = knowing(learnt.clone());
        let points = satisfying(&learnt);
        prop_assert_eq!(is_contradictory(&knowledge), points.is_empty());
        prop_assert_eq!(with_prover(|prover| prover.model(&knowledge).is_some()), !points.is_empty());
        if !points.is_empty() {
            for question in questions {
                let truth = points.iter().all(|point| holds(&question, point));
                prop_assert_eq!(implies(&knowledge, &question), truth, "{:?} gives {:?}", knowledge, question);
            }
        }
    }

    #[test]
    fn contradictions_have_no_points(learnt in proptest::collection::vec(a_fact(), 3..12)) {
        let knowledge = knowing(learnt.clone());
        if knowledge.is_contradictory_at_sight() || is_contradictory(&knowledge) {
            prop_assert_eq!(satisfying(&learnt), Vec::<Point>::new());
        }
    }
}
