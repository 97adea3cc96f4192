//! Objects that are allocated, freed and allocated again, as text.

use super::explorer::{KEPT, explore, kept, program, shows, with_number};
use super::task;
use expect_test::expect;

#[test]
fn objects_are_allocated() {
    let make = |call: &str| format!("  %3 = call ptr {call} !7:1\n  store ptr %3 to @kept align 8\n  return i64 0");
    shows(
        KEPT,
        &with_number(4, 8, &make("@malloc(i64 %0)")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size ?0 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 4..8
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(4, 8, &make("@calloc(i64 %0, i64 2)")),
        expect![[r#"
            FuncId(0) %0=0
              0: region heap size ?0 Zero
              GlobalId(0): region global size 8 Zero 0:8=&0
              ?0 in 8..16
                ?0 by 2
            ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(4, 8, &make("@aligned(i64 64, i64 %0)")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size ?0 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 4..8
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &make("@malloc(i64 %0)")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 0 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &make("@malloc(i64 9223372036854775807)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(-3, 8, &make("@malloc(i64 %0)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        FuncId(0) %0=0
          0: region heap size ?0 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 0..8
        ends with and without heap objects"#]],
    );
    let whole = "bb0:\n  %0 = alloca 8 align 8\n  %1 = ptrtoint ptr %0 to i64\n  %2 = call ptr @malloc(i64 %1)\n  store ptr %2 to @kept align 8\n  return i64 0";
    shows(
        KEPT,
        whole,
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        FuncId(0) %0=0
          0: region heap size ?0 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 0..70368744177664
        ends with and without heap objects"#]],
    );
    let product = "bb0:\n  %0 = alloca 8 align 8\n  %1 = ptrtoint ptr %0 to i64\n  %2 = call ptr @calloc(i64 %1, i64 2)\n  store ptr %2 to @kept align 8\n  return i64 0";
    shows(
        KEPT,
        product,
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        FuncId(0) %0=0
          0: region heap size ?0 Zero
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 0..70368744177664
        ends with and without heap objects"#]],
    );
    let errno = format!("{KEPT}global @__cairn_errno: 4 align 4 = {{ zero 4 }}\n");
    shows(
        &errno,
        &with_number(-3, -2, &make("@malloc(i64 %0)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
          GlobalId(1): region global size 4 Zero 0:4=12
        ends without heap objects"#]],
    );
    shows(
        &errno,
        &with_number(-3, -2, &make("@calloc(i64 %0, i64 8)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
          GlobalId(1): region global size 4 Zero 0:4=12
        ends without heap objects"#]],
    );
    shows(
        &errno,
        &with_number(2, 4, &make("@calloc(i64 %0, i64 4611686018427387904)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
          GlobalId(1): region global size 4 Zero 0:4=12
        FuncId(0) %0=0
          0: region heap size ?0 Zero
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 0..70368744177664
        ends with and without heap objects"#]],
    );
    shows(
        &errno,
        &with_number(4, 5, &make("@calloc(i64 %0, i64 4611686018427387904)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
          GlobalId(1): region global size 4 Zero 0:4=12
        ends without heap objects"#]],
    );
}

#[test]
fn allocations_may_fail() {
    let body = "bb0:\n  %0 = call ptr @malloc(i64 8)\n  store ptr %0 to @kept align 8\n  return i64 0";
    let module = program(KEPT, body);
    let mut task = task(&module);
    task.entry = module.func_named("main").expect("it is there");
    task.malloc_may_fail = true;
    expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        FuncId(0) %0=0
          0: region heap size 8 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with and without heap objects"#]]
    .assert_eq(&explore(&task).text());
}

#[test]
fn what_may_be_freed() {
    let free = |before: &str, what: &str| format!("bb0:\n{before}  call void @free(ptr {what}) !5:1\n  return i64 0");
    let made = "  %0 = call ptr @malloc(i64 8)\n";
    shows(
        "",
        &free(made, "%0"),
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
    shows(
        "",
        &free("", "null"),
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
    shows(
        "",
        &free(&format!("{made}  call void @free(ptr %0)\n"), "%0"),
        expect![[r#"
        line 5: double-free: an object is freed twice
        does not end"#]],
    );
    let inside = format!("{made}  store ptr %0 to @kept align 8\n  %1 = offset %0 + 4\n");
    shows(
        KEPT,
        &free(&inside, "%1"),
        expect![[r#"
        line 5: invalid-free: what is freed is not the start of an object
        does not end"#]],
    );
    let gone = format!("{made}  call void @free(ptr %0)\n  %1 = offset %0 + 4\n");
    shows(
        "",
        &free(&gone, "%1"),
        expect![[r#"
        line 5: invalid-free: what is freed is not the start of an object
        does not end"#]],
    );
    shows(
        "",
        &free("  %0 = alloca 8 align 8\n", "%0"),
        expect![[r#"
        line 5: invalid-free: what is freed was not allocated on the heap
        does not end"#]],
    );
    shows(
        KEPT,
        &free("", "@kept"),
        expect![[r#"
        line 5: invalid-free: what is freed was not allocated on the heap
        does not end"#]],
    );
    shows(
        "",
        &free("", "fn @main"),
        expect![[r#"
        line 5: invalid-free: what is freed is no heap object
        does not end"#]],
    );
    shows(
        "",
        &free("  %0 = inttoptr i64 64 to ptr\n", "%0"),
        expect![[r#"
        line 5: invalid-free: what is freed is no heap object
        does not end"#]],
    );
    shows(
        "",
        &free("  %0 = nondet pointer ptr\n", "%0"),
        expect![[r#"
        line 5: invalid-free: a pointer of unknown value is freed
        does not end"#]],
    );
    let maybe = |lo, hi| {
        let rest = format!("{}  %4 = offset %3 + %0*1\n  call void @free(ptr %4) !9:1\n  return i64 0", kept(8));
        with_number(lo, hi, &rest)
    };
    shows(
        KEPT,
        &maybe(0, 0),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 8 freed
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &maybe(0, 1),
        expect![[r#"
        line 9: invalid-free: what is freed is not the start of an object
        does not end"#]],
    );
}

#[test]
fn objects_are_reallocated() {
    let again = |size: &str| {
        format!(
            "  %3 = call ptr @malloc(i64 8)\n  store i64 578437695752307201 to %3 align 8\n  %4 = call ptr @realloc(ptr %3, i64 {size}) !7:1\n  \
            store ptr %4 to @kept align 8\n  return i64 0"
        )
    };
    shows(
        KEPT,
        &with_number(0, 0, &again("16")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:8=578437695752307201
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &again("4")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 4 Uninit 0:4=67305985
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &again("0")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &again("-1")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        line 0: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 12, &again("%0")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        FuncId(0) %0=0
          0: region heap size ?0 Unknown
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 1..12
          0 != ?0
        ends with and without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(8, 12, &again("%0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size ?0 Unknown 0:8=578437695752307201
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 8..12
        ends with heap objects"#]],
    );
    let of = |what: &str| {
        format!(
            "bb0:\n  %0 = alloca 8 align 8\n  %1 = nondet pointer ptr\n  %2 = call ptr @realloc(ptr {what}, i64 4) !7:1\n  store ptr %2 to @kept align 8\n  return i64 0"
        )
    };
    shows(
        KEPT,
        &of("null"),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 4 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &of("%0"),
        expect![[r#"
        line 7: bad-realloc: what is freed was not allocated on the heap
        does not end"#]],
    );
    shows(
        KEPT,
        &of("%1"),
        expect![[r#"
        line 7: bad-realloc: a pointer of unknown value is freed
        does not end"#]],
    );
    shows(
        KEPT,
        &of("@kept"),
        expect![[r#"
        line 7: bad-realloc: what is freed was not allocated on the heap
        does not end"#]],
    );
    shows(
        KEPT,
        &of("fn @main"),
        expect![[r#"
        line 7: bad-realloc: what is freed is no heap object
        does not end"#]],
    );
    let old = "  %3 = call ptr @malloc(i64 %0)\n  store i32 9 to %3 align 4\n  %4 = call ptr @realloc(ptr %3, i64 64)\n  store ptr %4 to @kept align 8\n  return i64 0";
    shows(
        KEPT,
        &with_number(4, 9, old),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 64 Unknown 0:4=9
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(3, 9, old),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 64 Unknown 0:4=9
          GlobalId(0): region global size 8 Zero 0:8=&0
        line 0: out-of-bounds: a write of 4 bytes may leave its object
        ends with heap objects"#]],
    );
}

#[test]
fn output_reads_its_bytes() {
    let write =
        |count: &str| kept(8) + &format!("  %4 = call i64 @write(i32 1, ptr %3, i64 {count}) !8:1\n  return i64 0");
    shows(
        KEPT,
        &with_number(0, 8, &write("%0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 8 Uninit 0:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 9, &write("%0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 8 Uninit 0:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        line 8: out-of-bounds: a read of 9 bytes at offset 0 leaves an object of 8 bytes
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(-1, 8, &write("%0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 8 Uninit 0:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        line 8: out-of-bounds: output of unknown length
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &write("%0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 8 Uninit 0:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &write("9")),
        expect![[r#"
        line 8: out-of-bounds: a read of 9 bytes at offset 0 leaves an object of 8 bytes
        does not end"#]],
    );
}

/// Sizes at the borders of what can be allocated.
#[test]
fn sizes_at_borders() {
    let make = |call: &str| format!("  %3 = call ptr {call} !7:1\n  store ptr %3 to @kept align 8\n  return i64 0");
    shows(
        KEPT,
        &with_number(0, 1 << 46, &make("@malloc(i64 %0)")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size ?0 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 0..70368744177664
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, (1 << 46) + 1, &make("@malloc(i64 %0)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        FuncId(0) %0=0
          0: region heap size ?0 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 0..70368744177664
        ends with and without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &make("@malloc(i64 70368744177664)")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 70368744177664 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &make("@malloc(i64 70368744177665)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(-3, 0, &make("@calloc(i64 %0, i64 8)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        FuncId(0) %0=0
          0: region heap size 0 Zero
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with and without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(-3, 1, &make("@calloc(i64 8, i64 %0)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        FuncId(0) %0=0
          0: region heap size ?0 Zero
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 0..8
            ?0 by 8
        ends with and without heap objects"#]],
    );
}

#[test]
fn output_of_something_is_looked_at() {
    let write = |pointer: &str, count: &str| {
        format!(
            "  %3 = cmp ne i64 %0, 0\n  assume %3\n  %4 = alloca 8 align 8\n  %5 = call i64 @write(i32 1, ptr {pointer}, i64 {count}) !8:1\n  return i64 0"
        )
    };
    shows(
        "",
        &with_number(1, 5, &write("null", "1")),
        expect![[r#"
        line 8: null-deref: a read goes through a null pointer
        does not end"#]],
    );
    shows(
        "",
        &with_number(1, 5, &write("null", "0")),
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
    shows(
        "",
        &with_number(1, 8, &write("%4", "%0")),
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
    shows(
        "",
        &with_number(-5, 5, &write("%4", "%0")),
        expect![[r#"
        line 8: out-of-bounds: output of unknown length
        does not end"#]],
    );
}
