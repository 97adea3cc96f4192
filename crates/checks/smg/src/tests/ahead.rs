//! What is known of a program before it is executed.

use super::explorer::parsed;
use super::*;
use crate::exec::prepared::Prepared;
use ir::BlockId;

/// A loop in a loop, two functions that call each other, and one that calls nobody.
const TEXT: &str = "module lp64

func @main(%0: i64, %1: ptr) -> i64 {
  var $p.0
bb0:
  jump bb1(i64 0, %1)
bb1(%2: i64, %3: ptr):
  %4 = cmp slt i64 %2, %0
  branch %4, bb3, bb2
bb2:
  bind $p.0, %1
  return %2
bb3:
  jump bb4(%2)
bb4(%5: i64):
  %6 = add i64 %5, 1
  %7 = cmp slt i64 %6, 9
  branch %7, bb4(%6), bb5
bb5:
  %8 = offset %1 + 8
  bind $p.0, %8
  jump bb1(%6, %8)
}
func @one() {
bb0:
  call void @other()
  return
}
func @other() {
bb0:
  call void @one()
  return
}
";

fn block(number: usize) -> BlockId {
    BlockId::from_index(number)
}

#[test]
fn programs_are_looked_at_before_they_run() {
    let module = parsed(TEXT);
    let mut task = task(&module);
    task.error_functions = vec!["one".to_string(), "nowhere".to_string()];
    let flows = task.flows();
    let prepared = Prepared::of(&task, &flows);
    let func = FuncId::from_index;
    assert_eq!([0, 1, 2].map(|number| prepared.is_error_function(func(number))), [false, true, false]);
    assert_eq!([0, 1, 2].map(|number| prepared.may_recurse(func(number))), [false, true, true]);
    let main = prepared.func(func(0));
    assert_eq!(
        (0..6).map(|at| main.is_loop_head(block(at))).collect::<Vec<_>>(),
        [false, true, false, false, true, false]
    );
    // A loop comes before what follows it, and everything behind what leads to it.
    let order: Vec<u32> = (0..6).map(|at| main.order(block(at))).collect();
    let mut sorted: Vec<usize> = (0..6).collect();
    sorted.sort_by_key(|at| order[*at]);
    assert_eq!(sorted, [0, 1, 3, 4, 5, 2]);
    assert!(order.iter().all(|at| *at < 6), "{order:?}");
    let regs = |regs: &[RegId]| regs.iter().map(|reg| reg.index()).collect::<Vec<_>>();
    assert_eq!(regs(main.live_in(block(4))), [0, 1]);
    assert_eq!(regs(main.read_params(block(1))), [2]);
    assert_eq!(regs(main.read_params(block(4))), [5]);
    assert_eq!(regs(main.live_in(block(5))), [0, 1, 6]);
    // Where a variable is bound, and on the way there.
    let bound =
        |reg: usize| (0..6).filter(|at| main.is_bound_later(block(*at), RegId::from_index(reg))).collect::<Vec<_>>();
    assert_eq!(bound(1), [0, 1, 2, 3, 4, 5]);
    assert!(bound(8).is_empty());
    assert!(bound(3).is_empty());
    main.with_live_after(block(5), 0, |live| assert_eq!(regs(live), [0, 1, 6, 8]));
    main.with_live_after(block(5), 1, |live| assert_eq!(regs(live), [0, 1, 6, 8]));
    main.with_live_after(block(1), 0, |live| assert_eq!(regs(live), [0, 1, 2, 4]));
}

#[test]
fn calls_are_errors_only_where_that_is_asked() {
    let module = parsed(TEXT);
    let mut task = task(&module);
    task.error_functions = vec!["one".to_string()];
    task.properties = vec![Property::ValidMemsafety];
    let flows = task.flows();
    assert!(!Prepared::of(&task, &flows).is_error_function(FuncId::from_index(1)));
}

/// A block parameter that a variable is bound to comes from a jump, not from before it.
#[test]
fn parameters_end_the_way_back() {
    let text = "module lp64\n\nfunc @main(%0: ptr) {\n  var $p.0\nbb0:\n  jump bb1(%0)\nbb1(%1: ptr):\n  jump bb2\nbb2:\n  bind $p.0, %1\n  return\n}\n";
    let module = parsed(text);
    let task = task(&module);
    let flows = task.flows();
    let prepared = Prepared::of(&task, &flows);
    let main = prepared.func(FuncId::from_index(0));
    let bound =
        |reg: usize| (0..3).filter(|at| main.is_bound_later(block(*at), RegId::from_index(reg))).collect::<Vec<_>>();
    assert_eq!(bound(1), [1, 2]);
    assert!(bound(0).is_empty());
}

/// Loops that can be entered in two places, and registers that are bound in another order than they are numbered.
#[test]
fn loops_without_a_head_have_one() {
    let text = "module lp64\n\nfunc @main(%0: ptr, %1: ptr, %2: i1) {\n  var $p.0\nbb0:\n  branch %2, bb1, bb2\nbb1:\n  jump bb2\nbb2:\n  branch %2, bb1, bb3\n\
        bb3:\n  bind $p.0, %1\n  bind $p.0, %0\n  return\n}\n";
    let module = parsed(text);
    let task = task(&module);
    let flows = task.flows();
    let prepared = Prepared::of(&task, &flows);
    let main = prepared.func(FuncId::from_index(0));
    assert!(
        [1, 2].iter().any(|at| main.is_loop_head(block(*at)))
            && !main.is_loop_head(block(0))
            && !main.is_loop_head(block(3))
    );
    for reg in [0, 1] {
        assert!((0..4).all(|at| main.is_bound_later(block(at), RegId::from_index(reg))), "{reg}");
    }
    assert!(!main.is_bound_later(block(3), RegId::from_index(2)));
}
