//! Each kind of simplification does what one expects, is rejected where it is not legal, and can be undone for runs.

mod rules;

use engine::Budget;
use expect_test::{Expect, expect};
use its::{
    Atom, IntVar, Location, Poly, Proof, Simplification, Simplified, System, SystemAnswer, check, check_endless, prove,
    simplify,
};

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

/// The step must be legal, and give this system. Transitions are numbered in the order of locations, simple ones first.
fn check_step(rules: &str, step: Simplification, expected: Expect) {
    let system = system(rules);
    let mut simplified = Simplified::new(&system);
    assert!(legal(&system, &step), "{step:?}");
    simplified.apply(step).expect("the step fits");
    expected.assert_eq(&shown(simplified.system()));
}

/// Whether `check` believes the step. What it says about the rest of the proof, of which there is none, does not count.
fn legal(system: &System, step: &Simplification) -> bool {
    let proof = Proof {
        simplifications: vec![step.clone()],
        invariants: vec![Vec::new(); system.locations.len()],
        steps: Vec::new(),
    };
    match check(system, &proof) {
        Ok(()) => true,
        Err(what) => !what.starts_with("simplification"),
    }
}

fn reject(rules: &str, step: Simplification) {
    assert!(!legal(&system(rules), &step), "{step:?} is legal for {rules}");
}

fn location(system: &System, name: &str) -> Location {
    let at = system.locations.iter().position(|known| known == name).expect("a location");
    Location(u32::try_from(at).expect("few"))
}

fn x() -> Poly {
    Poly::var(IntVar(0))
}

fn y() -> Poly {
    Poly::var(IntVar(1))
}

const COUNT_DOWN: &str = "s(x,y) -> l(x,y); l(x,y) -> m(x - 1,y) :|: x > 0; m(x,y) -> l(x,y + 1)";

#[test]
fn a_location_is_chained_away() {
    let at = |name| location(&system(COUNT_DOWN), name);
    check_step(
        COUNT_DOWN,
        Simplification::Chained { location: at("m") },
        expect![[r#"
            s(x, y) -> l(x, y)
            l(x, y) -> l(x - 1, y + 1) if x - 1 ≥ 0
        "#]],
    );
    reject(COUNT_DOWN, Simplification::Chained { location: at("s") });
    reject(COUNT_DOWN, Simplification::Chained { location: Location(9) });
    let looped = "s(x) -> l(x); l(x) -> l(x - 1) :|: x > 0";
    reject(looped, Simplification::Chained { location: location(&system(looped), "l") });
}

#[test]
fn pairs_that_contradict_each_other_are_left_out() {
    let rules = "s(x) -> l(x) :|: x > 0; s(x) -> l(x) :|: x < 0; l(x) -> m(x) :|: x > 3; l(x) -> m(x - 1) :|: x < -3";
    check_step(
        rules,
        Simplification::Chained { location: location(&system(rules), "l") },
        expect![[r#"
            s(x) -> m(x - 1) if -x - 4 ≥ 0
            s(x) -> m(x) if x - 4 ≥ 0
        "#]],
    );
}

#[test]
fn variables_that_no_guard_needs_are_sliced() {
    let rules = "s(x,y,z) -> l(x,u,z); l(x,y,z) -> l(x - z,y + x,z) :|: x > 0";
    check_step(
        rules,
        Simplification::Sliced { vars: vec![IntVar(1)] },
        expect![[r#"
            s(x, z) -> l(x, z)
            l(x, z) -> l(x - z, z) if x - 1 ≥ 0
        "#]],
    );
    reject(rules, Simplification::Sliced { vars: vec![IntVar(0)] });
    reject(rules, Simplification::Sliced { vars: vec![IntVar(2)] });
    reject(rules, Simplification::Sliced { vars: vec![IntVar(9)] });
    // Neither is needed, but the second depends on the first.
    let rules = "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + 1,y + x,z - 1) :|: z > 0";
    reject(rules, Simplification::Sliced { vars: vec![IntVar(0)] });
    assert!(legal(&system(rules), &Simplification::Sliced { vars: vec![IntVar(1)] }));
    assert!(legal(&system(rules), &Simplification::Sliced { vars: vec![IntVar(0), IntVar(1)] }));
}

#[test]
fn transitions_that_no_infinite_run_takes_are_removed() {
    let rules = "s(x) -> l(x); l(x) -> l(x - 1) :|: x > 0; l(x) -> e(x); k(x) -> l(x)";
    check_step(
        rules,
        Simplification::Unreachable { transitions: vec![3] },
        expect![[r#"
            s(x) -> l(x)
            l(x) -> l(x - 1) if x - 1 ≥ 0
            l(x) -> e(x)
        "#]],
    );
    check_step(
        rules,
        Simplification::Irrelevant { transitions: vec![2] },
        expect![[r#"
            s(x) -> l(x)
            l(x) -> l(x - 1) if x - 1 ≥ 0
            k(x) -> l(x)
        "#]],
    );
    for index in [0, 1, 2, 4] {
        reject(rules, Simplification::Unreachable { transitions: vec![index] });
    }
    for index in [0, 1, 3, 4] {
        reject(rules, Simplification::Irrelevant { transitions: vec![2, index] });
        reject(rules, Simplification::Impossible { transitions: vec![index] });
    }
    reject(rules, Simplification::Unreachable { transitions: vec![3, 3] });
    let rules = "s(x,y) -> l(x,y) :|: x > y && y > x; s(x,y) -> l(x,y) :|: x > y";
    check_step(
        rules,
        Simplification::Impossible { transitions: vec![1] },
        expect![[r#"
            s(x, y) -> l(x, y) if x - y - 1 ≥ 0
        "#]],
    );
}

#[test]
fn what_another_transition_does_is_removed() {
    let rules = "s(x) -> l(x); l(x) -> l(x - 1) :|: x > 5; l(x) -> l(x - 1) :|: x > 0; l(x) -> l(x - 2) :|: x > 0";
    check_step(
        rules,
        Simplification::Subsumed { pairs: vec![(1, 3)] },
        expect![[r#"
            s(x) -> l(x)
            l(x) -> l(x - 2) if x - 1 ≥ 0
            l(x) -> l(x - 1) if x - 1 ≥ 0
        "#]],
    );
    for pair in [(3, 1), (1, 2), (1, 1), (0, 1), (1, 9), (9, 1)] {
        reject(rules, Simplification::Subsumed { pairs: vec![pair] });
    }
    // Each stands for the other, and neither is left.
    let rules = "s(x) -> l(x); l(x) -> l(x); l(x) -> l(x)";
    reject(rules, Simplification::Subsumed { pairs: vec![(1, 2), (2, 1)] });
}

#[test]
fn chosen_values_are_computed_where_they_can_be() {
    let rules = "s(x) -> l(x); l(x) -> l(x - 1) :|: u > x && 2*u < 9";
    let value = x().add(&Poly::constant(1)).expect("small");
    check_step(
        rules,
        Simplification::Determined { transition: 1, var: IntVar(1), value: value.clone() },
        expect![[r#"
            s(x) -> l(x)
            l(x) -> l(x - 1) if -x + 3 ≥ 0
        "#]],
    );
    reject(rules, Simplification::Determined { transition: 1, var: IntVar(1), value: x() });
    reject(rules, Simplification::Determined { transition: 1, var: IntVar(0), value: value.clone() });
    reject(rules, Simplification::Determined { transition: 0, var: IntVar(1), value: value.clone() });
    reject(rules, Simplification::Determined { transition: 1, var: IntVar(1), value: y() });
    // The chosen value is the new one.
    let rules = "s(x) -> l(x); l(x) -> l(u) :|: u > x";
    reject(rules, Simplification::Determined { transition: 1, var: IntVar(1), value });
}

#[test]
fn known_values_are_put_in_place() {
    let rules = "s(x,y) -> l(x,1); l(x,y) -> l(x - y,y) :|: x > 0";
    let at = |name| location(&system(rules), name);
    let one = Poly::constant(1);
    check_step(
        rules,
        Simplification::Equal { values: vec![(at("l"), IntVar(1), one.clone())] },
        expect![[r#"
            s(x, y) -> l(x, 1)
            l(x, y) -> l(x - 1, 1) if x - 1 ≥ 0
        "#]],
    );
    reject(rules, Simplification::Equal { values: vec![(at("l"), IntVar(1), Poly::constant(2))] });
    reject(rules, Simplification::Equal { values: vec![(at("s"), IntVar(1), one.clone())] });
    reject(rules, Simplification::Equal { values: vec![(at("l"), IntVar(1), x())] });
    reject(rules, Simplification::Equal { values: vec![(at("l"), IntVar(9), one.clone())] });
    reject(rules, Simplification::Equal { values: vec![(Location(9), IntVar(1), one)] });
}

#[test]
fn guards_get_what_holds_anyway() {
    let rules = "s(x,y) -> l(x,y) :|: y > 0; l(x,y) -> l(x - y,y) :|: x > 0";
    let at = |name| location(&system(rules), name);
    let positive = Atom::at_least_zero(y().sub(&Poly::constant(1)).expect("small"));
    check_step(
        rules,
        Simplification::Strengthened { facts: vec![(at("l"), positive.clone())] },
        expect![[r#"
            s(x, y) -> l(x, y) if y - 1 ≥ 0
            l(x, y) -> l(x - y, y) if x - 1 ≥ 0, y - 1 ≥ 0
        "#]],
    );
    reject(rules, Simplification::Strengthened { facts: vec![(at("s"), positive.clone())] });
    reject(rules, Simplification::Strengthened { facts: vec![(Location(9), positive)] });
    reject(rules, Simplification::Strengthened { facts: vec![(at("l"), Atom::at_least_zero(x()))] });
}

/// Systems, and what is left of them.
#[test]
fn little_is_left_to_look_at() {
    let check = |rules: &str, expected: Expect| {
        let system = system(rules);
        let simplified = simplify(&system, &Budget::new());
        expected.assert_eq(&shown(simplified.system()));
        let proof = Proof { simplifications: simplified.into_log(), ..Proof::default() };
        let problem = its::check(&system, &proof).expect_err("the rest of the proof is missing");
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
            SystemAnswer::RunsForever(endless) => assert_eq!(check_endless(&system, &endless), Ok(()), "{rules}"),
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
