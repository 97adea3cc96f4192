//! Systems that fit together, and what a step of one does.

use its::certificate::{Leg, Stem};
use its::system::{Atom, IntVar, Location, Poly, System, after, during};
use proptest::prelude::*;

use crate::rules::system;
use crate::small::{CHOSEN, VARS, poly, transition};
use crate::texts::atoms;

proptest! {
    #[test]
    fn a_step_needs_its_guard_and_gives_its_values(
        step in transition(),
        about in poly(VARS as u32),
        before in prop::collection::vec(-3_i128..=3, VARS),
        chosen in prop::collection::vec(-3_i128..=3, CHOSEN),
        system in crate::small::random_system(),
    ) {
        let all = [before.clone(), chosen.clone()].concat();
        let value = |poly: &Poly| poly.eval(&|var: IntVar| all[var.index()]).expect("small");
        let possible = step.guard.iter().all(|atom| atom.holds(&|var: IntVar| all[var.index()]) == Some(true));
        let expected = possible.then(|| step.update.iter().map(value).collect::<Vec<i128>>());
        let found = step.step(&before, &chosen);
        prop_assert_eq!(&found, &expected);
        let linear = step.guard.iter().map(|atom| &atom.poly).chain(&step.update).all(|poly| poly.degree() < 2);
        prop_assert_eq!(step.is_linear(), linear);
        // What is said of the values after the step is said of those before it.
        let earlier = after(&system, &step, &about).expect("small");
        if let Some(found) = found {
            prop_assert_eq!(Some(value(&earlier)), about.eval(&|var: IntVar| found[var.index()]));
        }
        let more = vec![Atom::zero(about)];
        prop_assert_eq!(during(&step, &more), [step.guard.clone(), more].concat());
    }
}

const RULES: &str = "s(x,y) -> l(x,u) :|: u > x; l(x,y) -> l(x,y)";

#[test]
fn what_does_not_fit_is_named() {
    let check = |change: &dyn Fn(&mut System)| {
        let mut system = system(RULES);
        change(&mut system);
        system.check().err().unwrap_or_default()
    };
    let unknown = |number: u32| Poly::var(IntVar(number));
    assert_eq!(check(&|_| {}), "");
    assert_eq!(check(&|system| system.start = Location(2)), "the start is no location");
    let fits = "does not fit the system";
    assert_eq!(check(&|system| system.transitions[0].from = Location(2)), format!("transition 0 {fits}"));
    assert_eq!(check(&|system| system.transitions[1].to = Location(2)), format!("transition 1 {fits}"));
    assert_eq!(check(&|system| drop(system.transitions[1].update.pop())), format!("transition 1 {fits}"));
    assert_eq!(check(&|system| system.transitions[1].update.push(Poly::zero())), format!("transition 1 {fits}"));
    // The first transition chooses a value, and the second one does not.
    assert_eq!(check(&|system| system.transitions[0].update[0] = unknown(2)), "");
    assert_eq!(check(&|system| system.transitions[0].update[0] = unknown(3)), format!("transition 0 {fits}"));
    assert_eq!(check(&|system| system.transitions[1].update[1] = unknown(2)), format!("transition 1 {fits}"));
    let guarded =
        |at: usize, number: u32| check(&|system| system.transitions[at].guard.push(Atom::zero(unknown(number))));
    assert_eq!(guarded(0, 2), "");
    assert_eq!(guarded(0, 3), "the guard of transition 0 has an unknown variable");
    assert_eq!(guarded(1, 2), "the guard of transition 1 has an unknown variable");
}

#[test]
fn places_and_variables_have_names() {
    let system = system(RULES);
    assert_eq!([0, 1].map(|at| system.location_name(Location(at))), ["s", "l"]);
    let step = &system.transitions[0];
    assert_eq!([0, 1, 2].map(|var| system.var_name(step, IntVar(var))), ["x", "y", "u"]);
    assert_eq!(step.guard, atoms("x,y,u", "u > x"));
}

/// Each part of a run is taken as it says, or the run is none.
#[test]
fn runs_are_taken_step_by_step() {
    let system = system("s(x) -> l(x); l(x) -> m(x + u) :|: x < 9; m(x) -> l(x + 1)");
    let there = Leg::Step((0, vec![]));
    let step = |by: i128| (1, vec![by]);
    let round = |by: i128, times: u64| Leg::Repeat { steps: vec![step(by), (2, vec![])], times };
    let run = |legs: &[Leg]| Stem { start: vec![3], legs: legs.to_vec() }.run(&system);
    let at = |location: u32, x: i128| Some((Location(location), vec![x]));
    assert_eq!(run(&[]), at(0, 3));
    assert_eq!(run(std::slice::from_ref(&there)), at(1, 3));
    assert_eq!(run(&[there.clone(), Leg::Step(step(4))]), at(2, 7));
    assert_eq!(run(&[there.clone(), round(1, 2)]), at(1, 7));
    assert_eq!(run(&[there.clone(), round(1, 3)]), at(1, 9));
    assert_eq!(run(&[there.clone(), round(1, 4)]), None, "9 is not below 9");
    assert_eq!(run(&[there.clone(), round(1, 0)]), at(1, 3));
    assert_eq!(run(&[there.clone(), Leg::Repeat { steps: vec![], times: u64::MAX }]), at(1, 3));
    for wrong in [
        Leg::Step((0, vec![])),
        Leg::Step((2, vec![])),
        Leg::Step((3, vec![])),
        Leg::Step((1, vec![])),
        Leg::Step((1, vec![1, 2])),
        Leg::Repeat { steps: vec![step(0)], times: 2 },
    ] {
        assert_eq!(run(&[there.clone(), wrong.clone()]), None, "{wrong:?}");
    }
    for start in [vec![], vec![3, 4]] {
        assert_eq!(Stem { start, legs: vec![] }.run(&system), None);
    }
    // What a run may take at most is counted over all its parts.
    let (mut exact, mut less) = (5, 4);
    let from = || (Location(1), vec![-5]);
    assert_eq!(round(-1, 2).run(&system, from(), &mut exact), at(1, -5));
    assert_eq!(Leg::Step(step(0)).run(&system, from(), &mut exact), at(2, -5));
    assert_eq!(exact, 0);
    assert_eq!(Leg::Step(step(0)).run(&system, from(), &mut exact), None);
    assert_eq!(round(-1, 3).run(&system, from(), &mut less), None);
    assert_eq!(run(&[there.clone(), round(-1, 1 << 20)]), None);
    assert_eq!(run(&[there, round(-1, u64::MAX)]), None);
}
