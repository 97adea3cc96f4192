//! Nodes out of segments, and segments out of graphs.
//!
//! Paper: [SAS13] section 2.3 (materialisation and removal).
//! Input:      a segment of level 0.
//! Guarantees: what the graph stands for is the union of what the results stand for.   (tested by `opening_covers`)

use rustc_hash::FxHashMap;

use crate::{Addr, Alternation, Field, Kind, Linear, ObjectId, Segment, State, SymId, Value, Which, content};

/// The ways in which a segment can be seen from one of its ends: with a node there, and without any node. With each
/// goes what the address of that end is now.
pub fn open(state: State, id: ObjectId, which: Which) -> Vec<(State, Value)> {
    let segment = state.graph.object(id).segment().expect("invariant: only segments are opened");
    let mut ways = Vec::new();
    if segment.min == 0 {
        let mut empty = state.clone();
        if let Some(value) = remove(&mut empty, id, which) {
            ways.push((empty, value));
        }
    }
    let mut node = state;
    let value = match segment.optional {
        true => make_region(&mut node, id, segment),
        false => materialize(&mut node, id, segment, which),
    };
    ways.push((node, value));
    ways
}

/// Takes an empty segment out. `None` when its neighbours then lead nowhere, so that it cannot be empty.
pub fn remove(state: &mut State, id: ObjectId, which: Which) -> Option<Value> {
    let segment = state.graph.object(id).segment().expect("invariant: only segments are removed");
    let next = state.graph.link(id, segment.next());
    let prev = state.graph.link(id, segment.prev());
    if next.object() == Some(id) || prev.object() == Some(id) {
        return None;
    }
    state.rename_object(id, |addr| match addr.which {
        Which::First => next,
        Which::Last => prev,
        Which::All | Which::Region => Value::Addr(addr),
    });
    drop_with_nested(state, id);
    state.is_possible().then_some(if which == Which::Last { prev } else { next })
}

/// The segment's only node; its neighbours and what is nested below stay in place.
pub fn make_region(state: &mut State, id: ObjectId, segment: Segment) -> Value {
    let nested = nested_below(state, id);
    let level = state.graph.object(id).level;
    state.rename_object(id, |addr| Value::Addr(Addr { which: Which::Region, ..addr }));
    state.graph.object_mut(id).kind = Kind::Region;
    if let Some(Alternation { offset, size, first: Some(first), .. }) = segment.alternates {
        content::write(&mut state.graph, id, offset, size, Value::Int(first));
    }
    for object in nested.objects {
        state.graph.object_mut(object).level -= 1;
    }
    for sym in nested.syms {
        let mut info = state.graph.sym(sym);
        if info.level > level {
            info.level -= 1;
            state.graph.set_sym(sym, info);
        }
    }
    Value::region(id, segment.head)
}

/// Pulls one node out at the given end.
fn materialize(state: &mut State, id: ObjectId, segment: Segment, which: Which) -> Value {
    let level = state.graph.object(id).level;
    let nested = nested_below(state, id);
    let mut node = state.graph.object(id).clone();
    node.kind = Kind::Region;
    let region = state.graph.add_object(node);
    let mut copies = Copies { of: id, to: region, level, objects: FxHashMap::default(), syms: FxHashMap::default() };
    for object in &nested.objects {
        let mut copy = state.graph.object(*object).clone();
        copy.level -= 1;
        let new = state.graph.add_object(copy);
        copies.objects.insert(*object, new);
    }
    for new in copies.objects.values().copied().chain([region]).collect::<Vec<_>>() {
        let mut object = state.graph.object(new).clone();
        let link = |field: &Field| new == region && segment.is_link(field.offset);
        for field in &mut object.fields {
            if !link(field) {
                field.value = copies.of(state, field.value);
            }
        }
        object.size = copies.of(state, object.size);
        *state.graph.object_mut(new) = object;
    }
    // The end that was pointed to is the new node now.
    let here = Value::region(region, segment.head);
    state.redirect(state.graph.end_of(id, which), here);
    let rest = state.graph.end_of(id, which);
    let (inward, outward) = match which {
        Which::Last => (segment.prev(), segment.next()),
        Which::First | Which::All | Which::Region => (segment.next(), segment.prev()),
    };
    set_link(state, region, inward, rest);
    set_link(state, id, outward, here);
    let backwards = which == Which::Last;
    if let Some(Alternation { offset, size, first, last, .. }) = segment.alternates
        && let Some(number) = if backwards { last } else { first }
    {
        content::write(&mut state.graph, region, offset, size, Value::Int(number));
    }
    state.graph.object_mut(id).set_segment(|segment| {
        segment.min = segment.min.saturating_sub(1);
        let rest = if backwards { Alternation::without_last } else { Alternation::without_first };
        segment.alternates = segment.alternates.and_then(rest);
    });
    here
}

fn set_link(state: &mut State, id: ObjectId, offset: Option<i64>, value: Value) {
    let Some(offset) = offset else { return };
    let object = state.graph.object_mut(id);
    let field = object.fields.iter_mut().find(|field| field.offset == offset);
    field.expect("invariant: a segment has its link fields").value = value;
}

/// Copies of what every node has for itself.
struct Copies {
    of: ObjectId,
    to: ObjectId,
    level: u8,
    objects: FxHashMap<ObjectId, ObjectId>,
    syms: FxHashMap<SymId, SymId>,
}

impl Copies {
    fn of(&mut self, state: &mut State, value: Value) -> Value {
        match value {
            Value::Sym(linear) => Value::Sym(Linear { sym: self.sym(state, linear.sym), ..linear }),
            Value::Addr(addr) => {
                let plus = addr.plus.map(|sym| self.sym(state, sym));
                if addr.object == self.of && addr.which == Which::All {
                    return Value::Addr(Addr { object: self.to, which: Which::Region, plus, ..addr });
                }
                let object = self.objects.get(&addr.object).copied().unwrap_or(addr.object);
                Value::Addr(Addr { object, plus, ..addr })
            }
            Value::Int(_) | Value::Func(_) | Value::Label(..) => value,
        }
    }

    fn sym(&mut self, state: &mut State, sym: SymId) -> SymId {
        let mut info = state.graph.sym(sym);
        if info.level <= self.level {
            return sym;
        }
        info.level -= 1;
        *self.syms.entry(sym).or_insert_with(|| state.graph.add_sym(info))
    }
}

/// What is private to the nodes of a segment.
#[derive(Debug, Default)]
pub struct Nested {
    pub objects: Vec<ObjectId>,
    pub syms: Vec<SymId>,
}

/// Objects and unknowns of a higher level that the segment reaches without leaving that level.
pub fn nested_below(state: &State, id: ObjectId) -> Nested {
    let graph = &state.graph;
    let level = graph.object(id).level;
    let mut nested = Nested::default();
    let mut work = vec![id];
    while let Some(at) = work.pop() {
        let object = graph.object(at);
        for value in object.fields.iter().map(|field| field.value).chain([object.size]) {
            if let Some(sym) = value.symbol()
                && graph.sym(sym).level > level
                && !nested.syms.contains(&sym)
            {
                nested.syms.push(sym);
            }
            if let Some(target) = value.object()
                && target != id
                && graph.object(target).level > level
                && !nested.objects.contains(&target)
            {
                nested.objects.push(target);
                work.push(target);
            }
        }
    }
    nested
}

fn drop_with_nested(state: &mut State, id: ObjectId) {
    let nested = nested_below(state, id);
    state.graph.retain_objects(|other| other != id && !nested.objects.contains(&other));
}
