//! Instructions that touch memory.

use engine::{BugKind, InputKind};
use ir::{CopyKind, Inst, Operand, Type};

use super::{Exec, StackObject, Stepped, Stop};
use crate::memory::{Fault, Fill, Kind, NewObject, ObjectId, Pointers, State};
use crate::observer::{Observer, Through};
use crate::options::End;
use crate::shadow::Shadow;
use crate::shadow::Use;
use crate::value::{Meta, Value};

impl<S: Shadow, O: Observer> Exec<'_, S, O> {
    pub(super) fn store_size(&self, ty: Type) -> usize {
        ty.store_size(self.module.data_model) as usize
    }

    #[inline]
    pub(super) fn load(&mut self, inst: &Inst, ty: Type, ptr: Operand) -> Stepped {
        let address = self.get(ptr);
        if !O::MEMORY && address.tag == S::Tag::default() {
            let memory = &self.state.memory;
            let word = match ty {
                Type::Int(32) | Type::Float(ir::FloatKind::F32) => {
                    memory.load_plain(&address).map(|bytes| u64::from(u32::from_le_bytes(bytes)))
                }
                Type::Int(64) | Type::Float(ir::FloatKind::F64) => memory.load_plain(&address).map(u64::from_le_bytes),
                Type::Int(8) => memory.load_plain(&address).map(|bytes| u64::from(u8::from_le_bytes(bytes))),
                Type::Int(16) => memory.load_plain(&address).map(|bytes| u64::from(u16::from_le_bytes(bytes))),
                Type::Int(_) | Type::Ptr | Type::Float(_) => None,
            };
            if let Some(word) = word {
                self.define(inst, Value::word(word));
                return Ok(());
            }
            if ty == Type::Ptr
                && let Some((bits, object)) = memory.load_pointer(&address)
            {
                self.define(inst, Value::pointer(bits, object, self.pointer_size));
                return Ok(());
            }
        }
        let value = self.load_at(ty, address, Through::Pointer)?;
        self.define(inst, value);
        Ok(())
    }

    #[inline(never)]
    fn load_at(&mut self, ty: Type, ptr: Value<S::Tag>, through: Through) -> Stepped<Value<S::Tag>> {
        let (id, offset) = self.access(&ptr, self.store_size(ty) as u64, false, through)?;
        self.load_from(ty, id, offset)
    }

    /// Loads a scalar from a checked place; what was never written is chosen now, and stays.
    #[inline]
    pub(super) fn load_from(&mut self, ty: Type, id: ObjectId, offset: u64) -> Stepped<Value<S::Tag>> {
        let size = self.store_size(ty);
        let mut raw = self.state.memory.read(id, offset, size);
        if raw.missing != 0 && self.state.memory.settle(id, offset, size, raw.missing) {
            self.lost_tag();
        }
        if raw.missing != 0 {
            raw = self.state.memory.read(id, offset, size);
        }
        if raw.missing != 0 && ty == Type::Ptr && self.state.memory.object(id).outside {
            self.choose_outside_pointer(id, offset, raw.missing)?;
            raw = self.state.memory.read(id, offset, size);
        }
        if raw.missing != 0 {
            let outside = self.state.memory.object(id).outside;
            let kind = if outside { super::outside::GIVEN } else { InputKind::Uninit };
            let chosen = self.ask(kind, ty, None)?;
            let all = ((1u32 << size) - 1) as u16;
            let whole = raw.missing == all;
            if !whole && Self::tagged(&chosen) {
                self.lost_tag();
            }
            let tag = if whole { chosen.tag } else { S::Tag::default() };
            if self.state.memory.choose(id, offset, size, raw.missing, chosen.bits(), tag) {
                self.lost_tag();
            }
            raw = self.state.memory.read(id, offset, size);
        }
        let meta = match raw.pointers {
            Pointers::None => Meta::PLAIN,
            Pointers::One { object, first, len } => Meta::piece(object, first, len),
            Pointers::Mixed(objects) => {
                objects.into_iter().for_each(|object| self.lose(object));
                Meta::PLAIN
            }
        };
        let tag = raw.tag.unwrap_or_else(|| {
            self.lost_tag();
            S::Tag::default()
        });
        // The tag is that of all bits that were stored.
        let tag = if self.is_tag_of(ty) { tag } else { self.without_tag(tag) };
        let bits = ir::truncate(raw.bits, self.int_width(ty));
        Ok(Value::wide(bits).with_meta(meta.with_indeterminate(raw.indeterminate)).with_tag(tag))
    }

    #[inline]
    pub(super) fn store(&mut self, ty: Type, ptr: Operand, value: Operand) -> Stepped {
        let (address, value) = (self.get(ptr), self.get(value));
        if !O::MEMORY && Self::simple(&value, &value) && address.tag == S::Tag::default() {
            let memory = &mut self.state.memory;
            let done = match ty {
                Type::Int(32) | Type::Float(ir::FloatKind::F32) => {
                    memory.store_plain(&address, (value.lo as u32).to_le_bytes())
                }
                Type::Int(64) | Type::Float(ir::FloatKind::F64) => memory.store_plain(&address, value.lo.to_le_bytes()),
                Type::Int(..=8) => memory.store_plain(&address, (value.lo as u8).to_le_bytes()),
                Type::Int(..=16) => memory.store_plain(&address, (value.lo as u16).to_le_bytes()),
                Type::Int(_) | Type::Ptr | Type::Float(_) => false,
            };
            if done {
                return Ok(());
            }
        }
        let value = self.read_value(value, ty)?;
        self.store_at(ty, address, value, Through::Pointer)
    }

    /// Is a value of the type as wide as what is stored of it? Tags in memory belong to whole bytes.
    #[inline]
    fn is_tag_of(&self, ty: Type) -> bool {
        self.int_width(ty).is_multiple_of(8)
    }

    #[cold]
    fn without_tag(&mut self, tag: S::Tag) -> S::Tag {
        if tag != S::Tag::default() {
            self.lost_tag();
        }
        S::Tag::default()
    }

    #[inline(never)]
    pub(super) fn store_at(&mut self, ty: Type, ptr: Value<S::Tag>, value: Value<S::Tag>, through: Through) -> Stepped {
        let size = self.store_size(ty);
        let tag = if self.is_tag_of(ty) { value.tag } else { self.without_tag(value.tag) };
        let value = value.with_tag(tag);
        let (id, offset) = self.access(&ptr, size as u64, true, through)?;
        if self.state.memory.write(id, offset, size, &value) {
            self.lost_tag();
        }
        Ok(())
    }

    #[cold]
    pub(super) fn lost_tag(&mut self) {
        let at = self.point();
        self.shadow.lost(at);
    }

    /// Checks an access of `size` > 0 bytes.
    pub(super) fn access(
        &mut self,
        ptr: &Value<S::Tag>,
        size: u64,
        write: bool,
        through: Through,
    ) -> Stepped<(ObjectId, u64)> {
        match self.state.memory.resolve(ptr, size, write) {
            Ok((id, offset)) => {
                if Self::tagged(ptr) {
                    let object = self.state.memory.object(id);
                    let used = Use::Access { base: object.base, object_size: object.size, size, write };
                    let at = self.point();
                    self.shadow.concretize(at, Type::Ptr, Self::shadowed(ptr), used);
                }
                self.tell_access(id, offset, size, write, through);
                Ok((id, offset))
            }
            Err(fault) => {
                if let Fault::Freed(id) = fault {
                    self.state.freed_use = Some(id);
                }
                Err(self.fault(fault, ptr, size, write, through))
            }
        }
    }

    /// Tells the shadow that a tagged number is used concretely.
    pub(super) fn concretize(&mut self, value: &Value<S::Tag>, ty: Type, used: Use) {
        if Self::tagged(value) {
            let at = self.point();
            self.shadow.concretize(at, ty, Self::shadowed(value), used);
        }
        // An address as a number of bytes.
        let is_number = match used {
            Use::AllocationSize | Use::Length { .. } => true,
            Use::Access { .. } | Use::Target | Use::Effect | Use::Address => false,
        };
        if is_number && value.meta.object().is_some() {
            self.state.address_dependent = true;
        }
    }

    pub(super) fn mem_copy(&mut self, kind: CopyKind, dst: Operand, src: Operand, len: Operand) -> Stepped {
        let len = self.read(len, self.module.data_model.pointer_int())?;
        let (dst, src) = (self.get(dst), self.get(src));
        self.copy_block(kind, dst, src, len)
    }

    pub(super) fn copy_block(
        &mut self,
        kind: CopyKind,
        dst: Value<S::Tag>,
        src: Value<S::Tag>,
        len: Value<S::Tag>,
    ) -> Stepped {
        if len.lo == 0 {
            self.concretize(&len, self.module.data_model.pointer_int(), Use::Length { available: 0 });
            return Ok(());
        }
        let from = self.access(&src, len.lo, false, Through::Source)?;
        let to = self.access(&dst, len.lo, true, Through::Destination)?;
        let available = |(id, offset): (ObjectId, u64)| self.state.memory.object(id).size - offset;
        let available = available(from).min(available(to));
        self.concretize(&len, self.module.data_model.pointer_int(), Use::Length { available });
        if kind == CopyKind::Copy && from.0 == to.0 && from.1 != to.1 && from.1.abs_diff(to.1) < len.lo {
            return Err(self.overlapping_copy(from, to, len.lo));
        }
        if self.state.memory.copy(to, from, len.lo)? {
            self.lost_tag();
        }
        Ok(())
    }

    pub(super) fn mem_set(&mut self, dst: Operand, byte: Operand, len: Operand) -> Stepped {
        let len = self.read(len, self.module.data_model.pointer_int())?;
        let byte = self.read(byte, Type::Int(8))?;
        let dst = self.get(dst);
        self.set_block(dst, byte, len)
    }

    pub(super) fn set_block(&mut self, dst: Value<S::Tag>, byte: Value<S::Tag>, len: Value<S::Tag>) -> Stepped {
        if len.lo == 0 {
            self.concretize(&len, self.module.data_model.pointer_int(), Use::Length { available: 0 });
            return Ok(());
        }
        let (id, offset) = self.access(&dst, len.lo, true, Through::Destination)?;
        let available = self.state.memory.object(id).size - offset;
        self.concretize(&len, self.module.data_model.pointer_int(), Use::Length { available });
        self.lose_all(byte.meta);
        let lost = self.state.memory.set(id, offset, len.lo, byte.lo as u8)?;
        if lost || Self::tagged(&byte) {
            self.lost_tag();
        }
        Ok(())
    }

    pub(super) fn alloca(&mut self, inst: &Inst, size: Operand, align: u32, dynamic: bool) -> Stepped {
        let size = self.read(size, self.module.data_model.pointer_int())?;
        self.concretize(&size, self.module.data_model.pointer_int(), Use::AllocationSize);
        if size.lo > self.module.data_model.max_object_size() {
            let what = "variable-length array of a negative or impossible size".to_string();
            return Err(Stop::end(End::Unsupported { what, at: self.user_loc() }));
        }
        let site = Kind::Stack { func: self.func, block: self.block, inst: self.pc as u32 - 1 };
        let value = self.new_stack_object(site, size.lo, u64::from(align), dynamic)?;
        self.define(inst, value);
        Ok(())
    }

    /// A new stack object of the current frame, and its address.
    pub(super) fn new_stack_object(
        &mut self,
        kind: Kind,
        size: u64,
        align: u64,
        dynamic: bool,
    ) -> Stepped<Value<S::Tag>> {
        let born = self.loc();
        let id = self.state.memory.allocate(NewObject { kind, size, align, fill: Fill::Uninit, born })?;
        self.state.stack_objects.push(StackObject { id, dynamic });
        self.tell_allocation(id);
        Ok(Value::pointer(self.state.memory.object(id).base, id, self.pointer_size))
    }

    pub(super) fn stack_save(&mut self, inst: &Inst) -> Stepped {
        self.define(inst, Value::word(self.state.stack_objects.len() as u64));
        Ok(())
    }

    pub(super) fn stack_restore(&mut self, mark: Operand) -> Stepped {
        let mark = self.read(mark, self.module.data_model.pointer_int())?.lo as usize;
        let frame = self.state.frames.last().expect("invariant: a running program has a frame");
        let from = mark.max(frame.objects).min(self.state.stack_objects.len());
        let ended = State::OutOfScope(self.loc());
        let newer = self.state.stack_objects.split_off(from);
        for object in newer {
            if object.dynamic {
                if self.state.memory.object(object.id).is_live() {
                    self.state.memory.kill(object.id, ended);
                }
            } else {
                self.state.stack_objects.push(object);
            }
        }
        Ok(())
    }

    /// The stack object of this frame that a lifetime marker means.
    fn marked_object(&self, ptr: &Value<S::Tag>) -> Option<ObjectId> {
        let id = ptr.meta.object()?;
        match self.state.memory.object(id).kind {
            Kind::Stack { .. } => Some(id),
            Kind::Heap
            | Kind::Global(_)
            | Kind::VarArgs
            | Kind::Environment
            | Kind::Outside
            | Kind::Function(_)
            | Kind::Label { .. } => None,
        }
    }

    /// A scope that is entered again has a new variable: pointers to the one before stay dangling. So the register that
    /// names the variable gets the address of a new object.
    pub(super) fn lifetime_start(&mut self, ptr: Operand) -> Stepped {
        let value = self.get(ptr);
        let Some(id) = self.marked_object(&value) else { return Ok(()) };
        let object = self.state.memory.object(id);
        match (object.state, ptr) {
            (State::Live, _) => self.state.memory.forget(id),
            (State::OutOfScope(_) | State::Freed(_) | State::Vacant, Operand::Reg(reg)) => {
                let (kind, size, align) = (object.kind, object.size, object.align);
                let first = self.state.frames.last().expect("invariant: a running program has a frame").objects;
                let place = (first..self.state.stack_objects.len()).find(|at| self.state.stack_objects[*at].id == id);
                let dynamic = place.is_some_and(|at| self.state.stack_objects[at].dynamic);
                let fresh = self.new_stack_object(kind, size, align, dynamic)?;
                if let Some(at) = place {
                    self.state.stack_objects.swap_remove(at);
                }
                self.set(reg, fresh);
            }
            (State::OutOfScope(_) | State::Freed(_) | State::Vacant, Operand::Const(_)) => {}
        }
        Ok(())
    }

    pub(super) fn lifetime_end(&mut self, ptr: Operand) -> Stepped {
        let value = self.get(ptr);
        if let Some(id) = self.marked_object(&value)
            && self.state.memory.object(id).is_live()
        {
            let ended = State::OutOfScope(self.loc());
            self.state.memory.kill(id, ended);
        }
        Ok(())
    }

    #[cold]
    fn overlapping_copy(&self, from: (ObjectId, u64), to: (ObjectId, u64), len: u64) -> super::Stop {
        let object = self.describe_object(from.0);
        let message = format!(
            "a copy of {} from offset {} to offset {} of {object} overlaps itself",
            crate::report::bytes(len),
            from.1,
            to.1
        );
        self.violation(BugKind::OverlappingCopy, message, self.object_places(from.0))
    }
}
