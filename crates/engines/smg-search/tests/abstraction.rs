//! Lists built by hand become segments that cover them.

mod support;

use smg::cover::covers;
use smg::graph::{Addr, Fill, Kind, Life, Link, Links, ObjectId, State, Value, Which, check_consistency};
use smg_search::abstraction::{AbstractionOptions, abstract_state};
use support::{Build, DOUBLE, SINGLE, chain, empty, module, segments, show};

/// The abstraction, which must be consistent and cover what was abstracted.
fn abstracted(state: &State) -> State {
    let module = module();
    let mut result = state.clone();
    let changed = abstract_state(&module, &mut result, &AbstractionOptions::default());
    if let Err(error) = check_consistency(&result) {
        panic!("{error}\n{}\nfrom\n{}", show(&result), show(state));
    }
    assert!(covers(&module, &result, state), "not covered by\n{}\nfrom\n{}", show(&result), show(state));
    assert_eq!(changed, result.graph.object_count() < state.graph.object_count());
    assert!(!abstract_state(&module, &mut result.clone(), &AbstractionOptions::default()), "not finished");
    result
}

/// What is left: how many nodes there are at least in each segment and, as 9, each region; level by level.
fn shape(state: &State) -> Vec<(u8, u8)> {
    let mut shape: Vec<(u8, u8)> = (state.graph.objects())
        .map(|(_, object)| {
            (object.level, object.segment().map_or(9, |segment| if segment.optional { 8 } else { segment.min }))
        })
        .collect();
    shape.sort_unstable();
    shape
}

fn nodes(state: &mut State, count: usize, size: i64) -> Vec<ObjectId> {
    (0..count).map(|_| state.node(size)).collect()
}

#[test]
fn abstraction_covers() {
    for links in [SINGLE, DOUBLE] {
        for count in 0..6 {
            let mut state = empty();
            let ids = nodes(&mut state, count, 24);
            let (first, _) = chain(&mut state, &ids, links);
            state.reg(0, first);
            let expected = match count {
                0 => vec![],
                1 => vec![(0, 9)],
                _ => vec![(0, 2)],
            };
            assert_eq!(shape(&abstracted(&state.checked())), expected);
        }
    }
}

#[test]
fn both_ends_may_be_held_from_outside() {
    let mut state = empty();
    let ids = nodes(&mut state, 5, 16);
    let (first, last) = chain(&mut state, &ids, DOUBLE);
    state.reg(0, first);
    state.reg(1, last);
    let result = abstracted(&state);
    assert_eq!(shape(&result), [(0, 2)]);
    let ends: Vec<Which> =
        result.frame().regs.iter().map(|(_, value)| value.as_addr().expect("an address").which).collect();
    assert_eq!(ends, [Which::First, Which::Last]);
    // A singly linked list has one end only.
    let mut state = empty();
    let ids = nodes(&mut state, 5, 16);
    let (first, last) = chain(&mut state, &ids, SINGLE);
    state.reg(0, first);
    state.reg(1, last);
    assert_eq!(shape(&abstracted(&state)), [(0, 2), (0, 9)]);
}

#[test]
fn a_pointer_into_the_middle_cuts_the_list() {
    for links in [SINGLE, DOUBLE] {
        let mut state = empty();
        let ids = nodes(&mut state, 7, 16);
        let (first, _) = chain(&mut state, &ids, links);
        state.reg(0, first);
        state.reg(1, Value::region(ids[3], 0));
        let result = abstracted(&state.checked());
        assert_eq!(shape(&result), [(0, 2), (0, 2)], "{}", show(&result));
        // Not to the head: that node stays.
        let mut state = empty();
        let ids = nodes(&mut state, 7, 24);
        let (first, _) = chain(&mut state, &ids, links);
        state.reg(0, first);
        state.reg(1, Value::region(ids[3], 16));
        let result = abstracted(&state.checked());
        assert_eq!(shape(&result), [(0, 2), (0, 2), (0, 9)], "{}", show(&result));
    }
}

#[test]
fn segments_and_nodes_are_merged_into_longer_ones() {
    for links in [SINGLE, DOUBLE] {
        for min in 0..3 {
            for before in [true, false] {
                let mut state = empty();
                let (segment, node) = (state.list(16, min, links), state.node(16));
                let order = if before { [segment, node] } else { [node, segment] };
                let (first, _) = chain(&mut state, &order, links);
                state.reg(0, first);
                let result = abstracted(&state.checked());
                assert_eq!(shape(&result), [(0, (min + 1).min(2))]);
            }
        }
    }
}

#[test]
fn a_ring_without_sentinel() {
    for links in [SINGLE, DOUBLE] {
        let mut state = empty();
        let ids = nodes(&mut state, 4, 16);
        let (first, last) = chain(&mut state, &ids, links);
        state.set(ids[3], 0, first);
        if links == DOUBLE {
            state.set(ids[0], 8, last);
        }
        state.reg(0, first);
        let result = abstracted(&state.checked());
        assert_eq!(shape(&result), [(0, 2)]);
        let held = result.frame().regs[0].1.object().expect("an address");
        assert_eq!(result.graph.link(held, 0).object(), Some(held));
    }
}

#[test]
fn heads_inside_of_nodes() {
    // Nodes with data in front of the links, around a sentinel that has links only.
    let mut state = empty();
    let sentinel = state.node(16);
    let ids = nodes(&mut state, 4, 32);
    let head = |id: ObjectId| Value::region(id, 8);
    let around = Value::region(sentinel, 0);
    let address = |at: usize| ids.get(at).map_or(around, |id| head(*id));
    for (at, id) in ids.iter().enumerate() {
        state.set(*id, 8, address(at + 1));
        state.set(*id, 16, if at == 0 { around } else { address(at - 1) });
        state.set(*id, 0, Value::Int(100 + at as i64));
    }
    state.set(sentinel, 0, address(0));
    state.set(sentinel, 8, address(3));
    state.local(sentinel);
    let result = abstracted(&state.checked());
    assert_eq!(shape(&result), [(0, 2), (0, 9)]);
    let segment = segments(&result)[0];
    assert_eq!((segment.head, segment.links), (8, Links::double(8, 16, 8)));
}

/// As `sys/queue.h` links them: forwards to the node, backwards to the link in the node before.
#[test]
fn links_that_point_to_links() {
    let mut state = empty();
    let head = state.node(16);
    let ids = nodes(&mut state, 4, 24);
    let first_link = Value::region(head, 0);
    for (at, id) in ids.iter().enumerate() {
        state.set(*id, 8, ids.get(at + 1).map_or(Value::NULL, |next| Value::region(*next, 0)));
        state.set(*id, 16, if at == 0 { first_link } else { Value::region(ids[at - 1], 8) });
    }
    state.set(head, 0, Value::region(ids[0], 0));
    state.set(head, 8, Value::region(ids[3], 8));
    state.local(head);
    let result = abstracted(&state.clone().checked());
    assert_eq!(shape(&result), [(0, 2), (0, 9)]);
    let links = [Link { at: 8, to: 0, back: false }, Link { at: 16, to: 8, back: true }];
    assert_eq!(segments(&result)[0].links, Links::new(links).expect("there are few"));
    // The last node itself is no end: it stays outside.
    state.reg(0, Value::region(ids[3], 0));
    assert_eq!(shape(&abstracted(&state.checked())), [(0, 2), (0, 9), (0, 9)]);
}

#[test]
fn two_lists_through_the_same_nodes() {
    for other_end in [false, true] {
        let mut state = empty();
        let ids = nodes(&mut state, 4, 32);
        let other = state.node(8);
        for (at, id) in ids.iter().enumerate() {
            let address = |at: usize| ids.get(at).map_or(Value::NULL, |id| Value::region(*id, 0));
            for link in [0, 16] {
                state.set(*id, link, address(at + 1));
                state.set(*id, link + 8, if at == 0 { Value::NULL } else { address(at - 1) });
            }
        }
        if other_end {
            state.set(ids[3], 16, Value::region(other, 0));
        }
        state.reg(0, Value::region(ids[0], 0));
        state.reg(1, Value::region(other, 0));
        let result = abstracted(&state.checked());
        // Links to the same place that end differently are not the links of a list; the others still are.
        let expected: &[(u8, u8)] = if other_end { &[(0, 2), (0, 9), (0, 9)] } else { &[(0, 2), (0, 9)] };
        assert_eq!(shape(&result), expected);
        assert_eq!(segments(&result)[0].links.count(), 4);
    }
}

/// Pointers back to what is freed are forgotten, and so are the others in their place; not if there are few.
#[test]
fn old_links_are_forgotten() {
    for (count, expected) in [(2, &[(0, 9), (0, 9), (0, 9)][..]), (5, &[(0, 2)][..])] {
        let mut state = empty();
        let gone = state.node(24);
        let ids = nodes(&mut state, count, 24);
        for (at, id) in ids.iter().enumerate() {
            state.set(*id, 0, ids.get(at + 1).map_or(Value::NULL, |next| Value::region(*next, 0)));
            let back = if at == 0 { Value::NULL } else { Value::region(ids[at - 1], 0) };
            state.set(*id, 8, if at % 2 == 1 { Value::region(gone, 0) } else { back });
        }
        let freed = state.graph.object_mut(gone);
        freed.life = Life::Freed;
        freed.fields.clear();
        state.reg(0, Value::region(ids[0], 0));
        assert_eq!(shape(&abstracted(&state.checked())), expected);
    }
}

#[test]
fn equal_numbers_first_different_ones_when_there_are_many() {
    let list = |numbers: &[i64]| {
        let mut state = empty();
        let ids = nodes(&mut state, numbers.len(), 16);
        let (first, _) = chain(&mut state, &ids, SINGLE);
        ids.iter().zip(numbers).for_each(|(id, number)| state.set(*id, 8, Value::Int(*number)));
        state.reg(0, first);
        shape(&abstracted(&state.checked()))
    };
    assert_eq!(list(&[1, 1, 1]), [(0, 2)]);
    assert_eq!(list(&[1, 1, 1, 2, 2]), [(0, 2), (0, 2)]);
    assert_eq!(list(&[1, 2, 3]), [(0, 9), (0, 9), (0, 9)]);
    assert_eq!(list(&[1, 2, 1, 2, 1]), [(0, 2)]);
    // Large numbers are told apart less carefully.
    assert_eq!(list(&[100, 200]), [(0, 9), (0, 9)]);
    assert_eq!(list(&[100, 200, 300]), [(0, 2)]);
}

#[test]
fn shared_blocks_stay_and_private_ones_are_nested() {
    for links in [SINGLE, DOUBLE] {
        let mut state = empty();
        let ids = nodes(&mut state, 3, 32);
        let (first, _) = chain(&mut state, &ids, links);
        let shared = state.node(8);
        for id in &ids {
            let block = state.node(16);
            state.set(*id, 16, Value::region(block, 0));
            state.set(*id, 24, Value::region(shared, 0));
            // It leads back, and it has a number that nothing is known of.
            state.set(block, 0, Value::region(*id, 4));
            let number = state.unknown(0, 1000, 0);
            state.set(block, 8, number);
        }
        state.reg(0, first);
        let result = abstracted(&state.checked());
        assert_eq!(shape(&result), [(0, 2), (0, 9), (1, 9)], "{}", show(&result));
        assert_eq!(result.graph.syms().iter().map(|(_, info)| info.level).collect::<Vec<_>>(), [1]);
    }
}

#[test]
fn nodes_that_point_into_themselves() {
    let mut state = empty();
    let ids = nodes(&mut state, 3, 256);
    let (first, _) = chain(&mut state, &ids, SINGLE);
    for (at, id) in ids.iter().enumerate() {
        state.set(*id, 8, Value::region(*id, 16 + 32 * at as i64));
    }
    state.reg(0, first);
    let result = abstracted(&state.checked());
    assert_eq!(shape(&result), [(0, 2)]);
    let (_, object) = result.graph.objects().next().expect("one");
    let Some(Value::Addr(Addr { which: Which::All, offset, plus: Some(plus), .. })) =
        object.field(8, 8).map(|field| field.value)
    else {
        panic!("{}", show(&result))
    };
    assert!(result.graph.sym(plus).level == 1 && offset == 0);
}

#[test]
fn lists_of_lists() {
    // Each node has a list of its own, of another length, down to the third level; some are empty.
    fn build(state: &mut State, depth: usize, lengths: &[usize]) -> Value {
        let ids = nodes(state, lengths.len(), 24);
        for (at, id) in ids.iter().enumerate() {
            let inner = match depth {
                0 => Value::NULL,
                _ => build(state, depth - 1, &lengths[..lengths[at].min(lengths.len())]),
            };
            state.set(*id, 16, inner);
        }
        chain(state, &ids, SINGLE).0
    }
    for lengths in [vec![2, 2, 2], vec![3, 2, 2], vec![1, 1, 1], vec![0, 2, 2, 2], vec![2, 0, 2, 2], vec![1, 2, 3]] {
        for depth in 0..4 {
            let mut state = empty();
            let first = build(&mut state, depth, &lengths);
            state.reg(0, first);
            let result = abstracted(&state.checked());
            if lengths == [2, 2, 2] {
                let expected: Vec<(u8, u8)> = (0..=depth as u8).map(|level| (level, 2)).collect();
                assert_eq!(shape(&result), expected, "{}", show(&result));
            }
        }
    }
}

#[test]
fn optional_blocks() {
    let build = |has: &[bool]| {
        let mut state = empty();
        let ids = nodes(&mut state, has.len(), 16);
        let (first, _) = chain(&mut state, &ids, SINGLE);
        for (id, has) in ids.iter().zip(has) {
            let value = if *has {
                let (block, deeper) = (state.node(16), state.node(8));
                state.set(block, 0, Value::region(deeper, 0));
                state.set(block, 8, Value::region(*id, 0));
                Value::region(block, 0)
            } else {
                Value::NULL
            };
            state.set(*id, 8, value);
        }
        state.reg(0, first);
        shape(&abstracted(&state.checked()))
    };
    assert_eq!(build(&[true, true]), [(0, 2), (1, 9), (1, 9)]);
    // One block and none: a block that may exist, with another one below.
    assert_eq!(build(&[true, false, true]), [(0, 2), (1, 8), (2, 9)]);
    assert_eq!(build(&[false, true, false, false, true]), [(0, 2), (1, 8), (2, 9)]);
}

#[test]
fn inner_lists_that_may_be_empty() {
    // Inner lists around a sentinel inside of the outer node, as the Linux kernel has them.
    let build = |lengths: &[usize]| {
        let mut state = empty();
        let outer = nodes(&mut state, lengths.len(), 32);
        let (first, _) = chain(&mut state, &outer, SINGLE);
        for (id, length) in outer.iter().zip(lengths) {
            let ids = nodes(&mut state, *length, 24);
            let around = Value::region(*id, 16);
            let address = |at: usize| ids.get(at).map_or(around, |id| Value::region(*id, 0));
            for (at, inner) in ids.iter().enumerate() {
                state.set(*inner, 0, address(at + 1));
                state.set(*inner, 8, if at == 0 { around } else { address(at - 1) });
            }
            state.set(*id, 16, address(0));
            state.set(*id, 24, if *length == 0 { around } else { address(length - 1) });
        }
        state.reg(0, first);
        abstracted(&state.checked())
    };
    assert_eq!(shape(&build(&[2, 2, 2])), [(0, 2), (1, 2)]);
    assert_eq!(shape(&build(&[2, 0, 2])), [(0, 2), (1, 0)]);
    assert_eq!(shape(&build(&[1, 0, 1])), [(0, 2), (1, 8)]);
    assert_eq!(shape(&build(&[1, 0, 2])), [(0, 2), (1, 0)]);
    assert_eq!(shape(&build(&[1, 0, 0, 3])), [(0, 2), (1, 0)]);
}

#[test]
fn blocks_of_zeros_are_links_too() {
    // As from calloc: the last node's link is part of the zeros.
    for links in [SINGLE, DOUBLE] {
        let mut state = empty();
        let ids: Vec<ObjectId> = (0..3).map(|_| state.object(Kind::Region, 64, Fill::Zero)).collect();
        let (first, _) = chain(&mut state, &ids, links);
        for id in &ids {
            state.graph.object_mut(*id).fields.retain(|field| field.value != Value::NULL);
        }
        state.reg(0, first);
        let result = abstracted(&state.checked());
        assert_eq!(shape(&result), [(0, 2)]);
        assert_eq!(result.graph.objects().next().expect("one").1.fill, Fill::Zero);
    }
}

#[test]
fn abstractions_of_scrambled_heaps_cover_them() {
    let mut changed = 0;
    for seed in 0..3000 {
        let state = support::scramble(seed);
        changed += usize::from(abstracted(&state).graph.object_count() < state.graph.object_count());
    }
    assert!(changed > 500, "only {changed} were abstracted");
}
