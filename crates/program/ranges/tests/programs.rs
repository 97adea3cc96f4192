//! What is found out about small programs.

use std::sync::Arc;

use engine::{Flows, Range, Ranges};
use ir::{BlockId, FuncId, Id, RegId};

/// A program and a function of it.
struct Case {
    module: ir::Module,
}

fn case(body: &str) -> Case {
    let module = ir::parse(&format!("module lp64\n{body}")).expect("the test program parses");
    ir::verify(&module).expect("the test program is right");
    Case { module }
}

impl Case {
    fn ask<T>(&self, func: &str, question: impl Fn(&dyn Ranges, FuncId) -> T) -> T {
        let flows = Arc::new(Flows::of(&self.module));
        let entry = self.module.func_named("main").expect("there is a main");
        let ranges = ranges::analyze(&flows, entry);
        question(&ranges, self.module.func_named(func).expect("the function is there"))
    }

    fn range(&self, func: &str, block: usize, reg: usize) -> Range {
        self.ask(func, |ranges, func| ranges.range(func, BlockId::from_index(block), RegId::from_index(reg)))
            .expect("an integer in a block that may be reached")
    }

    fn signed(&self, func: &str, block: usize, reg: usize) -> (i64, i64) {
        self.range(func, block, reg).signed
    }

    fn unreachable(&self, func: &str) -> Vec<usize> {
        self.ask(func, |ranges, func| {
            let blocks = self.module.funcs[func].blocks.ids();
            blocks.filter(|block| !ranges.is_reachable(func, *block)).map(Id::index).collect()
        })
    }
}

const ANY: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

#[test]
fn a_counter_stops_at_its_bound() {
    let case = case(
        "
func @main() -> i32 {
bb0:
  jump bb1(i32 0)
bb1(%0: i32):
  %1 = cmp slt i32 %0, 10
  branch %1, bb2, bb3
bb2:
  %2 = add nsw i32 %0, 1
  jump bb1(%2)
bb3:
  %3 = cmp eq i32 %0, 10
  branch %3, bb4, bb5
bb4:
  return %0
bb5:
  return 1
}
",
    );
    assert_eq!(case.signed("main", 1, 0), (0, 10));
    assert_eq!(case.signed("main", 2, 0), (0, 9));
    assert_eq!(case.signed("main", 4, 0), (10, 10));
    assert_eq!(case.unreachable("main"), [5]);
}

#[test]
fn a_bound_that_is_not_known_leaves_what_does_not_overflow() {
    let case = case(
        "
func @main() -> i32 {
bb0:
  %0 = nondet signed i32
  jump bb1(i32 0)
bb1(%1: i32):
  %2 = cmp slt i32 %1, %0
  branch %2, bb2, bb3
bb2:
  %3 = add nsw i32 %1, 1
  jump bb1(%3)
bb3:
  return %1
}
",
    );
    assert_eq!(case.signed("main", 1, 1), (0, ANY.1));
    assert_eq!(case.signed("main", 2, 1), (0, ANY.1 - 1));
    assert_eq!(case.signed("main", 2, 0), (1, ANY.1));
}

#[test]
fn loops_in_loops() {
    let case = case(
        "
func @main() -> i32 {
bb0:
  jump bb1(i32 0, i32 0)
bb1(%0: i32, %1: i32):
  %2 = cmp ult i32 %0, 5
  branch %2, bb2(i32 100, %1), bb5
bb2(%3: i32, %4: i32):
  %5 = cmp sgt i32 %3, %0
  branch %5, bb3, bb4
bb3:
  %6 = sub nsw i32 %3, 1
  %7 = xor i32 %4, 1
  jump bb2(%6, %7)
bb4:
  %8 = add i32 %0, 1
  jump bb1(%8, %4)
bb5:
  return %1
}
",
    );
    assert_eq!(case.signed("main", 1, 0), (0, 5));
    assert_eq!(case.signed("main", 2, 3), (0, 100));
    assert_eq!(case.signed("main", 4, 0), (0, 4));
    assert_eq!(case.signed("main", 5, 0), (5, 5));
    assert_eq!(case.range("main", 5, 1).unsigned, (0, 1));
}

#[test]
fn conditions_are_followed_through_what_they_were_computed_from() {
    let case = case(
        "
func @main() -> i32 {
bb0:
  %0 = nondet unsigned i8
  %1 = zext i8 %0 to i32
  %2 = add nsw i32 %1, 5
  %3 = cmp sle i32 %2, 15
  %4 = zext i1 %3 to i32
  %5 = cmp ne i32 %4, 0
  %6 = xor i1 %5, true
  branch %6, bb1, bb2
bb1:
  return 0
bb2:
  %7 = cmp ugt i8 %0, 10
  branch %7, bb3, bb4
bb3:
  return 1
bb4:
  return 2
}
",
    );
    assert_eq!(case.range("main", 1, 0).unsigned, (11, 255));
    assert_eq!(case.signed("main", 2, 0), (0, 10));
    assert_eq!(case.signed("main", 2, 2), (5, 15));
    assert_eq!(case.unreachable("main"), [3]);
}

#[test]
fn runs_go_on_only_where_operations_are_defined() {
    let case = case(
        "
func @main() -> i32 {
bb0:
  %0 = nondet signed i32
  %1 = nondet unsigned i32
  %2 = nondet signed i32
  %3 = add nsw i32 %0, 7
  %4 = udiv i32 100, %1
  %5 = cmp sge i32 %2, 3
  assume %5
  %6 = shl nsw i32 1, %2
  jump bb1
bb1:
  return %0
}
",
    );
    assert_eq!(case.signed("main", 1, 0), (ANY.0, ANY.1 - 7));
    assert_eq!(case.range("main", 1, 1).unsigned, (1, u64::from(u32::MAX)));
    assert_eq!(case.range("main", 1, 4).unsigned, (0, 100));
    assert_eq!(case.signed("main", 1, 2), (3, 31));
    assert_eq!(case.signed("main", 1, 6), (8, ANY.1));
}

#[test]
fn cases_of_a_switch() {
    let case = case(
        "
func @main() -> i32 {
bb0:
  %0 = nondet signed i32
  %1 = urem i32 %0, 4
  switch i32 %1 {
    0 -> bb1
    1 -> bb2(i32 1)
    2 -> bb2(i32 2)
    3 -> bb2(i32 3)
    4 -> bb3
    default -> bb4
  }
bb1:
  return %1
bb2(%2: i32):
  return %2
bb3:
  return 1
bb4:
  return 2
}
",
    );
    assert_eq!(case.signed("main", 1, 1), (0, 0));
    assert_eq!(case.signed("main", 2, 2), (1, 3));
    assert_eq!(case.unreachable("main"), [3, 4]);
}

#[test]
fn calls_tell_what_they_return_and_what_they_let_through() {
    let case = case(
        "
func @main() -> i32 {
bb0:
  %0 = nondet signed i32
  %1 = cmp slt i32 %0, 100
  %2 = zext i1 %1 to i32
  call void @assume_that(i32 %2)
  %3 = call i32 @limited(i32 %0)
  %4 = call i32 @sum(i32 %3, i32 4)
  jump bb1
bb1:
  %5 = cmp eq i32 %4, -1
  branch %5, bb2, bb3
bb2:
  call void @fail()
  jump bb3
bb3:
  return %4
}

func @assume_that(%0: i32) {
bb0:
  %1 = cmp ne i32 %0, 0
  branch %1, bb1, bb2
bb1:
  return
bb2:
  call void @fail()
  jump bb1
}

func @limited(%0: i32) -> i32 {
bb0:
  %1 = cmp sgt i32 %0, 0
  branch %1, bb1, bb2
bb1:
  return %0
bb2:
  return 0
}

func @sum(%0: i32, %1: i32) -> i32 {
bb0:
  jump bb1
bb1:
  %2 = add nsw i32 %0, %1
  return %2
}

func @fail() {
bb0:
  abort 1
}

func @nobody(%0: i32) {
bb0:
  call void @fail()
  return
}
",
    );
    assert_eq!(case.signed("main", 1, 0), (ANY.0, 99));
    assert_eq!(case.signed("limited", 0, 0), (ANY.0, 99));
    assert_eq!(case.signed("sum", 1, 1), (4, 4));
    // Returned for any argument, and then known to be called with less.
    assert_eq!(case.signed("main", 1, 3), (0, ANY.1));
    assert_eq!(case.unreachable("nobody"), [0]);
    assert_eq!(case.unreachable("fail"), []);
}

#[test]
fn whoever_may_be_called_otherwise_may_get_anything() {
    let case = case(
        "
global @table: 8 align 8 = { address 8 fn @taken }

func @main(%0: i32) -> i32 {
bb0:
  call void @taken(i32 1)
  call void @rounds(i32 5)
  call void @known(i32 5)
  call void @known(i32 -5)
  return 0
}

func @taken(%0: i32) {
bb0:
  return
}

func @rounds(%0: i32) {
bb0:
  %1 = cmp eq i32 %0, 0
  branch %1, bb1, bb2
bb1:
  return
bb2:
  %2 = sub nsw i32 %0, 1
  call void @rounds(i32 %2)
  return
}

func @known(%0: i32) {
bb0:
  return
}
",
    );
    for func in ["main", "taken", "rounds"] {
        assert_eq!(case.signed(func, 0, 0), ANY, "{func}");
    }
    assert_eq!(case.signed("known", 0, 0), (-5, 5));
}

#[test]
fn loops_with_two_entries_end() {
    let case = case(
        "
func @main() -> i32 {
bb0:
  %0 = nondet bool i1
  branch %0, bb1(i32 0), bb2(i32 7)
bb1(%1: i32):
  %2 = add i32 %1, 1
  %3 = cmp slt i32 %2, 1000
  branch %3, bb2(%2), bb3
bb2(%4: i32):
  %5 = cmp slt i32 %4, 2000
  branch %5, bb1(%4), bb4
bb3:
  return %2
bb4:
  return %4
}
",
    );
    assert_eq!(case.signed("main", 1, 1).0, 0);
    assert!(case.signed("main", 1, 1).1 < 1_000);
    assert_eq!(case.unreachable("main"), [4]);
}
