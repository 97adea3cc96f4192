//! Linked objects: what structures stand for, what becomes of them when somebody looks into them, and what they do not stand for.

use super::entail::{HEAP, found, is_covered};
use super::*;
use crate::cover::{Common, Registers, covers};
use crate::state::{Back, Cell, Inner, Link, ObjectId, Structure, Target, canonical};

/// A link at a place to a place in the next object.
fn next(at: u64, into: u64) -> Link {
    Link { at, into, to: Target::Next }
}

/// So many objects without links, which end with null.
fn structure(count: Linear) -> Structure {
    Structure { count, totals: Vec::new(), links: Vec::new(), end: Value::null(), back: None }
}

/// `%1` leads to so many objects of 16 bytes one by one, each to the next at 0, and the last to nothing; all hold the number at 8.
fn linked(numbers: &[i128]) -> State {
    let mut state = State::default();
    let mut next = Value::null();
    for number in numbers.iter().rev() {
        let link = Cell { offset: constant(0), bytes: 8, value: next };
        let held = Cell { offset: constant(8), bytes: 4, value: Value::signed(*number) };
        let node = state.add_object(Object { cells: vec![link, held], ..object(Storage::Heap, 16) });
        next = pointer(node, 0);
    }
    state.set_register(reg(1), next);
    state
}

/// `%1` leads to a chain of at least so many objects, all of which hold the number at 8.
fn chained(least: i128, number: Option<i128>) -> State {
    let mut state = State::default();
    let length = state.fresh();
    state.learn(Fact::ge(&length, &constant(least)));
    let held = number.map(|number| Cell { offset: constant(8), bytes: 4, value: Value::signed(number) });
    let structure = Some(Structure { links: vec![next(0, 0)], ..structure(length) });
    let first = state.add_object(Object { cells: held.into_iter().collect(), structure, ..object(Storage::Heap, 16) });
    state.set_register(reg(1), pointer(first, 0));
    state
}

#[test]
fn chains() {
    for count in 1..4_usize {
        let nodes = linked(&vec![5; count]);
        let found = found(&chained(1, Some(5)), &nodes, |common| common.keeps_heap = true).expect("it is a chain");
        assert_eq!((found.absorbed.len(), &found.vars[0]), (count - 1, &constant(count as i128)));
        assert_eq!(is_covered(&chained(2, None), &nodes), count >= 2);
    }
    assert!(is_covered(&chained(1, None), &chained(2, None)) && !is_covered(&chained(2, None), &chained(1, None)));
    assert!(!is_covered(&chained(1, Some(5)), &linked(&[5, 5, 6])), "not all hold it");
    assert!(!is_covered(&chained(1, Some(5)), &chained(1, None)));
    assert!(!is_covered(&linked(&[5]), &chained(1, Some(5))), "there may be more");
    let changed = |change: fn(&mut Object)| {
        let mut general = chained(1, None);
        change(general.object_mut(HEAP).expect("it is there"));
        is_covered(&general, &linked(&[5, 5]))
    };
    fn chain(object: &mut Object) -> &mut Structure {
        object.structure.as_mut().expect("it is a chain")
    }
    assert!(changed(|_| {}));
    assert!(!changed(|object| chain(object).links = vec![next(8, 0)]));
    assert!(!changed(|object| chain(object).links = vec![next(0, 8)]), "the first one does not end it");
    assert!(!changed(|object| chain(object).end = pointer(HEAP, 0)));
    assert!(!changed(|object| chain(object).count = constant(3)));
    assert!(!changed(|object| object.size = constant(8)));
    assert!(!changed(|object| object.storage = Storage::Stack));
    assert!(!changed(|object| object.held = true));
}

/// What every object of a chain holds is one number only if something says so of all.
#[test]
fn numbers_of_chains() {
    let mut general = chained(1, None);
    let value = general.unknown(32, Reading::Signed);
    let held = Cell { offset: constant(8), bytes: 4, value };
    general.object_mut(HEAP).expect("it is there").cells.push(held);
    assert!(is_covered(&general, &chained(1, Some(5))) && is_covered(&general, &linked(&[5, 5])));
    assert!(!is_covered(&general, &linked(&[5, 6])));
    assert!(!is_covered(&general, &chained(1, None)), "each has its own");
}

/// An object that something else leads to is no part of a chain.
#[test]
fn chains_that_share() {
    let mut shared = linked(&[5, 5]);
    shared.set_register(reg(3), pointer(ObjectId::Made(0), 0));
    let mut general = chained(1, None);
    let other = general.add_object(object(Storage::Heap, 16));
    general.set_register(reg(3), pointer(other, 0));
    assert!(!is_covered(&general, &shared), "the last one would be two");
    // A cycle does not end in nothing.
    let mut cycle = linked(&[5, 5]);
    cycle.object_mut(ObjectId::Made(0)).expect("it is there").cells[0].value = pointer(ObjectId::Made(1), 0);
    assert!(!is_covered(&chained(1, None), &cycle));
}

/// A place of one object: what it holds, by the names of objects.
type Places = Vec<(u64, To)>;

#[derive(Clone, Copy, PartialEq, Debug)]
enum To {
    Null,
    Node(usize),
}

/// A heap of objects one by one, all of the same size; the first is in `%1`.
fn heap(size: i128, nodes: &[Places]) -> State {
    let mut state = State::default();
    for _ in nodes {
        state.add_object(object(Storage::Heap, size));
    }
    for (number, places) in nodes.iter().enumerate() {
        let id = ObjectId::Made(u32::try_from(number).expect("there are few"));
        for (at, to) in places {
            let value = match to {
                To::Null => Value::null(),
                To::Node(other) => pointer(ObjectId::Made(u32::try_from(*other).expect("there are few")), 0),
            };
            let offset = constant(i128::from(*at));
            state.object_mut(id).expect("it is there").remember(Cell { offset, bytes: 8, value });
        }
    }
    state.set_register(reg(1), pointer(HEAP, 0));
    state
}

/// All binary trees of so many nodes, with links at 0 and 8.
fn trees(count: usize) -> Vec<Vec<Places>> {
    fn shapes(count: usize) -> Vec<Vec<(Option<usize>, Option<usize>)>> {
        if count == 0 {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for left in 0..count {
            for a in shapes(left) {
                for b in shapes(count - 1 - left) {
                    let shift = |by: usize| move |link: Option<usize>| link.map(|to| to + by);
                    let root = ((left > 0).then_some(1), (left + 1 < count).then_some(left + 1));
                    let below = a.iter().map(|(l, r)| (shift(1)(*l), shift(1)(*r)));
                    let beside = b.iter().map(|(l, r)| (shift(left + 1)(*l), shift(left + 1)(*r)));
                    all.push([root].into_iter().chain(below).chain(beside).collect());
                }
            }
        }
        all
    }
    let to = |link: &Option<usize>| link.map_or(To::Null, To::Node);
    let places = |nodes: Vec<(Option<usize>, Option<usize>)>| {
        nodes.iter().map(|(left, right)| vec![(0, to(left)), (8, to(right))]).collect()
    };
    shapes(count).into_iter().map(places).collect()
}

/// `%1` leads to the first of a structure of any count, of objects of that size.
fn general(size: i128, change: impl FnOnce(&mut Structure)) -> State {
    let mut state = State::default();
    let count = state.fresh();
    state.learn(Fact::ge(&count, &constant(1)));
    let mut structure = structure(count);
    change(&mut structure);
    let structure = Some(structure);
    let first = state.add_object(Object { structure, ..object(Storage::Heap, size) });
    state.set_register(reg(1), pointer(first, 0));
    state
}

fn tree() -> State {
    general(16, |structure| structure.links = vec![next(0, 0), next(8, 0)])
}

/// Whatever the code makes of the special state, it makes something of the general one that stands for it; neither is wrong.
fn commutes(code: &str, general: &State, special: &State) {
    let text = format!("func @main(%0: i32, %1: ptr, %2: ptr, %3: ptr) -> i32 {{\nbb0:\n{code}\n  return 0\n}}\n");
    let module = parsed(&text);
    with_machine(&module, Overflow::Blocks, |machine| {
        let ends = |machine: &mut Machine<'_, '_>, state: &State| -> Vec<State> {
            let ends = executed(machine, state.clone()).into_iter().map(|end| match end {
                End::Return(state, _) => state,
                End::Exit => panic!("nothing exits"),
            });
            ends.collect()
        };
        let special_ends = ends(machine, special);
        assert!(findings(machine).is_empty(), "{:?}", findings(machine));
        let general_ends = ends(machine, general);
        let registers = Registers::Of(machine.func);
        let common = Common { vars: 0, objects: 0, registers, keeps_heap: true };
        for special in &special_ends {
            let mut stands = general_ends.iter().filter_map(|general| canonical(general, 0));
            let stands = stands.any(|(general, _)| covers(machine, &general, special, common).is_some());
            let shown: Vec<String> = general_ends.iter().map(ToString::to_string).collect();
            assert!(stands, "{code}\nnothing stands for {special}\namong {}", shown.join("\n"));
        }
    });
}

#[test]
fn trees_are_covered_and_looked_into() {
    for count in 1..=4_usize {
        for nodes in trees(count) {
            let concrete = heap(16, &nodes);
            let found = found(&tree(), &concrete, |common| common.keeps_heap = true).expect("it is a tree");
            assert_eq!((found.absorbed.len(), &found.vars[0]), (count - 1, &constant(count as i128)));
            commutes(
                "  %4 = load ptr %1 align 8\n  %5 = offset %1 + 8\n  %6 = load ptr %5 align 8",
                &tree(),
                &concrete,
            );
        }
    }
}

/// Each of them leads to the next at 0, the last one to what `%3` points to; all point back at 8, the first one to that, too.
fn ring(count: usize) -> State {
    let node = |at: usize| {
        let before = if at == 0 { count } else { at - 1 };
        vec![(0, To::Node(at + 1)), (8, To::Node(before))]
    };
    let mut nodes: Vec<Places> = (0..count).map(node).collect();
    nodes.push(vec![(0, To::Node(0)), (8, To::Node(count - 1))]);
    let mut state = heap(16, &nodes);
    state.set_register(reg(3), pointer(ObjectId::Made(u32::try_from(count).expect("it is small")), 0));
    state
}

fn general_ring() -> State {
    let mut state = general(16, |structure| {
        structure.links = vec![next(0, 0)];
        structure.end = pointer(ObjectId::Made(1), 0);
        structure.back = Some(Back { at: 8, into: 0, first: pointer(ObjectId::Made(1), 0) });
    });
    let first = Cell { offset: constant(0), bytes: 8, value: pointer(HEAP, 0) };
    let last = Value::Last { of: HEAP, offset: constant(0) };
    let last = Cell { offset: constant(8), bytes: 8, value: last };
    let head = state.add_object(Object { cells: vec![first, last], ..object(Storage::Heap, 16) });
    state.set_register(reg(3), pointer(head, 0));
    state
}

#[test]
fn rings_are_walked_in_both_directions() {
    let forth = "  %4 = load ptr %1 align 8\n  %5 = load ptr %4 align 8";
    let back = "  %4 = offset %3 + 8\n  %5 = load ptr %4 align 8";
    let twice = format!("{back}\n  %6 = offset %5 + 8\n  %7 = load ptr %6 align 8");
    let thrice = format!("{twice}\n  %8 = offset %7 + 8\n  %9 = load ptr %8 align 8");
    let around = format!("{thrice}\n  %10 = load ptr %9 align 8\n  %11 = load ptr %1 align 8");
    let changed = format!("{twice}\n  store ptr %7 to %6 align 8\n  store ptr %5 to %7 align 8");
    let lost = format!("{back}\n  store ptr %5 to %4 align 8");
    for count in 1..=5 {
        assert!(is_covered(&general_ring(), &ring(count)), "{count}");
        for code in [forth, back, &twice, &thrice, &around, &changed, &lost] {
            commutes(code, &general_ring(), &ring(count));
        }
    }
}

#[test]
fn what_is_no_ring() {
    // Everything that is said of it is needed: one other pointer, and it is something else.
    for count in 2..=3 {
        for node in 0..=count {
            for at in [0, 8] {
                let mut other = ring(count);
                let id = ObjectId::Made(u32::try_from(node).expect("it is small"));
                let cells = &mut other.object_mut(id).expect("it is there").cells;
                let cell = cells.iter_mut().find(|cell| cell.offset == constant(at)).expect("it is there");
                cell.value = Value::null();
                assert!(!is_covered(&general_ring(), &other), "{node} at {at} of {count}");
                for wrong in 0..=count {
                    let mut other = ring(count);
                    let to = pointer(ObjectId::Made(u32::try_from(wrong).expect("it is small")), 0);
                    let cells = &mut other.object_mut(id).expect("it is there").cells;
                    let cell = cells.iter_mut().find(|cell| cell.offset == constant(at)).expect("it is there");
                    if cell.value != to {
                        cell.value = to;
                        assert!(!is_covered(&general_ring(), &other), "{node} at {at} to {wrong} of {count}");
                    }
                }
            }
        }
    }
}

/// A tree with one link that leads out of it, to what `%3` points to.
#[test]
fn trees_with_a_place_where_they_go_on() {
    let general = |links: &[u64]| {
        let mut state = general(16, |structure| {
            structure.links = links.iter().map(|at| next(*at, 0)).collect();
            structure.end = pointer(ObjectId::Made(1), 0);
        });
        let end = state.add_object(object(Storage::Heap, 24));
        state.set_register(reg(3), pointer(end, 0));
        state
    };
    let code =
        "  %4 = load ptr %1 align 8\n  %5 = offset %1 + 8\n  %6 = load ptr %5 align 8\n  store ptr %4 to %5 align 8";
    for count in 1..=4_usize {
        for nodes in trees(count) {
            let places = (0..count).flat_map(|node| [(node, 0), (node, 8)]);
            let open = |(node, at): &(usize, u64)| nodes[*node].contains(&(*at, To::Null));
            let open: Vec<(usize, u64)> = places.filter(open).collect();
            for (node, at) in &open {
                let mut concrete = heap(16, &nodes);
                let end = concrete.add_object(object(Storage::Heap, 24));
                concrete.set_register(reg(3), pointer(end, 0));
                let lead = |state: &mut State, (node, at): (usize, u64)| {
                    let id = ObjectId::Made(u32::try_from(node).expect("it is small"));
                    let cells = &mut state.object_mut(id).expect("it is there").cells;
                    let place = constant(i128::from(at));
                    cells.iter_mut().find(|cell| cell.offset == place).expect("it is there").value = pointer(end, 0);
                };
                let closed = concrete.clone();
                lead(&mut concrete, (*node, *at));
                assert!(is_covered(&general(&[0, 8]), &concrete));
                assert!(!is_covered(&general(&[0, 8]), &closed), "it leads nowhere");
                assert!(!is_covered(&tree(), &concrete), "it does not end");
                commutes(code, &general(&[0, 8]), &concrete);
                for other in open.iter().filter(|other| *other != &(*node, *at)) {
                    let mut twice = concrete.clone();
                    lead(&mut twice, *other);
                    assert!(!is_covered(&general(&[0, 8]), &twice), "it leads there twice");
                }
            }
        }
    }
}

/// Parts of a tree may be structures that show fewer links: the others are null in all their objects.
#[test]
fn parts_with_fewer_links() {
    let part = |value: Option<Value>| {
        let mut state = heap(16, &[vec![(0, To::Null)]]);
        let count = state.fresh();
        state.learn(Fact::ge(&count, &constant(1)));
        let structure = Some(Structure { links: vec![next(0, 0)], ..structure(count) });
        let cells = value.map(|value| Cell { offset: constant(8), bytes: 8, value }).into_iter().collect();
        let below = state.add_object(Object { structure, cells, ..object(Storage::Heap, 16) });
        let cell = Cell { offset: constant(8), bytes: 8, value: pointer(below, 0) };
        state.object_mut(HEAP).expect("it is there").remember(cell);
        state
    };
    assert!(is_covered(&tree(), &part(Some(Value::null()))));
    assert!(!is_covered(&tree(), &part(None)), "nothing is known of the other link");
    assert!(!is_covered(&tree(), &part(Some(pointer(HEAP, 0)))), "it leads back");
}

/// Lists of objects of 24 bytes, linked at 0, each with a list of objects of 8 bytes at 8 and an object of 4 bytes at 16.
fn lists(lengths: &[usize]) -> State {
    let mut state = heap(24, &vec![Vec::new(); lengths.len()]);
    let name = |number: usize| ObjectId::Made(u32::try_from(number).expect("it is small"));
    for (node, length) in lengths.iter().enumerate() {
        let mut inner = Value::null();
        for _ in 0..*length {
            let cell = Cell { offset: constant(0), bytes: 8, value: inner };
            inner = pointer(state.add_object(Object { cells: vec![cell], ..object(Storage::Heap, 8) }), 0);
        }
        let data = pointer(state.add_object(object(Storage::Heap, 4)), 0);
        let behind = if node + 1 < lengths.len() { pointer(name(node + 1), 0) } else { Value::null() };
        for (at, value) in [(0, behind), (8, inner), (16, data)] {
            let cell = Cell { offset: constant(at), bytes: 8, value };
            state.object_mut(name(node)).expect("it is there").remember(cell);
        }
    }
    state
}

fn other(at: u64, size: u64, may_be_none: bool, links: Vec<Link>) -> Link {
    Link { at, into: 0, to: Target::Other(Box::new(Inner { size, may_be_none, links })) }
}

fn general_lists(change: impl FnOnce(&mut Vec<Link>)) -> State {
    let mut links = vec![next(0, 0), other(8, 8, true, vec![next(0, 0)]), other(16, 4, false, Vec::new())];
    change(&mut links);
    let mut state = general(24, |structure| structure.links = links);
    let totals = vec![state.fresh(), state.fresh()];
    let object = state.object_mut(HEAP).expect("it is there");
    object.structure.as_mut().expect("it is one").totals = totals;
    state
}

#[test]
fn lists_of_lists() {
    let outer = "  %4 = load ptr %1 align 8\n  %5 = offset %1 + 8\n  %6 = load ptr %5 align 8\n  %7 = offset %1 + 16\n  %8 = load ptr %7 align 8\n  store i32 7 to %8 align 4";
    let changed = format!("{outer}\n  store ptr null to %5 align 8\n  store ptr %6 to %1 align 8");
    for lengths in [&[0][..], &[1], &[2], &[0, 0], &[1, 0], &[0, 2], &[2, 1, 3]] {
        let concrete = lists(lengths);
        let found = found(&general_lists(|_| {}), &concrete, |common| common.keeps_heap = true).expect("they are");
        let (count, inner) = (lengths.len() as i128, lengths.iter().sum::<usize>() as i128);
        assert_eq!(found.vars, [constant(count), constant(inner), constant(count)]);
        for code in [outer, &changed] {
            commutes(code, &general_lists(|_| {}), &concrete);
        }
        let never_none = general_lists(|links| links[1] = other(8, 8, false, vec![next(0, 0)]));
        assert_eq!(is_covered(&never_none, &concrete), lengths.iter().all(|length| *length > 0));
        let single = general_lists(|links| links[1] = other(8, 8, true, Vec::new()));
        let kept = super::entail::found(&single, &concrete, |common| common.keeps_heap = true).is_some();
        assert_eq!(kept, lengths.iter().all(|length| *length <= 1), "others would be lost");
        assert!(!is_covered(&general_lists(|links| links[2] = other(16, 8, false, Vec::new())), &concrete));
    }
    // One object that belongs to two, or that is gone.
    let mut shared = lists(&[1, 1]);
    let first = shared.object(HEAP).and_then(|object| object.word_at(16, 8)).expect("it is there");
    let second = shared.object_mut(ObjectId::Made(1)).expect("it is there");
    second.cells.iter_mut().find(|cell| cell.offset == constant(16)).expect("it is there").value = first.clone();
    assert!(!is_covered(&general_lists(|_| {}), &shared));
    let mut freed = lists(&[1, 1]);
    freed.object_mut(first.target().expect("it leads there")).expect("it is there").life = Life::Freed;
    assert!(!is_covered(&general_lists(|_| {}), &freed));
}

#[test]
fn states_that_are_no_states() {
    let module = parsed("func @main() {\nbb0:\n  return\n}\n");
    let broken = |change: fn(&mut State)| {
        let mut state = general_lists(|_| {});
        assert_eq!(state.check_consistency(&module), Ok(()));
        change(&mut state);
        assert!(state.check_consistency(&module).is_err());
    };
    fn known(state: &mut State) -> &mut Structure {
        state.object_mut(HEAP).and_then(|object| object.structure.as_mut()).expect("it is one")
    }
    broken(|state| known(state).links.reverse());
    broken(|state| known(state).links.push(next(0, 0)));
    broken(|state| known(state).links = (0..40).map(|at| next(8 * at, 0)).collect());
    broken(|state| known(state).totals.clear());
    broken(|state| state.set_register(reg(1), Value::Last { of: HEAP, offset: constant(0) }));
    broken(|state| known(state).end = Value::Last { of: ObjectId::Made(9), offset: constant(0) });
    broken(|state| known(state).links = (0..9).fold(Vec::new(), |links, _| vec![other(0, 8, true, links)]));
}
