//! Loads and stores.

use engine::BugKind;
use ir::{BinOp, Inst, Operand, Predicate, Type};
use smt::Term;

use super::reach::Reached;
use super::state::{Content, State};
use super::walker::{Point, Walker};
use crate::memory::ObjectId;
use crate::numbers::Numbers;
use crate::system::{Arg, Part, SlotId, What};

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// The slot of an access of a private object, which stays in the object; `Err` for other objects, which hold anything.
    fn access(
        &mut self,
        at: Point,
        inst: &Inst,
        ptr: Operand,
        bytes: u64,
        state: &mut State<R::Word>,
    ) -> Result<Option<SlotId>, ()> {
        let Some(reached) = self.private(at.instance, ptr) else {
            if !self.is_trusted(at.instance, ptr) && !self.is_inside(at.instance, ptr, bytes) {
                self.beyond(state, "an access through a pointer is not modelled", inst.loc);
            }
            return Err(());
        };
        let size = self.object(&reached).size;
        let outside = self.outside(at.instance, ptr, u128::from(bytes), size);
        self.bug(state, BugKind::OutOfBounds, outside, inst.loc);
        self.stays_in_place(at, inst, ptr, &reached, state);
        let slot = self.object(&reached).layout.slot(reached.constant, bytes);
        Ok(slot.map(|slot| reached.slot_id(slot)))
    }

    /// An address that wrapped around may be at another place of an element than its slot, unless the stride divides what addresses
    /// wrap around by.
    fn stays_in_place(&mut self, at: Point, inst: &Inst, ptr: Operand, reached: &Reached, state: &mut State<R::Word>) {
        let layout = &self.object(reached).layout;
        if !layout.is_array() || layout.stride.is_power_of_two() {
            return;
        }
        let (stride, place) = (layout.stride, layout.place(reached.constant));
        let width = self.pointer_width();
        let numbers = [stride, place].map(|number| self.reading.constant(width, u128::from(number)));
        let ([Some(stride), Some(place)], Some(offset)) = (numbers, self.word(at.instance, ptr)) else {
            return self.beyond(state, "an address that may wrap around", inst.loc);
        };
        let rest = self.reading.binary(BinOp::URem, width, offset, stride);
        let elsewhere = rest.and_then(|rest| self.reading.compare(Predicate::Ne, width, rest, place));
        let elsewhere = elsewhere.and_then(|word| self.reading.truth(word)).unwrap_or(self.terms.tt());
        self.beyond_if(state, elsewhere, "an address that may wrap around", inst.loc);
    }

    /// The formula: so many bytes at a place in a private object go beyond it.
    pub fn outside(&mut self, instance: usize, ptr: Operand, bytes: u128, size: u64) -> Term {
        let width = self.pointer_width();
        let Some(last) = u128::from(size).checked_sub(bytes) else { return self.terms.tt() };
        let (offset, last) = (self.word(instance, ptr), self.reading.constant(width, last));
        let (Some(offset), Some(last)) = (offset, last) else { return self.terms.tt() };
        // Without sign, what is below the start is far beyond the end.
        let beyond = self.reading.compare(Predicate::Ugt, width, offset, last);
        beyond.and_then(|beyond| self.reading.truth(beyond)).unwrap_or(self.terms.tt())
    }

    fn index(&mut self, instance: usize, ptr: Operand) -> Option<Term> {
        let word = self.word(instance, ptr)?;
        Some(self.reading.term_of(word, self.pointer_width(), true))
    }

    pub fn load(
        &mut self,
        at: Point,
        inst: &Inst,
        ty: Type,
        ptr: Operand,
        state: &mut State<R::Word>,
    ) -> Option<R::Word> {
        let bytes = ty.store_size(self.program.module.data_model);
        let Ok(Some(id)) = self.access(at, inst, ptr, bytes, state) else { return self.any(ty) };
        let width = self.width(ty)?;
        let (slot, slot_width) = self.slot(id);
        if width != slot_width {
            return self.any(ty);
        }
        if let Some(cells) = self.program.cells(id.object) {
            return self.load_cell(at.instance, ptr, (id, cells), state).or_else(|| self.any(ty));
        }
        match self.held(state, id)? {
            Content::Word(word) => Some(word),
            Content::Array(array) => {
                let index = self.index(at.instance, ptr)?;
                let element = self.terms.select(array, index);
                if let Some(range) = self.reading.range(element, width, slot.signed) {
                    self.given(&state.condition, range);
                }
                Some(self.reading.word_of(element, width, slot.signed))
            }
        }
    }

    /// What a slot holds; once looked at, it stays.
    pub fn held(&mut self, state: &mut State<R::Word>, id: SlotId) -> Option<Content<R::Word>> {
        if let Some(content) = state.memory.get(id) {
            return Some(content);
        }
        let (slot, width) = self.slot(id);
        self.reading.scalar(width)?;
        let array = id.part == Part::All && self.program.objects.get(id.object)?.layout.is_array();
        let arg = Arg { what: What::Memory(id), width, signed: slot.signed, array };
        let term = self.any_term(&arg);
        let content =
            if array { Content::Array(term) } else { Content::Word(self.reading.word_of(term, width, slot.signed)) };
        state.memory.set(id, content);
        Some(content)
    }

    pub fn store(
        &mut self,
        at: Point,
        inst: &Inst,
        ty: Type,
        ptr: Operand,
        value: Operand,
        state: &mut State<R::Word>,
    ) {
        let bytes = ty.store_size(self.program.module.data_model);
        self.is_writable(at, inst, ptr, state);
        let Ok(Some(id)) = self.access(at, inst, ptr, bytes, state) else { return };
        let (slot, slot_width) = self.slot(id);
        let word = self.width(ty).filter(|width| *width == slot_width).and_then(|_| self.word(at.instance, value));
        let word = word.or_else(|| self.any(Type::Int(slot_width)));
        if let Some(cells) = self.program.cells(id.object) {
            return self.store_cell(at.instance, ptr, (id, cells), word, state);
        }
        let Some(word) = word else { return state.memory.forget(id) };
        match self.held(state, id) {
            Some(Content::Word(_)) => state.memory.set(id, Content::Word(word)),
            Some(Content::Array(array)) => match self.index(at.instance, ptr) {
                Some(index) => {
                    let element = self.reading.term_of(word, slot_width, slot.signed);
                    state.memory.set(id, Content::Array(self.terms.store(array, index, element)));
                }
                None => state.memory.forget(id),
            },
            None => state.memory.forget(id),
        }
    }

    /// Nobody writes to constants.
    pub fn is_writable(&mut self, at: Point, inst: &Inst, ptr: Operand, state: &mut State<R::Word>) {
        if self.is_constant(at.instance, ptr) {
            self.bug(state, BugKind::ReadonlyWrite, self.terms.tt(), inst.loc);
        }
    }

    /// The object holds anything from now on.
    pub fn forget(&mut self, instance: usize, ptr: Operand, state: &mut State<R::Word>) {
        if let Some(reached) = self.private(instance, ptr) {
            self.forget_object(reached.object, reached.owner, state);
        }
    }

    pub fn forget_object(&mut self, object: ObjectId, owner: usize, state: &mut State<R::Word>) {
        let slots = self.program.objects.get(object).map_or(0, |known| known.layout.slots.len());
        for slot in 0..slots {
            let id = SlotId { object, instance: owner, slot, part: Part::All };
            state.memory.forget(id);
            for cell in 0..self.program.cells(object).unwrap_or(0) {
                state.memory.forget(id.with(Part::Index(cell)));
                state.memory.forget(id.with(Part::Element(cell)));
            }
        }
    }
}
