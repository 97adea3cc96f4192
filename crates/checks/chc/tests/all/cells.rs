//! Arrays of which single elements are known.

use chc::{MOST_CELLS, Plan, Pointers, Words, clauses};
use engine::{Budget, Property};
use smt::Terms;

use crate::common::{is_safe, module, task};

/// Four elements are set, from `first` to `last`, and one that may be any is read.
fn set_and_read(first: &str, last: &str, read: &str) -> String {
    format!(
        "func @main() -> i32 {{
bb0:
  %0 = alloca 16 align 4
  jump bb1(i64 {first})
bb1(%1: i64):
  %2 = cmp ult i64 %1, {last}
  branch %2, bb2, bb3
bb2:
  %3 = offset %0 + %1*4
  store i32 7 to %3 align 4
  %4 = add i64 %1, 1
  jump bb1(%4)
bb3:
  %5 = nondet unsigned i64
  %6 = cmp ult i64 %5, 4
  assume %6
  %7 = offset %0 + %5*4
{read}
  %9 = cmp eq i32 %8, 7
  branch %9, bb5, bb4
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

fn safe(text: &str, cells: u8, expected: bool) {
    let module = module(text);
    // Bit-vectors are hard to generalise from.
    for words in [Words::Fitting, Words::Integers] {
        let plan = Plan { words, pointers: Pointers::Followed, cells, summarised: Vec::new() };
        assert_eq!(is_safe(&module, Property::UnreachCall, &plan), expected, "{words:?} of\n{text}");
    }
}

const READ: &str = "  %8 = load i32 %7 align 4";

#[test]
fn what_holds_of_any_element_holds_of_all() {
    safe(&set_and_read("0", "4", READ), 1, true);
}

#[test]
fn one_element_that_differs_is_noticed() {
    for cells in 0..=2 {
        safe(&set_and_read("1", "4", READ), cells, false);
        safe(&set_and_read("0", "3", READ), cells, false);
        // Beyond the end.
        safe(&set_and_read("0", "5", READ), cells, false);
    }
}

/// The value that is compared was read before another one: with one cell nothing is known of the second.
#[test]
fn several_reads() {
    let twice = "  %10 = load i32 %0 align 4\n  %8 = load i32 %7 align 4";
    let renumbered =
        |text: String| text.replace("%10", "%A").replace("%9", "%10").replace("%8", "%9").replace("%A", "%8");
    for cells in 1..=2 {
        safe(&renumbered(set_and_read("1", "4", twice)), cells, false);
    }
}

#[test]
fn there_are_only_so_many() {
    let module = module(&set_and_read("0", "4", READ));
    let plan =
        Plan { words: Words::Integers, pointers: Pointers::Followed, cells: MOST_CELLS + 1, summarised: Vec::new() };
    assert!(clauses(&task(&module), Property::UnreachCall, &plan, &Terms::new(), &Budget::new()).is_err());
}
