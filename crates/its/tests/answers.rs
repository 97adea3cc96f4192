//! Systems with known answers, from trivial to what today's techniques cannot do; every certificate is checked, and
//! must not survive a corruption.

mod corrupt;
mod random;

use engine::Budget;
use its::{
    Answer, Atom, Kind, LocId, Poly, Proof, Ranking, Simplification, Step, System, Var, check, check_endless, format,
    prove,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    Yes,
    No,
    /// Nobody is found to be right today; the comment says what it would take.
    Maybe,
}

use Expected::{Maybe, No, Yes};

/// Rules separated by `;`, the first location is the start. Variables are those of the first rule.
fn system(rules: &str) -> System {
    let head = rules.split("->").next().expect("there is a rule");
    let (start, vars) = head.split_once('(').expect("the start has variables");
    let vars = vars.trim().trim_end_matches(')').replace(',', " ");
    let lines: Vec<&str> = rules.split(';').map(str::trim).collect();
    let text = format!(
        "(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS {}))\n(VAR {vars} u v w)\n(RULES\n{}\n)",
        start.trim(),
        lines.join("\n")
    );
    format::read(&text, Kind::Koat).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

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
    // Terminates from every start, but by an argument about products.
    (
        "product falls",
        Maybe,
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
            Answer::Terminates(proof) => (Yes, check(&system, proof).err()),
            Answer::RunsForever(endless) => (No, check_endless(&system, endless).err()),
            Answer::Maybe { .. } => (Maybe, None),
        };
        if found != *expected || problem.is_some() {
            wrong.push(format!("{name}: expected {expected:?}, found {found:?} {problem:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(SYSTEMS.len() >= 60);
}

/// The same proof with something wrong in it, in every place where that can be.
fn corrupted(proof: &Proof) -> Vec<Proof> {
    let mut all = Vec::new();
    let negated = |ranking: &Ranking| Ranking {
        of: ranking.of.iter().map(|(id, poly)| (*id, poly.neg().expect("small"))).collect(),
    };
    for (index, step) in proof.steps.iter().enumerate() {
        let mut with = |steps: Vec<Step>| all.push(Proof { steps, ..proof.clone() });
        let replaced = |step: Step| {
            let mut steps = proof.steps.clone();
            steps[index] = step;
            steps
        };
        match step {
            Step::Impossible { .. } => {}
            Step::Ranked { component, ranking, decreasing } => {
                let mut missing = proof.steps.clone();
                missing.remove(index);
                with(missing);
                let (component, decreasing) = (component.clone(), decreasing.clone());
                with(replaced(Step::Ranked {
                    component: component.clone(),
                    ranking: negated(ranking),
                    decreasing: decreasing.clone(),
                }));
                with(replaced(Step::Ranked { component, ranking: Ranking { of: Vec::new() }, decreasing }));
            }
            Step::Phases { component, functions } => {
                with(replaced(Step::Phases { component: component.clone(), functions: Vec::new() }));
                let negated = functions.iter().map(negated).collect();
                with(replaced(Step::Phases { component: component.clone(), functions: negated }));
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
    let locations: Vec<LocId> = (0..system.locations.len()).map(|index| LocId(index as u32)).collect();
    let never = Atom::zero(Poly::constant(1));
    let mut logs = vec![
        vec![Simplification::Unreachable { transitions: transitions.clone() }],
        vec![Simplification::Irrelevant { transitions: transitions.clone() }],
        vec![Simplification::Impossible { transitions: transitions.clone() }],
        vec![Simplification::Subsumed { pairs: transitions.iter().map(|index| (*index, *index)).collect() }],
        vec![Simplification::Strengthened { facts: locations.iter().map(|at| (*at, never.clone())).collect() }],
        locations.iter().map(|location| Simplification::Chained { location: *location }).collect(),
    ];
    for var in (0..system.vars.len()).map(|index| Var(index as u32)) {
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
    for (name, _, rules) in SYSTEMS {
        let system = system(rules);
        match prove(&system, &Budget::new()).expect("the solver starts") {
            Answer::Terminates(proof) => {
                for bad in corrupted(&proof) {
                    assert!(check(&system, &bad).is_err(), "{name}: {bad:?}");
                    rejected += 1;
                }
            }
            Answer::RunsForever(endless) => {
                for bad in corrupt::runs(&system, &endless) {
                    assert!(check_endless(&system, &bad).is_err(), "{name}: {bad:?}");
                    rejected += 1;
                }
                for bad in too_simple(&system) {
                    assert!(check(&system, &bad).is_err(), "{name}: {bad:?}");
                    rejected += 1;
                }
            }
            Answer::Maybe { .. } => {}
        }
    }
    assert!(rejected > 150, "only {rejected} certificates were corrupted");
}

#[test]
fn names_and_order_do_not_matter() {
    let word = |answer: Answer| match answer {
        Answer::Terminates(_) => Yes,
        Answer::RunsForever(_) => No,
        Answer::Maybe { .. } => Maybe,
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
}
