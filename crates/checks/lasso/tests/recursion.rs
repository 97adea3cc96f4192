//! Recursion: a call inside one that it is like goes on for ever; what is not inside, or not like it, does not.

use engine::{Budget, Cell, Lasso, Property, Task};
use ir::{Id, RegId};
use lasso::{Refusal, check};

const CALLS_F: &str = "func @main() -> i32 {\nbb0:\n  %0 = call i32 @f(i32 1)\n  return %0\n}\n";

/// What becomes of a lasso without inputs, in which registers of the innermost call may vary.
fn lap(functions: &str, (stem, period): (u64, u64), cells: &[usize]) -> Result<(), String> {
    let text = format!("module lp64\n\nglobal @g: 4 align 4 = {{ zero 4 }}\n{functions}");
    let module = ir::parse(&text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    ir::verify(&module).unwrap_or_else(|error| panic!("{error:?}:\n{text}"));
    let task = Task::new(
        &module,
        module.func_named("main").expect("the test program has a main"),
        vec![Property::Termination],
    );
    let cells = cells.iter().map(|reg| Cell::Register { depth: 1, reg: RegId::from_index(*reg) }).collect();
    let lasso = Lasso { inputs: Vec::new(), stem, period, cells, set: Vec::new() };
    match check(&task, &lasso, &Budget::new()) {
        Ok(_) => Ok(()),
        Err(Refusal::Wrong(why)) => Err(why),
        Err(other @ (Refusal::Stopped(_) | Refusal::Unsupported { .. })) => panic!("{other:?}"),
    }
}

/// `@f` is called with 1 by the first step; its code is given.
fn of_f(code: &str, period: u64, cells: &[usize]) -> Result<(), String> {
    lap(&format!("func @f(%0: i32) -> i32 {{\nbb0:\n{code}}}\n{CALLS_F}"), (1, period), cells)
}

fn refused(result: Result<(), String>, why: &str) {
    let refusal = result.expect_err("no recursion without end");
    assert!(refusal.contains(why), "{refusal}");
}

#[test]
fn the_same_call_inside_itself() {
    let f = "  %1 = call i32 @f(i32 %0)\n  return %1\n";
    assert_eq!(of_f(f, 1, &[]), Ok(()));
    assert_eq!(of_f(f, 2, &[]), Ok(()));
}

#[test]
fn numbers_that_change() {
    let f = "  %1 = add i32 %0, 1\n  %2 = call i32 @f(i32 %1)\n  return %2\n";
    assert_eq!(of_f(f, 2, &[0]), Ok(()));
    refused(of_f(f, 2, &[]), "another number stands");
    refused(of_f(&f.replace("add i32", "add nsw i32"), 2, &[0]), "cannot be shown to come back");
    let bounded = "  %1 = add i32 %0, 1
  %2 = cmp slt i32 %1, 9
  branch %2, bb1, bb2
bb1:
  %3 = call i32 @f(i32 %1)
  return %3
bb2:
  return %1
";
    refused(of_f(bounded, 4, &[0]), "cannot be shown to come back");
}

/// The second call is deeper than the first and like it, but the first has returned.
#[test]
fn a_call_that_has_returned() {
    let functions = "func @f(%0: i32) -> i32 {
bb0:
  return %0
}
func @h(%0: i32) -> i32 {
bb0:
  %1 = call i32 @f(i32 %0)
  return %1
}
func @main() -> i32 {
bb0:
  %0 = call i32 @f(i32 1)
  %1 = call i32 @h(i32 1)
  return %1
}
";
    refused(lap(functions, (1, 3), &[]), "the stack is another one");
}

#[test]
fn what_memory_holds_counts() {
    let counted = "  %1 = load i32 @g align 4
  %2 = add i32 %1, 1
  store i32 %2 to @g align 4
  %3 = cmp ult i32 %2, 9
  branch %3, bb1, bb2
bb1:
  %4 = call i32 @f(i32 %0)
  return %4
bb2:
  return %0
";
    refused(of_f(counted, 6, &[]), "another number stands");
    let kept = counted.replace("add i32 %1, 1", "mul i32 %1, 2");
    assert_eq!(of_f(&kept, 6, &[]), Ok(()));
}

/// Each call has a variable of its own, and gets the address of the last one's.
#[test]
fn variables_of_other_calls() {
    let functions = |value: &str| {
        format!(
            "func @f(%0: ptr) -> i32 {{
bb0:
  %1 = alloca 4 align 4
  %2 = load i32 %0 align 4
  %3 = {value}
  store i32 %3 to %1 align 4
  %4 = cmp ult i32 %3, 9
  branch %4, bb1, bb2
bb1:
  %5 = call i32 @f(ptr %1)
  return %5
bb2:
  return %3
}}
func @main() -> i32 {{
bb0:
  %0 = alloca 4 align 4
  store i32 0 to %0 align 4
  %1 = call i32 @f(ptr %0)
  return %1
}}
"
        )
    };
    // The variable of `main` is no variable of `@f`, so the lap begins with the second call.
    assert_eq!(lap(&functions("mul i32 %2, 2"), (10, 7), &[]), Ok(()));
    refused(lap(&functions("add i32 %2, 1"), (10, 7), &[]), "another number stands");
    refused(lap(&functions("mul i32 %2, 2"), (3, 7), &[]), "another kind of object");
}

/// How much is on the stack is no number that comes back.
#[test]
fn marks_of_the_stack() {
    let f = "  %1 = stacksave\n  %2 = call i32 @f(i32 %0)\n  return %2\n";
    refused(of_f(f, 2, &[]), "the stack grows, and is marked somewhere");
}
