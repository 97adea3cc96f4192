//! Arrays of which some elements are known: at indices that are chosen before the run, whichever they are.
//!
//! What holds for every choice holds for all elements: so invariants about all elements need no quantifier. After Monniaux,
//! Gonnord: Cell Morphing (SAS 2016), with indices that stay.
//!
//! Soundness: what is kept of an element covers what the array holds there, under every choice; so every run that breaks an
//! obligation does so under every choice. Only those are looked at in which the indices are the ones that were read on the last part
//! of the way: each such run is among them, under the choice that fits it.

use ir::Type;
use smt::Term;

use super::state::{Content, State};
use super::walker::Walker;
use crate::numbers::Numbers;
use crate::system::{Part, SlotId};

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// The formula: the known element is at this distance.
    fn is_element(&mut self, id: SlotId, cell: u8, distance: R::Word, state: &mut State<R::Word>) -> Option<Term> {
        let number = self.held_word(state, id.with(Part::Index(cell)))?;
        let stride = self.program.objects.get(id.object)?.layout.stride;
        let place = self.slot(id).0.offset;
        Some(self.reading.is_element(distance, number, self.pointer_width(), stride, place))
    }

    pub fn either_word(&mut self, width: u16, first: Term, a: R::Word, b: R::Word) -> Option<R::Word> {
        if first == self.terms.tt() || a == b {
            return Some(a);
        }
        if first == self.terms.ff() {
            return Some(b);
        }
        let first = self.reading.word_of(first, 1, false);
        self.reading.select(width, first, a, b)
    }

    fn held_word(&mut self, state: &mut State<R::Word>, id: SlotId) -> Option<R::Word> {
        match self.held(state, id)? {
            Content::Word(word) => Some(word),
            Content::Array(_) => None,
        }
    }

    /// What an array of which some elements are known holds at an index.
    pub fn load_cell(
        &mut self,
        distance: Option<R::Word>,
        (id, cells): (SlotId, u8),
        condition: Term,
        state: &mut State<R::Word>,
    ) -> Option<R::Word> {
        let width = self.slot(id).1;
        let distance = distance?;
        let mut value = self.any(Type::Int(width))?;
        for cell in (0..cells).rev() {
            let is_at = self.is_element(id, cell, distance, state)?;
            let held = self.held_word(state, id.with(Part::Element(cell)))?;
            value = self.either_word(width, is_at, held, value)?;
        }
        let count = self.walk.reads_of.entry(id).or_default();
        let cell = *count;
        *count = count.saturating_add(1);
        if cell < cells
            && let Some(is_at) = self.is_element(id, cell, distance, state)
        {
            let condition = self.terms.and([state.condition.term(self.terms), condition]);
            self.walk.reads.push(self.terms.implies(condition, is_at));
        }
        Some(value)
    }

    pub fn store_cell(
        &mut self,
        distance: Option<R::Word>,
        (id, cells): (SlotId, u8),
        word: Option<R::Word>,
        condition: Term,
        state: &mut State<R::Word>,
    ) {
        let width = self.slot(id).1;
        for cell in 0..cells {
            let element = id.with(Part::Element(cell));
            let new = distance.zip(word).and_then(|(distance, word)| {
                let is_at = self.is_element(id, cell, distance, state)?;
                let held = self.held_word(state, element)?;
                self.either_word(width, self.terms.and([condition, is_at]), word, held)
            });
            match new {
                Some(new) => state.memory.set(element, Content::Word(new)),
                None => state.memory.forget(element),
            }
        }
    }

    /// All elements hold the same; nothing is known of them if it is not told what.
    pub fn set_cells(&mut self, id: SlotId, cells: u8, word: Option<R::Word>, state: &mut State<R::Word>) {
        for cell in 0..cells {
            let element = id.with(Part::Element(cell));
            match word {
                Some(word) => state.memory.set(element, Content::Word(word)),
                None => state.memory.forget(element),
            }
        }
    }

    /// The choices that are looked at where something goes wrong: the indices are those that were read on this part of the way.
    pub fn fitting_choice(&self) -> Term {
        self.terms.and(self.walk.reads.iter().copied())
    }
}
