//! Loads and stores.

use engine::BugKind;
use ir::{BinOp, Inst, Operand, Predicate, Type};
use smt::Term;

use super::pointers::{Case, Cases};
use super::state::{Content, State};
use super::walker::{Point, Walker};
use crate::memory::{ObjectId, Targets};
use crate::numbers::Numbers;
use crate::system::{Arg, Asked, Obligation, Part, SlotId, Trouble, What};

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// The slot of an access of a known object, which stays in the object as long as it lives.
    fn access(&mut self, inst: &Inst, case: &Case<R::Word>, bytes: u64, state: &mut State<R::Word>) -> Option<SlotId> {
        let Case { reached, .. } = case;
        if self.is_taken_to_be_valid(reached.object) {
            return None;
        }
        let outside = self.outside(case, u128::from(bytes), state);
        self.invalid(state, case, BugKind::OutOfBounds, outside, inst.loc);
        let over = self.is_over(reached.object, state);
        let kind = match reached.object {
            ObjectId::Heap(..) => BugKind::UseAfterFree,
            ObjectId::Global(_) | ObjectId::Local(..) | ObjectId::Others(..) => BugKind::UseAfterScope,
        };
        self.invalid(state, case, kind, over, inst.loc);
        self.stays_in_place(inst, case, state);
        let slot = self.object(reached).layout.slot(reached.constant, bytes);
        slot.map(|slot| reached.slot_id(slot))
    }

    /// An access is not valid where this holds; `None`: nobody knows where. Where pointers are trusted, those to objects that others may
    /// know of are; where functions are assumed to do something, all of them.
    pub fn invalid(
        &mut self,
        state: &mut State<R::Word>,
        case: &Case<R::Word>,
        kind: BugKind,
        happens: Option<Term>,
        at: ir::LocId,
    ) {
        let is_trusted =
            self.program.trusts_pointers && (self.program.assumes || self.is_addressed(case.reached.object));
        match happens.map(|happens| self.terms.and([case.condition, happens])) {
            Some(happens) if is_trusted => state.condition.and(self.terms, self.terms.not(happens)),
            None if is_trusted => {}
            Some(_) | None => self.misused(state, case.reached.object, kind, (case.condition, happens), at),
        }
    }

    /// Something wrong is done to an object where both hold; `None`: nobody knows where. Of other objects than the
    /// one that is asked about, it is shown elsewhere.
    pub fn misused(
        &mut self,
        state: &mut State<R::Word>,
        object: ObjectId,
        kind: BugKind,
        (condition, happens): (Term, Option<Term>),
        at: ir::LocId,
    ) {
        let happens = happens.map_or(condition, |happens| self.terms.and([condition, happens]));
        if self.program.asks.about(Some(object)) {
            let obligation = Obligation { trouble: Trouble::Bug(kind), at, object: Some(object) };
            self.never(state, obligation, happens);
        } else if happens != self.terms.ff() {
            // That it does not happen is not used: what is known of others then matters less.
            self.assumed.insert(object);
        }
    }

    /// Is it one of many that are not asked about here?
    pub fn is_taken_to_be_valid(&mut self, object: ObjectId) -> bool {
        let one = object.one_of_many();
        self.assumed.extend(one);
        one.is_some()
    }

    /// An access of so many bytes that leads to no object that is known.
    fn elsewhere(
        &mut self,
        at: Point,
        inst: &Inst,
        (ptr, bytes): (Operand, u64),
        happens: Term,
        state: &mut State<R::Word>,
    ) {
        if !self.is_trusted(at.instance, ptr) && !self.is_inside(at.instance, ptr, bytes) {
            self.beyond_if(state, happens, "an access through a pointer is not modelled", inst.loc);
        }
    }

    /// An address that wrapped around may be at another place of an element than its slot, unless the stride divides what addresses
    /// wrap around by.
    fn stays_in_place(&mut self, inst: &Inst, case: &Case<R::Word>, state: &mut State<R::Word>) {
        let layout = &self.object(&case.reached).layout;
        if !layout.is_array() || layout.stride.is_power_of_two() {
            return;
        }
        let (stride, place) = (layout.stride, layout.place(case.reached.constant));
        let width = self.pointer_width();
        let numbers = [stride, place].map(|number| self.reading.constant(width, u128::from(number)));
        let ([Some(stride), Some(place)], Some(offset)) = (numbers, case.distance) else {
            return self.beyond_if(state, case.condition, "an address that may wrap around", inst.loc);
        };
        let rest = self.reading.binary(BinOp::URem, width, offset, stride);
        let elsewhere = rest.and_then(|rest| self.reading.compare(Predicate::Ne, width, rest, place));
        let elsewhere = elsewhere.and_then(|word| self.reading.truth(word)).unwrap_or(self.terms.tt());
        let elsewhere = self.terms.and([case.condition, elsewhere]);
        self.beyond_if(state, elsewhere, "an address that may wrap around", inst.loc);
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
        let Cases { known, elsewhere } = self.cases(at, ptr);
        if elsewhere != self.terms.ff() {
            self.elsewhere(at, inst, (ptr, bytes), elsewhere, state);
        }
        let width = self.width(ty);
        let mut value = if elsewhere == self.terms.ff() { None } else { self.any_outside(ty) };
        for (index, case) in known.iter().enumerate() {
            let slot = self.access(inst, case, bytes, state);
            let Some(width) = width else { continue };
            let held = slot.and_then(|id| self.load_slot(id, case, ty, state));
            let held = held.or_else(|| inst.dst.and_then(|dst| self.any_register(at.instance, dst)));
            let is_first = index == 0 && elsewhere == self.terms.ff();
            value = match (held, value) {
                (held, None) if is_first => held,
                (Some(held), Some(others)) => self.either_word(width, case.condition, held, others),
                (None, _) | (_, None) => None,
            };
        }
        let may_be_new = |case: &Case<R::Word>| !matches!(case.reached.object, ObjectId::Global(_));
        if known.iter().any(may_be_new) {
            self.asked(ty, value, Asked::Memory(inst.loc), state);
        }
        value
    }

    /// What a slot holds, as this type.
    fn load_slot(&mut self, id: SlotId, case: &Case<R::Word>, ty: Type, state: &mut State<R::Word>) -> Option<R::Word> {
        let width = self.width(ty)?;
        let (slot, slot_width) = self.slot(id);
        if width != slot_width {
            return None;
        }
        let word = if let Some(cells) = self.program.cells(id.object) {
            self.load_cell(case.distance, (id, cells), case.condition, state)?
        } else {
            match self.held(state, id)? {
                Content::Word(word) => word,
                Content::Array(array) => {
                    let index = self.reading.term_of(case.distance?, self.pointer_width(), true);
                    let element = self.terms.select(array, index);
                    if let Some(range) = self.reading.range(element, width, slot.signed) {
                        self.given(&state.condition, range);
                    }
                    let word = self.reading.word_of(element, width, slot.signed);
                    if let Some(targets) = self.held_targets(id) {
                        // What was stored has this value on other ways, too, and may be anything there.
                        let there = self.terms.and([state.condition.term(self.terms), case.condition]);
                        // Where there is no element, arrays hold zero.
                        self.believe_where(there, word, &Targets { null: true, ..targets });
                    }
                    word
                }
            }
        };
        Some(word)
    }

    /// What a slot holds; once looked at, it stays.
    pub fn held(&mut self, state: &mut State<R::Word>, id: SlotId) -> Option<Content<R::Word>> {
        if let Some(content) = state.memory.get(id) {
            return Some(content);
        }
        let content = self.any_content(id)?;
        state.memory.set(id, content);
        Some(content)
    }

    /// Anything that a slot may hold.
    pub fn any_content(&mut self, id: SlotId) -> Option<Content<R::Word>> {
        let (slot, width) = self.slot(id);
        self.reading.scalar(width)?;
        let array = id.part == Part::All && self.program.objects.get(id.object)?.layout.is_array();
        let arg = Arg { what: What::Memory(id), width, signed: slot.signed, array };
        let term = self.any_term(&arg);
        Some(if array { Content::Array(term) } else { Content::Word(self.reading.word_of(term, width, slot.signed)) })
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
        let Cases { known, elsewhere } = self.cases(at, ptr);
        if elsewhere != self.terms.ff() {
            self.elsewhere(at, inst, (ptr, bytes), elsewhere, state);
        }
        for case in &known {
            if let Some(id) = self.access(inst, case, bytes, state) {
                self.store_slot(at, id, case, (ty, value), state);
            }
        }
    }

    fn store_slot(
        &mut self,
        at: Point,
        id: SlotId,
        case: &Case<R::Word>,
        (ty, value): (Type, Operand),
        state: &mut State<R::Word>,
    ) {
        let (slot, slot_width) = self.slot(id);
        let word = self.width(ty).filter(|width| *width == slot_width).and_then(|_| self.word(at.instance, value));
        let word = word.or_else(|| self.any(Type::Int(slot_width)));
        if let Some(cells) = self.program.cells(id.object) {
            return self.store_cell(case.distance, (id, cells), word, case.condition, state);
        }
        let new = word.zip(self.held(state, id)).and_then(|(word, held)| match held {
            Content::Word(old) => self.either_word(slot_width, case.condition, word, old).map(Content::Word),
            Content::Array(array) => {
                let index = self.reading.term_of(case.distance?, self.pointer_width(), true);
                let element = self.reading.term_of(word, slot_width, slot.signed);
                let changed = self.terms.store(array, index, element);
                Some(Content::Array(self.terms.ite(case.condition, changed, array)))
            }
        });
        match new {
            Some(new) => state.memory.set(id, new),
            None => state.memory.forget(id),
        }
    }

    /// Nobody writes to constants.
    pub fn is_writable(&mut self, at: Point, inst: &Inst, ptr: Operand, state: &mut State<R::Word>) {
        if self.is_constant(at.instance, ptr) {
            self.bug(state, BugKind::ReadonlyWrite, self.terms.tt(), inst.loc);
            return;
        }
        for case in self.cases(at, ptr).known {
            if matches!(case.reached.object, ObjectId::Global(id) if self.program.module.globals[id].constant) {
                self.bug(state, BugKind::ReadonlyWrite, case.condition, inst.loc);
            }
        }
    }

    /// The formula: the object is there no longer.
    pub fn is_over(&mut self, object: ObjectId, state: &mut State<R::Word>) -> Option<Term> {
        // Whether private ones are used after their scope is looked for elsewhere.
        if !self.is_addressed(object) || !self.program.may_end(object) {
            return Some(self.terms.ff());
        }
        match self.held(state, over(object))? {
            Content::Word(word) => self.reading.truth(word),
            Content::Array(_) => None,
        }
    }

    /// An object that others may know of begins, or ends where this holds.
    pub fn set_over(&mut self, object: ObjectId, is_over: Term, state: &mut State<R::Word>) {
        if self.program.may_end(object) {
            let word = self.reading.word_of(is_over, 1, false);
            state.memory.set(over(object), Content::Word(word));
        }
    }

    /// The scope of a local begins or ends: it holds anything.
    pub fn scope(&mut self, instance: usize, ptr: Operand, ends: bool, state: &mut State<R::Word>) {
        if let Some(reached) = self.reached(instance, ptr).filter(|reached| self.is_known(reached)) {
            self.forget_object(reached.object, reached.owner, state);
            if self.object(&reached).window.is_some() {
                self.set_over(reached.object, if ends { self.terms.tt() } else { self.terms.ff() }, state);
            }
        }
    }

    pub fn forget_object(&mut self, object: ObjectId, owner: usize, state: &mut State<R::Word>) {
        let slots = self.program.objects.get(object).map_or(0, |known| known.layout.slots.len());
        for slot in 0..slots {
            let id = SlotId { object, instance: owner, slot, part: Part::All };
            state.memory.forget(id);
            for cell in 0..self.program.cells(object).unwrap_or(0) {
                state.memory.forget(id.with(Part::Element(cell)));
            }
        }
    }
}

/// Whether an object is there no longer.
pub(super) fn over(object: ObjectId) -> SlotId {
    SlotId { object, instance: 0, slot: 0, part: Part::Over }
}
