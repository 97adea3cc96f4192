//! Invariants, transitions that are impossible, ranking functions and phases.

use engine::Budget;
use its::certificate::{Proof, ProofStep};
use its::check::{Refusal, check_proof};
use its::system::{Atom, IntVar, Poly};

use crate::support::About;

const IMPOSSIBLE_1: ProofStep = ProofStep::Impossible { transition: 1 };

#[test]
fn invariants_hold_at_the_start_and_are_kept() {
    let rules = "s(x,y) -> l(x,y) :|: y > 0; l(x,y) -> l(x - y,y) :|: x > 0; k(x,y) -> l(x,y)";
    let falls = |about: &About| about.ranked(&[1], &[("l", "x")], &[1]);
    let right = About::new(rules, &[("l", "y > 0")]);
    right.accepted(&[falls(&right)]);
    let without = About::new(rules, &[]);
    without.refused(&[falls(&without)], "step 1: the ranking function fails on transition 1");
    About::new(rules, &[("s", "y > 0")]).refused(&[], "the invariant does not hold at the start");
    About::new(rules, &[("l", "y > 1")]).refused(&[], "transition 0 does not keep the invariant");
    About::new(&rules.replace("x > 0", "x > 0 && y > 7"), &[("l", "y > 0 && x + y > 0")])
        .refused(&[], "transition 0 does not keep the invariant");
    let keeps = About::new(&rules.replace("l(x - y,y)", "l(x,y - 1)"), &[("l", "y > 0")]);
    keeps.refused(&[], "transition 1 does not keep the invariant");
    let unknown = Poly::linear([(IntVar(0), 1), (IntVar(2), 1)], 0).expect("small");
    let mut strange = Proof { invariants: vec![Vec::new(); 3], ..Proof::default() };
    strange.invariants[2].push(Atom::zero(unknown));
    let why = check_proof(&right.system, &strange, &Budget::new());
    let expected = "an invariant is about a variable that does not exist";
    assert_eq!(why, Err(Refusal::Wrong(expected.to_string())));
    // What no run reaches need not keep anything; what is claimed of a place without runs is not asked for.
    About::new(rules, &[("l", "y > 0"), ("k", "x > 3")]).accepted(&[falls(&right)]);
    let fewer = Proof { invariants: vec![Vec::new(); 2], ..Proof::default() };
    let why = check_proof(&right.system, &fewer, &Budget::new());
    assert_eq!(why, Err(Refusal::Wrong("not every location has an invariant".to_string())));
}

#[test]
fn systems_without_cycles_need_no_steps() {
    About::new("s(x) -> a(x); s(x) -> b(x); a(x) -> b(x); k(x) -> k(x)", &[]).accepted(&[]);
    About::new("s(x) -> a(x); a(x) -> s(x)", &[]).refused(&[], "transitions [0, 1] are left, and they have a cycle");
    let mut broken = crate::rules::system("s(x) -> a(x)");
    broken.start = its::system::Location(7);
    let why = check_proof(&broken, &Proof::default(), &Budget::new());
    assert_eq!(why, Err(Refusal::Wrong("the start is no location".to_string())));
}

#[test]
fn what_is_impossible_leads_nowhere() {
    let rules = "s(x) -> l(x); l(x) -> m(x) :|: x > 0; m(x) -> m(x + 1); l(x) -> m(x) :|: x > 9";
    // By its guard and by what holds there; a transition that only it leads to is gone with it.
    let never = rules.replace("; l(x) -> m(x) :|: x > 9", "").replace("s(x) -> l(x)", "s(x) -> l(0)");
    let about = About::new(&never, &[("l", "x = 0")]);
    about.accepted(&[IMPOSSIBLE_1]);
    about.refused(&[], "transitions [2] are left, and they have a cycle");
    about.refused(&[ProofStep::Impossible { transition: 2 }], "step 1: transition 2 may be possible");
    about.refused(&[ProofStep::Impossible { transition: 3 }], "step 1: there is no such transition");
    About::new(&never, &[]).refused(&[IMPOSSIBLE_1], "step 1: transition 1 may be possible");
    // There is another way.
    let two = rules.replace("x > 9", "x > -9").replace("s(x) -> l(x)", "s(x) -> l(0)");
    let about = About::new(&two, &[("l", "x = 0")]);
    about.refused(&[IMPOSSIBLE_1], "transitions [3] are left, and they have a cycle");
    // Both ways are impossible, one after the other.
    let about = About::new(&rules.replace("s(x) -> l(x)", "s(x) -> l(0)"), &[("l", "x = 0")]);
    about.accepted(&[IMPOSSIBLE_1, ProofStep::Impossible { transition: 2 }]);
    about.refused(&[IMPOSSIBLE_1], "transitions [3] are left, and they have a cycle");
    // A case that is impossible says nothing of the other cases.
    let about =
        About::new("s(x) -> l(x) :|: x > 0; l(x) -> m(x) :|: x > -5; m(x) -> l(x)", &[("l", "x > 0"), ("m", "x > 0")]);
    let cases = ["x > 0", "x < 1"].map(|text| crate::texts::atoms("x", text)).to_vec();
    let split = ProofStep::Cases { transition: 1, cases };
    let impossible = ProofStep::Impossible { transition: 4 };
    about.refused(&[split.clone(), impossible], "transitions [2, 3] are left, and they have a cycle");
    about.refused(&[split, ProofStep::Impossible { transition: 3 }], "step 2: transition 3 may be possible");
}

#[test]
fn ranking_functions_fall_and_are_bounded() {
    let rules = "s(x,y) -> l(x,y); l(x,y) -> l(x - 1,y - 1); l(x,y) -> m(x,y) :|: x > y; m(x,y) -> l(x,y + 1)";
    let about = About::new(rules, &[]);
    let right = [("l", "2*x - 2*y + 1"), ("m", "2*x - 2*y")];
    let rest = about.ranked(&[1], &[("l", "x")], &[1]);
    // It falls where the guard says that it is positive; then one transition is left that can be taken for ever.
    let falls = about.ranked(&[1, 2, 3], &right, &[2]);
    about.refused(std::slice::from_ref(&falls), "transitions [1] are left, and they have a cycle");
    about.refused(&[falls.clone(), rest], "step 2: the ranking function fails on transition 1");
    about.refused(&[about.ranked(&[1, 2, 3], &right, &[2, 3])], "step 1: the ranking function fails on transition 3");
    about.refused(&[about.ranked(&[1, 2, 3], &right, &[1])], "step 1: the ranking function fails on transition 1");
    let part = "step 1: what decreases is not part of the component";
    about.refused(&[about.ranked(&[1, 2, 3], &right, &[])], part);
    about.refused(&[about.ranked(&[1, 2, 3], &right, &[2, 0])], part);
    for wrong in [vec![1, 2], vec![2, 1, 3], vec![0, 1, 2, 3], vec![], vec![9]] {
        let why = format!("step 1: transitions {wrong:?} are no component of what is left");
        about.refused(&[about.ranked(&wrong, &right, &[2])], &why);
    }
    about.refused(&[falls.clone(), falls], "step 2: transitions [1, 2, 3] are no component of what is left");
    about.refused(
        &[about.ranked(&[1, 2, 3], &right[..1], &[2])],
        "step 1: the ranking function says nothing about transition 2",
    );
    let rising = [("l", "2*x - 2*y"), ("m", "2*x - 2*y + 1")];
    about.refused(&[about.ranked(&[1, 2, 3], &rising, &[2])], "step 1: the ranking function fails on transition 2");
}

#[test]
fn ranking_functions_are_about_states() {
    let about = About::new("s(x) -> l(x); l(x) -> l(x - u) :|: x > 0 && u > 0", &[]);
    about.accepted(&[about.ranked(&[1], &[("l", "x")], &[1])]);
    about.refused(&[about.ranked(&[1], &[("l", "0 - x")], &[1])], "step 1: the ranking function fails on transition 1");
    let unknown =
        its::certificate::Ranking { of: vec![(about.at("l"), its::system::Poly::var(its::system::IntVar(1)))] };
    let step = ProofStep::Ranked { component: vec![1], ranking: unknown, decreasing: vec![1] };
    about.refused(&[step], "step 1: the ranking function says nothing about transition 1");
}

#[test]
fn phases_come_one_after_the_other() {
    let about =
        About::new("s(x,y) -> l(x,y); l(x,y) -> l(x + y,y - 1) :|: x > -1; l(x,y) -> l(x + 1,y) :|: x < -9", &[]);
    let phases = |functions: &[&str]| ProofStep::Phases {
        component: vec![1],
        functions: functions.iter().map(|text| about.ranking(&[("l", text)])).collect(),
    };
    // The component has a second transition, which goes first.
    let first = about.ranked(&[1, 2], &[("l", "0")], &[2]);
    about.refused(&[first], "step 1: the ranking function fails on transition 2");
    let about = About::new("s(x,y) -> l(x,y); l(x,y) -> l(x + y,y - 1) :|: x > -1", &[]);
    about.accepted(&[phases(&["y + 1", "x"])]);
    about.accepted(&[phases(&["y + 1", "x"])]);
    let fails = "step 1: the functions of the phases fail on transition 1";
    about.refused(&[phases(&["y", "x"])], fails);
    about.refused(&[phases(&["x"])], fails);
    about.refused(&[phases(&["y + 1"])], fails);
    about.refused(&[phases(&["x", "y + 1"])], fails);
    about.refused(&[phases(&["0 - y", "x"])], fails);
    about.refused(&[phases(&["y + 1", "x - 1"])], fails);
    about.refused(&[phases(&[])], "step 1: the functions say nothing about transition 1");
    let wrong = ProofStep::Phases { component: vec![0, 1], functions: Vec::new() };
    about.refused(&[wrong], "step 1: transitions [0, 1] are no component of what is left");
    // All of the component goes, and nothing else.
    let two =
        About::new("s(x,y) -> l(x,y); l(x,y) -> l(x + y,y - 1) :|: x > -1; l(x,y) -> m(x,y); m(x,y) -> m(x,y)", &[]);
    two.refused(&[phases(&["y + 1", "x"])], "transitions [3] are left, and they have a cycle");
}
