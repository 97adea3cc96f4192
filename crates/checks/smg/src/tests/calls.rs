//! Calls, what the entry function gets, and what states tell of their past, as text.

use super::explorer::{KEPT, explore, explore_with, parsed, program, shows, with_number};
use super::*;
use crate::graph::Trail;
use expect_test::{Expect, expect};

#[test]
fn functions_are_called() {
    let functions = "global @kept: 8 align 8 = { zero 8 }
func @two(%0: i64, %1: ptr) -> {i64, ptr} {
bb0:
  %2 = alloca 8 align 8
  store i64 %0 to %2 align 8
  %3 = load i64 %2 align 8
  store i64 7 to %1 align 8
  return %3, %2
}
func @few(%0: i64, ...) -> i64 {
bb0:
  return %0
}
func @none() {
bb0:
  return
}
";
    let body = "bb0:
  %0 = alloca 8 align 8
  store i64 3 to %0 align 8
  %1, %2 = call {i64, ptr} @two(i64 5, ptr %0)
  %3 = load i64 %0 align 8
  store ptr %2 to @kept align 8
  %4 = add i64 %1, %3
  return %4";
    shows(
        functions,
        body,
        expect![[r#"
        FuncId(0) %0=12
          0: region stack size 8 gone
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends without heap objects"#]],
    );
    let dangling = "bb0:\n  %0 = alloca 8 align 8\n  %1, %2 = call {i64, ptr} @two(i64 5, ptr %0)\n  %3 = load i64 %2 align 8 !6:1\n  return %3";
    shows(
        functions,
        dangling,
        expect![[r#"
        line 6: use-after-scope: a read touches a local variable that is gone
        does not end"#]],
    );
    let through = |target: &str, call: &str| {
        format!(
            "bb0:\n  %0 = alloca 8 align 8\n  store ptr {target} to %0 align 8\n  %1 = load ptr %0 align 8\n  {call} !5:1\n  return i64 0"
        )
    };
    shows(
        functions,
        &through("fn @few", "%2 = call i64 *%1(i64 4)"),
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
    shows(
        functions,
        &through("fn @few", "%2 = call i64 *%1(i64 4, ... i32 5)"),
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
    shows(
        functions,
        &through("fn @few", "%2 = call i64 *%1(...)"),
        expect![[r#"
        line 5: invalid-call: a function is called with another type than it has
        does not end"#]],
    );
    shows(
        functions,
        &through("fn @few", "%2 = call i64 *%1(f64 1.0)"),
        expect![[r#"
        line 5: invalid-call: a function is called with another type than it has
        does not end"#]],
    );
    shows(
        functions,
        &through("fn @none", "call void *%1(i64 4)"),
        expect![[r#"
        line 5: invalid-call: a function is called with another type than it has
        does not end"#]],
    );
    shows(
        functions,
        &through("fn @none", "call void *%1()"),
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
    shows(
        functions,
        &through("null", "call void *%1()"),
        expect![[r#"
        line 5: invalid-call: a call goes through a pointer to no known function
        does not end"#]],
    );
    shows(
        functions,
        &through("@kept", "call void *%1()"),
        expect![[r#"
        line 5: invalid-call: a call goes through a pointer to no known function
        does not end"#]],
    );
}

/// What a call leaves out, nobody knows.
#[test]
fn arguments_that_are_missing() {
    let functions = "func @first(%0: i64, %1: i64) -> i64 {\nbb0:\n  return %1\n}\n";
    shows(
        functions,
        "bb0:\n  %0 = call i64 @first(i64 1, i64 2)\n  return %0",
        expect![[r#"
        FuncId(0) %0=2
        ends without heap objects"#]],
    );
}

#[test]
fn what_main_gets() {
    let text = "module lp64\n\nfunc @main(%0: i32, %1: ptr, %2: ptr, %3: ptr, %4: i64) -> i64 !f0:1:1 {\nbb0:\n  %5 = sext i32 %0 to i64\n  jump bb1\nbb1:\n  \
        %6 = cmp eq ptr %1, %2\n  %7 = cmp eq ptr %3, null\n  %8 = add i64 %4, %5\n  return %8\n}\n\nfile f0 \"a.c\"\n";
    shows_first_block(
        &parsed(text),
        expect![[r#"
        FuncId(0) %0=?0 %1=&0 %2=&1 %3=?3 %4=?4
          0: region stack size ?1 Unknown
          1: region stack size ?2 Unknown
          ?0 in 1..2147483647
          ?1 in 16..1073741824
          ?2 in 8..1073741824
          ?3 in -9223372036854775808..9223372036854775807
          ?4 in -9223372036854775808..9223372036854775807
    "#]],
    );
    shows_first_block(
        &parsed(&text.replace("@main", "@other")),
        expect![[r#"
        FuncId(0) %0=?0 %1=?1 %2=?2 %3=?3 %4=?4
          ?0 in -2147483648..2147483647
          ?1 in -9223372036854775808..9223372036854775807
          ?2 in -9223372036854775808..9223372036854775807
          ?3 in -9223372036854775808..9223372036854775807
          ?4 in -9223372036854775808..9223372036854775807
    "#]],
    );
    shows_first_block(
        &parsed(&text.replace("%0: i32", "%0: ptr").replace("sext i32", "ptrtoint ptr")),
        expect![[r#"
        FuncId(0) %0=?0 %1=&0 %2=&1 %3=?3 %4=?4
          0: region stack size ?1 Unknown
          1: region stack size ?2 Unknown
          ?0 in -9223372036854775808..9223372036854775807
          ?1 in 16..1073741824
          ?2 in 8..1073741824
          ?3 in -9223372036854775808..9223372036854775807
          ?4 in -9223372036854775808..9223372036854775807
    "#]],
    );
    shows_first_block(
        &parsed(&text.replace("lp64", "ilp32")),
        expect![[r#"
        FuncId(0) %0=?0 %1=&0 %2=&1 %3=?3 %4=?4
          0: region stack size ?1 Unknown
          1: region stack size ?2 Unknown
          ?0 in 1..2147483647
          ?1 in 8..1073741824
          ?2 in 4..1073741824
          ?3 in -2147483648..2147483647
          ?4 in -9223372036854775808..9223372036854775807
    "#]],
    );
}

fn shows_first_block(module: &Module, expected: Expect) {
    let task = task(module);
    let proof = explore(&task).proof;
    expected.assert_eq(&proof.contexts[0].entry.to_string());
}

/// Arguments behind the declared ones arrive where `va_start` puts them.
#[test]
fn variable_arguments_are_passed() {
    let functions = "func @second(%0: i64, ...) -> i64 {
bb0:
  %1 = alloca 24 align 8
  va_start %1
  %2 = offset %1 + 16
  %3 = load ptr %2 align 8
  %4 = offset %3 + 16
  %5 = load i64 %4 align 8
  return %5
}
";
    shows(
        functions,
        "bb0:\n  %0 = call i64 @second(i64 1, ... i64 41, i64 42)\n  return %0",
        expect![[r#"
        FuncId(0) %0=42
        ends without heap objects"#]],
    );
    let floats = functions.replace("%3 + 16", "%3 + 48").replace("load i64", "load i32").replace("-> i64", "-> i32");
    let body = "bb0:\n  %0 = call i32 @second(i64 1, ... f32 0x3f800000)\n  %1 = zext i32 %0 to i64\n  return %1";
    shows(
        &floats,
        body,
        expect![[r#"
        FuncId(0) %0=1065353216
        ends without heap objects"#]],
    );
    let memory = functions.replace("%1 + 16", "%1 + 8").replace("%3 + 16", "%3 + 8");
    let body = "bb0:\n  %0 = alloca 16 align 8\n  memset %0, i8 1, i64 16\n  %1 = call i64 @second(i64 1, ... %0 byval 16 align 8)\n  return %1";
    shows(
        &memory,
        body,
        expect![[r#"
        FuncId(0) %0=72340172838076673
        ends without heap objects"#]],
    );
}

/// A callee is given what its caller still needs and nothing more: of the globals, those that it can come to.
#[test]
fn callees_see_what_callers_keep() {
    let look = |first: &str| {
        format!(
            "global @kept: 8 align 8 = {{ zero 8 }}\nglobal @way: 8 align 8 = {{ address 8 @kept }}\n\
             global @start: 8 align 8 = {{ address 8 @way }}\n\
             func @look(%0: ptr) -> i64 {{\nbb0:\n{first}  %2 = load i64 %0 align 8\n  return %2\n}}\n"
        )
    };
    let unseen = look("  %1 = offset %0 + 0\n");
    let entry = |functions: &str, given: &str, after: &str| {
        let body = format!(
            "bb0:\n  %0 = call ptr @malloc(i64 16)\n  store i64 5 to %0 align 8\n  %1 = offset %0 + 4\n  %2 = call ptr @malloc(i64 8)\n  store ptr %2 to @kept align 8\n  \
            %3 = call i64 @look(ptr {given}) !8:1\n{after}"
        );
        let module = program(functions, &body);
        let mut task = task(&module);
        task.entry = module.func_named("main").expect("it is there");
        let explored = explore(&task);
        format!("{}{}", explored.proof.contexts[1].entry, explored.findings.join("; "))
    };
    expect![[r#"
        FuncId(1) %0=&0
          0: region heap size 16 Uninit 0:8=5
        line 0: leak: the last pointer to a heap object is lost"#]]
    .assert_eq(&entry(&unseen, "%0", "  return %3 !9:1"));
    expect![[r#"
        FuncId(1) %0=&0
        cut &0 &0+4
          0: region heap size 16 Uninit 0:8=5
    "#]]
    .assert_eq(&entry(&unseen, "%0", "  store i8 1 to %1 align 1\n  call void @free(ptr %0)\n  return %3"));
    let rest = "  call void @free(ptr %0)\n  return %3";
    for first in ["@kept", "@way", "@start"] {
        let entry = entry(&look(&format!("  %1 = load ptr {first} align 8\n")), "%0", rest);
        assert!(entry.contains("GlobalId(0): region global size 8 Zero 0:8="), "{first}: {entry}");
    }
    for given in ["@way", "@start"] {
        let entry = entry(&unseen, given, rest);
        assert!(entry.contains("GlobalId(0): region global size 8 Zero 0:8="), "{entry}");
    }
}

/// What is not modelled is said.
#[test]
fn text_of_floats_is_not_modelled() {
    let text = "module lp64\n\nfunc @main() -> i64 !f0:1:1 {\nbb0:\n  %0 = call f64 @parse(ptr null, i64 0) !3:1\n  return i64 0\n}\n\
        func @parse(ptr, i64) -> f64 builtin __cairn_parse_double\n\nfile f0 \"a.c\"\n";
    let module = parsed(text);
    expect![[r#"
        line 3: unsupported: text of floating-point numbers
        does not end"#]]
    .assert_eq(&explore(&task(&module)).text());
}

/// Locals die with their function, whatever happened to them before.
#[test]
fn locals_die_with_their_function() {
    let of = |inside: &str| {
        let functions = format!("func @local() -> ptr {{\nbb0:\n  %0 = alloca 8 align 8\n{inside}  return %0\n}}\n");
        (functions, "bb0:\n  %0 = call ptr @local()\n  %1 = load i64 %0 align 8 !4:1\n  return %1")
    };
    let restored = "  %1 = stacksave\n  %2 = alloca dynamic 8 align 8\n  stackrestore %1\n";
    for inside in [
        "",
        restored,
        "  lifetime.start %0\n  lifetime.end %0\n  lifetime.start %0\n",
        "  %1 = alloca 8 align 8\n  lifetime.end %0\n  lifetime.start %0\n",
    ] {
        let (functions, body) = of(inside);
        let module = program(&functions, body);
        let mut task = task(&module);
        task.entry = module.func_named("main").expect("it is there");
        let findings = explore(&task).findings;
        assert_eq!(findings, ["line 4: use-after-scope: a read touches a local variable that is gone"], "{inside}");
    }
}

#[test]
fn a_list_of_arguments_is_written_somewhere() {
    let functions = "func @nowhere(%0: i64, ...) -> i64 !f0:1:1 {\nbb0:\n  va_start null !3:1\n  return %0\n}\n";
    shows(
        functions,
        "bb0:\n  %0 = call i64 @nowhere(i64 1, ... i64 41)\n  return %0",
        expect![[r#"
        line 3: null-deref: a write goes through a null pointer
        does not end"#]],
    );
}

/// The parameters of a function that is no `main` are inputs.
#[test]
fn parameters_are_inputs() {
    use crate::exec::prepared::Prepared;
    let module = parsed("module lp64\n\nfunc @other(%0: i32, %1: ptr) {\nbb0:\n  return\n}\n");
    let task = task(&module);
    let flows = task.flows();
    let state = crate::exec::start::initial_with(&Prepared::of(&task, &flows), task.entry, Trail::kept());
    assert_eq!(state.trail.count(), 2);
    let main = parsed("module lp64\n\nfunc @main(%0: i32, %1: ptr) {\nbb0:\n  return\n}\n");
    let task = super::task(&main);
    let flows = task.flows();
    let state = crate::exec::start::initial(&Prepared::of(&task, &flows), task.entry);
    assert!(state.graph.syms().iter().all(|(_, info)| info.range.align == 0), "{state}");
}

/// What a state has been through, for those who look for a run: everything that an input decided, in its order.
#[test]
fn the_past_is_told() {
    let past = |rest: &str| {
        let module = program(KEPT, &with_number(0, 9, rest));
        let mut task = task(&module);
        task.entry = module.func_named("main").expect("it is there");
        explore_with(&task, Trail::kept()).text()
    };
    let all = [
        "  %3 = mul i64 %0, 3\n  %4 = add i64 %3, 2\n  %5 = xor i64 %4, %3\n  return %5",
        "  %3 = trunc i64 %0 to i8\n  %4 = udiv i8 %3, 2\n  %5 = zext i8 %4 to i64\n  return %5",
        "  %3 = add i64 %0, -5\n  %4 = trunc i64 %3 to i1\n  %5 = zext i1 %4 to i64\n  return %5",
        "  %3 = cmp eq i64 %0, 4\n  branch %3, bb1, bb2\nbb1:\n  return %0\nbb2:\n  return i64 5",
        "  %3 = alloca 8 align 1\n  %4 = offset %3 + %0*2 - 1\n  store i8 1 to %4 align 1\n  return %0",
        "  %3 = nondet signed i64\n  %4 = alloca 8 align 1\n  %5 = offset %4 + %0*3 + %3*5\n  %6 = ptrtoint ptr %5 to i64\n  return %6",
        "  %3 = alloca dynamic %0 align 1\n  store i32 1 to %3 align 1\n  return %0",
    ];
    expect![[r#"
        FuncId(0) %0=?0
          ?0 in 0..31
            Input { value: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), ty: Int(64), kind: Signed }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9223372036854775807, align: 0 } }
            Compared { pred: Sge, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(0), holds: true }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9, align: 0 } }
            Compared { pred: Sle, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(9), holds: true }
            Binary { value: Sym(Linear { sym: SymId(1), negated: false, add: 0 }), op: Mul, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(3) }
            Binary { value: Sym(Linear { sym: SymId(1), negated: false, add: 2 }), op: Add, width: 64, a: Sym(Linear { sym: SymId(1), negated: false, add: 0 }), b: Int(2) }
            Binary { value: Sym(Linear { sym: SymId(2), negated: false, add: 0 }), op: Xor, width: 64, a: Sym(Linear { sym: SymId(1), negated: false, add: 2 }), b: Sym(Linear { sym: SymId(1), negated: false, add: 0 }) }
        ends without heap objects

        FuncId(0) %0=?0
          ?0 in 0..4
            Input { value: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), ty: Int(64), kind: Signed }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9223372036854775807, align: 0 } }
            Compared { pred: Sge, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(0), holds: true }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9, align: 0 } }
            Compared { pred: Sle, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(9), holds: true }
            Binary { value: Sym(Linear { sym: SymId(1), negated: false, add: 0 }), op: UDiv, width: 8, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(2) }
        ends without heap objects

        FuncId(0) %0=?0
          ?0 in 0..1
            Input { value: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), ty: Int(64), kind: Signed }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9223372036854775807, align: 0 } }
            Compared { pred: Sge, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(0), holds: true }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9, align: 0 } }
            Compared { pred: Sle, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(9), holds: true }
            Binary { value: Sym(Linear { sym: SymId(0), negated: false, add: -5 }), op: Add, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(-5) }
            Cast { value: Sym(Linear { sym: SymId(1), negated: false, add: 0 }), op: Trunc, from: 64, to: 1, a: Sym(Linear { sym: SymId(0), negated: false, add: -5 }) }
        ends without heap objects

        FuncId(0) %0=5
            Input { value: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), ty: Int(64), kind: Signed }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9223372036854775807, align: 0 } }
            Compared { pred: Sge, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(0), holds: true }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9, align: 0 } }
            Compared { pred: Sle, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(9), holds: true }
            Compared { pred: Eq, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(4), holds: false }
        FuncId(0) %0=4
            Input { value: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), ty: Int(64), kind: Signed }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9223372036854775807, align: 0 } }
            Compared { pred: Sge, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(0), holds: true }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9, align: 0 } }
            Compared { pred: Sle, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(9), holds: true }
            Substituted { sym: SymId(0), by: Int(4) }
            Compared { pred: Eq, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(4), holds: true }
        ends without heap objects

        FuncId(0) %0=?0
          ?0 in 0..9
            Input { value: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), ty: Int(64), kind: Signed }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9223372036854775807, align: 0 } }
            Compared { pred: Sge, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(0), holds: true }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9, align: 0 } }
            Compared { pred: Sle, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(9), holds: true }
            Binary { value: Sym(Linear { sym: SymId(1), negated: false, add: 0 }), op: Mul, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(2) }
            Compared { pred: Slt, width: 64, a: Sym(Linear { sym: SymId(1), negated: false, add: -1 }), b: Int(0), holds: false }
            Compared { pred: Sgt, width: 64, a: Sym(Linear { sym: SymId(1), negated: false, add: -1 }), b: Int(7), holds: false }
            Narrowed { sym: SymId(1), to: Range { lo: 2, hi: 8, align: 1 } }
            Substituted { sym: SymId(1), by: Int(2) }
        line 0: out-of-bounds: a write of 1 bytes may leave its object
        ends without heap objects

        FuncId(0) %0=&0+?0
          0: region stack size 8 gone
          ?0 in -9223372036854775808..9223372036854775807
            Input { value: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), ty: Int(64), kind: Signed }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9223372036854775807, align: 0 } }
            Compared { pred: Sge, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(0), holds: true }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9, align: 0 } }
            Compared { pred: Sle, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(9), holds: true }
            Input { value: Sym(Linear { sym: SymId(1), negated: false, add: 0 }), ty: Int(64), kind: Signed }
            Binary { value: Sym(Linear { sym: SymId(2), negated: false, add: 0 }), op: Mul, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(3) }
            Binary { value: Sym(Linear { sym: SymId(3), negated: false, add: 0 }), op: Mul, width: 64, a: Sym(Linear { sym: SymId(1), negated: false, add: 0 }), b: Int(5) }
            Binary { value: Sym(Linear { sym: SymId(4), negated: false, add: 0 }), op: Add, width: 64, a: Sym(Linear { sym: SymId(2), negated: false, add: 0 }), b: Sym(Linear { sym: SymId(3), negated: false, add: 0 }) }
        ends without heap objects

        FuncId(0) %0=?0
          ?0 in 4..9
            Input { value: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), ty: Int(64), kind: Signed }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9223372036854775807, align: 0 } }
            Compared { pred: Sge, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(0), holds: true }
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 9, align: 0 } }
            Compared { pred: Sle, width: 64, a: Sym(Linear { sym: SymId(0), negated: false, add: 0 }), b: Int(9), holds: true }
            Compared { pred: Slt, width: 64, a: Int(0), b: Int(0), holds: false }
            Compared { pred: Sgt, width: 64, a: Int(0), b: Sym(Linear { sym: SymId(0), negated: false, add: -4 }), holds: false }
            Narrowed { sym: SymId(0), to: Range { lo: 4, hi: 9, align: 0 } }
        line 0: out-of-bounds: a write of 4 bytes may leave its object
        ends without heap objects"#]].assert_eq(&all.map(past).join("\n\n"));
}
