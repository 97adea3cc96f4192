//! Arrays of which some elements are known: at indices that are chosen before the run, whichever they are, the same for all arrays.
//!
//! What holds for every choice holds for all elements: so invariants about all elements need no quantifier. After Monniaux,
//! Gonnord: Cell Morphing (SAS 2016), with indices that stay.
//!
//! Soundness: what is kept of an element covers what the array holds there, under every choice; so every run that breaks an
//! obligation does so under every choice. Only those are looked at in which each index is one of those that were read on the last part
//! of the way, inside of the array: each such run is among them, under the choice that fits it. The choice is among the numbers that
//! elements of arrays have; there is at least one.

use ir::{Predicate, Type};
use smt::Term;

use super::state::{Content, State};
use super::walker::Walker;
use crate::numbers::Numbers;
use crate::system::{Arg, Part, SlotId, What};

/// An element of an array: its distance from the start of the object, and how numbers become distances.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Element<W> {
    distance: W,
    stride: u64,
    place: u64,
}

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// Where the program begins: any elements.
    pub fn choose(&mut self) {
        for cell in 0..self.program.cells {
            let arg = Arg { what: What::Chosen(cell), width: self.pointer_width(), signed: true, array: false };
            let any = self.any_term(&arg);
            self.walk.called_with.push(any);
        }
    }

    /// The number of a known element.
    pub fn chosen(&self, cell: u8) -> Option<Term> {
        self.walk.called_with.get(usize::from(cell)).copied()
    }

    /// The formula: an element of some array may have the number; `None` if any may.
    pub fn is_number_of_element(&mut self, number: Term) -> Option<Term> {
        let width = self.pointer_width();
        let word = self.reading.word_of(number, width, true);
        let zero = self.reading.constant(width, 0)?;
        let count = self.reading.constant(width, u128::from(self.program.most_elements?))?;
        let is_least = self.reading.compare(Predicate::Sge, width, word, zero)?;
        let is_most = self.reading.compare(Predicate::Slt, width, word, count)?;
        Some(self.terms.and([self.reading.truth(is_least)?, self.reading.truth(is_most)?]))
    }

    /// An element of an array, as an access names it.
    fn element(&self, id: SlotId, distance: R::Word) -> Option<Element<R::Word>> {
        let stride = self.program.objects.get(id.object)?.layout.stride;
        Some(Element { distance, stride, place: self.slot(id).0.offset })
    }

    /// The formula: it is the known one.
    fn is_known_element(&self, element: &Element<R::Word>, cell: u8) -> Option<Term> {
        let width = self.pointer_width();
        let number = self.reading.word_of(self.chosen(cell)?, width, true);
        Some(self.reading.is_element(element.distance, number, width, element.stride, element.place))
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
        let element = self.element(id, distance?)?;
        let mut value = self.any(Type::Int(width))?;
        for cell in (0..cells).rev() {
            let is_at = self.is_known_element(&element, cell)?;
            let held = self.held_word(state, id.with(Part::Element(cell)))?;
            value = self.either_word(width, is_at, held, value)?;
        }
        let cell = self.walk.read.iter().position(|read| *read == element).unwrap_or(self.walk.read.len());
        if let Some(cell) = u8::try_from(cell).ok().filter(|cell| *cell < cells)
            && let Some(is_at) = self.is_known_element(&element, cell)
        {
            if usize::from(cell) == self.walk.read.len() {
                self.walk.read.push(element);
            }
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
            let known = id.with(Part::Element(cell));
            let new = distance.zip(word).and_then(|(distance, word)| {
                let is_at = self.is_known_element(&self.element(id, distance)?, cell)?;
                let held = self.held_word(state, known)?;
                self.either_word(width, self.terms.and([condition, is_at]), word, held)
            });
            match new {
                Some(new) => state.memory.set(known, Content::Word(new)),
                None => state.memory.forget(known),
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

    /// The choices that are looked at where something goes wrong: indices are those that were read on this part of the way.
    pub fn fitting_choice(&self) -> Term {
        self.terms.and(self.walk.reads.iter().copied())
    }
}
