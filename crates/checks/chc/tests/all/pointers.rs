//! Pointers in memory, and what is not known of addresses.

use chc::{Plan, Pointers};
use engine::Property;

use crate::common::{ALL, asserting, is_safe, module, safe};

fn reaches(before: &str, condition: &str, pointers: Pointers, expected: bool) {
    let text = asserting(before, condition);
    let module = module(&text);
    for words in ALL {
        let plan = Plan::new(words, pointers);
        assert_eq!(is_safe(&module, Property::UnreachCall, &plan), expected, "{words:?}, {pointers:?} of\n{text}");
    }
}

/// Whatever is done with pointers that are not valid.
fn never_holds(before: &str, condition: &str) {
    for pointers in [Pointers::Followed, Pointers::Trusted, Pointers::Ignored] {
        reaches(before, condition, pointers, false);
    }
}

const OBJECTS: &str = "global @a: 4 align 4 = { zero 4 }
global @b: 4 align 4 = { zero 4 }
global @p: 8 align 8 = { address 8 @a }
global @q: 8 align 8 = { zero 8 }

";

#[test]
fn a_store_changes_one_of_several_objects() {
    let main = format!(
        "{OBJECTS}func @main() -> i32 {{
bb0:
  %0 = nondet unsigned i1
  %1 = select ptr %0, @a, @b
  store ptr %1 to @p align 8
  %2 = load ptr @p align 8
  store i32 7 to %2 align 4
  %3 = load i32 @a align 4
  %4 = load i32 @b align 4
  %5 = add i32 %3, %4
"
    );
    reaches(&main, "cmp eq i32 %5, 7", Pointers::Followed, true);
    reaches(&main, "cmp eq i32 %3, 7", Pointers::Followed, false);
}

#[test]
fn a_place_of_numbers_and_addresses() {
    let main = format!(
        "{OBJECTS}func @main() -> i32 {{
bb0:
  store i64 0 to @q align 8
  store ptr @a to @q align 8
  %0 = load ptr @q align 8
  store i32 7 to %0 align 4
  %1 = load i32 @a align 4
"
    );
    never_holds(&main, "cmp eq i32 %1, 0");
}

#[test]
fn bytes_of_which_nobody_knows_how_many() {
    let main = format!(
        "global @buffer: 8 align 1 = {{ zero 8 }}
{OBJECTS}func @main() -> i32 {{
bb0:
  store ptr @buffer to @q align 8
  %0 = nondet unsigned i64
  %1 = cmp ult i64 %0, 4
  assume %1
  %2 = load ptr @q align 8
  %3 = offset %2 + %0*1
  memset %3, i8 1, %0
"
    );
    never_holds(&main, "cmp eq i64 %0, 9");
}

#[test]
fn a_scope_that_begins_behind_the_first_use() {
    let main = |last: &str| {
        format!(
            "{OBJECTS}func @main() -> i32 {{
bb0:
  %0 = alloca 4 align 4
  store ptr %0 to @q align 8
  store i32 1 to %0 align 4
{last}  %1 = load ptr @q align 8
  %2 = load i32 %1 align 4
"
        )
    };
    reaches(&main(""), "cmp eq i32 %2, 1", Pointers::Followed, true);
    for last in ["  lifetime.end %0\n", "  lifetime.end %0\n  lifetime.start %0\n  store i32 1 to %0 align 4\n"] {
        reaches(&main(last), "cmp eq i32 0, 0", Pointers::Followed, false);
    }
}

#[test]
fn a_piece_of_a_pointer_is_a_number() {
    let main = |bytes: u32| {
        format!(
            "{OBJECTS}func @main() -> i32 {{
bb0:
  memcpy @q, @p, {bytes}
  %0 = load ptr @q align 8
  %1 = cmp eq ptr %0, null
  %2 = cmp eq ptr %0, @a
  %3 = or i1 %1, %2
"
        )
    };
    reaches(&main(8), "cmp eq i1 %3, 1", Pointers::Followed, true);
    for bytes in [1, 7] {
        never_holds(&main(bytes), "cmp eq i1 %3, 1");
    }
    let cut = main(8).replace("memcpy @q, @p, 8", "memcpy @q, @p, 8\n  memcpy @q, @b, 2");
    never_holds(&cut, "cmp eq i1 %3, 1");
}

#[test]
fn functions_lie_anywhere() {
    let main = "func @first() {
bb0:
  return
}

func @second() {
bb0:
  return
}

func @main() -> i32 {
bb0:
  %0 = nondet signed i64
  %1 = inttoptr i64 %0 to ptr
  %2 = cmp eq ptr fn @first, %1
  %3 = cmp ult ptr fn @first, fn @second
  %4 = cmp eq ptr fn @first, fn @second
  %5 = ptrtoint ptr fn @first to i64
";
    reaches(main, "cmp eq i1 %4, 0", Pointers::Followed, true);
    reaches(main, "cmp ne i64 %5, 0", Pointers::Followed, true);
    for condition in ["cmp eq i1 %2, 0", "cmp eq i1 %3, 1", "cmp eq i1 %3, 0", "cmp ult i64 %5, 1048576"] {
        never_holds(main, condition);
    }
    let far = main.replace("nondet signed i64", "add i64 0, 1048576");
    never_holds(&far, "cmp eq i1 %2, 1");
    never_holds(&far, "cmp eq i1 %2, 0");
}

#[test]
fn freed_through_another_name() {
    let main = |last: &str| {
        format!(
            "{OBJECTS}func @malloc(i64) -> ptr builtin malloc

func @free(ptr) builtin free

func @main() -> i32 {{
bb0:
  %0 = call ptr @malloc(i64 4)
  store i32 1 to %0 align 4
  store ptr %0 to @q align 8
  %1 = load ptr @q align 8
  %2 = load i32 %1 align 4
  call void @free(ptr %1)
{last}"
        )
    };
    reaches(&main(""), "cmp eq i32 %2, 1", Pointers::Followed, true);
    for last in ["  %3 = load i32 %0 align 4\n", "  call void @free(ptr %0)\n", "  call void @free(ptr @a)\n"] {
        reaches(&main(last), "cmp eq i32 0, 0", Pointers::Followed, false);
    }
}

#[test]
fn where_pointers_may_not_go() {
    let main = |before: &str| {
        format!(
            "{OBJECTS}func @main() -> i32 {{
bb0:
  store ptr @b to @q align 8
  %0 = nondet signed i64
{before}  %2 = load ptr @p align 8
  %3 = offset %2 + %0*4
  store i32 1 to %3 align 4
  %4 = load i32 @b align 4
"
        )
    };
    never_holds(&main("  %1 = cmp sgt i64 %0, -1\n"), "cmp eq i32 %4, 1");
    reaches(&main("  %1 = cmp sgt i64 %0, -1\n"), "cmp eq i32 %4, 0", Pointers::Followed, false);
    reaches(&main("  %1 = cmp eq i64 %0, 0\n  assume %1\n"), "cmp eq i32 %4, 0", Pointers::Followed, true);
}

#[test]
fn what_the_library_returns_the_address_of() {
    let main = "type #0 = void
type #1 = function #0 ()

global @state: 4 align 4 = { zero 4 }

func @get() -> ptr model of #1 {
bb0:
  return @state
}

func @main() -> i32 {
bb0:
  %0 = call ptr @get()
  store i32 0 to @state align 4
  store i32 1 to %0 align 4
  %1 = load i32 @state align 4
";
    reaches(main, "cmp eq i32 %1, 1", Pointers::Followed, true);
    never_holds(main, "cmp eq i32 %1, 0");
}

/// What is known of a pointer that an array holds is known where it is read; elsewhere the sum that was stored may be anything.
#[test]
fn pointers_in_arrays_are_believed_where_they_are_read() {
    let text = "global @buf: 16 align 1 = { zero 16 }
global @arr: 64 align 8 = { zero 64 }

func @main() -> i32 {
bb0:
  %0 = nondet signed i64
  %1 = nondet unsigned i32
  %2 = zext i32 %1 to i64
  %3 = cmp ult i64 %2, 8
  branch %3, bb1, bb5
bb1:
  %4 = cmp ult i64 %0, 10
  branch %4, bb2, bb3
bb2:
  %5 = offset @buf + %0 * 1
  %6 = offset @arr + %2 * 8
  store ptr %5 to %6 align 8
  %7 = load ptr %6 align 8
  store i8 1 to %7 align 1
  jump bb3
bb3:
  %8 = cmp eq i64 %0, 8000000000000000000
  branch %8, bb4, bb5
bb4:
  call void @reach_error()
  jump bb5
bb5:
  return i32 0
}

func @reach_error() builtin reach_error
";
    safe(text, Property::UnreachCall, false);
    safe(&text.replace("ult i64 %2, 8", "ult i64 %2, 9"), Property::UnreachCall, false);
    safe(
        &text
            .replace("8000000000000000000", "9")
            .replace("bb3:\n  %8 = cmp eq i64 %0, 9", "bb3:\n  %8 = cmp ne i64 %0, %0"),
        Property::UnreachCall,
        true,
    );
}
