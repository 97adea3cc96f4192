//! What is proved about random systems, compared with runs of them.
//!
//! `CAIRN_RANDOM_SYSTEMS=20000 cargo test --release -p its-search --test random_runs` looks at more of them.

mod random;

use engine::Budget;
use its::certificate::{
    Endless, Geometric, Leg, Move, Proof, ProofStep, Ranking, Ray, Recurrence, Recurrent, RecurrentMoves, Stem,
    SystemAnswer,
};
use its::replay::replay;
use its::system::{Atom, IntVar, Location, Poly, System, Transition};
use its_search::prove::prove;

use random::numbers::Numbers;
use random::run::{Watch, rounds, walk};
use random::{generate, shuffle};

/// Runs of each system that is said to end, and the steps of the longest.
const WALKS: usize = 25;
const MOST_STEPS: usize = 400;
const LONGEST_WALK: usize = 1_000_000;
/// Rounds of each run that is said not to end.
const ROUNDS: usize = 10_000;

fn count(normal: usize) -> usize {
    let wanted = std::env::var("CAIRN_RANDOM_SYSTEMS").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or(normal)
}

fn answer(system: &System) -> SystemAnswer {
    prove(system, &Budget::new()).expect("the solver starts")
}

fn word(answer: &SystemAnswer) -> &'static str {
    match answer {
        SystemAnswer::Terminates(_) => "YES",
        SystemAnswer::RunsForever(_) => "NO",
        SystemAnswer::Maybe { .. } => "MAYBE",
    }
}

/// Runs of a system that is said to end, against the proof: of the simplified system, which most of the proof is about,
/// and of the system itself, of which it says only that they end.
fn watched(system: &System, proof: &Proof, numbers: &mut Numbers) -> Result<(), String> {
    let simplified = replay(system, &proof.simplifications).ok_or("the simplification does not fit")?;
    let ends = Proof { invariants: vec![Vec::new(); system.locations.len()], ..Proof::default() };
    for (system, proof) in [(simplified.system(), proof), (system, &ends)] {
        for number in 0..WALKS {
            let most = if number == 0 { LONGEST_WALK } else { MOST_STEPS };
            let start = system.vars.iter().map(|_| numbers.between(-12, 12)).collect();
            let mut watch = Watch::new(system, proof);
            walk(system, start, most, numbers, |before, index, after| watch.see(before, index, after))?;
        }
    }
    Ok(())
}

#[test]
fn no_run_contradicts_an_answer() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..count(70) {
        let mut numbers = Numbers::new(seed as u64);
        let system = generate::system(&mut numbers);
        let problem = match answer(&system) {
            SystemAnswer::Terminates(proof) => {
                yes += 1;
                watched(&system, &proof, &mut numbers).err()
            }
            SystemAnswer::RunsForever(endless) => {
                no += 1;
                rounds(&system, &endless, ROUNDS).err()
            }
            SystemAnswer::Maybe { .. } => None,
        };
        assert_eq!(problem, None, "seed {seed}: {system:#?}");
    }
    assert!(yes >= 15 && no >= 15, "too few answers to learn from: {yes} YES, {no} NO");
}

#[test]
fn the_order_of_rules_does_not_matter() {
    for seed in 0..count(30) {
        let mut numbers = Numbers::new(1_000_000 + seed as u64);
        let system = generate::system(&mut numbers);
        let expected = word(&answer(&system));
        let other = shuffle::reordered(&system, &mut numbers);
        assert_eq!(word(&answer(&other)), expected, "seed {seed}: {system:#?} {other:#?}");
    }
}

/// The same steps, the same answer, to the last certificate; and no more steps are taken than were given, but for those of
/// what was begun.
#[test]
fn a_budget_in_steps_decides_the_answer() {
    let mut fewer = 0;
    for seed in 0..count(12) {
        let mut numbers = Numbers::new(2_000_000 + seed as u64);
        let system = generate::system(&mut numbers);
        let of_steps = |most: u64| prove(&system, &Budget::of_steps(most)).expect("the solver starts");
        for most in [3, 30, 300] {
            assert_eq!(of_steps(most), of_steps(most), "seed {seed}, {most} steps: {system:#?}");
        }
        fewer += usize::from(word(&of_steps(3)) != word(&of_steps(3_000)));
    }
    assert!(fewer > 0, "three steps are never too few");
}

/// One location, one variable x, one transition l(x) -> l(x + `change`) :|: x >= 0.
fn counter(change: i128) -> System {
    let x = Poly::var(IntVar(0));
    let changed = x.add(&Poly::constant(change)).expect("small");
    let guard = vec![Atom::at_least_zero(x)];
    let transition =
        Transition { from: Location(0), to: Location(0), chosen: Vec::new(), guard, update: vec![changed] };
    System {
        vars: vec!["x".to_string()],
        locations: vec!["l".to_string()],
        start: Location(0),
        transitions: vec![transition],
    }
}

fn function(poly: Poly) -> Ranking {
    Ranking { of: vec![(Location(0), poly)] }
}

#[test]
fn runs_notice_wrong_proofs() {
    let x = Poly::var(IntVar(0));
    let ranked = |poly: Poly| ProofStep::Ranked { component: vec![0], ranking: function(poly), decreasing: vec![0] };
    let notices = |change: i128, invariants: Vec<Atom>, step: ProofStep| {
        let proof = Proof { invariants: vec![invariants], steps: vec![step], ..Proof::default() };
        watched(&counter(change), &proof, &mut Numbers::new(7)).err()
    };
    assert_eq!(notices(-1, vec![], ranked(x.clone())), None, "this proof is right");
    let sentence = |change, invariants, step| notices(change, invariants, step).expect("this proof is wrong");
    assert!(sentence(1, vec![], ranked(x.clone())).contains("does not fall"));
    let below = x.sub(&Poly::constant(5)).expect("small");
    assert!(sentence(-1, vec![], ranked(below.clone())).contains("does not fall"), "it is not bounded");
    assert!(sentence(-1, vec![Atom::at_least_zero(below)], ranked(x.clone())).contains("no invariant"));
    assert!(sentence(-1, vec![], ProofStep::Impossible { transition: 0 }).contains("impossible"));
    let phases = |functions: Vec<Poly>| ProofStep::Phases {
        component: vec![0],
        functions: functions.into_iter().map(function).collect(),
    };
    assert_eq!(notices(-1, vec![], phases(vec![x.clone(), x.clone()])), None, "these phases are right");
    assert!(sentence(1, vec![], phases(vec![x.clone()])).contains("phase"));
    assert!(sentence(0, vec![], phases(vec![])).contains("comes back"));
}

#[test]
fn rounds_notice_wrong_runs() {
    let claim = |cycle: Vec<usize>, set: Vec<Atom>| {
        let stem = Stem { start: vec![3], legs: vec![Leg::Step((0, vec![]))] };
        Endless::new(stem, Recurrence::Cycle(Recurrent { cycle, choices: Vec::new(), set }))
    };
    let x = Poly::var(IntVar(0));
    let positive = vec![Atom::at_least_zero(x.clone())];
    assert_eq!(rounds(&counter(1), &claim(vec![0], positive.clone()), ROUNDS), Ok(()));
    assert!(rounds(&counter(-1), &claim(vec![0], Vec::new()), ROUNDS).is_err(), "the guard fails");
    assert!(rounds(&counter(-1), &claim(vec![0], positive), ROUNDS).is_err(), "the set is left");
    assert!(rounds(&counter(1), &claim(vec![], Vec::new()), ROUNDS).is_err(), "there is no cycle");
    let mut impossible = claim(vec![0], Vec::new());
    impossible.stem.start = vec![-1];
    assert!(rounds(&counter(1), &impossible, ROUNDS).is_err(), "the stem is not possible");
    let moves = |set: Vec<Atom>| Endless {
        recurrence: Recurrence::Moves(RecurrentMoves {
            sets: vec![(Location(0), set)],
            moves: vec![Move { from: Location(0), path: vec![0], choices: Vec::new() }],
        }),
        ..claim(Vec::new(), Vec::new())
    };
    assert_eq!(rounds(&counter(1), &moves(vec![Atom::at_least_zero(x.clone())]), ROUNDS), Ok(()));
    assert!(rounds(&counter(-1), &moves(Vec::new()), ROUNDS).is_err(), "no move is possible");
    let ray = |change: i128| Endless {
        recurrence: Recurrence::Geometric(Geometric {
            cycle: vec![0],
            chosen: Vec::new(),
            rays: vec![Ray { values: vec![change], chosen: Vec::new(), factor: 1, previous: 0 }],
        }),
        ..claim(Vec::new(), Vec::new())
    };
    assert_eq!(rounds(&counter(1), &ray(1), ROUNDS), Ok(()));
    assert!(rounds(&counter(1), &ray(2), ROUNDS).is_err(), "the ray is wrong");
    assert!(rounds(&counter(-1), &ray(-1), ROUNDS).is_err(), "the guard fails");
}
