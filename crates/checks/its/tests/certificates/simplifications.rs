//! Simplifications that must not be done, each with what is said of it.

use engine::Budget;
use its::certificate::Simplification;
use its::check::{Logic, check_simplifications};
use its::system::{Atom, IntVar, Location, Poly};

use crate::rules::system;
use crate::texts::{atoms, polynomial};

fn why(rules: &str, log: &[Simplification]) -> String {
    let mut logic = Logic::for_check(&Budget::new()).expect("the solver starts");
    let system = system(rules);
    check_simplifications(&system, log, &mut logic, &Budget::new()).err().unwrap_or_default()
}

/// Nothing if the only step is legal, and otherwise what is wrong with it.
fn wrong(rules: &str, step: Simplification) -> String {
    let why = why(rules, &[step]);
    why.strip_prefix("simplification 1: ").map_or(why.clone(), str::to_string)
}

/// Locations are s, l, m, e, k, and transitions are numbered as they are written.
const GRAPH: &str = "s(x) -> l(x); l(x) -> l(x - 1) :|: x > 0; l(x) -> m(x); m(x) -> e(x); k(x) -> k(x)";

#[test]
fn only_what_is_of_no_use_is_taken_away() {
    let unreachable =
        |transitions: &[usize]| wrong(GRAPH, Simplification::Unreachable { transitions: transitions.to_vec() });
    let irrelevant =
        |transitions: &[usize]| wrong(GRAPH, Simplification::Irrelevant { transitions: transitions.to_vec() });
    let impossible =
        |transitions: &[usize]| wrong(GRAPH, Simplification::Impossible { transitions: transitions.to_vec() });
    assert_eq!((unreachable(&[4]), irrelevant(&[2]), irrelevant(&[3, 2])), Default::default());
    assert_eq!((unreachable(&[]), irrelevant(&[]), impossible(&[])), Default::default());
    assert_eq!(unreachable(&[4, 0]), "transition 0 can be reached");
    assert_eq!(irrelevant(&[2, 0]), "transition 0 leads to a cycle");
    assert_eq!(irrelevant(&[4]), "transition 4 leads to a cycle");
    assert_eq!(impossible(&[1]), "transition 1 may be possible");
    for check in [unreachable, irrelevant, impossible] {
        assert_eq!(check(&[5]), "there is no such transition");
        assert_eq!(check(&[4, 4]), "transition 4 is named twice");
    }
    let never = "s(x) -> l(x); l(x) -> l(x) :|: 2*x > u && 2*x < u + 1 && u = 2*v";
    assert_eq!(wrong(never, Simplification::Impossible { transitions: vec![1] }), "");
    assert_eq!(wrong(never, Simplification::Impossible { transitions: vec![1, 0] }), "transition 0 may be possible");
    // Steps are about what those before them left.
    let twice = vec![Simplification::Unreachable { transitions: vec![4] }; 2];
    assert_eq!(why(GRAPH, &twice), "simplification 2: there is no such transition");
}

#[test]
fn only_what_another_does_is_superfluous() {
    let rules = "s(x) -> l(x); l(x) -> l(x + u) :|: u > 5; l(x) -> l(x + u) :|: u > 1; l(x) -> l(u + x) :|: u > 1 && x > 0; l(x) -> m(x + u) :|: u > 5";
    let subsumed = |pairs: &[(usize, usize)]| wrong(rules, Simplification::Subsumed { pairs: pairs.to_vec() });
    // In order: what has fewer constraints comes first.
    assert_eq!(
        (subsumed(&[(1, 2)]).as_str(), subsumed(&[(2, 1)]).as_str()),
        ("", "transition 1 may not do what transition 2 does")
    );
    assert_eq!(subsumed(&[(1, 2), (3, 2)]), "");
    assert_eq!(subsumed(&[(1, 3)]), "transition 3 may not do what transition 1 does");
    assert_eq!(subsumed(&[(4, 2)]), "transition 2 may not do what transition 4 does");
    assert_eq!(subsumed(&[(0, 2)]), "transition 2 may not do what transition 0 does");
    assert_eq!(subsumed(&[(1, 1)]), "what stands for transition 1 is not there");
    assert_eq!(subsumed(&[(1, 9)]), "what stands for transition 1 is not there");
    assert_eq!(subsumed(&[(1, 2), (2, 3)]), "what stands for transition 1 is not there");
    assert_eq!(subsumed(&[(9, 2)]), "there is no such transition");
    assert_eq!(subsumed(&[(1, 2), (1, 2)]), "transition 1 is named twice");
    // As many choices, and the same result.
    let rules = "s(x) -> l(x); l(x) -> l(x + 1); l(x) -> l(x + 1) :|: x > 2*u; l(x) -> l(x + 2) :|: x > 2*u";
    for pair in [(1, 2), (2, 1), (2, 3), (3, 2)] {
        let why = wrong(rules, Simplification::Subsumed { pairs: vec![pair] });
        assert_eq!(why, format!("transition {} may not do what transition {} does", pair.1, pair.0));
    }
}

#[test]
fn locations_with_a_way_to_themselves_stay() {
    let chained = |at: u32| wrong(GRAPH, Simplification::Chained { location: Location(at) });
    assert_eq!((chained(2).as_str(), chained(3).as_str()), ("", ""));
    assert_eq!(chained(0), "this location cannot be chained away");
    assert_eq!(chained(5), "this location cannot be chained away");
    assert_eq!(chained(1), "`l` has a transition to itself");
    assert_eq!(chained(4), "`k` has a transition to itself");
}

#[test]
fn chosen_values_are_not_lost() {
    let rules = "s(x,y) -> l(x,y); l(x,y) -> l(x - v,y) :|: u > x + v && 2*u < 90 && v > 0";
    let [u, v] =
        system(rules).transitions[1].chosen.iter().map(|name| if name == "u" { 'u' } else { 'v' }).collect::<Vec<_>>()
            [..]
    else {
        panic!("two")
    };
    assert_eq!((v, u), ('u', 'v'), "in the order of the text");
    let (v, u) = (IntVar(2), IntVar(3));
    let determined = |transition: usize, var: IntVar, value: Poly| {
        wrong(rules, Simplification::Determined { transition, var, value })
    };
    let value = polynomial("x,y,v,u", "x + v + 1");
    assert_eq!(determined(1, u, value.clone()), "");
    assert_eq!(determined(1, u, polynomial("x,y,v,u", "x + v")), "transition 1 may need another chosen value");
    assert_eq!(determined(1, u, polynomial("x,y,v,u", "x + v + 2")), "transition 1 may need another chosen value");
    assert_eq!(determined(1, v, Poly::constant(1)), "transition 1 may need another chosen value");
    let chooses = "transition 1 chooses no such value";
    assert_eq!(determined(1, IntVar(1), value.clone()), chooses);
    assert_eq!(determined(1, IntVar(4), value.clone()), chooses);
    assert_eq!(determined(1, u, Poly::var(u)), chooses);
    assert_eq!(determined(1, u, Poly::var(IntVar(4))), chooses);
    assert_eq!(determined(2, u, value), "there is no such transition");
    let huge = Poly::var(IntVar(0)).scale(i128::MIN).expect("it fits");
    assert_eq!(determined(1, u, huge), "a number gets too large");
}

#[test]
fn only_variables_without_use_are_taken_away() {
    let rules = "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + 1,y + x,z - 1) :|: z > 0";
    let sliced =
        |vars: &[u32]| wrong(rules, Simplification::Sliced { vars: vars.iter().copied().map(IntVar).collect() });
    assert_eq!([sliced(&[]), sliced(&[1]), sliced(&[0, 1]), sliced(&[1, 0])], [""; 4]);
    assert_eq!(sliced(&[0]), "variable 1 depends on one that is to go");
    let first = "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + y,y + 1,z - 1) :|: z > 0";
    let gone = Simplification::Sliced { vars: vec![IntVar(1)] };
    assert_eq!(wrong(first, gone), "variable 0 depends on one that is to go");
    assert_eq!(sliced(&[2]), "a guard may depend on variable 2");
    assert_eq!(sliced(&[1, 2]), "a guard may depend on variable 2");
    assert_eq!(sliced(&[3]), "a guard may depend on variable 3");
}

#[test]
fn what_is_said_of_a_location_holds_there() {
    let rules = "s(x,y) -> l(x,1); l(x,y) -> m(x - y,y + x) :|: x > 0; m(x,y) -> l(x,1); k(x,y) -> l(x,7)";
    let (s, l, m) = (Location(0), Location(1), Location(2));
    let equal = |values: &[(Location, u32, &str)]| {
        let values = values.iter().map(|(at, var, text)| (*at, IntVar(*var), polynomial("x,y", text))).collect();
        wrong(rules, Simplification::Equal { values })
    };
    assert_eq!(equal(&[(l, 1, "1")]), "");
    assert_eq!(equal(&[(l, 1, "1"), (m, 1, "x + 2")]), "");
    assert_eq!(equal(&[(m, 1, "x + 2")]), "transition 1 may not keep what is said of `m`");
    assert_eq!(equal(&[(l, 1, "2")]), "transition 0 may not keep what is said of `l`");
    assert_eq!(equal(&[(s, 1, "1")]), "what is said of the start need not hold");
    assert_eq!(equal(&[(l, 2, "1")]), "a value does not fit the system");
    let fact = |at: Location, text: &str| {
        let facts = atoms("x,y", text).into_iter().map(|atom| (at, atom)).collect();
        wrong(rules, Simplification::Strengthened { facts })
    };
    assert_eq!(
        (fact(l, "y > 0").as_str(), fact(m, "x > -9 + y - y").as_str()),
        ("", "transition 1 may not keep what is said of `m`")
    );
    assert_eq!(fact(l, "x > 0"), "transition 0 may not keep what is said of `l`");
    assert_eq!(fact(s, "x > 0"), "what is said of the start need not hold");
    let strange = Simplification::Strengthened { facts: vec![(l, Atom::zero(Poly::var(IntVar(2))))] };
    assert_eq!(wrong(rules, strange), "a fact does not fit the system");
    let nowhere = Simplification::Strengthened { facts: vec![(Location(4), Atom::zero(Poly::zero()))] };
    assert_eq!(wrong(rules, nowhere), "a fact does not fit the system");
}
