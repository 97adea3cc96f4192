//! Proofs with one thing wrong in them, and what the check says of it.

mod rules;

use engine::Budget;
use its::certificate::{
    Endless, EndlessKind, Geometric, Leg, Proof, ProofStep, Ray, Recurrence, Recurrent, Simplification, SizeChangeArc,
    Stem, WrapEncoding, Wraps,
};
use its::check::{Refusal, check_encoding, check_endless, check_proof};
use its::system::{Atom, IntType, IntVar, Location, Poly, System, Types};

use rules::system;

fn x() -> Poly {
    Poly::var(IntVar(0))
}

/// A variable that a system with one variable does not have.
fn missing() -> Poly {
    Poly::var(IntVar(1))
}

fn proof(system: &System, steps: Vec<ProofStep>) -> Proof {
    Proof { simplifications: Vec::new(), invariants: vec![Vec::new(); system.locations.len()], steps }
}

fn refused(system: &System, proof: &Proof, because: &str) {
    match check_proof(system, proof, &Budget::new()) {
        Err(Refusal::Wrong(why)) => assert!(why.contains(because), "expected {because:?} in {why:?}"),
        other => panic!("{other:?}, not {because:?}"),
    }
}

/// Goes on for ever: whoever proves the contrary is wrong.
const ENDLESS: &str = "s(x) -> l(x); l(x) -> l(x - 1)";

#[test]
fn what_is_possible_is_not_impossible() {
    let system = system(ENDLESS);
    let lie = ProofStep::Impossible { transition: 1 };
    refused(&system, &proof(&system, vec![lie]), "transition 1 may be possible");
}

#[test]
fn proofs_are_about_variables_that_exist() {
    let system = system(ENDLESS);
    for place in 0..system.locations.len() {
        let mut bad = proof(&system, Vec::new());
        bad.invariants[place].push(Atom::ge(&missing(), &Poly::zero()).expect("small numbers"));
        refused(&system, &bad, "an invariant is about a variable that does not exist");
    }
    let arcs = vec![SizeChangeArc { from: 0, to: 0, strict: true }];
    let descent = |measure: Poly| ProofStep::SizeChange {
        component: vec![1],
        measures: vec![measure],
        graphs: vec![(1, arcs.clone())],
    };
    refused(&system, &proof(&system, vec![descent(missing())]), "a measure is about a variable that does not exist");
    refused(&system, &proof(&system, vec![descent(x())]), "an arc of transition 1 does not hold");
    let atom = Atom::ge(&missing(), &Poly::zero()).expect("small numbers");
    let regions =
        ProofStep::Regions { component: vec![1], regions: vec![(Location(1), vec![vec![atom.clone()], Vec::new()])] };
    refused(&system, &proof(&system, vec![regions]), "the regions do not fit the system");
    let cases = ProofStep::Cases { transition: 1, cases: vec![vec![atom], Vec::new()] };
    refused(&system, &proof(&system, vec![cases]), "the cases do not fit the transition");
}

#[test]
fn what_stays_does_not_depend_on_what_goes() {
    let system = system("s(x,y,z) -> l(x,y,z); l(x,y,z) -> l(x + 1,y + x,z - 1) :|: z > 0");
    let mut bad = proof(&system, Vec::new());
    bad.simplifications.push(Simplification::Sliced { vars: vec![IntVar(0)] });
    refused(&system, &bad, "variable 1 depends on one that is to go");
}

/// The cases of a transition take its place, and that of no other one.
#[test]
fn cases_replace_one_transition() {
    let system = system("s(x) -> l(x); l(x) -> l(x - 1) :|: x > 0; l(x) -> l(x + 1)");
    let at_least = |bound: i128| Atom::ge(&x(), &Poly::constant(bound)).expect("small numbers");
    let below = Atom::ge(&Poly::constant(5), &x()).expect("small numbers");
    let cases = ProofStep::Cases { transition: 1, cases: vec![vec![at_least(6)], vec![below]] };
    refused(&system, &proof(&system, vec![cases]), "transitions [2, 3, 4] are left");
    let fewer = ProofStep::Cases { transition: 1, cases: vec![vec![at_least(6)]] };
    refused(&system, &proof(&system, vec![fewer]), "the cases may leave out a step of transition 1");
}

/// Doubled for ever, or until it is too large: a ray that leaves the guard shows nothing.
#[test]
fn rays_stay_within_the_guard() {
    let doubled = |rules: &str| {
        let system = system(rules);
        let stem = Stem { start: vec![1], legs: vec![Leg::Step((0, Vec::new()))] };
        let ray = Ray { values: vec![1], chosen: Vec::new(), factor: 2, previous: 0 };
        let geometric = Geometric { cycle: vec![1], chosen: Vec::new(), rays: vec![ray] };
        check_endless(&system, &Endless::new(stem, Recurrence::Geometric(geometric)), &Budget::new())
    };
    assert_eq!(doubled("s(x) -> l(x); l(x) -> l(2 * x) :|: x > 0"), Ok(()));
    let ends = doubled("s(x) -> l(x); l(x) -> l(2 * x) :|: x > 0 && x < 100");
    assert!(matches!(&ends, Err(Refusal::Wrong(why)) if why.contains("a ray is not kept")), "{ends:?}");
    let differs = doubled("s(x) -> l(x); l(x) -> l(3 * x - 1) :|: x > 0");
    assert!(matches!(&differs, Err(Refusal::Wrong(why)) if why.contains("not")), "{differs:?}");
}

/// A value that never wraps is claimed to wrap once, or never where it does: in each transition, wherever it starts.
#[test]
fn wraps_are_as_they_are_claimed() {
    let stays = "s(x) -> l(x); l(x) -> l(x) :|: x > 0";
    for (rules, transition, copies, claimed) in [
        (stays, 1, 0..2, Wraps::Between(1, 1)),
        (stays, 1, 0..2, Wraps::Between(-1, -1)),
        (stays, 0, 0..1, Wraps::Between(1, 1)),
        ("s(x) -> l(x); l(x) -> l(x + 1) :|: x > 0", 1, 0..2, Wraps::NEVER),
        ("s(x) -> l(x); l(x) -> l(x - 1) :|: x < 0", 1, 0..2, Wraps::NEVER),
        ("s(x) -> l(x + 1); l(x) -> l(x)", 0, 0..1, Wraps::NEVER),
    ] {
        let system = system(rules);
        let types = Types::all(&system, IntType::new(8, true));
        let honest = WrapEncoding {
            wraps: vec![vec![Wraps::Any]; 2 * system.transitions.len()],
            invariants: vec![Vec::new(); WrapEncoding::location_count(&system)],
        };
        assert!(check_encoding(&system, &types, &honest, &Budget::new()).is_ok(), "{rules}");
        for copy in copies {
            let mut bad = honest.clone();
            bad.wraps[WrapEncoding::place(&system, copy, transition)] = vec![claimed];
            match check_encoding(&system, &types, &bad, &Budget::new()) {
                Err(Refusal::Wrong(why)) => assert!(why.contains("wrap in another way"), "{why}"),
                other => panic!("{rules}, {claimed:?}, {copy}: {other:?}"),
            }
        }
    }
}

/// What is said of a run that never ends.
#[test]
fn kinds_of_endless_runs() {
    let kind = |set: Vec<Atom>| {
        let recurrent = Recurrent { cycle: vec![1], choices: Vec::new(), set };
        Endless::new(Stem { start: Vec::new(), legs: Vec::new() }, Recurrence::Cycle(recurrent)).kind()
    };
    let both = x().sub(&missing()).expect("small numbers");
    assert_eq!(kind(vec![Atom::zero(x()), Atom::zero(missing())]), EndlessKind::State);
    assert_eq!(kind(vec![Atom::zero(x()), Atom::zero(both.clone())]), EndlessKind::Equations);
    assert_eq!(kind(Vec::new()), EndlessKind::Equations);
    assert_eq!(kind(vec![Atom::zero(x()), Atom::at_least_zero(both)]), EndlessKind::Set);
}
