//! Entailment of lists: what is no chain of nodes is not taken for one.

use super::*;
use crate::cover::covers;
use crate::graph::{Linear, Range, SymInfo};

fn segment(links: Links, min: u8, optional: bool) -> Kind {
    let head = links.iter().next().map_or(0, |link| link.to);
    Kind::Segment(Segment { min, optional, head, links, alternates: None })
}

/// One list in register 0, of nodes of 24 bytes with the fields given; what no field covers is as `fill` says.
fn one(kind: Kind, which: Which, fill: Fill, fields: &[(i64, Value)]) -> State {
    let mut state = empty();
    let id = node(&mut state, kind, 24, fields);
    state.graph.object_mut(id).fill = fill;
    let at = end(&state, id, which);
    set_reg(&mut state, 0, at);
    state
}

const NULLS: [(i64, Value); 2] = [(0, Value::NULL), (8, Value::NULL)];

/// A list that is linked through another field, or seen from its other end, is another list.
#[test]
fn other_lists_are_not_covered() {
    let module = module();
    let general = |min| one(list(min), Which::First, Fill::Unknown, &[(0, Value::NULL)]);
    let same = one(list(2), Which::First, Fill::Unknown, &NULLS);
    let elsewhere = one(segment(Links::single(8, 0), 1, false), Which::First, Fill::Unknown, &NULLS);
    let optional = one(segment(Links::single(8, 0), 0, true), Which::First, Fill::Unknown, &NULLS);
    let double = one(double_list(2), Which::First, Fill::Unknown, &NULLS);
    let backwards = one(double_list(2), Which::Last, Fill::Unknown, &NULLS);
    for min in [0, 1] {
        assert!(covers(&module, &general(min), &same) && covers(&module, &general(min), &double), "{min}");
        for other in [&elsewhere, &optional, &backwards] {
            assert!(!covers(&module, &general(min), other), "{min}\n{other}");
        }
    }
    let both = one(double_list(1), Which::First, Fill::Unknown, &NULLS);
    assert!(covers(&module, &both, &double) && !covers(&module, &both, &backwards) && !covers(&module, &both, &same));
    let last = one(double_list(1), Which::Last, Fill::Unknown, &NULLS);
    assert!(covers(&module, &last, &backwards) && !covers(&module, &last, &double));
}

/// Without its node, an optional region is null; an optional list is what follows it.
#[test]
fn optional_regions_are_null_or_a_node() {
    let module = module();
    let region = one(segment(Links::NONE, 0, true), Which::First, Fill::Unknown, &[]);
    let linked = |next: Value| one(segment(Links::single(0, 0), 0, true), Which::First, Fill::Unknown, &[(0, next)]);
    assert!(!covers(&module, &region, &linked(Value::Int(5))));
    let alone = |next: Value| one(segment(Links::NONE, 0, true), Which::First, Fill::Unknown, &[(0, next)]);
    let single = one(list(0), Which::First, Fill::Unknown, &[(0, Value::NULL)]);
    assert!(covers(&module, &single, &alone(Value::NULL)) && !covers(&module, &single, &alone(Value::Int(5))));
    let double = one(double_list(0), Which::First, Fill::Unknown, &NULLS);
    assert!(!covers(&module, &double, &alone(Value::NULL)), "it has no second link");
}

/// A second pointer to an empty list leads where the list leads.
#[test]
fn all_pointers_to_an_empty_list_are_compared() {
    let module = module();
    let mut general = empty();
    let ids = double_chain(&mut general, 0, &[double_list(0)]);
    let first = end(&general, ids[0], Which::First);
    set_reg(&mut general, 2, first);
    let specific = |values: [Value; 3]| {
        let mut state = empty();
        let cell = node(&mut state, Kind::Region, 8, &[]);
        state.graph.object_mut(cell).storage = Storage::Stack;
        values.into_iter().enumerate().for_each(|(reg, value)| set_reg(&mut state, reg, value));
        state
    };
    let (null, other) = (Value::NULL, Value::region(ObjectId(0), 0));
    assert!(covers(&module, &general, &specific([null; 3])));
    for values in [[other, null, null], [null, other, null], [null, null, other], [null, null, Value::Int(5)]] {
        assert!(!covers(&module, &general, &specific(values)), "{values:?}");
    }
    // The same where there are nodes.
    let mut nodes = empty();
    let ids = double_chain(&mut nodes, 0, &[Kind::Region, Kind::Region]);
    for (at, right) in [(ids[0], true), (ids[1], false)] {
        set_reg(&mut nodes, 2, Value::region(at, 0));
        assert_eq!(covers(&module, &general, &nodes), right);
    }
}

/// Nodes must have the size that the list's nodes have, as far as it is known.
#[test]
fn sizes_of_nodes() {
    let module = module();
    let of = |kind: Kind, lo: i64, hi: i64| {
        let mut state = one(kind, Which::First, Fill::Unknown, &[(0, Value::NULL)]);
        let level = u8::from(kind != Kind::Region);
        let size = match lo == hi {
            true => Value::Int(lo),
            false => Value::sym(state.graph.add_sym(SymInfo { level, ..SymInfo::unknown(Range { lo, hi, align: 0 }) })),
        };
        let id = state.graph.objects().next().expect("there is one").0;
        state.graph.object_mut(id).size = size;
        state
    };
    for (lo, hi, right) in
        [(24, 24, true), (24, 32, true), (16, 24, true), (16, 20, false), (25, 32, false), (25, 25, false)]
    {
        assert_eq!(covers(&module, &of(list(0), lo, hi), &of(Kind::Region, 24, 24)), right, "{lo} {hi}");
        assert_eq!(covers(&module, &of(list(0), lo, hi), &of(list(1), 24, 24)), right, "{lo} {hi}");
    }
    assert!(covers(&module, &of(list(0), 16, 32), &of(list(1), 20, 30)));
    assert!(!covers(&module, &of(list(0), 16, 32), &of(list(1), 20, 33)));
    assert!(covers(&module, &of(list(0), 16, 32), &of(Kind::Region, 20, 30)));
}

/// What each node has for itself is matched node by node; what all share is one thing.
#[test]
fn nodes_are_matched_one_by_one() {
    let module = module();
    let numbers = |numbers: &[i64]| {
        let mut state = empty();
        let mut next = Value::NULL;
        for number in numbers.iter().rev() {
            next = Value::region(node(&mut state, Kind::Region, 24, &[(0, next), (8, Value::Int(*number))]), 0);
        }
        set_reg(&mut state, 0, next);
        state
    };
    let general = |level: u8| {
        let mut state = one(list(1), Which::First, Fill::Zero, &[(0, Value::NULL)]);
        let sym = state.graph.add_sym(SymInfo { level, ..SymInfo::unknown(Range { lo: 1, hi: 3, align: 0 }) });
        let id = state.graph.objects().next().expect("there is one").0;
        state.graph.object_mut(id).fields.push(Field { offset: 8, size: 8, value: Value::sym(sym) });
        (state, sym)
    };
    for (given, own, shared) in [
        (vec![1], true, true),
        (vec![1, 1], true, true),
        (vec![1, 2], true, false),
        (vec![3, 2, 1], true, false),
        (vec![1, 4], false, false),
    ] {
        assert_eq!(covers(&module, &general(1).0, &numbers(&given)), own, "{given:?}");
        assert_eq!(covers(&module, &general(0).0, &numbers(&given)), shared, "{given:?}");
    }
    // Twice in one node: the same number.
    let (mut twice, sym) = general(1);
    let id = twice.graph.objects().next().expect("there is one").0;
    let value = Value::Sym(Linear { sym, negated: false, add: 1 });
    twice.graph.object_mut(id).fields.push(Field { offset: 16, size: 8, value });
    let pairs = |pairs: &[(i64, i64)]| {
        let mut state = empty();
        let mut next = Value::NULL;
        for (a, b) in pairs.iter().rev() {
            let fields = [(0, next), (8, Value::Int(*a)), (16, Value::Int(*b))];
            next = Value::region(node(&mut state, Kind::Region, 24, &fields), 0);
        }
        set_reg(&mut state, 0, next);
        state
    };
    assert!(covers(&module, &twice, &pairs(&[(1, 2), (3, 4)])));
    assert!(!covers(&module, &twice, &pairs(&[(1, 2), (3, 3)])));
}

/// A nested thing of the specific side may not stand where all nodes share one.
#[test]
fn levels_are_kept_apart() {
    let module = module();
    let with = |level: u8| {
        let mut state = one(list(1), Which::First, Fill::Zero, &[(0, Value::NULL)]);
        let cell = node(&mut state, Kind::Region, 8, &[]);
        state.graph.object_mut(cell).level = level;
        let id = state.graph.objects().next().expect("there is one").0;
        state.graph.object_mut(id).fields.push(Field { offset: 8, size: 8, value: Value::region(cell, 0) });
        state
    };
    for (general, specific) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        assert_eq!(covers(&module, &with(general), &with(specific)), general == specific, "{general} {specific}");
    }
    let unknown = |level: u8| {
        let mut state = one(list(1), Which::First, Fill::Zero, &[(0, Value::NULL)]);
        let range = Range { lo: 0, hi: 9, align: 0 };
        let value = Value::sym(state.graph.add_sym(SymInfo { level, ..SymInfo::unknown(range) }));
        let id = state.graph.objects().next().expect("there is one").0;
        state.graph.object_mut(id).fields.push(Field { offset: 8, size: 8, value });
        state
    };
    assert!(covers(&module, &unknown(0), &unknown(0)) && covers(&module, &unknown(1), &unknown(1)));
    assert!(covers(&module, &unknown(1), &unknown(0)), "each may be the one that all share");
    assert!(!covers(&module, &unknown(0), &unknown(1)));
}

/// Nodes that point to themselves, and nested ones that point back to the node above.
#[test]
fn pointers_from_below_lead_to_the_own_node() {
    let module = module();
    let itself = |id: ObjectId| Value::Addr(Addr { object: id, which: Which::All, offset: 8, plus: None });
    let mut general = one(list(1), Which::First, Fill::Zero, &NULLS);
    let id = general.graph.objects().next().expect("there is one").0;
    general.graph.object_mut(id).fields[1].value = itself(id);
    let regions = |to: [usize; 2], offset: i64| {
        let mut state = empty();
        let ids = [0, 1].map(|_| node(&mut state, Kind::Region, 24, &NULLS));
        state.graph.object_mut(ids[0]).fields[0].value = Value::region(ids[1], 0);
        for (id, to) in ids.iter().zip(to) {
            state.graph.object_mut(*id).fields[1].value = Value::region(ids[to], offset);
        }
        set_reg(&mut state, 0, Value::region(ids[0], 0));
        state
    };
    assert!(covers(&module, &general, &general));
    assert!(covers(&module, &general, &regions([0, 1], 8)));
    for (to, offset) in [([0, 1], 0), ([1, 0], 8), ([0, 0], 8), ([1, 1], 8)] {
        assert!(!covers(&module, &general, &regions(to, offset)), "{to:?} {offset}");
    }
    let mut shared = general.clone();
    let first = end(&shared, id, Which::First);
    shared.graph.object_mut(id).fields[1].value = first;
    assert!(!covers(&module, &general, &shared) && !covers(&module, &shared, &general));
}

/// What is known to differ must be known of what stands for it, whatever that is.
#[test]
fn disequalities_of_what_things_stand_for() {
    let module = module();
    let with = |change: &dyn Fn(&mut State, [ObjectId; 2])| {
        let mut state = empty();
        let sym = state.graph.add_sym(SymInfo::unknown(Range { lo: 0, hi: 9, align: 0 }));
        let ids = chain(&mut state, 0, &[list(1)]);
        let cell = node(&mut state, Kind::Region, 16, &[]);
        set_reg(&mut state, 1, Value::region(cell, 0));
        set_reg(&mut state, 2, Value::sym(sym));
        set_reg(&mut state, 3, Value::Addr(Addr { object: cell, which: Which::Region, offset: 2, plus: Some(sym) }));
        change(&mut state, [ids[0], cell]);
        state
    };
    let sym = crate::graph::SymId(0);
    let number = |add| Value::Sym(Linear { sym, negated: false, add });
    let plain = with(&|_, _| {});
    let place = |cell, offset| Value::Addr(Addr { object: cell, which: Which::Region, offset, plus: Some(sym) });
    let first = |list| Value::Addr(Addr { object: list, which: Which::First, offset: 0, plus: None });
    for (known, change) in [
        (
            false,
            &(|state: &mut State, _: [ObjectId; 2]| state.graph.add_differ(number(0), Value::Int(4)))
                as &dyn Fn(&mut State, [ObjectId; 2]),
        ),
        (true, &|state, _| state.graph.add_differ(number(0), Value::Int(10))),
        (true, &|state, _| state.graph.add_differ(number(1), Value::Int(11))),
        (false, &|state, _| state.graph.add_differ(number(1), Value::Int(10))),
        (true, &|state, [list, cell]| state.graph.add_differ(first(list), Value::region(cell, 0))),
        (true, &|state, [list, _]| state.graph.add_differ(first(list), Value::NULL)),
        (false, &|state, [list, _]| state.graph.add_differ(first(list), Value::Int(1 << 20))),
        (true, &|state, [_, cell]| state.graph.add_differ(place(cell, 2), place(cell, 3))),
        (true, &|state, [_, cell]| state.graph.add_differ(place(cell, 2), Value::region(cell, 12))),
        (false, &|state, [_, cell]| state.graph.add_differ(place(cell, 2), Value::region(cell, 11))),
    ] {
        let general = with(change);
        assert_eq!(covers(&module, &general, &plain), known, "{general}");
        assert!(covers(&module, &general, &general), "{general}");
    }
    let nested = with(&|state, [list, _]| {
        let all = Value::Addr(Addr { object: list, which: Which::All, offset: 0, plus: None });
        state.graph.add_differ(all, Value::NULL);
    });
    assert!(!covers(&module, &nested, &plain), "of nodes inside of a list nothing is known");
}

/// A link may be written in pieces, or be no field at all; outside of its node there is none.
#[test]
fn links_are_read_from_bytes() {
    let module = module();
    let with = |kind: Kind, size: i64, at: i64, fields: &[(i64, i64, i64)]| {
        let mut state = empty();
        let id = node(&mut state, kind, size, &[]);
        let field =
            |(offset, size, value): &(i64, i64, i64)| Field { offset: *offset, size: *size, value: Value::Int(*value) };
        state.graph.object_mut(id).fields = fields.iter().map(field).collect();
        let first = end(&state, id, Which::First);
        set_reg(&mut state, 0, first);
        if kind != Kind::Region {
            state.graph.object_mut(id).set_segment(|segment| segment.links = Links::single(at, 0));
        }
        state
    };
    for (size, at) in [(8, 0), (16, 0), (16, 8)] {
        let general = with(list(1), size, at, &[(at, 8, 0)]);
        assert!(covers(&module, &general, &with(Kind::Region, size, at, &[])), "{size} {at}");
        assert!(covers(&module, &general, &with(Kind::Region, size, at, &[(at, 4, 0), (at + 4, 4, 0)])));
        assert!(!covers(&module, &general, &with(Kind::Region, size, at, &[(at, 4, 0), (at + 4, 4, 1 << 28)])));
        assert!(!covers(&module, &general, &with(Kind::Region, size, at, &[(at, 1, 1)])));
    }
    let mut general = with(list(1), 16, 8, &[(8, 8, 0)]);
    let id = general.graph.objects().next().expect("there is one").0;
    let range = Range { lo: 8, hi: 32, align: 0 };
    let size = Value::sym(general.graph.add_sym(SymInfo { level: 1, ..SymInfo::unknown(range) }));
    general.graph.object_mut(id).size = size;
    assert!(covers(&module, &general, &with(Kind::Region, 16, 8, &[])));
    assert!(
        !covers(&module, &general, &with(Kind::Region, 8, 8, &[]))
            && !covers(&module, &general, &with(Kind::Region, 15, 8, &[]))
    );
}
