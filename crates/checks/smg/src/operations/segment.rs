//! Nodes out of segments, and segments out of graphs.
//!
//! Paper: [SAS13] section 2.3 (materialisation and removal).
//! Input:      a segment of level 0.
//! Guarantees: what the graph stands for is the union of what the results stand for.   (tested by `opening_covers`)

use rustc_hash::FxHashMap;

use crate::graph::{
    Addr, Alternation, Field, Kind, Linear, Link, ObjectId, Range, Segment, State, SymId, Value, Which,
};
use crate::operations::content;

/// The ways in which a segment can be seen from one of its ends: with a node there, and without any node. With each
/// goes what the address of that end is now.
pub fn open(state: State, end: Addr) -> Vec<(State, Value)> {
    let segment = state.graph.object(end.object).segment().expect("invariant: only segments are opened");
    let mut ways = Vec::new();
    let mut node = state;
    if segment.min == 0 {
        let mut empty = node.clone();
        if let Some(value) = remove(&mut empty, end) {
            ways.push((empty, value));
        }
    }
    if !at_least(&mut node, end.object, 1) {
        return ways;
    }
    let value = match segment.optional {
        true => {
            make_region(&mut node, end.object, segment);
            Value::region(end.object, end.offset)
        }
        false => Value::region(materialize(&mut node, end.object, segment, end.which), end.offset),
    };
    ways.push((node, value));
    ways
}

/// Takes an empty segment out; what was the address of the given end is returned. `None` when its neighbours then lead
/// nowhere, so that it cannot be empty.
pub fn remove(state: &mut State, end: Addr) -> Option<Value> {
    let id = end.object;
    let segment = state.graph.object(id).segment().expect("invariant: only segments are removed");
    if !has_length(state, id, Range::exactly(0)) {
        return None;
    }
    let links: Vec<(Link, Value)> = segment.links.iter().map(|link| (link, state.graph.link(id, link.at))).collect();
    if links.iter().any(|(_, value)| value.object() == Some(id)) {
        return None;
    }
    let behind = |addr: Addr| {
        let link = segment.links.toward(addr.which, addr.offset);
        links.iter().find(|(other, _)| Some(*other) == link).map_or(Value::NULL, |(_, value)| *value)
    };
    state.rename_object(id, |addr| match addr.which {
        Which::First | Which::Last => behind(addr),
        Which::All | Which::Region => Value::Addr(addr),
    });
    drop_with_nested(state, id);
    state.is_possible().then(|| behind(end))
}

/// The segment's only node; its neighbours and what is nested below stay in place.
pub fn make_region(state: &mut State, id: ObjectId, segment: Segment) {
    let nested = nested_below(state, id);
    let level = state.graph.object(id).level;
    state.rename_object(id, |addr| Value::Addr(Addr { which: Which::Region, ..addr }));
    let object = state.graph.object_mut(id);
    object.kind = Kind::Region;
    object.length = None;
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
}

/// Pulls one node out at the given end.
fn materialize(state: &mut State, id: ObjectId, segment: Segment, which: Which) -> ObjectId {
    let level = state.graph.object(id).level;
    let nested = nested_below(state, id);
    let mut node = state.graph.object(id).clone();
    node.kind = Kind::Region;
    node.length = None;
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
    state.rename_object(id, |addr| match addr.which == which {
        true => Value::Addr(Addr { object: region, which: Which::Region, ..addr }),
        false => Value::Addr(addr),
    });
    for link in segment.links.iter() {
        if link.end() == which {
            set_link(state, region, link.at, Value::Addr(Addr { object: id, which, offset: link.to, plus: None }));
        } else {
            set_link(state, id, link.at, Value::region(region, link.to));
        }
    }
    let backwards = which == Which::Last;
    if let Some(Alternation { offset, size, first, last, .. }) = segment.alternates
        && let Some(number) = if backwards { last } else { first }
    {
        content::write(&mut state.graph, region, offset, size, Value::Int(number));
    }
    let rest = state.graph.object_mut(id);
    rest.length = rest.length.and_then(|length| plus(length, Value::Int(-1)));
    rest.set_segment(|segment| {
        segment.min = segment.min.saturating_sub(1);
        let rest = if backwards { Alternation::without_last } else { Alternation::without_first };
        segment.alternates = segment.alternates.and_then(rest);
    });
    region
}

fn set_link(state: &mut State, id: ObjectId, offset: i64, value: Value) {
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

/// The sum of two numbers of nodes, if it can be written down.
pub fn plus(a: Value, b: Value) -> Option<Value> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.checked_add(b).map(Value::Int),
        (Value::Sym(linear), Value::Int(by)) | (Value::Int(by), Value::Sym(linear)) => {
            Some(Value::Sym(Linear { add: linear.add.checked_add(by)?, ..linear }))
        }
        (Value::Int(_) | Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..), _) => None,
    }
}

/// A segment turns out to have this many nodes. `false` if it cannot.
///
/// Unknowns stay, whatever becomes known of them: whoever asks holds values that may mention them.
pub fn has_length(state: &mut State, id: ObjectId, to: Range) -> bool {
    match state.graph.object(id).length {
        None => true,
        Some(Value::Int(length)) => to.contains(length),
        Some(Value::Sym(linear)) => state.restrict(linear, to),
        Some(Value::Addr(_) | Value::Func(_) | Value::Label(..)) => true,
    }
}

pub fn at_least(state: &mut State, id: ObjectId, min: u8) -> bool {
    let least = min.max(state.graph.object(id).min_len());
    has_length(state, id, Range { lo: i64::from(least), hi: i64::MAX, align: 0 })
}

/// Numbers say how many nodes lists have: those without nodes go, others are known to have some. `false` if that
/// contradicts what is known.
pub fn settle(state: &mut State) -> bool {
    let known: Vec<(ObjectId, Value)> =
        state.graph.objects().filter_map(|(id, object)| Some((id, object.length?))).collect();
    for (id, _) in known {
        if !at_least(state, id, 0) {
            return false;
        }
        let object = state.graph.object(id);
        let (Some(length), min) = (object.length, object.min_len()) else { continue };
        let range = state.graph.range(length);
        if range.hi < i64::from(min) {
            return false;
        }
        if range.hi == 0 {
            let end = state.graph.end_of(id, Which::First).as_addr().expect("invariant: ends are addresses");
            if remove(state, end).is_none() {
                return false;
            }
        } else if range.lo > i64::from(min) {
            let least = range.lo.min(2) as u8;
            state.graph.object_mut(id).set_segment(|segment| segment.min = segment.min.max(least));
        }
        if let (Value::Sym(linear), Some(exact)) = (length, range.as_exact()) {
            let number =
                exact.checked_sub(linear.add).and_then(|it| if linear.negated { it.checked_neg() } else { Some(it) });
            if number.is_some_and(|number| {
                state.graph.has_sym(linear.sym) && !state.substitute(linear.sym, Value::Int(number))
            }) {
                return false;
            }
        }
    }
    true
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
        for value in object.fields.iter().map(|field| field.value).chain(object.numbers()) {
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
