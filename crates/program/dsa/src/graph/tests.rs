//! Unification: the paper's examples, and Lemma 1 on random graphs.

use proptest::prelude::*;

use super::arena::Graph;
use super::cell::{Cell, Flags};
use super::node::Shape;

/// A node with so many fields of one byte.
fn fields(graph: &mut Graph, count: i64) -> Cell {
    let cell = graph.fresh(Flags::NONE);
    (0..count).for_each(|offset| graph.access(cell.plus(offset), Shape::scalar(1), Flags::READ));
    cell
}

/// The paper's Fig. 5: nodes of three and of four fields meet; the offsets of the first one's fields in the result.
fn embedded(at: i64, in_other: i64) -> (Vec<i64>, u64) {
    let mut graph = Graph::default();
    let (small, large) = (fields(&mut graph, 3), fields(&mut graph, 4));
    graph.unify(small.plus(at), large.plus(in_other));
    let origin = graph.norm(large).offset.min(graph.norm(small).offset);
    let offsets = (0..3).map(|offset| graph.norm(small.plus(offset)).offset - origin).collect();
    let node = graph.node(graph.normal(large).node);
    assert!(!node.collapsed && node.modulus == 0);
    assert_eq!(graph.check_consistency(), Ok(()));
    let (first, last) = node.extent().expect("there are fields");
    (offsets, (last - first) as u64)
}

#[test]
fn a_node_is_embedded_further_inside_another() {
    assert_eq!(embedded(1, 3), (vec![2, 3, 4], 5));
}

#[test]
fn a_node_is_embedded_the_other_way_round() {
    // The larger one begins one byte after the smaller one.
    assert_eq!(embedded(2, 1), (vec![0, 1, 2], 5));
}

#[test]
fn nodes_that_meet_at_the_same_offset_begin_together() {
    assert_eq!(embedded(1, 1), (vec![0, 1, 2], 4));
}

#[test]
fn a_node_that_meets_itself_is_a_sequence() {
    let mut graph = Graph::default();
    let cell = graph.fresh(Flags::NONE);
    for offset in [0, 4, 8, 20] {
        graph.access(cell.plus(offset), Shape::scalar(4), Flags::READ);
    }
    graph.unify(cell, cell.plus(8));
    let node = graph.node(graph.normal(cell).node);
    assert_eq!((node.modulus, node.collapsed, node.fields.len()), (8, false, 2));
    assert_eq!(graph.norm(cell.plus(20)), Cell::new(graph.norm(cell).node, 4));
}

#[test]
fn sequences_of_different_elements_have_their_common_divisor() {
    let mut graph = Graph::default();
    let [a, b] = [12, 8].map(|element| {
        let cell = graph.fresh(Flags::NONE);
        graph.access(cell, Shape::scalar(4), Flags::READ);
        graph.make_sequence(cell, element);
        cell
    });
    graph.unify(a, b.plus(4));
    let node = graph.node(graph.normal(a).node);
    assert_eq!((node.modulus, node.collapsed), (4, false));
}

#[test]
fn an_access_that_fits_no_element_collapses() {
    let mut graph = Graph::default();
    let cell = graph.fresh(Flags::NONE);
    let [first, second] = [0, 8].map(|offset| graph.content(cell.plus(offset), Shape::scalar(8)));
    assert_ne!(graph.norm(first).node, graph.norm(second).node);
    graph.make_sequence(cell, 4);
    assert!(graph.node(graph.normal(cell).node).collapsed);
    assert_eq!(graph.norm(first), graph.norm(second), "what the fields point to is one");
}

#[test]
fn a_pointer_that_is_read_in_pieces_is_still_that_pointer() {
    let mut graph = Graph::default();
    let (cell, target) = (graph.fresh(Flags::NONE), graph.fresh(Flags::HEAP));
    graph.set_content(cell, Shape::scalar(8), target);
    let half = graph.content(cell.plus(4), Shape::scalar(4));
    assert_eq!(graph.norm(half), graph.norm(target));
    let next = graph.content(cell.plus(8), Shape::scalar(4));
    assert_ne!(graph.norm(next).node, graph.norm(target).node);
}

#[test]
fn a_number_merges_nothing_until_it_is_dereferenced() {
    let mut graph = Graph::default();
    let object = graph.fresh(Flags::HEAP);
    graph.access(object, Shape::scalar(8), Flags::READ);
    let number = graph.scrambled(object);
    assert_ne!(graph.norm(number).node, graph.norm(object).node);
    assert!(!graph.node(graph.normal(object).node).collapsed);
    graph.access(number, Shape::scalar(1), Flags::READ);
    assert_eq!(graph.norm(number), graph.norm(object));
    assert!(graph.node(graph.normal(object).node).collapsed);
}

#[test]
fn what_a_shared_node_reaches_is_shared() {
    let mut graph = Graph::default();
    let (global, local) = (graph.fresh(Flags::GLOBAL), graph.fresh(Flags::NONE));
    let far = graph.content(local, Shape::scalar(8));
    graph.add_flags(global, Flags::SHARED);
    let content = graph.content(global, Shape::scalar(8));
    graph.unify(content, local);
    assert!(graph.flags(graph.normal(far).node).contains(Flags::SHARED));
}

#[test]
fn a_copy_shares_contents_and_not_the_object() {
    let mut graph = Graph::default();
    let (from, to) = (graph.fresh(Flags::NONE), graph.fresh(Flags::NONE));
    let [next, data] = [0, 8].map(|offset| graph.content(from.plus(offset), Shape::scalar(8)));
    graph.copy(to, from, Some(24), 8);
    let late = graph.content(from.plus(16), Shape::scalar(8));
    for (offset, content) in [(0, next), (8, data), (16, late)] {
        let copied = graph.content(to.plus(offset), Shape::scalar(8));
        assert_eq!(graph.norm(copied), graph.norm(content));
    }
    assert_ne!(graph.norm(from).node, graph.norm(to).node);
    assert_ne!(graph.norm(next).node, graph.norm(data).node);
}

#[derive(Clone, Debug)]
enum Action {
    Unify(usize, i64, usize, i64),
    Access(usize, i64, i64),
    Content(usize, i64, i64),
    Point(usize, i64, usize),
    Sequence(usize, u64),
    Copy(usize, usize, Option<i64>),
    Number(usize),
}

fn action() -> impl Strategy<Value = Action> {
    let (cell, offset, width) = (0_usize..6, -8_i64..24, prop::sample::select(vec![1_i64, 4, 8]));
    prop_oneof![
        (cell.clone(), offset.clone(), cell.clone(), offset.clone()).prop_map(|(a, x, b, y)| Action::Unify(a, x, b, y)),
        (cell.clone(), offset.clone(), width.clone()).prop_map(|(a, x, w)| Action::Access(a, x, w)),
        (cell.clone(), offset.clone(), width).prop_map(|(a, x, w)| Action::Content(a, x, w)),
        (cell.clone(), offset, cell.clone()).prop_map(|(a, x, b)| Action::Point(a, x, b)),
        (cell.clone(), prop::sample::select(vec![1_u64, 4, 8, 12, 24])).prop_map(|(a, k)| Action::Sequence(a, k)),
        (cell.clone(), cell.clone(), prop::option::of(0_i64..40)).prop_map(|(a, b, len)| Action::Copy(a, b, len)),
        cell.prop_map(Action::Number),
    ]
}

/// Does it, and notes cells that have become equal and what was found to point where.
fn act(graph: &mut Graph, cells: &mut Vec<Cell>, equal: &mut Vec<(Cell, Cell)>, points: &mut Points, action: &Action) {
    let at = |cells: &[Cell], index: usize| cells[index % cells.len()];
    match *action {
        Action::Unify(a, x, b, y) => {
            let (a, b) = (at(cells, a).plus(x), at(cells, b).plus(y));
            graph.unify(a, b);
            equal.push((a, b));
        }
        Action::Access(a, x, width) => graph.access(at(cells, a).plus(x), Shape::scalar(width), Flags::MODIFIED),
        Action::Content(a, x, width) => {
            let place = at(cells, a).plus(x);
            let content = graph.content(place, Shape::scalar(width));
            points.push((place, width, content));
            cells.push(content);
        }
        Action::Point(a, x, b) => {
            let (place, target) = (at(cells, a).plus(x), at(cells, b));
            graph.set_content(place, Shape::scalar(8), target);
            points.push((place, 8, target));
        }
        Action::Sequence(a, element) => graph.make_sequence(at(cells, a), element),
        Action::Copy(a, b, len) => graph.copy(at(cells, a), at(cells, b), len, 8),
        Action::Number(a) => {
            let number = graph.scrambled(at(cells, a));
            cells.push(number);
        }
    }
}

type Points = Vec<(Cell, i64, Cell)>;

proptest! {
    /// Lemma 1: whatever was equal stays equal, and whatever pointed somewhere still does.
    #[test]
    fn unification_covers_what_was_there(actions in prop::collection::vec(action(), 1..30)) {
        let mut graph = Graph::default();
        let mut cells: Vec<Cell> = (0..4).map(|_| graph.fresh(Flags::NONE)).collect();
        let (mut equal, mut points) = (Vec::new(), Vec::new());
        for action in &actions {
            act(&mut graph, &mut cells, &mut equal, &mut points, action);
            prop_assert_eq!(graph.check_consistency(), Ok(()));
        }
        for (a, b) in equal {
            prop_assert_eq!(graph.normal(a), graph.normal(b));
        }
        for (place, width, content) in points {
            let found = graph.content(place, Shape::scalar(width));
            prop_assert_eq!(graph.normal(found), graph.normal(content));
        }
    }
}
