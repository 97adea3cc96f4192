//! Conditions as bit-vector formulas, with wrap-around: exact and slow to solve.
//!
//! Every unknown is a vector of 64 bits, the number in two's complement; operations work on their low bits.

use ir::{BinOp, CastOp, DataModel, Predicate};
use smt::{BvCmp, BvOp, Sort, Term, Terms};

use super::history::compared;
use super::solve::input_range;
use smg::graph::{Range, SymId, TrailEvent, Value};

const BITS: u32 = 64;

/// Formulas that the unknowns of these events satisfy. Without `wraps`, sums and products of up to 32 bits fit.
pub fn encode(terms: &Terms, model: DataModel, events: &[TrailEvent], wraps: bool) -> Vec<Term> {
    let mut exact = Encoder { terms, model, wraps, formulas: Vec::new() };
    events.iter().for_each(|event| exact.require(event));
    exact.formulas
}

pub fn variable(terms: &Terms, sym: SymId) -> Term {
    terms.var(&format!("b{}", sym.0), Sort::BitVec(BITS))
}

struct Encoder<'a> {
    terms: &'a Terms,
    model: DataModel,
    wraps: bool,
    formulas: Vec<Term>,
}

impl Encoder<'_> {
    fn int(&self, number: i64) -> Term {
        self.terms.bv_signed(BITS, i128::from(number))
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

    fn low(&self, term: Term, width: u32) -> Term {
        if width >= BITS { term } else { self.terms.extract(width - 1, 0, term) }
    }

    /// From the low bits to the number.
    fn whole(&self, term: Term, width: u32) -> Term {
        match width {
            1 => self.terms.zero_extend(BITS, term),
            2..BITS => self.terms.sign_extend(BITS, term),
            _ => term,
        }
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

    fn require(&mut self, event: &TrailEvent) {
        let t = self.terms;
        match *event {
            TrailEvent::Input { value, ty, kind } => {
                if let Some(value) = self.number(value) {
                    self.within(value, input_range(self.model, ty, kind));
                }
            }
            TrailEvent::Binary { value, op, width, a, b } => {
                if let (Some(result), Some(a), Some(b)) = (self.number(value), self.number(a), self.number(b)) {
                    self.binary(result, op, width, a, b);
                }
            }
            TrailEvent::Cast { value, op, from, to, a } => {
                if let (Some(result), Some(a)) = (self.number(value), self.number(a))
                    && from <= BITS
                    && to <= BITS
                {
                    self.cast(result, op, from, to, a);
                }
            }
            TrailEvent::Compared { pred, width, a, b, holds } => {
                let Some((a, b)) = compared(a, b) else { return };
                if let (Some(a), Some(b)) = (self.number(a), self.number(b)) {
                    let term = compare(t, pred, self.low(a, width), self.low(b, width));
                    self.formulas.push(if holds { term } else { t.not(term) });
                }
            }
            TrailEvent::Substituted { sym, by } => {
                if let Some(by) = self.number(by) {
                    self.formulas.push(t.eq(variable(t, sym), by));
                }
            }
            TrailEvent::Narrowed { sym, to } => self.within(variable(t, sym), to),
            TrailEvent::Allocated { .. } => {}
        }
    }

    fn binary(&mut self, result: Term, op: BinOp, width: u32, a: Term, b: Term) {
        let t = self.terms;
        let (x, y) = (self.low(a, width), self.low(b, width));
        let (op, fits) = match op {
            BinOp::Add => (BvOp::Add, true),
            BinOp::Sub => (BvOp::Sub, true),
            BinOp::Mul => (BvOp::Mul, true),
            BinOp::Shl => (BvOp::Shl, false),
            BinOp::LShr => (BvOp::LShr, false),
            BinOp::AShr => (BvOp::AShr, false),
            BinOp::UDiv => (BvOp::UDiv, false),
            BinOp::SDiv => (BvOp::SDiv, false),
            BinOp::URem => (BvOp::URem, false),
            BinOp::SRem => (BvOp::SRem, false),
            BinOp::And => (BvOp::And, false),
            BinOp::Or => (BvOp::Or, false),
            BinOp::Xor => (BvOp::Xor, false),
        };
        match op {
            BvOp::UDiv | BvOp::SDiv | BvOp::URem | BvOp::SRem => self.formulas.push(t.ne(y, t.bv(width, 0))),
            BvOp::Shl | BvOp::LShr | BvOp::AShr if width > 1 => {
                self.formulas.push(t.bv_cmp(BvCmp::Ult, y, t.bv(width, u128::from(width))));
            }
            BvOp::Shl
            | BvOp::LShr
            | BvOp::AShr
            | BvOp::Add
            | BvOp::Sub
            | BvOp::Mul
            | BvOp::And
            | BvOp::Or
            | BvOp::Xor => {}
        }
        if fits && !self.wraps && (2..=32).contains(&width) {
            self.within(result, Range::of_width(width));
            self.formulas.push(t.eq(result, t.bv_bin(op, a, b)));
        } else {
            self.formulas.push(t.eq(result, self.whole(t.bv_bin(op, x, y), width)));
        }
    }

    fn cast(&mut self, result: Term, op: CastOp, from: u32, to: u32, a: Term) {
        let t = self.terms;
        let cast = match op {
            CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::ZExt if to > from => {
                t.zero_extend(BITS, self.low(a, from))
            }
            CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::ZExt => self.whole(self.low(a, to), to),
            CastOp::SExt | CastOp::Bitcast => a,
            CastOp::FloatToSigned
            | CastOp::FloatToUnsigned
            | CastOp::SignedToFloat
            | CastOp::UnsignedToFloat
            | CastOp::FloatToFloat => return,
        };
        self.formulas.push(t.eq(result, cast));
    }
}

fn compare(t: &Terms, pred: Predicate, a: Term, b: Term) -> Term {
    match pred {
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
    }
}
