//! Sets that a cycle never leaves.

use engine::Budget;
use its::certificate::{Endless, Leg, Recurrence, Recurrent, Simplification, Stem};
use its::check::{check_endless, is_computable};
use its::system::{Atom, IntVar, Poly};

use crate::rules::system;
use crate::support::endless;
use crate::texts::{atoms, polynomial};

/// The cycle takes two steps, each of which chooses a value.
const RULES: &str =
    "s(x,y) -> l(x,y); l(x,y) -> m(x + u,y) :|: u > y; m(x,y) -> l(x,y + u) :|: u < x && x > 0; k(x,y) -> l(x,y)";

fn stem() -> Stem {
    Stem { start: vec![3, 1], legs: vec![Leg::Step((0, vec![]))] }
}

/// u is y + 1, and then 0.
fn good() -> Recurrent {
    let choices = ["y + 1", "0"].map(|text| polynomial("x,y", text)).to_vec();
    Recurrent { cycle: vec![1, 2], choices, set: atoms("x,y", "x > 0 && y > -1") }
}

#[test]
fn the_cycle_is_possible_and_stays_in_the_set() {
    let system = system(RULES);
    let why = |recurrent: Recurrent| endless(&system, &stem(), Recurrence::Cycle(recurrent));
    let choosing =
        |choices: [&str; 2]| Recurrent { choices: choices.map(|text| polynomial("x,y", text)).to_vec(), ..good() };
    let within = |set: &str| Recurrent { set: atoms("x,y", set), ..good() };
    assert_eq!(why(good()), "");
    assert_eq!(why(choosing(["y + 7", "x"])), "");
    assert_eq!(why(choosing(["y", "0"])), "the cycle may not be possible");
    assert_eq!(why(choosing(["y + 1", "x + y + 1"])), "the cycle may not be possible");
    assert_eq!(why(choosing(["y + 1", "0 - 1"])), "the cycle may leave the set");
    assert_eq!(why(within("x > 0 && y > -1 && y < 4")), "");
    assert_eq!(why(within("y > -1")), "the cycle may not be possible");
    assert_eq!(why(within("x > 0")), "the cycle may not be possible");
    assert_eq!(why(within("x > 0 && y > -1 && x < 4")), "the cycle may leave the set");
    assert_eq!(why(within("x > 3 && y > -1")), "the run does not end in the set");
    assert_eq!(why(within("x > 0 && y > 1")), "the run does not end in the set");
    assert_eq!(why(within("x > 0 && y = 1")), "");
    let unknown = Recurrent { set: vec![Atom::at_least_zero(Poly::var(IntVar(2)))], ..good() };
    assert_eq!(why(unknown), "the run does not end in the set");
    assert_eq!(why(Recurrent { cycle: vec![1], ..good() }), "the cycle does not come back");
    assert_eq!(why(Recurrent { cycle: vec![2, 1], ..good() }), "transition 2 does not continue the cycle");
    assert_eq!(why(Recurrent { cycle: vec![1, 1], ..good() }), "transition 1 does not continue the cycle");
    assert_eq!(why(Recurrent { cycle: vec![1, 2, 4], ..good() }), "there is no such transition");
    assert_eq!(why(Recurrent { cycle: vec![], ..good() }), "a way without a step leads nowhere");
    let missing = "values for the cycle's own variables are missing";
    assert_eq!(why(Recurrent { choices: good().choices[..1].to_vec(), ..good() }), missing);
    let mut strange = good();
    strange.choices[1] = Poly::var(IntVar(2));
    assert_eq!(why(strange), "transition 2 does not continue the cycle");
}

#[test]
fn the_run_into_the_set_is_taken() {
    let system = system(RULES);
    let why = |start: &[i128], legs: Vec<Leg>| {
        endless(&system, &Stem { start: start.to_vec(), legs }, Recurrence::Cycle(good()))
    };
    let there = Leg::Step((0, vec![]));
    assert_eq!(
        why(&[3, 1], vec![there.clone(), Leg::Repeat { steps: vec![(1, vec![2]), (2, vec![0])], times: 9 }]),
        ""
    );
    let impossible = "the run into the set is not possible";
    assert_eq!(why(&[3, 1], vec![there.clone(), Leg::Step((1, vec![1]))]), impossible);
    assert_eq!(why(&[3], vec![there.clone()]), impossible);
    assert_eq!(why(&[3, 1], vec![Leg::Step((3, vec![]))]), impossible);
    assert_eq!(why(&[0, 1], vec![there.clone()]), "the run does not end in the set");
    // In the middle of the cycle.
    assert_eq!(why(&[3, 1], vec![there, Leg::Step((1, vec![2]))]), "transition 1 does not continue the cycle");
    assert_eq!(why(&[3, 1], vec![]), "transition 1 does not continue the cycle");
    let mut broken = system.clone();
    broken.start = its::system::Location(9);
    assert_eq!(endless(&broken, &stem(), Recurrence::Cycle(good())), "the start is no location");
}

/// An argument about the simplified system counts where the simplification is right, and only there.
#[test]
fn arguments_may_be_about_what_is_left() {
    let system = system("s(x,y) -> l(x,2); l(x,y) -> l(x + y,y) :|: x > 0 && y > 1; k(x,y) -> l(x,y)");
    let l = its::system::Location(1);
    let why = |start: [i128; 2], legs: usize, log: Vec<Simplification>, cycle: usize, set: &str| {
        let stem = Stem { start: start.to_vec(), legs: vec![Leg::Step((0, vec![])); legs] };
        let names = if log.len() > 1 { "x" } else { "x,y" };
        let recurrent = Recurrent { cycle: vec![cycle], choices: vec![], set: atoms(names, set) };
        let run = Endless { simplifications: Some(log), ..Endless::new(stem, Recurrence::Cycle(recurrent)) };
        check_endless(&system, &run, &Budget::new()).err().map_or(String::new(), |refusal| refusal.to_string())
    };
    let known = |value: i128| Simplification::Equal { values: vec![(l, IntVar(1), Poly::constant(value))] };
    let unreachable = Simplification::Unreachable { transitions: vec![2] };
    let sliced = Simplification::Sliced { vars: vec![IntVar(1)] };
    assert_eq!(why([3, 0], 1, vec![unreachable.clone()], 1, "x > 0 && y > 1"), "");
    assert_eq!(why([3, 0], 1, vec![unreachable.clone(), known(2), sliced.clone()], 1, "x > 0"), "");
    assert_eq!(
        why([3, 0], 1, vec![unreachable.clone(), sliced], 1, "x > 0"),
        "simplification 2: a guard may depend on variable 1"
    );
    let keeps = "simplification 2: transition 0 may not keep what is said of `l`";
    assert_eq!(why([3, 0], 1, vec![unreachable, known(3)], 1, "x > 0"), keeps);
    let fact = Simplification::Strengthened { facts: vec![(l, atoms("x,y", "y = 2")[0].clone())] };
    assert_eq!(why([3, 0], 1, vec![fact.clone()], 1, "x > 0 && y = 2"), "");
    assert_eq!(why([3, 0], 1, vec![fact], 1, "x > 0 && y > 1"), "the cycle may not be possible");
    assert_eq!(why([3, 0], 1, vec![], 1, "x > 0"), "the cycle may not be possible");
}

#[test]
fn what_cannot_be_computed_is_known_before() {
    let system = system(RULES);
    assert!(is_computable(&system, &good()));
    assert!(!is_computable(&system, &Recurrent { cycle: vec![], ..good() }));
    assert!(!is_computable(&system, &Recurrent { cycle: vec![4], ..good() }));
    assert!(!is_computable(&system, &Recurrent { cycle: vec![1, 1], ..good() }));
    let huge = Poly::var(IntVar(0)).scale(i128::MAX).expect("it fits");
    assert!(!is_computable(&system, &Recurrent { choices: vec![huge.clone(), huge.clone()], ..good() }));
    let doubled = vec![Poly::var(IntVar(0)), Poly::zero()];
    assert!(!is_computable(&system, &Recurrent { choices: doubled, set: vec![Atom::zero(huge)], ..good() }));
}
