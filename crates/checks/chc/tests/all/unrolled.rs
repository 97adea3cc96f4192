//! Clauses that are unrolled: what is believed of proofs by steps.

use chc::Words;
use chc::proof::{Evidence, Proof, check};
use chc::system::System;
use chc::unroll::{Progress, Unrolling};
use engine::{Budget, Property};
use smt::{Horn, Session, Solver, Sort, Terms};

use crate::common::{ALL, module, plan, task};

/// Counts to the number by threes.
fn counting(to: u32) -> String {
    format!(
        "func @main() -> i32 {{
bb0:
  jump bb1(i32 0)
bb1(%0: i32):
  %1 = cmp ult i32 %0, {to}
  branch %1, bb2, bb3
bb2:
  %2 = add i32 %0, 3
  jump bb1(%2)
bb3:
  %3 = cmp eq i32 %0, 12
  branch %3, bb5, bb4
bb4:
  call void @reach_error()
  jump bb5
bb5:
  return i32 0
}}

func @reach_error() builtin reach_error
"
    )
}

fn believed(text: &str, words: Words, steps: usize) -> bool {
    let module = module(text);
    let proof = Proof::of(plan(words, &[], &module), Evidence::Steps(steps));
    check(&task(&module), Property::UnreachCall, &proof, &Budget::new()).is_ok()
}

#[test]
fn steps_prove_what_has_no_more_of_them() {
    for words in ALL {
        // To the loop, four times round, and out of it.
        assert!(believed(&counting(10), words, 6) && believed(&counting(12), words, 100), "{words:?}");
        assert!(!believed(&counting(10), words, 5), "{words:?}: it goes on");
        assert!(!believed(&counting(13), words, 100), "{words:?}: it ends with 15");
    }
}

#[test]
fn what_never_ends_is_not_proved() {
    let endless = counting(10).replace("add i32 %0, 3", "add i32 %0, 0");
    assert!(!believed(&endless, Words::Integers, 50));
}

/// Does unrolling break these clauses, over relations `p` and `q` of a number?
fn breaks(clauses: impl Fn(&Terms, &mut Horn)) -> Progress {
    let terms = Terms::new();
    let mut horn = Horn::new(&terms);
    clauses(&terms, &mut horn);
    let system = System {
        terms: terms.clone(),
        horn,
        copied: None,
        relations: Vec::new(),
        objects: Vec::new(),
        assumed: Vec::new(),
        instances: Vec::new(),
        obligations: Vec::new(),
        walk_of: Vec::new(),
        inputs: Vec::new(),
    };
    let session = Session::new(&terms).expect("the solver starts");
    let mut solver = Solver::new(&session);
    let Some(mut unrolling) = Unrolling::of(&system) else { return Progress::Unknown("not linear".to_string()) };
    for _ in 0..10 {
        match unrolling.step(&system, &mut solver) {
            Progress::Open => {}
            end @ (Progress::Over | Progress::Broken | Progress::Unknown(_)) => return end,
        }
    }
    Progress::Open
}

#[test]
fn every_clause_counts_where_several_apply() {
    for wanted in [1, 2, 3] {
        let broken = breaks(|terms, horn| {
            let p = horn.relation("p", &[Sort::Int]);
            let x = terms.var("x", Sort::Int);
            for number in [1, 2, 3] {
                horn.rule([], terms.apply(p, &[terms.int(number)]));
            }
            horn.query([terms.apply(p, &[x]), terms.eq(x, terms.int(wanted))]);
        });
        assert_eq!(broken, Progress::Broken, "{wanted} can be derived");
    }
}

/// Clauses may share names of variables although they are not from one place.
#[test]
fn arguments_need_not_be_variables() {
    let of = |wanted: i32| {
        breaks(|terms, horn| {
            let [p, q] = ["p", "q"].map(|name| horn.relation(name, &[Sort::Int, Sort::Int]));
            let [x, y] = ["x", "y"].map(|name| terms.var(name, Sort::Int));
            horn.rule([], terms.apply(p, &[terms.int(3), terms.int(5)]));
            // x is bound to the second argument here, and to the first there.
            horn.rule([terms.apply(p, &[y, x])], terms.apply(q, &[x, y]));
            horn.rule([terms.apply(p, &[x, terms.int(5)])], terms.apply(q, &[x, x]));
            horn.rule([terms.apply(p, &[x, x])], terms.apply(q, &[terms.int(9), terms.int(9)]));
            horn.query([terms.apply(q, &[x, y]), terms.eq(terms.add([x, y]), terms.int(wanted))]);
        })
    };
    assert_eq!(of(8), Progress::Broken, "q(5, 3)");
    assert_eq!(of(6), Progress::Broken, "q(3, 3)");
    assert_eq!(of(18), Progress::Over, "3 is not 5");
}

#[test]
fn two_relations_in_a_body_are_refused() {
    let answer = breaks(|terms, horn| {
        let p = horn.relation("p", &[Sort::Int]);
        let [x, y] = ["x", "y"].map(|name| terms.var(name, Sort::Int));
        horn.rule([terms.apply(p, &[x]), terms.apply(p, &[y])], terms.apply(p, &[terms.add([x, y])]));
    });
    assert_eq!(answer, Progress::Unknown("not linear".to_string()));
}

/// The sum of the numbers up to one that is passed on, by recursion; an input is added where the function is called.
const SUM: &str = "func @sum(%0: i32) -> i32 {
bb0:
  %1 = cmp sle i32 %0, 0
  branch %1, bb1, bb2
bb1:
  return i32 0
bb2:
  %2 = sub nsw i32 %0, 1
  %3 = call i32 @sum(i32 %2)
  %4 = add nsw i32 %3, %0
  return %4
}

func @main() -> i32 {
bb0:
  %0 = nondet signed i32
  %1 = cmp eq i32 %0, 5
  assume %1
  %2 = nondet signed i32
  %3 = call i32 @sum(i32 4)
  %4 = call i32 @sum(i32 %0)
  %5 = add nsw i32 %3, %4
  %6 = cmp eq i32 %5, 25
  branch %6, bb2, bb1
bb1:
  call void @reach_error()
  jump bb2
bb2:
  return i32 0
}

func @reach_error() builtin reach_error
";

#[test]
fn calls_return_to_where_they_came_from() {
    let judged = |text: &str, words: Words, steps: usize| {
        let module = module(text);
        let proof = Proof::of(plan(words, &["sum"], &module), Evidence::Steps(steps));
        check(&task(&module), Property::UnreachCall, &proof, &Budget::new()).is_ok()
    };
    for words in ALL {
        assert!(judged(SUM, words, 100), "{words:?}: 10 + 15");
        assert!(!judged(SUM, words, 5), "{words:?}: it goes on");
        assert!(!judged(&SUM.replace("%5, 25", "%5, 20"), words, 100), "{words:?}: not 10 + 10");
        assert!(!judged(&SUM.replace("cmp eq i32 %0, 5", "cmp sle i32 %0, 5"), words, 100), "{words:?}: less");
        // The value of before the call is the same behind it.
        let before = SUM.replace("add nsw i32 %3, %4", "add nsw i32 %4, %2");
        assert!(!judged(&before, words, 100), "{words:?}: it may be any");
        let known = before.replace("%2 = nondet signed i32\n", "%2 = add nsw i32 %0, 5\n");
        assert!(judged(&known, words, 100), "{words:?}: 15 + 10");
    }
}
