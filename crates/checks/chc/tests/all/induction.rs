//! Induction over several steps: what is believed of such proofs.

use chc::proof::{Evidence, Proof, check};
use chc::{Plan, Words};
use engine::{Budget, Property};
use ir::Module;

use crate::common::{ALL, module, plan, system, task};

/// Two numbers change places in each round of a loop that may go on for ever; the first is never this one.
fn swapping(never: i32) -> String {
    format!(
        "func @main() -> i32 {{
bb0:
  jump bb1(i32 4, i32 6)
bb1(%0: i32, %1: i32):
  %2 = cmp eq i32 %0, {never}
  branch %2, bb3, bb2
bb2:
  %3 = nondet signed i32
  %4 = cmp eq i32 %3, 0
  branch %4, bb4, bb1(%1, %0)
bb3:
  call void @reach_error()
  jump bb4
bb4:
  return i32 0
}}

func @reach_error() builtin reach_error
"
    )
}

fn believed(text: &str, words: Words, formula: &str, steps: usize) -> bool {
    judged(&module(text), &plan(words, &[], &module(text)), vec![formula.to_string()], steps)
}

/// … where nothing is known of any state.
fn believed_of_all(module: &Module, plan: &Plan, steps: usize) -> bool {
    let relations = system(module, Property::UnreachCall, plan).relations.len();
    judged(module, plan, vec!["true".to_string(); relations], steps)
}

fn judged(module: &Module, plan: &Plan, formulas: Vec<String>, steps: usize) -> bool {
    let proof = Proof::of(plan.clone(), Evidence::Induction { formulas, steps });
    check(&task(module), Property::UnreachCall, &proof, &Budget::new()).is_ok()
}

#[test]
fn what_did_not_happen_in_two_rounds_never_does() {
    for words in ALL {
        // From anywhere, the second number may be the one that must not come first; in the third round it was first before.
        assert!(!believed(&swapping(5), words, "true", 1), "{words:?}");
        assert!(believed(&swapping(5), words, "true", 3), "{words:?}");
        assert!(!believed(&swapping(5), words, "true", 0), "{words:?}: no steps are no induction");
        assert!(!believed(&swapping(6), words, "true", 8), "{words:?}: it is first in the second round");
    }
}

#[test]
fn what_is_known_has_to_hold_of_all_that_is_reached() {
    let two = |at: i32| format!("(and (= a0 4) (= a1 {at}))");
    let words = Words::Integers;
    assert!(!believed(&swapping(6), words, &two(4), 1), "not at first");
    assert!(!believed(&swapping(6), words, &two(6), 1), "not a round later");
    assert!(!believed(&swapping(6), words, "false", 1));
    let either = "(or (and (= a0 4) (= a1 6)) (and (= a0 6) (= a1 4)))";
    assert!(believed(&swapping(5), words, either, 1) && !believed(&swapping(6), words, either, 8));
    assert!(!believed(&swapping(5), words, "(= a0", 3), "no formula");
}

/// The second loop is never come to, but a state there breaks everything; the first one goes wrong later than induction looks from the start.
const TWO_LOOPS: &str = "func @main() -> i32 {
bb0:
  jump bb1(i32 0)
bb1(%0: i32):
  %1 = cmp ult i32 %0, 20
  branch %1, bb2, bb3
bb2:
  %2 = add i32 %0, 1
  jump bb1(%2)
bb3:
  %3 = cmp eq i32 %0, 20
  branch %3, bb6, bb4(%0)
bb4(%4: i32):
  %5 = add i32 %4, 0
  %6 = cmp eq i32 %5, %4
  branch %6, bb5, bb4(%5)
bb5:
  call void @reach_error()
  jump bb7
bb6:
  call void @reach_error()
  jump bb7
bb7:
  return i32 0
}

func @reach_error() builtin reach_error
";

#[test]
fn what_is_broken_elsewhere_says_nothing_of_a_run() {
    let module = module(TWO_LOOPS);
    for words in ALL {
        for steps in [1, 2, 5, 19, 20] {
            let believed = believed_of_all(&module, &plan(words, &[], &module), steps);
            assert!(!believed, "{words:?}: it is wrong after 20 rounds, and not shown by {steps}");
        }
    }
}

/// Nothing but the function has a loop, and every clause at most one relation in its body: also the one behind the call.
const AFTER_A_CALL: &str = "func @main() -> i32 {
bb0:
  call void @work()
  call void @reach_error()
  return i32 0
}

func @work() -> void {
bb0:
  jump bb1(i32 0)
bb1(%0: i32):
  %1 = cmp ult i32 %0, 20
  branch %1, bb2, bb3
bb2:
  %2 = add i32 %0, 1
  jump bb1(%2)
bb3:
  return
}

func @reach_error() builtin reach_error
";

#[test]
fn what_comes_behind_a_call_counts() {
    let module = module(AFTER_A_CALL);
    for words in ALL {
        for steps in [1, 2, 3, 8, 30] {
            let believed = believed_of_all(&module, &plan(words, &["work"], &module), steps);
            assert!(!believed, "{words:?}: the error comes behind the call, and {steps} steps do not show otherwise");
        }
    }
}
