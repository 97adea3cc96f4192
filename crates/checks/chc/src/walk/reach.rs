//! Where addresses lead: through the calls that are read in place, to an object.

use ir::{Operand, Predicate, Type};
use smt::Term;

use super::walker::Walker;
use crate::memory::{Base, Object, ObjectId, distance, gcd, passes, size};
use crate::numbers::Numbers;
use crate::system::{Part, SlotId};

/// A place in an object: at a distance of `constant` plus any multiple of `step`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reached {
    pub object: ObjectId,
    /// Of a local, the instance that it is of.
    pub owner: usize,
    pub constant: i64,
    pub step: u64,
}

impl Reached {
    pub fn slot_id(&self, slot: usize) -> SlotId {
        SlotId { object: self.object, instance: self.owner, slot, part: Part::All }
    }

    /// The distance, where it is the same in every run.
    pub fn exactly(&self) -> Option<i64> {
        (self.step == 0).then_some(self.constant)
    }

    /// Is it the same object?
    pub fn meets(&self, other: &Reached) -> bool {
        (self.object, self.owner) == (other.object, other.owner)
    }
}

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// What an operand leads into, private or not.
    pub fn reached(&self, instance: usize, operand: Operand) -> Option<Reached> {
        let module = self.program.module;
        let (mut instance, mut operand) = (instance, operand);
        let (mut constant, mut step) = (0i64, 0u64);
        loop {
            let func = self.func_of(instance);
            let derived = self.program.objects.derived(module, func, operand)?;
            constant = distance(module, constant.wrapping_add(derived.constant));
            step = gcd(step, derived.step);
            match derived.base {
                Base::Object(object) => {
                    let owner = match object {
                        ObjectId::Global(_) => 0,
                        ObjectId::Local(..) => instance,
                    };
                    return Some(Reached { object, owner, constant, step });
                }
                Base::Param(index) => {
                    let (outer, block, inst) = self.instances[instance].call?;
                    let caller = &module.funcs[self.func_of(outer)];
                    let call = caller.blocks[block].insts[inst].kind.as_call()?;
                    if !passes(module, caller, call, index, func) {
                        return None;
                    }
                    (instance, operand) = (outer, call.args.get(index)?.value);
                }
            }
        }
    }

    /// … if it is private: then the operand's word is the distance.
    pub fn private(&self, instance: usize, operand: Operand) -> Option<Reached> {
        self.reached(instance, operand).filter(|reached| self.program.objects.get(reached.object).is_some())
    }

    pub fn object(&self, reached: &Reached) -> &Object {
        self.program.objects.get(reached.object).expect("invariant: it is private")
    }

    /// Are so many bytes inside of an object that is named there, private or not, in every run?
    pub fn is_inside(&self, instance: usize, ptr: Operand, bytes: u64) -> bool {
        let Some(reached) = self.reached(instance, ptr) else { return false };
        let start = reached.exactly().and_then(|start| u64::try_from(start).ok());
        let end = start.and_then(|start| start.checked_add(bytes));
        size(self.program.module, reached.object).zip(end).is_some_and(|(size, end)| end <= size)
    }

    /// Is an access taken to be valid? Not of what is known to be only declared, or to hold what has no meaning here.
    pub fn is_trusted(&self, instance: usize, ptr: Operand) -> bool {
        let is_defined = |reached: Reached| match reached.object {
            ObjectId::Global(_) => size(self.program.module, reached.object).is_some(),
            ObjectId::Local(..) => true,
        };
        self.program.trusts_pointers && self.reached(instance, ptr).is_none_or(is_defined)
    }

    /// Does what an operand leads into hold constants?
    pub fn is_constant(&self, instance: usize, operand: Operand) -> bool {
        match self.reached(instance, operand).map(|reached| reached.object) {
            Some(ObjectId::Global(global)) => self.program.module.globals[global].constant,
            Some(ObjectId::Local(..)) | None => false,
        }
    }

    /// A comparison of addresses of which one at least is of a private object: distances in one object compare as addresses do,
    /// as long as they do not leave it; inside of it nothing is null. `None` where neither is private.
    pub fn compared(
        &mut self,
        instance: usize,
        pred: Predicate,
        (a, b): (Operand, Operand),
    ) -> Option<Option<R::Word>> {
        let sides = (self.private(instance, a), self.private(instance, b));
        let any = self.any(Type::BOOL);
        let (known, holds) = match sides {
            (None, None) => return None,
            (Some(first), Some(second)) if first.meets(&second) => {
                let (Some(a), Some(b)) = (self.word(instance, a), self.word(instance, b)) else { return Some(any) };
                let inside = self.stays(&first, a).zip(self.stays(&second, b));
                let known = inside.map(|(a, b)| self.terms.and([a, b]));
                (known, self.reading.compare(pred, self.pointer_width(), a, b))
            }
            (Some(one), None) if self.is_null(b) => self.against_null(instance, pred, a, &one),
            (None, Some(one)) if self.is_null(a) => self.against_null(instance, pred, b, &one),
            // Nobody knows where different objects lie.
            (Some(_), _) | (_, Some(_)) => return Some(any),
        };
        let (Some(known), Some(holds), Some(any)) = (known, holds, any) else { return Some(any) };
        let known = self.reading.word_of(known, 1, false);
        Some(self.reading.select(1, known, holds, any))
    }

    fn against_null(
        &mut self,
        instance: usize,
        pred: Predicate,
        pointer: Operand,
        reached: &Reached,
    ) -> (Option<Term>, Option<R::Word>) {
        let answer = match pred {
            Predicate::Eq => Some(0),
            Predicate::Ne => Some(1),
            // Any other comparison with null is one of where objects lie.
            _ => None,
        };
        let word = self.word(instance, pointer);
        let known = word.and_then(|word| self.stays(reached, word));
        (known, answer.and_then(|answer| self.reading.constant(1, answer)))
    }

    /// The formula: a distance is not beyond the end.
    fn stays(&mut self, reached: &Reached, distance: R::Word) -> Option<Term> {
        let (width, size) = (self.pointer_width(), u128::from(self.object(reached).size));
        let size = self.reading.constant(width, size)?;
        let stays = self.reading.compare(Predicate::Ule, width, distance, size)?;
        self.reading.truth(stays)
    }

    fn is_null(&self, operand: Operand) -> bool {
        match operand {
            Operand::Reg(_) => false,
            Operand::Const(id) => matches!(self.program.module.consts.get(id), ir::Const::Null),
        }
    }
}
