//! Programs that are given lists: what they do to them, as text.

use super::explorer::{Explored, explore_from, parsed};
use super::*;
use crate::graph::{Linear, Range, SymInfo, Trail};
use expect_test::{Expect, expect};

const BUILTINS: &str = "
func @malloc(i64) -> ptr builtin malloc
func @realloc(ptr, i64) -> ptr builtin realloc
func @free(ptr) builtin free
func @havoc(ptr, i64) builtin __cairn_havoc
func @write(i32, ptr, i64) -> i64 builtin __cairn_write
";

/// Executes a function of a list and a number, from a state that holds both in registers 0 and 1.
fn executed(state: &State, body: &str) -> Explored {
    let text = format!(
        "module lp64\n\nfunc @main(%0: ptr, %1: i64) -> i64 !f0:1:1 {{\n{body}\n}}\n{BUILTINS}\nfile f0 \"a.c\"\n"
    );
    let module = parsed(&text);
    explore_from(&task(&module), state)
}

fn shows(state: &State, body: &str, expected: Expect) {
    expected.assert_eq(&executed(state, body).text());
}

/// One list in register 0, and an unknown number in register 1.
fn with_list(kinds: &[Kind]) -> State {
    let mut state = empty();
    chain(&mut state, 0, kinds);
    // Somebody else knows the first node, so that nothing is lost.
    let first = state.frame().reg(RegId::from_index(0));
    state.cut.push(first);
    let number = state.graph.unknown(Range { lo: 0, hi: 8, align: 0 });
    set_reg(&mut state, 1, number);
    state
}

#[test]
fn nodes_are_taken_out_where_they_are_touched() {
    let load = "bb0:\n  %2 = load ptr %0 align 8 !3:1\n  %3 = ptrtoint ptr %2 to i64\n  return %3";
    shows(
        &with_list(&[list(0)]),
        load,
        expect![[r#"
        FuncId(0) %0=&0.first
        cut &1
          0: 0+ next 0 heap size 16 Zero 0:8=0
          1: region heap size 16 Zero 0:8=&0.first
        line 3: null-deref: a read goes through a null pointer
        ends with heap objects"#]],
    );
    shows(
        &with_list(&[list(1)]),
        load,
        expect![[r#"
        FuncId(0) %0=&0.first
        cut &1
          0: 0+ next 0 heap size 16 Zero 0:8=0
          1: region heap size 16 Zero 0:8=&0.first
        ends with heap objects"#]],
    );
    shows(
        &with_list(&[list(0), Kind::Region]),
        load,
        expect![[r#"
        FuncId(0) %0=&0.first
        cut &2
          0: 0+ next 0 heap size 16 Zero 0:8=&1
          1: region heap size 16 Zero 0:8=0
          2: region heap size 16 Zero 0:8=&0.first
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:8=0
        ends with heap objects"#]],
    );
    let optional = Segment { min: 0, optional: true, head: 0, links: Links::NONE, alternates: None };
    shows(
        &with_list(&[Kind::Segment(optional)]),
        load,
        expect![[r#"
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:8=0
        line 3: null-deref: a read goes through a null pointer
        ends with heap objects"#]],
    );
    let store = "bb0:\n  store ptr %0 to %0 align 8 !3:1\n  return i64 0";
    shows(
        &with_list(&[list(1)]),
        store,
        expect![[r#"
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:8=&0
        line 0: leak: the last pointer to a heap object is lost
        ends with heap objects"#]],
    );
    let second = "bb0:\n  %2 = offset %0 + 8\n  store i64 5 to %2 align 8 !3:1\n  return i64 0";
    shows(
        &with_list(&[list(0)]),
        second,
        expect![[r#"
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:8=&1.first 8:8=5
          1: 0+ next 0 heap size 16 Zero 0:8=0
        line 3: null-deref: a write goes through a null pointer
        ends with heap objects"#]],
    );
    shows(
        &with_list(&[list(1)]),
        second,
        expect![[r#"
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:8=&1.first 8:8=5
          1: 0+ next 0 heap size 16 Zero 0:8=0
        ends with heap objects"#]],
    );
    let somewhere = "bb0:\n  %2 = offset %0 + %1*1\n  store i8 5 to %2 align 1 !3:1\n  return i64 0";
    shows(
        &with_list(&[list(2)]),
        somewhere,
        expect![[r#"
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:1=5 1:7=?0
          ?0 in -36028797018963968..36028797018963967
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:1=?0 1:1=5 2:6=?1
          ?0 in -128..127
          ?1 in -140737488355328..140737488355327
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:2=?0 2:1=5 3:5=?1
          ?0 in -32768..32767
          ?1 in -549755813888..549755813887
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:3=?0 3:1=5 4:4=?1
          ?0 in -8388608..8388607
          ?1 in -2147483648..2147483647
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:4=?0 4:1=5 5:3=?1
          ?0 in -2147483648..2147483647
          ?1 in -8388608..8388607
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:5=?0 5:1=5 6:2=?1
          ?0 in -549755813888..549755813887
          ?1 in -32768..32767
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:6=?0 6:1=5 7:1=?1
          ?0 in -140737488355328..140737488355327
          ?1 in -128..127
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:7=?0 7:1=5
          ?0 in -36028797018963968..36028797018963967
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:8=&1.first 8:1=5
          1: 1+ next 0 heap size 16 Zero 0:8=0
        line 0: leak: the last pointer to a heap object is lost
        ends with heap objects"#]],
    );
    let nowhere = "bb0:\n  %2 = offset %0 + 0\n  %3 = ptrtoint ptr %2 to i64\n  return %3";
    shows(
        &with_list(&[list(0)]),
        nowhere,
        expect![[r#"
        FuncId(0) %0=&0.first
        cut &0.first
          0: 0+ next 0 heap size 16 Zero 0:8=0
        ends with heap objects"#]],
    );
    let moved = "bb0:\n  %2 = ptrtoint ptr %0 to i64\n  %3 = add i64 %2, 8\n  %4 = and i64 %2, -8\n  %5 = sub i64 %2, %2\n  %6 = add i64 %3, %4\n  %7 = add i64 %5, %6\n  return %7";
    shows(
        &with_list(&[list(1)]),
        moved,
        expect![[r#"
        FuncId(0) %0=?0
        cut &0.first
          0: 1+ next 0 heap size 16 Zero 0:8=0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
}

#[test]
fn lists_are_freed() {
    let free = "bb0:\n  call void @free(ptr %0) !3:1\n  return i64 0";
    shows(
        &with_list(&[list(0)]),
        free,
        expect![[r#"
        FuncId(0) %0=0
        cut 0
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 freed
        line 0: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    shows(
        &with_list(&[list(1), Kind::Region]),
        free,
        expect![[r#"
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 freed
        line 0: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    let again = "bb0:\n  %2 = call ptr @realloc(ptr %0, i64 8) !3:1\n  %3 = ptrtoint ptr %2 to i64\n  return %3";
    shows(
        &with_list(&[list(0)]),
        again,
        expect![[r#"
        FuncId(0) %0=&0
        cut 0
          0: region heap size 8 Uninit
        FuncId(0) %0=&0
        cut &2
          0: region heap size 8 Uninit 0:8=&1.first
          1: 0+ next 0 heap size 16 Zero 0:8=0
          2: region heap size 16 freed
        ends with heap objects"#]],
    );
    let other = "bb0:\n  %2 = call ptr @realloc(ptr %0, i64 %1) !3:1\n  %3 = ptrtoint ptr %2 to i64\n  return %3";
    shows(
        &with_list(&[list(1)]),
        other,
        expect![[r#"
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 freed
        FuncId(0) %0=&0
        cut &1
          0: region heap size ?0 Unknown
          1: region heap size 16 freed
          ?0 in 1..8
          0 != ?0
        line 0: leak: the last pointer to a heap object is lost
        ends with and without heap objects"#]],
    );
}

#[test]
fn blocks_of_lists() {
    let copy = "bb0:\n  %2 = call ptr @malloc(i64 16)\n  memcpy %2, %0, i64 16 !3:1\n  memcpy %0, %2, i64 8 !4:1\n  call void @free(ptr %2)\n  return i64 0";
    shows(
        &with_list(&[list(0)]),
        copy,
        expect![[r#"
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:8=&1.first
          1: 0+ next 0 heap size 16 Zero 0:8=0
        line 3: null-deref: a read goes through a null pointer
        ends with heap objects"#]],
    );
    let set = "bb0:\n  memset %0, i8 0, i64 16 !3:1\n  return i64 0";
    shows(
        &with_list(&[list(0), Kind::Region]),
        set,
        expect![[r#"
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero
        line 0: leak: the last pointer to a heap object is lost
        ends with heap objects"#]],
    );
    let part = "bb0:\n  memset %0, i8 0, %1 !3:1\n  return i64 0";
    shows(
        &with_list(&[list(1)]),
        part,
        expect![[r#"
        FuncId(0) %0=0
        cut &0.first
          0: 1+ next 0 heap size 16 Zero 0:8=0
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:8=?0
          ?0 in -9223372036854775808..9223372036854775807
        line 0: leak: the last pointer to a heap object is lost
        ends with heap objects"#]],
    );
    let write = "bb0:\n  %2 = call i64 @write(i32 1, ptr %0, i64 %1) !3:1\n  return i64 0";
    shows(
        &with_list(&[list(0)]),
        write,
        expect![[r#"
        FuncId(0) %0=0
        cut &0.first
          0: 0+ next 0 heap size 16 Zero 0:8=0
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Zero 0:8=&1.first
          1: 0+ next 0 heap size 16 Zero 0:8=0
        line 3: null-deref: a read goes through a null pointer
        ends with heap objects"#]],
    );
    let havoc = "bb0:\n  call void @havoc(ptr %0, i64 8) !3:1\n  return i64 0";
    shows(
        &with_list(&[list(0)]),
        havoc,
        expect![[r#"
        line 3: unsupported: a function without body that may change memory that is not known
        does not end"#]],
    );
    shows(
        &with_list(&[Kind::Region]),
        havoc,
        expect![[r#"
        FuncId(0) %0=0
        cut &0
          0: region heap size 16 Unknown
        ends with heap objects"#]],
    );
}

#[test]
fn lists_are_compared_and_lost() {
    let compare = "bb0:\n  %2 = cmp eq ptr %0, null\n  branch %2, bb1, bb2\nbb1:\n  return i64 1\nbb2:\n  return i64 2";
    shows(
        &with_list(&[list(0)]),
        compare,
        expect![[r#"
        FuncId(0) %0=2
        cut &0.first
          0: 1+ next 0 heap size 16 Zero 0:8=0
        FuncId(0) %0=1
        cut 0
        ends with and without heap objects"#]],
    );
    shows(
        &with_list(&[list(0), list(1)]),
        compare,
        expect![[r#"
        FuncId(0) %0=2
        cut &0.first
          0: 0+ next 0 heap size 16 Zero 0:8=&1.first
          1: 1+ next 0 heap size 16 Zero 0:8=0
        ends with heap objects"#]],
    );
    // Without anybody else who knows it, a list is lost with the function.
    let lost = |kind: Kind| {
        let mut state = with_list(&[kind]);
        state.cut.clear();
        state
    };
    let nothing = "bb0:\n  return i64 0 !2:1";
    shows(
        &lost(list(1)),
        nothing,
        expect![[r#"
        FuncId(0) %0=0
        line 2: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    shows(
        &lost(list(0)),
        nothing,
        expect![[r#"
        FuncId(0) %0=0
        line 2: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    let end = "bb0:\n  exit 0 !2:1";
    shows(
        &lost(list(0)),
        end,
        expect![[r#"
        line 2: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
}

/// A list of as many nodes as register 1 says, or fewer by a constant.
fn counted(add: i64) -> State {
    let mut state = with_list(&[list(0)]);
    let sym = state.graph.add_sym(SymInfo::unknown(Range { lo: 0, hi: i64::MAX, align: 0 }));
    let id = state.graph.objects().next().expect("there is the list").0;
    state.graph.object_mut(id).length = Some(Value::sym(sym));
    set_reg(&mut state, 1, Value::Sym(Linear { sym, negated: false, add }));
    state
}

/// Memory has no room for so many nodes that counting them would wrap around.
#[test]
fn counts_of_nodes_do_not_wrap_around() {
    let more = |by: &str| format!("bb0:\n  %2 = add i64 {by}\n  return %2");
    shows(
        &counted(0),
        &more("%1, 1"),
        expect![[r#"
        FuncId(0) %0=?0+1
        cut &0.first
          0: 0+ next 0 heap size 16 length ?0 Zero 0:8=0
          ?0 in 0..1152921504606846976
        ends with heap objects"#]],
    );
    shows(
        &counted(0),
        &more("1, %1"),
        expect![[r#"
        FuncId(0) %0=?0+1
        cut &0.first
          0: 0+ next 0 heap size 16 length ?0 Zero 0:8=0
          ?0 in 0..1152921504606846976
        ends with heap objects"#]],
    );
    shows(
        &with_list(&[list(0)]),
        &more("%1, 1"),
        expect![[r#"
        FuncId(0) %0=?0+1
        cut &0.first
          0: 0+ next 0 heap size 16 Zero 0:8=0
          ?0 in 0..8
        ends with heap objects"#]],
    );
    let mut other = counted(0);
    let number = Value::sym(other.graph.add_sym(SymInfo::unknown(Range { lo: 0, hi: i64::MAX, align: 0 })));
    set_reg(&mut other, 1, number);
    shows(
        &other,
        &more("%1, 1"),
        expect![[r#"
        FuncId(0) %0=?0
        cut &0.first
          0: 0+ next 0 heap size 16 length ?1 Zero 0:8=0
          ?0 in -9223372036854775808..9223372036854775807
          ?1 in 0..9223372036854775807
        ends with heap objects"#]],
    );
    let mut large = counted(0);
    let id = large.graph.objects().next().expect("there is the list").0;
    large.graph.object_mut(id).size = Value::Int(1 << 20);
    shows(
        &large,
        &more("%1, 1"),
        expect![[r#"
        FuncId(0) %0=?0+1
        cut &0.first
          0: 0+ next 0 heap size 1048576 length ?0 Zero 0:8=0
          ?0 in 0..17592186044416
        ends with heap objects"#]],
    );
    let mut small = counted(0);
    small.graph.object_mut(id).size = Value::Int(2);
    small.graph.object_mut(id).fields.clear();
    let size =
        Value::sym(small.graph.add_sym(SymInfo { level: 1, ..SymInfo::unknown(Range { lo: 0, hi: 64, align: 0 }) }));
    let object = small.graph.object_mut(id);
    (object.size, object.fields) = (size, vec![Field { offset: 0, size: 8, value: Value::NULL }]);
    shows(
        &small,
        &more("%1, 1"),
        expect![[r#"
        FuncId(0) %0=?0+1
        cut &0.first
          0: 0+ next 0 heap size ?1 length ?0 Zero 0:8=0
          ?0 in 0..4611686018427387904
          ?1 in 0..64 level 1
        ends with heap objects"#]],
    );
}

/// What is learned of a count is learned of its list, also where a block ends.
#[test]
fn lists_are_settled() {
    let branch = |pred: &str, to: i64| {
        format!(
            "bb0:\n  %2 = cmp {pred} i64 %1, {to}\n  branch %2, bb1, bb2\nbb1:\n  return i64 1\nbb2:\n  return i64 2"
        )
    };
    shows(
        &counted(0),
        &branch("eq", 0),
        expect![[r#"
        FuncId(0) %0=2
        cut &0.first
          0: 1+ next 0 heap size 16 length ?0 Zero 0:8=0
          ?0 in 1..9223372036854775807
          0 != ?0
        FuncId(0) %0=1
        cut 0
        ends with and without heap objects"#]],
    );
    shows(
        &counted(1),
        &branch("sgt", 2),
        expect![[r#"
        FuncId(0) %0=2
        cut &0.first
          0: 0+ next 0 heap size 16 length ?0 Zero 0:8=0
          ?0 in 0..1
        FuncId(0) %0=1
        cut &0.first
          0: 2+ next 0 heap size 16 length ?0 Zero 0:8=0
          ?0 in 2..9223372036854775806
        ends with heap objects"#]],
    );
    shows(
        &counted(0),
        &branch("slt", 0),
        expect![[r#"
        FuncId(0) %0=2
        cut &0.first
          0: 0+ next 0 heap size 16 length ?0 Zero 0:8=0
          ?0 in 0..9223372036854775807
        ends with heap objects"#]],
    );
    let mut known = counted(0);
    let id = known.graph.objects().next().expect("there is the list").0;
    known.graph.object_mut(id).length = Some(Value::Int(0));
    shows(
        &known,
        "bb0:\n  jump bb1\nbb1:\n  return i64 0",
        expect![[r#"
        FuncId(0) %0=0
        cut 0
        ends without heap objects"#]],
    );
    known.graph.object_mut(id).set_segment(|segment| segment.min = 1);
    shows(&known, "bb0:\n  return i64 0", expect!["does not end"]);
}

/// Inputs decide whether there are nodes; runs that are looked for are told so.
#[test]
fn the_past_of_lists() {
    let mut state = counted(0);
    state.trail = Trail::kept();
    shows(
        &state,
        "bb0:\n  %2 = cmp eq ptr %0, null\n  assume %2\n  return %1",
        expect![[r#"
        FuncId(0) %0=?0
        cut 0
          ?0 in 0..0
            Narrowed { sym: SymId(0), to: Range { lo: 0, hi: 0, align: 0 } }
            Compared { pred: Eq, width: 64, a: Addr(Addr { object: ObjectId(0), which: First, offset: 0, plus: None }), b: Int(0), holds: true }
        ends without heap objects"#]],
    );
}
