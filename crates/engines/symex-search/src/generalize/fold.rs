//! Linked objects as structures.

use rustc_hash::{FxHashMap, FxHashSet};
use symex::number::Linear;
use symex::state::{Back, Cell, Life, Link, Object, ObjectId, State, Storage, Structure, Target, Value};

use super::kinds::Kinds;
use super::links::{inner, part, union, with_none};

/// How much may be lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folding {
    /// Only what structures end with.
    Ends,
    /// … and trees of known kinds.
    Kinds,
    /// Only objects become part of a structure to which nobody but one link of it leads.
    Strict,
    /// … and objects to which other objects point, as long as that can be said of the last one; pointers of objects of the same
    /// kind are forgotten otherwise.
    Loose,
}

/// The state with everything in structures that can be; `None` if nothing changes.
///
/// Objects below `given` keep their places.
pub(super) fn folded(state: &State, given: u32, bytes: u64, kinds: &Kinds, folding: Folding) -> Option<State> {
    let mut result: Option<State> = None;
    loop {
        let state = result.as_ref().unwrap_or(state);
        let scene = Scene { state, given, bytes, kinds, folding, pointers: pointers(state) };
        let ids: Vec<ObjectId> = state.objects().iter().map(|(id, _)| *id).collect();
        match ids.iter().find_map(|id| scene.fold_below(*id, ids.len())) {
            Some(folded) => result = Some(folded),
            None => return result,
        }
    }
}

/// Who points to each object, and how often.
pub(super) fn pointers(state: &State) -> FxHashMap<ObjectId, Vec<Option<ObjectId>>> {
    let mut found: FxHashMap<ObjectId, Vec<Option<ObjectId>>> = FxHashMap::default();
    let held = state.registers().iter().map(|(_, value)| (None, value));
    let cells = state.objects().iter().flat_map(|(id, object)| object.values().map(|value| (Some(*id), value)));
    for (from, value) in held.chain(cells) {
        if let Some(target) = value.target() {
            found.entry(target).or_default().push(from);
        }
    }
    found
}

struct Scene<'a> {
    state: &'a State,
    given: u32,
    bytes: u64,
    kinds: &'a Kinds,
    folding: Folding,
    pointers: FxHashMap<ObjectId, Vec<Option<ObjectId>>>,
}

impl Scene<'_> {
    /// Something that the object leads to, or else the object: whatever is behind shows which links there are.
    fn fold_below(&self, id: ObjectId, depth: usize) -> Option<State> {
        let object = self.state.object(id)?;
        let behind = if depth > 0 { self.next(id, object) } else { Vec::new() };
        behind.iter().find_map(|(_, behind)| self.fold_below(*behind, depth - 1)).or_else(|| self.fold_at(id))
    }

    /// The object and all that its links lead to as one structure.
    fn fold_at(&self, first: ObjectId) -> Option<State> {
        let object = self.state.object(first).filter(|object| object.life == Life::Live)?;
        let kind = self.kinds.of_size(object.size.as_constant()).filter(|_| object.storage == Storage::Heap);
        kind.and_then(|kind| self.fold_with(first, object, kind)).or_else(|| self.fold_with(first, object, &[]))
    }

    /// … with certain links at least.
    fn fold_with(&self, first: ObjectId, object: &Object, kind: &[Link]) -> Option<State> {
        let next = self.next(first, object);
        let was_structure = object.structure.is_some();
        let is_wanted = match self.folding {
            Folding::Ends => was_structure && !next.is_empty(),
            Folding::Kinds => !kind.is_empty() || was_structure && !next.is_empty(),
            Folding::Strict | Folding::Loose => !next.is_empty(),
        };
        if !is_wanted {
            return None;
        }
        let behind = next.iter().filter_map(|(_, id)| Some((*id, self.state.object(*id)?)));
        let members: Vec<(ObjectId, &Object)> = [(first, object)].into_iter().chain(behind).collect();
        let mut links: Vec<Link> = kind.to_vec();
        // Which of its links leads behind a structure is not known.
        for (link, _) in next.iter().filter(|_| !was_structure) {
            links = union(&links, std::slice::from_ref(link))?;
        }
        for structure in members.iter().filter_map(|(_, member)| member.structure.as_ref()) {
            links = union(&links, &structure.links)?;
        }
        let mut gone: FxHashSet<ObjectId> = next.iter().map(|(_, id)| *id).collect();
        links = self.with_inner(links, &members, &mut gone)?;
        members.iter().for_each(|(_, member)| with_none(&mut links, member, self.bytes));
        if object.structure.as_ref().is_some_and(|known| next.is_empty() && known.links == links) {
            return None;
        }
        let structure = self.counted(&members, links, &gone)?;
        let cells = self.common_cells(&members, &structure, &gone)?;
        self.put(Object { cells, fills: Vec::new(), structure: Some(structure), ..object.clone() }, &members, gone)
    }

    /// How many objects there are of each kind, and where they end; `None` if they end in several places.
    fn counted(
        &self,
        members: &[(ObjectId, &Object)],
        links: Vec<Link>,
        gone: &FxHashSet<ObjectId>,
    ) -> Option<Structure> {
        let inside = |value: &Value| value.target().is_some_and(|id| gone.contains(&id));
        let (mut count, mut end) = (Linear::constant(0), Value::null());
        let mut totals = vec![Linear::constant(0); links.iter().filter(|link| link.to != Target::Next).count()];
        for (_, member) in members {
            let part = part(self.state, member, &links, self.bytes, &inside, &|id| gone.contains(&id))?;
            count = count.add(&part.count)?;
            for (total, (_, more)) in totals.iter_mut().zip(&part.totals) {
                *total = total.add(more)?;
            }
            match (end.is_null(), part.end.is_null()) {
                (_, true) => {}
                (true, false) => end = part.end,
                (false, false) => return None,
            }
        }
        Some(Structure { count, totals, links, end, back: self.back(members) })
    }

    /// What all of them hold, apart from links; `None` if a pointer would be forgotten that may not be.
    fn common_cells(
        &self,
        members: &[(ObjectId, &Object)],
        structure: &Structure,
        gone: &FxHashSet<ObjectId>,
    ) -> Option<Vec<Cell>> {
        let (first, object) = members.first()?;
        let is_link = |cell: &Cell| {
            let at = |place: u64| cell.offset.as_constant() == Some(i128::from(place));
            structure.links.iter().any(|link| at(link.at)) || structure.back.as_ref().is_some_and(|back| at(back.at))
        };
        let common = |cell: &Cell| members.iter().all(|(_, other)| other.cells.iter().any(|it| self.same(cell, it)));
        let drops_pointers = members.iter().flat_map(|(_, member)| &member.cells).any(|cell| {
            let leads = cell.value.mentioned().is_some_and(|id| id != *first && !gone.contains(&id));
            leads && !is_link(cell) && !common(cell)
        });
        if drops_pointers && matches!(self.folding, Folding::Ends | Folding::Kinds) {
            return None;
        }
        Some(object.cells.iter().filter(|cell| !is_link(cell) && common(cell)).cloned().collect())
    }

    /// The state with the structure in the place of all its members.
    fn put(&self, object: Object, members: &[(ObjectId, &Object)], gone: FxHashSet<ObjectId>) -> Option<State> {
        let first = members.first()?.0;
        let only_link = object.structure.as_ref().and_then(Structure::only_link);
        let last = only_link.and_then(|_| members.last()).map(|(id, _)| *id);
        if !gone.iter().all(|id| Some(*id) == last || self.is_forgettable(*id)) {
            return None;
        }
        let mut folded = self.state.clone();
        // The last object of the first part is none any more; who points to the last one of all still does.
        folded.replace_last(first, &|_| Value::Any);
        folded.put_object(first, std::sync::Arc::new(object));
        if let Some(last) = last {
            let to_last = |offset: &Linear| Value::Last { of: first, offset: offset.clone() };
            folded.replace_last(last, &to_last);
            folded.replace_pointers(last, &to_last);
        }
        gone.into_iter().for_each(|id| folded.forget_object(id));
        Some(folded)
    }

    /// Do only objects of its own kind, or none, point to it?
    fn is_forgettable(&self, id: ObjectId) -> bool {
        let alike = |from: &Option<ObjectId>| {
            let from = from.and_then(|from| self.state.object(from));
            from.zip(self.state.object(id)).is_some_and(|(one, other)| self.is_alike(one, other))
        };
        self.pointers.get(&id).is_none_or(|from| from.len() == 1 || from.iter().all(alike))
    }

    /// Objects of the same kind to which its links lead.
    fn next(&self, first: ObjectId, object: &Object) -> Vec<(Link, ObjectId)> {
        let mut found: Vec<(Link, ObjectId)> = Vec::new();
        let own = |structure: &Structure| structure.own_links().next().cloned();
        let places: Vec<(u64, &Value)> = match &object.structure {
            Some(structure) => own(structure).map(|link| (link.at, &structure.end)).into_iter().collect(),
            None => self.places(object),
        };
        for (at, value) in places {
            let Value::Pointer { object: behind, offset } = value else { continue };
            let Some(into) = offset.as_constant().and_then(|into| u64::try_from(into).ok()) else { continue };
            let Some(other) = self.state.object(*behind) else { continue };
            if *behind != first && self.is_alike(object, other) && self.belongs_to(first, *behind) {
                found.push((Link { at, into, to: Target::Next }, *behind));
            }
        }
        found
    }

    fn places<'o>(&self, object: &'o Object) -> Vec<(u64, &'o Value)> {
        let at = |cell: &Cell| cell.offset.as_constant().and_then(|at| u64::try_from(at).ok());
        object
            .cells
            .iter()
            .filter(|cell| cell.bytes == self.bytes)
            .filter_map(|cell| Some((at(cell)?, &cell.value)))
            .collect()
    }

    fn is_alike(&self, one: &Object, other: &Object) -> bool {
        let reduce = |form: &Linear| self.state.knowledge.reduce(form);
        other.life == Life::Live
            && other.storage == one.storage
            && other.dynamic == one.dynamic
            && reduce(&other.size) == reduce(&one.size)
    }

    /// Does nobody else lead to the object?
    fn belongs_to(&self, owner: ObjectId, id: ObjectId) -> bool {
        let movable = matches!(id, ObjectId::Made(number) if number >= self.given);
        let none: &[Option<ObjectId>] = &[];
        let from = self.pointers.get(&id).map_or(none, Vec::as_slice);
        let ours = from.iter().filter(|from| **from == Some(owner)).count();
        let others = from.iter().filter(|from| **from != Some(owner)).all(|from| match self.folding {
            Folding::Ends | Folding::Kinds | Folding::Strict => false,
            Folding::Loose => from.is_some(),
        });
        movable && ours == 1 && others
    }

    /// Adds links to objects of other kinds, which belong to single members. Where one has such a link, all have it.
    fn with_inner(
        &self,
        mut links: Vec<Link>,
        members: &[(ObjectId, &Object)],
        gone: &mut FxHashSet<ObjectId>,
    ) -> Option<Vec<Link>> {
        let alone = |member: &Object| member.structure.is_none() && member.storage == Storage::Heap;
        for (id, member) in members.iter().filter(|(_, member)| alone(member)) {
            for (at, value) in self.places(member) {
                let Value::Pointer { object: to, offset } = value else { continue };
                if links.iter().any(|link| link.at == at && link.to == Target::Next) || gone.contains(to) {
                    continue;
                }
                let Some(into) = offset.as_constant().and_then(|into| u64::try_from(into).ok()) else { continue };
                let Some(object) = self.state.object(*to) else { continue };
                if self.is_alike(member, object) || !self.belongs_to(*id, *to) {
                    continue;
                }
                let Some(kind) = inner(self.state, object, self.bytes) else { continue };
                // A place of which another member knows nothing has no link.
                let known = |(_, other): &(ObjectId, &Object)| match &other.structure {
                    Some(structure) => {
                        structure.links.iter().any(|link| link.at == at) || other.word_at(at, self.bytes).is_some()
                    }
                    None => other.word_at(at, self.bytes).is_some(),
                };
                if members.iter().all(known) {
                    links = union(&links, &[Link { at, into, to: Target::Other(Box::new(kind)) }])?;
                    gone.insert(*to);
                }
            }
        }
        Some(links)
    }

    /// Where all but the first one point to the one before.
    fn back(&self, members: &[(ObjectId, &Object)]) -> Option<Back> {
        let ((first, object), others) = members.split_first()?;
        let place = |offset: &Linear| offset.as_constant().and_then(|into| u64::try_from(into).ok());
        // Behind a structure, the next one points back to the last object of it.
        let leads = |value: &Value| match value {
            Value::Pointer { object: to, offset } if object.structure.is_none() && to == first => place(offset),
            Value::Last { of, offset } if object.structure.is_some() && of == first => place(offset),
            Value::Pointer { .. }
            | Value::Last { .. }
            | Value::Number { .. }
            | Value::Function(_)
            | Value::Truth(_)
            | Value::Any => None,
        };
        let places = |(_, object): &(ObjectId, &Object)| -> Vec<(u64, u64)> {
            match &object.structure {
                Some(Structure { back: Some(back), .. }) if leads(&back.first) == Some(back.into) => {
                    vec![(back.at, back.into)]
                }
                Some(_) => Vec::new(),
                None => {
                    let places = self.places(object).into_iter();
                    places.filter_map(|(at, value)| Some((at, leads(value)?))).collect()
                }
            }
        };
        let mut common = others.iter().map(places);
        let mut candidates = common.next()?;
        common.for_each(|other| candidates.retain(|place| other.contains(place)));
        if let Some(structure) = &object.structure {
            return structure.back.clone().filter(|back| candidates.contains(&(back.at, back.into)));
        }
        let (at, into) = *candidates.first()?;
        Some(Back { at, into, first: object.word_at(at, self.bytes).unwrap_or(Value::Any) })
    }

    fn same(&self, cell: &Cell, other: &Cell) -> bool {
        let reduce = |form: &Linear| self.state.knowledge.reduce(form);
        cell.bytes == other.bytes
            && reduce(&cell.offset) == reduce(&other.offset)
            && cell.value.map(&mut |form| Some(reduce(form)), &mut Some)
                == other.value.map(&mut |form| Some(reduce(form)), &mut Some)
    }
}
