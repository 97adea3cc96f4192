//! A large component: 20 variables and 200 transitions that need a lexicographic function of 4 components.

mod random;

use std::time::{Duration, Instant};

use engine::Budget;
use its::certificate::{ProofStep, SystemAnswer};
use its::check::check_proof;
use its::system::{Atom, IntVar, Location, Poly, System, Transition};
use its_search::prove::prove;

use random::numbers::Numbers;

const VARS: usize = 20;
const PLACES: usize = 25;
const TRANSITIONS: usize = 200;
const LEVELS: usize = 4;

/// Transitions of level k make the k-th component smaller, leave those before it and choose those behind it. A component
/// is a sum of two variables. A ring of transitions that change none but the last keeps everything connected.
fn lexicographic(seed: u64) -> System {
    let mut numbers = Numbers::new(seed);
    let mut transitions = vec![step(&mut numbers, 0, 1, None)];
    for place in 0..PLACES {
        // One transition of the ring decreases the last component; the others decrease nothing.
        let level = (place == 0).then_some(LEVELS - 1);
        transitions.push(step(&mut numbers, 1 + place, 1 + (place + 1) % PLACES, level));
    }
    while transitions.len() < TRANSITIONS {
        let (from, to) = (1 + numbers.below(PLACES), 1 + numbers.below(PLACES));
        let level = numbers.below(LEVELS);
        transitions.push(step(&mut numbers, from, to, Some(level)));
    }
    System {
        vars: (0..VARS).map(|index| format!("x{index}")).collect(),
        locations: (0..=PLACES).map(|index| format!("l{index}")).collect(),
        start: Location(0),
        transitions,
    }
}

/// The two variables whose sum is the component of a level.
fn parts(level: usize) -> [usize; 2] {
    [2 * level, 2 * level + 1]
}

fn step(numbers: &mut Numbers, from: usize, to: usize, level: Option<usize>) -> Transition {
    let var = |index: usize| Poly::var(IntVar(index as u32));
    let mut update: Vec<Poly> = (0..VARS).map(var).collect();
    let (mut guard, mut chosen) = (Vec::new(), Vec::new());
    if let Some(level) = level {
        let [a, b] = parts(level);
        guard.push(Atom::at_least_zero(var(a).add(&var(b)).expect("small")));
        // The sum falls by one or more while its parts move against each other.
        let shift = numbers.between(-3, 3);
        update[a] = var(a).add(&Poly::constant(shift)).expect("small");
        update[b] = var(b).sub(&Poly::constant(shift + numbers.between(1, 2))).expect("small");
        for later in parts(LEVELS).into_iter().min().map_or(0..0, |end| 2 * (level + 1)..end) {
            update[later] = var(VARS + chosen.len());
            chosen.push(format!("c{later}"));
        }
    }
    for (index, value) in update.iter_mut().enumerate().skip(2 * LEVELS) {
        let other = var(2 * LEVELS + numbers.below(VARS - 2 * LEVELS));
        *value = match numbers.below(4) {
            0 => other.add(&Poly::constant(numbers.between(-2, 2))).expect("small"),
            1 => var(index).add(&other).expect("small"),
            _ => var(index),
        };
    }
    for _ in 0..numbers.below(3) {
        let of = |numbers: &mut Numbers| var(2 * LEVELS + numbers.below(VARS - 2 * LEVELS));
        let (left, right) = (of(numbers), of(numbers));
        guard.push(Atom::ge(&left, &right).expect("small"));
    }
    Transition { from: Location(from as u32), to: Location(to as u32), chosen, guard, update }
}

/// Five seconds are the aim of an optimised build (see docs/engines/its.md for what it takes); here also for others, and
/// for machines that have something else to do.
const MOST_TIME: Duration = Duration::from_secs(60);

#[test]
fn a_large_component_is_ranked_in_time() {
    let system = lexicographic(5);
    assert_eq!((system.check(), system.transitions.len(), system.vars.len()), (Ok(()), TRANSITIONS, VARS));
    let started = Instant::now();
    let answer = prove(&system, &Budget::new()).expect("the solver starts");
    let took = started.elapsed();
    let SystemAnswer::Terminates(proof) = answer else { panic!("nothing was found") };
    let components = proof.steps.iter().filter(|step| matches!(step, ProofStep::Ranked { .. })).count();
    assert!(components >= LEVELS, "{components} functions are too few for four components");
    assert_eq!(check_proof(&system, &proof, &Budget::new()), Ok(()));
    println!("{components} functions in {took:?}");
    assert!(took < MOST_TIME, "it took {took:?}");
}

/// One cycle through thousands of locations that cannot be chained, each with another way to the next: whatever is built for
/// whole components or cycles is too large here, and has to be left.
#[test]
fn a_long_cycle_is_left_in_time() {
    const LENGTH: u32 = 3_000;
    let x = Poly::var(IntVar(0));
    let step = |from: u32, change: i128| Transition {
        from: Location(from),
        to: Location((from + 1) % LENGTH),
        chosen: Vec::new(),
        guard: vec![Atom::at_least_zero(x.add(&Poly::constant(change)).expect("small"))],
        update: vec![x.add(&Poly::constant(change)).expect("small")],
    };
    let system = System {
        vars: vec!["x".to_string()],
        locations: (0..LENGTH).map(|number| format!("l{number}")).collect(),
        start: Location(0),
        transitions: (0..LENGTH).flat_map(|from| [step(from, 1), step(from, -1)]).collect(),
    };
    let started = Instant::now();
    prove(&system, &Budget::of_steps(2_000)).expect("the solver starts");
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}
