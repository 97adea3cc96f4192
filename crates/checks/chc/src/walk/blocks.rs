//! Blocks of bytes that are set or copied.

use engine::BugKind;
use ir::{Const, CopyKind, Inst, Operand};
use smt::Term;

use super::initial::initial_word;
use super::pointers::Cases;
use super::reach::Reached;
use super::state::{Content, State};
use super::walker::{Point, Walker, width_of};
use crate::memory::{Holds, ObjectId, Size, Slot};
use crate::numbers::Numbers;

/// A part of a private object whose place and length are known.
#[derive(Clone, Copy)]
struct Part {
    reached: Reached,
    start: u64,
    len: u64,
}

impl Part {
    /// The distance of the slot from the start of the part, if all of it is inside.
    fn contains(&self, slot: &Slot) -> Option<u64> {
        let distance = slot.offset.checked_sub(self.start)?;
        (distance.checked_add(slot.bytes)? <= self.len).then_some(distance)
    }

    fn meets(&self, slot: &Slot) -> bool {
        slot.offset < self.start.saturating_add(self.len) && self.start < slot.offset.saturating_add(slot.bytes)
    }
}

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    pub fn set(
        &mut self,
        at: Point,
        inst: &Inst,
        dst: Operand,
        byte: Operand,
        len: Operand,
        state: &mut State<R::Word>,
    ) {
        self.is_writable(at, inst, dst, state);
        let Some(to) = self.reach(at, inst, (dst, len), true, state) else { return };
        let byte = self.number(byte).and_then(|byte| u8::try_from(byte).ok());
        let (Some(byte), Some(part)) = (byte, self.part(to, len)) else {
            return self.forget_object(to.object, to.owner, state);
        };
        let known = self.program.objects.get(to.object).expect("invariant: it is known");
        for (index, slot) in known.layout.slots.iter().enumerate() {
            let id = to.slot_id(index);
            let bits = (0..slot.bytes.min(16)).fold(0, |bits, _| bits << 8 | u128::from(byte));
            // Bytes are no address, unless of nobody.
            let is_number = slot.bytes <= 16 && (slot.holds == Holds::Number || byte == 0);
            let word = width_of(slot).filter(|_| is_number).and_then(|width| self.reading.constant(width, bits));
            if let Some(cells) = self.program.cells(to.object) {
                let whole = part.start == 0 && known.size == Size::exactly(part.len);
                self.set_cells(id, cells, word.filter(|_| whole), state);
                continue;
            }
            let content = match (known.layout.is_array(), word) {
                (true, Some(word)) if part.start == 0 && known.size == Size::exactly(part.len) => {
                    self.all_elements(slot, word)
                }
                (false, Some(word)) if part.contains(slot).is_some() => Some(Content::Word(word)),
                (false, _) if !part.meets(slot) => continue,
                // Any other slot holds a part of it, or something in between.
                _ => None,
            };
            match content {
                Some(content) => state.memory.set(id, content),
                None => state.memory.forget(id),
            }
        }
    }

    pub fn all_elements(&mut self, slot: &Slot, word: R::Word) -> Option<Content<R::Word>> {
        let width = width_of(slot)?;
        let index = self.reading.scalar(self.pointer_width())?;
        let element: Term = self.reading.term_of(word, width, slot.signed);
        Some(Content::Array(self.terms.const_array(index, element)))
    }

    pub fn copy(
        &mut self,
        at: Point,
        inst: &Inst,
        kind: CopyKind,
        (dst, src): (Operand, Operand),
        len: Operand,
        state: &mut State<R::Word>,
    ) {
        self.is_writable(at, inst, dst, state);
        if kind == CopyKind::Copy && self.may_overlap(at, dst, src, len) {
            self.bug(state, BugKind::OverlappingCopy, self.terms.tt(), inst.loc);
        }
        let from = self.reach(at, inst, (src, len), false, state);
        let Some(target) = self.reach(at, inst, (dst, len), true, state) else { return };
        let parts = (self.part(target, len), from.and_then(|from| self.part(from, len)));
        let (Some(to), Some(from)) = parts else { return self.forget_object(target.object, target.owner, state) };
        let old = state.clone();
        let known = self.program.objects.get(target.object).expect("invariant: it is known");
        for (index, slot) in known.layout.slots.iter().enumerate() {
            if !known.layout.is_array() && !to.meets(slot) {
                continue;
            }
            let id = target.slot_id(index);
            if let Some(cells) = self.program.cells(target.object) {
                self.set_cells(id, cells, None, state);
                continue;
            }
            let content = if known.layout.is_array() {
                let whole = to.start == 0 && known.size == Size::exactly(to.len);
                whole.then(|| self.copied_array(from, to.len, known.layout.stride, slot, &old)).flatten()
            } else {
                to.contains(slot).and_then(|distance| self.copied_word(from, distance, slot, &old))
            };
            match content {
                Some(content) => state.memory.set(id, content),
                None => state.memory.forget(id),
            }
        }
    }

    /// May the ranges of a copy have bytes in common, without being the same?
    fn may_overlap(&self, at: Point, dst: Operand, src: Operand, len: Operand) -> bool {
        let named = |ptr| self.reached(at.instance, ptr);
        let (Some(to), Some(from)) = (named(dst), named(src)) else {
            let (to, from) = (self.targets(at.instance, dst), self.targets(at.instance, src));
            let common = to.objects.keys().any(|object| from.objects.contains_key(object));
            return common || to.outside && from.outside && !self.program.trusts_pointers;
        };
        if !to.meets(&from) {
            return false;
        }
        match (to.exactly(), from.exactly(), self.number(len)) {
            (Some(to), Some(from), Some(len)) => to != from && u128::from(to.abs_diff(from)) < len,
            (None, _, _) | (_, None, _) | (_, _, None) => true,
        }
    }

    fn copied_word(
        &mut self,
        from: Part,
        distance: u64,
        slot: &Slot,
        old: &State<R::Word>,
    ) -> Option<Content<R::Word>> {
        let offset = from.start.checked_add(distance)?;
        let known = self.program.objects.get(from.reached.object)?;
        if !known.layout.is_array()
            && let Some(index) = known.layout.slot(i64::try_from(offset).ok()?, slot.bytes)
            && let Some(content) = old.memory.get(from.reached.slot_id(index))
            && known.layout.slots[index].holds == slot.holds
        {
            return Some(content);
        }
        if slot.holds != Holds::Number {
            return None;
        }
        let bits = initial_word(self.constant_init(from.reached.object)?, offset, slot.bytes)?;
        Some(Content::Word(self.reading.constant(width_of(slot)?, bits)?))
    }

    fn copied_array(
        &mut self,
        from: Part,
        size: u64,
        stride: u64,
        slot: &Slot,
        old: &State<R::Word>,
    ) -> Option<Content<R::Word>> {
        if from.start != 0 {
            return None;
        }
        let known = self.program.objects.get(from.reached.object)?;
        if known.layout.stride == stride
            && known.size == Size::exactly(size)
            && let Some(index) = known.layout.slot(i64::try_from(slot.offset).ok()?, slot.bytes)
            && let Some(content) = old.memory.get(from.reached.slot_id(index))
            && (known.layout.slots[index].signed, known.layout.slots[index].holds) == (slot.signed, slot.holds)
        {
            return Some(content);
        }
        let init = self.constant_init(from.reached.object)?.to_vec();
        self.initial_array(&init, size, stride, slot)
    }

    fn constant_init(&self, object: ObjectId) -> Option<&[ir::InitPiece]> {
        let ObjectId::Global(global) = object else { return None };
        let global = &self.program.module.globals[global];
        global.init.as_deref().filter(|_| global.constant)
    }

    /// The known object that a pointer leads to, if it is always that one; the bytes stay inside. What others that it may lead to hold
    /// is forgotten, if they are written to.
    fn reach(
        &mut self,
        at: Point,
        inst: &Inst,
        (ptr, len): (Operand, Operand),
        writes: bool,
        state: &mut State<R::Word>,
    ) -> Option<Reached> {
        let bytes = self.number(len);
        let Cases { known, elsewhere } = self.cases(at, ptr);
        let mut is_always = elsewhere == self.terms.ff();
        if !is_always {
            let bytes = bytes.and_then(|len| u64::try_from(len).ok());
            let is_inside = bytes.is_some_and(|bytes| self.is_inside(at.instance, ptr, bytes));
            if !self.is_trusted(at.instance, ptr) && !is_inside {
                self.beyond_if(state, elsewhere, "a copy through a pointer is not modelled", inst.loc);
                is_always = true;
            }
        }
        for case in &known {
            if self.is_taken_to_be_valid(case.reached.object) {
                continue;
            }
            let outside = match bytes {
                Some(0) => Some(self.terms.ff()),
                Some(len) => self.outside(case, len, state),
                None => self.longer(at.instance, len, &case.reached, state),
            };
            self.invalid(state, case, BugKind::OutOfBounds, outside, inst.loc);
            if bytes != Some(0) {
                let over = self.is_over(case.reached.object, state);
                self.invalid(state, case, BugKind::UseAfterScope, over, inst.loc);
            }
        }
        if let ([case], true) = (known.as_slice(), is_always) {
            return Some(case.reached);
        }
        for case in known.iter().filter(|_| writes) {
            self.forget_object(case.reached.object, case.reached.owner, state);
        }
        None
    }

    fn part(&self, reached: Reached, len: Operand) -> Option<Part> {
        let start = u64::try_from(reached.exactly()?).ok()?;
        Some(Part { reached, start, len: u64::try_from(self.number(len)?).ok()? })
    }

    fn number(&self, operand: Operand) -> Option<u128> {
        let Operand::Const(id) = operand else { return None };
        match self.program.module.consts.get(id) {
            Const::Int { value, .. } => Some(value),
            Const::Null | Const::Global { .. } | Const::Func(_) | Const::Block { .. } | Const::Float { .. } => None,
        }
    }
}
