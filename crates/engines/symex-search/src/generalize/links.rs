//! Which links the objects of a structure have, as far as some of them show it.

use symex::number::Linear;
use symex::state::{Inner, Link, MOST_LINKS, Object, ObjectId, State, Structure, Target, Value};

/// An object as a part of a structure with certain links.
pub(super) struct Part {
    pub count: Linear,
    /// How many objects of other kinds belong to them, by the places of the links.
    pub totals: Vec<(u64, Linear)>,
    /// What links hold that lead to no next one; null if all do.
    pub end: Value,
}

/// Links that are those of both; `None` where one place has two meanings.
pub(super) fn union(a: &[Link], b: &[Link]) -> Option<Vec<Link>> {
    let mut links: Vec<Link> = a.to_vec();
    for link in b {
        match links.iter_mut().find(|other| other.at == link.at) {
            Some(known) => *known = both(known, link)?,
            None => links.push(link.clone()),
        }
    }
    links.sort();
    (links.len() <= MOST_LINKS).then_some(links)
}

fn both(a: &Link, b: &Link) -> Option<Link> {
    if a.into != b.into {
        return None;
    }
    let to = match (&a.to, &b.to) {
        (Target::Next, Target::Next) => Target::Next,
        (Target::Other(a), Target::Other(b)) if a.size == b.size => {
            let may_be_none = a.may_be_none || b.may_be_none;
            // What has no link in the one kind has one that is null, if it is the same kind.
            Target::Other(Box::new(Inner { size: a.size, may_be_none, links: union(&a.links, &b.links)? }))
        }
        (Target::Next | Target::Other(_), _) => return None,
    };
    Some(Link { at: a.at, into: a.into, to })
}

/// Links to other kinds, of which this object shows that there may be none.
pub(super) fn with_none(links: &mut [Link], object: &Object, bytes: u64) {
    for link in links {
        if let Target::Other(inner) = &mut link.to
            && !object.structure.as_ref().is_some_and(|known| known.links.iter().any(|other| other.at == link.at))
            && object.word_at(link.at, bytes).is_some_and(|value| value.is_null())
        {
            inner.may_be_none = true;
        }
    }
}

/// How many objects there are, and how they end; `None` if it is no such structure, as far as can be seen. Those in `inside` are
/// part of it anyway, and `is_owned` says of objects of other kinds that nobody else leads to them.
pub(super) fn part(
    state: &State,
    object: &Object,
    links: &[Link],
    bytes: u64,
    inside: &dyn Fn(&Value) -> bool,
    is_owned: &dyn Fn(ObjectId) -> bool,
) -> Option<Part> {
    let mut end = Value::null();
    let mut ends_with = |value: Value| {
        if inside(&value) || value.is_null() {
            return true;
        }
        let first = end.is_null();
        end = value;
        first
    };
    let known: &[Link] = object.structure.as_ref().map_or(&[], |structure| &structure.links);
    let mut totals: Vec<(u64, Linear)> = Vec::new();
    for link in links {
        if known.iter().any(|other| other.at == link.at) {
            continue;
        }
        let held = object.word_at(link.at, bytes)?;
        match &link.to {
            Target::Other(_) if !held.target().is_none_or(is_owned) => return None,
            Target::Other(inner) => totals.push((link.at, objects_of(state, &held, inner, bytes)?)),
            Target::Next if !ends_with(held) => return None,
            Target::Next => {}
        }
    }
    let count = match &object.structure {
        Some(structure) => {
            if !ends_with(structure.end.clone()) {
                return None;
            }
            totals.extend(structure.inner_links().map(|link| link.at).zip(structure.totals.iter().cloned()));
            structure.count.clone()
        }
        None => Linear::constant(1),
    };
    totals.sort_by_key(|(at, _)| *at);
    Some(Part { count, totals, end })
}

/// How many objects of the kind begin with the one that a pointer leads to; `None` if they are no structure yet.
fn objects_of(state: &State, pointer: &Value, kind: &Inner, bytes: u64) -> Option<Linear> {
    let Some(object) = pointer.target().and_then(|id| state.object(id)) else { return Some(Linear::constant(0)) };
    if let Some(structure) = &object.structure {
        return structure.end.is_null().then(|| structure.count.clone());
    }
    let mut next = kind.links.iter().filter(|link| link.to == Target::Next);
    let ends = next.all(|link| object.word_at(link.at, bytes).is_some_and(|held| held.is_null()));
    ends.then(|| Linear::constant(1))
}

/// How deep structures in structures are looked at.
const MOST_INNER: u32 = 2;

/// The kind of what begins with an object that belongs to another, if it can be told from what it holds.
pub(super) fn inner(state: &State, object: &Object, bytes: u64) -> Option<Inner> {
    inner_within(state, object, bytes, MOST_INNER)
}

fn inner_within(state: &State, object: &Object, bytes: u64, depth: u32) -> Option<Inner> {
    let heap = object.storage == symex::state::Storage::Heap && object.life == symex::state::Life::Live;
    let size = object.size.as_constant().and_then(|size| u64::try_from(size).ok())?;
    if !heap || object.dynamic {
        return None;
    }
    if let Some(Structure { links, end, back, .. }) = &object.structure {
        let whole = end.is_null() && back.is_none();
        return whole.then(|| Inner { size, may_be_none: false, links: links.clone() });
    }
    let mut links = Vec::new();
    for cell in object.cells.iter().filter(|cell| cell.bytes == bytes) {
        let Some(at) = cell.offset.as_constant().and_then(|at| u64::try_from(at).ok()) else { continue };
        match &cell.value {
            Value::Number { reading: symex::state::Reading::Unsigned, .. } if cell.value.is_null() => {
                links.push(Link { at, into: 0, to: Target::Next });
            }
            Value::Pointer { object: to, offset } => {
                let into = u64::try_from(offset.as_constant()?).ok()?;
                let other = state.object(*to).filter(|_| depth > 0)?;
                let inner = inner_within(state, other, bytes, depth - 1)?;
                links.push(Link { at, into, to: Target::Other(Box::new(inner)) });
            }
            Value::Number { .. } | Value::Last { .. } | Value::Function(_) | Value::Truth(_) | Value::Any => {}
        }
    }
    links.sort();
    (links.len() <= MOST_LINKS).then_some(Inner { size, may_be_none: false, links })
}
