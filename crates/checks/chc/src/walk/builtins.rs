//! Functions of the library that are no code: allocation above all.

use engine::BugKind;
use ir::{Builtin, Call, Inst, Operand, Predicate, Type};
use smt::Term;

use super::pointers::{Case, Cases};
use super::state::State;
use super::walker::{Point, Walker};
use crate::memory::{ObjectId, asked};
use crate::numbers::Numbers;

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// `false` if it does not return. Private objects are not touched by any: nobody passes their addresses.
    pub fn builtin(
        &mut self,
        at: Point,
        inst: &Inst,
        call: &Call,
        builtin: Builtin,
        state: &mut State<R::Word>,
    ) -> bool {
        let given = builtin.signature(self.program.module.data_model).rets.first().copied();
        let result = match builtin {
            Builtin::Malloc | Builtin::AlignedAlloc | Builtin::Calloc if self.is_followed(at) => {
                self.allocate(at, inst, (call, builtin), state)
            }
            Builtin::Malloc | Builtin::AlignedAlloc | Builtin::Calloc if self.program.follows_many => {
                self.beyond(state, "an allocation is not followed", inst.loc);
                return false;
            }
            Builtin::Malloc | Builtin::AlignedAlloc => {
                let size = call.args.get(asked(builtin)).map(|arg| arg.value);
                let pointer = self.any_outside(Type::Ptr);
                if let (Some(pointer), Some(size)) = (pointer, size) {
                    self.allocated(at, pointer, size, state);
                }
                pointer
            }
            Builtin::Calloc => self.any_outside(Type::Ptr),
            Builtin::Free => {
                if let Some(arg) = call.args.first() {
                    self.free(at, inst, arg.value, state);
                }
                None
            }
            Builtin::Exit | Builtin::Abort | Builtin::AssertFail | Builtin::VerifierError => {
                self.ends(at, state, inst.loc);
                return false;
            }
            Builtin::ReachError => None,
            Builtin::Realloc
            | Builtin::Memcpy
            | Builtin::Memmove
            | Builtin::Memset
            | Builtin::Write
            | Builtin::Havoc
            | Builtin::FormatDouble
            | Builtin::FormatLongDouble
            | Builtin::ParseDouble
            | Builtin::ParseFloat => {
                if !self.program.trusts_pointers {
                    self.beyond(state, "memory that a library function is given is not modelled", inst.loc);
                    return false;
                }
                given.and_then(|ty| self.any_outside(ty))
            }
        };
        if let Some(&ret) = call.rets.first() {
            let caller = &self.program.module.funcs[self.func_of(at.instance)];
            let same = given.and_then(|ty| self.width(ty)) == self.width(caller.regs[ret].ty);
            let same = same && (given == Some(Type::Ptr)) == (caller.regs[ret].ty == Type::Ptr);
            self.set_register(at.instance, ret, result.filter(|_| same));
        }
        true
    }

    /// Null only where no address space has room for it, unless memory may run out.
    fn allocated(&mut self, at: Point, pointer: R::Word, size: Operand, state: &mut State<R::Word>) {
        if self.program.malloc_may_fail {
            return;
        }
        let width = self.pointer_width();
        let most = u128::from(self.program.module.data_model.max_object_size());
        let (size, most) = (self.word(at.instance, size), self.reading.constant(width, most));
        let null = self.reading.constant(width, 0);
        let (Some(size), Some(most), Some(null)) = (size, most, null) else { return };
        let fits = self.reading.compare(Predicate::Ule, width, size, most);
        let there = self.reading.compare(Predicate::Ne, width, pointer, null);
        let truth = |walker: &mut Self, word: Option<R::Word>| word.and_then(|word| walker.reading.truth(word));
        if let (Some(fits), Some(there)) = (truth(self, fits), truth(self, there)) {
            state.condition.and(self.terms, self.terms.implies(fits, there));
        }
    }
    fn free(&mut self, at: Point, inst: &Inst, ptr: Operand, state: &mut State<R::Word>) {
        let Cases { known, elsewhere } = self.cases(at, ptr);
        if !self.program.trusts_pointers && elsewhere != self.terms.ff() {
            let null = self.word(at.instance, ptr).and_then(|word| self.is_null_word(word));
            let null = null.unwrap_or(self.terms.ff());
            let elsewhere = self.terms.and([elsewhere, self.terms.not(null)]);
            self.beyond_if(state, elsewhere, "memory that a library function is given is not modelled", inst.loc);
        }
        for case in known {
            let Case { reached, condition, distance } = case;
            if self.is_taken_to_be_valid(reached.object) {
                continue;
            }
            let is_start = match reached.object {
                ObjectId::Heap(..) => distance.and_then(|distance| self.is_null_word(distance)),
                ObjectId::Global(_) | ObjectId::Local(..) | ObjectId::Others(..) => Some(self.terms.ff()),
            };
            let inside = is_start.map(|is_start| self.terms.not(is_start));
            self.invalid(state, &case, BugKind::InvalidFree, inside, inst.loc);
            let was_over = self.is_over(reached.object, state);
            self.invalid(state, &case, BugKind::DoubleFree, was_over, inst.loc);
            if self.is_addressed(reached.object) {
                let was_over = was_over.unwrap_or(self.terms.tt());
                self.set_over(reached.object, self.terms.or([was_over, condition]), state);
            }
        }
    }

    fn is_null_word(&mut self, word: R::Word) -> Option<Term> {
        let width = self.pointer_width();
        let zero = self.reading.constant(width, 0)?;
        let equal = self.reading.compare(Predicate::Eq, width, word, zero)?;
        self.reading.truth(equal)
    }
}
