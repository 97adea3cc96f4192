//! Lists that the program counts.

use super::*;
use crate::cover::covers;
use crate::graph::{Linear, Range, SymId, SymInfo, check_consistency};
use crate::operations::compare::compare;
use crate::operations::segment::settle;
use ir::Predicate;

const COUNT: usize = 1;

fn unknown(state: &mut State, lo: i64, hi: i64) -> SymId {
    state.graph.add_sym(SymInfo::unknown(Range { lo, hi, align: 0 }))
}

fn number(sym: SymId, add: i64) -> Value {
    Value::Sym(Linear { sym, negated: false, add })
}

/// Regions in front of a list of any length, counted in a register; off by `wrong`.
fn counted(regions: usize, wrong: i64) -> State {
    let mut state = empty();
    let kinds: Vec<Kind> = std::iter::repeat_n(Kind::Region, regions).chain([list(0)]).collect();
    let ids = chain(&mut state, 0, &kinds);
    let sym = unknown(&mut state, 0, i64::MAX);
    state.graph.object_mut(ids[regions]).length = Some(number(sym, 0));
    set_reg(&mut state, COUNT, number(sym, regions as i64 + wrong));
    state
}

/// A list of regions, and a number.
fn exact(regions: usize, count: i64) -> State {
    let mut state = empty();
    chain(&mut state, 0, &vec![Kind::Region; regions]);
    set_reg(&mut state, COUNT, Value::Int(count));
    state
}

fn count_of(state: &State) -> Value {
    state.frame().reg(RegId::from_index(COUNT))
}

/// However a list is taken apart, the count is that of its nodes.
#[test]
fn heaps_have_as_many_nodes_as_counted() {
    for regions in 0..3 {
        let state = counted(regions, 0);
        assert_eq!(check_consistency(&state), Ok(()));
        let heaps = concretise(&state, 3);
        assert_eq!(heaps.len(), 4, "of no to three nodes more");
        for heap in heaps {
            let nodes = heap.graph.object_count() as i64;
            assert_eq!(heap.graph.range(count_of(&heap)).as_exact(), Some(nodes));
        }
    }
}

#[test]
fn a_counted_list_covers_what_is_counted() {
    let module = module();
    let general = counted(0, 0);
    for regions in 0..4 {
        for wrong in -2..3 {
            let right = wrong == 0;
            assert_eq!(covers(&module, &general, &exact(regions, regions as i64 + wrong)), right);
            assert_eq!(covers(&module, &general, &counted(regions, wrong)), right, "{regions} {wrong}");
        }
    }
    // Without a relation, anything is covered that the number can be.
    let mut uncounted = general.clone();
    let id = uncounted.graph.objects().next().expect("there is the list").0;
    uncounted.graph.object_mut(id).length = None;
    assert!(covers(&module, &uncounted, &exact(2, 7)));
    assert!(covers(&module, &uncounted, &general));
    assert!(!covers(&module, &general, &uncounted));
}

/// Two lists of unknown lengths have together no length that could be written down.
#[test]
fn sums_of_unknown_lengths_are_unknown() {
    let mut state = empty();
    let ids = chain(&mut state, 0, &[list(0), list(0)]);
    let (first, second) = (unknown(&mut state, 0, 9), unknown(&mut state, 0, 9));
    state.graph.object_mut(ids[0]).length = Some(number(first, 0));
    state.graph.object_mut(ids[1]).length = Some(number(second, 0));
    set_reg(&mut state, COUNT, number(first, 0));
    assert!(!covers(&module(), &counted(0, 0), &state));
    // If one of them is known, there is.
    state.graph.object_mut(ids[1]).length = Some(Value::Int(3));
    set_reg(&mut state, COUNT, number(first, 3));
    assert!(covers(&module(), &counted(0, 0), &state));
}

/// What a comparison teaches about the count, it teaches about the list.
#[test]
fn a_count_says_whether_there_are_nodes() {
    for (bound, least, most) in [(0, 1, None), (1, 2, None), (2, 2, None)] {
        let state = counted(0, 0);
        let count = count_of(&state);
        for (mut outcome, small) in compare(state, Predicate::Sle, count, Value::Int(bound), 64) {
            assert!(settle(&mut outcome));
            assert_eq!(check_consistency(&outcome), Ok(()));
            let list = outcome.graph.objects().next().map(|(_, object)| object.min_len());
            match small {
                true if bound == 0 => assert_eq!((list, count_of(&outcome)), (most, Value::Int(0))),
                true => assert_eq!(list, Some(0)),
                false => assert_eq!(list, Some(least)),
            }
        }
    }
}

/// The other way round: what is learned about the list, the count knows.
#[test]
fn nodes_say_something_about_the_count() {
    let state = counted(0, 0);
    let first = state.frame().reg(RegId::from_index(0));
    for (mut outcome, null) in compare(state, Predicate::Eq, first, Value::NULL, 64) {
        assert!(settle(&mut outcome));
        let range = outcome.graph.range(count_of(&outcome));
        assert!(if null { range == Range::exactly(0) } else { range.lo == 1 }, "{outcome}");
    }
}
