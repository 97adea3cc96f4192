//! Loads and stores: which bytes may be touched, and what they hold afterwards, as text.

use super::explorer::{KEPT, shows, with_number};
use expect_test::expect;

#[test]
fn stores_at_unknown_places() {
    // Of few places, each is a case of its own; of many, any may have been written.
    let store = |value: &str, scale: i64| {
        format!(
            "  %3 = call ptr @calloc(i64 1, i64 160)\n  store ptr %3 to @kept align 8\n  store i64 1 to %3 align 8\n  %4 = offset %3 + %0*{scale} + 8\n  \
            store i64 {value} to %4 align 1\n  return i64 0"
        )
    };
    shows(
        KEPT,
        &with_number(0, 1, &store("9", 8)),
        expect![[r#"
            FuncId(0) %0=0
              0: region heap size 160 Zero 0:8=1 8:8=9
              GlobalId(0): region global size 8 Zero 0:8=&0
            FuncId(0) %0=0
              0: region heap size 160 Zero 0:8=1 16:8=9
              GlobalId(0): region global size 8 Zero 0:8=&0
            ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 16, &store("9", 8)),
        expect![[r#"
            FuncId(0) %0=0
              0: region heap size 160 Zero 0:8=1 8:136=?0
              GlobalId(0): region global size 8 Zero 0:8=&0
              ?0 in -9223372036854775808..9223372036854775807
            ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 16, &store("0", 8)),
        expect![[r#"
            FuncId(0) %0=0
              0: region heap size 160 Zero 0:8=1
              GlobalId(0): region global size 8 Zero 0:8=&0
            ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(-1, 15, &store("0", 8)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 160 Zero 0:136=?0
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 144, &store("9", 1)),
        expect![[r#"
            FuncId(0) %0=0
              0: region heap size 160 Zero 0:8=1 8:152=?0
              GlobalId(0): region global size 8 Zero 0:8=&0
              ?0 in -9223372036854775808..9223372036854775807
            ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 145, &store("9", 1)),
        expect![[r#"
            FuncId(0) %0=0
              0: region heap size 160 Zero 0:8=1 8:152=?0
              GlobalId(0): region global size 8 Zero 0:8=&0
              ?0 in -9223372036854775808..9223372036854775807
            line 0: out-of-bounds: a write of 8 bytes may leave its object
            ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(-9, 144, &store("9", 1)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 160 Unknown
          GlobalId(0): region global size 8 Zero 0:8=&0
        line 0: out-of-bounds: a write of 8 bytes may leave its object
        ends with heap objects"#]],
    );
}

#[test]
fn loads_at_unknown_places() {
    let load = |before: &str, scale: i64| {
        format!(
            "  %3 = call ptr {before}\n  store ptr %3 to @kept align 8\n  %4 = offset %3 + 32\n  store i32 1 to %4 align 8\n  %5 = offset %3 + %0*{scale}\n  \
            %6 = load i32 %5 align 1\n  %7 = sext i32 %6 to i64\n  store i64 0 to @kept align 8\n  call void @free(ptr %3)\n  return %7"
        )
    };
    let (zero, raw) = ("@calloc(i64 1, i64 80)", "@malloc(i64 80)");
    shows(
        KEPT,
        &with_number(0, 7, &load(zero, 4)),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 8, &load(zero, 4)),
        expect![[r#"
        FuncId(0) %0=?0
          GlobalId(0): region global size 8 Zero
          ?0 in -2147483648..2147483647
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 28, &load(zero, 1)),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 29, &load(zero, 1)),
        expect![[r#"
        FuncId(0) %0=?0
          GlobalId(0): region global size 8 Zero
          ?0 in -2147483648..2147483647
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(36, 76, &load(zero, 1)),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(35, 76, &load(zero, 1)),
        expect![[r#"
        FuncId(0) %0=?0
          GlobalId(0): region global size 8 Zero
          ?0 in -2147483648..2147483647
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 28, &load(raw, 1)),
        expect![[r#"
        FuncId(0) %0=?0
          GlobalId(0): region global size 8 Zero
          ?0 in -2147483648..2147483647 uninit
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 77, &load(raw, 1)),
        expect![[r#"
        FuncId(0) %0=?0
          GlobalId(0): region global size 8 Zero
          ?0 in -2147483648..2147483647 uninit
        line 0: out-of-bounds: a read of 4 bytes may leave its object
        ends without heap objects"#]],
    );
}

/// A field of zeros is zero wherever it is read.
#[test]
fn zeros_at_unknown_places() {
    let load = |from: i64| {
        format!(
            "  %3 = call ptr @malloc(i64 80)\n  memset %3, i8 1, i64 80\n  %4 = offset %3 + 16\n  memset %4, i8 0, i64 32\n  %5 = offset %3 + %0*1 + {from}\n  \
            %6 = load i32 %5 align 1\n  %7 = sext i32 %6 to i64\n  call void @free(ptr %3)\n  return %7"
        )
    };
    shows(
        KEPT,
        &with_number(0, 28, &load(16)),
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 28, &load(15)),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -2147483648..2147483647 uninit
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 28, &load(17)),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -2147483648..2147483647 uninit
        ends without heap objects"#]],
    );
}

/// Addresses are told apart, as long as there are few places that they may come from.
#[test]
fn addresses_at_unknown_places() {
    let load = |slots: i64| {
        format!(
            "  %3 = alloca {} align 8\n  memset %3, i8 0, i64 {}\n  %4 = alloca 8 align 8\n  store ptr %4 to %3 align 8\n  %5 = offset %3 + %0*8\n  \
            %6 = load ptr %5 align 8\n  %7 = cmp eq ptr %6, null\n  %8 = zext i1 %7 to i64\n  return %8",
            8 * slots,
            8 * slots
        )
    };
    shows(
        "",
        &with_number(0, 1, &load(2)),
        expect![[r#"
        FuncId(0) %0=0
        FuncId(0) %0=1
        ends without heap objects"#]],
    );
    shows(
        "",
        &with_number(0, 15, &load(17)),
        expect![[r#"
        FuncId(0) %0=0
        FuncId(0) %0=1
        ends without heap objects"#]],
    );
    shows(
        "",
        &with_number(0, 16, &load(17)),
        expect![[r#"
        FuncId(0) %0=1
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
}

#[test]
fn which_bytes_may_be_touched() {
    let read = |before: &str, what: &str| {
        format!("bb0:\n{before}  %9 = load i8 {what} align 1 !5:1\n  %10 = sext i8 %9 to i64\n  return %10")
    };
    let numbered =
        |text: String, regs: usize| text.replace("%10", &format!("%{}", regs + 1)).replace("%9", &format!("%{regs}"));
    for (before, what, regs, expected) in [
        (
            "",
            "null",
            0,
            expect![[r#"
            line 5: null-deref: a read goes through a null pointer
            does not end"#]],
        ),
        (
            "  %0 = inttoptr i64 4095 to ptr\n",
            "%0",
            1,
            expect![[r#"
            line 5: null-deref: a read goes through a null pointer
            does not end"#]],
        ),
        (
            "  %0 = inttoptr i64 4096 to ptr\n",
            "%0",
            1,
            expect![[r#"
            line 5: wild-deref: a read goes through a pointer to no object
            does not end"#]],
        ),
        (
            "  %0 = inttoptr i64 -1 to ptr\n",
            "%0",
            1,
            expect![[r#"
            line 5: wild-deref: a read goes through a pointer to no object
            does not end"#]],
        ),
        (
            "",
            "fn @main",
            0,
            expect![[r#"
            line 5: wild-deref: a read goes through a pointer to no object
            does not end"#]],
        ),
        (
            "",
            "label @main:bb0",
            0,
            expect![[r#"
            line 5: wild-deref: a read goes through a pointer to no object
            does not end"#]],
        ),
        (
            "  %0 = undef ptr\n",
            "%0",
            1,
            expect![[r#"
            line 5: uninit-deref: a read goes through an uninitialised pointer
            does not end"#]],
        ),
        (
            "  %0 = nondet pointer ptr\n",
            "%0",
            1,
            expect![[r#"
            line 5: wild-deref: a read goes through a pointer of unknown value
            does not end"#]],
        ),
        (
            "",
            "@outside",
            0,
            expect![[r#"
            line 5: unsupported: `outside`, which is defined elsewhere
            does not end"#]],
        ),
        (
            "",
            "@odd",
            0,
            expect![[r#"
            line 5: unsupported: threads
            does not end"#]],
        ),
        (
            "",
            "@text+3",
            0,
            expect![[r#"
            FuncId(0) %0=100
            ends without heap objects"#]],
        ),
        (
            "",
            "@text+4",
            0,
            expect![[r#"
            line 5: out-of-bounds: a read of 1 bytes at offset 4 leaves an object of 4 bytes
            does not end"#]],
        ),
        (
            "",
            "@text-1",
            0,
            expect![[r#"
            line 5: out-of-bounds: a read of 1 bytes at offset -1 leaves an object of 4 bytes
            does not end"#]],
        ),
        (
            "  %0 = alloca 4 align 4\n  lifetime.end %0\n",
            "%0",
            1,
            expect![[r#"
            line 5: use-after-scope: a read touches a local variable that is gone
            does not end"#]],
        ),
    ] {
        let globals = "global @outside: 8 align 8\nglobal @odd: 8 align 8 = { unsupported 8 \"threads\" }\nglobal @text: 4 align 1 const = { bytes \"abcd\" }\n";
        shows(globals, &numbered(read(before, what), regs), expected);
    }
    let write = |what: &str| format!("bb0:\n  store i8 1 to {what} align 1 !5:1\n  return i64 0");
    let globals = "global @text: 4 align 1 const = { bytes \"abcd\" }\nglobal @free: 4 align 1 = { bytes \"abcd\" }\n";
    shows(
        globals,
        &write("@text"),
        expect![[r#"
        line 5: readonly-write: a write changes a constant object
        does not end"#]],
    );
    shows(
        globals,
        &write("@free"),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(1): region global size 4 Init(GlobalId(1)) 0:1=1
        ends without heap objects"#]],
    );
}

/// Objects of unknown size: what lies behind the least size may be outside, and the runs that go on know that it is not.
#[test]
fn the_size_is_learned_from_what_is_touched() {
    let touch = |at: i64, ty: &str| {
        format!(
            "  %3 = call ptr @malloc(i64 %0)\n  store ptr %3 to @kept align 8\n  %4 = offset %3 {} {}\n  store {ty} 1 to %4 align 1 !9:1\n  return %0",
            if at < 0 { '-' } else { '+' },
            at.abs()
        )
    };
    shows(
        KEPT,
        &with_number(4, 8, &touch(0, "i32")),
        expect![[r#"
        FuncId(0) %0=?0
          0: region heap size ?0 Uninit 0:4=1
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 4..8
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(4, 8, &touch(1, "i32")),
        expect![[r#"
        FuncId(0) %0=?0
          0: region heap size ?0 Uninit 1:4=1
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 5..8
        line 9: out-of-bounds: a write of 4 bytes may leave its object
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(4, 8, &touch(4, "i32")),
        expect![[r#"
        FuncId(0) %0=8
          0: region heap size 8 Uninit 4:4=1
          GlobalId(0): region global size 8 Zero 0:8=&0
        line 9: out-of-bounds: a write of 4 bytes may leave its object
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(4, 8, &touch(5, "i32")),
        expect![[r#"
        line 9: out-of-bounds: a write of 4 bytes may leave its object
        does not end"#]],
    );
    shows(
        KEPT,
        &with_number(4, 8, &touch(-1, "i32")),
        expect![[r#"
        line 9: out-of-bounds: a write of 4 bytes may leave its object
        does not end"#]],
    );
}

/// Offset and size that depend on different numbers, or on one in opposite directions, say nothing of each other.
#[test]
fn unrelated_offsets_may_be_outside() {
    let other = "  %3 = nondet signed i64\n  %4 = cmp sge i64 %3, 0\n  assume %4\n  %5 = cmp sle i64 %3, 200\n  assume %5\n  \
        %6 = alloca dynamic %0 align 8\n  %7 = offset %6 + %3*1 - 100\n  store i8 1 to %7 align 1 !8:1\n  return i64 0";
    shows(
        "",
        &with_number(100, 100, other),
        expect![[r#"
        FuncId(0) %0=0
        line 8: out-of-bounds: a write of 1 bytes may leave its object
        ends without heap objects"#]],
    );
    shows(
        "",
        &with_number(50, 100, other),
        expect![[r#"
        FuncId(0) %0=0
        line 8: out-of-bounds: a write of 1 bytes may leave its object
        ends without heap objects"#]],
    );
    let opposite = "  %3 = sub i64 100, %0\n  %4 = alloca dynamic %3 align 8\n  %5 = offset %4 + %0*1\n  store i8 1 to %5 align 1 !8:1\n  return i64 0";
    shows(
        "",
        &with_number(0, 50, opposite),
        expect![[r#"
        FuncId(0) %0=0
        line 8: out-of-bounds: a write of 1 bytes may leave its object
        ends without heap objects"#]],
    );
}

/// A place that is known not to be one of a few is none of them.
#[test]
fn places_that_are_excluded() {
    let rest = "  %3 = cmp ne i64 %0, 1\n  assume %3\n  %4 = alloca 8 align 8\n  store i64 0 to %4 align 8\n  %5 = offset %4 + %0*1\n  \
        store i8 1 to %5 align 1\n  %6 = load i64 %4 align 8\n  return %6";
    shows(
        "",
        &with_number(0, 2, rest),
        expect![[r#"
        FuncId(0) %0=1
        FuncId(0) %0=65536
        ends without heap objects"#]],
    );
}

/// Bytes in front of those that may have changed stay; of an object of unknown size, all behind the first may have.
#[test]
fn what_unknown_writes_leave() {
    let known = "  %3 = call ptr @calloc(i64 1, i64 20)\n  store ptr %3 to @kept align 8\n  store i8 7 to %3 align 1\n  %4 = offset %3 + %0*1\n  store i8 1 to %4 align 1\n  return i64 0";
    shows(
        KEPT,
        &with_number(1, 19, known),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 20 Zero 0:1=7 1:19=?0
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 19, known),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 20 Unknown
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 18, known),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 20 Zero 0:19=?0
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
    let unknown = |from: i64| {
        format!(
            "  %3 = call ptr @malloc(i64 %0)\n  store ptr %3 to @kept align 8\n  memset %3, i8 1, i64 40\n  %4 = nondet signed i64\n  %5 = cmp sge i64 %4, {from}\n  assume %5\n  \
            %6 = cmp sle i64 %4, 30\n  assume %6\n  %7 = offset %3 + %4*1\n  store i8 9 to %7 align 1\n  return i64 0"
        )
    };
    shows(
        KEPT,
        &with_number(40, 64, &unknown(0)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size ?0 Unknown
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 40..64
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(40, 64, &unknown(8)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size ?0 Unknown 0:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 40..64
        ends with heap objects"#]],
    );
}

/// A part that was never written makes the whole so.
#[test]
fn reads_that_may_meet_unwritten_bytes() {
    let rest = "  %3 = call ptr @calloc(i64 1, i64 64)\n  %4 = call ptr @malloc(i64 8)\n  memcpy %3, %4, i64 8\n  %5 = offset %3 + 8\n  store i64 5 to %5 align 8\n  \
        %6 = offset %3 + %0*1\n  %7 = load i64 %6 align 1\n  call void @free(ptr %3)\n  call void @free(ptr %4)\n  return %7";
    shows(
        "",
        &with_number(0, 20, rest),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -9223372036854775808..9223372036854775807 uninit
        ends without heap objects"#]],
    );
    shows(
        "",
        &with_number(8, 28, rest),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -9223372036854775808..9223372036854775807
        ends without heap objects"#]],
    );
}

/// An uninitialised pointer that is moved is one, and an unknown one is not.
#[test]
fn moved_pointers_keep_what_is_wrong_with_them() {
    let load = |kind: &str| {
        format!("bb0:\n  %0 = {kind} ptr\n  %1 = offset %0 + 8\n  %2 = load i64 %1 align 8 !4:1\n  return %2")
    };
    shows(
        "",
        &load("undef"),
        expect![[r#"
        line 4: uninit-deref: a read goes through an uninitialised pointer
        does not end"#]],
    );
    shows(
        "",
        &load("nondet pointer"),
        expect![[r#"
        line 4: wild-deref: a read goes through a pointer of unknown value
        does not end"#]],
    );
}

/// A number beside an address does not hide it.
#[test]
fn addresses_beside_numbers() {
    let rest = "  %3 = alloca 24 align 8\n  memset %3, i8 0, i64 24\n  %4 = alloca 8 align 8\n  store ptr %4 to %3 align 8\n  %5 = offset %3 + 8\n  store i64 7 to %5 align 8\n  \
        %6 = offset %3 + %0*8\n  %7 = load i64 %6 align 8\n  %8 = cmp eq i64 %7, 7\n  %9 = zext i1 %8 to i64\n  return %9";
    shows(
        "",
        &with_number(1, 2, rest),
        expect![[r#"
        FuncId(0) %0=1
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
    shows(
        "",
        &with_number(0, 1, rest),
        expect![[r#"
        FuncId(0) %0=0
        FuncId(0) %0=1
        ends without heap objects"#]],
    );
}

#[test]
fn sizes_of_locals() {
    let local = |size: &str| {
        format!("  %3 = alloca dynamic {size} align 8 !9:1\n  store ptr %3 to @kept align 8\n  return i64 0")
    };
    shows(
        KEPT,
        &with_number(0, 0, &local("i64 0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region stack size 0 gone
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &local("i64 -1")),
        expect![[r#"
        line 9: unsupported: variable-length array of a negative or impossible size
        does not end"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &local("i64 70368744177664")),
        expect![[r#"
        FuncId(0) %0=0
          0: region stack size 70368744177664 gone
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &local("i64 70368744177665")),
        expect![[r#"
        line 9: unsupported: variable-length array of a negative or impossible size
        does not end"#]],
    );
    shows(
        KEPT,
        &with_number(0, 1 << 46, &local("%0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region stack size ?0 gone
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 0..70368744177664
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, (1 << 46) + 1, &local("%0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region stack size ?0 gone
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 0..70368744177664
        line 9: unsupported: variable-length array of a negative or impossible size
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(-5, 0, &local("%0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region stack size ?0 gone
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 0..70368744177664
        line 9: unsupported: variable-length array of a negative or impossible size
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(-5, -1, &local("%0")),
        expect![[r#"
        line 9: unsupported: variable-length array of a negative or impossible size
        does not end"#]],
    );
    let address =
        "  %3 = alloca 8 align 8\n  %4 = ptrtoint ptr %3 to i64\n  %5 = alloca dynamic %4 align 8 !9:1\n  return i64 0";
    shows(
        KEPT,
        &with_number(0, 0, address),
        expect![[r#"
        line 9: unsupported: variable-length array of a negative or impossible size
        does not end"#]],
    );
}
