//! Lists whose nodes own something: taking nodes out copies it, and what is left keeps its own.

use super::*;
use crate::graph::{Alternation, Linear, Range, SymInfo, check_consistency};
use crate::operations::segment::{at_least, has_length, make_region, nested_below, plus, settle};

const OUTER: ObjectId = ObjectId(0);
const CELL: ObjectId = ObjectId(1);
const INNER: ObjectId = ObjectId(2);
const DEEP: ObjectId = ObjectId(3);

fn all_of(object: ObjectId) -> Value {
    Value::Addr(Addr { object, which: Which::All, offset: 0, plus: None })
}

/// A list of nodes with an own number, an own cell of that many bytes that points back, and an own list whose nodes have
/// cells.
fn nested(outer: Kind) -> State {
    let mut state = empty();
    let range = Range { lo: 16, hi: 19, align: 0 };
    let own = state.graph.add_sym(SymInfo { level: 1, ..SymInfo::unknown(range) });
    let deep = state.graph.add_sym(SymInfo { level: 2, ..SymInfo::unknown(range) });
    let common = state.graph.add_sym(SymInfo::unknown(range));
    assert_eq!(node(&mut state, outer, 64, &[(0, Value::NULL), (8, Value::NULL), (16, Value::sym(own))]), OUTER);
    assert_eq!(node(&mut state, Kind::Region, 16, &[(0, all_of(OUTER)), (8, Value::sym(common))]), CELL);
    assert_eq!(node(&mut state, list(0), 32, &[(0, Value::NULL), (8, Value::NULL), (16, Value::sym(own))]), INNER);
    assert_eq!(node(&mut state, Kind::Region, 16, &[(0, all_of(INNER)), (8, Value::sym(deep))]), DEEP);
    let cell = state.graph.object_mut(CELL);
    (cell.level, cell.size) = (1, Value::sym(own));
    let at = Value::Addr(Addr { object: CELL, which: Which::Region, offset: 0, plus: Some(own) });
    let first = end(&state, INNER, Which::First);
    state.graph.object_mut(INNER).level = 1;
    state.graph.object_mut(INNER).fields[1].value = Value::region(DEEP, 0);
    state.graph.object_mut(DEEP).level = 2;
    let fields = &mut state.graph.object_mut(OUTER).fields;
    fields.extend([(24, at), (32, first)].map(|(offset, value)| Field { offset, size: 8, value }));
    let first = end(&state, OUTER, Which::First);
    set_reg(&mut state, 0, first);
    set_reg(&mut state, 1, Value::sym(common));
    assert_eq!(check_consistency(&state), Ok(()));
    state
}

#[test]
fn what_nodes_own_is_below_them() {
    let state = nested(list(1));
    let below = |id: ObjectId| {
        let mut found = nested_below(&state, id);
        found.objects.sort();
        (found.objects, found.syms.len())
    };
    assert_eq!(below(OUTER), (vec![CELL, INNER, DEEP], 2));
    assert_eq!(below(INNER), (vec![DEEP], 1));
    assert_eq!(below(DEEP), (vec![], 0));
}

#[test]
fn a_node_that_is_taken_out_has_its_own() {
    for kind in [list(2), double_list(2)] {
        let state = nested(kind);
        let before = state.graph.object_count();
        let ways = open(state.clone(), first_of(&state, OUTER));
        let [(way, address)] = ways.as_slice() else { panic!("there are two nodes at least") };
        assert_eq!(check_consistency(way), Ok(()), "{way}");
        assert_eq!(way.graph.object_count(), 2 * before, "the list keeps its own\n{way}");
        let region = address.object().expect("it is a node");
        let node = way.graph.object(region);
        assert_eq!((node.kind, node.level, node.length), (Kind::Region, 0, None));
        let field = |offset| node.field(offset, 8).expect("it is there").value;
        assert_eq!(field(0), end(way, OUTER, Which::First));
        let own = field(16);
        let original = state.graph.object(OUTER).field(16, 8).expect("it is there").value;
        assert_eq!((way.graph.level(own), way.graph.range(own)), (0, way.graph.range(original)));
        assert_ne!(own, original);
        let Value::Addr(at) = field(24) else { panic!("it is an address") };
        assert_eq!(at.plus, own.symbol());
        let cell = way.graph.object(at.object);
        assert_eq!((cell.level, cell.size), (0, own), "one number in all places");
        assert_eq!(cell.fields[0].value, Value::region(region, 0));
        assert_eq!(cell.fields[1].value, state.graph.object(CELL).fields[1].value, "what all share is shared");
        let Value::Addr(inner) = field(32) else { panic!("it is an address") };
        let list = way.graph.object(inner.object);
        assert_eq!((list.level, list.min_len(), inner.which), (0, 0, Which::First));
        assert_eq!(list.fields[2].value, own);
        let deep = way.graph.object(list.fields[1].value.object().expect("a cell"));
        assert_eq!((deep.level, deep.fields[0].value), (1, all_of(inner.object)));
        assert_eq!(way.graph.level(deep.fields[1].value), 1);
        // The rest is as it was.
        assert_eq!(way.graph.object(OUTER).min_len(), 1);
        assert_eq!(way.graph.object(CELL).level, 1);
        assert_eq!(way.graph.object(DEEP).level, 2);
        assert_eq!(way.graph.object(OUTER).field(16, 8).map(|field| field.value), Some(original));
    }
}

/// From the end, the last node is taken out: what leads back to it leads to the node.
#[test]
fn the_last_node_is_taken_out() {
    let mut state = nested(double_list(2));
    let (first, last) = (end(&state, OUTER, Which::First), end(&state, OUTER, Which::Last));
    set_reg(&mut state, 2, last);
    let ways = open(state.clone(), last.as_addr().expect("it is an address"));
    let [(way, address)] = ways.as_slice() else { panic!("there are two nodes at least") };
    assert_eq!(check_consistency(way), Ok(()), "{way}");
    assert_eq!(way.frame().reg(RegId::from_index(0)), first);
    assert_eq!(way.frame().reg(RegId::from_index(2)), *address);
    let node = address.object().expect("it is a node");
    assert_eq!(way.graph.object(node).fields[1].value, last);
    assert_eq!(way.graph.object(node).fields[0].value, Value::NULL);
    assert_eq!(way.graph.object(OUTER).fields[0].value, *address);
}

#[test]
fn an_only_node_keeps_what_it_owns() {
    let mut state = nested(list(1));
    let segment = state.graph.object(OUTER).segment().expect("it is a list");
    let before = state.graph.object_count();
    make_region(&mut state, OUTER, segment);
    assert_eq!(check_consistency(&state), Ok(()), "{state}");
    assert_eq!(state.graph.object_count(), before);
    let levels = [OUTER, CELL, INNER, DEEP].map(|id| state.graph.object(id).level);
    assert_eq!(levels, [0, 0, 0, 1]);
    assert_eq!(state.graph.syms().iter().map(|(_, info)| info.level).collect::<Vec<_>>(), [0, 1, 0]);
    assert_eq!(state.graph.object(CELL).fields[0].value, Value::region(OUTER, 0));
    assert_eq!(state.frame().reg(RegId::from_index(0)), Value::region(OUTER, 0));
}

#[test]
fn an_empty_list_goes_with_what_its_nodes_own() {
    let mut state = nested(list(0));
    let at = first_of(&state, OUTER);
    assert_eq!(remove(&mut state, at), Some(Value::NULL));
    assert_eq!(state.graph.object_count(), 0);
    assert_eq!(state.frame().reg(RegId::from_index(0)), Value::NULL);
}

/// A list that is known not to end where it ends when it is empty has nodes.
#[test]
fn what_cannot_be_empty_is_not_removed() {
    let mut state = nested(list(0));
    let first = end(&state, OUTER, Which::First);
    state.graph.add_differ(Value::NULL, first);
    let at = first_of(&state, OUTER);
    assert_eq!(remove(&mut state.clone(), at), None);
    assert_eq!(open(state, at).len(), 1);
    let mut cyclic = empty();
    let id = node(&mut cyclic, list(1), 16, &[(0, Value::NULL)]);
    let first = end(&cyclic, id, Which::First);
    cyclic.graph.object_mut(id).fields[0].value = first;
    set_reg(&mut cyclic, 0, first);
    let at = first_of(&cyclic, id);
    assert_eq!(remove(&mut cyclic, at), None);
}

/// Numbers in turns: the node that is taken out has the one of its end.
#[test]
fn numbers_in_turns_are_taken_from_both_ends() {
    for (which, number, rest) in [(Which::First, 1, (Some(2), Some(5))), (Which::Last, 5, (Some(1), Some(-2)))] {
        let mut state = empty();
        let ids = double_chain(&mut state, 0, &[double_list(2)]);
        let object = state.graph.object_mut(ids[0]);
        object.fields.push(Field { offset: 16, size: 4, value: Value::Int(0) });
        object.set_segment(|segment| {
            segment.alternates = Some(Alternation { offset: 16, size: 4, sum: 3, first: Some(1), last: Some(5) });
        });
        let at = end(&state, ids[0], which).as_addr().expect("it is an address");
        let (way, node) = open(state, at).pop().expect("there is a node");
        let field = way.graph.object(node.object().expect("a node")).field(16, 4).map(|field| field.value);
        assert_eq!(field, Some(Value::Int(number)));
        let left = way.graph.object(ids[0]).segment().and_then(|segment| segment.alternates);
        assert_eq!(left.map(|left| (left.first, left.last)), Some(rest));
        let mut one = way.clone();
        let segment = one.graph.object(ids[0]).segment().expect("the rest is a list");
        make_region(&mut one, ids[0], segment);
        let field = one.graph.object(ids[0]).field(16, 4).map(|field| field.value);
        assert_eq!(field, rest.0.map(Value::Int));
    }
}

fn counted(min: u8, lo: i64, hi: i64, add: i64) -> State {
    let mut state = empty();
    let ids = chain(&mut state, 0, &[list(min)]);
    let sym = state.graph.add_sym(SymInfo::unknown(Range { lo, hi, align: 0 }));
    state.graph.object_mut(ids[0]).length = Some(Value::Sym(Linear { sym, negated: false, add }));
    set_reg(&mut state, 1, Value::sym(sym));
    state
}

/// How many nodes there are, and what number says so.
#[test]
fn lengths_and_numbers_agree() {
    let count = |state: &State| state.graph.range(state.frame().reg(RegId::from_index(1)));
    let shape = |state: &State| state.graph.objects().next().map(|(_, object)| object.min_len());
    for (min, lo, hi, expected) in [
        (0, 0, 0, Some((0, 0, None))),
        (0, 0, 3, Some((0, 3, Some(0)))),
        (0, 1, 3, Some((1, 3, Some(1)))),
        (0, 2, 9, Some((2, 9, Some(2)))),
        (0, 3, 9, Some((3, 9, Some(2)))),
        (0, 3, 3, Some((3, 3, Some(2)))),
        (0, 1, 1, Some((1, 1, Some(1)))),
        (1, 0, 3, Some((1, 3, Some(1)))),
        (2, 0, 3, Some((2, 3, Some(2)))),
        (1, 0, 1, Some((1, 1, Some(1)))),
        (1, 0, 0, None),
        (2, 0, 1, None),
        (0, -3, -1, None),
        (0, -3, 2, Some((0, 2, Some(0)))),
    ] {
        for add in [0, 4] {
            let mut state = counted(min, lo - add, hi - add, add);
            let possible = settle(&mut state);
            let found = possible.then(|| (count(&state).lo + add, count(&state).hi + add, shape(&state)));
            assert_eq!(found, expected, "{min} {lo} {hi} {add}");
            if possible {
                assert_eq!(check_consistency(&state), Ok(()));
            }
        }
    }
    let mut exact = counted(0, 0, 9, 0);
    let id = exact.graph.objects().next().expect("a list").0;
    exact.graph.object_mut(id).length = Some(Value::Int(1));
    assert!(settle(&mut exact) && shape(&exact) == Some(1));
    assert!(has_length(&mut exact, id, Range::exactly(1)) && !has_length(&mut exact, id, Range::exactly(2)));
    assert!(at_least(&mut exact, id, 1) && !at_least(&mut exact, id, 2));
    exact.graph.object_mut(id).length = None;
    assert!(has_length(&mut exact, id, Range::exactly(7)) && at_least(&mut exact, id, 2) && settle(&mut exact));
    // What contradicts a disequality is impossible.
    let mut none = counted(0, 0, 0, 0);
    let first = end(&none, ObjectId(0), Which::First);
    none.graph.add_differ(Value::NULL, first);
    assert!(!settle(&mut none));
    let mut three = counted(0, 3, 3, 0);
    let count = three.frame().reg(RegId::from_index(1));
    three.graph.add_differ(count, Value::Int(3));
    assert!(!settle(&mut three));
    // Taking a node out leaves one less.
    let state = counted(1, 0, 9, 2);
    let at = first_of(&state, ObjectId(0));
    let (way, _) = open(state, at).pop().expect("there is a node");
    assert_eq!(check_consistency(&way), Ok(()), "{way}");
    let length = way.graph.object(ObjectId(0)).length;
    assert_eq!(length.map(|length| way.graph.range(length).lo), Some(1));
    let state = counted(0, 0, 0, 0);
    assert_eq!(open(state, at).len(), 1, "it is empty");
    assert_eq!(open(counted(0, 1, 4, 0), at).len(), 1, "it is not");
}

#[test]
fn sums_of_lengths() {
    let sym = |add| Value::Sym(Linear { sym: crate::graph::SymId(0), negated: false, add });
    assert_eq!(plus(Value::Int(2), Value::Int(3)), Some(Value::Int(5)));
    assert_eq!(plus(sym(2), Value::Int(3)), Some(sym(5)));
    assert_eq!(plus(Value::Int(3), sym(2)), Some(sym(5)));
    assert_eq!(plus(sym(1), sym(2)), None);
    assert_eq!(plus(sym(i64::MAX), Value::Int(1)), None);
    assert_eq!(plus(Value::Int(i64::MAX), Value::Int(1)), None);
    assert_eq!(plus(Value::Int(1), Value::region(OUTER, 0)), None);
}

/// Pointers from far below lead to the node that they hang below, at every level.
#[test]
fn nested_lists_cover_themselves() {
    let module = module();
    let deep = |to: Value| {
        let mut state = nested(list(1));
        state.graph.object_mut(DEEP).fields[1].value = to;
        state
    };
    let (outer, inner) = (deep(all_of(OUTER)), deep(all_of(INNER)));
    assert_eq!(check_consistency(&outer), Ok(()));
    for (general, specific, right) in
        [(&outer, &outer, true), (&inner, &inner, true), (&outer, &inner, false), (&inner, &outer, false)]
    {
        assert_eq!(crate::cover::covers(&module, general, specific), right, "{general}\n{specific}");
    }
}
