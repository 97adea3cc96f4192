//! Machine integers as mathematical ones that wrap around where the machine does.
//!
//! A word is the number that its bits mean with sign. Exact for widths up to 64; wider words have no reading, because the
//! numbers of `smt` do not hold what they would need. Sums, products with constants, comparisons and casts of linear words
//! are linear; masks and shifts by constants too. What is not linear stays exact and may be hard.

use ir::{BinOp, BitOp, CastOp, OverflowOp, Predicate, sign_extend, truncate};
use smt::{BvOp, Sort, Term, Terms};

use crate::bits::Bits;
use crate::reading::{
    Reading, Unknown, bit_binary, bit_bit_op, bit_compare, bit_overflows, bit_undefined, extends_sign,
};

/// Widths beyond this have no reading.
pub const MOST_BITS: u16 = 64;

/// Words are integers; those of one bit are formulas.
#[derive(Clone, Debug)]
pub struct Integers<'t> {
    terms: &'t Terms,
    /// Unknowns are numbers of their width.
    ranges: Vec<Term>,
}

impl<'t> Integers<'t> {
    pub fn new(terms: &'t Terms) -> Self {
        Integers { terms, ranges: Vec::new() }
    }

    fn outside(&self, number: Term, low: i128, high: i128) -> Term {
        let t = self.terms;
        t.or([t.lt(number, t.int(low)), t.lt(t.int(high), number)])
    }

    /// The number with sign that is congruent to any number.
    fn wrapped(&self, width: u16, number: Term) -> Term {
        let t = self.terms;
        let half = t.int(-least(width));
        t.sub(t.modulo(t.add([number, half]), t.int(size(width))), half)
    }

    /// The same of a number that is off by 2^width at most.
    fn wrapped_once(&self, width: u16, number: Term) -> Term {
        let t = self.terms;
        let size = t.int(size(width));
        let down = t.ite(t.lt(t.int(most(width)), number), t.sub(number, size), number);
        t.ite(t.lt(number, t.int(least(width))), t.add([number, size]), down)
    }

    /// The number that the bits mean without sign.
    fn unsigned(&self, width: u16, number: Term) -> Term {
        let t = self.terms;
        t.ite(t.lt(number, t.int(0)), t.add([number, t.int(size(width))]), number)
    }

    /// Back from a number without sign.
    fn signed(&self, width: u16, number: Term) -> Term {
        let t = self.terms;
        t.ite(t.lt(t.int(most(width)), number), t.sub(number, t.int(size(width))), number)
    }

    fn known(&self, number: Term) -> Option<i128> {
        self.terms.as_value(number).and_then(smt::Value::as_int)
    }

    /// 2^by for the distances that have a meaning.
    fn power(&self, width: u16, by: Term) -> Term {
        let t = self.terms;
        if let Some(by) = self.known(by) {
            return t.int(1i128 << by.clamp(0, i128::from(width) - 1));
        }
        (1..width).fold(t.int(1), |other, at| t.ite(t.eq(by, t.int(i128::from(at))), t.int(1i128 << at), other))
    }

    /// Towards zero, as C has it; the solver's own rounds so that the remainder is not negative.
    fn divided(&self, a: Term, b: Term, quotient: bool) -> Term {
        let t = self.terms;
        let divide = |a| if quotient { t.div(a, b) } else { t.modulo(a, b) };
        t.ite(t.le(t.int(0), a), divide(a), t.neg(divide(t.neg(a))))
    }

    /// A mask that is a constant cuts off, or keeps, the low bits.
    fn masked(&self, width: u16, a: Term, b: Term) -> Option<Term> {
        let t = self.terms;
        let (mask, number) = match (self.known(a), self.known(b)) {
            (_, Some(mask)) => (mask, a),
            (Some(mask), None) => (mask, b),
            (None, None) => return None,
        };
        let is_power = |number: i128| number > 0 && number & (number - 1) == 0;
        if is_power(mask + 1) {
            Some(t.modulo(number, t.int(mask + 1)))
        } else if is_power(-mask) && mask >= least(width) {
            Some(t.sub(number, t.modulo(number, t.int(-mask))))
        } else {
            None
        }
    }

    /// What the bits do, where numbers have no word for it.
    fn by_bits(&self, width: u16, op: BvOp, a: Term, b: Term) -> Term {
        let t = self.terms;
        let bits = |number| t.int_to_bv(u32::from(width), number);
        t.bv_to_int(true, t.bv_bin(op, bits(a), bits(b)))
    }

    fn exact(&self, op: OverflowOp, a: Term, b: Term) -> Term {
        let t = self.terms;
        match op {
            OverflowOp::Add => t.add([a, b]),
            OverflowOp::Sub => t.sub(a, b),
            OverflowOp::Mul => t.mul(a, b),
        }
    }
}

fn size(width: u16) -> i128 {
    1 << width
}

fn least(width: u16) -> i128 {
    -(1 << (width - 1))
}

fn most(width: u16) -> i128 {
    (1 << (width - 1)) - 1
}

fn readable(width: u16) -> Option<()> {
    (width <= MOST_BITS).then_some(())
}

impl Reading for Integers<'_> {
    type Word = Term;

    fn unknown(&mut self, number: u32, width: u16, _seen: Option<u128>) -> Option<Unknown<Term>> {
        let name = format!("z{number}w{width}");
        let term = match width {
            1 => self.terms.var(&name, Sort::Bool),
            2..=MOST_BITS => {
                let variable = self.terms.var(&name, Sort::Int);
                self.ranges.push(self.terms.not(self.outside(variable, least(width), most(width))));
                variable
            }
            _ => return None,
        };
        Some(Unknown { word: term, term })
    }

    fn bits_of(value: smt::Value, width: u16) -> Option<u128> {
        let number = value.as_int().map(|number| truncate(number as u128, width));
        number.or_else(|| value.as_bool().map(u128::from))
    }

    fn side_conditions(&mut self) -> Vec<Term> {
        std::mem::take(&mut self.ranges)
    }

    fn constant(&mut self, width: u16, bits: u128) -> Option<Term> {
        readable(width)?;
        let t = self.terms;
        Some(if width == 1 { t.bool(bits & 1 == 1) } else { t.int(sign_extend(bits, width)) })
    }

    fn binary(&mut self, op: BinOp, width: u16, a: Term, b: Term) -> Option<Term> {
        readable(width)?;
        let t = self.terms;
        if width == 1 {
            return Some(bit_binary(t, op, a, b));
        }
        let unsigned = |number| self.unsigned(width, number);
        Some(match op {
            BinOp::Add => self.wrapped_once(width, t.add([a, b])),
            BinOp::Sub => self.wrapped_once(width, t.sub(a, b)),
            BinOp::Mul => self.wrapped(width, t.mul(a, b)),
            BinOp::UDiv => self.signed(width, t.div(unsigned(a), unsigned(b))),
            BinOp::URem => self.signed(width, t.modulo(unsigned(a), unsigned(b))),
            BinOp::SDiv => self.divided(a, b, true),
            BinOp::SRem => self.divided(a, b, false),
            BinOp::Shl => self.wrapped(width, t.mul(a, self.power(width, b))),
            BinOp::LShr => self.signed(width, t.div(unsigned(a), self.power(width, b))),
            BinOp::AShr => t.div(a, self.power(width, b)),
            BinOp::And => self.masked(width, a, b).unwrap_or_else(|| self.by_bits(width, BvOp::And, a, b)),
            BinOp::Or => self.by_bits(width, BvOp::Or, a, b),
            BinOp::Xor => self.by_bits(width, BvOp::Xor, a, b),
        })
    }

    fn undefined(&mut self, op: BinOp, width: u16, nsw: bool, a: Term, b: Term) -> Option<Term> {
        readable(width)?;
        let t = self.terms;
        if width == 1 {
            return Some(bit_undefined(t, op, nsw, a, b));
        }
        let no_divisor = t.eq(b, t.int(0));
        let too_far = self.outside(b, 0, i128::from(width) - 1);
        match op {
            BinOp::UDiv | BinOp::URem => Some(no_divisor),
            BinOp::SDiv | BinOp::SRem => {
                Some(t.or([no_divisor, t.and([t.eq(a, t.int(least(width))), t.eq(b, t.int(-1))])]))
            }
            BinOp::Shl if nsw => {
                let exact = t.mul(a, self.power(width, b));
                Some(t.or([too_far, t.lt(a, t.int(0)), t.lt(t.int(most(width)), exact)]))
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr => Some(too_far),
            BinOp::Add if nsw => self.overflows(OverflowOp::Add, true, width, a, b),
            BinOp::Sub if nsw => self.overflows(OverflowOp::Sub, true, width, a, b),
            BinOp::Mul if nsw => self.overflows(OverflowOp::Mul, true, width, a, b),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor => Some(t.ff()),
        }
    }

    fn overflows(&mut self, op: OverflowOp, signed: bool, width: u16, a: Term, b: Term) -> Option<Term> {
        readable(width)?;
        if width == 1 {
            return Some(bit_overflows(self.terms, op, signed, a, b));
        }
        Some(if signed {
            self.outside(self.exact(op, a, b), least(width), most(width))
        } else {
            let exact = self.exact(op, self.unsigned(width, a), self.unsigned(width, b));
            self.outside(exact, 0, size(width) - 1)
        })
    }

    fn bit_op(&mut self, op: BitOp, width: u16, a: Term) -> Option<Term> {
        readable(width)?;
        let t = self.terms;
        if width == 1 {
            return Some(bit_bit_op(t, op, a));
        }
        let result = Bits { terms: t }.bit_op(op, width, t.int_to_bv(u32::from(width), a))?;
        Some(t.bv_to_int(true, result))
    }

    fn compare(&mut self, pred: Predicate, width: u16, a: Term, b: Term) -> Option<Term> {
        readable(width)?;
        let t = self.terms;
        if width == 1 {
            return Some(bit_compare(t, pred, a, b));
        }
        let unsigned = |number| self.unsigned(width, number);
        Some(match pred {
            Predicate::Eq => t.eq(a, b),
            Predicate::Ne => t.ne(a, b),
            Predicate::Ult => t.lt(unsigned(a), unsigned(b)),
            Predicate::Ule => t.le(unsigned(a), unsigned(b)),
            Predicate::Ugt => t.lt(unsigned(b), unsigned(a)),
            Predicate::Uge => t.le(unsigned(b), unsigned(a)),
            Predicate::Slt => t.lt(a, b),
            Predicate::Sle => t.le(a, b),
            Predicate::Sgt => t.lt(b, a),
            Predicate::Sge => t.le(b, a),
        })
    }

    fn cast(&mut self, op: CastOp, from: u16, to: u16, a: Term) -> Option<Term> {
        readable(from.max(to))?;
        let t = self.terms;
        let with_sign = extends_sign(op)?;
        Some(match (from, to) {
            _ if from == to => a,
            (1, _) => t.ite(a, t.int(if with_sign { -1 } else { 1 }), t.int(0)),
            (_, 1) => t.eq(t.modulo(a, t.int(2)), t.int(1)),
            _ if to < from => self.wrapped(to, a),
            _ if with_sign => a,
            _ => self.unsigned(from, a),
        })
    }

    fn select(&mut self, width: u16, cond: Term, a: Term, b: Term) -> Option<Term> {
        readable(width)?;
        Some(self.terms.ite(cond, a, b))
    }

    fn truth(&mut self, word: Term) -> Option<Term> {
        Some(word)
    }
}
