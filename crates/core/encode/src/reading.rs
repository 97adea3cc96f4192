//! What a reading of integer operations has to say.

use ir::{BinOp, BitOp, CastOp, OverflowOp, Predicate};
use smt::{Term, Terms};

/// A word of which nothing is known but its width.
#[derive(Clone, Copy, Debug)]
pub struct Unknown<W> {
    pub word: W,
    /// What a model gives a value to.
    pub term: Term,
}

/// A way to read the IR's integer operations as terms. What a reading cannot express is `None`.
///
/// Widths are in bits. Values of one bit are truths: formulas.
/// Soundness condition of an exact reading: where [`Reading::undefined`] is false, results are what [`ir::eval`] computes.
pub trait Reading {
    /// A value; of which width, whoever holds it knows.
    type Word: Copy;

    /// The unknown with this number. `seen` are the bits that it has in a run, if there is one to stay close to.
    fn unknown(&mut self, number: u32, width: u16, seen: Option<u128>) -> Option<Unknown<Self::Word>>;

    /// The bits of an unknown of this width from the value of its term in a model.
    fn bits_of(value: smt::Value, width: u16) -> Option<u128>;

    /// What has to hold besides, of all that was read since this was last asked: numbers fit their width, nothing wraps that
    /// must not.
    fn side_conditions(&mut self) -> Vec<Term>;

    fn constant(&mut self, width: u16, bits: u128) -> Option<Self::Word>;

    fn binary(&mut self, op: BinOp, width: u16, a: Self::Word, b: Self::Word) -> Option<Self::Word>;

    /// A formula: has the operation no meaning for these operands? (Division by zero, a shift as far as the number is wide,
    /// the least number divided by -1; with `nsw`, a result that does not fit.)
    fn undefined(&mut self, op: BinOp, width: u16, nsw: bool, a: Self::Word, b: Self::Word) -> Option<Self::Word>;

    fn overflows(
        &mut self,
        op: OverflowOp,
        signed: bool,
        width: u16,
        a: Self::Word,
        b: Self::Word,
    ) -> Option<Self::Word>;

    fn bit_op(&mut self, op: BitOp, width: u16, a: Self::Word) -> Option<Self::Word>;

    fn compare(&mut self, pred: Predicate, width: u16, a: Self::Word, b: Self::Word) -> Option<Self::Word>;

    fn cast(&mut self, op: CastOp, from: u16, to: u16, a: Self::Word) -> Option<Self::Word>;

    fn select(&mut self, width: u16, cond: Self::Word, a: Self::Word, b: Self::Word) -> Option<Self::Word>;

    /// A value of one bit as a formula.
    fn truth(&mut self, word: Self::Word) -> Option<Term>;
}

/// Does a conversion between words repeat the sign? `None`: it is one of floats.
pub(crate) fn extends_sign(op: CastOp) -> Option<bool> {
    match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::Bitcast | CastOp::PtrToInt | CastOp::IntToPtr => Some(false),
        CastOp::SExt => Some(true),
        CastOp::FloatToSigned
        | CastOp::FloatToUnsigned
        | CastOp::SignedToFloat
        | CastOp::UnsignedToFloat
        | CastOp::FloatToFloat => None,
    }
}

/// Arithmetic on single bits.
pub(crate) fn bit_binary(t: &Terms, op: BinOp, a: Term, b: Term) -> Term {
    match op {
        BinOp::And | BinOp::Mul => t.and([a, b]),
        BinOp::Or => t.or([a, b]),
        BinOp::Xor | BinOp::Add | BinOp::Sub => t.ne(a, b),
        // By 1, or not at all; by no bits, or not at all.
        BinOp::UDiv | BinOp::SDiv | BinOp::Shl | BinOp::LShr | BinOp::AShr => a,
        BinOp::URem | BinOp::SRem => t.ff(),
    }
}

/// See [`Reading::undefined`], of single bits, which are -1 and 0 where they have a sign.
pub(crate) fn bit_undefined(t: &Terms, op: BinOp, nsw: bool, a: Term, b: Term) -> Term {
    match op {
        BinOp::UDiv | BinOp::URem => t.not(b),
        BinOp::SDiv | BinOp::SRem => t.or([t.not(b), a]),
        // The sum of two -1; 0 less -1; the product of two -1.
        BinOp::Add | BinOp::Mul if nsw => t.and([a, b]),
        BinOp::Sub if nsw => t.and([t.not(a), b]),
        BinOp::Shl if nsw => t.or([a, b]),
        BinOp::Shl | BinOp::LShr | BinOp::AShr => b,
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor => t.ff(),
    }
}

pub(crate) fn bit_overflows(t: &Terms, op: OverflowOp, signed: bool, a: Term, b: Term) -> Term {
    match op {
        OverflowOp::Add => t.and([a, b]),
        OverflowOp::Sub => t.and([t.not(a), b]),
        OverflowOp::Mul if signed => t.and([a, b]),
        OverflowOp::Mul => t.ff(),
    }
}

pub(crate) fn bit_compare(t: &Terms, pred: Predicate, a: Term, b: Term) -> Term {
    match pred {
        Predicate::Eq => t.eq(a, b),
        Predicate::Ne => t.ne(a, b),
        // Without sign, 1 is more; with it, -1 is less.
        Predicate::Ult | Predicate::Sgt => t.and([t.not(a), b]),
        Predicate::Ule | Predicate::Sge => t.or([t.not(a), b]),
        Predicate::Ugt | Predicate::Slt => t.and([a, t.not(b)]),
        Predicate::Uge | Predicate::Sle => t.or([a, t.not(b)]),
    }
}

/// The only bit: of its bits, it is all that is set, and what follows it is nothing.
pub(crate) fn bit_bit_op(t: &Terms, op: BitOp, a: Term) -> Term {
    match op {
        BitOp::PopCount | BitOp::Bswap | BitOp::Reverse => a,
        BitOp::LeadingZeros | BitOp::TrailingZeros => t.not(a),
    }
}
