//! Segments: opening them keeps what they stand for.

use super::*;
use crate::graph::check_consistency;

#[test]
fn opening_covers() {
    for kinds in [vec![list(0)], vec![list(2)], vec![Kind::Region, list(1)], vec![list(0), list(0)]] {
        let mut state = empty();
        let ids = chain(&mut state, 0, &kinds);
        for id in ids.iter().filter(|id| state.graph.is_segment(**id)) {
            let before = concretise(&state, 2);
            let after: Vec<State> =
                open(state.clone(), first_of(&state, *id)).iter().flat_map(|(way, _)| concretise(way, 3)).collect();
            assert!(before.iter().all(|heap| after.iter().any(|other| canon::same(heap, other))), "{kinds:?}");
        }
    }
}

#[test]
fn both_ends_of_a_double_list_open() {
    for which in [Which::First, Which::Last] {
        let mut state = empty();
        let ids = double_chain(&mut state, 0, &[double_list(1)]);
        let ways = open(state.clone(), end(&state, ids[0], which).as_addr().expect("it is an address"));
        assert_eq!(ways.len(), 1, "it has at least one node");
        assert!(contains(&ways[0].0, &state, 2));
        assert!(contains(&state, &ways[0].0, 2));
        assert_eq!(ways[0].0.graph.object_count(), 2);
    }
}

/// What a segment stands for, written down node by node.
#[test]
fn heaps_of_lists_with_other_links() {
    for links in ways_to_link() {
        for min in 0..3 {
            let mut state = empty();
            let ids = linked_chain(&mut state, 0, links, &[linked_list(links, min)]);
            assert_eq!(check_consistency(&state), Ok(()), "{links:?}");
            let expected: Vec<State> = (usize::from(min)..4)
                .map(|len| {
                    let mut heap = empty();
                    linked_chain(&mut heap, 0, links, &vec![Kind::Region; len]);
                    canon::canonical(&heap)
                })
                .collect();
            let heaps = concretise(&state, 3);
            assert_eq!(heaps.len(), expected.len(), "{links:?} {min}");
            assert!(heaps.iter().all(|heap| expected.iter().any(|other| canon::same(heap, other))), "{links:?} {min}");
            // The same, from any of its ends.
            for link in links.iter() {
                let end = Addr { object: ids[0], which: link.end(), offset: link.to, plus: None };
                for (way, value) in open(state.clone(), end) {
                    assert_eq!(check_consistency(&way), Ok(()), "{links:?} {link:?}");
                    assert!(contains(&state, &way, 2), "{links:?} {link:?}");
                    assert_ne!(value.object(), Some(ids[0]), "it is opened");
                }
                let ways = open(state.clone(), end);
                let found = |heap: &State| ways.iter().any(|(way, _)| contains(way, heap, 3));
                assert!(expected.iter().all(found), "{links:?} {link:?}");
            }
        }
    }
}

/// An end does not say which of two links it belongs to, so these must not differ where the list ends.
#[test]
fn links_to_one_place_end_alike() {
    let links = Links::new([8, 16].map(|at| Link { at, to: 0, back: false })).expect("there are few");
    let mut state = empty();
    let ids = linked_chain(&mut state, 0, links, &[linked_list(links, 1)]);
    assert_eq!(check_consistency(&state), Ok(()));
    let other = state.frame().reg(RegId::from_index(0));
    state.graph.object_mut(ids[0]).fields.iter_mut().find(|field| field.offset == 16).expect("a link").value = other;
    assert!(check_consistency(&state).is_err());
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
