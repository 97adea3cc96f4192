//! Comparisons: every heap has the outcome that it should have.

use super::*;
use crate::graph::{Range, SymInfo};
use crate::operations::compare::{compare, prove_neq};
use ir::Predicate;

/// Every heap of the input must be a heap of the outcome that it has.
#[test]
fn comparisons_cover() {
    for kinds in [vec![list(0)], vec![list(1)], vec![list(0), list(0)], vec![Kind::Region]] {
        let mut state = empty();
        chain(&mut state, 0, &kinds);
        let first = state.frame().reg(RegId::from_index(0));
        let outcomes = compare(state.clone(), Predicate::Eq, first, Value::NULL, 64);
        for heap in concretise(&state, 2) {
            let is_null = heap.frame().reg(RegId::from_index(0)) == Value::NULL;
            let found = outcomes.iter().filter(|(_, holds)| *holds == is_null);
            let mut heaps = found.flat_map(|(outcome, _)| concretise(outcome, 3));
            assert!(heaps.any(|other| canon::same(&heap, &other)), "{kinds:?}");
        }
    }
}

#[test]
fn ends_of_a_double_list_are_one_node_or_two() {
    let mut state = empty();
    double_chain(&mut state, 0, &[double_list(1)]);
    let (first, last) = (state.frame().reg(RegId::from_index(0)), state.frame().reg(RegId::from_index(1)));
    assert!(!prove_neq(&state.graph, first, last));
    let outcomes = compare(state, Predicate::Eq, first, last, 64);
    assert_eq!(outcomes.iter().map(|(_, holds)| *holds).collect::<Vec<_>>(), [true, false]);
    assert!(outcomes[0].0.graph.objects().all(|(_, object)| object.kind == Kind::Region));
    assert_eq!(outcomes[1].0.graph.objects().map(|(_, object)| object.min_len()).collect::<Vec<_>>(), [2]);
}

/// The start of the first node and the link in the last one: in one node or in two, they are different places.
#[test]
fn different_places_of_the_ends_differ() {
    for (links, min) in ways_to_link().into_iter().flat_map(|links| [0, 1, 2].map(|min| (links, min))) {
        let mut state = empty();
        let ids = linked_chain(&mut state, 0, links, &[linked_list(links, min)]);
        let ends: Vec<Value> = (links.iter())
            .map(|link| Value::Addr(Addr { object: ids[0], which: link.end(), offset: link.to, plus: None }))
            .collect();
        for (number, (a, b)) in ends.iter().flat_map(|a| ends.iter().map(move |b| (*a, *b))).enumerate() {
            let mut state = state.clone();
            set_reg(&mut state, 1, a);
            set_reg(&mut state, 2, b);
            let outcomes = compare(state.clone(), Predicate::Eq, a, b, 64);
            for heap in concretise(&state, 2) {
                let value = |reg| heap.frame().reg(RegId::from_index(reg));
                let found = outcomes.iter().filter(|(_, holds)| *holds == (value(1) == value(2)));
                let mut heaps = found.flat_map(|(outcome, _)| concretise(outcome, 3));
                assert!(heaps.any(|other| canon::same(&heap, &other)), "{links:?} {min} {number}");
            }
        }
    }
}

/// What a list that may be empty starts with differs from something only if its first node does too.
#[test]
fn nodes_of_a_possibly_empty_list_can_be_anywhere() {
    let mut state = empty();
    chain(&mut state, 0, &[list(0)]);
    let first = state.frame().reg(RegId::from_index(0));
    let unknown = Value::sym(state.graph.add_sym(SymInfo::unknown(Range { lo: 1, hi: i64::MAX, align: 0 })));
    assert!(!prove_neq(&state.graph, first, unknown));
    let freed = node(&mut state, Kind::Region, 16, &[]);
    state.graph.object_mut(freed).life = Life::Freed;
    assert!(!prove_neq(&state.graph, first, Value::region(freed, 0)), "its place may be taken again");
    let live = node(&mut state, Kind::Region, 16, &[]);
    assert!(prove_neq(&state.graph, first, Value::region(live, 0)));
    assert!(!prove_neq(&state.graph, first, Value::region(live, 16)), "behind it, a node may lie");
}

/// The end of a segment is known at its head only: an unknown number of bytes before it is no address.
#[test]
fn an_unknown_in_front_of_a_list_stays_unknown() {
    let mut state = empty();
    let ids = chain(&mut state, 0, &[list(1)]);
    let first = state.frame().reg(RegId::from_index(0));
    let sym = state.graph.add_sym(SymInfo::unknown(Range::ALL));
    set_reg(&mut state, 1, Value::Sym(crate::graph::Linear { sym, negated: false, add: 8 }));
    for (outcome, holds) in compare(state, Predicate::Eq, Value::sym(sym), first, 64) {
        let behind = outcome.frame().reg(RegId::from_index(1));
        assert!(!holds || behind.object() != Some(ids[0]), "{outcome}");
    }
}

/// A pointer that was never set and happens to be right was still never set.
#[test]
fn an_uninitialised_pointer_stays_one() {
    let mut state = empty();
    let cell = node(&mut state, Kind::Region, 16, &[]);
    let pointer = Value::sym(state.graph.add_sym(SymInfo::uninit(Range::ALL)));
    set_reg(&mut state, 0, pointer);
    set_reg(&mut state, 1, Value::region(cell, 0));
    for (outcome, _) in compare(state, Predicate::Eq, pointer, Value::region(cell, 0), 64) {
        assert!(outcome.graph.is_uninit(outcome.frame().reg(RegId::from_index(0))), "{outcome}");
    }
}

/// Behind the first node of a list, its last may lie.
#[test]
fn nodes_of_one_list_may_lie_side_by_side() {
    let mut state = empty();
    double_chain(&mut state, 0, &[double_list(2)]);
    let (first, last) = (state.frame().reg(RegId::from_index(0)), state.frame().reg(RegId::from_index(1)));
    let behind = Value::Addr(first.as_addr().and_then(|addr| addr.moved(24)).expect("it is an address"));
    assert!(prove_neq(&state.graph, first, last));
    assert!(!prove_neq(&state.graph, behind, last));
}

fn outcomes(state: &State, pred: Predicate, a: Value, b: Value) -> Vec<bool> {
    compare(state.clone(), pred, a, b, 64).iter().map(|(_, holds)| *holds).collect()
}

/// The first page holds no object, as numbers without sign; more is not known of where objects lie.
#[test]
fn addresses_and_numbers() {
    let mut state = empty();
    let cell = node(&mut state, Kind::Region, 16, &[]);
    let cell = Value::region(cell, 0);
    set_reg(&mut state, 0, cell);
    let of = |pred, a, b| outcomes(&state, pred, a, b);
    for number in [0, 1, 4095] {
        assert_eq!(of(Predicate::Ult, Value::Int(number), cell), [true], "{number}");
        assert_eq!(of(Predicate::Ult, cell, Value::Int(number)), [false], "{number}");
        assert_eq!(of(Predicate::Slt, Value::Int(number), cell).len(), 2, "{number}");
        assert_eq!(of(Predicate::Slt, cell, Value::Int(number)).len(), 2, "{number}");
    }
    assert_eq!(of(Predicate::Ult, cell, Value::Int(4096)), [false]);
    for number in [-1, 4096, 4097, 1 << 40] {
        assert_eq!(of(Predicate::Ult, Value::Int(number), cell).len(), 2, "{number}");
    }
    for number in [-1, 4097, 1 << 40] {
        assert_eq!(of(Predicate::Ult, cell, Value::Int(number)).len(), 2, "{number}");
    }
}

/// What may be null may lie in the first page, and is still not below nothing.
#[test]
fn nothing_is_below_null() {
    let mut state = empty();
    chain(&mut state, 0, &[list(0)]);
    let first = state.frame().reg(RegId::from_index(0));
    assert_eq!(outcomes(&state, Predicate::Ult, first, Value::Int(0)), [false]);
    assert_eq!(outcomes(&state, Predicate::Slt, first, Value::Int(0)).len(), 2);
    for outcome in [true, false] {
        assert!(outcomes(&state, Predicate::Ult, Value::Int(1), first).contains(&outcome), "{outcome}");
        assert!(outcomes(&state, Predicate::Ult, first, Value::Int(1)).contains(&outcome), "{outcome}");
    }
}

/// An unknown is solved for exactly: what it is, moved, is what it is compared with.
#[test]
fn an_unknown_is_what_gives_the_other_value() {
    let mut state = empty();
    let cell = node(&mut state, Kind::Region, 64, &[]);
    let sym = state.graph.add_sym(SymInfo::unknown(Range::ALL));
    set_reg(&mut state, 0, Value::sym(sym));
    set_reg(&mut state, 1, Value::region(cell, 0));
    let func = Value::Func(FuncId::from_index(0));
    let is = |negated: bool, add: i64, other: Value| {
        let moved = Value::Sym(crate::graph::Linear { sym, negated, add });
        let equal = compare(state.clone(), Predicate::Eq, moved, other, 64).into_iter().find(|(_, holds)| *holds);
        equal.expect("they may be equal").0.frame().reg(RegId::from_index(0))
    };
    assert_eq!(is(false, 0, Value::region(cell, 8)), Value::region(cell, 8));
    assert_eq!(is(false, 8, Value::region(cell, 8)), Value::region(cell, 0));
    assert_eq!(is(false, -8, Value::region(cell, 8)), Value::region(cell, 16));
    assert_eq!(is(true, 0, Value::region(cell, 8)), Value::sym(sym), "a negated address is none");
    assert_eq!(is(false, 0, func), func);
    for add in [1, 8] {
        assert_eq!(is(false, add, func), Value::sym(sym), "there is nothing before a function");
    }
    assert_eq!(is(true, 0, func), Value::sym(sym));
    assert_eq!(is(true, 3, Value::Int(1)), Value::Int(2));
}

#[test]
fn numbers_that_have_nothing_in_common_differ() {
    let mut state = empty();
    let mut number = |lo, hi, align| {
        let range = Range::new(lo, hi, align).expect("a range");
        if lo == hi { Value::Int(lo) } else { Value::sym(state.graph.add_sym(SymInfo::unknown(range))) }
    };
    let (low, high, even, odd) = (number(0, 3, 0), number(5, 9, 0), number(0, 8, 1), number(3, 3, 0));
    let differ = |a, b| prove_neq(&state.graph, a, b);
    assert!(differ(low, high) && differ(high, low));
    assert!(differ(even, odd) && differ(odd, even));
    assert!(!differ(even, low) && !differ(low, odd) && !differ(odd, low) && !differ(high, even));
}

/// All pairs of small numbers under all predicates: an outcome is given exactly if some pair has it.
#[test]
fn numbers_are_compared_exactly() {
    let ranges = [(-2, 1), (0, 3), (1, 1), (-3, -2), (2, 3)];
    let preds = [Predicate::Eq, Predicate::Ne, Predicate::Slt, Predicate::Sle, Predicate::Ult, Predicate::Uge];
    for ((alo, ahi), (blo, bhi)) in ranges.iter().flat_map(|a| ranges.iter().map(move |b| (*a, *b))) {
        for pred in preds {
            let mut state = empty();
            let a = Value::sym(state.graph.add_sym(SymInfo::unknown(Range { lo: alo, hi: ahi, align: 0 })));
            let b = Value::sym(state.graph.add_sym(SymInfo::unknown(Range { lo: blo, hi: bhi, align: 0 })));
            set_reg(&mut state, 0, a);
            set_reg(&mut state, 1, b);
            let outcomes = compare(state, pred, a, b, 32);
            for (x, y) in (alo..=ahi).flat_map(|x| (blo..=bhi).map(move |y| (x, y))) {
                let holds = match pred {
                    Predicate::Eq => x == y,
                    Predicate::Ne => x != y,
                    Predicate::Slt => x < y,
                    Predicate::Sle => x <= y,
                    Predicate::Ult => (x as u32) < (y as u32),
                    Predicate::Uge => (x as u32) >= (y as u32),
                    _ => unreachable!("not in the list"),
                };
                let kept = outcomes.iter().any(|(state, outcome)| {
                    let value = |reg| state.graph.range(state.frame().reg(RegId::from_index(reg)));
                    *outcome == holds && value(0).contains(x) && value(1).contains(y)
                });
                assert!(kept, "{pred:?} {x} {y}");
            }
        }
    }
}
