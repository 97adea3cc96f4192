//! Where addresses lead: through the calls that are read in place, to an object.

use ir::Operand;

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
                        ObjectId::Local(..) if !self.is_addressed(object) => instance,
                        ObjectId::Global(_) | ObjectId::Local(..) | ObjectId::Heap(..) | ObjectId::Others(..) => 0,
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
        let size = size(self.program.module, reached.object).filter(|size| size.is_exact);
        size.zip(end).is_some_and(|(size, end)| end <= size.most)
    }

    /// Is an access taken to be valid? Not of what is known to be only declared, or to hold what has no meaning here.
    pub fn is_trusted(&self, instance: usize, ptr: Operand) -> bool {
        let is_defined = |reached: Reached| match reached.object {
            ObjectId::Global(_) => size(self.program.module, reached.object).is_some(),
            ObjectId::Local(..) | ObjectId::Heap(..) | ObjectId::Others(..) => true,
        };
        self.program.trusts_pointers && self.reached(instance, ptr).is_none_or(is_defined)
    }

    /// Does what an operand leads into hold constants?
    pub fn is_constant(&self, instance: usize, operand: Operand) -> bool {
        match self.reached(instance, operand).map(|reached| reached.object) {
            Some(ObjectId::Global(global)) => self.program.module.globals[global].constant,
            Some(ObjectId::Local(..) | ObjectId::Heap(..) | ObjectId::Others(..)) | None => false,
        }
    }
}
