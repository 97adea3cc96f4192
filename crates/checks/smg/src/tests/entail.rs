//! Entailment: every single difference is seen, and what is covered is contained, number by number.

use super::*;
use crate::cover::covers;
use crate::graph::{ArgClass, Linear, Local, Range, SymInfo, VarArg, check_consistency};
use expect_test::expect;
use ir::VarId;

const CELL: ObjectId = ObjectId(0);
const NEXT: ObjectId = ObjectId(1);
const LOCAL: ObjectId = ObjectId(2);
const DEAD: ObjectId = ObjectId(3);
const LIST: ObjectId = ObjectId(4);

fn range(lo: i64, hi: i64) -> Range {
    Range { lo, hi, align: 0 }
}

fn linear(sym: u32, negated: bool, add: i64) -> Value {
    Value::Sym(Linear { sym: crate::graph::SymId(sym), negated, add })
}

/// One difference.
type Change = Box<dyn Fn(&mut State)>;

/// One of everything.
fn sample() -> State {
    let mut state = empty();
    let count = state.graph.add_sym(SymInfo::unknown(range(0, 5)));
    let other = state.graph.add_sym(SymInfo::unknown(range(0, 5)));
    assert_eq!(
        node(&mut state, Kind::Region, 32, &[(0, Value::NULL), (8, Value::Int(4)), (16, Value::sym(count))]),
        CELL
    );
    assert_eq!(node(&mut state, Kind::Region, 16, &[(0, Value::Func(FuncId::from_index(0)))]), NEXT);
    assert_eq!(
        node(&mut state, Kind::Region, 8, &[(0, Value::Label(FuncId::from_index(0), ir::BlockId::from_index(1)))]),
        LOCAL
    );
    assert_eq!(node(&mut state, Kind::Region, 8, &[]), DEAD);
    assert_eq!(node(&mut state, list(1), 24, &[(0, Value::region(NEXT, 8)), (8, Value::Int(1))]), LIST);
    state.graph.object_mut(CELL).fields[0].value = Value::region(NEXT, 0);
    state.graph.object_mut(LOCAL).storage = Storage::Stack;
    state.graph.object_mut(DEAD).life = Life::Freed;
    state.graph.object_mut(LIST).length = Some(Value::Sym(Linear { sym: count, negated: false, add: 1 }));
    for (reg, value) in [
        Value::region(CELL, 0),
        Value::sym(count),
        Value::Sym(Linear { sym: other, negated: true, add: 3 }),
        Value::Int(7),
        Value::region(DEAD, 0),
        end(&state, LIST, Which::First),
        Value::Addr(Addr { object: CELL, which: Which::Region, offset: 4, plus: Some(other) }),
    ]
    .into_iter()
    .enumerate()
    {
        set_reg(&mut state, reg, value);
    }
    let frame = state.frame_mut();
    frame.bind(VarId::from_index(0), Value::region(NEXT, 0));
    frame.locals.push(Local { address: Value::region(LOCAL, 0), dynamic: false });
    frame.varargs.push(VarArg { value: Value::Int(3), class: ArgClass::Integer { bits: 32 } });
    state.cut.push(Value::region(NEXT, 4));
    state.graph.add_differ(Value::sym(count), Value::sym(other));
    state.graph.add_differ(Value::sym(other), Value::Int(2));
    state
}

#[test]
fn every_difference_is_seen() {
    let module = module();
    let base = sample();
    assert_eq!(check_consistency(&base), Ok(()));
    assert!(covers(&module, &base, &base));
    let changes: Vec<(&str, Change)> = vec![
        ("function", Box::new(|state| state.frame_mut().func = FuncId::from_index(1))),
        ("frames", Box::new(|state| state.frames.push(Frame::new(FuncId::from_index(0), Places::nowhere())))),
        ("number in a register", Box::new(|state| set_reg(state, 3, Value::Int(8)))),
        ("missing register", Box::new(|state| state.frame_mut().regs.retain(|(reg, _)| reg.index() != 3))),
        ("unknown register", Box::new(|state| set_reg(state, 1, linear(1, false, 0)))),
        ("moved unknown", Box::new(|state| set_reg(state, 1, linear(0, false, 1)))),
        ("negated unknown", Box::new(|state| set_reg(state, 2, linear(1, false, 3)))),
        ("address for a number", Box::new(|state| set_reg(state, 3, Value::region(CELL, 0)))),
        ("number for an address", Box::new(|state| set_reg(state, 4, Value::Int(0)))),
        ("place in an object", Box::new(|state| set_reg(state, 0, Value::region(CELL, 8)))),
        (
            "unknown place in an object",
            Box::new(|state| {
                set_reg(
                    state,
                    0,
                    Value::Addr(Addr {
                        object: CELL,
                        which: Which::Region,
                        offset: 0,
                        plus: Some(crate::graph::SymId(1)),
                    }),
                );
            }),
        ),
        (
            "offset",
            Box::new(|state| {
                set_reg(
                    state,
                    6,
                    Value::Addr(Addr {
                        object: CELL,
                        which: Which::Region,
                        offset: 5,
                        plus: Some(crate::graph::SymId(1)),
                    }),
                );
            }),
        ),
        (
            "unknown offset",
            Box::new(|state| {
                set_reg(
                    state,
                    6,
                    Value::Addr(Addr {
                        object: CELL,
                        which: Which::Region,
                        offset: 4,
                        plus: Some(crate::graph::SymId(0)),
                    }),
                );
            }),
        ),
        ("object", Box::new(|state| set_reg(state, 0, Value::region(NEXT, 0)))),
        ("null for a list", Box::new(|state| set_reg(state, 5, Value::NULL))),
        ("missing variable", Box::new(|state| state.frame_mut().unbind(VarId::from_index(0)))),
        ("variable", Box::new(|state| state.frame_mut().bind(VarId::from_index(0), Value::region(CELL, 0)))),
        ("number of locals", Box::new(|state| state.frame_mut().locals.clear())),
        ("kind of local", Box::new(|state| state.frame_mut().locals[0].dynamic = true)),
        ("local", Box::new(|state| state.frame_mut().locals[0].address = Value::region(LOCAL, 4))),
        ("number of arguments", Box::new(|state| state.frame_mut().varargs.clear())),
        ("kind of argument", Box::new(|state| state.frame_mut().varargs[0].class = ArgClass::Float { bits: 32 })),
        ("argument", Box::new(|state| state.frame_mut().varargs[0].value = Value::Int(4))),
        ("cut", Box::new(|state| state.cut[0] = Value::region(NEXT, 0))),
        ("number of cuts", Box::new(|state| state.cut.push(Value::Int(0)))),
        ("size", Box::new(|state| state.graph.object_mut(CELL).size = Value::Int(33))),
        ("unknown size", Box::new(|state| state.graph.object_mut(CELL).size = linear(0, false, 32))),
        ("life", Box::new(|state| state.graph.object_mut(DEAD).life = Life::Live)),
        ("another death", Box::new(|state| state.graph.object_mut(DEAD).life = Life::OutOfScope)),
        ("storage", Box::new(|state| state.graph.object_mut(LOCAL).storage = Storage::Heap)),
        ("field", Box::new(|state| state.graph.object_mut(CELL).fields[1].value = Value::Int(5))),
        ("missing field", Box::new(|state| state.graph.object_mut(CELL).fields.retain(|field| field.offset != 8))),
        ("field of an unknown", Box::new(|state| state.graph.object_mut(CELL).fields[2].value = linear(1, false, 0))),
        (
            "additional field",
            Box::new(|state| {
                state.graph.object_mut(CELL).fields.push(Field { offset: 24, size: 1, value: Value::Int(1) });
            }),
        ),
        ("fill", Box::new(|state| state.graph.object_mut(CELL).fill = Fill::Unknown)),
        (
            "function in a field",
            Box::new(|state| {
                state.graph.object_mut(NEXT).fields[0].value = Value::Func(FuncId::from_index(1));
            }),
        ),
        (
            "label in a field",
            Box::new(|state| {
                let label = Value::Label(FuncId::from_index(0), ir::BlockId::from_index(2));
                state.graph.object_mut(LOCAL).fields[0].value = label;
            }),
        ),
        ("range", Box::new(|state| state.graph.set_sym(crate::graph::SymId(1), SymInfo::unknown(range(0, 6))))),
        ("lower range", Box::new(|state| state.graph.set_sym(crate::graph::SymId(1), SymInfo::unknown(range(-1, 5))))),
        (
            "disequality",
            Box::new(|state| state.graph.retain_differ(|(a, b)| a.symbol().is_none() || b.symbol().is_none())),
        ),
        (
            "disequality from a number",
            Box::new(|state| {
                state.graph.retain_differ(|(a, b)| a.symbol().is_some() && b.symbol().is_some());
            }),
        ),
        ("fewest nodes", Box::new(|state| state.graph.object_mut(LIST).set_segment(|segment| segment.min = 0))),
        ("length", Box::new(|state| state.graph.object_mut(LIST).length = Some(linear(0, false, 2)))),
        ("unknown length", Box::new(|state| state.graph.object_mut(LIST).length = None)),
        ("number in a list", Box::new(|state| state.graph.object_mut(LIST).fields[1].value = Value::Int(2))),
        ("end of a list", Box::new(|state| state.graph.object_mut(LIST).fields[0].value = Value::region(NEXT, 0))),
        ("size of nodes", Box::new(|state| state.graph.object_mut(LIST).size = Value::Int(32))),
        ("bytes of nodes", Box::new(|state| state.graph.object_mut(LIST).fill = Fill::Unknown)),
        (
            "object that nothing points to",
            Box::new(|state| {
                node(state, Kind::Region, 8, &[]);
            }),
        ),
    ];
    for (what, change) in changes {
        let mut other = base.clone();
        change(&mut other);
        assert!(!covers(&module, &base, &other), "{what}\n{base}\n{other}");
    }
}

/// What the general side leaves open may be anything.
#[test]
fn what_is_left_open_is_covered() {
    let module = module();
    let specific = sample();
    let changes: Vec<(&str, Change)> = vec![
        ("register", Box::new(|state| state.frame_mut().regs.retain(|(reg, _)| reg.index() != 3))),
        ("variable", Box::new(|state| state.frame_mut().unbind(VarId::from_index(0)))),
        ("wider range", Box::new(|state| state.graph.set_sym(crate::graph::SymId(1), SymInfo::unknown(range(-1, 6))))),
        ("disequalities", Box::new(|state| state.graph.retain_differ(|_| false))),
        (
            "unknown number",
            Box::new(|state| {
                let value = Value::sym(state.graph.add_sym(SymInfo::unknown(range(7, 9))));
                set_reg(state, 3, value);
            }),
        ),
        (
            "unknown field",
            Box::new(|state| {
                let value = Value::sym(state.graph.add_sym(SymInfo::unknown(range(4, 9))));
                state.graph.object_mut(CELL).fields[1].value = value;
            }),
        ),
        (
            "unknown function",
            Box::new(|state| {
                let value = Value::sym(state.graph.add_sym(SymInfo::unknown(Range::ALL)));
                state.graph.object_mut(NEXT).fields[0].value = value;
            }),
        ),
        (
            "unknown label",
            Box::new(|state| {
                let value = Value::sym(state.graph.add_sym(SymInfo::unknown(Range::ALL)));
                state.graph.object_mut(LOCAL).fields[0].value = value;
            }),
        ),
        (
            "unknown address of what another pointer holds",
            Box::new(|state| {
                let value = Value::sym(state.graph.add_sym(SymInfo::unknown(Range::ALL)));
                state.graph.object_mut(CELL).fields[0].value = value;
            }),
        ),
        (
            "unknown size",
            Box::new(|state| {
                let size = Value::sym(state.graph.add_sym(SymInfo::unknown(range(32, 40))));
                state.graph.object_mut(CELL).size = size;
            }),
        ),
        (
            "no field",
            Box::new(|state| {
                let object = state.graph.object_mut(CELL);
                object.fields.remove(1);
                object.fill = Fill::Unknown;
            }),
        ),
        ("fill", Box::new(|state| state.graph.object_mut(CELL).fill = Fill::Uninit)),
        ("fewest nodes", Box::new(|state| state.graph.object_mut(LIST).set_segment(|segment| segment.min = 0))),
        ("length", Box::new(|state| state.graph.object_mut(LIST).length = None)),
        (
            "number of nodes",
            Box::new(|state| {
                let sym = state.graph.add_sym(SymInfo { level: 1, ..SymInfo::unknown(range(0, 1)) });
                state.graph.object_mut(LIST).fields[1].value = Value::sym(sym);
            }),
        ),
        (
            "size of nodes",
            Box::new(|state| {
                let sym = state.graph.add_sym(SymInfo { level: 1, ..SymInfo::unknown(range(24, 32)) });
                state.graph.object_mut(LIST).size = Value::sym(sym);
            }),
        ),
    ];
    for (what, change) in changes {
        let mut general = specific.clone();
        change(&mut general);
        assert_eq!(check_consistency(&general), Ok(()), "{what}");
        assert!(covers(&module, &general, &specific), "{what}\n{general}\n{specific}");
        assert!(!covers(&module, &specific, &general), "{what}\n{general}\n{specific}");
    }
}

/// Unknowns that are no numbers of eight bytes, or none at all, do not stand for addresses.
#[test]
fn an_unknown_stands_for_what_fits_it() {
    let module = module();
    let with = |value: &dyn Fn(&mut State) -> Value| {
        let mut state = empty();
        let cell = node(&mut state, Kind::Region, 8, &[]);
        set_reg(&mut state, 0, Value::region(cell, 0));
        let value = value(&mut state);
        set_reg(&mut state, 1, value);
        state
    };
    let unknown = |negated: bool, add: i64, range: Range| {
        with(&|state| {
            let sym = state.graph.add_sym(SymInfo::unknown(range));
            Value::Sym(Linear { sym, negated, add })
        })
    };
    let address = with(&|_| Value::region(CELL, 0));
    let function = with(&|_| Value::Func(FuncId::from_index(0)));
    for specific in [&address, &function] {
        assert!(covers(&module, &unknown(false, 0, Range::ALL), specific));
        assert!(!covers(&module, &unknown(true, 0, Range::ALL), specific));
        assert!(!covers(&module, &unknown(false, 0, range(0, i64::MAX)), specific));
    }
    assert!(covers(&module, &unknown(false, 8, Range::ALL), &address));
    assert!(!covers(&module, &unknown(false, 8, Range::ALL), &function));
    // ±x + add for every small number.
    for (negated, add, number) in
        (0..2).flat_map(|sign| (-2..3).flat_map(move |add| (-6..7).map(move |number| (sign == 1, add, number))))
    {
        let possible = (-3..=3).any(|x: i64| (if negated { -x } else { x }) + add == number);
        let specific = with(&|_| Value::Int(number));
        assert_eq!(
            covers(&module, &unknown(negated, add, range(-3, 3)), &specific),
            possible,
            "{negated} {add} {number}"
        );
    }
    for (negated, add, lo) in
        (0..2).flat_map(|sign| (-2..3).flat_map(move |add| (-6..7).map(move |lo| (sign == 1, add, lo))))
    {
        let members: Vec<i64> = (-3..=3).map(|x: i64| (if negated { -x } else { x }) + add).collect();
        let possible = (lo..=lo + 2).all(|number| members.contains(&number));
        let general = unknown(negated, add, range(-3, 3));
        assert_eq!(covers(&module, &general, &unknown(false, 0, range(lo, lo + 2))), possible, "{negated} {add} {lo}");
        assert_eq!(
            covers(&module, &general, &unknown(true, 1, range(-1 - lo, 1 - lo))),
            possible,
            "{negated} {add} {lo}"
        );
    }
}

/// Bytes without fields: zeros are zeros however they are written, and an initialiser is itself only.
#[test]
fn gaps_are_compared() {
    let module = ir::parse("module lp64\n\nglobal @g: 16 align 8 = { bytes \"abcdefghabcdefgh\" }\nglobal @h: 16 align 8 = { bytes \"abcdefghabcdefgh\" }\n").expect("it is a module");
    let with = |fill: Fill, fields: &[(i64, i64, i64)]| {
        let mut state = empty();
        let id = node(&mut state, Kind::Region, 16, &[]);
        let object = state.graph.object_mut(id);
        object.fill = fill;
        object.fields = fields
            .iter()
            .map(|(offset, size, value)| Field { offset: *offset, size: *size, value: Value::Int(*value) })
            .collect();
        set_reg(&mut state, 0, Value::region(id, 0));
        state
    };
    let init = |number: usize| Fill::Init(ir::GlobalId::from_index(number));
    let covers = |general: &State, specific: &State| covers(&module, general, specific);
    let zero = with(Fill::Zero, &[]);
    assert!(covers(&zero, &with(Fill::Unknown, &[(0, 16, 0)])));
    assert!(covers(&zero, &with(Fill::Unknown, &[(0, 4, 0), (4, 12, 0)])));
    assert!(!covers(&zero, &with(Fill::Unknown, &[(0, 4, 0), (5, 11, 0)])));
    assert!(!covers(&zero, &with(Fill::Unknown, &[(0, 15, 0)])));
    assert!(!covers(&zero, &with(Fill::Unknown, &[(1, 15, 0)])));
    assert!(!covers(&zero, &with(Fill::Unknown, &[(0, 8, 0), (8, 8, 1)])));
    assert!(!covers(&zero, &with(Fill::Zero, &[(8, 8, 1)])));
    assert!(covers(&zero, &with(Fill::Zero, &[(8, 8, 0)])));
    let around = with(Fill::Zero, &[(4, 4, 7)]);
    assert!(covers(&around, &with(Fill::Unknown, &[(0, 4, 0), (4, 4, 7), (8, 8, 0)])));
    assert!(!covers(&around, &with(Fill::Unknown, &[(0, 3, 0), (4, 4, 7), (8, 8, 0)])));
    assert!(!covers(&around, &with(Fill::Unknown, &[(0, 4, 0), (4, 4, 7), (8, 7, 0)])));
    assert!(!covers(&around, &zero) && !covers(&zero, &around));
    assert!(covers(&with(Fill::Unknown, &[(4, 4, 0)]), &zero));
    assert!(!covers(&with(Fill::Unknown, &[(4, 4, 0)]), &with(Fill::Unknown, &[])));
    assert!(covers(&with(init(0), &[]), &with(init(0), &[])));
    assert!(!covers(&with(init(0), &[]), &with(init(1), &[])));
    assert!(!covers(&with(init(0), &[]), &with(init(0), &[(0, 8, 0)])));
    assert!(covers(&with(init(0), &[(0, 8, 0)]), &with(init(0), &[(0, 8, 0)])));
    assert!(!covers(&with(init(0), &[]), &zero) && !covers(&zero, &with(init(0), &[])));
    // Numbers are compared with all their bits, however they are written.
    let large = with(Fill::Zero, &[(0, 8, 1 << 60)]);
    assert!(covers(&large, &large) && !covers(&large, &with(Fill::Zero, &[(0, 8, 1 << 61)])) && !covers(&zero, &large));
    let pieces = with(Fill::Zero, &[(0, 4, 1), (4, 4, 2)]);
    assert!(covers(&pieces, &with(Fill::Zero, &[(0, 8, 1 + (2 << 32))])));
    assert!(covers(&with(Fill::Zero, &[(0, 8, 1 + (2 << 32))]), &pieces));
    // An object of unknown size has no last byte.
    let mut endless = zero.clone();
    let size = Value::sym(endless.graph.add_sym(SymInfo::unknown(range(16, 20))));
    endless.graph.object_mut(CELL).size = size;
    assert!(covers(&endless, &zero));
    assert!(!covers(&endless, &with(Fill::Unknown, &[(0, 16, 0)])));
    // A field must lie inside, whatever the size is.
    let mut small = with(Fill::Zero, &[(0, 8, 7)]);
    let size = Value::sym(small.graph.add_sym(SymInfo::unknown(range(8, 20))));
    small.graph.object_mut(CELL).size = size;
    assert!(covers(&small, &with(Fill::Zero, &[(0, 8, 7)])));
    let mut smaller = small.clone();
    let size = Value::sym(smaller.graph.add_sym(SymInfo::unknown(range(4, 20))));
    (smaller.graph.object_mut(CELL).size, smaller.graph.object_mut(CELL).fields) = (size, Vec::new());
    assert!(!covers(&small, &smaller));
    let mut short = with(Fill::Unknown, &[(0, 8, 0)]);
    let size = Value::sym(short.graph.add_sym(SymInfo::unknown(range(4, 20))));
    short.graph.object_mut(CELL).size = size;
    let four = |size: i64| {
        let mut state = with(Fill::Zero, &[]);
        state.graph.object_mut(CELL).size = Value::Int(size);
        state
    };
    assert!(covers(&short, &four(8)) && !covers(&short, &four(7)) && !covers(&short, &four(4)));
}

/// One part of a list that is written down here; the numbers are those of its nodes.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// `None` for one node.
    min: Option<u8>,
    data: Data,
}

#[derive(Clone, Copy, Debug)]
enum Data {
    Number(i64),
    /// 0 or 1, for each node anew.
    Own,
    /// The number that register 1 holds too.
    Shared,
    /// An object for each node, or one for all of them, with the number 1.
    OwnObject,
    SharedObject,
}

fn lists(parts: &[Part], double: bool) -> State {
    let mut state = empty();
    let shared = state.graph.add_sym(SymInfo::unknown(range(0, 1)));
    let cell = node(&mut state, Kind::Region, 8, &[(0, Value::Int(1))]);
    set_reg(&mut state, 4, Value::region(cell, 0));
    let kind = |part: &Part| match part.min {
        None => Kind::Region,
        Some(min) if double => double_list(min),
        Some(min) => list(min),
    };
    let kinds: Vec<Kind> = parts.iter().map(kind).collect();
    let ids = if double { double_chain(&mut state, 0, &kinds) } else { chain(&mut state, 0, &kinds) };
    for (part, id) in parts.iter().zip(&ids) {
        let level = u8::from(part.min.is_some());
        let value = match part.data {
            Data::Number(number) => Value::Int(number),
            Data::Own => Value::sym(state.graph.add_sym(SymInfo { level, ..SymInfo::unknown(range(0, 1)) })),
            Data::Shared => Value::sym(shared),
            Data::OwnObject => {
                let own = node(&mut state, Kind::Region, 8, &[(0, Value::Int(1))]);
                state.graph.object_mut(own).level = level;
                Value::region(own, 0)
            }
            Data::SharedObject => Value::region(cell, 0),
        };
        let object = state.graph.object_mut(*id);
        object.size = Value::Int(32);
        object.fields.push(Field { offset: 16, size: 8, value });
    }
    set_reg(&mut state, 3, Value::sym(shared));
    collect_garbage(&mut state);
    assert_eq!(check_consistency(&state), Ok(()), "{parts:?}");
    canon::canonical(&state)
}

/// All heaps of the lists with at most so many nodes a segment and all numbers in place of unknowns.
fn heaps(state: &State, most: usize) -> Vec<State> {
    let mut work = concretise(state, most);
    let mut done: Vec<State> = Vec::new();
    while let Some(state) = work.pop() {
        let Some((sym, info)) = state.graph.syms().first().copied() else {
            done.push(canon::canonical(&state));
            continue;
        };
        for number in info.range.members() {
            let mut state = state.clone();
            if state.substitute(sym, Value::Int(number)) {
                work.push(state);
            }
        }
    }
    done
}

fn check_contained(double: bool, parts: &[Part]) -> usize {
    let module = module();
    let sequences = [vec![]].into_iter().chain(parts.iter().map(|part| vec![*part]));
    let pairs = parts.iter().flat_map(|a| parts.iter().map(|b| vec![*a, *b]));
    let all: Vec<(Vec<Part>, State)> =
        sequences.chain(pairs).map(|parts| (parts.clone(), lists(&parts, double))).collect();
    let specific_heaps: Vec<Vec<State>> = all.iter().map(|(_, state)| heaps(state, 2)).collect();
    let general_heaps: Vec<Vec<State>> = all.iter().map(|(_, state)| heaps(state, 4)).collect();
    let mut found = 0;
    for ((general, general_state), possible) in all.iter().zip(&general_heaps) {
        for ((specific, specific_state), heaps) in all.iter().zip(&specific_heaps) {
            if covers(&module, general_state, specific_state) {
                found += 1;
                for heap in heaps {
                    let known = possible.iter().any(|other| canon::same(heap, other));
                    assert!(known, "{general:?} {specific:?}\n{heap}");
                }
            }
        }
    }
    found
}

const NUMBERS: [Data; 3] = [Data::Number(1), Data::Own, Data::Shared];

#[test]
fn lists_of_numbers_contain_what_they_cover() {
    let parts: Vec<Part> =
        [None, Some(0), Some(1)].into_iter().flat_map(|min| NUMBERS.map(|data| Part { min, data })).collect();
    expect!["1835"].assert_eq(&check_contained(false, &parts).to_string());
}

#[test]
fn double_lists_contain_what_they_cover() {
    let parts: Vec<Part> = [None, Some(0), Some(1), Some(2)]
        .into_iter()
        .flat_map(|min| [Data::Number(1), Data::Own].map(|data| Part { min, data }))
        .collect();
    expect!["1389"].assert_eq(&check_contained(true, &parts).to_string());
}

#[test]
fn lists_of_objects_contain_what_they_cover() {
    let data = [Data::OwnObject, Data::SharedObject];
    let parts: Vec<Part> =
        [None, Some(0), Some(1), Some(2)].into_iter().flat_map(|min| data.map(|data| Part { min, data })).collect();
    expect!["705"].assert_eq(&check_contained(false, &parts).to_string());
}

/// One node or none: regions and lists with at most one node are, others are not.
#[test]
fn optional_nodes_are_covered() {
    let module = module();
    let with = |kind: Option<Kind>, next: Value| {
        let mut state = empty();
        let first = match kind {
            Some(kind) => {
                let id = node(&mut state, kind, 16, &[(0, next)]);
                end(&state, id, Which::First)
            }
            None => Value::NULL,
        };
        set_reg(&mut state, 0, first);
        state
    };
    let segment = |links, min, optional| Kind::Segment(Segment { min, optional, head: 0, links, alternates: None });
    let one = segment(Links::NONE, 0, true);
    let linked = segment(Links::single(0, 0), 0, true);
    let specific = [
        with(None, Value::NULL),
        with(Some(Kind::Region), Value::NULL),
        with(Some(Kind::Region), Value::Int(5)),
        with(Some(one), Value::NULL),
        with(Some(one), Value::Int(5)),
        with(Some(linked), Value::NULL),
        with(Some(list(0)), Value::NULL),
        with(Some(list(1)), Value::NULL),
    ];
    let covered =
        |general: &State| specific.iter().map(|specific| covers(&module, general, specific)).collect::<Vec<_>>();
    assert_eq!(covered(&with(Some(one), Value::NULL)), [true, true, false, true, false, false, false, false]);
    assert_eq!(covered(&with(Some(one), Value::Int(5))), [true, false, true, false, true, false, false, false]);
    assert_eq!(covered(&with(Some(linked), Value::NULL)), [true, true, false, true, false, true, false, false]);
    assert_eq!(covered(&with(Some(list(0)), Value::NULL)), [true, true, false, true, false, true, true, true]);
    assert_eq!(covered(&with(Some(list(1)), Value::NULL)), [false, true, false, false, false, false, false, true]);
    let mut two = empty();
    chain(&mut two, 0, &[Kind::Region, Kind::Region]);
    assert!(!covers(&module, &with(Some(one), Value::NULL), &two));
    assert!(!covers(&module, &with(Some(linked), Value::NULL), &two));
}

/// What a node is: live, on the heap, of the right size and in the right place, and seen once.
#[test]
fn nodes_are_told_from_other_objects() {
    let module = module();
    let mut general = empty();
    chain(&mut general, 0, &[list(0), Kind::Region]);
    let with = |change: &dyn Fn(&mut State, &[ObjectId])| {
        let mut state = empty();
        let ids = chain(&mut state, 0, &[Kind::Region; 3]);
        change(&mut state, &ids);
        state
    };
    let seen = |state: &State| covers(&module, &general, state);
    assert!(seen(&with(&|_, _| {})));
    assert!(!seen(&with(&|state, ids| state.graph.object_mut(ids[0]).storage = Storage::Stack)));
    assert!(!seen(&with(&|state, ids| state.graph.object_mut(ids[0]).size = Value::Int(24))));
    assert!(!seen(&with(&|state, ids| set_reg(state, 0, Value::region(ids[0], 8)))));
    assert!(!seen(&with(&|state, ids| {
        let sym = state.graph.add_sym(SymInfo::unknown(range(0, 1)));
        set_reg(state, 0, Value::Addr(Addr { object: ids[0], which: Which::Region, offset: 0, plus: Some(sym) }));
    })));
    assert!(!seen(&with(&|state, ids| state.graph.object_mut(ids[1]).fields[0].value = Value::region(ids[0], 0))));
    assert!(!seen(&with(&|state, ids| state.graph.object_mut(ids[1]).fields[0].value = Value::Int(5))));
    // A link of zeros may be no field at all.
    assert!(seen(&with(&|state, ids| state.graph.object_mut(ids[2]).fields.clear())));
    assert!(!seen(&with(&|state, ids| {
        let object = state.graph.object_mut(ids[2]);
        object.fields.clear();
        object.fill = Fill::Unknown;
    })));
}

/// Segments of the specific side that have more links, and whose nodes begin elsewhere.
#[test]
fn lists_in_two_directions_are_lists_in_one() {
    let module = module();
    let double = |fill: Fill| {
        let mut state = empty();
        double_chain(&mut state, 0, &[double_list(1)]);
        state.frame_mut().regs.truncate(1);
        state.graph.object_mut(CELL).fill = fill;
        state
    };
    let single = |fill: Fill, back: Option<Value>| {
        let mut state = empty();
        let id = node(&mut state, list(1), 24, &[(0, Value::NULL)]);
        let first = end(&state, id, Which::First);
        set_reg(&mut state, 0, first);
        let object = state.graph.object_mut(id);
        object.fill = fill;
        object.fields.extend(back.map(|value| Field { offset: 8, size: 8, value }));
        state
    };
    assert!(covers(&module, &single(Fill::Unknown, None), &double(Fill::Zero)));
    assert!(!covers(&module, &single(Fill::Zero, None), &double(Fill::Zero)));
    assert!(!covers(&module, &single(Fill::Zero, Some(Value::NULL)), &double(Fill::Zero)));
    let mut open = single(Fill::Zero, None);
    let sym = open.graph.add_sym(SymInfo { level: 1, ..SymInfo::unknown(Range::ALL) });
    open.graph.object_mut(CELL).fields.push(Field { offset: 8, size: 8, value: Value::sym(sym) });
    assert!(covers(&module, &open, &double(Fill::Zero)));
    let mut narrow = open.clone();
    narrow.graph.set_sym(sym, SymInfo { level: 1, ..SymInfo::unknown(range(0, 9)) });
    assert!(!covers(&module, &narrow, &double(Fill::Zero)));
    let mut shared = open.clone();
    shared.graph.set_sym(sym, SymInfo::unknown(Range::ALL));
    assert!(!covers(&module, &shared, &double(Fill::Zero)), "every node has another one before it");
    let mut half = open.clone();
    half.graph.object_mut(CELL).fields[1].size = 4;
    assert!(!covers(&module, &half, &double(Fill::Zero)));
    assert!(!covers(&module, &double(Fill::Zero), &open));
    let mut elsewhere = empty();
    let links = Links::single(0, 8);
    let id = node(&mut elsewhere, linked_list(links, 1), 24, &[(0, Value::NULL)]);
    let first = end(&elsewhere, id, Which::First);
    set_reg(&mut elsewhere, 0, first);
    assert!(!covers(&module, &single(Fill::Zero, None), &elsewhere));
    assert!(!covers(&module, &elsewhere, &single(Fill::Zero, None)));
}

/// Between two lists, the border is looked for; what another pointer marks comes first.
#[test]
fn borders_are_found() {
    let module = module();
    let marked = |first: Kind, second: Kind, mark: usize, kinds: &[Kind]| {
        let mut general = empty();
        let ids = chain(&mut general, 0, &[first, second]);
        let at = end(&general, ids[1], Which::First);
        set_reg(&mut general, 1, at);
        let mut specific = empty();
        let ids = chain(&mut specific, 0, kinds);
        let at = ids.get(mark).map_or(Value::NULL, |id| end(&specific, *id, Which::First));
        set_reg(&mut specific, 1, at);
        covers(&module, &general, &specific)
    };
    for (count, mark) in
        (0..5).flat_map(|count| (0..5).map(move |mark| (count, mark))).filter(|(count, mark)| mark <= count)
    {
        let kinds = vec![Kind::Region; count];
        for (one, other) in (0..3).flat_map(|one| (0..3).map(move |other| (one, other))) {
            let enough = mark >= one && count - mark >= other;
            assert_eq!(
                marked(list(one as u8), list(other as u8), mark, &kinds),
                enough,
                "{count} {mark} {one} {other}"
            );
        }
        assert_eq!(marked(Kind::Region, list(0), mark, &kinds), mark == 1, "{count} {mark}");
        assert_eq!(marked(list(0), Kind::Region, mark, &kinds), mark + 1 == count, "{count} {mark}");
    }
    // Without a mark, all borders are tried.
    let unmarked = |general: &[Kind], count: usize| {
        let (mut one, mut other) = (empty(), empty());
        chain(&mut one, 0, general);
        chain(&mut other, 0, &vec![Kind::Region; count]);
        covers(&module, &one, &other)
    };
    for count in 0..6 {
        assert_eq!(unmarked(&[list(1), list(2)], count), count >= 3, "{count}");
        assert_eq!(unmarked(&[list(0), Kind::Region, list(1)], count), count >= 2, "{count}");
        assert_eq!(unmarked(&[list(2), Kind::Region, list(0)], count), count >= 3, "{count}");
    }
    assert!(unmarked(&[list(0)], 64));
    assert!(!unmarked(&[list(0)], 65), "longer chains are not looked for");
}
