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
