//! Tests of the operations against what graphs stand for: small graphs are concretised, and sets of heaps compared.

mod addresses;
mod ahead;
mod arith;
mod blocks;
mod bytes;
mod calls;
mod chains;
mod claims;
mod compare;
mod consistency;
mod content;
mod control;
mod cover;
mod cut;
mod entail;
mod explorer;
mod heap;
mod length;
mod lists;
mod memory;
mod nested;
mod one_bit;
mod outcomes;
mod precise;
mod random;
mod run;
mod segment;
mod values;
mod written;

use engine::{Property, Task};
use ir::{DataModel, FuncId, Id, Module, Places, RegId};

use crate::graph::{
    Addr, Field, Fill, Frame, Kind, Life, Link, Links, Object, ObjectId, Segment, State, Storage, Value, Which,
};
use crate::operations::canon;
use crate::operations::reach::collect_garbage;
use crate::operations::segment::{open, remove};

/// An empty program: graphs of heap objects need no more.
pub fn module() -> Module {
    Module::new(DataModel::Lp64)
}

/// What is asked of a program whose first function is its entry.
pub fn task(module: &Module) -> Task<'_> {
    Task::new(module, FuncId::from_index(0), Property::ALL.to_vec())
}

/// A state of a function without anything.
pub fn empty() -> State {
    State { frames: vec![Frame::new(FuncId::from_index(0), Places::nowhere())], ..State::default() }
}

pub fn set_reg(state: &mut State, reg: usize, value: Value) {
    state.frame_mut().set_reg(RegId::from_index(reg), value);
}

/// A live heap object with pointer fields.
pub fn node(state: &mut State, kind: Kind, size: i64, fields: &[(i64, Value)]) -> ObjectId {
    let fields = fields.iter().map(|(offset, value)| Field { offset: *offset, size: 8, value: *value }).collect();
    state.graph.add_object(Object {
        kind,
        size: Value::Int(size),
        level: 0,
        length: None,
        life: Life::Live,
        storage: Storage::Heap,
        fill: Fill::Zero,
        fields,
        site: Places::nowhere(),
        ty: None,
    })
}

pub fn list(min: u8) -> Kind {
    Kind::Segment(Segment { min, optional: false, head: 0, links: Links::single(0, 0), alternates: None })
}

pub fn double_list(min: u8) -> Kind {
    Kind::Segment(Segment { min, optional: false, head: 0, links: Links::double(0, 8, 0), alternates: None })
}

pub fn end(state: &State, id: ObjectId, which: Which) -> Value {
    match state.graph.object(id).kind {
        Kind::Region => Value::Addr(Addr { object: id, which: Which::Region, offset: 0, plus: None }),
        Kind::Segment(_) => state.graph.end_of(id, which),
    }
}

/// A singly linked list of the kinds given, ending in null, in register `reg`.
pub fn chain(state: &mut State, reg: usize, kinds: &[Kind]) -> Vec<ObjectId> {
    let mut next = Value::NULL;
    let mut ids = Vec::new();
    for kind in kinds.iter().rev() {
        let id = node(state, *kind, 16, &[(0, next)]);
        next = end(state, id, Which::First);
        ids.push(id);
    }
    set_reg(state, reg, next);
    ids.reverse();
    ids
}

/// A doubly linked list of the kinds given between nulls, its first node in register `reg` and its last one in `reg + 1`.
pub fn double_chain(state: &mut State, reg: usize, kinds: &[Kind]) -> Vec<ObjectId> {
    let ids: Vec<ObjectId> =
        kinds.iter().map(|kind| node(state, *kind, 24, &[(0, Value::NULL), (8, Value::NULL)])).collect();
    for pair in ids.windows(2) {
        let (forth, back) = (end(state, pair[1], Which::First), end(state, pair[0], Which::Last));
        state.graph.object_mut(pair[0]).fields[0].value = forth;
        state.graph.object_mut(pair[1]).fields[1].value = back;
    }
    let ends = (ids.first(), ids.last());
    let (first, last) = match ends {
        (Some(first), Some(last)) => (end(state, *first, Which::First), end(state, *last, Which::Last)),
        _ => (Value::NULL, Value::NULL),
    };
    set_reg(state, reg, first);
    set_reg(state, reg + 1, last);
    ids
}

/// A list of 32 bytes a node with the given links, which begins and ends in a head of its own: register `reg` holds its
/// address, and its fields are what the links of the outermost nodes lead to, and where those are led to. As in
/// `sys/queue.h`, links back that reach the head point to its first field.
pub fn linked_chain(state: &mut State, reg: usize, links: Links, kinds: &[Kind]) -> Vec<ObjectId> {
    let head = node(state, Kind::Region, 32, &[]);
    let nulls: Vec<(i64, Value)> = [8, 16, 24].into_iter().map(|at| (at, Value::NULL)).collect();
    let ids: Vec<ObjectId> = kinds.iter().map(|kind| node(state, *kind, 32, &nulls)).collect();
    for (index, link) in links.iter().enumerate() {
        let address = |id: ObjectId| match state.graph.object(id).kind {
            Kind::Region => Value::region(id, link.to),
            Kind::Segment(_) => Value::Addr(Addr { object: id, which: link.end(), offset: link.to, plus: None }),
        };
        let outside = if link.back { Value::region(head, 0) } else { Value::NULL };
        let mut way: Vec<ObjectId> = ids.clone();
        if link.back {
            way.reverse();
        }
        let targets: Vec<Value> = way.iter().map(|id| address(*id)).chain([outside]).collect();
        state.graph.object_mut(head).fields.push(Field { offset: 8 * index as i64, size: 8, value: targets[0] });
        for (id, target) in way.iter().zip(&targets[1..]) {
            let fields = &mut state.graph.object_mut(*id).fields;
            fields.iter_mut().find(|field| field.offset == link.at).expect("links are fields").value = *target;
        }
    }
    set_reg(state, reg, Value::region(head, 0));
    ids
}

pub fn linked_list(links: Links, min: u8) -> Kind {
    let head = links.iter().next().map_or(0, |link| link.to);
    Kind::Segment(Segment { min, optional: false, head, links, alternates: None })
}

/// How nodes can be linked: as `LIST` and `TAILQ` of `sys/queue.h` do, the same with roles exchanged, by two links to
/// the same place, and by two links that point to different ones with a link back.
pub fn ways_to_link() -> Vec<Links> {
    let link = |at, to, back| Link { at, to, back };
    let ways: [&[Link]; 4] = [
        &[link(8, 0, false), link(16, 8, true)],
        &[link(8, 16, false), link(16, 0, true)],
        &[link(8, 0, false), link(16, 0, false)],
        &[link(8, 0, false), link(16, 8, true), link(24, 24, false)],
    ];
    ways.into_iter().map(|links| Links::new(links.iter().copied()).expect("there are few")).collect()
}

pub fn first_of(state: &State, id: ObjectId) -> Addr {
    end(state, id, Which::First).as_addr().expect("it is an address")
}

/// All heaps with at most `most` nodes per segment that the state stands for, as canonical states of regions.
pub fn concretise(state: &State, most: usize) -> Vec<State> {
    let mut done: Vec<State> = Vec::new();
    let mut work = vec![(state.clone(), Vec::new())];
    while let Some((mut state, counts)) = work.pop() {
        let segment = state.graph.objects().find(|(_, object)| object.level == 0 && object.segment().is_some());
        let Some(id) = segment.map(|(id, _)| id) else {
            collect_garbage(&mut state);
            let state = canon::canonical(&state);
            if !done.iter().any(|other| canon::same(other, &state)) {
                done.push(state);
            }
            continue;
        };
        let used = counts.iter().filter(|other| **other == id).count();
        let segment = state.graph.object(id).segment().expect("it was found as one");
        if segment.min == 0 {
            let mut without = state.clone();
            if remove(&mut without, first_of(&state, id)).is_some() {
                work.push((without, counts.clone()));
            }
        }
        if used < most {
            let at = first_of(&state, id);
            let with = open(state, at).pop().expect("there is always the way with a node").0;
            let counts = counts.iter().copied().chain([id]).collect();
            work.push((with, counts));
        }
    }
    done
}

/// Is every heap of `specific` one of `general`? Two segments of one may be one of the other, so that one may be longer.
pub fn contains(general: &State, specific: &State, most: usize) -> bool {
    let (general, specific) = (concretise(general, 2 * most + 2), concretise(specific, most));
    specific.iter().all(|heap| general.iter().any(|other| canon::same(heap, other)))
}
