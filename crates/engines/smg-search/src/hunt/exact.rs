//! Conditions as bit-vector formulas, with wrap-around: exact and slow to solve.
//!
//! Every unknown is a vector of 64 bits, the number in two's complement; operations work on their low bits.

use encode::bits::Bits;
use encode::reading::Reading;
use ir::{BinOp, CastOp, DataModel};
use smt::{BvCmp, BvOp, Sort, Term, Terms};

use super::history::compared;
use super::solve::input_range;
use smg::graph::{Range, SymId, TrailEvent, Value};

const BITS: u16 = 64;

/// Formulas that the unknowns of these events satisfy. Without `wraps`, sums and products of up to 32 bits fit.
pub fn encode(terms: &Terms, model: DataModel, events: &[TrailEvent], wraps: bool) -> Vec<Term> {
    let mut exact = Encoder { terms, bits: Bits { terms }, model, wraps, formulas: Vec::new() };
    for event in events {
        let _ = exact.require(event);
    }
    exact.formulas
}

pub fn variable(terms: &Terms, sym: SymId) -> Term {
    terms.var(&format!("b{}", sym.0), Sort::BitVec(u32::from(BITS)))
}

struct Encoder<'a> {
    terms: &'a Terms,
    bits: Bits<'a>,
    model: DataModel,
    wraps: bool,
    formulas: Vec<Term>,
}

impl Encoder<'_> {
    fn int(&self, number: i64) -> Term {
        self.terms.bv_signed(u32::from(BITS), i128::from(number))
    }

    /// `None` for what is no number.
    fn number(&self, value: Value) -> Option<Term> {
        let t = self.terms;
        match value {
            Value::Int(number) => Some(self.int(number)),
            Value::Sym(linear) => {
                let variable = variable(t, linear.sym);
                let signed = if linear.negated { t.bv_neg(variable) } else { variable };
                Some(t.bv_bin(BvOp::Add, signed, self.int(linear.add)))
            }
            Value::Addr(_) | Value::Func(_) | Value::Label(..) => None,
        }
    }

    /// A word of this width from a number.
    fn low(&mut self, term: Term, width: u16) -> Option<Term> {
        self.bits.cast(CastOp::Trunc, BITS, width, term)
    }

    /// From a word to the number.
    fn whole(&mut self, word: Term, width: u16) -> Option<Term> {
        self.bits.cast(if width == 1 { CastOp::ZExt } else { CastOp::SExt }, width, BITS, word)
    }

    fn within(&mut self, term: Term, range: Range) {
        let t = self.terms;
        if range.lo > i64::MIN {
            self.formulas.push(t.bv_cmp(BvCmp::Sle, self.int(range.lo), term));
        }
        if range.hi < i64::MAX {
            self.formulas.push(t.bv_cmp(BvCmp::Sle, term, self.int(range.hi)));
        }
        if range.align > 0 {
            let align = u32::from(range.align);
            self.formulas.push(t.eq(t.extract(align - 1, 0, term), t.bv(align, 0)));
        }
    }

    /// What cannot be expressed is left open.
    fn require(&mut self, event: &TrailEvent) -> Option<()> {
        let t = self.terms;
        match *event {
            TrailEvent::Input { value, ty, kind } => {
                let value = self.number(value)?;
                self.within(value, input_range(self.model, ty, kind));
            }
            TrailEvent::Binary { value, op, width, a, b } => {
                let (result, a, b) = (self.number(value)?, self.number(a)?, self.number(b)?);
                self.binary(result, op, narrow(width)?, a, b)?;
            }
            TrailEvent::Cast { value, op, from, to, a } => {
                let (result, a) = (self.number(value)?, self.number(a)?);
                let (from, to) = (narrow(from)?, narrow(to)?);
                let word = self.low(a, from)?;
                let cast = self.bits.cast(op, from, to, word)?;
                let cast = self.whole(cast, to)?;
                self.formulas.push(t.eq(result, cast));
            }
            TrailEvent::Compared { pred, width, a, b, holds } => {
                let (a, b) = compared(a, b)?;
                let (width, a, b) = (narrow(width)?, self.number(a)?, self.number(b)?);
                let (a, b) = (self.low(a, width)?, self.low(b, width)?);
                let term = self.bits.compare(pred, width, a, b)?;
                self.formulas.push(if holds { term } else { t.not(term) });
            }
            TrailEvent::Substituted { sym, by } => {
                let by = self.number(by)?;
                self.formulas.push(t.eq(variable(t, sym), by));
            }
            TrailEvent::Narrowed { sym, to } => self.within(variable(t, sym), to),
            TrailEvent::Allocated { .. } => {}
        }
        Some(())
    }

    fn binary(&mut self, result: Term, op: BinOp, width: u16, a: Term, b: Term) -> Option<()> {
        let t = self.terms;
        let (x, y) = (self.low(a, width)?, self.low(b, width)?);
        let undefined = self.bits.undefined(op, width, false, x, y)?;
        self.formulas.push(t.not(undefined));
        let may_wrap = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul => self.wraps || !(2..=32).contains(&width),
            BinOp::Shl
            | BinOp::LShr
            | BinOp::AShr
            | BinOp::UDiv
            | BinOp::SDiv
            | BinOp::URem
            | BinOp::SRem
            | BinOp::And
            | BinOp::Or
            | BinOp::Xor => true,
        };
        let computed = if may_wrap {
            let word = self.bits.binary(op, width, x, y)?;
            self.whole(word, width)?
        } else {
            self.within(result, Range::of_width(u32::from(width)));
            self.bits.binary(op, BITS, a, b)?
        };
        self.formulas.push(t.eq(result, computed));
        Some(())
    }
}

/// Of numbers that are known as such, no operation has more bits.
fn narrow(width: u32) -> Option<u16> {
    u16::try_from(width).ok().filter(|width| *width <= BITS)
}
