//! Runs that do not end, each found by one kind of argument only: which one is part of the expectation.

mod corrupt;
mod random;
mod rules;

use engine::Budget;
use its::certificate::{Endless, Leg, Recurrence, SystemAnswer};
use its::check::check_endless;
use its_search::prove::prove;

use rules::system;

fn kind(endless: &Endless) -> &'static str {
    if endless.stem.legs.iter().any(|leg| matches!(leg, Leg::Repeat { .. })) {
        return "accelerated";
    }
    match endless.recurrence {
        Recurrence::Cycle(_) => "cycle",
        Recurrence::Moves(_) => "moves",
        Recurrence::Geometric(_) => "geometric",
    }
}

/// Name, kind of the argument, rules.
const SYSTEMS: &[(&str, &str, &str)] = &[
    ("third differences", "geometric", "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + y,y + z,z + 1) :|: x > 0"),
    ("two speeds", "geometric", "s(x,y) -> l(x,y); l(x,y) -> l(3*x - y,2*y) :|: x > 5"),
    ("two higher speeds", "geometric", "s(x,y) -> l(x,y); l(x,y) -> l(4*x - 2*y + 1,3*y) :|: x > 2"),
    (
        "a difference that is given",
        "geometric",
        "s(x,y,z,w) -> l(x,y,z,w); l(x,y,z,w) -> l(x + y,y + z,z + w,w) :|: x > 3 && w = 1",
    ),
    (
        "a difference that is chosen",
        "geometric",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + y,y + z,z + u) :|: x > 0 && u >= 1 && u <= 2",
    ),
    ("saw", "moves", "s(x) -> l(x); l(x) -> l(x - 1) :|: x > 100000; l(x) -> l(x + 50000) :|: x <= 100000"),
    (
        "growing inner loop",
        "moves",
        "s(x,y) -> a(x,y); a(x,y) -> b(x,x) :|: x > 0; b(x,y) -> b(x,y - 1) :|: y > 0; b(x,y) -> a(x + 1,y) :|: y <= 0",
    ),
    (
        "again and again",
        "moves",
        "s(x,y) -> l(x,y); l(x,y) -> l(x + 1,y - 1) :|: y > 0; l(x,y) -> l(x + 1,x) :|: y <= 0 && x > 0",
    ),
    ("down and back", "moves", "s(x,n) -> l(x,n) :|: n > 9; l(x,n) -> l(x - 1,n) :|: x > 0; l(x,n) -> l(n + 1,n + 1) :|: x = 0"),
    (
        "there and back",
        "moves",
        "s(x,d,n) -> l(x,d,n); l(x,d,n) -> l(x + 1,d,n) :|: d = 1 && x < n; l(x,d,n) -> l(x,0,n + 1) :|: d = 1 && x >= n;
         l(x,d,n) -> l(x - 1,d,n) :|: d = 0 && x > 0; l(x,d,n) -> l(x,1,n + 1) :|: d = 0 && x <= 0",
    ),
    ("deep", "accelerated", "s(x) -> a(0); a(x) -> a(x + 1) :|: x < 5000; a(x) -> b(x) :|: x >= 5000; b(x) -> b(x + 1) :|: x > 0"),
    (
        "one loop after the other",
        "accelerated",
        "s(x,y) -> a(0,y); a(x,y) -> a(x + 3,y) :|: x <= 900; a(x,y) -> b(x,0) :|: x > 900;
         b(x,y) -> b(x - 1,y + 2) :|: x > 0; b(x,y) -> c(x,y) :|: x <= 0; c(x,y) -> c(x,y + 1) :|: y > 0",
    ),
    (
        "both ways at once",
        "accelerated",
        "s(x,y) -> a(0,1000); a(x,y) -> a(x + 1,y - 1) :|: y > 0; a(x,y) -> b(x,y) :|: y = 0; b(x,y) -> b(x + 1,y) :|: x >= 1000",
    ),
    (
        "doubled until it is large",
        "accelerated",
"s(x) -> a(1); a(x) -> a(2*x) :|: x < 1000000000000000; a(x) -> b(x) :|: x >= 1000000000000000;
         b(x) -> b(x + 1) :|: x > 1000",
    ),
];

#[test]
fn each_argument_finds_what_others_do_not() {
    let mut wrong = Vec::new();
    for (name, expected, rules) in SYSTEMS {
        let system = system(rules);
        let found = match prove(&system, &Budget::new()).expect("the solver starts") {
            SystemAnswer::RunsForever(endless) => {
                for bad in corrupt::runs(&system, &endless) {
                    assert!(check_endless(&system, &bad, &Budget::new()).is_err(), "{name}: {bad:?}");
                }
                assert_eq!(random::run::rounds(&system, &endless, 10_000), Ok(()), "{name}");
                check_endless(&system, &endless, &Budget::new()).map_or("rejected", |()| kind(&endless))
            }
            SystemAnswer::Terminates(_) => "ends",
            SystemAnswer::Maybe { .. } => "nothing",
        };
        if found != *expected {
            wrong.push(format!("{name}: expected {expected}, found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A run that comes back to its values after so many squares that these cannot be written down as one step: what cannot be
/// checked is not claimed.
#[test]
fn a_cycle_of_too_high_a_degree_is_no_answer() {
    let system = system(
        "s(x,c) -> l(x,c); l(x,c) -> l(x*x,c + 1) :|: 0 <= x && x <= 1 && 0 <= c && c < 12; \
         l(x,c) -> l(x,0) :|: c = 12",
    );
    match prove(&system, &Budget::new()).expect("the solver starts") {
        SystemAnswer::RunsForever(endless) => assert_eq!(check_endless(&system, &endless, &Budget::new()), Ok(())),
        SystemAnswer::Maybe { .. } => {}
        SystemAnswer::Terminates(_) => panic!("it does not end"),
    }
}
