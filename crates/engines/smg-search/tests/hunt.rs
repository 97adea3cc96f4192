//! What the hunters find, and what they must not claim.

use std::sync::atomic::AtomicBool;

use engine::{Budget, BugKind, FiniteTrace, Property, Task};
use smg::exec::prepared::Prepared;
use smg_search::hunt::hunt;

fn hunt_in(text: &str, properties: &[Property], malloc_may_fail: bool) -> Vec<(Property, FiniteTrace)> {
    let module = ir::parse(text).expect("the test program parses");
    ir::verify(&module).expect("the test program verifies");
    let task = Task {
        error_functions: vec!["__VERIFIER_error".to_string()],
        malloc_may_fail,
        ..Task::new(&module, module.func_named("main").expect("the test program has a main"), properties.to_vec())
    };
    let mut found = Vec::new();
    let budget = Budget::new();
    let flows = task.flows();
    let nothing_worse = AtomicBool::new(false);
    hunt(&task, &Prepared::of(&task, &flows), properties, &budget, &nothing_worse, &mut |property, trace| {
        found.push((property, trace))
    });
    found
}

/// A `main` whose body is given, with what it may call.
fn program(body: &str) -> String {
    format!(
        "module lp64\n\nglobal @a: 16 align 16 = {{ zero 16 }}\n\nfunc @main() -> i32 {{\n{body}\n}}\n\n\
         func @__VERIFIER_error() builtin __VERIFIER_error\n\
         func @malloc(i64) -> ptr builtin malloc\n\
         func @free(ptr) builtin free\n"
    )
}

/// The inputs of the one violation found.
fn assert_found(text: &str, property: Property, kind: BugKind) -> Vec<u128> {
    let found = hunt_in(text, &[property], false);
    let [(of, trace)] = found.as_slice() else { panic!("not one violation: {found:?}") };
    assert_eq!((*of, trace.violation.kind), (property, kind));
    trace.inputs.iter().map(|input| input.bits).collect()
}

fn assert_nothing(text: &str, property: Property) {
    let found = hunt_in(text, &[property], false);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_null_pointer_behind_a_branch() {
    let text = program(
        "bb0:
  %0 = nondet signed i32
  %1 = cmp sgt i32 %0, 41
  branch %1, bb1, bb2
bb1:
  jump bb3(null)
bb2:
  jump bb3(@a)
bb3(%2: ptr):
  store i32 1 to %2 align 4
  return i32 0",
    );
    let inputs = assert_found(&text, Property::ValidMemsafety, BugKind::NullDeref);
    assert_eq!(inputs, [42]);
}

#[test]
fn the_last_pointer_is_lost() {
    let text = program(
        "bb0:
  %0 = call ptr @malloc(i64 8)
  %1 = nondet bool i1
  branch %1, bb1, bb2
bb1:
  call void @free(ptr %0)
  return i32 0
bb2:
  return i32 0",
    );
    assert_eq!(assert_found(&text, Property::ValidMemtrack, BugKind::Leak), [0]);
    assert_eq!(assert_found(&text, Property::ValidMemcleanup, BugKind::LeakAtExit), [0]);
    assert_nothing(&text, Property::ValidDeref);
}

#[test]
fn the_third_round_frees_again() {
    let text = program(
        "bb0:
  %0 = call ptr @malloc(i64 8)
  jump bb1(i32 0)
bb1(%1: i32):
  %2 = nondet bool i1
  branch %2, bb2, bb5
bb2:
  %3 = cmp sgt i32 %1, 1
  branch %3, bb3, bb4
bb3:
  call void @free(ptr %0)
  jump bb4
bb4:
  %4 = add i32 %1, 1
  jump bb1(%4)
bb5:
  return i32 0",
    );
    assert_eq!(assert_found(&text, Property::ValidFree, BugKind::DoubleFree), [1, 1, 1, 1]);
}

#[test]
fn an_index_leaves_its_array() {
    let text = program(
        "bb0:
  %0 = nondet signed i32
  %1 = cmp sle i32 %0, 20
  assume %1
  %2 = sext i32 %0 to i64
  %3 = offset @a + %2*1
  store i8 1 to %3 align 1
  return i32 0",
    );
    let inputs = assert_found(&text, Property::ValidMemsafety, BugKind::OutOfBounds);
    let index = inputs[0] as u32 as i32;
    assert!(!(0..16).contains(&index) && index <= 20, "{index}");
}

#[test]
fn an_index_that_is_checked_does_not() {
    assert_nothing(
        &program(
            "bb0:
  %0 = nondet signed i32
  %1 = cmp ult i32 %0, 16
  branch %1, bb1, bb2
bb1:
  %2 = sext i32 %0 to i64
  %3 = offset @a + %2*1
  store i8 1 to %3 align 1
  jump bb2
bb2:
  return i32 0",
        ),
        Property::ValidMemsafety,
    );
}

#[test]
fn an_object_of_unknown_size_is_too_small() {
    let text = program(
        "bb0:
  %0 = nondet unsigned i8
  %1 = zext i8 %0 to i64
  %2 = call ptr @malloc(i64 %1)
  store i32 1 to %2 align 4
  call void @free(ptr %2)
  return i32 0",
    );
    let inputs = assert_found(&text, Property::ValidMemsafety, BugKind::OutOfBounds);
    assert!(inputs[0] < 4);
}

#[test]
fn arithmetic_is_solved() {
    let text = program(
        "bb0:
  %0 = nondet signed i32
  %1 = mul nsw i32 %0, 3
  %2 = add nsw i32 %1, 1
  %3 = cmp eq i32 %2, 22
  branch %3, bb1, bb2
bb1:
  call void @__VERIFIER_error()
  unreachable
bb2:
  return i32 0",
    );
    assert_eq!(assert_found(&text, Property::UnreachCall, BugKind::ErrorCall), [7]);
}

#[test]
fn arithmetic_on_bits_is_solved() {
    let text = program(
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
    );
    let inputs = assert_found(&text, Property::UnreachCall, BugKind::ErrorCall);
    assert_eq!((inputs[0] ^ 1431655765) >> 3, 7777777);
}

#[test]
fn an_impossible_way_does_not_hide_a_possible_one() {
    // The first branch is never taken, and both meet again in equal states.
    let text = program(
        "bb0:
  %0 = nondet signed i32
  %1 = mul nsw i32 %0, 2
  %2 = cmp eq i32 %1, 3
  branch %2, bb1, bb2
bb1:
  jump bb2
bb2:
  %3 = cmp eq i32 %0, 9
  branch %3, bb3, bb4
bb3:
  call void @__VERIFIER_error()
  unreachable
bb4:
  return i32 0",
    );
    assert_eq!(assert_found(&text, Property::UnreachCall, BugKind::ErrorCall), [9]);
}

#[test]
fn calls_are_entered_and_left() {
    let text = "module lp64

func @main() -> i32 {
bb0:
  %0 = nondet signed i32
  %1 = call ptr @pick(i32 %0)
  store i8 1 to %1 align 1
  call void @free(ptr %1)
  return i32 0
}

func @pick(%0: i32) -> ptr {
bb0:
  %1 = call i32 @twice(i32 %0)
  %2 = cmp eq i32 %1, 10
  branch %2, bb1, bb2
bb1:
  return null
bb2:
  %3 = call ptr @malloc(i64 1)
  return %3
}

func @twice(%0: i32) -> i32 {
bb0:
  %1 = add i32 %0, %0
  return %1
}

func @malloc(i64) -> ptr builtin malloc
func @free(ptr) builtin free
";
    let inputs = assert_found(text, Property::ValidMemsafety, BugKind::NullDeref);
    assert_eq!((inputs[0] as u32).wrapping_mul(2), 10);
}

#[test]
fn an_allocation_fails() {
    let text = program(
        "bb0:
  %0 = call ptr @malloc(i64 1)
  %1 = cmp eq ptr %0, null
  branch %1, bb2, bb1
bb1:
  %2 = call ptr @malloc(i64 1)
  store i8 1 to %2 align 1
  call void @free(ptr %2)
  call void @free(ptr %0)
  jump bb2
bb2:
  return i32 0",
    );
    let found = hunt_in(&text, &[Property::ValidDeref], true);
    let [(_, trace)] = found.as_slice() else { panic!("not one violation: {found:?}") };
    assert_eq!(trace.violation.kind, BugKind::NullDeref);
    assert_eq!(trace.inputs.iter().map(|input| input.bits).collect::<Vec<_>>(), [0, 1]);
    assert_nothing(&text, Property::ValidDeref);
}

#[test]
fn several_properties_are_violated_one_after_the_other() {
    let text = program(
        "bb0:
  %0 = nondet bool i1
  %1 = call ptr @malloc(i64 8)
  branch %0, bb1, bb2
bb1:
  call void @free(ptr %1)
  call void @free(ptr %1)
  return i32 0
bb2:
  return i32 0",
    );
    let asked = [Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack, Property::ValidMemcleanup];
    let mut found: Vec<Property> = hunt_in(&text, &asked, false).into_iter().map(|(property, _)| property).collect();
    found.sort();
    assert_eq!(found, [Property::ValidFree, Property::ValidMemtrack, Property::ValidMemcleanup]);
}

#[test]
fn a_run_that_leaks_is_followed_to_worse() {
    let text = program(
        "bb0:
  %0 = call ptr @malloc(i64 8)
  %1 = call ptr @lose(ptr %0)
  %2 = load i8 %1 align 1
  return i32 0",
    ) + "func @lose(%0: ptr) -> ptr {\nbb0:\n  return null\n}\n";
    assert_found(&text, Property::ValidMemsafety, BugKind::NullDeref);
    // All of it is one statement, which had the object in hand when it went wrong.
    assert_nothing(&text, Property::ValidMemtrack);
}
