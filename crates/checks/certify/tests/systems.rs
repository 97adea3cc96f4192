//! Verdicts about transition systems: what passes its check, and what is left of what does not.

use certify::{Conclusion, SystemVerdict, judge_system, judge_typed_system};
use engine::{Budget, Limit, Unknown};
use its::certificate::{
    Endless, Leg, Proof, ProofStep, Ranking, Recurrence, Recurrent, Stem, SystemAnswer, WrapEncoding, Wraps,
};
use its::format::{Kind, read};
use its::system::{Atom, IntType, IntVar, Location, Poly, System, Types};

fn system(rule: &str) -> System {
    let text = format!("(STARTTERM (FUNCTIONSYMBOLS s)) (RULES s(x) -> l(x) {rule})");
    read(&text, Kind::Koat).expect("the text is right")
}

fn down() -> System {
    system("l(x) -> l(x - 1) :|: x > 0")
}

fn up() -> System {
    system("l(x) -> l(x + 1) :|: x > 0")
}

fn falls() -> Proof {
    let ranking = Ranking { of: vec![(Location(1), Poly::var(IntVar(0)))] };
    let step = ProofStep::Ranked { component: vec![1], ranking, decreasing: vec![1] };
    Proof { invariants: vec![Vec::new(); 2], steps: vec![step], ..Proof::default() }
}

fn rises() -> Endless {
    let stem = Stem { start: vec![1], legs: vec![Leg::Step((0, Vec::new()))] };
    let set = vec![Atom::gt(&Poly::var(IntVar(0)), &Poly::zero()).expect("small")];
    Endless::new(stem, Recurrence::Cycle(Recurrent { cycle: vec![1], choices: Vec::new(), set }))
}

fn judged(system: &System, answer: SystemAnswer) -> SystemVerdict {
    judge_system(system, answer, &Budget::new())
}

fn ended() -> Budget {
    let budget = Budget::new();
    budget.stop(Limit::Time);
    budget
}

/// Why nothing is known, and what is open.
fn doubt(verdict: &SystemVerdict) -> (Option<Unknown>, Vec<Vec<usize>>) {
    match verdict.conclusion() {
        Conclusion::Unknown(doubt) => (doubt.reason.clone(), doubt.open.clone()),
        Conclusion::True(_) | Conclusion::False(_) => panic!("{verdict:?}"),
    }
}

#[test]
fn what_passes_its_check_is_a_verdict() {
    let proved = judged(&down(), SystemAnswer::Terminates(falls()));
    assert_eq!(proved.conclusion(), &Conclusion::True(falls()));
    let refuted = judged(&up(), SystemAnswer::RunsForever(Box::new(rises())));
    assert_eq!(refuted.conclusion(), &Conclusion::False(Box::new(rises())));
    assert!(proved.conclusion().is_settled() && refuted.conclusion().is_settled());
}

#[test]
fn what_does_not_pass_is_unknown() {
    let wrong = judged(&up(), SystemAnswer::Terminates(falls()));
    let fails = "step 1: the ranking function fails on transition 1";
    assert_eq!(doubt(&wrong), (Some(Unknown::Internal(fails.to_string())), Vec::new()));
    let wrong = judged(&down(), SystemAnswer::RunsForever(Box::new(rises())));
    let leaves = "the cycle may leave the set";
    assert_eq!(doubt(&wrong), (Some(Unknown::Internal(leaves.to_string())), Vec::new()));
    assert!(!wrong.conclusion().is_settled());
    let stopped = judge_system(&down(), SystemAnswer::Terminates(falls()), &ended());
    assert_eq!(doubt(&stopped), (Some(Unknown::Limit(Limit::Time)), Vec::new()));
    let stopped = judge_system(&up(), SystemAnswer::RunsForever(Box::new(rises())), &ended());
    assert_eq!(doubt(&stopped), (Some(Unknown::Limit(Limit::Time)), Vec::new()));
}

#[test]
fn what_is_open_stays_open() {
    let maybe = |stopped| judged(&up(), SystemAnswer::Maybe { open: vec![vec![1]], stopped });
    assert_eq!(doubt(&maybe(None)), (None, vec![vec![1]]));
    assert_eq!(doubt(&maybe(Some(Limit::Effort))), (Some(Unknown::Limit(Limit::Effort)), vec![vec![1]]));
}

/// Of integers of eight bits: from above zero they come to below it, and then the loop is over.
#[test]
fn typed_systems_are_judged_by_their_encoding() {
    let system = up();
    let types = Types::all(&system, IntType::new(8, true));
    let once = Wraps::Between(0, 1);
    let encoding = WrapEncoding {
        wraps: vec![vec![Wraps::NEVER], vec![once], vec![Wraps::NEVER], vec![once]],
        invariants: vec![Vec::new(); WrapEncoding::location_count(&system)],
    };
    let judged = |encoding: &WrapEncoding, answer: SystemAnswer, budget: &Budget| {
        judge_typed_system(&system, &types, encoding, answer, budget)
    };
    let maybe = || SystemAnswer::Maybe { open: vec![vec![1]], stopped: None };
    assert_eq!(doubt(&judged(&encoding, maybe(), &Budget::new())), (None, vec![vec![1]]));
    // What would be right of mathematical integers is not.
    let forever = SystemAnswer::RunsForever(Box::new(rises()));
    assert!(matches!(doubt(&judged(&encoding, forever, &Budget::new())).0, Some(Unknown::Internal(_))));
    let never = WrapEncoding { wraps: vec![vec![Wraps::NEVER]; 4], ..encoding.clone() };
    let wraps = "x may wrap in another way after transition 1";
    let refused = judged(&never, maybe(), &Budget::new());
    assert_eq!(doubt(&refused), (Some(Unknown::Internal(wraps.to_string())), Vec::new()));
    let stopped = judged(&encoding, maybe(), &ended());
    assert_eq!(doubt(&stopped), (Some(Unknown::Limit(Limit::Time)), Vec::new()));
}
