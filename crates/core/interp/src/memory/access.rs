//! Loads, stores and block operations, after the check that they touch only bytes of one live object.

use super::origin::{Choice, Run};
use super::page::{Raw, UNINIT};
use super::{Fill, Memory, NULL_PAGE, ObjectId, OutOfMemory, State};
use crate::value::Value;

/// Rough cost of a value chosen for a byte and its copies, for the memory limit.
const CHOICE_COST: u64 = 64;

/// Why an access is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    Null,
    /// The pointer itself was never given a value.
    Uninit,
    Freed(ObjectId),
    OutOfScope(ObjectId),
    Bounds(ObjectId),
    Wild,
    ReadOnly(ObjectId),
    /// A function or label has no bytes for the program.
    Code(ObjectId),
    /// The object's contents are not known to Cairn.
    Opaque(ObjectId),
}

impl<T: Copy + Default + PartialEq> Memory<T> {
    /// The live object, and the offset in it, that a plain access of `size` bytes touches; `None` when the general
    /// way has to be taken.
    #[inline]
    fn quick(&self, ptr: &Value<T>, size: u64) -> Option<(usize, u64)> {
        let index = ptr.meta.whole_object(self.pointer_size)?.index();
        let object = &self.objects[index];
        let offset = ptr.lo.wrapping_sub(object.base);
        if object.is_live() && offset < object.size && object.size - offset >= size {
            Some((index, offset))
        } else {
            None
        }
    }

    /// A plain number of `N` bytes at a pointer into a live object.
    #[inline]
    pub fn load_plain<const N: usize>(&self, ptr: &Value<T>) -> Option<[u8; N]> {
        let (index, offset) = self.quick(ptr, N as u64)?;
        self.objects[index].contents.load_plain(offset)
    }

    /// A whole address at a pointer into a live object, and the object it points to.
    #[inline]
    pub fn load_pointer(&self, ptr: &Value<T>) -> Option<(u64, ObjectId)> {
        let (index, offset) = self.quick(ptr, u64::from(self.pointer_size))?;
        let contents = &self.objects[index].contents;
        if self.pointer_size == 8 {
            contents.load_pointer(offset).map(|(bytes, object)| (u64::from_le_bytes(bytes), object))
        } else {
            contents.load_pointer(offset).map(|(bytes, object)| (u64::from(u32::from_le_bytes(bytes)), object))
        }
    }

    /// Stores a plain number of `N` bytes over plain bytes; `false` when the general way has to be taken.
    #[inline]
    pub fn store_plain<const N: usize>(&mut self, ptr: &Value<T>, bytes: [u8; N]) -> bool {
        match self.quick(ptr, N as u64) {
            Some((index, offset)) => {
                let object = &mut self.objects[index];
                !object.readonly && object.contents.store_plain(offset, bytes)
            }
            None => false,
        }
    }

    /// The object that a pointer means: the one it comes from, or an exposed one at its address.
    pub fn target(&self, ptr: &Value<T>) -> Option<ObjectId> {
        match ptr.meta.object() {
            Some(id) if ptr.meta.first() == 0 && ptr.meta.len() == self.pointer_size => Some(id),
            Some(_) | None => self.lookup(ptr.lo),
        }
    }

    /// Checks an access of `size` > 0 bytes; gives the object and the offset in it.
    pub fn resolve(&self, ptr: &Value<T>, size: u64, write: bool) -> Result<(ObjectId, u64), Fault> {
        if ptr.meta.is_indeterminate() || ptr.meta.is_unchosen() {
            return Err(Fault::Uninit);
        }
        let Some(id) = self.target(ptr) else {
            return Err(if ptr.lo < NULL_PAGE { Fault::Null } else { Fault::Wild });
        };
        let object = self.object(id);
        match object.state {
            State::Live => {}
            State::Freed(_) => return Err(Fault::Freed(id)),
            State::OutOfScope(_) => return Err(Fault::OutOfScope(id)),
            State::Vacant => return Err(Fault::Wild),
        }
        if object.is_code() {
            return Err(Fault::Code(id));
        }
        if object.open_ended {
            return Err(Fault::Opaque(id));
        }
        let offset = self.offset(object, ptr.lo);
        if offset > object.size || object.size - offset < size {
            return Err(Fault::Bounds(id));
        }
        if object.opaque {
            return Err(Fault::Opaque(id));
        }
        if write && object.readonly {
            return Err(Fault::ReadOnly(id));
        }
        Ok((id, offset))
    }

    /// Reads a scalar of 1 to 16 bytes; the range was resolved.
    pub fn read(&self, id: ObjectId, offset: u64, len: usize) -> Raw<T> {
        self.object(id).contents.read(offset, len)
    }

    /// Writes a scalar of 1 to 16 bytes; the range was resolved. True when a tag is lost.
    pub fn write(&mut self, id: ObjectId, offset: u64, len: usize, value: &Value<T>) -> bool {
        self.objects[id.index()].contents.write(offset, len, value, &mut self.used)
    }

    /// Fixes the value of uninitialised bytes, for all their copies; see [`super::Contents::choose`]. Where two bytes of
    /// the scalar are copies of each other, the first counts. True when the tag is lost by that.
    pub fn choose(&mut self, id: ObjectId, offset: u64, len: usize, missing: u16, bits: u128, tag: T) -> bool {
        let contents = &mut self.objects[id.index()].contents;
        if contents.origins.are_plain() {
            contents.choose(offset, len, missing, bits, tag, &mut self.used);
            return false;
        }
        let mut shared = Vec::new();
        let mut same = bits;
        for index in (0..len).filter(|index| missing >> index & 1 != 0) {
            let (identity, is_shared) = contents.origins.identity(offset + index as u64);
            if !is_shared {
                continue;
            }
            match shared.iter().find(|(_, known)| *known == identity) {
                Some((first, _)) => {
                    let byte = bits >> (8 * first) & 0xff;
                    same = same & !(0xff << (8 * index)) | byte << (8 * index);
                }
                None => shared.push((index, identity)),
            }
        }
        let lost = same != bits && tag != T::default();
        let tag = if lost { T::default() } else { tag };
        for (index, identity) in shared {
            let byte = (same >> (8 * index)) as u8;
            self.choices.insert(identity, Choice { byte, tag, index: index as u8, len: len as u8 });
            self.used += CHOICE_COST;
        }
        contents.choose(offset, len, missing, same, tag, &mut self.used);
        lost
    }

    /// Is there another place that holds one of these uninitialised bytes, too?
    pub fn has_copies(&self, id: ObjectId, offset: u64, len: u64) -> bool {
        let origins = &self.object(id).contents.origins;
        !origins.are_plain() && (offset..offset + len).any(|at| origins.identity(at).1)
    }

    /// What an uninitialised byte is, if a copy of it was chosen already.
    pub fn chosen_as_copy(&self, id: ObjectId, at: u64) -> Option<u8> {
        let (identity, _) = self.object(id).contents.origins.identity(at);
        self.choices.get(&identity).map(|choice| choice.byte)
    }

    /// Gives those of the `missing` bytes of a scalar their value that were chosen as copies of other bytes. True when a
    /// tag is lost: it belongs to another piece of memory than the scalar.
    pub fn settle(&mut self, id: ObjectId, offset: u64, len: usize, missing: u16) -> bool {
        let contents = &mut self.objects[id.index()].contents;
        if contents.origins.are_plain() || self.choices.is_empty() {
            return false;
        }
        let (mut known, mut bits) = (0u16, 0u128);
        let mut lost = false;
        let mut whole: Option<T> = None;
        for index in (0..len).filter(|index| missing >> index & 1 != 0) {
            let (identity, _) = contents.origins.identity(offset + index as u64);
            let Some(choice) = self.choices.get(&identity) else { continue };
            known |= 1 << index;
            bits |= u128::from(choice.byte) << (8 * index);
            let fits = usize::from(choice.index) == index && usize::from(choice.len) == len;
            if fits && (index == 0 || whole == Some(choice.tag)) {
                whole = Some(choice.tag);
            } else {
                lost |= choice.tag != T::default() || whole.is_some_and(|tag| tag != T::default());
                whole = None;
            }
        }
        let all = ((1u32 << len) - 1) as u16;
        let tag = match whole {
            Some(tag) if known == all && !lost => tag,
            Some(tag) => {
                lost |= tag != T::default();
                T::default()
            }
            None => T::default(),
        };
        if known != 0 {
            contents.choose(offset, len, known, bits, tag, &mut self.used);
        }
        lost
    }

    /// Sets a resolved range to one byte; `Ok(true)` when a tag is lost.
    pub fn set(&mut self, id: ObjectId, offset: u64, len: u64, byte: u8) -> Result<bool, OutOfMemory> {
        const SLICE: u64 = 1 << 20;
        let mut lost = false;
        let mut done = 0;
        while done < len {
            let length = SLICE.min(len - done);
            lost |= self.objects[id.index()].contents.set(offset + done, length, byte, &mut self.used);
            if self.is_over_limit() {
                return Err(OutOfMemory);
            }
            done += length;
        }
        Ok(lost)
    }

    /// Writes initialised bytes, whatever the object allows: for initialisers.
    pub fn write_bytes(&mut self, id: ObjectId, offset: u64, bytes: &[u8]) -> Result<(), OutOfMemory> {
        self.objects[id.index()].contents.write_bytes(offset, bytes, &mut self.used);
        if self.is_over_limit() { Err(OutOfMemory) } else { Ok(()) }
    }

    /// Copies a resolved range to another one, states, pointers and tags included; the ranges may overlap.
    /// `Ok(true)` when a tag is lost.
    pub fn copy(&mut self, to: (ObjectId, u64), from: (ObjectId, u64), len: u64) -> Result<bool, OutOfMemory> {
        let backwards = to.0 == from.0 && to.1 > from.1;
        if self.object(from.0).outside {
            self.objects[to.0.index()].outside = true;
        }
        let mut lost = false;
        let mut done = 0;
        while done < len {
            let rest = len - done;
            let (source, target) = (&self.object(from.0).contents, &self.object(to.0).contents);
            // Huge blocks that nobody has touched are copied as a whole.
            let blank = source.blank_from(from.1 + done, rest).min(target.blank_from(to.1 + done, rest));
            if blank > 0 && !backwards && source.fill() == target.fill() {
                if source.fill() == Fill::Uninit {
                    self.share((to.0, to.1 + done), (from.0, from.1 + done), blank);
                }
                done += blank;
                continue;
            }
            let (at, length) = if backwards {
                let room = source.room_before(from.1 + rest).min(target.room_before(to.1 + rest));
                let length = room.min(rest);
                (rest - length, length)
            } else {
                let length = source.room(from.1 + done).min(target.room(to.1 + done)).min(rest);
                (done, length)
            };
            let excerpt = source.excerpt(from.1 + at, length as usize);
            let uninit = |state: &u8| *state == UNINIT;
            if let Some(first) = excerpt.states.iter().position(uninit) {
                let last = excerpt.states.iter().rposition(uninit).expect("invariant: there is a first one");
                let (first, count) = (at + first as u64, (last - first) as u64 + 1);
                self.share((to.0, to.1 + first), (from.0, from.1 + first), count);
            }
            lost |= self.objects[to.0.index()].contents.put(to.1 + at, &excerpt, &mut self.used);
            if self.is_over_limit() {
                return Err(OutOfMemory);
            }
            done += length;
        }
        Ok(lost)
    }

    /// From now on the outside decides the bytes of a range that are no part of an address.
    pub fn forget_numbers(&mut self, id: ObjectId, offset: u64, len: u64) {
        let object = &mut self.objects[id.index()];
        object.outside = true;
        object.contents.forget_numbers(offset, len, &mut self.used);
    }

    /// Uninitialised bytes of one range become copies of those of another. Both may be in one object.
    fn share(&mut self, to: (ObjectId, u64), from: (ObjectId, u64), len: u64) {
        let source = &mut self.objects[from.0.index()].contents.origins;
        let runs: Vec<Run> = source.range(from.1, len);
        source.copied |= runs.iter().any(|run| run.first.life == source.life);
        self.objects[to.0.index()].contents.set_origins(to.1, &runs, &mut self.used);
    }

    /// Makes a live object's contents indeterminate.
    pub fn forget(&mut self, id: ObjectId) {
        self.lives += 1;
        self.objects[id.index()].contents.forget(self.lives, &mut self.used);
    }
}
