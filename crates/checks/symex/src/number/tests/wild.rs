//! Numbers at the ends of what can be computed with.

use engine::Budget;
use proptest::prelude::*;

use super::*;
use crate::number::prover::Prover;

fn a_wild_number() -> impl Strategy<Value = i128> {
    let ends = [1 << 119, (1 << 120) - 1, 1 << 120, (1 << 120) + 1, 1 << 126, i128::MAX, i128::MAX - 1];
    let far = proptest::sample::select(ends.into_iter().flat_map(|end| [end, -end, -end - 1]).collect::<Vec<_>>());
    prop_oneof![3 => Just(0), 4 => -2..=2_i128, 2 => far]
}

fn a_wild_form() -> impl Strategy<Value = Linear> {
    (proptest::collection::vec(a_wild_number(), COUNT), a_wild_number()).prop_map(|(numbers, k)| sum(&numbers, k))
}

fn a_wild_fact() -> impl Strategy<Value = Fact> {
    let relation =
        prop_oneof![2 => Just(Relation::AtLeastZero), 1 => Just(Relation::Zero), 1 => Just(Relation::NotZero)];
    (a_wild_form(), relation).prop_map(|(form, relation)| Fact { form, relation })
}

#[test]
fn facts_that_cannot_be_computed_with_are_kept_as_they_came() {
    let far = Fact::zero(sum(&[i128::MIN, 0, 1], 0));
    let mut knowledge = knowing([zero(&[1, -1], 0)]);
    assert!(knowledge.learn(far.clone()));
    assert_eq!(knowledge.facts().collect::<Vec<_>>(), [zero(&[1, -1], 0), far.clone()]);
    let mut prover = Prover::new(&Budget::new());
    assert!(prover.implies(&knowledge, &far));
    assert!(
        prover.implies(&knowledge, &Fact::zero(sum(&[0, i128::MIN, 1], 0))),
        "asked of the solver, with the equation"
    );
    assert!(!prover.implies(&knowledge, &Fact::zero(sum(&[0, 0, 1], 0))));
    assert!(!prover.is_contradictory(&knowledge) && prover.model(&knowledge).is_some());
}

proptest! {
    /// Nothing panics, and what is said holds wherever the numbers can be computed.
    #[test]
    fn wild_numbers(learnt in proptest::collection::vec(a_wild_fact(), 0..6), question in a_wild_fact(),
            values in proptest::collection::vec(proptest::collection::vec(a_wild_number(), COUNT), 20)) {
        let knowledge = knowing(learnt.clone());
        let mut prover = Prover::new(&Budget::new());
        let (implied, contradictory) = (prover.implies(&knowledge, &question), prover.is_contradictory(&knowledge));
        let projected = knowledge.project(&|var| var != Y);
        let written = serde_json::to_string(&knowledge).expect("knowledge is written");
        prop_assert_eq!(&serde_json::from_str::<Knowledge>(&written).expect("and read"), &knowledge);
        for point in values {
            let holds = |fact: &Fact| fact.holds(&|var| point[var.0 as usize]);
            let satisfies = learnt.iter().map(holds).collect::<Option<Vec<bool>>>();
            let Some(satisfies) = satisfies.map(|each| each.into_iter().all(|holds| holds)) else { continue };
            let stored: Vec<Option<bool>> = knowledge.facts().map(|fact| holds(&fact)).collect();
            if satisfies {
                prop_assert!(!stored.contains(&Some(false)) && !contradictory);
                prop_assert!(!(implied && holds(&question) == Some(false)));
                prop_assert!(projected.facts().all(|fact| holds(&fact) != Some(false)));
            } else {
                prop_assert!(stored.iter().any(|holds| *holds != Some(true)));
            }
        }
    }
}
