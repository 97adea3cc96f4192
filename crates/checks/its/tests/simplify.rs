//! Each kind of simplification does what one expects, and is rejected where it is not legal.

mod rules;

use engine::Budget;
use expect_test::{Expect, expect};
use its::certificate::{Proof, Simplification};
use its::check::{Refusal, check_proof};
use its::replay::{Simplified, apply};
use its::system::{Atom, IntVar, Location, Poly, System};

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
    apply(&mut simplified, step).expect("the step fits");
    expected.assert_eq(&shown(simplified.system()));
}

/// Whether `check` believes the step. What it says about the rest of the proof, of which there is none, does not count.
fn legal(system: &System, step: &Simplification) -> bool {
    let proof = Proof {
        simplifications: vec![step.clone()],
        invariants: vec![Vec::new(); system.locations.len()],
        steps: Vec::new(),
    };
    match check_proof(system, &proof, &Budget::new()) {
        Ok(()) => true,
        Err(Refusal::Wrong(what)) => !what.starts_with("simplification"),
        Err(Refusal::Stopped(limit)) => panic!("{limit:?}"),
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

/// Facts go where they may help: to transitions from their location that look at or change one of their variables.
#[test]
fn facts_go_where_they_may_help() {
    let rules = "s(x,y,z) -> l(1,1,1) :|: x > 0 && x > 3; l(x,y,z) -> l(x - 1,3,z) :|: x > 0; l(x,y,z) -> m(x,y,z)";
    let at = location(&system(rules), "l");
    let fact = |text: [(IntVar, i128); 2], constant: i128| {
        (at, Atom::at_least_zero(Poly::linear(text, constant).expect("small")))
    };
    let [x, y, z] = [0, 1, 2].map(IntVar);
    let facts = vec![
        fact([(x, 0), (z, 1)], -1),
        fact([(x, -1), (z, 0)], 1),
        fact([(y, 1), (z, 0)], -1),
        fact([(z, 1), (y, 1)], -1),
        fact([(x, 0), (y, 0)], 5),
    ];
    check_step(
        rules,
        Simplification::Strengthened { facts },
        expect![[r#"
            s(x, y, z) -> l(1, 1, 1) if x - 4 ≥ 0, x - 1 ≥ 0
            l(x, y, z) -> l(x - 1, 3, z) if x - 1 = 0, y - 1 ≥ 0, y + z - 1 ≥ 0
            l(x, y, z) -> m(x, y, z)
        "#]],
    );
    let equal = Simplification::Equal { values: vec![(at, z, Poly::constant(1))] };
    check_step(
        rules,
        equal,
        expect![[r#"
            s(x, y, z) -> l(1, 1, 1) if x - 4 ≥ 0, x - 1 ≥ 0
            l(x, y, z) -> l(x - 1, 3, 1) if x - 1 ≥ 0
            l(x, y, z) -> m(x, y, 1)
        "#]],
    );
}

/// What original transitions choose, said of what simplified ones choose: the way back of a run.
#[test]
fn choices_are_remembered() {
    let of = |rules: &str, steps: &[Simplification]| {
        let system = system(rules);
        let mut simplified = Simplified::new(&system);
        for step in steps {
            apply(&mut simplified, step.clone()).expect("the step fits");
        }
        simplified.origins().iter().map(|origin| (origin.path.clone(), origin.choices.clone())).collect::<Vec<_>>()
    };
    let sliced =
        of("s(x,y) -> l(x,u); l(x,y) -> l(x - 1,y) :|: x > 0", &[Simplification::Sliced { vars: vec![IntVar(1)] }]);
    assert_eq!(sliced, [(vec![0], vec![Poly::zero()]), (vec![1], Vec::new())]);

    // The second value that is chosen is the first and x, which is one more when the transition before was taken.
    let rules = "s(x) -> l(x + 1); l(x) -> m(u) :|: v >= x + u";
    let system = system(rules);
    let at = location(&system, "l");
    assert_eq!(system.transitions[1].chosen, ["u", "v"]);
    let (u, v) = (IntVar(1), IntVar(2));
    let value = x().add(&Poly::var(u)).expect("small");
    let determined = Simplification::Determined { transition: 1, var: v, value: value.clone() };
    let chained = of(rules, &[determined, Simplification::Chained { location: at }]);
    let moved = value.add(&Poly::constant(1)).expect("small");
    assert_eq!(chained, [(vec![0, 1], vec![Poly::var(u), moved])]);
}
