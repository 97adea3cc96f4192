//! How large objects are: what is beyond their end.

use ir::{Operand, Predicate, Type};
use smt::{Sort, Term};

use super::pointers::Case;
use super::reach::Reached;
use super::state::{Content, State};
use super::walker::Walker;
use crate::memory::{ObjectId, Size};
use crate::numbers::Numbers;
use crate::system::{Part, SlotId};

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// The number of its bytes; `None`: nobody knows it.
    pub fn size_word(&mut self, object: ObjectId, state: &mut State<R::Word>) -> Option<R::Word> {
        let Size { most, is_exact } = self.program.objects.get(object)?.size;
        if is_exact {
            return self.reading.constant(self.pointer_width(), u128::from(most));
        }
        match self.held(state, size_slot(object))? {
            Content::Word(word) => Some(word),
            Content::Array(_) => None,
        }
    }

    /// The formula: so many bytes at a distance from the start of the object go beyond it.
    pub fn outside(&mut self, case: &Case<R::Word>, bytes: u128, state: &mut State<R::Word>) -> Option<Term> {
        let width = self.pointer_width();
        let bytes = u64::try_from(bytes).ok()?;
        let (too_small, last) = self.end_less(case.reached.object, bytes, state)?;
        // Without sign, what is below the start is far beyond the end.
        let beyond = self.reading.compare(Predicate::Ugt, width, case.distance?, last)?;
        let beyond = self.reading.truth(beyond)?;
        Some(self.terms.or([too_small, beyond]))
    }

    /// The formula: that many bytes at a place of an object go beyond it.
    pub fn longer(
        &mut self,
        instance: usize,
        len: Operand,
        reached: &Reached,
        state: &mut State<R::Word>,
    ) -> Option<Term> {
        let width = self.pointer_width();
        let start = u64::try_from(reached.exactly()?).ok()?;
        let (too_small, rest) = self.end_less(reached.object, start, state)?;
        let len = self.word(instance, len)?;
        let beyond = self.reading.compare(Predicate::Ugt, width, len, rest)?;
        let beyond = self.reading.truth(beyond)?;
        Some(self.terms.or([too_small, beyond]))
    }

    /// The formula: the object has fewer bytes than this; and otherwise how many more it has.
    fn end_less(&mut self, object: ObjectId, bytes: u64, state: &mut State<R::Word>) -> Option<(Term, R::Word)> {
        let width = self.pointer_width();
        let Size { most, is_exact } = self.program.objects.get(object)?.size;
        if is_exact {
            let too_small = if most < bytes { self.terms.tt() } else { self.terms.ff() };
            let rest = self.reading.constant(width, u128::from(most.saturating_sub(bytes)))?;
            return Some((too_small, rest));
        }
        let size = self.size_word(object, state)?;
        let wanted = self.reading.constant(width, u128::from(bytes))?;
        let fits = self.reading.compare(Predicate::Uge, width, size, wanted)?;
        let fits = self.reading.truth(fits)?;
        Some((self.terms.not(fits), self.reading.minus(size, width, bytes, fits)))
    }

    /// An object of so many bytes begins.
    pub fn begins_with(&mut self, instance: usize, object: ObjectId, bytes: Operand, state: &mut State<R::Word>) {
        match self.word_of_type(instance, bytes, Type::Int(self.pointer_width())) {
            Some(word) => state.memory.set(size_slot(object), Content::Word(word)),
            None => state.memory.forget(size_slot(object)),
        }
    }

    /// The formula: a number of bytes is larger than this, as far as anybody knows.
    pub fn is_larger(&mut self, instance: usize, bytes: Operand, most: u64) -> Term {
        let width = self.pointer_width();
        let (bytes, most) = (self.word(instance, bytes), self.reading.constant(width, u128::from(most)));
        let larger = bytes.zip(most).and_then(|(bytes, most)| self.reading.compare(Predicate::Ugt, width, bytes, most));
        larger
            .and_then(|larger| self.reading.truth(larger))
            .unwrap_or_else(|| self.terms.fresh_var("large", Sort::Bool))
    }

    /// What holds of the size of every object that there is room for.
    pub fn believe_size(&mut self, object: ObjectId, word: R::Word) {
        let width = self.pointer_width();
        let most = self.program.objects.get(object).map_or(0, |known| known.size.most);
        let most = self.reading.constant(width, u128::from(most));
        let fits = most.and_then(|most| self.reading.compare(Predicate::Ule, width, word, most));
        if let Some(fits) = fits.and_then(|fits| self.reading.truth(fits)) {
            let variables = self.terms.free_vars([fits]);
            self.walk.given.push(fits, variables);
        }
    }
}

/// How many bytes an object has.
pub(super) fn size_slot(object: ObjectId) -> SlotId {
    SlotId { object, instance: 0, slot: 0, part: Part::Size }
}
