//! Addresses of private objects: passed on, moved on, compared.

use engine::Property;

use crate::common::{asserting, safe};

fn reaches(before: &str, condition: &str, is_safe: bool) {
    safe(&asserting(before, condition), Property::UnreachCall, is_safe);
}

const SET: &str = "func @set(%0: ptr, %1: i32) {
bb0:
  store i32 %1 to %0 align 4
  return
}

";

#[test]
fn what_a_function_is_passed_it_changes() {
    let main = "func @main() -> i32 {
bb0:
  %0 = alloca 8 align 4
  %1 = offset %0 + 4
  store i32 1 to %1 align 4
  call void @set(ptr %0, i32 7)
  %2 = load i32 %0 align 4
  %3 = load i32 %1 align 4
";
    reaches(&format!("{SET}{main}"), "cmp eq i32 %2, 7", true);
    reaches(&format!("{SET}{main}"), "cmp eq i32 %2, 6", false);
    reaches(&format!("{SET}{main}"), "cmp eq i32 %3, 1", true);
    let second = main.replace("@set(ptr %0,", "@set(ptr %1,");
    reaches(&format!("{SET}{second}"), "cmp eq i32 %3, 7", true);
    // Beyond the end of what is passed.
    let far = SET.replace("store i32 %1 to %0", "%2 = offset %0 + 4\n  store i32 %1 to %2");
    reaches(&format!("{far}{main}"), "cmp eq i32 %3, 7", true);
    reaches(&format!("{far}{second}"), "cmp eq i32 0, 0", false);
}

#[test]
fn two_parameters_may_be_one_object() {
    let both = "func @both(%0: ptr, %1: ptr) -> i32 {
bb0:
  store i32 1 to %0 align 4
  store i32 2 to %1 align 4
  %2 = load i32 %0 align 4
  return %2
}

";
    let main = |second: &str| {
        format!(
            "{both}func @main() -> i32 {{
bb0:
  %0 = alloca 4 align 4
  %1 = alloca 4 align 4
  %2 = call i32 @both(ptr %0, ptr {second})
"
        )
    };
    reaches(&main("%1"), "cmp eq i32 %2, 1", true);
    reaches(&main("%0"), "cmp eq i32 %2, 2", true);
    reaches(&main("%0"), "cmp eq i32 %2, 1", false);
}

/// The functions in between pass it on, each from another place of it.
#[test]
fn through_several_calls() {
    let middle = "func @middle(%0: ptr, %1: i64) {
bb0:
  %2 = offset %0 + %1*8
  call void @set(ptr %2, i32 5)
  return
}

";
    let main = |index: &str| {
        format!(
            "{SET}{middle}func @main() -> i32 {{
bb0:
  %0 = alloca 32 align 4
  %1 = nondet unsigned i64
  %2 = cmp ult i64 %1, {index}
  assume %2
  %3 = offset %0 + 4
  call void @middle(ptr %3, i64 %1)
  %4 = offset %0 + %1*8 + 4
  %5 = load i32 %4 align 4
"
        )
    };
    reaches(&main("4"), "cmp eq i32 %5, 5", true);
    reaches(&main("5"), "cmp eq i32 %5, 5", false);
}

/// Who stores, returns or converts an address lets others know it.
#[test]
fn what_a_function_keeps() {
    let keeps = ["  store ptr %0 to @kept align 8\n  return i64 0\n", "  %1 = ptrtoint ptr %0 to i64\n  return %1\n"];
    for body in keeps {
        let text = format!(
            "global @kept: 8 align 8 = {{ zero 8 }}

func @keep(%0: ptr) -> i64 {{
bb0:
{body}}}

func @main() -> i32 {{
bb0:
  %0 = alloca 4 align 4
  store i32 1 to %0 align 4
  %1 = call i64 @keep(ptr %0)
  %2 = load i32 %0 align 4
"
        );
        // Who stored it is known; whoever got a number is not.
        reaches(&text, "cmp eq i32 %2, 1", body.contains("store"));
    }
}

/// Control comes to the pointer that walks from several sides.
#[test]
fn a_pointer_that_walks() {
    let text = "func @main() -> i32 {
bb0:
  %0 = alloca 16 align 4
  %1 = offset %0 + 16
  jump bb1(%0)
bb1(%2: ptr):
  %3 = cmp ult ptr %2, %1
  branch %3, bb2, bb3
bb2:
  store i32 7 to %2 align 4
  %4 = offset %2 + 4
  jump bb1(%4)
bb3:
  %5 = cmp eq ptr %2, %1
  branch %5, bb5, bb4
bb4:
  call void @reach_error()
  jump bb5
bb5:
  return i32 0
}

func @reach_error() builtin reach_error
";
    safe(text, Property::UnreachCall, true);
    // One further is beyond the end.
    safe(&text.replace("%1 = offset %0 + 16", "%1 = offset %0 + 20"), Property::UnreachCall, false);
    // Steps of twelve and of three do not end there.
    safe(&text.replace("%4 = offset %2 + 4", "%4 = offset %2 + 12"), Property::UnreachCall, false);
    safe(&text.replace("%4 = offset %2 + 4", "%4 = offset %2 + 3"), Property::UnreachCall, false);
}

#[test]
fn comparisons() {
    let main = "func @main() -> i32 {
bb0:
  %0 = alloca 8 align 4
  %1 = alloca 8 align 4
  %2 = nondet unsigned i64
  %3 = offset %0 + %2*1
  %4 = offset %0 + 4
";
    reaches(main, "cmp ne ptr %0, null", true);
    reaches(main, "cmp eq ptr %0, null", false);
    reaches(main, "cmp ult ptr %0, %4", true);
    reaches(main, "cmp ult ptr %4, %0", false);
    // Nobody knows where objects lie, nor what is far outside of one.
    reaches(main, "cmp ult ptr %0, %1", false);
    reaches(main, "cmp ult ptr %1, %0", false);
    reaches(main, "cmp ne ptr %3, null", false);
    reaches(main, "cmp uge ptr %3, %0", false);
}

/// A pointer that was passed, or came from another round, after the scope of what it points to.
#[test]
fn out_of_scope() {
    let passed = |end: &str| {
        format!(
            "{SET}func @main() -> i32 {{
bb0:
  %0 = alloca 4 align 4
  lifetime.start %0
{end}  call void @set(ptr %0, i32 1)
  return i32 0
}}
"
        )
    };
    safe(&passed(""), Property::UnreachCall, true);
    safe(&passed("  lifetime.end %0\n"), Property::UnreachCall, false);
    let rounds = |old: &str| {
        format!(
            "func @main() -> i32 {{
bb0:
  %0 = alloca 4 align 4
  %1 = alloca 4 align 4
  jump bb1(%0)
bb1(%2: ptr):
  lifetime.start %0
  store i32 1 to {old} align 4
  lifetime.end %0
  %3 = nondet signed i32
  %4 = cmp eq i32 %3, 0
  branch %4, bb1(%0), bb2
bb2:
  return i32 0
}}
"
        )
    };
    safe(&rounds("%0"), Property::UnreachCall, true);
    safe(&rounds("%2"), Property::UnreachCall, false);
}

#[test]
fn one_of_two_places() {
    let main = "func @main() -> i32 {
bb0:
  %0 = alloca 8 align 4
  %1 = nondet bool i1
  %2 = offset %0 + 4
  store i32 1 to %0 align 4
  store i32 1 to %2 align 4
  %3 = select ptr %1, %0, %2
  store i32 7 to %3 align 4
  %4 = load i32 %0 align 4
  %5 = load i32 %2 align 4
  %6 = add i32 %4, %5
";
    reaches(main, "cmp eq i32 %6, 8", true);
    reaches(main, "cmp eq i32 %4, 7", false);
}
