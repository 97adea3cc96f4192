//! Loads, stores and block operations, after the check that they touch only bytes of one live object.

use super::page::Raw;
use super::{Memory, NULL_PAGE, ObjectId, OutOfMemory, State};
use crate::value::Value;

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
    /// way has to be gone.
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

    /// Stores a plain number of `N` bytes over plain bytes; `false` when the general way has to be gone.
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

    /// Fixes the value of uninitialised bytes; see [`super::Contents::choose`].
    pub fn choose(&mut self, id: ObjectId, offset: u64, len: usize, missing: u16, bits: u128, tag: T) {
        self.objects[id.index()].contents.choose(offset, len, missing, bits, tag, &mut self.used);
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
        let mut lost = false;
        let mut done = 0;
        while done < len {
            let rest = len - done;
            let (source, target) = (&self.object(from.0).contents, &self.object(to.0).contents);
            let (at, length) = if backwards {
                let room = source.room_before(from.1 + rest).min(target.room_before(to.1 + rest));
                let length = room.min(rest);
                (rest - length, length)
            } else {
                let length = source.room(from.1 + done).min(target.room(to.1 + done)).min(rest);
                (done, length)
            };
            let excerpt = source.excerpt(from.1 + at, length as usize);
            lost |= self.objects[to.0.index()].contents.put(to.1 + at, &excerpt, &mut self.used);
            if self.is_over_limit() {
                return Err(OutOfMemory);
            }
            done += length;
        }
        Ok(lost)
    }

    /// Makes a live object's contents indeterminate.
    pub fn forget(&mut self, id: ObjectId) {
        self.objects[id.index()].contents.forget(&mut self.used);
    }
}
