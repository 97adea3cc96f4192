//! Integers as bit-vectors.

use ir::{BinOp, BitOp, CastOp, OverflowOp, Predicate};
use smt::{BvCmp, BvOp, Sort, Term, Terms};

use crate::reading::{
    Reading, Unknown, bit_binary, bit_bit_op, bit_compare, bit_overflows, bit_undefined, extends_sign,
};

/// Words are bit-vectors of their width; those of one bit are formulas.
#[derive(Clone, Copy, Debug)]
pub struct Bits<'t> {
    pub terms: &'t Terms,
}

impl Bits<'_> {
    pub fn variable(&self, name: &str, width: u16) -> Term {
        let sort = if width == 1 { Sort::Bool } else { Sort::BitVec(u32::from(width)) };
        self.terms.var(name, sort)
    }

    fn number(&self, width: u16, bits: u128) -> Term {
        self.terms.bv(u32::from(width), bits)
    }

    fn bit(&self, at: u16, a: Term) -> Term {
        let at = u32::from(at);
        self.terms.eq(self.terms.extract(at, at, a), self.terms.bv(1, 1))
    }

    /// How many of the `width` bits are zero before the first that is set, in this order.
    fn zeros(&self, width: u16, a: Term, order: impl DoubleEndedIterator<Item = u16>) -> Term {
        let mut count = self.number(width, u128::from(width));
        let positions: Vec<(u128, u16)> = (0..).zip(order).collect();
        for (before, at) in positions.into_iter().rev() {
            count = self.terms.ite(self.bit(at, a), self.number(width, before), count);
        }
        count
    }

    /// The pieces of `size` bits, the lowest first, become the highest first.
    fn reversed(&self, width: u16, size: u16, a: Term) -> Term {
        let piece = |at: u16| {
            let low = u32::from(at * size);
            self.terms.extract(low + u32::from(size) - 1, low, a)
        };
        (1..width / size).fold(piece(0), |high, at| self.terms.concat(high, piece(at)))
    }
}

fn operation(op: BinOp) -> BvOp {
    match op {
        BinOp::Add => BvOp::Add,
        BinOp::Sub => BvOp::Sub,
        BinOp::Mul => BvOp::Mul,
        BinOp::UDiv => BvOp::UDiv,
        BinOp::SDiv => BvOp::SDiv,
        BinOp::URem => BvOp::URem,
        BinOp::SRem => BvOp::SRem,
        BinOp::Shl => BvOp::Shl,
        BinOp::LShr => BvOp::LShr,
        BinOp::AShr => BvOp::AShr,
        BinOp::And => BvOp::And,
        BinOp::Or => BvOp::Or,
        BinOp::Xor => BvOp::Xor,
    }
}

impl Reading for Bits<'_> {
    type Word = Term;

    fn unknown(&mut self, number: u32, width: u16, _seen: Option<u128>) -> Option<Unknown<Term>> {
        let term = self.variable(&format!("i{number}w{width}"), width);
        Some(Unknown { word: term, term })
    }

    fn bits_of(value: smt::Value, _width: u16) -> Option<u128> {
        value.as_bits().or_else(|| value.as_bool().map(u128::from))
    }

    fn side_conditions(&mut self) -> Vec<Term> {
        Vec::new()
    }

    fn constant(&mut self, width: u16, bits: u128) -> Option<Term> {
        Some(if width == 1 { self.terms.bool(bits & 1 == 1) } else { self.number(width, bits) })
    }

    fn binary(&mut self, op: BinOp, width: u16, a: Term, b: Term) -> Option<Term> {
        let t = self.terms;
        Some(if width == 1 { bit_binary(t, op, a, b) } else { t.bv_bin(operation(op), a, b) })
    }

    fn undefined(&mut self, op: BinOp, width: u16, nsw: bool, a: Term, b: Term) -> Option<Term> {
        let t = self.terms;
        if width == 1 {
            return Some(bit_undefined(t, op, nsw, a, b));
        }
        let zero = self.number(width, 0);
        let too_far = || t.bv_cmp(BvCmp::Ule, self.number(width, u128::from(width)), b);
        match op {
            BinOp::UDiv | BinOp::URem => Some(t.eq(b, zero)),
            BinOp::SDiv | BinOp::SRem => {
                let least = self.number(width, 1 << (width - 1));
                let negated = t.and([t.eq(a, least), t.eq(b, self.number(width, u128::MAX))]);
                Some(t.or([t.eq(b, zero), negated]))
            }
            BinOp::Shl if nsw => {
                let back = t.bv_bin(BvOp::AShr, t.bv_bin(BvOp::Shl, a, b), b);
                Some(t.or([too_far(), t.bv_cmp(BvCmp::Slt, a, zero), t.ne(back, a)]))
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr => Some(too_far()),
            BinOp::Add if nsw => self.overflows(OverflowOp::Add, true, width, a, b),
            BinOp::Sub if nsw => self.overflows(OverflowOp::Sub, true, width, a, b),
            BinOp::Mul if nsw => self.overflows(OverflowOp::Mul, true, width, a, b),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor => Some(t.ff()),
        }
    }

    /// The exact result, in twice the width, does not survive the way back.
    fn overflows(&mut self, op: OverflowOp, signed: bool, width: u16, a: Term, b: Term) -> Option<Term> {
        let t = self.terms;
        if width == 1 {
            return Some(bit_overflows(t, op, signed, a, b));
        }
        let wide = 2 * u32::from(width);
        let extend = |term| if signed { t.sign_extend(wide, term) } else { t.zero_extend(wide, term) };
        let op = match op {
            OverflowOp::Add => BvOp::Add,
            OverflowOp::Sub => BvOp::Sub,
            OverflowOp::Mul => BvOp::Mul,
        };
        let exact = t.bv_bin(op, extend(a), extend(b));
        Some(t.ne(exact, extend(t.extract(u32::from(width) - 1, 0, exact))))
    }

    fn bit_op(&mut self, op: BitOp, width: u16, a: Term) -> Option<Term> {
        let t = self.terms;
        if width == 1 {
            return Some(bit_bit_op(t, op, a));
        }
        Some(match op {
            BitOp::PopCount => {
                let (zero, one) = (self.number(width, 0), self.number(width, 1));
                let bits = (0..width).map(|at| t.ite(self.bit(at, a), one, zero));
                bits.fold(zero, |sum, bit| t.bv_bin(BvOp::Add, sum, bit))
            }
            BitOp::LeadingZeros => self.zeros(width, a, (0..width).rev()),
            BitOp::TrailingZeros => self.zeros(width, a, 0..width),
            BitOp::Bswap => self.reversed(width, 8, a),
            BitOp::Reverse => self.reversed(width, 1, a),
        })
    }

    fn compare(&mut self, pred: Predicate, width: u16, a: Term, b: Term) -> Option<Term> {
        let t = self.terms;
        if width == 1 {
            return Some(bit_compare(t, pred, a, b));
        }
        Some(match pred {
            Predicate::Eq => t.eq(a, b),
            Predicate::Ne => t.ne(a, b),
            Predicate::Ult => t.bv_cmp(BvCmp::Ult, a, b),
            Predicate::Ule => t.bv_cmp(BvCmp::Ule, a, b),
            Predicate::Ugt => t.bv_cmp(BvCmp::Ult, b, a),
            Predicate::Uge => t.bv_cmp(BvCmp::Ule, b, a),
            Predicate::Slt => t.bv_cmp(BvCmp::Slt, a, b),
            Predicate::Sle => t.bv_cmp(BvCmp::Sle, a, b),
            Predicate::Sgt => t.bv_cmp(BvCmp::Slt, b, a),
            Predicate::Sge => t.bv_cmp(BvCmp::Sle, b, a),
        })
    }

    fn cast(&mut self, op: CastOp, from: u16, to: u16, a: Term) -> Option<Term> {
        let t = self.terms;
        let wide = extends_sign(op)?;
        Some(match (from, to) {
            (1, 1) => a,
            (1, _) => t.ite(a, self.number(to, if wide { u128::MAX } else { 1 }), self.number(to, 0)),
            (_, 1) => self.bit(0, a),
            _ if to <= from => t.extract(u32::from(to) - 1, 0, a),
            _ if wide => t.sign_extend(u32::from(to), a),
            _ => t.zero_extend(u32::from(to), a),
        })
    }

    fn select(&mut self, _width: u16, cond: Term, a: Term, b: Term) -> Option<Term> {
        Some(self.terms.ite(cond, a, b))
    }

    fn truth(&mut self, word: Term) -> Option<Term> {
        Some(word)
    }
}
