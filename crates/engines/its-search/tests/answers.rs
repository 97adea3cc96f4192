//! Systems with known answers, from trivial to what today's techniques cannot do; every certificate is checked, and
//! must not survive a corruption.

mod corrupt;
mod random;
mod rules;

use engine::Budget;
use its::certificate::{Proof, ProofStep, Ranking, Simplification, SizeChangeArc, SystemAnswer, Technique};
use its::check::{check_endless, check_proof};
use its::replay::strongest_technique;
use its::system::{Atom, IntVar, Location, Poly, System};
use its_search::prove::{prove, prove_up_to};

use rules::system;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    Yes,
    No,
    /// Nobody is found to be right today; the comment says what it would take.
    Maybe,
}

use Expected::{Maybe, No, Yes};

/// Name, expected answer, rules.
const SYSTEMS: &[(&str, Expected, &str)] = &[
    ("no cycle", Yes, "s(x) -> l(x)"),
    ("count down", Yes, "s(x) -> l(x); l(x) -> l(x - 1) :|: x > 0"),
    ("count down by two", Yes, "s(x) -> l(x); l(x) -> l(x - 2) :|: x >= 0"),
    ("count up", Yes, "s(x,n) -> l(x,n); l(x,n) -> l(x + 1,n) :|: x < n"),
    ("count up to a chosen bound", Yes, "s(x,n) -> l(x,u); l(x,n) -> l(x + 1,n) :|: x <= n"),
    ("count up in larger steps", Yes, "s(x,n) -> l(x,n); l(x,n) -> l(x + 3,n) :|: x <= n"),
    ("negative step", Yes, "s(x) -> l(x); l(x) -> l(x + 1) :|: x < 0"),
    ("two counters", Yes, "s(x,y) -> l(x,y); l(x,y) -> l(x - 1,y) :|: x > 0; l(x,y) -> l(x,y - 1) :|: y > 0"),
    ("difference", Yes, "s(x,y) -> l(x,y); l(x,y) -> l(x + 1,y - 1) :|: x < y"),
    ("sum", Yes, "s(x,y) -> l(x,y); l(x,y) -> l(x - 2,y + 1) :|: x + y > 0"),
    ("scaled", Yes, "s(x,y) -> l(x,y); l(x,y) -> l(x - 1,y) :|: 3*x > 2*y"),
    ("lexicographic", Yes, "s(x,y) -> l(x,y); l(x,y) -> l(x - 1,u) :|: x > 0; l(x,y) -> l(x,y - 1) :|: y > 0"),
    (
        "three levels",
        Yes,
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x - 1,u,v) :|: x > 0; l(x,y,z) -> l(x,y - 1,u) :|: y > 0;
         l(x,y,z) -> l(x,y,z - 1) :|: z > 0",
    ),
    (
        "nested",
        Yes,
        "s(x,y) -> l(x,y); l(x,y) -> m(x,x) :|: x > 0; m(x,y) -> m(x,y - 1) :|: y > 0; m(x,y) -> l(x - 1,y) :|: y <= 0",
    ),
    (
        "nested up",
        Yes,
        "s(i,j,n) -> a(0,j,n); a(i,j,n) -> b(i,0,n) :|: i < n; b(i,j,n) -> b(i,j + 1,n) :|: j < n;
         b(i,j,n) -> a(i + 1,j,n) :|: j >= n",
    ),
    (
        "triangular",
        Yes,
        "s(i,j,n) -> a(0,j,n); a(i,j,n) -> b(i,i,n) :|: i < n; b(i,j,n) -> b(i,j + 1,n) :|: j < n;
         b(i,j,n) -> a(i + 1,j,n) :|: j >= n",
    ),
    (
        "one after the other",
        Yes,
        "s(x,y) -> a(x,y); a(x,y) -> a(x - 1,y) :|: x > 0; a(x,y) -> b(x,y) :|: x <= 0; b(x,y) -> b(x,y + 1) :|: y < 9",
    ),
    ("back and forth", Yes, "s(x) -> a(x); a(x) -> b(x - 1) :|: x > 0; b(x) -> a(x)"),
    ("a step in between", Yes, "s(x) -> a(x); a(x) -> b(x + 1) :|: x > 0; b(x) -> c(x - 1); c(x) -> a(x - 1)"),
    (
        "euclid",
        Yes,
        "s(x,y) -> l(x,y); l(x,y) -> l(x - y,y) :|: x > y && y > 0; l(x,y) -> l(x,y - x) :|: y > x && x > 0",
    ),
    ("any smaller", Yes, "s(x) -> l(x); l(x) -> l(u) :|: x > 0 && u < x"),
    ("any smaller, at least half", Yes, "s(x) -> l(x); l(x) -> l(u) :|: x > 0 && 2*u <= x && u >= 0"),
    ("a chosen step", Yes, "s(x) -> l(x); l(x) -> l(x - u) :|: x > 0 && u > 0"),
    ("halving", Yes, "s(x) -> l(x); l(x) -> l(u) :|: x > 1 && x = 2*u"),
    ("a known step", Yes, "s(x,y) -> l(x,1); l(x,y) -> l(x - y,y) :|: x > 0"),
    ("a positive step", Yes, "s(x,y) -> l(x,y) :|: y > 0; l(x,y) -> l(x - y,y) :|: x > 0"),
    ("a growing step", Yes, "s(x,y) -> l(x,1); l(x,y) -> l(x - y,y + 1) :|: x > 0"),
    ("a positive difference", Yes, "s(x,y,z) -> l(x,y,z) :|: y > z; l(x,y,z) -> l(x - y + z,y,z) :|: x > 0"),
    ("copied", Yes, "s(x,y) -> l(x,y); l(x,y) -> l(y - 1,y - 1) :|: x > 0 && x = y"),
    ("swapped", Yes, "s(x,y) -> l(x,y); l(x,y) -> l(y - 1,x - 1) :|: x > 0 && y > 0"),
    ("equal to the end", Yes, "s(x) -> l(0); l(x) -> l(x + 1) :|: x < 10"),
    ("until it differs", Yes, "s(x,y) -> l(0,9); l(x,y) -> l(x + 1,y) :|: x != y && x <= y"),
    ("never begins", Yes, "s(x) -> l(0); l(x) -> l(x) :|: x > 0"),
    ("contradiction", Yes, "s(x) -> l(x); l(x) -> l(x) :|: x > 0 && x < 0"),
    ("no integer", Yes, "s(x) -> l(x); l(x) -> l(x) :|: 2*x = 1"),
    ("unreachable cycle", Yes, "s(x) -> a(x); b(x) -> b(x)"),
    ("stuck behind a wall", Yes, "s(x) -> a(1); a(x) -> b(x) :|: x < 0; b(x) -> b(x)"),
    ("two phases", Yes, "s(x,y) -> l(x,y); l(x,y) -> l(x + y,y - 1) :|: x > 0"),
    ("three phases", Yes, "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + y,y + z,z - 1) :|: x > 0"),
    ("phases with a slope", Yes, "s(x,y) -> l(x,y); l(x,y) -> l(x - y,y + 1) :|: x >= 0"),
    (
        "phases, then a counter",
        Yes,
        "s(x,y) -> l(x,y); l(x,y) -> l(x + y,y - 1) :|: x > 0; l(x,y) -> m(x,9); m(x,y) -> m(x,y - 1) :|: y > 0",
    ),
    ("squares fall", Yes, "s(x,y) -> l(x,y); l(x,y) -> l(x - 1,y*y) :|: x > 0"),
    ("product in the guard", Yes, "s(x,y) -> l(x,y); l(x,y) -> l(x - 1,y) :|: x > 0 && x*y > 3"),
    ("mutual with a gap", Yes, "s(x,y) -> a(x,y); a(x,y) -> b(x,y + 1) :|: y < x; b(x,y) -> a(x - 1,y)"),
    (
        "reset while falling",
        Yes,
        "s(x,y) -> l(x,y); l(x,y) -> l(x - 1,x) :|: x > 0 && y <= 0; l(x,y) -> l(x,y - 1) :|: y > 0 && x > 0",
    ),
    (
        "one here, two together there",
        Yes,
        "s(x,y,z) -> a(x,y,z); a(x,y,z) -> b(u,v,w) :|: x >= 0 && u < x && v + w < x; b(x,y,z) -> a(x,y,z);
         b(x,y,z) -> a(u,v,w) :|: y >= 0 && z >= 0 && u <= y + z && v + w < y + z",
    ),
    ("for ever", No, "s(x) -> l(x); l(x) -> l(x)"),
    ("count up without end", No, "s(x) -> l(x); l(x) -> l(x + 1) :|: x > 0"),
    ("both ways", No, "s(x) -> l(x); l(x) -> l(x + 1) :|: x > 0; l(x) -> l(x - 1) :|: x > 0"),
    ("with a good step", No, "s(x,y) -> l(x,y); l(x,y) -> l(x + y,y) :|: x > 0"),
    ("zero step", No, "s(x,y) -> l(x,y) :|: y >= 0; l(x,y) -> l(x - y,y) :|: x > 0"),
    ("any value", No, "s(x) -> l(x); l(x) -> l(u) :|: x > 0"),
    ("any larger value", No, "s(x) -> l(x); l(x) -> l(u) :|: x > 0 && u > x"),
    ("ping-pong", No, "s(x) -> a(x); a(x) -> b(x + 1) :|: x > 0; b(x) -> a(x - 1)"),
    ("alternating signs", No, "s(x) -> l(x); l(x) -> l(-x) :|: x != 0"),
    (
        "after a loop",
        No,
        "s(x) -> a(10); a(x) -> a(x - 1) :|: x > 5; a(x) -> b(x) :|: x <= 5; b(x) -> b(x + 1) :|: x >= 0",
    ),
    ("after a choice", No, "s(x) -> a(u) :|: u > 100; a(x) -> a(x) :|: x = 107"),
    ("one value only", No, "s(x,y) -> l(x,y); l(x,y) -> l(2*x - y,y) :|: x = y"),
    ("doubling", No, "s(x) -> l(x); l(x) -> l(2*x) :|: x > 0"),
    ("squaring", No, "s(x) -> l(x); l(x) -> l(x*x) :|: x > 1"),
    ("diverging pair", No, "s(x,y) -> l(x,y); l(x,y) -> l(x + 1,y - 1) :|: x > y"),
    (
        "nested without end",
        No,
        "s(x,y) -> a(x,y); a(x,y) -> b(x,0) :|: x > 0; b(x,y) -> b(x,y + 1) :|: y < 3; b(x,y) -> a(x,y) :|: y >= 3",
    ),
    ("rotation", No, "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(y,z,x) :|: x > 0 && y > 0 && z > 0"),
    ("growing together", No, "s(x,y) -> l(x,y); l(x,y) -> l(x + y,y + 1) :|: x > 0 && y > 0"),
    // No cycle by itself goes on for ever; a run that comes back to a state does.
    ("two cycles, one way out", No, "s(x) -> a(x); a(x) -> a(x - 1) :|: x > 3; a(x) -> a(x + 2) :|: x <= 3"),
    // Collatz: nobody knows.
    ("collatz", Maybe, "s(x) -> l(x); l(x) -> l(u) :|: x > 1 && x = 2*u; l(x) -> l(3*x + 1) :|: x > 1 && x = 2*u + 1"),
    (
        "product falls",
        Yes,
        "s(x,y) -> l(x,y); l(x,y) -> l(x,y - 1) :|: x*y > 0 && x > 0 && y > x*x && x*x < u && y = u + 1",
    ),
];

#[test]
fn known_answers_are_given_and_certified() {
    let mut wrong = Vec::new();
    for (name, expected, rules) in SYSTEMS {
        let system = system(rules);
        let answer = prove(&system, &Budget::new()).expect("the solver starts");
        let (found, problem) = match &answer {
            SystemAnswer::Terminates(proof) => (Yes, check_proof(&system, proof, &Budget::new()).err()),
            SystemAnswer::RunsForever(endless) => (No, check_endless(&system, endless, &Budget::new()).err()),
            SystemAnswer::Maybe { .. } => (Maybe, None),
        };
        if found != *expected || problem.is_some() {
            wrong.push(format!("{name}: expected {expected:?}, found {found:?} {problem:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(SYSTEMS.len() >= 60);
}

/// The technique before which nothing proves it, name, rules. All of them terminate.
const NEEDING: &[(Technique, &str, &str)] = &[
    (
        Technique::SizeChange,
        "whoever is larger gives both",
        "s(x,y) -> l(x,y); l(x,y) -> l(u,v) :|: x >= y && x >= 0 && u < x && v < x;
         l(x,y) -> l(u,v) :|: y > x && y >= 0 && u < y && v < y",
    ),
    (Technique::SizeChange, "squares up to a bound", "s(x,n) -> l(2,n); l(x,n) -> l(x*x,n) :|: x > 1 && x < n"),
    (
        Technique::SizeChange,
        "one of two is copied",
        "s(x,y) -> l(x,y); l(x,y) -> l(x - 1,x - 1) :|: x > 0; l(x,y) -> l(y - 1,y - 1) :|: y > 0",
    ),
    (
        Technique::SizeChange,
        "copied, and one later",
        "s(x,y) -> l(x,y); l(x,y) -> l(x - 1,x) :|: x > 0; l(x,y) -> l(y - 1,y - 1) :|: y > 0",
    ),
    (
        Technique::SizeChange,
        "turning towards zero",
        "s(x,y) -> l(x,y); l(x,y) -> l(y,x - 1) :|: x > 0; l(x,y) -> l(y,x + 1) :|: x < 0;
         l(x,y) -> l(y,0) :|: x = 0 && y != 0",
    ),
    (
        Technique::Polynomial,
        "exchange at a price",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + 1,y,z - y - 1) :|: x >= 0 && y >= 1 && z >= y + 1;
         l(x,y,z) -> l(x - 1,y,z + y - 1) :|: x >= 1 && y >= 1 && z >= 0",
    ),
    (
        Technique::Polynomial,
        "two for one",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + 1,y,z - 2*y - 1) :|: x >= 0 && y >= 2 && z >= 2*y + 1;
         l(x,y,z) -> l(x - 2,y,z + 4*y - 1) :|: x >= 2 && y >= 2 && z >= 0",
    ),
    (
        Technique::Polynomial,
        "a square and a rest",
        "s(x,y) -> l(x,y); l(x,y) -> l(x - 1,y + 2*x - 2) :|: x >= 1 && y >= 0;
         l(x,y) -> l(x + 1,y - 2*x - 2) :|: x >= 0 && y >= 2*x + 2",
    ),
    (
        Technique::Polynomial,
        "a square and a rest, in two steps",
        "s(x,y) -> a(x,y); a(x,y) -> b(x - 1,y + x - 2) :|: x >= 1 && y >= 0; b(x,y) -> a(x,y + x);
         a(x,y) -> a(x + 1,y - 2*x - 2) :|: x >= 0 && y >= 2*x + 2",
    ),
    (
        Technique::Polynomial,
        "a loss on every exchange",
        "s(x,y) -> l(x,y); l(x,y) -> l(x - 1,y + 3*x - 3) :|: x >= 1 && y >= 0;
         l(x,y) -> l(x + 1,y - 4*x - 4) :|: x >= 0 && y >= 4*x + 4",
    ),
    (
        Technique::Cases,
        "swinging with pauses on one side",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + y,-2*y - 1,u) :|: x > 0 && z <= 0;
         l(x,y,z) -> l(x,y,z - 1) :|: z > 0 && y >= 0",
    ),
    (
        Technique::Cases,
        "swinging with pauses",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + y,-2*y - 1,u) :|: x > 0 && z <= 0;
         l(x,y,z) -> l(x,y,z - 1) :|: z > 0",
    ),
    (
        Technique::Cases,
        "swinging wider with pauses",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + y,-3*y - 1,u) :|: x > 0 && z <= 0;
         l(x,y,z) -> l(x,y,z - 1) :|: z > 0",
    ),
    (
        Technique::Cases,
        "swinging evenly with pauses",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + y,-y - 1,u) :|: x > 0 && z <= 0;
         l(x,y,z) -> l(x,y,z - 1) :|: z > 0",
    ),
    (
        Technique::Cases,
        "swinging with pauses of its own",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x - y,1 - 2*y,u) :|: x >= 0 && z < y;
         l(x,y,z) -> l(x,y,z - 1) :|: z >= y",
    ),
    (
        Technique::Eventual,
        "growth for a while",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + y,y - 1,u) :|: x > 0;
         l(x,y,z) -> l(u,y,z - 1) :|: y >= 0 && z > 0",
    ),
    (
        Technique::Eventual,
        "growth for a while, in two steps",
        "s(x,y,z) -> a(x,y,z); a(x,y,z) -> b(x + y,y - 1,u) :|: x > 0; b(x,y,z) -> a(x,y,z);
         a(x,y,z) -> a(u,y,z - 1) :|: y >= 0 && z > 0",
    ),
    (
        Technique::Eventual,
        "a threshold above zero",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x - y,y + 1,u) :|: x > 0;
         l(x,y,z) -> l(u,y,z - 1) :|: y <= 5 && z > 0",
    ),
    (
        Technique::Eventual,
        "a threshold that is a variable",
        "s(x,y,z,n) -> l(x,y,z,n); l(x,y,z,n) -> l(x + y - n,y - 1,u,n) :|: x > 0;
         l(x,y,z,n) -> l(u,y,z - 1,n) :|: y >= n && z > 0",
    ),
    (
        Technique::Piecewise,
        "a step back before each step",
        "s(x,y) -> l(x,y); l(x,y) -> l(x + 3,u) :|: x >= 0 && y >= 0 && u < 0;
         l(x,y) -> l(x - 4,u) :|: x >= 0 && y < 0",
    ),
    (
        Technique::Piecewise,
        "a step back elsewhere",
        "s(x,y) -> a(x,y); a(x,y) -> b(x + 3,u) :|: x >= 0 && y >= 0 && u < 0;
         a(x,y) -> a(x - 4,u) :|: x >= 0 && y < 0; b(x,y) -> a(x,y - 1)",
    ),
    (
        Technique::Piecewise,
        "steps back of any size",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + z,u,z) :|: x >= 0 && y >= 0 && z >= 0 && u < 0;
         l(x,y,z) -> l(x - z - 1,u,z) :|: x >= 0 && y < 0 && z >= 0",
    ),
    (
        Technique::Piecewise,
        "two modes",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + 2,y,z - 1) :|: y <= 0 && x >= 0 && z >= 0;
         l(x,y,z) -> l(z,u,x + z - 1) :|: y <= 0 && x >= 0 && z >= 0 && u >= 1;
         l(x,y,z) -> l(x - 1,y,z + 1) :|: y >= 1 && x >= 0 && z >= 0;
         l(x,y,z) -> l(2*x + z - 1,u,0) :|: y >= 1 && x >= 0 && z >= 0 && u <= 0",
    ),
    (
        Technique::Piecewise,
        "exchanged with a loss",
        "s(x,y) -> l(x,y); l(x,y) -> l(x - 1,x) :|: x > 0 && y > 0; l(x,y) -> l(y - 4,x + 3) :|: x > 0 && y > 0",
    ),
    (
        Technique::Disjunction,
        "one, or two together",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(u,v,w) :|: x >= 0 && u < x && v + w < x;
         l(x,y,z) -> l(u,v,w) :|: y >= 0 && z >= 0 && u < y + z && v + w < y + z",
    ),
    (
        Technique::Disjunction,
        "one, or two together, by different losses",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(u,v,w) :|: x >= 0 && u <= x - 2 && v + w <= x - 1;
         l(x,y,z) -> l(u,v,w) :|: y >= 0 && z >= 0 && u <= y + z - 1 && v + w <= y + z - 3",
    ),
    (
        Technique::Disjunction,
        "two together, or one that sometimes only gives",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(u,v,w) :|: z >= 0 && u + v < z && w < z;
         l(x,y,z) -> l(u,v,w) :|: x >= 0 && y >= 0 && u + v < x + y && w < x + y;
         l(x,y,z) -> l(u,v,w) :|: z >= 0 && u + v <= z && w <= z - 2",
    ),
    (
        Technique::Disjunction,
        "one, or any two together",
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(u,v,w) :|: x >= 0 && u < x && v + w < x && u + w < x;
         l(x,y,z) -> l(u,v,w) :|: y >= 0 && z >= 0 && u < y + z && v + w < y + z && u + w < y + z;
         l(x,y,z) -> l(u,v,w) :|: x >= 0 && z >= 0 && u < x + z && v + w < x + z && u + w < x + z",
    ),
];

/// What a technique and all cheaper ones may not do: the next cheaper one is the last that is tried.
fn cheaper(technique: Technique) -> Technique {
    match technique {
        Technique::NoCycle | Technique::Linear | Technique::Phases => Technique::NoCycle,
        Technique::SizeChange => Technique::Phases,
        Technique::Polynomial => Technique::SizeChange,
        Technique::Cases => Technique::Polynomial,
        Technique::Eventual | Technique::Piecewise => Technique::Cases,
        Technique::Disjunction => Technique::Piecewise,
    }
}

#[test]
fn each_technique_proves_what_cheaper_ones_do_not() {
    let mut wrong = Vec::new();
    for (technique, name, rules) in NEEDING {
        let system = system(rules);
        let answer = prove(&system, &Budget::new()).expect("the solver starts");
        match &answer {
            SystemAnswer::Terminates(proof) => {
                let found = strongest_technique(&system, proof);
                if found != *technique {
                    wrong.push(format!("{name}: proved by {found}, not by {technique}"));
                }
                if let Err(problem) = check_proof(&system, proof, &Budget::new()) {
                    wrong.push(format!("{name}: {problem}"));
                }
            }
            SystemAnswer::RunsForever(_) | SystemAnswer::Maybe { .. } => wrong.push(format!("{name}: not proved")),
        }
        let less = prove_up_to(&system, &Budget::new(), cheaper(*technique)).expect("the solver starts");
        if !matches!(less, SystemAnswer::Maybe { .. }) {
            wrong.push(format!("{name}: does not need {technique}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let count = |technique: Technique| NEEDING.iter().filter(|(needed, _, _)| *needed == technique).count();
    let further = [Technique::SizeChange, Technique::Polynomial, Technique::Cases, Technique::Eventual];
    assert!(further.into_iter().chain([Technique::Piecewise, Technique::Disjunction]).all(|one| count(one) >= 4));
}

/// The rules of all systems.
fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let needing = NEEDING.iter().map(|(_, name, rules)| (*name, *rules));
    SYSTEMS.iter().map(|(name, _, rules)| (*name, *rules)).chain(needing)
}

/// The same proof with something wrong in it, in every place where that can be.
fn corrupted(proof: &Proof) -> Vec<Proof> {
    let mut all = Vec::new();
    let negated = |ranking: &Ranking| Ranking {
        of: ranking.of.iter().map(|(id, poly)| (*id, poly.neg().expect("small"))).collect(),
    };
    for (index, step) in proof.steps.iter().enumerate() {
        let mut with = |steps: Vec<ProofStep>| all.push(Proof { steps, ..proof.clone() });
        let replaced = |step: ProofStep| {
            let mut steps = proof.steps.clone();
            steps[index] = step;
            steps
        };
        match step {
            ProofStep::Impossible { .. } => {}
            ProofStep::Ranked { component, ranking, decreasing } => {
                let mut missing = proof.steps.clone();
                missing.remove(index);
                with(missing);
                let (component, decreasing) = (component.clone(), decreasing.clone());
                with(replaced(ProofStep::Ranked {
                    component: component.clone(),
                    ranking: negated(ranking),
                    decreasing: decreasing.clone(),
                }));
                with(replaced(ProofStep::Ranked { component, ranking: Ranking { of: Vec::new() }, decreasing }));
            }
            ProofStep::Phases { component, functions } => {
                with(replaced(ProofStep::Phases { component: component.clone(), functions: Vec::new() }));
                let negated = functions.iter().map(negated).collect();
                with(replaced(ProofStep::Phases { component: component.clone(), functions: negated }));
            }
            ProofStep::Cases { transition, cases } => {
                for left_out in 0..cases.len() {
                    let mut cases = cases.clone();
                    cases.remove(left_out);
                    with(replaced(ProofStep::Cases { transition: *transition, cases }));
                }
                with(replaced(ProofStep::Cases { transition: usize::MAX, cases: cases.clone() }));
                let unknown = vec![vec![Atom::zero(Poly::var(IntVar(1000)))], Vec::new()];
                with(replaced(ProofStep::Cases { transition: *transition, cases: unknown }));
            }
            ProofStep::Regions { component, regions } => {
                for left_out in 0..regions[0].1.len() {
                    let mut regions = regions.clone();
                    regions[0].1.remove(left_out);
                    with(replaced(ProofStep::Regions { component: component.clone(), regions }));
                }
                let mut less = component.clone();
                less.pop();
                with(replaced(ProofStep::Regions { component: less, regions: regions.clone() }));
                let mut unknown = regions.clone();
                unknown[0].1.push(vec![Atom::zero(Poly::var(IntVar(1000)))]);
                with(replaced(ProofStep::Regions { component: component.clone(), regions: unknown }));
            }
            ProofStep::SizeChange { component, measures, graphs } => {
                let changed = |measures: &[Poly], graphs: &[(usize, Vec<SizeChangeArc>)]| ProofStep::SizeChange {
                    component: component.clone(),
                    measures: measures.to_vec(),
                    graphs: graphs.to_vec(),
                };
                let weak = |arcs: &Vec<SizeChangeArc>| {
                    arcs.iter().map(|arc| SizeChangeArc { strict: false, ..*arc }).collect()
                };
                let weak: Vec<(usize, Vec<SizeChangeArc>)> =
                    graphs.iter().map(|(index, arcs)| (*index, weak(arcs))).collect();
                with(replaced(changed(measures, &weak)));
                with(replaced(changed(measures, &graphs[1..])));
                with(replaced(changed(&[], graphs)));
                let negated: Vec<Poly> = measures.iter().map(|measure| measure.neg().expect("small")).collect();
                with(replaced(changed(&negated, graphs)));
                let mut more = graphs.clone();
                more[0].1.push(SizeChangeArc { from: 0, to: measures.len(), strict: true });
                with(replaced(changed(measures, &more)));
            }
            ProofStep::Disjunction { component, at, relations } => {
                let changed = |relations| ProofStep::Disjunction { component: component.clone(), at: *at, relations };
                with(replaced(changed(Vec::new())));
                let mut without = relations.clone();
                without.iter_mut().for_each(|relation| relation.measure = None);
                with(replaced(changed(without)));
                let mut negated = relations.clone();
                for relation in &mut negated {
                    relation.measure = relation.measure.as_ref().and_then(Poly::neg);
                }
                with(replaced(changed(negated)));
                let mut weaker = relations.clone();
                weaker.iter_mut().for_each(|relation| relation.atoms.clear());
                with(replaced(changed(weaker)));
                let mut false_ones = relations.clone();
                false_ones.iter_mut().for_each(|relation| relation.atoms.push(Atom::zero(Poly::constant(1))));
                with(replaced(changed(false_ones)));
            }
        }
    }
    let mut invariants = proof.invariants.clone();
    invariants.iter_mut().for_each(|atoms| atoms.push(Atom::zero(Poly::constant(1))));
    all.push(Proof { invariants, ..proof.clone() });
    all
}

/// Simplifications that would leave nothing to prove.
fn too_simple(system: &System) -> Vec<Proof> {
    let transitions: Vec<usize> = (0..system.transitions.len()).collect();
    let locations: Vec<Location> = (0..system.locations.len()).map(|index| Location(index as u32)).collect();
    let never = Atom::zero(Poly::constant(1));
    let mut logs = vec![
        vec![Simplification::Unreachable { transitions: transitions.clone() }],
        vec![Simplification::Irrelevant { transitions: transitions.clone() }],
        vec![Simplification::Impossible { transitions: transitions.clone() }],
        vec![Simplification::Subsumed { pairs: transitions.iter().map(|index| (*index, *index)).collect() }],
        vec![Simplification::Strengthened { facts: locations.iter().map(|at| (*at, never.clone())).collect() }],
        locations.iter().map(|location| Simplification::Chained { location: *location }).collect(),
    ];
    for var in (0..system.vars.len()).map(|index| IntVar(index as u32)) {
        let values = [0, 1].map(|value| locations.iter().map(move |at| (*at, var, Poly::constant(value))).collect());
        logs.extend(values.map(|values| vec![Simplification::Equal { values }]));
    }
    let invariants = vec![Vec::new(); locations.len()];
    let proof = |simplifications| Proof { simplifications, invariants: invariants.clone(), steps: Vec::new() };
    logs.into_iter().map(proof).collect()
}

#[test]
fn corrupted_certificates_are_rejected() {
    let mut rejected = 0;
    for (name, rules) in all() {
        let system = system(rules);
        match prove(&system, &Budget::new()).expect("the solver starts") {
            SystemAnswer::Terminates(proof) => {
                for bad in corrupted(&proof) {
                    assert!(check_proof(&system, &bad, &Budget::new()).is_err(), "{name}: {bad:?}");
                    rejected += 1;
                }
            }
            SystemAnswer::RunsForever(endless) => {
                for bad in corrupt::runs(&system, &endless) {
                    assert!(check_endless(&system, &bad, &Budget::new()).is_err(), "{name}: {bad:?}");
                    rejected += 1;
                }
                for bad in too_simple(&system) {
                    assert!(check_proof(&system, &bad, &Budget::new()).is_err(), "{name}: {bad:?}");
                    rejected += 1;
                }
            }
            SystemAnswer::Maybe { .. } => {}
        }
    }
    assert!(rejected > 150, "only {rejected} certificates were corrupted");
}

#[test]
fn names_and_order_do_not_matter() {
    let word = |answer: SystemAnswer| match answer {
        SystemAnswer::Terminates(_) => Yes,
        SystemAnswer::RunsForever(_) => No,
        SystemAnswer::Maybe { .. } => Maybe,
    };
    for (number, (name, expected, rules)) in SYSTEMS.iter().enumerate() {
        let original = system(rules);
        let mut reversed = original.clone();
        reversed.transitions.reverse();
        let shuffled = random::shuffle::reordered(&original, &mut random::numbers::Numbers::new(number as u64));
        for changed in [reversed, shuffled] {
            let found = word(prove(&changed, &Budget::new()).expect("the solver starts"));
            assert_eq!(found, *expected, "{name}: {changed:#?}");
        }
    }
    for (_, name, rules) in NEEDING {
        let mut changed = system(rules);
        changed.transitions.reverse();
        assert_eq!(word(prove(&changed, &Budget::new()).expect("the solver starts")), Yes, "{name}");
    }
}
