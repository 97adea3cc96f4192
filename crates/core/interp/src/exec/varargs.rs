//! Variable arguments as the System V ABIs lay them out, so that the code that compilers make for `va_arg` finds them.
//!
//! x86-64: a `va_list` is { u32 gp_offset, u32 fp_offset, void *overflow_arg_area, void *reg_save_area }; six general
//! and eight vector registers, then memory in slots of 8 bytes. i386: a pointer to slots of 4 bytes.
//! Small vectors travel as floats of their size in the IR.

use ir::{ByValue, Call, DataModel, FloatKind, Operand, Type};

use super::{Exec, Frame, Stepped, Stop, VarArg};
use crate::memory::{Kind, ObjectId};
use crate::observer::{Observer, Through};
use crate::options::End;
use crate::shadow::Shadow;
use crate::value::Value;

const GP_REGISTERS: u64 = 6;
const FP_REGISTERS: u64 = 8;
const FP_START: u64 = 8 * GP_REGISTERS;
const SAVE_AREA: u64 = FP_START + 16 * FP_REGISTERS;

/// How an argument travels on x86-64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    General {
        registers: u64,
    },
    /// `size` bytes of a vector register.
    Vector {
        size: u64,
    },
    Memory {
        size: u64,
        align: u64,
    },
}

fn class_of(ty: Type, by_value: Option<ByValue>) -> Class {
    if let Some(by_value) = by_value {
        return Class::Memory { size: by_value.size, align: u64::from(by_value.align).max(8) };
    }
    match ty {
        Type::Int(..=64) | Type::Ptr => Class::General { registers: 1 },
        Type::Int(_) => Class::General { registers: 2 },
        Type::Float(FloatKind::F80) => Class::Memory { size: 16, align: 16 },
        Type::Float(FloatKind::F128) => Class::Vector { size: 16 },
        Type::Float(FloatKind::F16 | FloatKind::BF16 | FloatKind::F32 | FloatKind::F64) => Class::Vector { size: 8 },
    }
}

/// A place for an argument: where in which of the two areas.
#[derive(Clone, Copy, Debug)]
enum Place {
    Saved(u64),
    Overflow(u64),
}

/// Hands out registers, then memory.
#[derive(Default)]
struct Assigner {
    gp: u64,
    fp: u64,
    overflow: u64,
}

impl Assigner {
    fn place(&mut self, class: Class) -> Place {
        match class {
            Class::General { registers } if self.gp + registers <= GP_REGISTERS => {
                self.gp += registers;
                Place::Saved(8 * (self.gp - registers))
            }
            Class::Vector { .. } if self.fp < FP_REGISTERS => {
                self.fp += 1;
                Place::Saved(FP_START + 16 * (self.fp - 1))
            }
            Class::General { registers } => self.in_memory(8 * registers, 8 * registers),
            Class::Vector { size } => self.in_memory(size, size),
            Class::Memory { size, align } => self.in_memory(size, align),
        }
    }

    fn in_memory(&mut self, size: u64, align: u64) -> Place {
        let at = self.overflow.next_multiple_of(align);
        self.overflow = at + size.next_multiple_of(8);
        Place::Overflow(at)
    }
}

impl<S: Shadow, O: Observer> Exec<'_, S, O> {
    /// Keeps what a variadic callee needs of a call; the current frame is still the caller's.
    pub(super) fn collect_var_args(&self, call: &Call, named: usize, frame: &mut Frame<S::Tag>) {
        let mut registers = Assigner::default();
        for (index, arg) in call.args.iter().enumerate() {
            let ty = self.module.operand_type(self.function, arg.value);
            if index < named {
                registers.place(class_of(ty, arg.by_value));
            } else {
                frame.var_args.push(VarArg { value: self.get(arg.value), ty, by_value: arg.by_value });
            }
        }
        frame.gp_used = registers.gp;
        frame.fp_used = registers.fp;
    }

    pub(super) fn va_start(&mut self, list: Operand) -> Stepped {
        let list = self.get(list);
        match self.module.data_model {
            DataModel::Lp64 => self.va_start_lp64(list),
            DataModel::Ilp32 => self.va_start_ilp32(list),
        }
    }

    fn va_start_lp64(&mut self, list: Value<S::Tag>) -> Stepped {
        let frame = self.state.frames.last().expect("invariant: a running program has a frame");
        let (gp_used, fp_used) = (frame.gp_used, frame.fp_used);
        let mut assigner = Assigner { gp: gp_used, fp: fp_used, overflow: 0 };
        let places: Vec<Place> =
            frame.var_args.iter().map(|arg| assigner.place(class_of(arg.ty, arg.by_value))).collect();
        // Code for `va_arg` of an over-aligned type rounds the address up: it has to be what the offset is.
        let align =
            frame.var_args.iter().filter_map(|arg| arg.by_value).map(|by_value| u64::from(by_value.align)).max();
        let saved = self.new_stack_object(Kind::VarArgs, SAVE_AREA, 16, false)?;
        let align = align.unwrap_or_default().max(16);
        let overflow = self.new_stack_object(Kind::VarArgs, assigner.overflow, align, false)?;
        for (index, place) in places.into_iter().enumerate() {
            match place {
                Place::Saved(at) => self.put_var_arg(index, saved, at)?,
                Place::Overflow(at) => self.put_var_arg(index, overflow, at)?,
            }
        }
        let at = |offset| Value { lo: list.lo.wrapping_add(offset), ..list };
        self.store_at(Type::Int(32), at(0), Value::word(8 * gp_used), Through::VaList)?;
        self.store_at(Type::Int(32), at(4), Value::word(FP_START + 16 * fp_used), Through::VaList)?;
        self.store_at(Type::Ptr, at(8), overflow, Through::VaList)?;
        self.store_at(Type::Ptr, at(16), saved, Through::VaList)
    }

    fn va_start_ilp32(&mut self, list: Value<S::Tag>) -> Stepped {
        let frame = self.state.frames.last().expect("invariant: a running program has a frame");
        let mut end: u64 = 0;
        let mut places = Vec::with_capacity(frame.var_args.len());
        for arg in &frame.var_args {
            places.push(end);
            let size = match (arg.by_value, arg.ty) {
                // Where compilers put these depends on more than the ABI says.
                (Some(ByValue { align: 5.., .. }), _) | (None, Type::Float(FloatKind::F128)) => {
                    let what = "over-aligned variable argument in ilp32".to_string();
                    return Err(Stop::end(End::Unsupported { what, at: self.user_loc() }));
                }
                (Some(by_value), _) => by_value.size,
                (None, Type::Float(FloatKind::F80)) => 12,
                (None, ty) => ty.store_size(DataModel::Ilp32),
            };
            end += size.next_multiple_of(4);
        }
        let area = self.new_stack_object(Kind::VarArgs, end, 16, false)?;
        for (index, at) in places.into_iter().enumerate() {
            self.put_var_arg(index, area, at)?;
        }
        self.store_at(Type::Ptr, list, area, Through::VaList)
    }

    /// Writes a variable argument at an offset of an area.
    fn put_var_arg(&mut self, index: usize, area: Value<S::Tag>, at: u64) -> Stepped {
        let frame = self.state.frames.last().expect("invariant: a running program has a frame");
        let VarArg { value, ty, by_value } = frame.var_args[index].clone();
        let through = Through::VarArg((self.function.signature.params.len() + index) as u32);
        let id: ObjectId = area.meta.object().expect("invariant: the area is an object");
        let lost = match by_value {
            Some(ByValue { size: 0, .. }) => false,
            Some(ByValue { size, .. }) => {
                let from = self.access(&value, size, false, through)?;
                self.tell_access(id, at, size, true, through);
                self.state.memory.copy((id, at), from, size)?
            }
            None => {
                let value = self.read_value(value, ty)?;
                let size = self.store_size(ty);
                self.tell_access(id, at, size as u64, true, through);
                self.state.memory.write(id, at, size, &value)
            }
        };
        if lost {
            self.lost_tag();
        }
        Ok(())
    }
}
