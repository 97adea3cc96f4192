//! Linked objects as chains.

use rustc_hash::FxHashMap;
use symex::number::Linear;
use symex::state::{Cell, Chain, Life, Object, ObjectId, State, Value};

/// The state with everything in chains that nobody but the object before points to; `None` if nothing changes.
///
/// Objects below `given` keep their places.
pub(super) fn folded(state: &State, given: u32, pointer_bytes: u64) -> Option<State> {
    let mut folded = state.clone();
    let mut changed = false;
    while let Some((first, behind, chain)) = find(&folded, given, pointer_bytes) {
        let (Some(a), Some(b)) = (folded.object(first).cloned(), folded.object(behind).cloned()) else { break };
        let same = |cell: &Cell, other: &Cell| {
            let reduce = |form: &Linear| folded.knowledge.reduce(form);
            cell.bytes == other.bytes
                && reduce(&cell.offset) == reduce(&other.offset)
                && cell.value.map(&mut |form| Some(reduce(form)), &mut Some)
                    == other.value.map(&mut |form| Some(reduce(form)), &mut Some)
        };
        let cells = a.cells.iter().filter(|cell| b.cells.iter().any(|other| same(cell, other)));
        let cells = cells.filter(|cell| !is_at(cell, chain.next, pointer_bytes)).cloned().collect();
        let object = Object { cells, fills: Vec::new(), chain: Some(chain), ..a };
        folded.retain_objects(|id, _| id != behind);
        folded.put_object(first, std::sync::Arc::new(object));
        changed = true;
    }
    changed.then_some(folded)
}

/// Two objects that are neighbours, and the chain that they are.
fn find(state: &State, given: u32, bytes: u64) -> Option<(ObjectId, ObjectId, Chain)> {
    let pointers = pointers(state);
    for (first, object) in state.objects().iter().filter(|(_, object)| object.life == Life::Live) {
        for (next, value) in links(object, bytes) {
            let Value::Pointer { object: behind, offset } = value else { continue };
            let Some(into) = offset.as_constant().and_then(|into| u64::try_from(into).ok()) else { continue };
            let movable = matches!(behind, ObjectId::Made(number) if *number >= given) && behind != first;
            if !movable || pointers.get(behind) != Some(&1) {
                continue;
            }
            let Some(other) = state.object(*behind) else { continue };
            let alike = other.life == Life::Live
                && other.storage == object.storage
                && other.dynamic == object.dynamic
                && state.knowledge.reduce(&other.size) == state.knowledge.reduce(&object.size);
            let (Some(count), Some((more, end))) = (count(object, next, into), behind_of(other, next, into, bytes))
            else {
                continue;
            };
            if alike && let Some(length) = count.add(&more) {
                return Some((*first, *behind, Chain { length, next, into, end }));
            }
        }
    }
    None
}

/// How many objects point to each.
fn pointers(state: &State) -> FxHashMap<ObjectId, usize> {
    let mut counts: FxHashMap<ObjectId, usize> = FxHashMap::default();
    let held = state.registers().iter().map(|(_, value)| value);
    let values = held.chain(state.objects().iter().flat_map(|(_, object)| object.values()));
    for target in values.filter_map(Value::target) {
        *counts.entry(target).or_default() += 1;
    }
    counts
}

/// Pointers that may lead to a next one, and where they are.
fn links(object: &Object, bytes: u64) -> Vec<(u64, &Value)> {
    if let Some(chain) = &object.chain {
        return vec![(chain.next, &chain.end)];
    }
    let at = |cell: &Cell| cell.offset.as_constant().and_then(|at| u64::try_from(at).ok());
    let pointers = object.cells.iter().filter(|cell| cell.bytes == bytes && cell.value.target().is_some());
    pointers.filter_map(|cell| Some((at(cell)?, &cell.value))).collect()
}

fn is_at(cell: &Cell, place: u64, bytes: u64) -> bool {
    cell.bytes == bytes && cell.offset.as_constant() == Some(i128::from(place))
}

fn count(object: &Object, next: u64, into: u64) -> Option<Linear> {
    match &object.chain {
        Some(chain) => ((chain.next, chain.into) == (next, into)).then(|| chain.length.clone()),
        None => Some(Linear::constant(1)),
    }
}

/// How many there are from here on, and what the last one points to.
pub(super) fn behind_of(object: &Object, next: u64, into: u64, bytes: u64) -> Option<(Linear, Value)> {
    if let Some(chain) = &object.chain {
        return ((chain.next, chain.into) == (next, into)).then(|| (chain.length.clone(), chain.end.clone()));
    }
    let cell = object.cells.iter().find(|cell| is_at(cell, next, bytes))?;
    Some((Linear::constant(1), cell.value.clone()))
}
