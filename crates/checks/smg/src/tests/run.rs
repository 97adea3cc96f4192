//! Programs without loops and calls, executed on all their paths: what is found, and what they return.

use super::*;
use crate::exec::prepared::Prepared;
use crate::exec::{Leaving, Machine, Problem, Successors, start};
use crate::graph::{ArgClass, Range, SymInfo, VarArg, check_consistency};
use expect_test::{Expect, expect};
use ir::BlockId;

const BUILTINS: &str = "
func @malloc(i64) -> ptr builtin malloc
func @calloc(i64, i64) -> ptr builtin calloc
func @memcpy(ptr, ptr, i64) -> ptr builtin memcpy
func @memset(ptr, i32, i64) -> ptr builtin memset
func @havoc(ptr, i64) builtin __cairn_havoc
";

/// Executes `main`, which returns one number, with globals before it.
fn check(globals: &str, body: &str, expected: Expect) {
    let text =
        format!("module lp64\n{globals}{BUILTINS}\nfunc @main() -> i64 !f0:1:1 {{\n{body}\n}}\n\nfile f0 \"a.c\"\n");
    let module = ir::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    ir::verify(&module).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    let mut task = task(&module);
    task.entry = module.func_named("main").expect("it is there");
    let flows = task.flows();
    let prepared = Prepared::of(&task, &flows);
    let mut machine = Machine::new(&prepared);
    let mut lines = Vec::new();
    let mut work = vec![(BlockId::from_index(0), start::initial(&prepared, task.entry))];
    while let Some((block, state)) = work.pop() {
        let code = &module.funcs[task.entry].blocks[block];
        let mut states = vec![state];
        for (index, inst) in code.insts.iter().enumerate() {
            let step = |state: State| match machine.step(state, block, index, inst) {
                Successors::On(states) => states,
                Successors::Enter(..) => panic!("there are no functions to enter"),
            };
            states = states.into_iter().flat_map(step).collect();
            states.iter().for_each(|state| assert_eq!(check_consistency(state), Ok(()), "{inst:?}\n{state}"));
        }
        for leaving in states.into_iter().flat_map(|state| machine.leave(state, &code.term)) {
            match leaving {
                Leaving::To(target, state) => work.push((target, state)),
                Leaving::Return(state) => lines.push(match state.frame().reg(RegId::from_index(0)) {
                    value @ (Value::Int(_) | Value::Sym(_)) => {
                        let range = state.graph.range(value);
                        match range.as_exact() {
                            Some(number) => format!("returns {number}"),
                            None if range == Range::ALL => "returns anything".to_string(),
                            None => format!("returns {}..{}", range.lo, range.hi),
                        }
                    }
                    other => format!("returns {other:?}"),
                }),
                Leaving::Exit(_) => lines.push("exits".to_string()),
            }
        }
    }
    let line = |loc: ir::LocId| module.places.get(loc).map_or(0, |place| place.line);
    lines.extend(machine.findings.iter().map(|finding| match &finding.problem {
        Problem::Bug(kind) => format!("line {}: {kind}: {}", line(finding.loc), finding.message),
        Problem::Unsupported => format!("line {}: unsupported: {}", line(finding.loc), finding.message),
    }));
    lines.sort();
    lines.dedup();
    expected.assert_eq(&lines.join("\n"));
}

/// `%0` is a number between the two, then the rest; registers from 4 on are free.
fn with_number(lo: i64, hi: i64, rest: &str) -> String {
    format!(
        "bb0:\n  %0 = nondet signed i64\n  %1 = cmp sge i64 %0, {lo}\n  assume %1\n  %2 = cmp sle i64 %0, {hi}\n  assume %2\n\
        {rest}"
    )
}

#[test]
fn builtins_copy_and_fill() {
    let body = "bb0:
  %0 = alloca 8 align 8
  %1 = alloca 8 align 8
  store i64 7 to %0 align 8
  store i64 0 to %1 align 8
  %2 = call ptr @memcpy(ptr %1, ptr %0, i64 8)
  %3 = load i64 %2 align 8
  return %3";
    check("", body, expect!["returns 7"]);
    let body = "bb0:
  %0 = alloca 16 align 8
  store i64 0 to %0 align 8
  %1 = offset %0 + 8
  store i64 0 to %1 align 8
  %2 = call ptr @memset(ptr %0, i32 257, i64 12)
  %3 = offset %2 + 8
  %4 = load i64 %3 align 8
  return %4";
    check("", body, expect!["returns 16843009"]);
    let body = "bb0:
  %0 = alloca 16 align 8
  memset %0, i8 1, i64 16
  %1 = load i64 %0 align 8
  return %1";
    check("", body, expect!["returns 72340172838076673"]);
}

#[test]
fn lengths_that_may_be_negative() {
    let rest = "  %3 = alloca 8 align 8\n  store i64 0 to %3 align 8\n  memset %3, i8 1, %0 !7:1\n  return %0";
    check(
        "",
        &with_number(-5, 1, rest),
        expect![[r#"
            line 7: out-of-bounds: a block operation may be longer than any object
            returns 0
            returns 1"#]],
    );
    check(
        "",
        &with_number(-5, -1, rest),
        expect!["line 7: out-of-bounds: a block operation may be longer than any object"],
    );
    check(
        "",
        &with_number(0, 8, rest),
        expect![[r#"
        returns 0
        returns 1..8"#]],
    );
    check(
        "",
        &with_number(0, 9, rest),
        expect![[r#"
        line 7: out-of-bounds: a write of 9 bytes at offset 0 leaves an object of 8 bytes
        returns 0"#]],
    );
}

/// What lies before the bytes that are written, however many they are, stays.
#[test]
fn an_unknown_length_changes_nothing_before_it() {
    let rest = "  %3 = alloca 8 align 8\n  store i64 5 to %3 align 8\n  %4 = offset %3 + 4\n  memset %4, i8 1, %0\n  \
        %5 = load i32 %3 align 8\n  %6 = zext i32 %5 to i64\n  return %6";
    check("", &with_number(1, 4, rest), expect!["returns 5"]);
}

#[test]
fn what_is_allocated_is_null_only_where_no_memory_is_as_large() {
    let null = "  %4 = cmp eq ptr %3, null\n  %5 = zext i1 %4 to i64\n  return %5";
    let malloc = format!("  %3 = call ptr @malloc(i64 %0)\n{null}");
    check(
        "",
        &with_number(0, 5, &malloc),
        expect![[r#"
        line 0: leak: the last pointer to a heap object is lost
        returns 0"#]],
    );
    check(
        "",
        &with_number(-1, 5, &malloc),
        expect![[r#"
        line 0: leak: the last pointer to a heap object is lost
        returns 0
        returns 1"#]],
    );
    check("", &with_number(-1, -1, &malloc), expect!["returns 1"]);
    check(
        "",
        &with_number(0, i64::MAX, &malloc),
        expect![[r#"
        line 0: leak: the last pointer to a heap object is lost
        returns 0
        returns 1"#]],
    );
    check(
        "",
        &format!("bb0:\n  %3 = call ptr @malloc(i64 -1)\n{null}")
            .replace("%3", "%0")
            .replace("%4", "%1")
            .replace("%5", "%2"),
        expect!["returns 1"],
    );
    let calloc = format!("  %3 = call ptr @calloc(i64 %0, i64 8)\n{null}");
    check(
        "",
        &with_number(0, 5, &calloc),
        expect![[r#"
        line 0: leak: the last pointer to a heap object is lost
        returns 0"#]],
    );
    check("", &with_number(-2, -1, &calloc), expect!["returns 1"]);
    check(
        "",
        &with_number(-1, 5, &calloc),
        expect![[r#"
        line 0: leak: the last pointer to a heap object is lost
        returns 0
        returns 1"#]],
    );
    check(
        "",
        &with_number(0, i64::MAX, &calloc),
        expect![[r#"
        line 0: leak: the last pointer to a heap object is lost
        returns 0
        returns 1"#]],
    );
}

#[test]
fn arrays_of_unknown_length() {
    let rest = "  %3 = alloca dynamic %0 align 8 !9:1\n  return i64 0";
    check("", &with_number(0, 10, rest), expect!["returns 0"]);
    check(
        "",
        &with_number(-1, 10, rest),
        expect![[r#"
        line 9: unsupported: variable-length array of a negative or impossible size
        returns 0"#]],
    );
    check(
        "",
        &with_number(0, i64::MAX, rest),
        expect![[r#"
        line 9: unsupported: variable-length array of a negative or impossible size
        returns 0"#]],
    );
}

#[test]
fn accesses_at_unknown_offsets() {
    let at = |ty: &str| {
        format!(
            "  %3 = alloca 8 align 8\n  store i64 0 to %3 align 8\n  %4 = offset %3 + %0*1\n  store {ty} 1 to %4 align 1 !8:1\n  return %0"
        )
    };
    check(
        "",
        &with_number(-4, 0, &at("i32")),
        expect![[r#"
        line 8: out-of-bounds: a write of 4 bytes may leave its object
        returns 0"#]],
    );
    check(
        "",
        &with_number(0, 4, &at("i32")),
        expect![[r#"
        returns 0
        returns 1
        returns 2
        returns 3
        returns 4"#]],
    );
    check(
        "",
        &with_number(0, 5, &at("i32")),
        expect![[r#"
        line 8: out-of-bounds: a write of 4 bytes may leave its object
        returns 0
        returns 1
        returns 2
        returns 3
        returns 4"#]],
    );
    check(
        "",
        &with_number(-9, -1, &at("i32")),
        expect!["line 8: out-of-bounds: a write of 4 bytes may leave its object"],
    );
    check(
        "",
        &with_number(5, 9, &at("i32")),
        expect!["line 8: out-of-bounds: a write of 4 bytes may leave its object"],
    );
}

/// The size and the offset depend on one number.
#[test]
fn the_end_of_an_object_of_unknown_size() {
    let before_end = |ty: &str, back: i64| {
        format!(
            "  %3 = alloca dynamic %0 align 8\n  %4 = offset %3 + %0*1 - {back}\n  store {ty} 1 to %4 align 1 !8:1\n  return i64 0"
        )
    };
    check("", &with_number(4, 100, &before_end("i32", 4)), expect!["returns 0"]);
    check(
        "",
        &with_number(3, 100, &before_end("i32", 4)),
        expect![[r#"
        line 8: out-of-bounds: a write of 4 bytes may leave its object
        returns 0"#]],
    );
    check(
        "",
        &with_number(8, 100, &before_end("i32", 3)),
        expect![[r#"
        line 8: out-of-bounds: a write of 4 bytes may leave its object
        returns 0"#]],
    );
    check(
        "",
        &with_number(8, 100, &before_end("i64", 4)),
        expect![[r#"
        line 8: out-of-bounds: a write of 8 bytes may leave its object
        returns 0"#]],
    );
    check("", &with_number(8, 100, &before_end("i64", 8)), expect!["returns 0"]);
}

#[test]
fn bytes_of_globals() {
    let globals = "\nglobal @zero: 16 align 16 = { zero 16 }\nglobal @high: 16 align 16 = { zero 8, bytes \"\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\" }\n\
        global @text: 16 align 16 = { bytes \"abcdefghijklmn\\xff\\xff\" }\n";
    let wide =
        |name: &str| format!("bb0:\n  %0 = load i128 @{name} align 16\n  %1 = trunc i128 %0 to i64\n  return %1");
    check(globals, &wide("zero"), expect!["returns 0"]);
    check(globals, &wide("high"), expect!["returns anything"]);
    check(globals, &wide("text"), expect!["returns anything"]);
    let narrow = |at: i64, ty: &str| {
        format!(
            "bb0:\n  %0 = offset @text + {at}\n  %1 = load {ty} %0 align 1\n  %2 = sext {ty} %1 to i64\n  return %2"
        )
    };
    check(globals, &narrow(0, "i8"), expect!["returns 97"]);
    check(globals, &narrow(14, "i8"), expect!["returns -1"]);
    check(globals, &narrow(13, "i16"), expect!["returns -146"]);
    check(globals, &narrow(13, "i24"), expect!["returns -146"]);
    // As many bytes are copied as are asked for, and not one more.
    let copy = |len: i64, at: i64| {
        format!(
            "bb0:\n  %0 = alloca 16 align 8\n  memset %0, i8 0, i64 16\n  memcpy %0, @text, i64 {len}\n  %1 = offset %0 + {at}\n  \
            %2 = load i8 %1 align 1\n  %3 = sext i8 %2 to i64\n  return %3"
        )
    };
    check(globals, &copy(5, 4), expect!["returns 101"]);
    check(globals, &copy(5, 5), expect!["returns 0"]);
    check(globals, &copy(13, 8), expect!["returns 105"]);
    check(globals, &copy(13, 12), expect!["returns 109"]);
    check(globals, &copy(13, 13), expect!["returns 0"]);
    let body = "bb0:
  %0 = alloca 2 align 2
  store i8 -1 to %0 align 1
  %1 = offset %0 + 1
  store i8 -1 to %1 align 1
  %2 = load i16 %0 align 2
  %3 = sext i16 %2 to i64
  return %3";
    check("", body, expect!["returns -1"]);
}

/// A pointer of which some bytes were never written.
#[test]
fn half_a_pointer() {
    let body = "bb0:
  %0 = alloca 8 align 8
  store i32 1 to %0 align 8
  %1 = load ptr %0 align 8
  %2 = load i64 %1 align 8 !5:1
  return %2";
    check("", body, expect!["line 5: uninit-deref: a read goes through an uninitialised pointer"]);
    let body = "bb0:
  %0 = alloca 8 align 8
  %1 = nondet signed i32
  store i32 %1 to %0 align 8
  %2 = offset %0 + 4
  store i32 %1 to %2 align 4
  %3 = load ptr %0 align 8
  %4 = load i64 %3 align 8 !8:1
  return %4";
    check("", body, expect!["line 8: wild-deref: a read goes through a pointer of unknown value"]);
}

#[test]
fn the_outside_writes_anything_but_addresses() {
    let globals = "\nglobal @fixed: 8 align 8 const = { zero 8 }\nglobal @number: 8 align 8 = { zero 8 }\n\
        global @text: 8 align 8 = { bytes \"abcdefgh\" }\n";
    let after = |before: &str| {
        format!(
            "bb0:\n  %0 = alloca 8 align 8\n{before}\n  call void @havoc(ptr %0, i64 8) !5:1\n  %1 = load i64 %0 align 8\n  return %1"
        )
    };
    check(globals, &after("  store i64 3 to %0 align 8"), expect!["returns anything"]);
    let byte = "bb0:\n  %0 = alloca 8 align 8\n  store i64 3 to %0 align 8\n  call void @havoc(ptr %0, i64 8)\n  %1 = load i8 %0 align 1\n  %2 = sext i8 %1 to i64\n  return %2";
    check(globals, byte, expect!["returns -128..127"]);
    check(
        globals,
        &after("  store ptr %0 to %0 align 8"),
        expect!["line 5: unsupported: a function without body that may change memory that holds addresses"],
    );
    check(
        globals,
        &after("  store ptr fn @malloc to %0 align 8"),
        expect!["line 5: unsupported: a function without body that may change memory that holds addresses"],
    );
    let of_global = |name: &str| {
        format!("bb0:\n  call void @havoc(ptr @{name}, i64 8) !5:1\n  %0 = load i64 @{name} align 8\n  return %0")
    };
    check(globals, &of_global("fixed"), expect!["returns 0"]);
    check(globals, &of_global("number"), expect!["returns anything"]);
    check(
        globals,
        &of_global("text"),
        expect!["line 5: unsupported: a function without body that may change memory that holds addresses"],
    );
}

/// Numbers become addresses without their sign.
#[test]
fn numbers_as_addresses() {
    let body = "bb0:
  %0 = inttoptr i32 -2 to ptr
  %1 = ptrtoint ptr %0 to i64
  return %1";
    check("", body, expect!["returns 4294967294"]);
}

/// Where `va_start` puts arguments: registers as they are saved, then memory, by the System V ABI.
#[test]
fn variable_arguments_are_where_the_convention_puts_them() {
    let integer = |bits| ArgClass::Integer { bits };
    let float = |bits| ArgClass::Float { bits };
    // The first float and number have names.
    let mut given = vec![integer(64), float(64), integer(128), integer(32), float(80)];
    given.extend([float(64); 7]);
    given.extend([integer(64), integer(64), integer(8), integer(128), float(32), integer(64)]);
    given.extend([float(128), integer(64), ArgClass::Memory { size: 9, align: 1 }, integer(64)]);
    let places = placed("lp64", "%0: f64, %1: i32, ...", &given);
    expect![[r#"
        at 0: Int(8)
        at 4: Int(64)
        at 8: Int(128) bytes with 5 of 10 at 0, 12 of 8 at 16, 14 of 8 at 24, 15 of 1 at 32, 16 of 16 at 48, 17 of 4 at 64, 18 of 8 at 72, 19 of 16 at 80, 20 of 8 at 96, 21 of 4 at 104, 0 of 5 at 108, 22 of 8 at 120
        at 16: Int(176) bytes with 1 of 8 at 8, 3 of 16 at 16, 4 of 4 at 32, 13 of 8 at 40, 2 of 8 at 64, 6 of 8 at 80, 7 of 8 at 96, 8 of 8 at 112, 9 of 8 at 128, 10 of 8 at 144, 11 of 8 at 160"#]].assert_eq(&places.join("\n"));
    let places =
        placed("ilp32", "%0: f64, %1: i32, ...", &[integer(32), integer(64), float(80), integer(8), float(64)]);
    expect!["at 0: Int(36) bytes with 1 of 4 at 0, 2 of 8 at 4, 3 of 10 at 12, 4 of 1 at 24, 5 of 8 at 28"]
        .assert_eq(&places.join("\n"));
}

/// What has a name comes before the list, also in memory; what is aligned leaves a gap.
#[test]
fn variable_arguments_behind_others_in_memory() {
    let memory = |size, align| ArgClass::Memory { size, align };
    let places = placed(
        "lp64",
        "%0: f80, %1: i32, ...",
        &[memory(8, 8), ArgClass::Float { bits: 80 }, memory(1, 1), memory(8, 32)],
    );
    expect![[r#"
        at 0: Int(8)
        at 4: Int(48)
        at 8: Int(72) bytes with 1 of 4 at 0, 0 of 4 at 4, 2 of 10 at 16, 3 of 1 at 32, 4 of 4 at 64, 0 of 4 at 68
        at 16: Int(176) bytes with "#]]
    .assert_eq(&places.join("\n"));
}

/// Larger alignments than the stack of i386 has are not modelled.
#[test]
fn aligned_arguments_in_ilp32() {
    let text = "module ilp32\n\nfunc @f(%0: i32, ...) {\nbb0:\n  %1 = alloca 24 align 8\n  va_start %1\n  return\n}\n";
    let module = ir::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    for (class, ways) in [
        (ArgClass::Memory { size: 8, align: 8 }, 0),
        (ArgClass::Memory { size: 8, align: 5 }, 0),
        (ArgClass::Memory { size: 8, align: 4 }, 1),
        (ArgClass::Float { bits: 128 }, 0),
        (ArgClass::Float { bits: 64 }, 1),
    ] {
        let task = task(&module);
        let flows = task.flows();
        let prepared = Prepared::of(&task, &flows);
        let mut machine = Machine::new(&prepared);
        let mut state = start::initial(&prepared, task.entry);
        let bytes = node(&mut state, Kind::Region, 8, &[]);
        state.frame_mut().varargs.push(VarArg { value: Value::region(bytes, 0), class });
        let insts = &module.funcs[task.entry].blocks[BlockId::from_index(0)].insts;
        let Successors::On(mut states) = machine.step(state, BlockId::from_index(0), 0, &insts[0]) else {
            panic!("nothing is called")
        };
        let state = states.pop().expect("there is one way");
        let Successors::On(states) = machine.step(state, BlockId::from_index(0), 1, &insts[1]) else {
            panic!("nothing is called")
        };
        assert_eq!((states.len(), machine.findings.len()), (ways, 1 - ways), "{class:?}");
    }
}

/// For each argument, whose values are 1, 2, …, where it is; and the numbers in the list.
fn placed(data_model: &str, params: &str, given: &[ArgClass]) -> Vec<String> {
    let text = format!(
        "module {data_model}\n\nfunc @f({params}) -> i32 {{\nbb0:\n  %2 = alloca 24 align 8\n  va_start %2\n  return i32 0\n}}\n"
    );
    let module = ir::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let task = task(&module);
    let flows = task.flows();
    let prepared = Prepared::of(&task, &flows);
    let mut machine = Machine::new(&prepared);
    let mut state = start::initial(&prepared, task.entry);
    for (class, number) in given.iter().zip(1..) {
        let value = match class {
            ArgClass::Memory { size, .. } => {
                let field = Field { offset: 0, size: 4, value: Value::Int(number) };
                let id = node(&mut state, Kind::Region, *size as i64, &[]);
                state.graph.object_mut(id).fields.push(field);
                Value::region(id, 0)
            }
            ArgClass::Integer { .. } | ArgClass::Float { .. } => Value::Int(number),
        };
        state.frame_mut().varargs.push(VarArg { value, class: *class });
    }
    let block = BlockId::from_index(0);
    for (index, inst) in module.funcs[task.entry].blocks[block].insts.iter().enumerate() {
        let Successors::On(mut states) = machine.step(state, block, index, inst) else { panic!("nothing is called") };
        state = states.pop().expect("there is one way");
    }
    assert!(machine.findings.is_empty(), "{:?}", machine.findings);
    let list = state.frame().reg(RegId::from_index(2)).object().expect("it is a variable");
    let mut lines = Vec::new();
    for field in &state.graph.object(list).fields {
        lines.push(match field.value.object() {
            None => format!("at {}: {:?}", field.offset, field.value),
            Some(area) => {
                let object = state.graph.object(area);
                let held = object.fields.iter().map(|field| match field.value {
                    Value::Int(number) => format!("{number} of {} at {}", field.size, field.offset),
                    other => format!("{other:?} at {}", field.offset),
                });
                let held: Vec<String> = held.collect();
                format!("at {}: {:?} bytes with {}", field.offset, object.size, held.join(", "))
            }
        });
    }
    lines
}

/// A function is called as if it returned more or fewer bits than it does.
#[test]
fn results_of_another_width() {
    let result = |from: &str, to: &str, range: Range| {
        let text = format!(
            "module lp64\n\nfunc @main(%0: ptr) -> {to} {{\nbb0:\n  %1 = call {to} *%0()\n  return %1\n}}\n\n\
            func @f() -> {from} {{\nbb0:\n  return {from} 0\n}}\n"
        );
        let module = ir::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let task = task(&module);
        let flows = task.flows();
        let prepared = Prepared::of(&task, &flows);
        let machine = Machine::new(&prepared);
        let mut state = empty();
        let value = match range.as_exact() {
            Some(number) => Value::Int(number),
            None => Value::sym(state.graph.add_sym(SymInfo::unknown(range))),
        };
        let ir::InstKind::Call(call) = &module.funcs[task.entry].blocks[BlockId::from_index(0)].insts[0].kind else {
            panic!("it is a call")
        };
        machine.receive(&mut state, call, FuncId::from_index(1), &[value]);
        let found = state.graph.range(state.frame().reg(RegId::from_index(1)));
        (found.lo, found.hi)
    };
    let exactly = Range::exactly;
    let range = |lo, hi| Range::new(lo, hi, 0).expect("a range");
    let (int, long) = ((i64::from(i32::MIN), i64::from(i32::MAX)), (i64::MIN, i64::MAX));
    assert_eq!(result("i32", "i64", exactly(5)), (5, 5));
    assert_eq!(result("i32", "i64", exactly(0)), (0, 0));
    assert_eq!(result("i32", "i64", exactly(-5)), long, "what the upper half holds nobody knows");
    assert_eq!(result("i32", "i64", range(0, 9)), (0, 9));
    assert_eq!(result("i32", "i64", range(-1, 9)), long);
    assert_eq!(result("i64", "i32", exactly(7)), (7, 7));
    assert_eq!(result("i64", "i32", exactly(1 << 40)), int);
    assert_eq!(result("i64", "i32", range(0, 1 << 40)), int);
    assert_eq!(result("i64", "i32", range(2, 9)), (2, 9));
    assert_eq!(result("i32", "i32", range(-4, 9)), (-4, 9));
    assert_eq!(result("i64", "ptr", range(-4, 9)), (-4, 9), "as wide as it was");
}
