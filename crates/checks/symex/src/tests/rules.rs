//! Instructions and ends of blocks, one after the other: what they make of a state, and what is found.

use super::*;
use expect_test::{Expect, expect};

const AROUND: &str = "
global @word: 4 align 4 = { bytes \"\\x05\\x00\\x00\\x00\" }
global @table: 16 align 8 const = { address 8 @word, zero 4, bytes \"\\xff\\xff\\xff\\xff\" }
global @outside: 4 align 4

func @malloc(i64) -> ptr builtin malloc
func @calloc(i64, i64) -> ptr builtin calloc
func @realloc(ptr, i64) -> ptr builtin realloc
func @free(ptr) builtin free
func @memcpy(ptr, ptr, i64) -> ptr builtin memcpy
func @reach_error() builtin reach_error
func @exit(i32) builtin __cairn_exit
func @extern(i32) -> i32 extern
";

/// The paths of a function that returns one value, and what is found on them.
fn check(body: &str, expected: Expect) {
    let module = parsed(&format!("func @main(%0: i32, %1: i64) -> i32 {{\n{body}\n}}\n{AROUND}"));
    let mut lines = with_machine(&module, Overflow::Blocks, |machine| {
        let mut state = crate::exec::initial(machine.prepared, machine.func);
        let count = state.unknown(32, Reading::Signed);
        state.set_register(reg(0), count);
        let size = state.unknown(64, Reading::Unsigned);
        state.set_register(reg(1), size);
        let mut lines: Vec<String> = executed(machine, state)
            .into_iter()
            .map(|end| match end {
                End::Return(state, values) => {
                    let value = &values[0];
                    let bounds = match value {
                        Value::Number { form, .. } => match state.knowledge.bounds(form) {
                            (Some(least), Some(most)) if least != most => format!(" in {least}..={most}"),
                            _ => String::new(),
                        },
                        Value::Pointer { .. }
                        | Value::Last { .. }
                        | Value::Function(_)
                        | Value::Truth(_)
                        | Value::Any => String::new(),
                    };
                    format!("returns {value}{bounds}")
                }
                End::Exit => "exits".to_string(),
            })
            .collect();
        lines.extend(findings(machine));
        lines
    });
    lines.sort();
    lines.dedup();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn globals() {
    check("bb0:\n  %2 = load i32 @word align 4\n  return %2", expect!["returns 5"]);
    check("bb0:\n  store i32 6 to @word align 4\n  %2 = load i32 @word align 4\n  return %2", expect!["returns 6"]);
    let from_table = "bb0:\n  %2 = load ptr @table align 8\n  %3 = load i32 %2 align 4\n  return %3";
    check(from_table, expect!["returns 5"]);
    check("bb0:\n  %2 = load i32 @table+12 align 4\n  return %2", expect!["returns -1"]);
    check("bb0:\n  store i32 6 to @table+8 align 4\n  return 0", expect!["readonly-write: a constant is written"]);
    check(
        "bb0:\n  %2 = load i32 @table+13 align 4\n  return %2",
        expect!["out-of-bounds: an access may be out of bounds"],
    );
    check(
        "bb0:\n  %2 = load i32 @outside align 4\n  return 0",
        expect!["unsupported: the global `outside`, which is defined elsewhere"],
    );
}

#[test]
fn heap() {
    let used = "bb0:\n  %2 = call ptr @malloc(i64 8)\n  store i32 3 to %2 align 4\n  %3 = load i32 %2 align 4\n  call void @free(ptr %2)\n";
    check(&format!("{used}  return %3"), expect!["returns 3"]);
    check(&format!("{used}  %4 = load i32 %2 align 4\n  return %4"), expect!["use-after-free: what was freed is used"]);
    check(
        &format!("{used}  call void @free(ptr %2)\n  return 0"),
        expect!["double-free: what was freed is freed again"],
    );
    let part = "bb0:\n  %2 = call ptr @malloc(i64 8)\n  %3 = offset %2 + 4\n  call void @free(ptr %3)\n  return 0";
    check(part, expect!["invalid-free: a pointer that is freed may not be the start of its object"]);
    check("bb0:\n  call void @free(ptr @word)\n  return 0", expect!["invalid-free: what is freed is no heap object"]);
    check("bb0:\n  call void @free(ptr null)\n  return 0", expect!["returns 0"]);
    check(
        "bb0:\n  %2 = call ptr @malloc(i64 %1)\n  %3 = cmp eq ptr %2, null\n  %4 = zext i1 %3 to i32\n  return %4",
        expect![[r#"
        returns 0
        returns 1"#]],
    );
    let zeros =
        "bb0:\n  %2 = call ptr @calloc(i64 2, i64 4)\n  %3 = offset %2 + 4\n  %4 = load i32 %3 align 4\n  return %4";
    check(zeros, expect!["returns 0"]);
    let huge = "bb0:\n  %2 = call ptr @calloc(i64 -1, i64 4)\n  %3 = cmp eq ptr %2, null\n  %4 = zext i1 %3 to i32\n  return %4";
    check(huge, expect!["returns 1"]);
    check("bb0:\n  %2 = load i32 null align 4\n  return 0", expect!["null-deref: a null pointer is used"]);
}

#[test]
fn reallocation() {
    let made = "bb0:\n  %2 = call ptr @malloc(i64 8)\n  store i32 3 to %2 align 4\n  %3 = offset %2 + 4\n  store i32 4 to %3 align 4\n";
    let resized = |size: &str, behind: &str| format!("{made}  %4 = call ptr @realloc(ptr %2, i64 {size})\n{behind}");
    check(&resized("16", "  %5 = load i32 %4 align 4\n  return %5"), expect!["returns 3"]);
    let second = "  %5 = offset %4 + 4\n  %6 = load i32 %5 align 4\n  return %6";
    check(&resized("16", second), expect!["returns 4"]);
    check(&resized("4", second), expect!["out-of-bounds: an access may be out of bounds"]);
    let beyond = "  %5 = offset %4 + 8\n  %6 = load i32 %5 align 4\n  return %6";
    check(&resized("16", beyond), expect!["returns v4 in -2147483648..=2147483647"]);
    check(&resized("16", "  %5 = load i32 %2 align 4\n  return %5"), expect!["use-after-free: what was freed is used"]);
    check(
        &resized("16", "  call void @free(ptr %2)\n  return 0"),
        expect!["double-free: what was freed is freed again"],
    );
    check(&resized("16", "  call void @free(ptr %4)\n  return 0"), expect!["returns 0"]);
    // Size 0 frees.
    let is_null = "  %5 = cmp eq ptr %4, null\n  %6 = zext i1 %5 to i32\n  return %6";
    check(&resized("0", is_null), expect!["returns 1"]);
    check(&resized("0", "  %5 = load i32 %2 align 4\n  return %5"), expect!["use-after-free: what was freed is used"]);
    // What fails leaves the old one as it is.
    check(&resized("-1", "  %5 = load i32 %2 align 4\n  return %5"), expect!["returns 3"]);
    check("bb0:\n  %2 = call ptr @realloc(ptr null, i64 4)\n  return 0", expect!["returns 0"]);
    check(
        "bb0:\n  %2 = call ptr @realloc(ptr @word, i64 4)\n  return 0",
        expect!["bad-realloc: what is freed is no heap object"],
    );
    let inner = "  %4 = call ptr @realloc(ptr %3, i64 4)\n  return 0";
    check(
        &format!("{made}{inner}"),
        expect!["bad-realloc: a pointer that is freed may not be the start of its object"],
    );
    let freed = "  call void @free(ptr %2)\n  %4 = call ptr @realloc(ptr %2, i64 4)\n  return 0";
    check(&format!("{made}{freed}"), expect!["bad-realloc: what was freed is freed again"]);
}

#[test]
fn stack() {
    let scope = "bb0:\n  %2 = alloca 4 align 4\n  %3 = offset %2\n  store i32 1 to %2 align 4\n  lifetime.end %2\n";
    check(
        &format!("{scope}  %4 = load i32 %3 align 4\n  return %4"),
        expect!["use-after-scope: a variable is used whose scope has ended"],
    );
    // The register leads to the new variable, the pointer to the old one.
    let again = format!("{scope}  lifetime.start %2\n");
    check(
        &format!("{again}  %4 = load i32 %3 align 4\n  return %4"),
        expect!["use-after-scope: a variable is used whose scope has ended"],
    );
    check(&format!("{again}  %4 = load i32 %2 align 4\n  return 0"), expect!["returns 0"]);
    let unset = "bb0:\n  %2 = alloca 4 align 4\n  store i32 1 to %2 align 4\n  lifetime.start %2\n  %3 = load i32 %2 align 4\n  return %3";
    check(unset, expect!["returns v4 in -2147483648..=2147483647"]);
    let dynamic = "bb0:\n  %2 = stacksave\n  %3 = alloca dynamic 4 align 4\n  stackrestore %2\n  store i32 1 to %3 align 4\n  return 0";
    check(dynamic, expect!["use-after-scope: a variable is used whose scope has ended"]);
    check("bb0:\n  %2 = alloca dynamic %1 align 1\n  return 0", expect!["returns 0"]);
}

#[test]
fn blocks_of_bytes() {
    let two = "bb0:\n  %2 = alloca 8 align 8\n  %3 = alloca 8 align 8\n  store i32 1 to %2 align 4\n  store i32 2 to %3 align 4\n";
    check(&format!("{two}  memcpy %2, %3, i64 4\n  %4 = load i32 %2 align 4\n  return %4"), expect!["returns 2"]);
    check(
        &format!("{two}  memcpy %2, %3, i64 3\n  %4 = load i32 %2 align 4\n  return %4"),
        expect!["returns v4 in -2147483648..=2147483647"],
    );
    check(
        &format!("{two}  memcpy %2, %3, i64 9\n  return 0"),
        expect!["out-of-bounds: an access may be out of bounds"],
    );
    check(&format!("{two}  memcpy %2, %3, i64 0\n  %4 = load i32 %2 align 4\n  return %4"), expect!["returns 1"]);
    check(
        &format!("{two}  %4 = offset %2 + 2\n  memcpy %4, %2, i64 4\n  return 0"),
        expect!["overlapping-copy: the ranges of a copy may overlap"],
    );
    check(
        &format!("{two}  %4 = offset %2 + 2\n  memmove %4, %2, i64 4\n  %5 = load i32 %4 align 1\n  return %5"),
        expect!["returns 1"],
    );
    check(&format!("{two}  memset %2, i8 0, i64 8\n  %4 = load i32 %2 align 4\n  return %4"), expect!["returns 0"]);
    check(
        &format!("{two}  memset %2, i8 1, i64 8\n  %4 = load i32 %2 align 4\n  return %4"),
        expect!["returns v4 in -2147483648..=2147483647"],
    );
    check(
        &format!("{two}  memset %2, i8 0, %1\n  return 0"),
        expect![[r#"
        out-of-bounds: an access may be out of bounds
        returns 0"#]],
    );
    // Zeros are copied where all that is copied is zero.
    let copied = |zeros: u64| {
        format!(
            "{two}  memset %2, i8 0, i64 {zeros}\n  memcpy %3, %2, i64 8\n  %4 = offset %3 + 4\n  %5 = load i32 %4 align 4\n  return %5"
        )
    };
    check(&copied(8), expect!["returns 0"]);
    check(&copied(7), expect!["returns v4 in -2147483648..=2147483647"]);
}

#[test]
fn pointers() {
    let two = "bb0:\n  %2 = alloca 8 align 8\n  %3 = alloca 8 align 8\n";
    let compared = |a: &str, pred: &str, b: &str| {
        format!(
            "{two}  %4 = offset {a}\n  %5 = offset {b}\n  %6 = cmp {pred} ptr %4, %5\n  %7 = zext i1 %6 to i32\n  return %7"
        )
    };
    check(&compared("%2 + 4", "eq", "%2 + 4"), expect!["returns 1"]);
    check(&compared("%2 + 4", "eq", "%2 + 12"), expect!["returns 0"]);
    check(&compared("%2 + 4", "ult", "%2 + 8"), expect!["returns 1"]);
    // One of them is not in the object.
    check(
        &compared("%2 + 4", "ult", "%2 + 9"),
        expect![[r#"
        returns 0
        returns 1"#]],
    );
    check(&compared("%2", "eq", "%3"), expect!["returns 0"]);
    // Right behind the one may be the other.
    check(
        &compared("%2 + 8", "eq", "%3"),
        expect![[r#"
        returns 0
        returns 1"#]],
    );
    check(
        &compared("%2", "ult", "%3"),
        expect![[r#"
        returns 0
        returns 1"#]],
    );
    check(&format!("{two}  %4 = cmp ne ptr %2, null\n  %5 = zext i1 %4 to i32\n  return %5"), expect!["returns 1"]);
    let difference = "  %4 = offset %2 + 8\n  %5 = ptrtoint ptr %4 to i64\n  %6 = ptrtoint ptr %2 to i64\n  %7 = sub i64 %5, %6\n  %8 = trunc i64 %7 to i32\n  return %8";
    check(&format!("{two}{difference}"), expect!["returns 8"]);
    let made = "  %4 = ptrtoint ptr %2 to i64\n  %5 = add i64 %4, 4\n  %6 = inttoptr i64 %5 to ptr\n  store i32 1 to %6 align 4\n  %7 = load i32 %6 align 4\n  return %7";
    check(&format!("{two}{made}"), expect!["returns 1"]);
    check(
        "bb0:\n  %2 = inttoptr i64 %1 to ptr\n  %3 = load i32 %2 align 4\n  return %3",
        expect!["wild-deref: a pointer of which nothing is known is used"],
    );
}

#[test]
fn inputs() {
    check("bb0:\n  %2 = nondet signed i32\n  return %2", expect!["returns v4 in -2147483648..=2147483647"]);
    check("bb0:\n  %2 = nondet bool i32\n  return %2", expect!["returns v4u in 0..=1"]);
    check("bb0:\n  %2 = nondet stdin i32\n  return %2", expect!["returns v4 in -1..=255"]);
    check("bb0:\n  %2 = undef i32\n  %3 = sub i32 %2, %2\n  return %3", expect!["returns 0"]);
    check("bb0:\n  %2 = cmp sgt i32 %0, 5\n  assume %2\n  return %0", expect!["returns v2 in 6..=2147483647"]);
    check(
        "bb0:\n  %2 = cmp sgt i32 %0, 5\n  require assumption %2\n  return %0",
        expect![[r#"
        broken-assumption: a requirement may be broken
        returns v2 in 6..=2147483647"#]],
    );
    check(
        "bb0:\n  %2 = cmp sgt i32 %0, 5\n  %3 = select i32 %2, 1, %0\n  return %3",
        expect![[r#"
        returns 1
        returns v2 in -2147483648..=5"#]],
    );
    check("bb0:\n  unsupported \"something\"()\n  return 0", expect!["unsupported: something"]);
}

#[test]
fn calls() {
    check(
        "bb0:\n  call void @reach_error()\n  return 0",
        expect![[r#"
        error-call: `reach_error` may be called
        returns 0"#]],
    );
    check("bb0:\n  call void @exit(i32 0)\n  return 0", expect!["exits"]);
    check(
        "bb0:\n  %2 = call i32 @extern(i32 0)\n  return %2",
        expect!["unsupported: call of `extern`, which has no body"],
    );
    check(
        "bb0:\n  %2 = inttoptr i64 %1 to ptr\n  call void *%2()\n  return 0",
        expect!["invalid-call: a call goes through a pointer to no known function"],
    );
}

#[test]
fn ends_of_blocks() {
    check(
        "bb0:\n  switch i32 %0 { 1 -> bb1 -1 -> bb2 default -> bb3 }\nbb1:\n  return 10\nbb2:\n  return 20\nbb3:\n  return %0",
        expect![[r#"
        returns 10
        returns 20
        returns v2 in -2147483648..=2147483647"#]],
    );
    check("bb0:\n  unreachable", expect!["unreachable-reached: what the compiler calls unreachable may be reached"]);
    check("bb0:\n  abort i32 1", expect!["exits"]);
    check("bb0:\n  unsupported_end \"something\"", expect!["unsupported: something"]);
    check(
        "bb0:\n  %2 = cmp slt i32 %0, 0\n  branch %2, bb1, bb2\nbb1:\n  return 0\nbb2:\n  return %0",
        expect![[r#"
        returns 0
        returns v2 in 0..=2147483647"#]],
    );
}
