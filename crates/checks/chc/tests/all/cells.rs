//! Arrays of which single elements are known.

use chc::unroll::{Progress, Unrolling};
use chc::{MOST_CELLS, Plan, Pointers, Words, clauses};
use engine::{Budget, Property};
use ir::Module;
use smt::{Session, Solver, Terms};

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
        let plan = Plan { cells, ..Plan::new(words, Pointers::Followed) };
        assert_eq!(is_safe(&module, Property::UnreachCall, &plan), expected, "{words:?} of\n{text}");
    }
}

/// By unrolling, since that there is no solution takes long to show otherwise.
fn breaks(text: &str, cells: u8) {
    breaks_in(&module(text), cells);
}

fn breaks_in(module: &Module, cells: u8) {
    for words in [Words::Fitting, Words::Integers] {
        let plan = Plan { cells, ..Plan::new(words, Pointers::Followed) };
        let system = crate::common::system(module, Property::UnreachCall, &plan);
        let session = Session::new(&system.terms).expect("the solver starts");
        let mut solver = Solver::new(&session);
        let mut unrolling = Unrolling::of(&system).expect("no function has a summary");
        let ends = (0..40).map(|_| unrolling.step(&system, &mut solver)).find(|progress| *progress != Progress::Open);
        assert_eq!(ends, Some(Progress::Broken), "{words:?}, {cells}");
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
    let plan = Plan { cells: MOST_CELLS + 1, ..Plan::new(Words::Integers, Pointers::Followed) };
    assert!(clauses(&task(&module), Property::UnreachCall, &plan, &Terms::new(), &Budget::new()).is_err());
}

/// Two arrays, one of them larger; each is set from 0 up to a bound, and one element of each is read.
fn two_arrays(set: [u32; 2], read: [&str; 2]) -> String {
    format!(
        "func @main() -> i32 {{
bb0:
  %0 = alloca 16 align 4
  %1 = alloca 64 align 8
  jump bb1(i64 0)
bb1(%2: i64):
  %3 = cmp ult i64 %2, {}
  branch %3, bb2, bb3
bb2:
  %4 = offset %0 + %2*4
  store i32 7 to %4 align 4
  %5 = add i64 %2, 1
  jump bb1(%5)
bb3:
  jump bb4(i64 0)
bb4(%6: i64):
  %7 = cmp ult i64 %6, {}
  branch %7, bb5, bb6
bb5:
  %8 = offset %1 + %6*8
  store i64 7 to %8 align 8
  %9 = add i64 %6, 1
  jump bb4(%9)
bb6:
  %10 = nondet unsigned i64
  %11 = cmp ult i64 %10, 4
  assume %11
  %12 = nondet unsigned i64
  %13 = cmp ult i64 %12, 8
  assume %13
  %14 = offset %0 + {}*4
  %15 = load i32 %14 align 4
  %16 = offset %1 + {}*8
  %17 = load i64 %16 align 8
  %18 = zext i32 %15 to i64
  %19 = cmp eq i64 %17, %18
  branch %19, bb8, bb7
bb7:
  call void @reach_error()
  jump bb8
bb8:
  return i32 0
}}

func @reach_error() builtin reach_error
",
        set[0], set[1], read[0], read[1]
    )
}

/// The numbers of known elements are the same for all arrays; what is read of two at different places needs two.
#[test]
fn arrays_share_the_numbers_of_known_elements() {
    breaks(&two_arrays([4, 8], ["%10", "%12"]), 1);
    for cells in 1..=2 {
        breaks(&two_arrays([3, 8], ["%10", "%12"]), cells);
        // The last element of the larger one.
        breaks(&two_arrays([4, 7], ["%10", "%12"]), cells);
        breaks(&two_arrays([4, 3], ["%10", "%10"]), cells);
    }
}

#[test]
fn reading_beyond_the_end_is_noticed() {
    for cells in 1..=2 {
        // The smaller one has four elements.
        breaks(&two_arrays([4, 8], ["%12", "%12"]), cells);
        breaks(&set_and_read("0", "4", READ).replace("cmp ult i64 %5, 4", "cmp ult i64 %5, 5"), cells);
    }
}

/// Where addresses have 32 bits, distances in the upper half are negative as numbers with a sign.
#[test]
fn arrays_larger_than_half_of_memory() {
    let text = "module ilp32

global @a: 3000000000 align 1 = { zero 3000000000 }

func @main() -> i32 {
bb0:
  %0 = nondet unsigned i32
  %1 = cmp ult i32 %0, 3000000000
  assume %1
  %2 = offset @a + %0*1
  store i8 1 to %2 align 1
  %3 = load i8 %2 align 1
  %4 = cmp eq i8 %3, 0
  branch %4, bb2, bb1
bb1:
  call void @reach_error()
  jump bb2
bb2:
  return i32 0
}

func @reach_error() builtin reach_error
";
    for text in [text.to_string(), text.replace("ult i32 %0, 3000000000", "eq i32 %0, 2500000000")] {
        breaks_in(&ir::parse(&text).expect("the test program parses"), 1);
    }
}

/// A function with a summary knows the same elements as its callers.
#[test]
fn elements_are_known_across_calls() {
    let calling = |set: u32| {
        format!(
            "global @a: 16 align 4 = {{ zero 16 }}

func @set(%0: i64) {{
bb0:
  %1 = cmp ult i64 %0, {set}
  branch %1, bb1, bb2
bb1:
  %2 = offset @a + %0*4
  store i32 7 to %2 align 4
  %3 = add i64 %0, 1
  call void @set(i64 %3)
  jump bb2
bb2:
  return
}}

func @main() -> i32 {{
bb0:
  call void @set(i64 0)
  %0 = nondet unsigned i64
  %1 = cmp ult i64 %0, 4
  assume %1
  %2 = offset @a + %0*4
  %3 = load i32 %2 align 4
  %4 = cmp eq i32 %3, 7
  branch %4, bb2, bb1
bb1:
  call void @reach_error()
  jump bb2
bb2:
  return i32 0
}}

func @reach_error() builtin reach_error
"
        )
    };
    for (set, expected) in [(4, true), (3, false)] {
        let module = module(&calling(set));
        let plan = Plan { cells: 1, ..crate::common::plan(Words::Fitting, &["set"], &module) };
        assert_eq!(is_safe(&module, Property::UnreachCall, &plan), expected, "{set}");
    }
}
