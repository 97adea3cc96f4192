//! Segments: opening them keeps what they stand for.

use super::*;

#[test]
fn opening_covers() {
    for kinds in [vec![list(0)], vec![list(2)], vec![Kind::Region, list(1)], vec![list(0), list(0)]] {
        let mut state = empty();
        let ids = chain(&mut state, 0, &kinds);
        for id in ids.iter().filter(|id| state.graph.is_segment(**id)) {
            let before = concretise(&state, 2);
            let after: Vec<State> =
                open(state.clone(), *id, Which::First).iter().flat_map(|(way, _)| concretise(way, 3)).collect();
            assert!(before.iter().all(|heap| after.iter().any(|other| canon::same(heap, other))), "{kinds:?}");
        }
    }
}

#[test]
fn both_ends_of_a_double_list_open() {
    for which in [Which::First, Which::Last] {
        let mut state = empty();
        let ids = double_chain(&mut state, 0, &[double_list(1)]);
        let ways = open(state.clone(), ids[0], which);
        assert_eq!(ways.len(), 1, "it has at least one node");
        assert!(contains(&ways[0].0, &state, 2));
        assert!(contains(&state, &ways[0].0, 2));
        assert_eq!(ways[0].0.graph.object_count(), 2);
    }
}

#[test]
fn an_empty_double_list_has_no_ends() {
    let mut state = empty();
    double_chain(&mut state, 0, &[double_list(0)]);
    let heaps = concretise(&state, 2);
    assert_eq!(heaps.len(), 3, "of no, one and two nodes");
    assert!(heaps.iter().any(|heap| heap.frame().reg(RegId::from_index(0)) == Value::NULL));
}

#[test]
fn every_node_gets_its_own_nested_object() {
    let mut state = empty();
    let inner = node(&mut state, Kind::Region, 8, &[]);
    state.graph.object_mut(inner).level = 1;
    let outer = node(&mut state, list(2), 16, &[(0, Value::NULL), (8, Value::region(inner, 0))]);
    let first = end(&state, outer, Which::First);
    set_reg(&mut state, 0, first);
    let back = Value::Addr(Addr { object: outer, which: Which::All, offset: 0, plus: None });
    state.graph.object_mut(inner).fields.push(Field { offset: 0, size: 8, value: back });
    let heaps = concretise(&state, 2);
    assert_eq!(heaps.len(), 1);
    assert_eq!(heaps[0].graph.object_count(), 4, "two nodes, each with its own object");
}
