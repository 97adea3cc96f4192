//! Pointers that are taken to be valid.

use chc::library::library;
use chc::{Plan, Pointers, Words};
use engine::Property;
use ir::Id;

use crate::common::{ALL, asserting, is_safe, module};

fn reaches(before: &str, condition: &str, pointers: Pointers, expected: bool) {
    let text = asserting(before, condition);
    let module = module(&text);
    for words in ALL.into_iter().chain([Words::Rough]) {
        let plan = Plan::new(words, pointers);
        assert_eq!(is_safe(&module, Property::UnreachCall, &plan), expected, "{words:?} of\n{text}");
    }
}

fn trusting(before: &str, condition: &str, expected: bool) {
    reaches(before, condition, Pointers::Trusted, expected);
}

#[test]
fn what_others_do_not_know_of_they_do_not_change() {
    let main = "global @state: 4 align 4 = { zero 4 }
global @cell: 8 align 8 = { zero 8 }

func @main() -> i32 {
bb0:
  store i32 1 to @state align 4
  %0 = load ptr @cell align 8
  store i32 2 to %0 align 4
  %1 = load i32 %0 align 4
  %2 = load i32 @state align 4
";
    trusting(main, "cmp eq i32 %2, 1", true);
    reaches(main, "cmp eq i32 %2, 1", Pointers::Followed, false);
    // What a pointer leads to may be anything, also right after it was written.
    trusting(main, "cmp eq i32 %1, 2", false);
    let stored = main.replace("store i32 1 to", "store ptr @state to @cell align 8\n  store i32 1 to");
    trusting(&stored, "cmp eq i32 %2, 1", false);
}

#[test]
fn a_pointer_leads_to_any_function_of_its_type() {
    let functions = "global @state: 4 align 4 = { zero 4 }
global @one: 8 align 8 = { address 8 fn @first }

func @first(%0: i32) -> i32 {
bb0:
  store i32 1 to @state align 4
  return %0
}

func @second(%0: i32) -> i32 {
bb0:
  store i32 2 to @state align 4
  return i32 7
}

func @other() {
bb0:
  store i32 3 to @state align 4
  return
}

func @main(%0: ptr) -> i32 {
bb0:
  %1 = load ptr %0 align 8
  %2 = call i32 *%1(i32 5)
  %3 = load i32 @state align 4
";
    trusting(functions, "cmp eq i32 %3, 1", true);
    trusting(functions, "cmp eq i32 %2, 5", true);
    let both = functions.replace("func @first", "global @two: 8 align 8 = { address 8 fn @second }\n\nfunc @first");
    trusting(&both, "cmp ule i32 %3, 2", true);
    trusting(&both, "cmp eq i32 %3, 1", false);
    trusting(&both, "cmp eq i32 %2, 5", false);
    // One of another type is not meant.
    let all = both.replace("func @first", "global @three: 8 align 8 = { address 8 fn @other }\n\nfunc @first");
    trusting(&all, "cmp ule i32 %3, 2", true);
    // Nor is any but the one that is there, where that is known.
    let known = both.replace("load ptr %0", "load ptr @one");
    for pointers in [Pointers::Followed, Pointers::Trusted] {
        reaches(&known, "cmp eq i32 %3, 1", pointers, true);
        reaches(&known, "cmp eq i32 %2, 5", pointers, true);
        reaches(&known, "cmp eq i32 %3, 2", pointers, false);
    }
}

#[test]
fn private_objects_are_still_accessed_inside() {
    let main = |at: u32| {
        format!(
            "func @main() -> i32 {{
bb0:
  %0 = alloca 8 align 4
  %1 = offset %0 + {at}
  store i32 1 to %1 align 4
"
        )
    };
    trusting(&main(4), "cmp eq i32 0, 0", true);
    trusting(&main(8), "cmp eq i32 0, 0", false);
}

#[test]
fn what_is_only_declared_is_not_trusted() {
    let main = |what: &str| {
        format!(
            "global @there: 4 align 4{what}

func @main() -> i32 {{
bb0:
  %0 = load i32 @there align 4
"
        )
    };
    trusting(&main(" = { zero 4 }"), "cmp eq i32 0, 0", true);
    trusting(&main(""), "cmp eq i32 0, 0", false);
}

#[test]
fn sums_that_leave_their_type_are_anything_in_the_rough() {
    let main = "func @main() -> i32 {
bb0:
  %0 = nondet signed i32
  %1 = add i32 %0, 1
";
    let text = |condition: &str| module(&asserting(main, condition));
    let rough = Plan::new(Words::Rough, Pointers::Followed);
    let exact = Plan { words: Words::Integers, ..rough.clone() };
    // What the machine computes is among it.
    let wraps = "cmp sge i32 %1, 2147483647";
    for plan in [&rough, &exact] {
        assert!(!is_safe(&text(wraps), Property::UnreachCall, plan));
        assert!(!is_safe(&text("cmp ne i32 %1, -2147483648"), Property::UnreachCall, plan));
    }
    let bounded = main.replace("%1 = add", "%1 = and i32 %0, 255\n  %2 = add").replace("i32 %0, 1\n", "i32 %1, 1\n");
    let fits = module(&asserting(&bounded, "cmp ule i32 %2, 256"));
    assert!(is_safe(&fits, Property::UnreachCall, &rough));
}

#[test]
fn products_of_unknown_numbers_are_anything_in_the_rough() {
    let main = |mask: u32| {
        format!(
            "func @main() -> i32 {{
bb0:
  %0 = nondet unsigned i32
  %1 = nondet unsigned i32
  %2 = and i32 %0, {mask}
  %3 = and i32 %1, {mask}
  %4 = mul i32 %2, %3
"
        )
    };
    let rough = Plan::new(Words::Rough, Pointers::Followed);
    let is_safe = |mask: u32, condition: &str| {
        is_safe(&module(&asserting(&main(mask), condition)), Property::UnreachCall, &rough)
    };
    // Within what the factors allow, all numbers are among it.
    assert!(is_safe(255, "cmp ule i32 %4, 65025"));
    assert!(!is_safe(255, "cmp ule i32 %4, 65024"));
    assert!(!is_safe(255, "cmp ne i32 %4, 15"));
    // So is what the machine makes of those that are too large.
    assert!(!is_safe(0xffff_ffff, "cmp ne i32 %4, 1"));
    assert!(!is_safe(0xffff_ffff, "cmp ne i32 %4, -1"));
    assert!(!is_safe(0xffff_ffff, "cmp slt i32 %4, 2147483647"));
    assert!(!is_safe(0x1_ffff, "cmp sgt i32 %4, -2147483648"));
}

/// Indices are, where functions are assumed to do something; elsewhere they are shown to stay inside.
#[test]
fn accesses_by_name() {
    let main = "global @table: 16 align 4 = { zero 16 }

func @main() -> i32 {
bb0:
  %0 = nondet signed i64
  %1 = and i64 %0, 255
  %2 = offset @table + %1*4
  store i32 1 to %2 align 4
  %3 = load i32 @table align 4
";
    let assumed = format!("func @given() assumed pure {{\nbb0:\n  return\n}}\n\n{main}");
    trusting(main, "cmp ule i32 %3, 1", false);
    trusting(&assumed, "cmp ule i32 %3, 1", true);
    reaches(&assumed, "cmp ule i32 %3, 1", Pointers::Followed, false);
    // What is written inside is not forgotten for that.
    trusting(&assumed, "cmp eq i32 %3, 0", false);
    // Whoever goes on was inside.
    trusting(&assumed, "cmp ult i64 %1, 4", true);
    trusting(&assumed, "cmp ult i64 %1, 3", false);
}

/// Errors that the library calls are errors.
#[test]
fn the_library_is_not_read_unless_it_calls_an_error() {
    let main = |called: &str| {
        format!(
            "type #0 = void
type #1 = function #0 ()

global @state: 4 align 4 = {{ zero 4 }}

func @inner() model of #1 {{
bb0:
{called}  return
}}

func @outer() model of #1 {{
bb0:
  call void @inner()
  return
}}

func @main() -> i32 {{
bb0:
  call void @outer()
  %0 = load i32 @state align 4
"
        )
    };
    trusting(&main(""), "cmp eq i32 %0, 0", true);
    trusting(&main("  store i32 1 to @state align 4\n"), "cmp eq i32 %0, 1", false);
    trusting(&main("  call void @reach_error()\n"), "cmp eq i32 0, 0", false);
    // Whichever function is one.
    let module = module(&asserting(&main(""), "cmp eq i32 0, 0"));
    let (calls, inner) = (ir::CallGraph::of(&module), module.func_named("inner"));
    let outer = module.func_named("outer").expect("there is one").index();
    assert!(library(&module, &calls, &|_| false)[outer]);
    assert!(!library(&module, &calls, &|func| Some(func) == inner)[outer]);
}
