//! New objects of the heap.
//!
//! What a call allocates that comes again is looked at one by one: each time, the new object may be the one that is asked about, if there is
//! none at the moment, or one of the others. So for each of them there is a way in which it is the one (SeaHorn's instrumentation for
//! memory safety, which picks an allocation and follows its base, its size and whether it is there).

use ir::{Builtin, Call, Inst};
use smt::{Sort, Term};

use super::state::State;
use super::walker::{Point, Walker};
use crate::memory::{ObjectId, Size, asked};
use crate::numbers::Numbers;
use crate::system::{Part, SlotId};

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// The object that a call allocates, and the others if it allocates many.
    fn allocated_by(&self, at: Point) -> (ObjectId, ObjectId) {
        let func = self.func_of(at.instance);
        (ObjectId::Heap(func, at.block, at.inst), ObjectId::Others(func, at.block, at.inst))
    }

    /// Is it known what becomes of what a call allocates? Of many, if one is asked about, it must be among them.
    pub fn is_followed(&self, at: Point) -> bool {
        let (one, others) = self.allocated_by(at);
        match self.program.objects.are_many(one) {
            false => self.is_addressed(one),
            true => self.is_addressed(others) && (self.is_addressed(one) || !self.program.asks.is_of(one)),
        }
    }

    /// The address of a new object, or null where there may be none.
    pub fn allocate(
        &mut self,
        at: Point,
        inst: &Inst,
        (call, builtin): (&Call, Builtin),
        state: &mut State<R::Word>,
    ) -> Option<R::Word> {
        let (one, others) = self.allocated_by(at);
        let any = if self.is_addressed(one) { one } else { others };
        // Whether they are lost is shown of each, too, even of what nobody accesses.
        self.assumed.extend(self.program.objects.are_many(one).then_some(one));
        let fails =
            if self.program.malloc_may_fail { self.terms.fresh_var("fails", Sort::Bool) } else { self.terms.ff() };
        self.has_room(at, inst, any, (call, builtin), state);
        let address = if any == others {
            self.base(others)
        } else if self.program.objects.are_many(one) {
            let over = self.is_over(one, state)?;
            let picked = self.terms.fresh_var("picked", Sort::Bool);
            let picked = self.terms.and([picked, over]);
            let mut new = state.clone();
            self.begins(at, one, (call, builtin), fails, &mut new);
            let mut memory = state.memory.clone();
            memory.join(&new.memory, |slot, old, new| self.either(slot, picked, new, old));
            state.memory = memory;
            let (one, others) = (self.base(one)?, self.base(others)?);
            self.either_word(self.pointer_width(), picked, one, others)
        } else {
            self.begins(at, one, (call, builtin), fails, state);
            self.base(one)
        };
        if fails == self.terms.ff() {
            return address;
        }
        let null = self.reading.constant(self.pointer_width(), 0)?;
        self.either_word(self.pointer_width(), fails, null, address?)
    }

    /// What is too large for a window is not modelled. So no address space is too small for it.
    fn has_room(
        &mut self,
        at: Point,
        inst: &Inst,
        object: ObjectId,
        (call, builtin): (&Call, Builtin),
        state: &mut State<R::Word>,
    ) {
        let size = call.args.get(asked(builtin)).map(|arg| arg.value);
        let known = self.program.objects.get(object).map(|known| known.size);
        if let (Some(size), Some(Size { most, is_exact: false })) = (size, known) {
            let large = self.is_larger(at.instance, size, most);
            self.beyond_if(state, large, "a block that may be larger than there is room for", inst.loc);
        }
    }

    fn base(&mut self, object: ObjectId) -> Option<R::Word> {
        let window = self.program.objects.get(object)?.window?;
        self.reading.constant(self.pointer_width(), u128::from(window.base))
    }

    /// It holds anything, or zeros.
    fn begins(
        &mut self,
        at: Point,
        object: ObjectId,
        (call, builtin): (&Call, Builtin),
        fails: Term,
        state: &mut State<R::Word>,
    ) {
        self.forget_object(object, 0, state);
        self.set_over(object, fails, state);
        let Some(known) = self.program.objects.get(object) else { return };
        if builtin == Builtin::Calloc {
            for (index, slot) in known.layout.slots.iter().enumerate() {
                let id = SlotId { object, instance: 0, slot: index, part: Part::All };
                self.clear(id, slot, state);
            }
        } else if let Some(size) = call.args.get(asked(builtin)).filter(|_| !known.size.is_exact) {
            self.begins_with(at.instance, object, size.value, state);
        }
    }
}
