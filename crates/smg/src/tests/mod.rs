//! Tests of the operations against what graphs stand for: small graphs are concretised, and sets of heaps compared.

mod compare;
mod content;
mod cover;
mod cut;
mod segment;

use ir::{DataModel, FuncId, Id, Module, Places, RegId};

use crate::reach::collect_garbage;
use crate::segment::{open, remove};
use crate::{
    Addr, Field, Fill, Frame, Kind, Life, Links, Object, ObjectId, Segment, State, Storage, Value, Which, canon,
};

/// An empty program: graphs of heap objects need no more.
pub fn module() -> Module {
    Module::new(DataModel::Lp64)
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
        life: Life::Live,
        storage: Storage::Heap,
        fill: Fill::Zero,
        fields,
        site: Places::nowhere(),
        ty: None,
    })
}

pub fn list(min: u8) -> Kind {
    Kind::Segment(Segment { min, optional: false, head: 0, links: Links::Single { next: 0 }, alternates: None })
}

pub fn double_list(min: u8) -> Kind {
    Kind::Segment(Segment {
        min,
        optional: false,
        head: 0,
        links: Links::Double { next: 0, prev: 8 },
        alternates: None,
    })
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
            if remove(&mut without, id, Which::First).is_some() {
                work.push((without, counts.clone()));
            }
        }
        if used < most {
            let with = open(state, id, Which::First).pop().expect("there is always the way with a node").0;
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
