//! The join of states built by hand covers both, and is as precise as it should be.

mod support;

use ir::{Global, Id, InitPiece, Module};
use smg::cover::covers;
use smg::graph::{Fill, Kind, Links, ObjectId, Range, State, Value, Which, check_consistency};
use smg_search::join::{Status, join};
use support::{Build, DOUBLE, SINGLE, chain, empty, module, segments, show, to};

fn joined(a: &State, b: &State) -> Option<(Status, State)> {
    joined_in(&module(), a, b)
}

/// The join, if there is one; it must be consistent and cover both.
fn joined_in(module: &Module, a: &State, b: &State) -> Option<(Status, State)> {
    let (status, state) = join(module, a, b, &smg_search::join::JoinOptions::default())?;
    if let Err(error) = check_consistency(&state) {
        panic!("{error}\n{}\nfrom\n{}\nand\n{}", show(&state), show(a), show(b));
    }
    for (name, part) in [("left", a), ("right", b)] {
        assert!(
            covers(module, &state, part),
            "{name} is lost in\n{}\nfrom\n{}\nand\n{}",
            show(&state),
            show(a),
            show(b)
        );
    }
    Some((status, state))
}

/// One item of a chain: a region, or a segment of at least so many nodes.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Item {
    Node,
    List(u8),
}

const ITEMS: [Item; 4] = [Item::Node, Item::List(0), Item::List(1), Item::List(2)];

/// A list held by one register, and the item at `mark` by another one.
fn list(items: &[Item], links: Links, mark: Option<usize>) -> State {
    let mut state = empty();
    let ids: Vec<ObjectId> = items
        .iter()
        .map(|item| match item {
            Item::Node => state.node(16),
            Item::List(min) => state.list(16, *min, links),
        })
        .collect();
    let (first, _) = chain(&mut state, &ids, links);
    state.reg(0, first);
    let marked = mark.and_then(|at| ids.get(at)).map_or(Value::NULL, |id| to(&state, *id, Which::First));
    state.reg(1, marked);
    state.checked()
}

fn sequences(longest: usize) -> Vec<Vec<Item>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last
            .iter()
            .flat_map(|items: &Vec<Item>| {
                ITEMS.map(|item| {
                    let mut longer = items.clone();
                    longer.push(item);
                    longer
                })
            })
            .collect();
        all.extend(last.clone());
    }
    all
}

/// The status claims no more than `covers` finds out.
fn check_status(a: &State, b: &State, status: Status) {
    let module = module();
    match status {
        Status::Equal => assert!(covers(&module, a, b) && covers(&module, b, a), "{}\n{}", show(a), show(b)),
        Status::LeftCovers => assert!(covers(&module, a, b), "{}\n{}", show(a), show(b)),
        Status::RightCovers => assert!(covers(&module, b, a), "{}\n{}", show(a), show(b)),
        Status::Union | Status::Incomparable => {}
    }
}

#[test]
fn join_covers_both() {
    let mut found = 0;
    for links in [SINGLE, DOUBLE] {
        for a in &sequences(3) {
            for b in &sequences(2) {
                for mark in [None, Some(0), Some(1)] {
                    let (x, y) = (list(a, links, mark), list(b, links, mark));
                    for (x, y) in [(&x, &y), (&y, &x)] {
                        if let Some((status, _)) = joined(x, y) {
                            found += 1;
                            check_status(x, y, status);
                        } else {
                            assert_ne!(a, b, "a state joins with itself");
                        }
                    }
                }
            }
        }
    }
    assert!(found > 1000, "only {found} joins");
}

#[test]
fn a_list_and_none_are_a_list_that_may_be_empty() {
    for links in [SINGLE, DOUBLE] {
        let (status, state) = joined(&list(&[Item::List(0)], links, None), &list(&[], links, None)).expect("a join");
        assert_eq!((status, segments(&state).len(), segments(&state)[0].min), (Status::LeftCovers, 1, 0));
    }
}

#[test]
fn lists_of_nodes_and_longer_lists() {
    for links in [SINGLE, DOUBLE] {
        let (status, state) =
            joined(&list(&[Item::List(2)], links, None), &list(&[Item::Node], links, None)).expect("a join");
        assert_eq!((status, segments(&state)[0].min), (Status::Union, 1));
        let [short, long] = [Item::Node, Item::List(2)].map(|item| list(&[Item::List(2), item], links, Some(1)));
        let both = [&list(&[Item::Node, Item::Node], links, Some(1)), &long];
        assert_eq!(joined(&short, &long).expect("a join").0, Status::Union);
        assert_eq!(
            joined(both[0], both[1]).expect("a join").0,
            Status::Incomparable,
            "one may be long and the other not"
        );
        let (status, state) =
            joined(&list(&[Item::Node], links, None), &list(&[Item::List(1)], links, None)).expect("a join");
        assert_eq!((status, segments(&state)[0].min), (Status::RightCovers, 1));
    }
}

#[test]
fn an_empty_part_is_found_although_the_first_guess_is_wrong() {
    for links in [SINGLE, DOUBLE] {
        // The segment is empty on the right, where the marked node comes first.
        let (a, b) = (list(&[Item::List(0), Item::Node], links, Some(1)), list(&[Item::Node], links, Some(0)));
        let (status, state) = joined(&a, &b).expect("a join");
        assert_eq!((status, segments(&state).len(), segments(&state)[0].min), (Status::LeftCovers, 1, 0));
        // Without the mark, only what comes behind shows it.
        let (a, b) = (list(&[Item::List(0), Item::Node], links, None), list(&[Item::Node], links, None));
        assert_eq!(joined(&a, &b).expect("a join").0, Status::LeftCovers);
    }
}

#[test]
fn different_shapes_are_not_joined() {
    let nothing = [
        (list(&[Item::Node], SINGLE, None), list(&[], SINGLE, None)),
        (list(&[Item::Node], SINGLE, None), list(&[Item::Node; 2], SINGLE, None)),
        (list(&[Item::Node; 2], SINGLE, Some(0)), list(&[Item::Node; 2], SINGLE, Some(1))),
        (list(&[Item::List(1)], SINGLE, None), list(&[Item::List(1)], DOUBLE, None)),
    ];
    for (a, b) in &nothing {
        assert!(joined(a, b).is_none(), "{}\n{}", show(a), show(b));
    }
}

fn holding(values: &[Value]) -> State {
    let mut state = empty();
    values.iter().enumerate().for_each(|(reg, value)| state.reg(reg, *value));
    state
}

#[test]
fn small_numbers_are_kept_apart() {
    assert!(joined(&holding(&[Value::Int(1)]), &holding(&[Value::Int(2)])).is_none());
    assert!(joined(&holding(&[Value::Int(0)]), &holding(&[Value::Int(-10)])).is_none());
    let (status, state) = joined(&holding(&[Value::Int(10)]), &holding(&[Value::Int(11)])).expect("a join");
    assert_eq!(status, Status::Incomparable);
    assert_eq!(state.graph.range(state.frame().regs[0].1), Range { lo: 10, hi: 127, align: 0 });
}

#[test]
fn bounds_stop_at_thresholds() {
    let options =
        smg_search::join::JoinOptions { thresholds: vec![15, 40], ..smg_search::join::JoinOptions::default() };
    let mut state = holding(&[Value::Int(12)]);
    let mut bounds = Vec::new();
    for number in [13, 16, 41, 300, 70_000, 1 << 40] {
        let next = holding(&[Value::Int(number)]);
        state = join(&module(), &state, &next, &options).expect("a join").1;
        bounds.push(state.graph.range(state.frame().regs[0].1).hi);
    }
    assert_eq!(bounds, [15, 40, 127, i64::from(i16::MAX), i64::from(i32::MAX), i64::MAX]);
}

#[test]
fn constant_differences_survive() {
    let pair = |n: i64| holding(&[Value::Int(n), Value::Int(n + 5), Value::Int(n)]);
    let (_, state) = joined(&pair(20), &pair(30)).expect("a join");
    let regs: Vec<Value> = state.frame().regs.iter().map(|(_, value)| *value).collect();
    let (Value::Sym(a), Value::Sym(b)) = (regs[0], regs[1]) else { panic!("{regs:?}") };
    assert_eq!((a.sym, a.add + 5, regs[0]), (b.sym, b.add, regs[2]));
    // And once more, against a state that knows nothing but the difference.
    let mut other = empty();
    let Value::Sym(unknown) = other.unknown(0, 100, 0) else { panic!() };
    for (reg, add) in [(0, 0), (1, 5), (2, 0)] {
        other.reg(reg, Value::Sym(smg::graph::Linear { add, ..unknown }));
    }
    let (status, state) = joined(&other, &pair(50)).expect("a join");
    assert_eq!((status, state.graph.syms().len()), (Status::LeftCovers, 1));
}

#[test]
fn equal_on_one_side_only_is_forgotten() {
    let mut a = empty();
    let x = a.unknown(0, 9, 0);
    a.reg(0, x);
    a.reg(1, x);
    let mut b = empty();
    for reg in 0..2 {
        let x = b.unknown(0, 9, 0);
        b.reg(reg, x);
    }
    let (status, state) = joined(&a, &b).expect("a join");
    assert_eq!((status, state.graph.syms().len()), (Status::RightCovers, 2));
}

#[test]
fn what_differs_on_both_sides_differs() {
    let mut a = empty();
    let (x, y) = (a.unknown(0, 50, 0), a.unknown(0, 50, 0));
    a.reg(0, x);
    a.reg(1, y);
    let free = a.clone();
    a.graph.add_differ(x, y);
    assert_eq!(joined(&a, &a).expect("a join").1.graph.differ().len(), 1);
    let (status, state) = joined(&a, &free).expect("a join");
    assert_eq!((status, state.graph.differ().len()), (Status::RightCovers, 0));
    // Known by their values on one side.
    let (status, state) = joined(&a, &holding(&[Value::Int(20), Value::Int(21)])).expect("a join");
    assert_eq!((status, state.graph.differ().len()), (Status::LeftCovers, 1));
}

#[test]
fn zeros_are_cut_where_they_face_something_else() {
    // Left: all zero. Right: a number in the middle of zeros and nothing known at the end.
    let mut a = empty();
    let block = a.object(Kind::Region, 64, Fill::Zero);
    a.reg(0, Value::region(block, 0));
    let mut b = empty();
    let block = b.object(Kind::Region, 64, Fill::Unknown);
    b.set_sized(block, 0, 16, Value::NULL);
    b.set_sized(block, 16, 8, Value::Int(77));
    b.set_sized(block, 24, 24, Value::NULL);
    b.reg(0, Value::region(block, 0));
    let (status, state) = joined(&a, &b).expect("a join");
    let object = state.graph.objects().next().expect("an object").1;
    let zeros: Vec<(i64, i64)> = (object.fields.iter())
        .filter(|field| field.value == Value::NULL)
        .map(|field| (field.offset, field.size))
        .collect();
    assert_eq!((status, object.fill, zeros), (Status::Incomparable, Fill::Unknown, vec![(0, 16), (24, 24)]));
}

#[test]
fn an_initialised_global_meets_its_first_value() {
    let mut program = module();
    let id = program.globals.push(Global {
        name: "list".into(),
        size: 8,
        align: 8,
        constant: false,
        anonymous: false,
        init: Some(vec![InitPiece::Zero(8)]),
        ty: None,
        loc: ir::LocId::from_index(0),
    });
    let untouched = empty();
    let mut used = empty();
    let nodes = used.list(16, 0, SINGLE);
    let global = ObjectId::of_global(id);
    let object = smg::graph::Object {
        size: Value::Int(8),
        kind: Kind::Region,
        storage: smg::graph::Storage::Global { constant: false },
        fill: Fill::Zero,
        fields: vec![smg::graph::Field { offset: 0, size: 8, value: to(&used, nodes, Which::First) }],
        ..used.graph.object(nodes).clone()
    };
    used.graph.insert_object(global, object.into());
    let (status, state) = joined_in(&program, &used.checked(), &untouched).expect("a join");
    assert_eq!((status, segments(&state).len()), (Status::LeftCovers, 1));
}

#[test]
fn offsets_far_into_an_object_become_intervals() {
    let pointing = |offset: i64| {
        let mut state = empty();
        let block = state.object(Kind::Region, 4096, Fill::Zero);
        state.reg(0, Value::region(block, 0));
        state.reg(1, Value::region(block, offset));
        state
    };
    assert!(joined(&pointing(8), &pointing(16)).is_none());
    let (_, state) = joined(&pointing(80), &pointing(88)).expect("a join");
    let Value::Addr(addr) = state.frame().regs[1].1 else { panic!() };
    let offsets = state.graph.offsets(addr);
    assert_eq!((offsets.lo, offsets.align, offsets.contains(88)), (80, 3, true));
}

/// A list each of whose nodes has a block of its own, and that block leads back.
fn with_blocks(min: u8) -> State {
    let mut state = empty();
    let nodes = state.list(24, min, SINGLE);
    let block = state.node(16);
    state.below(block, 1);
    state.set(nodes, 8, Value::region(block, 0));
    state.set(block, 0, support::all(nodes, 0));
    let unknown = state.unknown(0, 99, 1);
    state.set(block, 8, unknown);
    let first = to(&state, nodes, Which::First);
    state.reg(0, first);
    state.checked()
}

fn one_with_block(number: i64) -> State {
    let mut state = empty();
    let (node, block) = (state.node(24), state.node(16));
    state.set(node, 0, Value::NULL);
    state.set(node, 8, Value::region(block, 0));
    state.set(block, 0, Value::region(node, 0));
    state.set(block, 8, Value::Int(number));
    state.reg(0, Value::region(node, 0));
    state.checked()
}

#[test]
fn nested_blocks_meet_those_of_a_single_node() {
    let (status, state) = joined(&with_blocks(1), &one_with_block(50)).expect("a join");
    let levels: Vec<u8> = state.graph.objects().map(|(_, object)| object.level).collect();
    assert_eq!((status, levels), (Status::LeftCovers, vec![0, 1]));
    let (status, _) = joined(&one_with_block(50), &with_blocks(0)).expect("a join");
    assert_eq!(status, Status::RightCovers);
    // Nothing at all on one side: the blocks vanish with their nodes.
    let (status, _) = joined(&with_blocks(0), &holding(&[Value::NULL])).expect("a join");
    assert_eq!(status, Status::LeftCovers);
}

#[test]
fn inserted_lists_share_what_the_others_have() {
    // Every node points to one shared block, which the register 1 holds, too.
    let shared = |min: Option<u8>| {
        let mut state = empty();
        let block = state.node(8);
        state.reg(1, Value::region(block, 0));
        let first = min.map_or(Value::NULL, |min| {
            let nodes = state.list(16, min, SINGLE);
            state.set(nodes, 8, Value::region(block, 0));
            to(&state, nodes, Which::First)
        });
        state.reg(0, first);
        state.checked()
    };
    let (status, state) = joined(&shared(Some(0)), &shared(None)).expect("a join");
    assert_eq!((status, state.graph.object_count()), (Status::LeftCovers, 2));
    let (status, _) = joined(&shared(None), &shared(Some(0))).expect("a join");
    assert_eq!(status, Status::RightCovers);
}

#[test]
fn cyclic_lists_around_a_sentinel() {
    let ring = |items: &[Item]| {
        let mut state = empty();
        let sentinel = state.node(16);
        let ids: Vec<ObjectId> = items
            .iter()
            .map(|item| match item {
                Item::Node => state.node(16),
                Item::List(min) => state.list(16, *min, DOUBLE),
            })
            .collect();
        let (first, last) = chain(&mut state, &ids, DOUBLE);
        let around = Value::region(sentinel, 0);
        let (first, last) = if ids.is_empty() { (around, around) } else { (first, last) };
        state.set(sentinel, 0, first);
        state.set(sentinel, 8, last);
        if let (Some(first), Some(last)) = (ids.first(), ids.last()) {
            state.set(*last, 0, around);
            state.set(*first, 8, around);
        }
        state.local(sentinel);
        state.checked()
    };
    let lists = sequences(2);
    let mut found = 0;
    for a in &lists {
        for b in &lists {
            if let Some((status, _)) = joined(&ring(a), &ring(b)) {
                check_status(&ring(a), &ring(b), status);
                found += 1;
            }
        }
    }
    assert!(found > 100, "only {found} joins");
    let (status, state) = joined(&ring(&[Item::List(0)]), &ring(&[])).expect("a join");
    assert_eq!((status, segments(&state)[0].min), (Status::LeftCovers, 0));
}

#[test]
fn joins_of_scrambled_heaps_cover_both() {
    let (mut found, mut states) = (0, Vec::new());
    for seed in 0..1500 {
        let mut state = support::scramble(seed);
        if seed % 3 != 0 {
            smg_search::abstraction::abstract_state(
                &module(),
                &mut state,
                &smg_search::abstraction::AbstractionOptions::default(),
            );
        }
        states.push(state);
    }
    for (at, a) in states.iter().enumerate() {
        for b in states[at.saturating_sub(8)..].iter().take(16) {
            if let Some((status, state)) = joined(a, b) {
                found += 1;
                check_status(a, b, status);
                // Joining again with what it covers changes nothing but its form.
                let (_, again) = joined(&state, b).expect("a join with a part");
                assert!(covers(&module(), &state, &again), "{}\n{}", show(&state), show(&again));
            }
        }
    }
    assert!(found > 1000, "only {found} joins");
}

#[test]
fn a_cursor_behind_a_node_and_behind_the_end() {
    // Left: one node, and the cursor at what may follow. Right: the cursor has left the list.
    let mut a = empty();
    let (node, rest) = (a.node(16), a.list(16, 0, DOUBLE));
    let (first, _) = chain(&mut a, &[node, rest], DOUBLE);
    a.reg(0, first);
    let cursor = to(&a, rest, Which::First);
    a.reg(1, cursor);
    let mut b = list(&[Item::List(2)], DOUBLE, None);
    b.reg(1, Value::NULL);
    let (_, state) = joined(&a.checked(), &b).expect("a join");
    let Value::Addr(cursor) = state.frame().regs[1].1 else { panic!() };
    let before = state.graph.link(cursor.object, 8).as_addr().expect("the list before");
    assert_eq!((segments(&state).len(), before.which), (2, Which::Last), "{}", show(&state));
}
