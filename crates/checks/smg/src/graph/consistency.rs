//! What every graph obeys.
//!
//! Paper: [SAS13] section 2.2, the conditions of a consistent SMG, for our representation.
//! DIVERGENCE: a node may point to itself: then its segment points to itself with `All`, as if from below.

use rustc_hash::FxHashMap;

use crate::graph::alternation::Alternation;
use crate::graph::memory::Graph;
use crate::graph::object::{Kind, Life, Link, Links, Object};
use crate::graph::state::State;
use crate::graph::value::{Addr, ObjectId, Value, Which};

type Check = Result<(), String>;

/// Says what is wrong with a state, if something is.
pub fn check_consistency(state: &State) -> Check {
    let graph = &state.graph;
    for value in state.roots() {
        check_value(graph, value).map_err(|error| format!("root: {error}"))?;
        if graph.level(value) != 0 || value.as_addr().is_some_and(|addr| addr.which == Which::All) {
            return Err(format!("root {value:?} is not of level 0"));
        }
    }
    if let Some((id, _)) = graph.syms().iter().find(|(_, info)| !info.range.is_range()) {
        return Err(format!("{id:?} is no number at all"));
    }
    for (id, object) in graph.objects() {
        check_object(graph, object).map_err(|error| format!("{id:?}: {error}"))?;
    }
    for (a, b) in graph.differ() {
        check_value(graph, *a)?;
        check_value(graph, *b)?;
        if a == b {
            return Err(format!("{a:?} differs from itself"));
        }
    }
    if let Some((id, _)) = graph.objects().find(|(id, _)| !links_agree(graph, *id)) {
        return Err(format!("{id:?}: two links point to the same place and end at different ones"));
    }
    let parents = parents(graph)?;
    for (id, object) in graph.objects() {
        if object.level > 0 && !parents.contains_key(&id) {
            return Err(format!("{id:?} of level {} has no parent", object.level));
        }
        for field in &object.fields {
            let error = |what: &str| Err(format!("{id:?} at {}: {what} {:?}", field.offset, field.value));
            let inside = object.segment().is_some_and(|segment| !segment.is_link(field.offset));
            if graph.level(field.value) > object.level + u8::from(inside) {
                return error("too deep");
            }
            if let Value::Addr(addr) = field.value
                && addr.which == Which::All
                && !(inside && addr.object == id)
                && !is_above(&parents, addr.object, id)
            {
                return error("not from below");
            }
        }
    }
    if has_empty_cycle(graph) { Err("a cycle of segments that may all be empty".into()) } else { Ok(()) }
}

fn is_above(parents: &FxHashMap<ObjectId, ObjectId>, above: ObjectId, mut id: ObjectId) -> bool {
    while let Some(parent) = parents.get(&id) {
        if *parent == above {
            return true;
        }
        id = *parent;
    }
    false
}

fn check_value(graph: &Graph, value: Value) -> Check {
    if let Some(sym) = value.symbol()
        && !graph.has_sym(sym)
    {
        return Err(format!("{value:?} has no such unknown"));
    }
    let Value::Addr(Addr { object, which, offset, plus }) = value else { return Ok(()) };
    if !graph.has_object(object) {
        return Err(format!("{value:?} leads to nothing"));
    }
    let right = match (which, graph.object(object).kind) {
        (Which::Region, Kind::Region) | (Which::All, Kind::Segment(_)) => true,
        (Which::First | Which::Last, Kind::Segment(segment)) => plus.is_none() && segment.is_end(which, offset),
        (Which::Region, Kind::Segment(_)) | (Which::First | Which::Last | Which::All, Kind::Region) => false,
    };
    if right { Ok(()) } else { Err(format!("{value:?} is no address of {:?}", graph.object(object).kind)) }
}

fn check_object(graph: &Graph, object: &Object) -> Check {
    check_value(graph, object.size)?;
    let inside = u8::from(object.segment().is_some());
    if graph.range(object.size).lo < 0 || graph.level(object.size) > object.level + inside {
        return Err(format!("size {:?}", object.size));
    }
    if let Some(length) = object.length {
        check_value(graph, length)?;
        let number = matches!(length, Value::Int(_) | Value::Sym(_));
        let list = object.segment().is_some_and(|segment| !segment.optional);
        if !number || !list || object.level > 0 || graph.level(length) > 0 {
            return Err(format!("length {length:?}"));
        }
    }
    if object.life != Life::Live && !object.fields.is_empty() {
        return Err("dead, with fields".into());
    }
    let mut end = 0;
    for field in &object.fields {
        check_value(graph, field.value)?;
        let behind = field.offset.checked_add(field.size).filter(|_| field.offset >= end && field.size > 0);
        end = behind.ok_or_else(|| format!("fields overlap or are not sorted at {}", field.offset))?;
    }
    if object.size.as_int().is_some_and(|size| end > size) {
        return Err(format!("fields up to {end} exceed size {:?}", object.size));
    }
    let Some(segment) = object.segment() else { return Ok(()) };
    if !object.is_live_heap() {
        return Err("a segment that is not live or not on the heap".into());
    }
    if segment.optional && segment.min != 0 || segment.links == Links::NONE && !segment.optional {
        return Err(format!("{segment:?}"));
    }
    if let Some(Alternation { offset, size, .. }) = segment.alternates
        && (object.field(offset, size).is_none() || segment.is_link(offset) || segment.optional)
    {
        return Err(format!("nothing alternates at {offset}"));
    }
    let has = |offset: i64| object.fields.iter().any(|field| field.offset == offset && matches!(field.size, 4 | 8));
    if !segment.links.iter().all(|link| has(link.at)) {
        return Err("a segment without its links".into());
    }
    if segment.links.iter().next().is_some_and(|link| link.back || link.to != segment.head) {
        return Err("the first link does not lead forwards to the head".into());
    }
    Ok(())
}

/// Links in one direction that point to the same place of a node must end alike: the address of an end does not say which
/// link it came from, so without nodes it could not be both.
pub fn links_agree(graph: &Graph, id: ObjectId) -> bool {
    let Some(segment) = graph.object(id).segment() else { return true };
    let value = |link: Link| graph.link(id, link.at);
    segment
        .links
        .iter()
        .all(|link| segment.links.toward(link.end(), link.to).is_some_and(|it| value(it) == value(link)))
}

/// The segment that each nested object is private to the nodes of.
fn parents(graph: &Graph) -> Result<FxHashMap<ObjectId, ObjectId>, String> {
    let mut parents = FxHashMap::default();
    for (id, object) in graph.objects().filter(|(_, object)| object.segment().is_some()) {
        let mut work = vec![id];
        let mut seen = vec![id];
        while let Some(at) = work.pop() {
            for target in graph.object(at).fields.iter().filter_map(|field| field.value.object()) {
                let level = graph.object(target).level;
                if level <= object.level || seen.contains(&target) {
                    continue;
                }
                seen.push(target);
                work.push(target);
                if level == object.level + 1
                    && let Some(other) = parents.insert(target, id)
                {
                    return Err(format!("{target:?} has two parents, {other:?} and {id:?}"));
                }
            }
        }
    }
    Ok(parents)
}

/// If all segments of a cycle were empty, their addresses would be those of nothing.
pub fn has_empty_cycle(graph: &Graph) -> bool {
    let may_be_empty = |id: ObjectId| graph.object(id).segment().filter(|segment| segment.min == 0);
    let behind = |value: Value| {
        let addr = value.as_addr()?;
        may_be_empty(addr.object)?;
        match addr.which {
            Which::First | Which::Last => Some(graph.behind(addr)),
            Which::Region | Which::All => None,
        }
    };
    let segments = graph.objects().filter_map(|(id, _)| Some((id, may_be_empty(id)?)));
    let ends = segments.flat_map(|(object, segment)| {
        let end = move |link: Link| Value::Addr(Addr { object, which: link.end(), offset: link.to, plus: None });
        segment.links.iter().map(end)
    });
    ends.into_iter().any(|start| {
        let mut at = behind(start);
        for _ in 0..graph.object_count() {
            match at {
                Some(value) if value.object() == start.object() => return true,
                Some(value) => at = behind(value),
                None => return false,
            }
        }
        false
    })
}
