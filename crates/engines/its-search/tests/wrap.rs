//! Integers of fixed width: the encoded system has exactly the runs of the wrapped one, and answers that depend on it.

mod random;
mod rules;

use std::collections::{BTreeSet, VecDeque};

use engine::Budget;
use its::certificate::{SystemAnswer, WrapEncoding, Wraps};
use its::check::{check_encoding, check_endless, check_proof};
use its::system::{Atom, IntType, IntVar, Location, Poly, System, Types, wrapped_step};
use its_search::prove::prove;
use its_search::wrap::encode;

use random::{generate, numbers::Numbers};
use rules::system;

fn encoded(system: &System, types: &Types) -> (WrapEncoding, System) {
    let encoding = encode(system, types, &Budget::new()).expect("the solver starts").expect("small numbers");
    let found = check_encoding(system, types, &encoding, &Budget::new()).expect("the search only gives what passes");
    (encoding, found)
}

type Values = Vec<i128>;

fn all_values(types: &[Option<IntType>]) -> Vec<Values> {
    types.iter().fold(vec![Vec::new()], |all, of| {
        let of = of.expect("every variable has a type here");
        let longer = |values: &Values, value: i128| values.iter().copied().chain([value]).collect();
        all.iter().flat_map(|values| (of.least()..=of.most()).map(move |value| longer(values, value))).collect()
    })
}

/// Where steps of the wrapped system lead.
fn wrapped_steps(system: &System, types: &Types, (at, values): &(Location, Values)) -> BTreeSet<(Location, Values)> {
    let mut found = BTreeSet::new();
    for (index, transition) in system.transitions.iter().enumerate().filter(|(_, it)| it.from == *at) {
        for chosen in all_values(&vec![types.chosen; transition.chosen.len()]) {
            found.extend(wrapped_step(system, types, index, values, &chosen).map(|after| (transition.to, after)));
        }
    }
    found
}

/// Where steps of the encoded system lead; what it chooses beyond the original's choices is how often a value wraps.
fn encoded_steps(encoded: &System, types: &Types, (at, values): &(Location, Values)) -> BTreeSet<(Location, Values)> {
    let wraps = IntType::new(6, true);
    let mut found = BTreeSet::new();
    for transition in encoded.transitions.iter().filter(|transition| transition.from == *at) {
        let of = |name: &String| if name.starts_with("wraps_") { wraps } else { types.chosen };
        for chosen in all_values(&transition.chosen.iter().map(of).collect::<Vec<_>>()) {
            found.extend(transition.step(values, &chosen).map(|after| (transition.to, after)));
        }
    }
    found
}

/// From every reachable state, the same steps lead on.
fn same_runs(system: &System, types: &Types) -> Result<(), String> {
    let (_, encoded) = encoded(system, types);
    let places = system.locations.len() as u32;
    let starts = all_values(&types.vars).into_iter().map(|values| (encoded.start, values));
    let entered: BTreeSet<(Location, Values)> =
        starts.flat_map(|state| encoded_steps(&encoded, types, &state)).collect();
    let expected = all_values(&types.vars).into_iter().map(|values| (system.start, values)).collect();
    if entered != expected {
        return Err("runs start elsewhere".to_string());
    }
    let mut seen = entered.clone();
    let mut work: VecDeque<(Location, Values)> = entered.into_iter().collect();
    while let Some(state) = work.pop_front() {
        let plain = |(at, values): (Location, Values)| (Location(at.0 % places), values);
        let exact = wrapped_steps(system, types, &plain(state.clone()));
        let found = encoded_steps(&encoded, types, &state);
        if found.iter().cloned().map(plain).collect::<BTreeSet<_>>() != exact {
            return Err(format!("from {state:?} steps lead to {found:?}, not {exact:?}"));
        }
        work.extend(found.into_iter().filter(|next| seen.insert(next.clone())));
    }
    Ok(())
}

#[test]
fn every_step_is_one_of_the_other_system() {
    let mut compared = 0;
    for seed in 0..40 {
        let mut numbers = Numbers::new(seed);
        let system = generate::system(&mut numbers);
        if system.vars.len() > 2 || system.transitions.iter().any(|transition| transition.chosen.len() > 1) {
            continue;
        }
        let mut of = || IntType::new(3 + numbers.below(2) as u32, numbers.chance(50));
        let types = Types { vars: system.vars.iter().map(|_| of()).collect(), chosen: of() };
        assert_eq!(same_runs(&system, &types), Ok(()), "seed {seed}, {types:?}: {system:#?}");
        compared += 1;
    }
    assert!(compared >= 8, "only {compared} systems are small enough");
    for (_, rules, ..) in SYSTEMS {
        let system = system(rules);
        for signed in [true, false] {
            let types = Types::all(&system, IntType::new(3, signed));
            assert_eq!(same_runs(&system, &types), Ok(()), "{rules}");
        }
    }
}

/// Name, rules, the answer over mathematical integers, and the answers for some types.
type Row = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

const SYSTEMS: &[Row] = &[
    ("up from zero", "s(x) -> l(x); l(x) -> l(x + 1) :|: x >= 0", "NO", &[("i8", "YES"), ("i32", "YES"), ("u8", "NO")]),
    ("down from zero", "s(x) -> l(x); l(x) -> l(x - 1) :|: x <= 0", "NO", &[("i32", "YES"), ("u32", "YES")]),
    ("above another", "s(x,y) -> l(x,y); l(x,y) -> l(x + 1,y) :|: x > y", "NO", &[("i32", "YES"), ("u32", "YES")]),
    (
        "a positive step",
        "s(x,y) -> l(x,y); l(x,y) -> l(x + y,y) :|: x > 0 && y > 0",
        "NO",
        &[("i8", "YES"), ("i32", "YES")],
    ),
    ("up to the largest", "s(x,n) -> l(x,n); l(x,n) -> l(x + 1,n) :|: x <= n", "YES", &[("i8", "NO"), ("u8", "NO")]),
    ("down to the least", "s(x,n) -> l(x,n); l(x,n) -> l(x - 1,n) :|: x >= n", "YES", &[("i8", "NO"), ("u8", "NO")]),
    ("down to zero", "s(x) -> l(x); l(x) -> l(x - 1) :|: x >= 0", "YES", &[("i32", "YES"), ("u8", "NO")]),
    ("up below a bound", "s(x,n) -> l(x,n); l(x,n) -> l(x + 1,n) :|: x < n", "YES", &[("i32", "YES"), ("u32", "YES")]),
    ("away from a number", "s(x) -> l(x); l(x) -> l(x - 2) :|: x != 0", "NO", &[("i8", "NO"), ("u4", "NO")]),
    ("sevenths", "s(x) -> l(x); l(x) -> l(x + 16) :|: x > 0 && x < 8", "YES", &[("u4", "NO"), ("i32", "YES")]),
    ("tripling", "s(x) -> l(x); l(x) -> l(3*x) :|: x > 0 && x < 20", "YES", &[("i8", "YES"), ("u5", "NO")]),
    ("two phases", "s(x,y) -> l(x,y); l(x,y) -> l(x + y,y - 1) :|: x > 0", "YES", &[("i4", "YES")]),
];

fn word(system: &System) -> &'static str {
    match prove(system, &Budget::new()).expect("the solver starts") {
        SystemAnswer::Terminates(proof) => check_proof(system, &proof, &Budget::new()).map_or("rejected", |()| "YES"),
        SystemAnswer::RunsForever(endless) => {
            check_endless(system, &endless, &Budget::new()).map_or("rejected", |()| "NO")
        }
        SystemAnswer::Maybe { .. } => "MAYBE",
    }
}

#[test]
fn answers_depend_on_the_type() {
    let mut wrong = Vec::new();
    let mut different = 0;
    for (name, rules, exact, others) in SYSTEMS {
        let system = system(rules);
        let mut compare = |of: &str, found: &str, expected: &str| {
            if found != expected {
                wrong.push(format!("{name} with {of}: expected {expected}, found {found}"));
            }
        };
        compare("Z", word(&system), exact);
        for (of, expected) in *others {
            let (_, encoded) = encoded(&system, &Types::all(&system, of.parse().ok()));
            compare(of, word(&encoded), expected);
            different += usize::from(expected != exact);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(different >= 8, "only {different} answers depend on the type");
}

#[test]
fn what_cannot_wrap_has_one_case() {
    let byte = |system: &System| Types::all(system, IntType::new(8, true));
    let never = |rules: &str| {
        let system = system(rules);
        let (encoding, _) = encoded(&system, &byte(&system));
        let first = &encoding.wraps[..system.transitions.len()];
        first.iter().flatten().all(|wraps| *wraps == Wraps::NEVER)
    };
    assert!(never("s(x,n) -> l(x,n); l(x,n) -> l(x + 1,n) :|: x < n"), "the guard says so");
    assert!(never("s(x) -> l(9); l(x) -> m(x) :|: x < 3; l(x) -> l(x - 1) :|: x > 0; m(x) -> m(x + 9) :|: x < 90"));
    assert!(never("s(x,y) -> l(0,y); l(x,y) -> m(x + 1,y) :|: y > 0 && x < 50; m(x,y) -> l(x + 1,y - 1) :|: y > 0"));
    assert!(!never("s(x) -> l(x); l(x) -> l(x + 1) :|: x >= 0"));
}

#[test]
fn corrupted_encodings_are_rejected() {
    let system =
        system("s(x,y) -> l(0,y); l(x,y) -> m(x + 1,y) :|: y > 0 && x < 50; m(x,y) -> l(x + 1,y + 1) :|: y > 0");
    let types = Types::all(&system, IntType::new(8, true));
    let (good, _) = encoded(&system, &types);
    let last = system.transitions.len() - 1;
    let with = |change: &dyn Fn(&mut WrapEncoding)| {
        let mut bad = good.clone();
        change(&mut bad);
        check_encoding(&system, &types, &bad, &Budget::new()).expect_err("it is wrong").to_string()
    };
    assert!(with(&|bad| bad.wraps[last][1] = Wraps::NEVER).contains("wrap in another way"), "y may wrap");
    assert!(with(&|bad| bad.wraps[last][1] = Wraps::Between(1, 1)).contains("wrap in another way"));
    assert!(with(&|bad| bad.wraps[last][1] = Wraps::Between(0, 1 << 40)).contains("too many cases"));
    assert!(with(&|bad| drop(bad.wraps.pop())).contains("does not fit"));
    assert!(with(&|bad| drop(bad.invariants.pop())).contains("does not fit"));
    let wrong = Atom::at_least_zero(Poly::linear([(IntVar(1), -1)], 5).expect("small"));
    assert!(with(&|bad| bad.invariants[system.start.index()].push(wrong.clone())).contains("invariant"));
    let needed = good.invariants.iter().any(|atoms| !atoms.is_empty());
    assert!(needed, "the invariant of x is used");
    assert!(with(&|bad| bad.invariants.iter_mut().for_each(Vec::clear)).contains("wrap in another way"));
    let few = Types { vars: Vec::new(), chosen: None };
    assert!(check_encoding(&system, &few, &good, &Budget::new()).is_err());
}
