//! Values that the program does not determine.

use engine::{BugKind, Event, Input, InputKind, Limit};
use ir::{Inst, NondetKind, Operand, Requirement, Type, sign_extend, truncate};

use super::{Exec, Stepped, Stop};
use crate::input::Request;
use crate::observer::Observer;
use crate::options::End;
use crate::shadow::Shadow;
use crate::value::{Meta, Value};

/// Unchosen values that may wait for a reader; further ones are chosen at once, to bound memory.
const MAX_UNDEFS: usize = 1 << 20;

impl<S: Shadow, O: Observer> Exec<'_, S, O> {
    /// Asks for an input and records it.
    pub(super) fn ask(&mut self, kind: InputKind, ty: Type, only: Option<u128>) -> Stepped<Value<S::Tag>> {
        self.request(Request { kind, ty, loc: self.user_loc(), only, undef: None })
    }

    fn request(&mut self, request: Request) -> Stepped<Value<S::Tag>> {
        let Request { kind, ty, only, .. } = request;
        let answer = self.inputs.next(&request);
        if self.inputs.refuses() {
            return Err(Stop::end(End::Limit(Limit::Cancelled)));
        }
        let answer = only.unwrap_or(answer);
        let width = self.int_width(ty);
        let bits = match kind {
            InputKind::Nondet(NondetKind::Bool) | InputKind::AllocationFails => answer & 1,
            InputKind::Nondet(NondetKind::StdinByte) => match sign_extend(answer, width) {
                -1..=255 => answer,
                _ => answer & 0xff,
            },
            InputKind::Nondet(
                NondetKind::Signed
                | NondetKind::Unsigned
                | NondetKind::Char
                | NondetKind::Pointer
                | NondetKind::Float
                | NondetKind::Outside,
            )
            | InputKind::Uninit
            | InputKind::Argument => answer,
            // A number of strings, or a byte of one.
            InputKind::CommandLine if width > 8 => answer & crate::input::MOST_STRINGS,
            InputKind::CommandLine => answer,
        };
        let bits = truncate(bits, width);
        let input = Input { kind, ty, bits, loc: request.loc };
        let index = self.state.inputs.len();
        self.state.inputs.push(input);
        if !self.state.frames.is_empty() {
            self.observe(|| Event::Input(input));
        }
        let tag = if only.is_some() { S::Tag::default() } else { self.shadow.input(&request, index, bits) };
        Ok(Value::wide(bits).with_tag(tag))
    }

    pub(super) fn nondet(&mut self, inst: &Inst, ty: Type, kind: NondetKind) -> Stepped {
        let value = match kind {
            NondetKind::StdinByte => self.stdin_byte(ty)?,
            NondetKind::Outside => self.outside_value(ty)?,
            NondetKind::Bool
            | NondetKind::Signed
            | NondetKind::Unsigned
            | NondetKind::Char
            | NondetKind::Pointer
            | NondetKind::Float => self.ask(InputKind::Nondet(kind), ty, None)?,
        };
        self.define(inst, value);
        Ok(())
    }

    /// The end of standard input stays.
    fn stdin_byte(&mut self, ty: Type) -> Stepped<Value<S::Tag>> {
        let end = Value::wide(truncate(u128::MAX, self.int_width(ty)));
        if let Some(bytes) = &self.options.stdin {
            let byte = bytes.get(self.state.stdin_used).copied();
            self.state.stdin_used += usize::from(byte.is_some());
            return Ok(byte.map_or(end, |byte| Value::word(u64::from(byte))));
        }
        if self.state.stdin_ended {
            return Ok(end);
        }
        let value = self.ask(InputKind::Nondet(NondetKind::StdinByte), ty, None)?;
        self.state.stdin_ended = value.bits() == end.bits();
        Ok(value)
    }

    /// A value that is chosen when it is first read, once for all of its copies.
    pub(super) fn undef(&mut self, inst: &Inst, ty: Type) -> Stepped {
        let value = self.unknown_value(ty)?;
        self.define(inst, value);
        Ok(())
    }

    pub(super) fn unknown_value(&mut self, ty: Type) -> Stepped<Value<S::Tag>> {
        if self.state.undefs.len() < MAX_UNDEFS {
            self.state.undefs.push(None);
            Ok(Value::word(self.state.undefs.len() as u64 - 1).with_meta(Meta::UNCHOSEN))
        } else {
            Ok(self.ask(InputKind::Uninit, ty, None)?.with_meta(Meta::INDETERMINATE))
        }
    }

    /// The value of an operand that an instruction reads: chosen now, if it was not yet.
    #[inline]
    pub(super) fn read(&mut self, operand: Operand, ty: Type) -> Stepped<Value<S::Tag>> {
        let value = self.get(operand);
        self.read_value(value, ty)
    }

    #[inline]
    pub(super) fn read_value(&mut self, value: Value<S::Tag>, ty: Type) -> Stepped<Value<S::Tag>> {
        if value.meta.is_unchosen() { self.choose_undef(value.lo as usize, ty) } else { Ok(value) }
    }

    #[cold]
    fn choose_undef(&mut self, index: usize, ty: Type) -> Stepped<Value<S::Tag>> {
        if let Some(value) = self.state.undefs[index] {
            return Ok(value);
        }
        if self.is_unknown_slot(index) {
            return Err(self.unknown_call_matters());
        }
        let (kind, loc) = (InputKind::Uninit, self.user_loc());
        let value = self.request(Request { kind, ty, loc, only: None, undef: Some(index) })?;
        let value = value.with_meta(Meta::INDETERMINATE);
        self.state.undefs[index] = Some(value);
        Ok(value)
    }

    pub(super) fn assume(&mut self, cond: Operand) -> Stepped {
        let cond = self.read(cond, Type::BOOL)?;
        if Self::tagged(&cond) {
            let at = self.point();
            self.shadow.assume(at, Self::shadowed(&cond));
        }
        if cond.lo == 0 { Err(Stop::end(End::AssumeFailed)) } else { Ok(()) }
    }

    pub(super) fn require(&mut self, cond: Operand, what: Requirement) -> Stepped {
        let cond = self.read(cond, Type::BOOL)?;
        if Self::tagged(&cond) {
            let at = self.point();
            self.shadow.assume(at, Self::shadowed(&cond));
        }
        if cond.lo != 0 {
            return Ok(());
        }
        let message = match what {
            Requirement::Assumption => "what `__builtin_assume` promises does not hold",
            Requirement::ArraySize => "the size of a variable-length array is not positive",
            Requirement::Result => "the result of a function is used that ended without returning one",
        };
        Err(self.violation(BugKind::of_requirement(what), message.to_string(), Vec::new()))
    }
}
