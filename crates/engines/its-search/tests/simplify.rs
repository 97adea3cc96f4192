//! What is left of systems, every step of that is legal, and runs can be translated back.

mod random;
mod rules;

use engine::Budget;
use expect_test::{Expect, expect};
use its::certificate::{Leg, Proof, Stem, SystemAnswer};
use its::check::{Logic, check_endless, check_proof, check_simplifications};
use its::system::{IntVar, Location, System};
use its_search::prove::prove;
use its_search::simplify::{simplify, undo_stem};
use proptest::prelude::*;

use random::{generate, numbers::Numbers};
use rules::system;

fn shown(system: &System) -> String {
    let mut text = String::new();
    for step in &system.transitions {
        let name = |var: IntVar| system.var_name(step, var);
        let after: Vec<String> = step.update.iter().map(|poly| poly.show(&name).to_string()).collect();
        let guard: Vec<String> = step.guard.iter().map(|atom| atom.show(&name).to_string()).collect();
        let [from, to] = [step.from, step.to].map(|id| system.location_name(id));
        text += &format!("{from}({}) -> {to}({})", system.vars.join(", "), after.join(", "));
        text += &if guard.is_empty() { "\n".to_string() } else { format!(" if {}\n", guard.join(", ")) };
    }
    text
}

const COUNT_DOWN: &str = "s(x,y) -> l(x,y); l(x,y) -> m(x - 1,y) :|: x > 0; m(x,y) -> l(x,y + 1)";

/// Systems, and what is left of them.
#[test]
fn little_is_left_to_look_at() {
    let check = |rules: &str, expected: Expect| {
        let system = system(rules);
        let simplified = simplify(&system, &Budget::new());
        expected.assert_eq(&shown(simplified.system()));
        let proof = Proof { simplifications: simplified.into_log(), ..Proof::default() };
        let problem =
            check_proof(&system, &proof, &Budget::new()).expect_err("the rest of the proof is missing").to_string();
        assert!(!problem.starts_with("simplification"), "{problem}");
    };
    // Chained, and y is not needed any more.
    check(
        COUNT_DOWN,
        expect![[r#"
            s(x) -> l(x)
            l(x) -> l(x - 1) if x - 1 ≥ 0
        "#]],
    );
    // A choice that only decides which way is taken.
    check(
        "s(x,t) -> l(x,t); l(x,t) -> m(x,u) :|: x > 0; m(x,t) -> n(x,t) :|: t > 0; m(x,t) -> n(x,t) :|: t <= 0;
         n(x,t) -> l(x - 1,t)",
        expect![[r#"
            s(x) -> l(x)
            l(x) -> l(x - 1) if x - 1 ≥ 0
        "#]],
    );
    // Constants, and what they make impossible.
    check(
        "s(x,k) -> l(x,3); l(x,k) -> l(x - k,k) :|: x > 0 && k > 2; l(x,k) -> l(x + 1,k) :|: k < 0",
        expect![[r#"
            s(x) -> l(x)
            l(x) -> l(x - 3) if x - 1 ≥ 0
        "#]],
    );
    // A way that only the values close: what is said behind it must not be believed for lack of runs.
    check(
        "s(x,k) -> l(x,1); l(x,k) -> m(x,k) :|: k = 0; m(x,k) -> l(x,5); l(x,k) -> l(x - 1,k) :|: x > k",
        expect![[r#"
            s(x) -> l(x)
            l(x) -> l(x - 1) if x - 2 ≥ 0
        "#]],
    );
    // Copies.
    check(
        "s(x,y) -> l(x,x); l(x,y) -> l(x - 1,y - 1) :|: x > 0 && y > 0",
        expect![[r#"
            s(x) -> l(x)
            l(x) -> l(x - 1) if x - 1 ≥ 0
        "#]],
    );
    check("s(x) -> a(x); a(x) -> b(x) :|: x > 0; c(x) -> c(x)", expect![""]);
}

/// Runs that do not end, through everything that has to be undone.
#[test]
fn runs_are_translated_back() {
    for rules in [
        // Chaining, with values that each half chooses.
        "s(x,y) -> a(u,y); a(x,y) -> b(x + u,y) :|: u > 3; b(x,y) -> c(u,x) :|: u > x; c(x,y) -> b(x,y) :|: x > y",
        // A chosen value whose limit depends on a variable that is then not needed.
        "s(x,y) -> l(x,y); l(x,y) -> m(x,y + 1) :|: u > y; m(x,y) -> l(x,y) :|: v < y && x > 0",
        // Known values in the cycle.
        "s(x,k) -> l(x,3); l(x,k) -> m(x + k,k) :|: x > 0; m(x,k) -> l(x,k) :|: k > 2",
        // Bounds.
        "s(x,y) -> l(x,y) :|: y > 2; l(x,y) -> m(x + y,y) :|: x > 0; m(x,y) -> l(x,y) :|: x + y > 2",
        // Copies that do not stay in the system.
        "s(x,y,z) -> l(x,x,7); l(x,y,z) -> m(y + 1,x + 1,z) :|: x = y; m(x,y,z) -> l(x,y,z) :|: x = y && z > 0",
    ] {
        let system = system(rules);
        match prove(&system, &Budget::new()).expect("the solver starts") {
            SystemAnswer::RunsForever(endless) => {
                assert_eq!(check_endless(&system, &endless, &Budget::new()), Ok(()), "{rules}")
            }
            other => panic!("{other:?} for {rules}"),
        }
    }
}

/// What is left open is named by original transitions.
#[test]
fn open_cycles_are_original_ones() {
    let system = system(
        "s(x) -> l(x); l(x) -> l(u) :|: x > 1 && x = 2*u; l(x) -> m(3*x) :|: x > 1 && x = 2*u + 1; m(x) -> l(x + 1)",
    );
    let answer = prove(&system, &Budget::new()).expect("the solver starts");
    assert_eq!(answer, SystemAnswer::Maybe { open: vec![vec![1, 2, 3]], stopped: None });
}

/// A run of the system: at each step the first of the numbers picks the transition, the others are what it chooses.
fn run(system: &System, start: &[i128], picks: &[(usize, Vec<i128>)]) -> Stem {
    let mut stem = Stem { start: start[..system.vars.len()].to_vec(), legs: Vec::new() };
    let (mut location, mut values) = (system.start, stem.start.clone());
    for (pick, numbers) in picks {
        let possible = (0..system.transitions.len()).filter(|at| system.transitions[*at].from == location);
        let steps = possible.filter_map(|at| {
            let count = system.transitions[at].chosen.len();
            let chosen: Vec<i128> = numbers.iter().copied().cycle().take(count).collect();
            Some((at, system.transitions[at].step(&values, &chosen)?, chosen))
        });
        let steps: Vec<_> = steps.collect();
        let Some((at, after, chosen)) = steps.get(pick % steps.len().max(1)).cloned() else { break };
        stem.legs.push(Leg::Step((at, chosen)));
        (location, values) = (system.transitions[at].to, after);
    }
    stem
}

proptest! {
    /// Every step of the search is legal; and every run after it is one before it, with the same values.
    #[test]
    fn simplification_is_legal_and_undone(
        seed in any::<u64>(),
        // Also locations that the generator would not start from: they can have transitions into them.
        begin in 0..5_usize,
        start in prop::array::uniform4(-4_i128..=4),
        picks in prop::collection::vec((0..4_usize, prop::collection::vec(-3_i128..=3, 5)), 0..6),
    ) {
        let mut system = generate::system(&mut Numbers::new(seed));
        system.start = Location((begin % system.locations.len()) as u32);
        let simplified = simplify(&system, &Budget::new());
        let mut logic = Logic::for_check(&Budget::new()).expect("the solver starts");
        let again = check_simplifications(&system, simplified.log(), &mut logic, &Budget::new());
        prop_assert!(again.is_ok_and(|again| again.system() == simplified.system()));
        let found = run(simplified.system(), &start, &picks);
        let (location, values) = found.run(simplified.system()).expect("it was run");
        if let Some(original) = undo_stem(&simplified, &found) {
            let (place, all) = original.run(&system).expect("the same run");
            let same: Vec<i128> = simplified.vars().iter().map(|var| all[var.index()]).collect();
            prop_assert_eq!((simplified.place(place), same), (Some(location), values));
        } else {
            prop_assert!(values.iter().any(|value| value.unsigned_abs() > 1 << 60), "a run was lost");
        }
    }
}
