//! Two steps as one, against one step after the other.

use its::system::{Location, Transition, chain, chain_all};
use proptest::prelude::*;

use crate::small::{CHOSEN, VARS, points, random_system, transition};

fn numbers(count: usize) -> impl Strategy<Value = Vec<i128>> {
    prop::collection::vec(-3_i128..=3, count)
}

proptest! {
    #[test]
    fn one_step_is_both(
        system in random_system(),
        first in transition(),
        second in transition(),
        before in numbers(VARS),
        chosen in numbers(2 * CHOSEN),
    ) {
        let second = Transition { from: first.to, ..second };
        let both = chain(&system, &first, &second).expect("they meet, and numbers are small");
        prop_assert_eq!((both.from, both.to, both.chosen.len()), (first.from, second.to, 2 * CHOSEN));
        let (own, others) = chosen.split_at(CHOSEN);
        let after = first.step(&before, own).and_then(|between| second.step(&between, others));
        prop_assert_eq!(both.step(&before, &chosen), after);
        // What the second adds is said once, and only if it says something.
        let added = &both.guard[first.guard.len()..];
        prop_assert_eq!(&both.guard[..first.guard.len()], &first.guard);
        prop_assert!(added.len() <= second.guard.len());
        for (at, atom) in added.iter().enumerate() {
            prop_assert!(atom.truth() != Some(true) && !both.guard[..first.guard.len() + at].contains(atom));
        }
    }

    #[test]
    fn only_steps_that_meet_are_chained(system in random_system(), first in transition(), second in transition()) {
        let second = Transition { from: Location(first.to.0 + 1), ..second };
        prop_assert_eq!(chain(&system, &first, &second), None);
    }
}

#[test]
fn a_path_is_all_of_its_steps() {
    let system = crate::rules::system("s(x) -> l(x + u); l(x) -> m(2*x) :|: x > u; m(x) -> l(x - 1) :|: x < 9");
    let path = chain_all(&system, &[0, 1, 2]).expect("small");
    for point in points(3, -4..=4) {
        let [x, u, v] = point.as_slice() else { panic!("three numbers") };
        let sum = x + u;
        let expected = (sum > *v && 2 * sum < 9).then(|| vec![2 * sum - 1]);
        assert_eq!(path.step(&[*x], &[*u, *v]), expected, "{point:?}");
    }
    assert_eq!(chain_all(&system, &[1]), Some(system.transitions[1].clone()));
    assert_eq!(chain_all(&system, &[]), None);
    assert_eq!(chain_all(&system, &[0, 2]), None);
}
