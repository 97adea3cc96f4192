//! What the explorer finds, and what it must not claim.

use engine::{Answer, Budget, BugKind, Outcome, Property, Task, Trace, Unknown};
use explore::Explore;

fn explore(text: &str, property: Property) -> Outcome {
    let module = ir::parse(text).expect("the test program parses");
    ir::verify(&module).expect("the test program verifies");
    let task = Task {
        error_functions: vec!["__VERIFIER_error".to_string()],
        ..Task::new(&module, module.func_named("main").expect("the test program has a main"), vec![property])
    };
    let mut answers = engine::answers(&Explore, &task, &Budget::new());
    assert_eq!(answers.len(), 1, "one answer for each property");
    let Answer { property: answered, outcome, .. } = answers.remove(0);
    assert_eq!(answered, property);
    outcome
}

/// A `main` whose body is given, with an error function.
fn program(body: &str) -> String {
    format!(
        "module lp64\n\nglobal @a: 16 align 16 = {{ zero 16 }}\n\nfunc @main() -> i32 {{\n{body}\n}}\n\n\
         func @__VERIFIER_error() builtin __VERIFIER_error\n"
    )
}

fn assert_found(body: &str, property: Property, kind: BugKind) -> Vec<u128> {
    match explore(&program(body), property) {
        Outcome::Refuted(Trace::Finite(trace)) => {
            assert_eq!(trace.violation.kind, kind);
            trace.inputs.iter().map(|input| input.bits).collect()
        }
        other @ (Outcome::Proved(_)
        | Outcome::Refuted(Trace::Lasso(_))
        | Outcome::Suspected(..)
        | Outcome::Unknown(_)) => panic!("not found: {other:?}"),
    }
}

#[test]
fn a_number_that_stands_in_the_program_is_guessed() {
    let inputs = assert_found(
        "bb0:
  %0 = nondet signed i32
  %1 = cmp eq i32 %0, 123456
  branch %1, bb1, bb2
bb1:
  call void @__VERIFIER_error()
  unreachable
bb2:
  return i32 0",
        Property::UnreachCall,
        BugKind::ErrorCall,
    );
    assert_eq!(inputs, [123456]);
}

#[test]
fn two_inputs_are_solved_together() {
    let inputs = assert_found(
        "bb0:
  %0 = nondet signed i32
  %1 = nondet signed i32
  %2 = mul i32 %0, 3
  %3 = add i32 %2, %1
  %4 = cmp eq i32 %3, 12345
  branch %4, bb1, bb3
bb1:
  %5 = cmp sgt i32 %1, 100
  branch %5, bb2, bb3
bb2:
  call void @__VERIFIER_error()
  unreachable
bb3:
  return i32 0",
        Property::UnreachCall,
        BugKind::ErrorCall,
    );
    assert_eq!((inputs[0] * 3 + inputs[1]) as u32, 12345);
}

#[test]
fn what_is_not_linear_is_solved_in_bits() {
    let inputs = assert_found(
        "bb0:
  %0 = nondet unsigned i32
  %1 = xor i32 %0, 1431655765
  %2 = lshr i32 %1, 3
  %3 = cmp eq i32 %2, 7777777
  branch %3, bb1, bb2
bb1:
  call void @__VERIFIER_error()
  unreachable
bb2:
  return i32 0",
        Property::UnreachCall,
        BugKind::ErrorCall,
    );
    assert_eq!((inputs[0] ^ 1431655765) >> 3, 7777777);
}

#[test]
fn loops_are_entered_as_often_as_it_takes() {
    assert_found(
        "bb0:
  %0 = nondet unsigned i8
  jump bb1(i8 0)
bb1(%1: i8):
  %2 = cmp ult i8 %1, %0
  branch %2, bb2, bb3
bb2:
  %3 = add i8 %1, 1
  jump bb1(%3)
bb3:
  %4 = cmp eq i8 %1, 37
  branch %4, bb4, bb5
bb4:
  call void @__VERIFIER_error()
  unreachable
bb5:
  return i32 0",
        Property::UnreachCall,
        BugKind::ErrorCall,
    );
}

#[test]
fn an_index_is_driven_out_of_bounds() {
    let inputs = assert_found(
        "bb0:
  %0 = nondet unsigned i32
  %1 = and i32 %0, 63
  %2 = zext i32 %1 to i64
  %3 = offset @a + %2*1
  store i8 1 to %3 align 1
  return i32 0",
        Property::ValidDeref,
        BugKind::OutOfBounds,
    );
    assert!(inputs[0] & 63 >= 16);
}

#[test]
fn a_sum_is_driven_into_overflow() {
    let inputs = assert_found(
        "bb0:
  %0 = nondet signed i32
  %1 = cmp slt i32 %0, 2147483000
  assume %1
  %2 = add nsw i32 %0, 700
  return %2",
        Property::NoOverflow,
        BugKind::SignedOverflow,
    );
    assert!((2147483647 - 699..2147483000).contains(&inputs[0]));
}

#[test]
fn a_leak_on_the_way_is_told_before_the_crash_that_follows() {
    let text = "module lp64

func @main() -> i32 {
bb0:
  %0 = call ptr @malloc(i64 8)
  %1 = nondet signed i32
  %2 = cmp eq i32 %1, 77
  branch %2, bb1, bb2
bb1:
  store i32 0 to null align 4
  jump bb2
bb2:
  return i32 0
}

func @malloc(i64) -> ptr builtin malloc
";
    match explore(text, Property::ValidMemsafety) {
        Outcome::Refuted(Trace::Finite(trace)) => assert_eq!(trace.violation.kind, BugKind::Leak),
        other @ (Outcome::Proved(_)
        | Outcome::Refuted(Trace::Lasso(_))
        | Outcome::Suspected(..)
        | Outcome::Unknown(_)) => panic!("not found: {other:?}"),
    }
    match explore(text, Property::ValidMemtrack) {
        Outcome::Refuted(Trace::Finite(trace)) => assert_eq!(trace.violation.kind, BugKind::Leak),
        other @ (Outcome::Proved(_)
        | Outcome::Refuted(Trace::Lasso(_))
        | Outcome::Suspected(..)
        | Outcome::Unknown(_)) => panic!("not found: {other:?}"),
    }
}

#[test]
fn a_program_without_input_is_settled_by_its_run() {
    let body = "bb0:
  jump bb1(i32 0)
bb1(%0: i32):
  %1 = add nsw i32 %0, 1
  %2 = cmp slt i32 %1, 1000
  branch %2, bb1(%1), bb2
bb2:
  return i32 0";
    for property in [Property::NoOverflow, Property::UnreachCall, Property::Termination, Property::ValidMemsafety] {
        assert!(matches!(explore(&program(body), property), Outcome::Proved(_)));
    }
}

#[test]
fn one_input_is_enough_to_prove_nothing() {
    let body = "bb0:
  %0 = nondet signed i1
  return i32 0";
    match explore(&program(body), Property::UnreachCall) {
        Outcome::Unknown(Unknown::Limit(_)) => {}
        other => panic!("claimed without grounds: {other:?}"),
    }
}

#[test]
fn other_undefined_behaviour_is_no_violation() {
    let body = "bb0:
  %0 = udiv i32 1, 0
  call void @__VERIFIER_error()
  unreachable";
    match explore(&program(body), Property::UnreachCall) {
        Outcome::Unknown(Unknown::Imprecise { .. }) => {}
        other => panic!("built on undefined behaviour: {other:?}"),
    }
}
