//! Branches, scopes and ends of programs: where they lead, and what they leave behind, as text.

use super::explorer::{KEPT, explore, program, shows, with_number};
use super::*;
use expect_test::expect;

#[test]
fn cases_of_a_switch() {
    let body = |value: &str| {
        format!(
            "  switch i64 {value} {{\n    -1 -> bb1(i64 10)\n    2 -> bb1(i64 20)\n    5 -> bb1(i64 30)\n    default -> bb2\n  }}\n\
            bb1(%3: i64):\n  %4 = add i64 %3, 1\n  return %4\nbb2:\n  return %0"
        )
    };
    shows(
        "",
        &with_number(-1, 3, &body("%0")),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in 0..3
          -1 != ?0
          2 != ?0
        FuncId(0) %0=21
        FuncId(0) %0=11
        ends without heap objects"#]],
    );
    shows(
        "",
        &with_number(2, 3, &body("%0")),
        expect![[r#"
        FuncId(0) %0=3
        FuncId(0) %0=21
        ends without heap objects"#]],
    );
    shows(
        "",
        &with_number(0, 0, &body("2")),
        expect![[r#"
        FuncId(0) %0=21
        ends without heap objects"#]],
    );
}

/// What was excluded is remembered, but not for hundreds of cases.
#[test]
fn cases_before_the_default_are_excluded() {
    let excluded = |cases: i64| {
        let cases: String = (0..cases).map(|case| format!("{} -> bb1 ", 3 * case + 100)).collect();
        let body = format!("  switch i64 %0 {{ {cases}default -> bb2 }}\nbb1:\n  return i64 0\nbb2:\n  return %0");
        let module = program("", &with_number(0, 5000, &body));
        let mut task = task(&module);
        task.entry = module.func_named("main").expect("it is there");
        let proof = explore(&task).proof;
        proof.contexts[0].exits.iter().map(|exit| exit.graph.differ().len()).max()
    };
    // Cases that it cannot be exclude nothing, and lead nowhere else either.
    let far: String = (0..70).map(|case| format!("{} -> bb1 ", case + 100)).collect();
    let body = format!("  switch i64 %0 {{ {far}default -> bb2 }}\nbb1:\n  return i64 0\nbb2:\n  return %0");
    shows(
        "",
        &with_number(0, 50, &body),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in 0..50
        ends without heap objects"#]],
    );
    assert_eq!(excluded(3), Some(3));
    assert_eq!(excluded(64), Some(64));
    assert_eq!(excluded(65), Some(64));
    assert_eq!(excluded(70), Some(64));
}

#[test]
fn computed_jumps() {
    let goto = |address: &str| {
        format!(
            "bb0:\n  goto {address} [bb1, bb2] !3:1\nbb1:\n  return i64 1\nbb2:\n  return i64 2\nbb3:\n  return i64 3"
        )
    };
    shows(
        "",
        &goto("label @main:bb2"),
        expect![[r#"
        FuncId(0) %0=2
        ends without heap objects"#]],
    );
    shows(
        "",
        &goto("label @main:bb3"),
        expect![[r#"
        line 3: unreachable-reached: a computed goto jumps to something that is no target of it
        does not end"#]],
    );
    shows(
        "",
        &goto("null"),
        expect![[r#"
        line 3: unsupported: a computed goto to a label that is not known
        does not end"#]],
    );
    let other = "func @other() {\nbb0:\n  jump bb1\nbb1:\n  return\n}\n";
    shows(
        other,
        &goto("label @other:bb1"),
        expect![[r#"
        line 3: unsupported: a computed goto to a label that is not known
        does not end"#]],
    );
}

#[test]
fn ends_of_programs() {
    shows("", "bb0:\n  exit 3", expect!["ends without heap objects"]);
    shows("", "bb0:\n  abort 134", expect!["ends without heap objects"]);
    shows(
        "",
        "bb0:\n  unreachable !2:1",
        expect![[r#"
        line 2: unreachable-reached: a point that the compiler takes for unreachable may be reached
        does not end"#]],
    );
    shows(
        "",
        "bb0:\n  unsupported_end \"longjmp\" !2:1",
        expect![[r#"
        line 2: unsupported: longjmp
        does not end"#]],
    );
    shows(
        "",
        "bb0:\n  %0 = call ptr @malloc(i64 8)\n  exit 3 !3:1",
        expect![[r#"
        line 3: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        "bb0:\n  %0 = call ptr @malloc(i64 8)\n  store ptr %0 to @kept align 8\n  exit 3 !3:1",
        expect!["ends with heap objects"],
    );
    shows(
        "",
        "bb0:\n  %0 = call ptr @malloc(i64 8)\n  call void @abort() !3:1\n  unreachable",
        expect![[r#"
        line 3: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    shows(
        "",
        "bb0:\n  call void @reach_error() !3:1\n  return i64 4",
        expect![[r#"
        FuncId(0) %0=4
        line 3: error-call: `reach_error` is called
        ends without heap objects"#]],
    );
    shows(
        "",
        "bb0:\n  call void @elsewhere() !3:1\n  return i64 4",
        expect![[r#"
        line 3: unsupported: call of `elsewhere`, which has no body
        does not end"#]],
    );
    shows(
        "",
        "bb0:\n  unsupported \"fence\"() !3:1\n  return i64 4",
        expect![[r#"
        line 3: unsupported: fence
        does not end"#]],
    );
}

/// Runs that a condition ends have lost what they had lost before.
#[test]
fn conditions_that_end_runs() {
    let assume = |cond: &str| {
        format!(
            "bb0:\n  %0 = nondet bool i1\n  %1 = call ptr @malloc(i64 8)\n  store ptr %1 to @kept align 8\n  store ptr null to @kept align 8\n  assume {cond} !5:1\n  call void @free(ptr %1)\n  return i64 0"
        )
    };
    shows(
        KEPT,
        &assume("true"),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        ends without heap objects"#]],
    );
    shows(KEPT, &assume("false"), expect!["does not end"]);
    shows(
        KEPT,
        &assume("%0"),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        ends without heap objects"#]],
    );
    let require =
        |what: &str, cond: &str| format!("bb0:\n  %0 = nondet bool i1\n  require {what} {cond} !5:1\n  return i64 0");
    for cond in ["true", "false", "%0"] {
        let shown = |what: &str| {
            let module = program("", &require(what, cond));
            let mut task = task(&module);
            task.entry = module.func_named("main").expect("it is there");
            explore(&task).findings
        };
        let found = ["assumption", "array_size", "result"].map(|what| shown(what).len());
        assert_eq!(found, if cond == "true" { [0; 3] } else { [1; 3] }, "{cond}");
    }
    shows(
        "",
        &require("assumption", "%0"),
        expect![[r#"
        FuncId(0) %0=0
        line 5: broken-assumption: what `__builtin_assume` promises may not hold
        ends without heap objects"#]],
    );
    shows(
        "",
        &require("array_size", "false"),
        expect![[r#"
        line 5: array-size: the size of a variable-length array may not be positive
        does not end"#]],
    );
    shows(
        "",
        &require("result", "false"),
        expect![[r#"
        line 5: missing-return: the result of a function may be used that ended without returning one
        does not end"#]],
    );
}

#[test]
fn values_are_selected() {
    let select = |cond: &str| format!("bb0:\n  %0 = nondet bool i1\n  %1 = select i64 {cond}, 5, 6\n  return %1");
    shows(
        "",
        &select("true"),
        expect![[r#"
        FuncId(0) %0=5
        ends without heap objects"#]],
    );
    shows(
        "",
        &select("false"),
        expect![[r#"
        FuncId(0) %0=6
        ends without heap objects"#]],
    );
    shows(
        "",
        &select("%0"),
        expect![[r#"
        FuncId(0) %0=6
        FuncId(0) %0=5
        ends without heap objects"#]],
    );
}

#[test]
fn floats_are_anything() {
    let of = |inst: &str, rest: &str| format!("bb0:\n  %0 = nondet float f64\n  %1 = {inst}\n{rest}");
    let (number, truth) = ("  %2 = bitcast f64 %1 to i64\n  return %2", "  %2 = zext i1 %1 to i64\n  return %2");
    shows(
        "",
        &of("fadd f64 %0, 1.0", number),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -9223372036854775808..9223372036854775807
        ends without heap objects"#]],
    );
    shows(
        "",
        &of("fneg f64 %0", number),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -9223372036854775808..9223372036854775807
        ends without heap objects"#]],
    );
    shows(
        "",
        &of("fcmp olt f64 %0, 1.0", truth),
        expect![[r#"
        FuncId(0) %0=0
        FuncId(0) %0=1
        ends without heap objects"#]],
    );
    shows(
        "",
        &of("fclass 3 f64 %0", truth),
        expect![[r#"
        FuncId(0) %0=0
        FuncId(0) %0=1
        ends without heap objects"#]],
    );
    shows(
        "",
        &of("fptosi f64 %0 to i8", "  %2 = sext i8 %1 to i64\n  return %2"),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -128..127
        ends without heap objects"#]],
    );
    shows(
        "",
        &of("sitofp i8 3 to f32", "  %2 = bitcast f32 %1 to i32\n  %3 = sext i32 %2 to i64\n  return %3"),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -2147483648..2147483647
        ends without heap objects"#]],
    );
}

#[test]
fn constant_floats_are_their_bits() {
    let stored = |float: &str| {
        format!(
            "bb0:\n  %0 = alloca 8 align 8\n  store i64 0 to %0 align 8\n  store {float} to %0 align 8\n  %1 = load i64 %0 align 8\n  return %1"
        )
    };
    shows(
        "",
        &stored("f64 1.0"),
        expect![[r#"
        FuncId(0) %0=4607182418800017408
        ends without heap objects"#]],
    );
    shows(
        "",
        &stored("f32 1.0"),
        expect![[r#"
        FuncId(0) %0=1065353216
        ends without heap objects"#]],
    );
    shows(
        "",
        &stored("f64 0.0"),
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
}

#[test]
fn inputs_are_of_their_kind() {
    let input = |kind: &str, ty: &str| {
        let widened = if ty == "i64" { "%0".to_string() } else { "%1".to_string() };
        let cast = if ty == "i64" { String::new() } else { format!("  %1 = zext {ty} %0 to i64\n") };
        format!("bb0:\n  %0 = nondet {kind} {ty}\n{cast}  return {widened}")
    };
    shows(
        "",
        &input("bool", "i8"),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in 0..1
        ends without heap objects"#]],
    );
    shows(
        "",
        &input("stdin", "i32"),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in 0..4294967295
        ends without heap objects"#]],
    );
    shows(
        "",
        &input("signed", "i64"),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -9223372036854775808..9223372036854775807
        ends without heap objects"#]],
    );
    shows(
        "",
        &input("unsigned", "i16"),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in 0..65535
        ends without heap objects"#]],
    );
    shows(
        "",
        &input("char", "i8"),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in 0..255
        ends without heap objects"#]],
    );
    shows(
        "",
        "bb0:\n  %0 = undef i8\n  %1 = sext i8 %0 to i64\n  return %1",
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -128..127 uninit
        ends without heap objects"#]],
    );
}

#[test]
fn bytes_of_the_input_or_its_end() {
    shows(
        "",
        "bb0:\n  %0 = nondet stdin i32\n  %1 = sext i32 %0 to i64\n  return %1",
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -1..255
        ends without heap objects"#]],
    );
}

#[test]
fn zero_bits_are_counted_where_there_are_others() {
    let count = |inst: &str| format!("  %3 = {inst} i64 %0 !8:1\n  return %3");
    shows(
        "",
        &with_number(0, 5, &count("ctz nonzero")),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in 0..63
        line 8: bit-scan-of-zero: the leading or trailing zero bits of 0 may be counted
        ends without heap objects"#]],
    );
    shows(
        "",
        &with_number(1, 5, &count("ctz nonzero")),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in 0..63
        ends without heap objects"#]],
    );
    shows(
        "",
        &with_number(-1, 5, &count("clz")),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in 0..64
        ends without heap objects"#]],
    );
    let differs = "  %3 = cmp ne i64 %0, 0\n  assume %3\n  %4 = ctz nonzero i64 %0 !8:1\n  return %4";
    shows(
        "",
        &with_number(-5, 5, differs),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in 0..63
        ends without heap objects"#]],
    );
}

#[test]
fn scopes_begin_and_end() {
    let scoped = |inside: &str, after: &str| {
        format!("bb0:\n  %0 = alloca 8 align 8\n  lifetime.start %0\n{inside}  lifetime.end %0\n{after}")
    };
    shows(
        "",
        &scoped("  store i64 4 to %0 align 8\n", "  return i64 0"),
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
    let again = "  store ptr %0 to @kept align 8\n  lifetime.start %0\n  store i64 5 to %0 align 8\n  %1 = load ptr @kept align 8\n  %2 = load i64 %1 align 8 !9:1\n  return %2";
    shows(
        KEPT,
        &scoped("  store i64 4 to %0 align 8\n", again),
        expect![[r#"
        line 9: use-after-scope: a read touches a local variable that is gone
        does not end"#]],
    );
    let fresh = "  lifetime.start %0\n  %1 = load i64 %0 align 8\n  return %1";
    shows(
        "",
        &scoped("  store i64 4 to %0 align 8\n", fresh),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -9223372036854775808..9223372036854775807 uninit
        ends without heap objects"#]],
    );
    let cleared = "bb0:\n  %0 = alloca 8 align 8\n  memset %0, i8 0, i64 8\n  lifetime.start %0\n  %1 = load i64 %0 align 8\n  return %1";
    shows(
        "",
        cleared,
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -9223372036854775808..9223372036854775807 uninit
        ends without heap objects"#]],
    );
    // A scope that begins while it is open has a new variable too.
    let twice = "bb0:\n  %0 = alloca 8 align 8\n  store i64 4 to %0 align 8\n  lifetime.start %0\n  %1 = load i64 %0 align 8\n  return %1";
    shows(
        "",
        twice,
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -9223372036854775808..9223372036854775807 uninit
        ends without heap objects"#]],
    );
    // What is no variable of the stack has no scope.
    let global = "bb0:\n  store i64 4 to @kept align 8\n  lifetime.start @kept\n  lifetime.end @kept\n  %0 = load i64 @kept align 8\n  return %0";
    shows(
        KEPT,
        global,
        expect![[r#"
        FuncId(0) %0=4
          GlobalId(0): region global size 8 Zero 0:8=4
        ends without heap objects"#]],
    );
    let freed = "bb0:\n  %0 = call ptr @malloc(i64 8)\n  lifetime.start %0\n  lifetime.end %0\n  call void @free(ptr %0) !5:1\n  return i64 0";
    shows(
        "",
        freed,
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
}

#[test]
fn arrays_die_where_the_stack_is_restored() {
    let body = "bb0:
  %0 = alloca dynamic 8 align 8
  store i64 1 to %0 align 8
  %1 = alloca 8 align 8
  store i64 2 to %1 align 8
  %2 = stacksave
  %3 = alloca dynamic 8 align 8
  store i64 3 to %3 align 8
  %4 = alloca 8 align 8
  store i64 4 to %4 align 8
  stackrestore %2
  %5 = load i64 %0 align 8
  %6 = load i64 %1 align 8
  %7 = load i64 %4 align 8
  %8 = load i64 %3 align 8 !9:1
  return %8";
    shows(
        "",
        body,
        expect![[r#"
        line 9: use-after-scope: a read touches a local variable that is gone
        does not end"#]],
    );
    let unknown = "bb0:\n  %0 = nondet signed i64\n  stackrestore %0 !4:1\n  return i64 0";
    shows(
        "",
        unknown,
        expect![[r#"
        FuncId(0) %0=0
        line 4: unsupported: a stack mark of unknown value
        ends without heap objects"#]],
    );
}

/// A C variable keeps what it points to from being lost, as long as it is in scope.
#[test]
fn variables_hold_objects() {
    let body = |after: &str| {
        format!(
            "  var $p.0\n  var $q.1\nbb0:\n  %0 = call ptr @malloc(i64 8)\n  bind $p.0, %0\n  jump bb1\nbb1:\n{after}  jump bb2 !7:1\nbb2:\n  return i64 0 !8:1"
        )
    };
    shows(
        "",
        &body(""),
        expect![[r#"
        FuncId(0) %0=0
        line 8: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    shows(
        "",
        &body("  unbind $p.0\n"),
        expect![[r#"
        FuncId(0) %0=0
        line 7: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    shows(
        "",
        &body("  bind $p.0, null\n"),
        expect![[r#"
        FuncId(0) %0=0
        line 7: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    shows(
        "",
        &body("  bind $q.1, null\n"),
        expect![[r#"
        FuncId(0) %0=0
        line 8: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    // A register that is only bound later counts as well.
    let later = "  var $p.0\nbb0:\n  %0 = call ptr @malloc(i64 8)\n  jump bb1\nbb1:\n  bind $p.0, %0\n  jump bb2 !6:1\nbb2:\n  unbind $p.0\n  jump bb3 !7:1\nbb3:\n  return i64 0";
    shows(
        "",
        later,
        expect![[r#"
        FuncId(0) %0=0
        line 7: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    let param = "  var $p.0\nbb0:\n  %0 = call ptr @malloc(i64 8)\n  jump bb1(%0)\nbb1(%1: ptr):\n  bind $p.0, %1\n  jump bb2 !6:1\nbb2:\n  jump bb3 !7:1\nbb3:\n  return i64 0 !8:1";
    shows(
        "",
        param,
        expect![[r#"
        FuncId(0) %0=0
        line 8: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    let ended = "  var $p.0\nbb0:\n  %0 = call ptr @malloc(i64 8)\n  %1 = nondet bool i1\n  assume %1 !4:1\n  bind $p.0, %0\n  jump bb1\nbb1:\n  return i64 0 !5:1";
    shows(
        "",
        ended,
        expect![[r#"
        FuncId(0) %0=0
        line 5: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    let fixed = "  var $p.0\nbb0:\n  %0 = alloca 8 align 8\n  bind $p.0, %0\n  jump bb1\nbb1:\n  jump bb2\nbb2:\n  return i64 0";
    shows(
        "",
        fixed,
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
}

/// Variables that nothing reads are remembered as the last pointers to heap objects, or while a register holds the same.
#[test]
fn variables_that_are_remembered() {
    let remembered = |inside: &str, after: &str| {
        let body = format!(
            "  var $p.0\n  var $q.1\nbb0:\n  %0 = call ptr @malloc(i64 16)\n  %1 = call ptr @malloc(i64 16)\n  %2 = alloca 8 align 8\n{inside}  jump bb1\nbb1:\n{after}  return i64 0"
        );
        let module = program("global @kept: 8 align 8 = { zero 8 }\nglobal @other: 8 align 8 = { zero 8 }\n", &body);
        let mut task = task(&module);
        task.entry = module.func_named("main").expect("it is there");
        let explored = explore(&task);
        let state = &explored.proof.contexts[0].blocks[1].1[0];
        let vars: Vec<String> =
            state.frame().vars.iter().map(|(var, value)| format!("${} {value}", var.index())).collect();
        vars.join(", ")
    };
    let (kept, other) = ("  store ptr %0 to @kept align 8\n", "  store ptr %1 to @other align 8\n");
    let (p, q) = ("  bind $p.0, %0\n", "  bind $q.1, %1\n");
    expect![[""]].assert_eq(&remembered(&format!("{kept}{other}{p}{q}"), ""));
    expect!["$0 &0"].assert_eq(&remembered(&format!("{other}{p}{q}"), ""));
    expect!["$0 &0, $1 &1"].assert_eq(&remembered(&format!("{p}{q}"), ""));
    expect!["$0 &0"].assert_eq(&remembered(&format!("{kept}{other}{p}{q}"), "  store i8 1 to %0 align 1\n"));
    expect!["$0 &0, $1 &1"].assert_eq(&remembered(
        &format!("{kept}{other}{p}{q}"),
        "  store i8 1 to %0 align 1\n  store i8 1 to %1 align 1\n",
    ));
    expect!["$0 &0"].assert_eq(&remembered(&format!("{other}{p}  bind $q.1, %0\n"), ""));
    expect!["$0 &0"].assert_eq(&remembered(&format!("  store ptr %1 to %0 align 8\n{p}{q}"), ""));
    expect!["$0 &0, $1 &1"].assert_eq(&remembered(&format!("  store ptr %0 to %1 align 8\n{p}{q}"), ""));
    expect![[""]].assert_eq(&remembered(&format!("{kept}{other}  bind $p.0, %2\n"), ""));
    expect![[""]].assert_eq(&remembered(&format!("{kept}{other}  bind $p.0, @kept\n{q}"), ""));
}

/// What is behind the end of the program does not keep anything.
#[test]
fn nothing_is_read_behind_the_end() {
    let end = |before: &str, after: &str| {
        format!(
            "  var $p.0\nbb0:\n  %0 = call ptr @malloc(i64 8)\n{before}  call void @exit(i32 0) !4:1\n{after}  unreachable"
        )
    };
    shows(
        "",
        &end("", "  %1 = add i64 1, 2\n"),
        expect![[r#"
        line 4: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    shows(
        "",
        &end("  bind $p.0, %0\n  unbind $p.0\n", ""),
        expect![[r#"
        line 4: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    shows("", &end("  bind $p.0, %0\n", ""), expect!["ends with heap objects"]);
    shows("", &end("", "  bind $p.0, %0\n"), expect!["ends with heap objects"]);
}

/// Which findings keep which properties from being proved.
#[test]
fn findings_block_properties() {
    use crate::exec::{Finding, Problem};
    use engine::BugKind;
    let blocked = |problem: Problem| {
        let finding = Finding {
            problem,
            loc: Places::nowhere(),
            called: None,
            message: String::new(),
            when: Vec::new(),
            allocated: None,
            heap: None,
        };
        assert_eq!(finding.place(), Places::nowhere());
        let all = Property::ALL.into_iter().filter(|property| crate::proof::settles(*property));
        all.filter(|property| finding.blocks(*property)).map(Property::name).collect::<Vec<_>>().join(" ")
    };
    expect!["valid-memsafety valid-memtrack valid-memcleanup"].assert_eq(&blocked(Problem::Bug(BugKind::Leak)));
    expect!["valid-memcleanup"].assert_eq(&blocked(Problem::Bug(BugKind::LeakAtExit)));
    expect!["unreach-call"].assert_eq(&blocked(Problem::Bug(BugKind::ErrorCall)));
    expect!["valid-memsafety valid-deref valid-free valid-memtrack valid-memcleanup unreach-call"]
        .assert_eq(&blocked(Problem::Bug(BugKind::NullDeref)));
    expect!["valid-memsafety valid-deref valid-free valid-memtrack valid-memcleanup unreach-call"]
        .assert_eq(&blocked(Problem::Unsupported));
}

/// Each place and kind is noted once, with what the heap was like.
#[test]
fn findings_are_noted_once() {
    use crate::exec::Machine;
    use crate::exec::prepared::Prepared;
    use engine::BugKind;
    let module = program("", "bb0:\n  %0 = add i64 1, 2 !5:1\n  %1 = add i64 1, 2 !6:1\n  return %0 !7:1");
    let task = task(&module);
    let flows = task.flows();
    let prepared = Prepared::of(&task, &flows);
    let mut machine = Machine::new(&prepared);
    let insts = &module.funcs[module.func_named("main").expect("it is there")].blocks[ir::BlockId::from_index(0)].insts;
    for (inst, kind) in [(0, BugKind::NullDeref), (0, BugKind::Leak), (1, BugKind::NullDeref), (0, BugKind::NullDeref)]
    {
        machine.at(insts[inst].loc);
        machine.bug(kind, "something");
    }
    machine.unsupported("something");
    let found: Vec<_> = machine.findings.iter().map(|finding| (finding.loc, finding.problem.clone())).collect();
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(machine.findings.iter().all(|finding| finding.heap.is_none()));
    machine.findings.clear();
    machine.remember(ir::BlockId::from_index(3), &empty());
    machine.bug(BugKind::NullDeref, "something");
    machine.forget();
    machine.bug(BugKind::Leak, "something");
    let blocks = machine.findings.iter().map(|finding| finding.heap.as_ref().map(|(block, _)| block.index()));
    assert_eq!(blocks.collect::<Vec<_>>(), [Some(3), None]);
}

/// What a program takes an object for, by the types of its pointers.
#[test]
fn types_of_objects_are_estimated() {
    let text = |inst: &str| {
        format!(
            "module lp64\n\nfunc @main() -> i64 {{\n  var $p.0 of #1\nbb0:\n  %0 = alloca 16 align 8\n  {inst}\n  jump bb1\nbb1:\n  store i64 0 to %0 align 8\n  return i64 0\n}}\n\n\
            type #0 = struct \"s\" 16 {{}}\ntype #1 = pointer #0\n"
        )
    };
    let estimated = |inst: &str| {
        let module = super::explorer::parsed(&text(inst));
        let proof = explore(&task(&module)).proof;
        let state = &proof.contexts[0].blocks[1].1[0];
        state.graph.objects().next().and_then(|(_, object)| object.ty).map(|ty| ty.index())
    };
    assert_eq!(estimated("%1 = add i64 1, 2"), None);
    assert_eq!(estimated("bind $p.0, %0"), Some(0));
    assert_eq!(estimated("%1 = offset %0 + 8 of #0"), Some(0));
    assert_eq!(estimated("%1 = offset %0 + 8"), None);
}
