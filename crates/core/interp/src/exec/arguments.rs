//! What `main` is given: some arguments, and an environment, each a list of strings with a null pointer at its end.
//!
//! All of it is inputs: first how many strings follow, then the bytes of each string up to a zero. Nothing is asked for
//! that `main` does not use. Runs have bounds (a run with more is not looked at); that costs runs, never truth.

use engine::InputKind;
use ir::{BinOp, InstKind, Operand, Places, Predicate, RegId, Type};

use super::{Exec, Stepped};
use crate::memory::{Fill, Kind, NewObject, ObjectId};
use crate::observer::Observer;
use crate::shadow::{Point, Shadow};
use crate::value::Value;

/// Longest string; the zero at its end not counted.
const LONGEST: usize = 1023;
/// Bytes of a string whose end an explorer is told of; later ones would be too many to try.
const NOTED: usize = 16;
const COUNT: Type = Type::Int(32);
const BYTE: Type = Type::Int(8);

impl<S: Shadow, O: Observer> Exec<'_, S, O> {
    /// The arguments of `main`, which has been entered.
    pub(super) fn enter_main(&mut self) -> Stepped {
        let function = self.function;
        let uses: Vec<bool> = function.params.iter().map(|param| self.is_used(*param)).collect();
        let further = if uses.iter().take(2).any(|used| *used) {
            self.ask(InputKind::CommandLine, COUNT, None)?
        } else {
            Value::word(0)
        };
        for (index, (param, ty)) in function.params.iter().zip(&function.signature.params).enumerate() {
            let value = match (index, ty) {
                (0, Type::Int(_)) => self.argument_count(&further, *ty),
                (1 | 2, Type::Ptr) if !uses[index] => Value::word(0),
                (1, Type::Ptr) => self.list_of_strings(further.lo + 1)?,
                (2, Type::Ptr) => {
                    let count = self.ask(InputKind::CommandLine, COUNT, None)?.lo;
                    self.list_of_strings(count)?
                }
                (_, Type::Int(_) | Type::Ptr | Type::Float(_)) => self.ask(InputKind::Argument, *ty, None)?,
            };
            self.set(*param, value);
        }
        Ok(())
    }

    /// Does the entry function do anything with a parameter, besides giving it a name?
    fn is_used(&self, param: RegId) -> bool {
        let mut used = false;
        let mut look = |operand| used |= operand == Operand::Reg(param);
        for block in self.function.blocks.iter() {
            for inst in &block.insts {
                if !matches!(inst.kind, InstKind::Bind { .. }) {
                    inst.for_each_operand(&mut look);
                }
            }
            block.term.for_each_operand(&mut look);
        }
        used
    }

    /// The program's name counts, too.
    fn argument_count(&mut self, further: &Value<S::Tag>, ty: Type) -> Value<S::Tag> {
        let count = Value::word(further.lo + 1);
        if !Self::tagged(further) || ty != COUNT {
            return count;
        }
        let (at, one) = (self.before_first(0), Value::word(1));
        let tag = self.shadow.binary(at, BinOp::Add, COUNT, false, Self::shadowed(further), Self::shadowed(&one));
        count.with_tag(tag)
    }

    /// A point before the first instruction, one for each string.
    fn before_first(&self, string: u64) -> Point {
        let inst = u32::MAX - 1 - string as u32;
        Point { func: self.func, block: self.function.entry(), inst, loc: Places::nowhere() }
    }

    fn new_environment(&mut self, size: u64) -> Stepped<ObjectId> {
        let born = Places::nowhere();
        let new =
            NewObject { kind: Kind::Environment, size, align: u64::from(self.pointer_size), fill: Fill::Zero, born };
        Ok(self.state.memory.allocate(new)?)
    }

    /// So many strings, then null.
    fn list_of_strings(&mut self, count: u64) -> Stepped<Value<S::Tag>> {
        let size = u64::from(self.pointer_size);
        let list = self.new_environment((count + 1) * size)?;
        for index in 0..count {
            let string = self.string(index)?;
            self.state.memory.write(list, index * size, size as usize, &string);
        }
        Ok(Value::pointer(self.state.memory.object(list).base, list, self.pointer_size))
    }

    /// Bytes up to the first zero.
    fn string(&mut self, which: u64) -> Stepped<Value<S::Tag>> {
        let mut bytes = Vec::new();
        loop {
            let end = (bytes.len() == LONGEST).then_some(0);
            let byte = self.ask(InputKind::CommandLine, BYTE, end)?;
            bytes.push(byte);
            let ends = byte.lo == 0;
            // Whoever explores can make the string longer or shorter.
            if Self::tagged(&byte) && bytes.len() <= NOTED {
                let (at, zero) = (self.before_first(which), Value::word(0));
                let tag = self.shadow.compare(at, Predicate::Eq, BYTE, Self::shadowed(&byte), Self::shadowed(&zero));
                let is_zero = Value::word(u64::from(ends)).with_tag(tag);
                self.shadow.branch(at, Self::shadowed(&is_zero), ends);
            }
            if ends {
                break;
            }
        }
        let object = self.new_environment(bytes.len() as u64)?;
        for (offset, byte) in bytes.iter().enumerate() {
            self.state.memory.write(object, offset as u64, 1, byte);
        }
        Ok(Value::pointer(self.state.memory.object(object).base, object, self.pointer_size))
    }
}
