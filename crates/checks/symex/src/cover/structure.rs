//! A structure of the general state stands for objects of the special one, which are linked as it says.

use super::{Last, Matching};
use crate::number::{Fact, Linear};
use crate::state::{Back, Inner, Life, Link, Object, ObjectId, Storage, Structure, Target, Value};

/// What was seen of a structure so far.
struct Seen {
    count: Linear,
    /// Of objects of other kinds, by the links that lead to them.
    totals: Vec<Linear>,
    /// What links hold that lead to no next one, if it is not null.
    ends: Vec<Value>,
    last: Option<Last>,
    /// Objects to look at, and the one whose link leads there.
    work: Vec<(ObjectId, Option<Last>)>,
}

impl Matching<'_, '_, '_> {
    /// Follows the links from the object that the first one of the structure is, until they lead out of it.
    ///
    /// Guarantees: the objects are different from each other and from all that other objects of the general state stand for; all
    /// are as the general object says.
    pub(super) fn structure(&mut self, id: ObjectId, general: &Object, first: ObjectId) -> bool {
        let Some(structure) = general.structure.clone() else { return false };
        // What belongs to objects on the stack is lost when these die, and nobody would see it.
        let may_own = general.storage == Storage::Heap || structure.inner_links().next().is_none();
        if !general.fills.is_empty() || !may_own {
            return false;
        }
        let mut seen = Seen {
            count: Linear::constant(0),
            totals: vec![Linear::constant(0); structure.totals.len()],
            ends: Vec::new(),
            last: None,
            work: vec![(first, None)],
        };
        while let Some((at, before)) = seen.work.pop() {
            let Some(node) = self.special.object(at).cloned() else { return false };
            // What the cells of the first one say was compared with it already.
            let cells = at == first || general.cells.iter().all(|cell| self.cell(at, cell));
            if !cells || !self.is_alike(general, &node) || !self.back(structure.back.as_ref(), &node, before) {
                return false;
            }
            let counted = match &node.structure {
                Some(part) => self.part(general, &structure, (at, &node, part), &mut seen),
                None => self.single(general, &structure, (at, &node), &mut seen),
            };
            let Some(sum) = counted.and_then(|more| seen.count.add(&more)) else { return false };
            seen.count = sum;
        }
        self.is_whole(id, &structure, seen)
    }

    /// Numbers are what the structure says, and so is where it ends.
    fn is_whole(&mut self, id: ObjectId, structure: &Structure, seen: Seen) -> bool {
        // With one link, the objects came one after the other.
        if let (Some(last), Some(_)) = (seen.last, structure.only_link()) {
            self.last_of.insert(id, last);
        }
        self.equations.push((structure.count.clone(), seen.count));
        self.equations.extend(structure.totals.iter().cloned().zip(seen.totals));
        let width = self.machine.pointer_width();
        match &seen.ends[..] {
            [] if structure.goes_on() => self.value(&structure.end, &Value::null(), width),
            [] => true,
            [end] => structure.goes_on() && self.value(&structure.end, end, width),
            _ => false,
        }
    }

    fn is_alike(&mut self, general: &Object, node: &Object) -> bool {
        node.life == Life::Live
            && general.life == Life::Live
            && node.storage == general.storage
            && node.dynamic == general.dynamic
            && self.mapped(&general.size).is_some_and(|size| self.implies(Fact::eq(&size, &node.size)))
    }

    /// Objects that are a structure in the special state already: how many; `None` if they are none of the general one's.
    fn part(
        &mut self,
        general: &Object,
        structure: &Structure,
        (at, node, part): (ObjectId, &Object, &Structure),
        seen: &mut Seen,
    ) -> Option<Linear> {
        if !self.is_linked_as(node, &part.links, &structure.links) {
            return None;
        }
        seen.last = Some(Last::Of(at));
        if part.goes_on() && !self.is_null(&part.end) {
            match self.behind_part(general, structure, &part.end) {
                // Which object of the part the one behind points back to is known if there is a last one.
                Some(_) if structure.back.is_some() && part.only_link().is_none() => return None,
                Some(behind) => {
                    self.absorb(behind);
                    seen.work.push((behind, Some(Last::Of(at))));
                }
                None => seen.ends.push(part.end.clone()),
            }
        }
        for (link, total) in structure.inner_links().zip(&mut seen.totals) {
            // To objects that have no such link, nothing of the kind belongs.
            let known = part.inner_links().zip(&part.totals).find(|(other, _)| other.at == link.at);
            if let Some((_, more)) = known {
                *total = total.add(more)?;
            }
        }
        Some(part.count.clone())
    }

    /// One object: what its links hold leads on, or is where the structure ends, or belongs to it.
    fn single(
        &mut self,
        general: &Object,
        structure: &Structure,
        (at, node): (ObjectId, &Object),
        seen: &mut Seen,
    ) -> Option<Linear> {
        seen.last = Some(Last::Object(at));
        let mut totals = seen.totals.iter_mut();
        for link in &structure.links {
            let held = node.word_at(link.at, self.pointer_bytes())?;
            match &link.to {
                Target::Other(inner) => {
                    let total = totals.next()?;
                    *total = total.add(&self.inner(inner, link, &held)?)?;
                }
                Target::Next if self.is_null(&held) => {}
                Target::Next => match self.goes_on(general, &structure.end, &held, link.into) {
                    Some(behind) => {
                        self.absorb(behind);
                        seen.work.push((behind, Some(Last::Object(at))));
                    }
                    None => seen.ends.push(held),
                },
            }
        }
        Some(Linear::constant(1))
    }

    /// Where the structure goes on behind a part of it. Which link leads there is not known, so all have to lead to the same place.
    fn behind_part(&self, general: &Object, structure: &Structure, end: &Value) -> Option<ObjectId> {
        self.goes_on(general, &structure.end, end, same_place(structure)?)
    }

    /// Does it point back as the general structure says, to the object before or, if there is none, to what the first one does?
    fn back(&mut self, general: Option<&Back>, node: &Object, before: Option<Last>) -> bool {
        let Some(general) = general else { return true };
        let held = match &node.structure {
            Some(structure) => match &structure.back {
                Some(back) if (back.at, back.into) == (general.at, general.into) => back.first.clone(),
                Some(_) | None => return false,
            },
            None => match node.word_at(general.at, self.pointer_bytes()) {
                Some(held) => held,
                None => return general.first == Value::Any && before.is_none(),
            },
        };
        match before {
            None => {
                let width = self.machine.pointer_width();
                self.value(&general.first, &held, width)
            }
            Some(Last::Object(before)) => self.leads_to(&held, general.into) == Some(before),
            Some(Last::Of(before)) => match held {
                Value::Last { of, offset } => {
                    let into = self.special.knowledge.reduce(&offset).as_constant();
                    of == before && into == Some(i128::from(general.into))
                }
                Value::Pointer { .. } | Value::Number { .. } | Value::Function(_) | Value::Truth(_) | Value::Any => {
                    false
                }
            },
        }
    }

    /// Objects that belong to one of a structure's, all of them: how many there are. Nothing else of the general state stands for
    /// them.
    fn inner(&mut self, inner: &Inner, link: &Link, held: &Value) -> Option<Linear> {
        let mut count = Linear::constant(0);
        let mut work = vec![(held.clone(), link.into, inner.may_be_none)];
        while let Some((held, into, may_be_none)) = work.pop() {
            if self.is_null(&held) {
                if may_be_none {
                    continue;
                }
                return None;
            }
            let id = self.leads_to(&held, into)?;
            let is_free = matches!(id, ObjectId::Made(_)) && !self.taken.contains_key(&id);
            let node = self.special.object(id)?.clone();
            let alike = node.life == Life::Live && node.storage == Storage::Heap && !node.dynamic;
            if !is_free || !alike || node.size.as_constant() != Some(i128::from(inner.size)) {
                return None;
            }
            self.absorb(id);
            if let Some(part) = &node.structure {
                if !self.is_linked_as(&node, &part.links, &inner.links) {
                    return None;
                }
                if part.goes_on() {
                    work.push((part.end.clone(), same_place(part)?, true));
                }
                count = count.add(&part.count)?;
                continue;
            }
            count = count.add_constant(1)?;
            for link in &inner.links {
                let held = node.word_at(link.at, self.pointer_bytes())?;
                match &link.to {
                    Target::Next => work.push((held, link.into, true)),
                    Target::Other(other) => {
                        self.inner(other, link, &held)?;
                    }
                }
            }
        }
        Some(count)
    }

    /// Do all objects of a part have the links? Those that it does not have are null in all of them.
    fn is_linked_as(&self, part: &Object, special: &[Link], general: &[Link]) -> bool {
        let has = |at: u64| special.iter().any(|link| link.at == at);
        let shared: Vec<Link> = general.iter().filter(|link| has(link.at)).cloned().collect();
        let mut others = general.iter().filter(|link| !has(link.at));
        are_linked_as(special, &shared)
            && others.all(|link| {
                let may_be_null = match &link.to {
                    Target::Next => true,
                    Target::Other(inner) => inner.may_be_none,
                };
                may_be_null && part.word_at(link.at, self.pointer_bytes()).is_some_and(|value| self.is_null(&value))
            })
    }

    fn absorb(&mut self, id: ObjectId) {
        self.absorbed.push(id);
        self.taken.insert(id, id);
    }

    fn pointer_bytes(&self) -> u64 {
        u64::from(self.machine.pointer_width() / 8)
    }

    fn is_null(&self, value: &Value) -> bool {
        match value {
            Value::Number { form, .. } => self.special.knowledge.reduce(form).as_constant() == Some(0),
            Value::Pointer { .. } | Value::Last { .. } | Value::Function(_) | Value::Truth(_) | Value::Any => false,
        }
    }

    /// The object to which a pointer leads, if it leads to that place in it.
    fn leads_to(&self, value: &Value, into: u64) -> Option<ObjectId> {
        let Value::Pointer { object, offset } = value else { return None };
        let arrives = self.special.knowledge.reduce(offset).as_constant() == Some(i128::from(into));
        arrives.then_some(*object)
    }

    /// The object behind, if it belongs to the structure.
    fn goes_on(&self, general: &Object, end: &Value, next: &Value, into: u64) -> Option<ObjectId> {
        let behind = self.leads_to(next, into)?;
        if self.taken.contains_key(&behind) {
            return None;
        }
        if let Value::Pointer { object: last, .. } = end
            && !self.objects.contains_key(last)
        {
            // Nothing else tells where the structure ends: as soon as it can.
            return None;
        }
        let node = self.special.object(behind)?;
        let is_node = node.storage == general.storage && node.life == Life::Live;
        (is_node && matches!(behind, ObjectId::Made(_))).then_some(behind)
    }
}

/// Where in the next object all links lead.
fn same_place(structure: &Structure) -> Option<u64> {
    let into = structure.own_links().next()?.into;
    structure.own_links().all(|link| link.into == into).then_some(into)
}

/// Is what has the one links also what has the others? A pointer that is never null may be called one that may be.
fn are_linked_as(special: &[Link], general: &[Link]) -> bool {
    special.len() == general.len()
        && special.iter().zip(general).all(|(special, general)| {
            let place = (special.at, special.into) == (general.at, general.into);
            place
                && match (&special.to, &general.to) {
                    (Target::Next, Target::Next) => true,
                    (Target::Other(a), Target::Other(b)) => {
                        a.size == b.size && (b.may_be_none || !a.may_be_none) && are_linked_as(&a.links, &b.links)
                    }
                    (Target::Next, Target::Other(_)) | (Target::Other(_), Target::Next) => false,
                }
        })
}
