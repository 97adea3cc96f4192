//! Memory of a run: objects at concrete addresses.
//!
//! Addresses come from a deterministic allocator that leaves gaps between objects and never hands out an address
//! twice, so that a dangling pointer cannot be taken for a valid one. Every pointer carries the object it was derived
//! from; accesses are judged by that object. A number without an object is a pointer only to *exposed* objects: those
//! whose address has entered a computation that cannot carry it on.

mod access;
mod area;
mod collect;
mod contents;
mod object;
mod origin;
mod page;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use ir::{DataModel, LocId};
use rustc_hash::FxHashMap;

use area::Areas;
use origin::{Choice, Identity};

use crate::options::Layout;

pub(crate) use access::Fault;
pub(crate) use contents::{Contents, Fill};
pub(crate) use object::{Kind, Object, ObjectId, State};
pub(crate) use page::{Fragment, Pointers, UNINIT};

/// The first page is never mapped: addresses in it are null pointers with a small offset.
pub(crate) const NULL_PAGE: u64 = 4096;
/// Rough cost of an object's bookkeeping, for the memory limit.
const OVERHEAD: u64 = 224;

/// No room: the memory limit or an address range is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfMemory;

/// What a new object is to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewObject {
    pub kind: Kind,
    pub size: u64,
    pub align: u64,
    pub fill: Fill,
    pub born: LocId,
}

#[derive(Clone, Debug)]
pub(crate) struct Memory<T> {
    model: DataModel,
    pointer_size: u8,
    objects: Vec<Object<T>>,
    vacant: Vec<ObjectId>,
    areas: Areas,
    exposed: BTreeMap<u64, ObjectId>,
    used: u64,
    limit: u64,
    live_heap: usize,
    dead: usize,
    /// Dead objects at which the next collection is due.
    collect_at: usize,
    /// Lives of contents that have begun.
    lives: u64,
    /// Values of uninitialised bytes that were copied before they were chosen.
    choices: FxHashMap<Identity, Choice<T>>,
}

/// The largest power of two that divides a number: what is known of the low bits of its multiples.
fn power_of_two_in(number: u64) -> u64 {
    number & number.wrapping_neg()
}

impl<T: Copy + Default + PartialEq> Memory<T> {
    pub fn new(model: DataModel, layout: Layout, limit: u64) -> Self {
        Memory {
            model,
            pointer_size: model.pointer_size() as u8,
            objects: Vec::new(),
            vacant: Vec::new(),
            areas: Areas::new(model, layout),
            exposed: BTreeMap::new(),
            used: 0,
            limit,
            live_heap: 0,
            dead: 0,
            collect_at: collect::FIRST_AT,
            lives: 0,
            choices: FxHashMap::default(),
        }
    }

    /// A new live object with its contents as `fill` says.
    pub fn allocate(&mut self, new: NewObject) -> Result<ObjectId, OutOfMemory> {
        let base = self.areas.of_kind(new.kind).take(new.size, new.align)?;
        self.lives += 1;
        let contents = Contents::new(new.size, new.fill, self.lives);
        self.used += OVERHEAD + contents.footprint();
        if self.used > self.limit {
            return Err(OutOfMemory);
        }
        let object = Object {
            base,
            size: new.size,
            align: power_of_two_in(new.align.max(1)),
            kind: new.kind,
            state: State::Live,
            born: new.born,
            readonly: false,
            opaque: false,
            outside: false,
            open_ended: false,
            exposed: false,
            contents,
        };
        self.live_heap += usize::from(object.is_heap());
        match self.vacant.pop() {
            Some(id) => {
                self.objects[id.index()] = object;
                Ok(id)
            }
            None => {
                self.objects.push(object);
                Ok(ObjectId::from_index(self.objects.len() - 1))
            }
        }
    }

    /// Can the address space of the data model hold an object of this size at all?
    pub fn is_possible_heap_size(&self, size: u64) -> bool {
        size <= self.model.max_object_size() && {
            Areas::new(self.model, Layout::Usual).of_kind(Kind::Heap).take(size, 16).is_ok()
        }
    }

    /// Ends an object's life; its contents are gone.
    pub fn kill(&mut self, id: ObjectId, state: State) {
        let object = &mut self.objects[id.index()];
        debug_assert!(object.is_live());
        self.live_heap -= usize::from(object.is_heap());
        object.state = state;
        self.used -= object.contents.drop_pages().min(self.used);
        self.dead += 1;
    }

    #[inline]
    pub fn object(&self, id: ObjectId) -> &Object<T> {
        &self.objects[id.index()]
    }

    #[inline]
    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object<T> {
        &mut self.objects[id.index()]
    }

    /// All objects ever made whose ids are in use, dead ones included, in the order of their ids.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object<T>)> {
        self.objects.iter().enumerate().map(|(index, object)| (ObjectId::from_index(index), object))
    }

    pub fn object_count(&self) -> usize {
        self.objects.len()
    }

    pub fn live_heap(&self) -> usize {
        self.live_heap
    }

    /// Has the value of some uninitialised byte been chosen for all of its copies?
    pub fn has_choices(&self) -> bool {
        !self.choices.is_empty()
    }

    /// Bytes in use, bookkeeping included.
    pub fn used(&self) -> u64 {
        self.used
    }

    #[inline]
    pub fn is_over_limit(&self) -> bool {
        self.used > self.limit
    }

    /// From now on a plain number may be a pointer to the object.
    pub fn expose(&mut self, id: ObjectId) {
        let object = &mut self.objects[id.index()];
        if !object.exposed {
            object.exposed = true;
            self.exposed.insert(object.base, id);
        }
    }

    /// The exposed object in which an address lies, its end included.
    pub fn lookup(&self, address: u64) -> Option<ObjectId> {
        let (_, &id) = self.exposed.range(..=address).next_back()?;
        let object = self.object(id);
        (address - object.base <= object.size).then_some(id)
    }

    /// The distance of an address from the start of an object, modulo the address space.
    #[inline]
    pub fn offset(&self, object: &Object<T>, address: u64) -> u64 {
        let distance = address.wrapping_sub(object.base);
        match self.model {
            DataModel::Lp64 => distance,
            DataModel::Ilp32 => distance & 0xffff_ffff,
        }
    }

    /// The same, as a person would say it: negative before the object.
    pub fn signed_offset(&self, object: &Object<T>, address: u64) -> i64 {
        match self.model {
            DataModel::Lp64 => address.wrapping_sub(object.base) as i64,
            DataModel::Ilp32 => i64::from(address.wrapping_sub(object.base) as i32),
        }
    }
}
