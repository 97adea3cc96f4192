//! What no graph may be: each condition is lost once, and missed.

use super::*;
use crate::graph::{Alternation, Linear, Range, SymInfo, check_consistency};

const OUTER: ObjectId = ObjectId(0);
const INNER: ObjectId = ObjectId(1);
const DEEP: ObjectId = ObjectId(2);
const CELL: ObjectId = ObjectId(3);
const DOUBLE: ObjectId = ObjectId(4);
const OPTION: ObjectId = ObjectId(5);

fn all_of(object: ObjectId) -> Value {
    Value::Addr(Addr { object, which: Which::All, offset: 0, plus: None })
}

fn first(object: ObjectId) -> Value {
    Value::Addr(Addr { object, which: Which::First, offset: 0, plus: None })
}

fn field(offset: i64, size: i64, value: Value) -> Field {
    Field { offset, size, value }
}

/// A list of lists of cells that point back to both, another list that runs in both directions, one node that may be
/// missing, and a cell.
fn sound() -> State {
    let mut state = empty();
    assert_eq!(node(&mut state, list(1), 32, &[(0, Value::NULL), (8, Value::NULL)]), OUTER);
    assert_eq!(node(&mut state, list(0), 32, &[(0, Value::NULL), (8, Value::NULL), (16, all_of(OUTER))]), INNER);
    assert_eq!(node(&mut state, Kind::Region, 16, &[(0, all_of(INNER)), (8, all_of(OUTER))]), DEEP);
    assert_eq!(node(&mut state, Kind::Region, 16, &[(0, Value::Int(1)), (8, Value::NULL)]), CELL);
    assert_eq!(node(&mut state, double_list(2), 24, &[(0, Value::NULL), (8, Value::region(CELL, 0))]), DOUBLE);
    let optional = Segment { min: 0, optional: true, head: 0, links: Links::NONE, alternates: None };
    assert_eq!(node(&mut state, Kind::Segment(optional), 16, &[(0, Value::NULL)]), OPTION);
    state.graph.object_mut(INNER).level = 1;
    state.graph.object_mut(DEEP).level = 2;
    state.graph.object_mut(OUTER).fields[1].value = first(INNER);
    state.graph.object_mut(INNER).fields[1].value = Value::region(DEEP, 8);
    for (reg, value) in [first(OUTER), first(DOUBLE), first(OPTION), Value::region(CELL, 0)].into_iter().enumerate() {
        set_reg(&mut state, reg, value);
    }
    state
}

fn refused(what: &str, because: &str, change: impl FnOnce(&mut State)) {
    let mut state = sound();
    change(&mut state);
    match check_consistency(&state) {
        Err(why) => assert!(why.contains(because), "{what}: expected {because:?} in {why:?}"),
        Ok(()) => panic!("{what}: nothing is found\n{state}"),
    }
}

fn allowed(what: &str, change: impl FnOnce(&mut State)) {
    let mut state = sound();
    change(&mut state);
    assert_eq!(check_consistency(&state), Ok(()), "{what}\n{state}");
}

fn unknown(state: &mut State, level: u8, lo: i64, hi: i64) -> Value {
    Value::sym(state.graph.add_sym(SymInfo { level, ..SymInfo::unknown(Range { lo, hi, align: 0 }) }))
}

fn with_segment(state: &mut State, id: ObjectId, change: impl FnOnce(&mut Segment)) {
    state.graph.object_mut(id).set_segment(change);
}

#[test]
fn roots() {
    allowed("nothing is changed", |_| {});
    refused("all nodes", "is not of level 0", |state| set_reg(state, 7, all_of(OUTER)));
    refused("a nested list", "is not of level 0", |state| set_reg(state, 7, first(INNER)));
    refused("in what the caller holds", "is not of level 0", |state| state.cut.push(first(INNER)));
    refused("nested bytes at an unknown offset", "is not of level 0", |state| {
        let sym = unknown(state, 1, 0, 8).symbol();
        set_reg(state, 7, Value::Addr(Addr { object: CELL, which: Which::Region, offset: 0, plus: sym }));
    });
    allowed("bytes at an unknown offset", |state| {
        let sym = unknown(state, 0, 0, 8).symbol();
        set_reg(state, 7, Value::Addr(Addr { object: CELL, which: Which::Region, offset: 0, plus: sym }));
    });
}

#[test]
fn addresses() {
    let root = |value: Value| move |state: &mut State| set_reg(state, 7, value);
    let end = |object, which, offset, plus| Value::Addr(Addr { object, which, offset, plus });
    allowed("the last node of a list in both directions", root(end(DOUBLE, Which::Last, 0, None)));
    refused("a segment as a region", "is no address of", root(Value::region(OUTER, 0)));
    refused("the first node of a region", "is no address of", root(end(CELL, Which::First, 0, None)));
    refused("the last node of a region", "is no address of", root(end(CELL, Which::Last, 0, None)));
    refused("all nodes of a region", "is no address of", root(all_of(CELL)));
    refused("the last node of a list in one direction", "is no address of", root(end(OUTER, Which::Last, 0, None)));
    refused("another place of a first node", "is no address of", root(end(OUTER, Which::First, 8, None)));
    refused("another place of a last node", "is no address of", root(end(DOUBLE, Which::Last, 8, None)));
    refused("another place of an optional node", "is no address of", root(end(OPTION, Which::First, 8, None)));
    refused("the last node of an optional region", "is no address of", root(end(OPTION, Which::Last, 0, None)));
    refused("a first node at an unknown offset", "is no address of", |state| {
        let sym = unknown(state, 0, 0, 8).symbol();
        set_reg(state, 7, end(OUTER, Which::First, 0, sym));
    });
    refused("an object that is not there", "leads to nothing", root(Value::region(ObjectId(9), 0)));
    let missing = crate::graph::SymId(9);
    refused("an unknown that is not there", "has no such unknown", root(Value::sym(missing)));
    refused("an offset that is not there", "has no such unknown", root(end(CELL, Which::Region, 0, Some(missing))));
}

#[test]
fn unknowns_and_disequalities() {
    for (lo, hi, align) in [(1, 0, 0), (1, 3, 2), (0, 8, 63)] {
        refused("no number", "is no number at all", |state| {
            let sym = state.graph.add_sym(SymInfo::unknown(Range { lo, hi, align }));
            set_reg(state, 7, Value::sym(sym));
        });
    }
    allowed("different things", |state| state.graph.add_differ(Value::region(CELL, 0), first(OUTER)));
    refused("itself", "differs from itself", |state| state.graph.add_differ(first(OUTER), first(OUTER)));
    refused("a wrong first", "is no address of", |state| state.graph.add_differ(all_of(CELL), first(OUTER)));
    let missing = Value::sym(crate::graph::SymId(9));
    for other in [Value::Int(0), first(OUTER)] {
        refused("what is not there", "has no such unknown", |state| state.graph.add_differ(missing, other));
    }
    refused("a wrong second", "leads to nothing", |state| {
        state.graph.add_differ(Value::Int(0), Value::region(ObjectId(9), 0));
    });
}

#[test]
fn sizes() {
    for (id, level, right) in [(CELL, 0, true), (CELL, 1, false), (OUTER, 1, true), (OUTER, 2, false), (INNER, 2, true)]
    {
        let change = |state: &mut State| {
            let size = unknown(state, level, 64, 99);
            state.graph.object_mut(id).size = size;
        };
        if right { allowed("a size", change) } else { refused("a size", "size", change) }
    }
    for (lo, right) in [(0, true), (-1, false)] {
        let change = |state: &mut State| {
            let size = unknown(state, 0, lo, 99);
            state.graph.object_mut(CELL).size = size;
        };
        if right { allowed("a size from 0", change) } else { refused("a negative size", "size", change) }
    }
    refused("an address as size", "size", |state| state.graph.object_mut(CELL).size = first(OUTER));
    refused("a size that is not there", "has no such unknown", |state| {
        state.graph.object_mut(CELL).size = Value::sym(crate::graph::SymId(9));
    });
}

#[test]
fn lengths() {
    let with = |id: ObjectId, length: Value| move |state: &mut State| state.graph.object_mut(id).length = Some(length);
    allowed("a list of three", with(OUTER, Value::Int(3)));
    allowed("a list of some", |state| {
        let count = unknown(state, 0, 0, 9);
        state.graph.object_mut(OUTER).length = Some(count);
    });
    refused("a private number", "length", |state| {
        let count = unknown(state, 1, 0, 9);
        state.graph.object_mut(OUTER).length = Some(count);
    });
    refused("a region", "length", with(CELL, Value::Int(1)));
    refused("an optional region", "length", with(OPTION, Value::Int(1)));
    refused("a nested list", "length", with(INNER, Value::Int(1)));
    for length in [Value::region(CELL, 0), first(DOUBLE), Value::Func(FuncId::from_index(0))] {
        refused("an address", "length", with(OUTER, length));
    }
    refused("a number that is not there", "has no such unknown", with(OUTER, Value::sym(crate::graph::SymId(9))));
}

#[test]
fn fields() {
    let cell = |fields: Vec<Field>| move |state: &mut State| state.graph.object_mut(CELL).fields = fields.clone();
    let number = Value::Int(1);
    allowed("up to the end", cell(vec![field(0, 1, number), field(1, 3, number), field(8, 8, number)]));
    refused("behind the end", "exceed size", cell(vec![field(0, 1, number), field(8, 9, number)]));
    refused("overlapping", "overlap", cell(vec![field(0, 4, number), field(3, 4, number)]));
    refused("in another order", "overlap", cell(vec![field(8, 4, number), field(0, 4, number)]));
    refused("without bytes", "overlap", cell(vec![field(0, 0, number)]));
    refused("of a negative size", "overlap", cell(vec![field(8, -4, number)]));
    refused("before the object", "overlap", cell(vec![field(-4, 4, number)]));
    refused("a value that is none", "leads to nothing", cell(vec![field(0, 8, Value::region(ObjectId(9), 0))]));
    for life in [Life::Freed, Life::OutOfScope] {
        refused("of a dead object", "dead, with fields", |state| state.graph.object_mut(CELL).life = life);
        allowed("of none", |state| {
            let object = state.graph.object_mut(CELL);
            (object.life, object.fields) = (life, Vec::new());
        });
    }
}

#[test]
fn segments() {
    refused("freed", "not live", |state| {
        let object = state.graph.object_mut(OPTION);
        (object.life, object.fields) = (Life::Freed, Vec::new());
    });
    for storage in [Storage::Stack, Storage::Global { constant: false }] {
        refused("not on the heap", "not on the heap", |state| state.graph.object_mut(OUTER).storage = storage);
    }
    refused("an optional one of one node", "optional", |state| {
        with_segment(state, OPTION, |segment| segment.min = 1);
    });
    refused("a list without links", "Segment", |state| with_segment(state, OPTION, |segment| segment.optional = false));
    allowed("an optional list", |state| {
        with_segment(state, INNER, |segment| segment.optional = true);
    });
    refused("a link that is no field", "without its links", |state| {
        with_segment(state, OUTER, |segment| segment.links = Links::single(4, 0));
    });
    refused("a second link that is no field", "without its links", |state| {
        with_segment(state, DOUBLE, |segment| segment.links = Links::double(0, 16, 0));
    });
    for (size, right) in [(4, true), (8, true), (2, false), (6, false)] {
        let change = |state: &mut State| state.graph.object_mut(OUTER).fields[0].size = size;
        if right { allowed("a link", change) } else { refused("a small link", "without its links", change) }
    }
    refused("a first link back", "the first link", |state| {
        let links = Links::new([Link { at: 0, to: 0, back: true }, Link { at: 8, to: 0, back: false }]);
        with_segment(state, DOUBLE, |segment| segment.links = links.expect("there are two"));
    });
    refused("a first link to elsewhere", "the first link", |state| {
        state.frame_mut().regs.remove(1);
        with_segment(state, DOUBLE, |segment| segment.head = 8);
    });
    refused("links that end differently", "two links point to the same place", |state| {
        let links = Links::new([0, 8].map(|at| Link { at, to: 0, back: false })).expect("there are two");
        with_segment(state, DOUBLE, |segment| segment.links = links);
    });
}

#[test]
fn alternations() {
    let with = |id: ObjectId, offset: i64, size: i64| {
        move |state: &mut State| {
            let alternates = Some(Alternation { offset, size, sum: 1, first: Some(0), last: None });
            with_segment(state, id, |segment| segment.alternates = alternates);
        }
    };
    let extra = |state: &mut State| state.graph.object_mut(OUTER).fields.push(field(16, 4, Value::Int(0)));
    allowed("a number", |state| {
        extra(state);
        with(OUTER, 16, 4)(state);
    });
    refused("nothing", "nothing alternates", with(OUTER, 16, 4));
    refused("another size", "nothing alternates", |state| {
        extra(state);
        with(OUTER, 16, 8)(state);
    });
    refused("a link", "nothing alternates", with(OUTER, 0, 8));
    refused("an optional region", "nothing alternates", with(OPTION, 0, 8));
}

#[test]
fn levels() {
    refused("without a parent", "has no parent", |state| {
        let id = node(state, Kind::Region, 8, &[]);
        state.graph.object_mut(id).level = 1;
    });
    refused("too far below", "has no parent", |state| {
        state.graph.object_mut(OUTER).fields[1].value = Value::NULL;
    });
    refused("below two lists", "has two parents", |state| {
        state.graph.object_mut(DOUBLE).fields.push(field(16, 8, first(INNER)));
    });
    allowed("below one list, twice", |state| {
        state.graph.object_mut(OUTER).fields.push(field(16, 8, first(INNER)));
    });
    refused("through a link", "too deep", |state| state.graph.object_mut(OUTER).fields[0].value = first(INNER));
    refused("from a region", "too deep", |state| state.graph.object_mut(CELL).fields[1].value = first(INNER));
    refused("two levels below", "too deep", |state| {
        state.graph.object_mut(OUTER).fields.push(field(16, 8, Value::region(DEEP, 0)));
    });
    refused("an unknown of a region", "too deep", |state| {
        let value = unknown(state, 1, 0, 9);
        state.graph.object_mut(CELL).fields[1].value = value;
    });
    allowed("an unknown of a node", |state| {
        let value = unknown(state, 1, 0, 9);
        state.graph.object_mut(OUTER).fields.push(field(16, 8, value));
    });
    allowed("a node that points to itself", |state| {
        state.graph.object_mut(OUTER).fields.push(field(16, 8, all_of(OUTER)));
    });
    refused("all nodes of a list beside it", "not from below", |state| {
        state.graph.object_mut(OUTER).fields.push(field(16, 8, all_of(DOUBLE)));
    });
    refused("all nodes of another list from below", "not from below", |state| {
        state.graph.object_mut(DEEP).fields[1].value = all_of(DOUBLE);
    });
    refused("itself through a link", "too deep", |state| {
        state.graph.object_mut(OUTER).fields[0].value = all_of(OUTER);
    });
    allowed("a nested object that only another nested one knows", |state| {
        let far = node(state, Kind::Region, 8, &[]);
        let near = node(state, Kind::Region, 8, &[(0, Value::region(far, 0))]);
        [far, near].into_iter().for_each(|id| state.graph.object_mut(id).level = 1);
        state.graph.object_mut(OUTER).fields.push(field(16, 8, Value::region(near, 0)));
    });
    allowed("a nested object that knows itself", |state| {
        state.graph.object_mut(DEEP).fields[0].value = Value::region(DEEP, 0);
    });
}

/// Lists that may be empty, each followed by the next; the last by the first.
fn cycle(mins: &[u8], double: bool) -> State {
    let mut state = empty();
    let kind = |min: u8| if double { double_list(min) } else { list(min) };
    let nulls = [(0, Value::NULL), (8, Value::NULL)];
    let ids: Vec<ObjectId> = mins.iter().map(|min| node(&mut state, kind(*min), 24, &nulls)).collect();
    for (at, id) in ids.iter().enumerate() {
        let (next, prev) = (ids[(at + 1) % ids.len()], ids[(at + ids.len() - 1) % ids.len()]);
        let back = if double {
            Value::Addr(Addr { object: prev, which: Which::Last, offset: 0, plus: None })
        } else {
            Value::NULL
        };
        state.graph.object_mut(*id).fields[0].value = first(next);
        state.graph.object_mut(*id).fields[1].value = back;
    }
    set_reg(&mut state, 0, first(ids[0]));
    state
}

#[test]
fn cycles_have_nodes() {
    for mins in [vec![0], vec![0, 0], vec![0, 0, 0], vec![0; 5]] {
        for double in [false, true] {
            let found = check_consistency(&cycle(&mins, double));
            assert!(found.is_err_and(|why| why.contains("cycle")), "{mins:?} {double}");
        }
    }
    for mins in [vec![1], vec![0, 1], vec![1, 0, 0], vec![0, 0, 2]] {
        for double in [false, true] {
            assert_eq!(check_consistency(&cycle(&mins, double)), Ok(()), "{mins:?} {double}");
        }
    }
    // A way into a cycle of others is none by itself, and the cycle is still found.
    let mut state = cycle(&[0, 0], false);
    let before = node(&mut state, list(0), 24, &[(0, first(ObjectId(0)))]);
    set_reg(&mut state, 1, first(before));
    assert!(check_consistency(&state).is_err());
    // Nodes that know themselves are no way round.
    let mut state = empty();
    let id = node(&mut state, list(0), 24, &[(0, Value::NULL), (8, Value::NULL)]);
    state.graph.object_mut(id).fields[1].value = all_of(id);
    set_reg(&mut state, 0, first(id));
    assert_eq!(check_consistency(&state), Ok(()));
}

/// Sums of unknowns need not be checked further than their parts.
#[test]
fn moved_unknowns_are_values() {
    allowed("a number", |state| {
        let Some(sym) = unknown(state, 0, 0, 9).symbol() else { panic!("it is unknown") };
        set_reg(state, 7, Value::Sym(Linear { sym, negated: true, add: 3 }));
    });
}
