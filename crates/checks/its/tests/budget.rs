//! A check whose budget ends says so, whatever the certificate is: right ones are not called wrong.

mod rules;

use engine::{Budget, Limit};
use its::certificate::{
    Endless, Leg, Proof, ProofStep, Ranking, Recurrence, Recurrent, Simplification, Stem, WrapEncoding, Wraps,
};
use its::check::{Logic, Refusal, check_encoding, check_endless, check_proof, check_simplifications};
use its::system::{Atom, IntType, IntVar, Location, Poly, System, Types};

use rules::system;

const DOWN: &str = "s(x) -> l(x); l(x) -> l(x - 1) :|: x > 0";
const UP: &str = "s(x) -> l(x); l(x) -> l(x + 1) :|: x > 0";

fn ended() -> Budget {
    let budget = Budget::new();
    budget.stop(Limit::Time);
    budget
}

/// Locations and transitions keep their numbers when a system is put in order: the start comes first here.
fn down() -> (System, Proof) {
    let ranking = Ranking { of: vec![(Location(1), Poly::var(IntVar(0)))] };
    let step = ProofStep::Ranked { component: vec![1], ranking, decreasing: vec![1] };
    let proof = Proof { invariants: vec![Vec::new(); 2], steps: vec![step], ..Proof::default() };
    (system(DOWN), proof)
}

fn up(times: u64) -> (System, Endless) {
    let round = Leg::Repeat { steps: vec![(1, Vec::new())], times };
    let stem = Stem { start: vec![1], legs: vec![Leg::Step((0, Vec::new())), round] };
    let set = vec![Atom::gt(&Poly::var(IntVar(0)), &Poly::zero()).expect("small")];
    let recurrent = Recurrent { cycle: vec![1], choices: Vec::new(), set };
    (system(UP), Endless::new(stem, Recurrence::Cycle(recurrent)))
}

#[test]
fn proofs() {
    let (system, proof) = down();
    assert_eq!(check_proof(&system, &proof, &Budget::new()), Ok(()));
    assert_eq!(check_proof(&system, &proof, &ended()), Err(Refusal::Stopped(Limit::Time)));
    let wrong = Proof { steps: Vec::new(), ..proof };
    assert!(matches!(check_proof(&system, &wrong, &Budget::new()), Err(Refusal::Wrong(_))));
}

#[test]
fn runs_that_do_not_end() {
    let (system, endless) = up(1 << 20);
    assert_eq!(check_endless(&system, &endless, &Budget::new()), Ok(()));
    assert_eq!(check_endless(&system, &endless, &ended()), Err(Refusal::Stopped(Limit::Time)));
    let (system, short) = up(1);
    let refusal = check_endless(&system, &short, &ended()).expect_err("the solver is not asked any more");
    assert_eq!(refusal.to_string(), "a limit was reached before the check came to its end: time");
}

#[test]
fn encodings() {
    let system = system(UP);
    let types = Types::all(&system, IntType::new(8, true));
    let encoding = WrapEncoding {
        wraps: vec![vec![Wraps::NEVER], vec![Wraps::Between(0, 1)], vec![Wraps::NEVER], vec![Wraps::Between(0, 1)]],
        invariants: vec![Vec::new(); WrapEncoding::location_count(&system)],
    };
    assert!(check_encoding(&system, &types, &encoding, &Budget::new()).is_ok());
    assert_eq!(check_encoding(&system, &types, &encoding, &ended()), Err(Refusal::Stopped(Limit::Time)));
}

/// Also where the solver is not asked: nothing is said once the budget is over.
#[test]
fn checks_without_questions() {
    let acyclic = system("s(x) -> l(x)");
    let proof = Proof { invariants: vec![Vec::new(); 2], ..Proof::default() };
    assert_eq!(check_proof(&acyclic, &proof, &Budget::new()), Ok(()));
    assert_eq!(check_proof(&acyclic, &proof, &ended()), Err(Refusal::Stopped(Limit::Time)));
    let log = [Simplification::Unreachable { transitions: Vec::new() }];
    let checked = |budget: &Budget| {
        let mut logic = Logic::for_check(budget).expect("the solver starts");
        check_simplifications(&acyclic, &log, &mut logic, budget).map(|_| ())
    };
    assert_eq!(checked(&Budget::new()), Ok(()));
    assert_eq!(checked(&ended()), Err("a limit was reached before the check came to its end".to_string()));
    let (system, run) = up(1);
    assert!(run.stem.run_within(&system, &Budget::new()).is_some());
    assert_eq!(run.stem.run_within(&system, &ended()), None);
}

/// What takes more work than is allowed is left open.
#[test]
fn hard_questions() {
    let x = Poly::var(IntVar(0));
    let square = x.mul(&x).expect("a small degree");
    let above = |poly: &Poly, least: i128| Atom::gt(poly, &Poly::constant(least)).expect("small");
    let implied = |work: u32| {
        let mut logic = Logic::limited(work, &Budget::new()).expect("the solver starts");
        logic.implies(&[above(&x, 2)], &[above(&square, 8)])
    };
    assert_eq!((implied(1), implied(50_000_000)), (false, true));
}
