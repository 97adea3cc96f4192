//! Functions whose meaning is part of the IR.

use engine::{BugKind, Event, InputKind};
use ir::{Builtin, Call, CopyKind, ExitKind, FloatKind, FuncId, Global, Type};

use super::start::global_object;
use super::{Exec, Stepped, Stop};
use crate::memory::{Fill, Kind, NewObject, ObjectId, State};
use crate::number::binary::Binary;
use crate::number::format::{Spec, format, parse};
use crate::observer::{MemoryEvent, Observer, Through};
use crate::options::End;
use crate::shadow::Shadow;
use crate::shadow::Use;
use crate::value::Value;

/// What C promises of `malloc`: fit for every type.
const HEAP_ALIGN: u64 = 16;
/// The name of `errno` in the library models, and what a failed allocation leaves there.
const ERRNO: &str = "__cairn_errno";
const ERRNO_SIZE: u64 = 4;
const ENOMEM: u64 = 12;
/// No program means to format longer numbers.
const MAX_FORMATTED: i32 = 1 << 20;

impl<'a, S: Shadow, O: Observer> Exec<'a, S, O> {
    /// Reads an argument; a call that passes too few gets an indeterminate one.
    fn argument(&mut self, call: &Call, func: FuncId, index: usize) -> Stepped<Value<S::Tag>> {
        let ty = self.module.funcs[func].signature.params.get(index).copied().unwrap_or(Type::Int(32));
        match call.args.get(index) {
            Some(arg) => self.read(arg.value, ty),
            None => self.ask(InputKind::Uninit, ty, None),
        }
    }

    pub(super) fn call_builtin(&mut self, builtin: Builtin, func: FuncId, call: &'a Call) -> Stepped {
        let size = self.module.data_model.pointer_int();
        match builtin {
            Builtin::Malloc => {
                let bytes = self.argument(call, func, 0)?;
                self.concretize(&bytes, size, Use::AllocationSize);
                let result = self.allocate(bytes.lo, HEAP_ALIGN, Fill::Uninit)?;
                self.give(&call.rets, result, Type::Ptr)
            }
            Builtin::Calloc => {
                let (count, each) = (self.argument(call, func, 0)?, self.argument(call, func, 1)?);
                self.concretize(&count, size, Use::AllocationSize);
                self.concretize(&each, size, Use::AllocationSize);
                let bytes = u128::from(count.lo) * u128::from(each.lo);
                let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
                let result = self.allocate(bytes, HEAP_ALIGN, Fill::Zero)?;
                self.give(&call.rets, result, Type::Ptr)
            }
            Builtin::AlignedAlloc => {
                let (align, bytes) = (self.argument(call, func, 0)?, self.argument(call, func, 1)?);
                self.concretize(&align, size, Use::AllocationSize);
                self.concretize(&bytes, size, Use::AllocationSize);
                let result = self.allocate(bytes.lo, align.lo.max(HEAP_ALIGN), Fill::Uninit)?;
                self.give(&call.rets, result, Type::Ptr)
            }
            Builtin::Realloc => {
                let (old, bytes) = (self.argument(call, func, 0)?, self.argument(call, func, 1)?);
                self.concretize(&old, Type::Ptr, Use::Address);
                self.concretize(&bytes, size, Use::AllocationSize);
                let result = self.realloc(old, bytes.lo)?;
                self.give(&call.rets, result, Type::Ptr)
            }
            Builtin::Free => {
                let pointer = self.argument(call, func, 0)?;
                self.concretize(&pointer, Type::Ptr, Use::Address);
                self.free(&pointer)
            }
            Builtin::Memcpy | Builtin::Memmove => {
                let kind = if builtin == Builtin::Memcpy { CopyKind::Copy } else { CopyKind::Move };
                let (dst, src) = (self.argument(call, func, 0)?, self.argument(call, func, 1)?);
                let len = self.argument(call, func, 2)?;
                self.copy_block(kind, dst, src, len)?;
                self.give(&call.rets, dst, Type::Ptr)
            }
            Builtin::Memset => {
                let (dst, byte) = (self.argument(call, func, 0)?, self.argument(call, func, 1)?);
                let len = self.argument(call, func, 2)?;
                self.set_block(dst, byte, len)?;
                self.give(&call.rets, dst, Type::Ptr)
            }
            Builtin::Exit => match call.args.first() {
                Some(status) => self.exit(ExitKind::Exit, status.value),
                None => Err(Stop::end(End::Exited(0))),
            },
            Builtin::Abort | Builtin::AssertFail | Builtin::VerifierError => Err(Stop::end(End::Aborted)),
            Builtin::ReachError => Ok(()),
            Builtin::Write => self.write_output(call, func),
            Builtin::FormatDouble | Builtin::FormatLongDouble => self.format_float(builtin, call, func),
            Builtin::ParseDouble | Builtin::ParseFloat => self.parse_float(builtin, call, func),
            Builtin::Havoc => {
                let (start, count) = (self.argument(call, func, 0)?, self.argument(call, func, 1)?);
                self.havoc(&start, count.lo);
                Ok(())
            }
        }
    }

    /// A heap object, or null: for sizes that no address space holds, and where allocations may fail.
    fn allocate(&mut self, size: u64, align: u64, fill: Fill) -> Stepped<Value<S::Tag>> {
        if !self.state.memory.is_possible_heap_size(size) || self.allocation_fails()? {
            self.set_errno(ENOMEM);
            return Ok(Value::word(0));
        }
        let born = self.user_loc();
        let id = self.state.memory.allocate(NewObject { kind: Kind::Heap, size, align, fill, born })?;
        self.observe(|| Event::Allocated { bytes: size });
        self.tell_allocation(id);
        Ok(Value::pointer(self.state.memory.object(id).base, id, self.pointer_size))
    }

    fn allocation_fails(&mut self) -> Stepped<bool> {
        Ok(self.options.malloc_may_fail && self.ask(InputKind::AllocationFails, Type::BOOL, None)?.lo != 0)
    }

    /// Writes `errno`, which is an object only in programs that look at it.
    #[cold]
    fn set_errno(&mut self, number: u64) {
        let is_errno = |global: &Global| global.name == ERRNO && global.size == ERRNO_SIZE && !global.constant;
        let Some((id, _)) = self.module.globals.iter_enumerated().find(|(_, global)| is_errno(global)) else { return };
        let object = global_object(self.module, id);
        self.tell_access(object, 0, ERRNO_SIZE, true, Through::Errno);
        if self.state.memory.write(object, 0, ERRNO_SIZE as usize, &Value::word(number)) {
            self.lost_tag();
        }
    }

    /// The live heap object that starts at a pointer; otherwise the violation.
    fn start_of_heap_object(&mut self, pointer: &Value<S::Tag>, realloc: bool) -> Stepped<ObjectId> {
        let memory = &self.state.memory;
        let undetermined = pointer.meta.is_indeterminate();
        let target = if undetermined { None } else { memory.target(pointer) };
        if let Some(id) = target {
            let object = memory.object(id);
            if object.opaque && self.state.unknown_call.is_some() {
                return Err(self.unknown_call_matters());
            }
            if object.is_heap() && object.is_live() && object.base == pointer.lo {
                return Ok(id);
            }
        }
        if target.is_some_and(|id| self.is_outside(id)) {
            return Err(self.outside_misuse("free of"));
        }
        let freed_start = target.is_some_and(|id| {
            let object = memory.object(id);
            object.is_heap() && !object.is_live() && object.base == pointer.lo
        });
        if freed_start {
            self.state.freed_use = target;
        }
        let kind = match (realloc, freed_start) {
            (true, _) => BugKind::BadRealloc,
            (false, true) => BugKind::DoubleFree,
            (false, false) => BugKind::InvalidFree,
        };
        Err(self.bad_free(kind, pointer, target))
    }

    /// Ends a live heap object.
    fn kill(&mut self, id: ObjectId) {
        let freed = State::Freed(self.user_loc());
        self.state.memory.kill(id, freed);
        self.observe(|| Event::Freed);
        let object = self.state.memory.object(id).base;
        self.tell(|at| MemoryEvent::Free { at, object });
    }

    fn free(&mut self, pointer: &Value<S::Tag>) -> Stepped {
        if pointer.lo == 0 && pointer.meta.object().is_none() && !pointer.meta.is_indeterminate() {
            return Ok(());
        }
        let id = self.start_of_heap_object(pointer, false)?;
        self.kill(id);
        Ok(())
    }

    /// As glibc does it: a null pointer makes it `malloc`, size 0 frees and gives null.
    fn realloc(&mut self, old: Value<S::Tag>, size: u64) -> Stepped<Value<S::Tag>> {
        if old.lo == 0 && old.meta.object().is_none() && !old.meta.is_indeterminate() {
            return self.allocate(size, HEAP_ALIGN, Fill::Uninit);
        }
        let id = self.start_of_heap_object(&old, true)?;
        if size == 0 {
            self.kill(id);
            return Ok(Value::word(0));
        }
        let new = self.allocate(size, HEAP_ALIGN, Fill::Uninit)?;
        if let Some(to) = new.meta.object() {
            let kept = size.min(self.state.memory.object(id).size);
            if kept > 0 {
                self.tell_access(id, 0, kept, false, Through::Argument(0));
                self.tell_access(to, 0, kept, true, Through::Result);
            }
            if self.state.memory.copy((to, 0), (id, 0), kept)? {
                self.lost_tag();
            }
            self.kill(id);
        }
        Ok(new)
    }

    /// Bytes that leave the program's sight; what is not initialised is chosen.
    fn read_bytes(&mut self, pointer: Value<S::Tag>, count: u64, through: Through) -> Stepped<Vec<u8>> {
        let mut bytes = Vec::new();
        if count == 0 {
            return Ok(bytes);
        }
        let (id, offset) = self.access(&pointer, count, false, through)?;
        for index in 0..count {
            let byte = self.load_from(Type::Int(8), id, offset + index)?;
            if byte.meta.object().is_some() {
                self.state.address_dependent = true;
            }
            if Self::tagged(&byte) {
                self.concretize(&byte, Type::Int(8), Use::Effect);
            }
            bytes.push(byte.lo as u8);
        }
        Ok(bytes)
    }

    fn write_output(&mut self, call: &Call, func: FuncId) -> Stepped {
        let (fd, pointer) = (self.argument(call, func, 0)?, self.argument(call, func, 1)?);
        let count = self.argument(call, func, 2)?;
        self.concretize(&count, self.module.data_model.pointer_int(), Use::Effect);
        let bytes = self.read_bytes(pointer, count.lo, Through::Argument(1))?;
        match fd.lo {
            1 => self.state.stdout.extend(bytes),
            2 => self.state.stderr.extend(bytes),
            _ => return Err(self.unsupported("output to a file other than standard output and error".to_string())),
        }
        if (self.state.stdout.len() + self.state.stderr.len()) as u64 > self.options.max_memory {
            return Err(crate::memory::OutOfMemory.into());
        }
        Ok(())
    }

    fn format_float(&mut self, builtin: Builtin, call: &Call, func: FuncId) -> Stepped {
        let (buffer, size) = (self.argument(call, func, 0)?, self.argument(call, func, 1)?);
        let (value, conversion) = (self.argument(call, func, 2)?, self.argument(call, func, 3)?);
        let (flags, width) = (self.argument(call, func, 4)?, self.argument(call, func, 5)?);
        let precision = self.argument(call, func, 6)?;
        for operand in [&size, &value, &conversion, &flags, &width, &precision] {
            self.lose_all(operand.meta);
            if Self::tagged(operand) {
                self.lost_tag();
            }
        }
        let (wide, precise) = (width.lo as i32, precision.lo as i32);
        let spec = Spec {
            conversion: conversion.lo as u8,
            flags: flags.lo as u32,
            width: wide.max(0) as usize,
            precision: usize::try_from(precise).ok(),
        };
        let number = if builtin == Builtin::FormatLongDouble {
            Binary::of_extended(value.bits())
        } else {
            Binary::of_double(f64::from_bits(value.lo))
        };
        let text = if wide.max(precise) > MAX_FORMATTED { None } else { format(&number, &spec) };
        let Some(text) = text else {
            return Err(self.unsupported("a floating-point conversion of this form".to_string()));
        };
        if size.lo > 0 {
            let room = (size.lo - 1).min(text.len() as u64) as usize;
            for (index, byte) in text.as_bytes()[..room].iter().chain(&[0]).enumerate() {
                let at = Value { lo: buffer.lo.wrapping_add(index as u64), ..buffer };
                self.store_at(Type::Int(8), at, Value::word(u64::from(*byte)), Through::Argument(0))?;
            }
        }
        self.give(&call.rets, Value::word(text.len() as u64), Type::Int(32))
    }

    fn parse_float(&mut self, builtin: Builtin, call: &Call, func: FuncId) -> Stepped {
        let (text, length) = (self.argument(call, func, 0)?, self.argument(call, func, 1)?);
        if Self::tagged(&length) {
            self.lost_tag();
        }
        let kind = if builtin == Builtin::ParseFloat { FloatKind::F32 } else { FloatKind::F64 };
        let bytes = self.read_bytes(text, length.lo, Through::Argument(0))?;
        match std::str::from_utf8(&bytes).ok().and_then(|text| parse(text, kind)) {
            Some(bits) => self.give(&call.rets, Value::wide(bits), Type::Float(kind)),
            None => Err(self.unsupported("a text that is no floating-point number".to_string())),
        }
    }
}
