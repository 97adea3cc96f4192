//! Where addresses lead: through the calls that are read in place, to an object.

use ir::{Operand, Predicate, Type};
use smt::Term;

use super::state::State;
use super::walker::{Point, Walker};
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
                        ObjectId::Local(..) if !self.is_addressed(object) => instance,
                        ObjectId::Global(_) | ObjectId::Local(..) | ObjectId::Heap(..) => 0,
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
        let is_private = |object| self.program.objects.get(object).is_some_and(|known| known.window.is_none());
        self.reached(instance, operand).filter(|reached| is_private(reached.object))
    }

    /// Do others know its address, as far as they are followed?
    pub fn is_addressed(&self, object: ObjectId) -> bool {
        self.program.objects.get(object).is_some_and(|known| known.window.is_some())
    }

    /// Is it known what the object holds?
    pub fn is_known(&self, reached: &Reached) -> bool {
        self.program.objects.get(reached.object).is_some()
    }

    pub fn object(&self, reached: &Reached) -> &Object {
        self.program.objects.get(reached.object).expect("invariant: it is known")
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
            ObjectId::Local(..) | ObjectId::Heap(..) => true,
        };
        self.program.trusts_pointers && self.reached(instance, ptr).is_none_or(is_defined)
    }

    /// Does what an operand leads into hold constants?
    pub fn is_constant(&self, instance: usize, operand: Operand) -> bool {
        match self.reached(instance, operand).map(|reached| reached.object) {
            Some(ObjectId::Global(global)) => self.program.module.globals[global].constant,
            Some(ObjectId::Local(..) | ObjectId::Heap(..)) | None => false,
        }
    }

    /// A comparison of addresses of which one at least is of a private object: distances in one object compare as addresses do,
    /// as long as they do not leave it; inside of it nothing is null, or a byte of another one. `None` where neither is private.
    pub fn compared(
        &mut self,
        at: Point,
        pred: Predicate,
        (a, b): (Operand, Operand),
        state: &mut State<R::Word>,
    ) -> Option<Option<R::Word>> {
        let instance = at.instance;
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
            (Some(_), _) | (_, Some(_)) => {
                let both = self.is_inside_for_sure(at, a, state).zip(self.is_inside_for_sure(at, b, state));
                let known = both.map(|(a, b)| self.terms.and([a, b]));
                (known, self.if_different(pred))
            }
        };
        let (Some(known), Some(holds), Some(any)) = (known, holds, any) else { return Some(any) };
        Some(self.either_word(1, known, holds, any))
    }

    /// The formula: it is null, or leads to a byte of a known object that lives, or to a function. `None`: nobody knows.
    fn is_inside_for_sure(&mut self, at: Point, side: Operand, state: &mut State<R::Word>) -> Option<Term> {
        if self.private(at.instance, side).is_some() {
            if self.program.objects.may_be_over(self.func_of(at.instance), at.block, at.inst) {
                return None;
            }
        } else if self.targets(at.instance, side).is_open() {
            return None;
        }
        self.edge(at, side, state).map(|edge| self.terms.not(edge))
    }

    /// The outcome of a comparison of bytes of different objects.
    fn if_different(&mut self, pred: Predicate) -> Option<R::Word> {
        match pred {
            Predicate::Eq => self.reading.constant(1, 0),
            Predicate::Ne => self.reading.constant(1, 1),
            // Any other comparison is one of where objects lie.
            _ => None,
        }
    }

    fn against_null(
        &mut self,
        instance: usize,
        pred: Predicate,
        pointer: Operand,
        reached: &Reached,
    ) -> (Option<Term>, Option<R::Word>) {
        let word = self.word(instance, pointer);
        let known = word.and_then(|word| self.stays(reached, word));
        (known, self.if_different(pred))
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
