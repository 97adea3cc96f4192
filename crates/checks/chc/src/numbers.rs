//! How words go into relations and come out of them again.

use encode::bits::Bits;
use encode::ranged::{self, Ranged};
use encode::reading::Reading;
use smt::{BvOp, Scalar, Sort, Term};

/// A reading whose words can be arguments of relations and elements of arrays.
///
/// An argument has a type: so many bits, with or without sign. With or without matters to how quickly solutions are found, not to
/// what they mean.
pub trait Numbers: Reading {
    fn scalar(&self, width: u16) -> Option<Scalar>;

    /// The word of an argument.
    fn word_of(&self, term: Term, width: u16, signed: bool) -> Self::Word;

    /// The word as an argument.
    fn term_of(&self, word: Self::Word, width: u16, signed: bool) -> Term;

    /// What holds of every argument of the type; `None` if there is nothing to say.
    fn range(&self, term: Term, width: u16, signed: bool) -> Option<Term>;

    /// May it read something otherwise than the machine computes it? Then nothing that it says of such numbers is to be taken
    /// for granted elsewhere.
    fn may_misread(&self) -> bool;

    /// Formulas: something since this was last asked was not read as the machine computes it. They have to be excluded.
    fn misread(&mut self) -> Vec<Term>;

    /// The formula: a distance is that of the element with this number, where elements are `stride` apart and the first is at
    /// `place`. There is such a number for every distance that is one.
    fn is_element(&self, distance: Self::Word, number: Self::Word, width: u16, stride: u64, place: u64) -> Term;

    /// A number less a constant, where this holds, and zero elsewhere. Where it holds, what comes out is small enough for a number
    /// with a sign.
    fn minus(&self, word: Self::Word, width: u16, constant: u64, holds: Term) -> Self::Word;

    fn sort(&self, width: u16) -> Option<Sort> {
        self.scalar(width).map(Sort::from)
    }
}

impl Numbers for Ranged<'_> {
    fn scalar(&self, width: u16) -> Option<Scalar> {
        match width {
            1 => Some(Scalar::Bool),
            2..=ranged::MOST_BITS => Some(Scalar::Int),
            _ => None,
        }
    }

    fn word_of(&self, term: Term, width: u16, signed: bool) -> ranged::Word {
        self.of_type(term, width, signed)
    }

    fn term_of(&self, word: ranged::Word, width: u16, signed: bool) -> Term {
        self.read(word, width, signed).term
    }

    fn range(&self, term: Term, width: u16, signed: bool) -> Option<Term> {
        (width > 1).then(|| self.within(term, ranged::range(width, signed)))
    }

    fn is_element(&self, distance: ranged::Word, number: ranged::Word, width: u16, stride: u64, place: u64) -> Term {
        let terms = self.terms();
        let [distance, number] = [distance, number].map(|word| self.term_of(word, width, true));
        let at = terms.add([terms.mul(terms.int(stride), number), terms.int(place)]);
        terms.eq(distance, at)
    }

    fn minus(&self, word: ranged::Word, width: u16, constant: u64, holds: Term) -> ranged::Word {
        let terms = self.terms();
        let less = terms.sub(self.term_of(word, width, false), terms.int(constant));
        self.of_type(terms.ite(holds, less, terms.int(0)), width, true)
    }

    fn may_misread(&self) -> bool {
        self.is_fitting()
    }

    fn misread(&mut self) -> Vec<Term> {
        self.misfits()
    }
}

impl Numbers for Bits<'_> {
    fn scalar(&self, width: u16) -> Option<Scalar> {
        match width {
            1 => Some(Scalar::Bool),
            2..=64 => Some(Scalar::BitVec(u32::from(width))),
            _ => None,
        }
    }

    fn word_of(&self, term: Term, _: u16, _: bool) -> Term {
        term
    }

    fn term_of(&self, word: Term, _: u16, _: bool) -> Term {
        word
    }

    fn range(&self, _: Term, _: u16, _: bool) -> Option<Term> {
        None
    }

    fn is_element(&self, distance: Term, number: Term, width: u16, stride: u64, place: u64) -> Term {
        let [stride, place] = [stride, place].map(|number| self.terms.bv(u32::from(width), u128::from(number)));
        let at = self.terms.bv_bin(BvOp::Add, self.terms.bv_bin(BvOp::Mul, stride, number), place);
        self.terms.eq(distance, at)
    }

    fn minus(&self, word: Term, width: u16, constant: u64, holds: Term) -> Term {
        let constant = self.terms.bv(u32::from(width), u128::from(constant));
        let less = self.terms.bv_bin(BvOp::Sub, word, constant);
        self.terms.ite(holds, less, self.terms.bv(u32::from(width), 0))
    }

    fn may_misread(&self) -> bool {
        false
    }

    fn misread(&mut self) -> Vec<Term> {
        Vec::new()
    }
}
