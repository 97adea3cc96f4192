//! Conditions as linear integer formulas, in which nothing wraps around: quick to solve.
//!
//! Loses precision when: a solution has to wrap around; what is not linear has no translation.

use ir::{BinOp, CastOp, DataModel, Predicate};
use smt::{Sort, Term, Terms};

use super::history::compared;
use super::solve::input_range;
use smg::graph::{Range, SymId, TrailEvent, Value};

#[derive(Debug)]
pub struct NotLinear;

/// Formulas that the unknowns of these events satisfy.
pub fn encode(terms: &Terms, model: DataModel, events: &[TrailEvent]) -> Result<Vec<Term>, NotLinear> {
    let mut linear = Encoder { terms, model, formulas: Vec::new() };
    events.iter().try_for_each(|event| linear.require(event))?;
    Ok(linear.formulas)
}

pub fn variable(terms: &Terms, sym: SymId) -> Term {
    terms.var(&format!("n{}", sym.0), Sort::Int)
}

struct Encoder<'a> {
    terms: &'a Terms,
    model: DataModel,
    formulas: Vec<Term>,
}

impl Encoder<'_> {
    /// `None` for what is no number.
    fn number(&self, value: Value) -> Option<Term> {
        let t = self.terms;
        match value {
            Value::Int(number) => Some(t.int(number)),
            Value::Sym(linear) => {
                let variable = variable(t, linear.sym);
                let signed = if linear.negated { t.neg(variable) } else { variable };
                Some(t.add([signed, t.int(linear.add)]))
            }
            Value::Addr(_) | Value::Func(_) | Value::Label(..) => None,
        }
    }

    fn within(&mut self, term: Term, range: Range) {
        let t = self.terms;
        self.formulas.push(t.and([t.le(t.int(range.lo), term), t.le(term, t.int(range.hi))]));
        if range.align > 0 {
            self.formulas.push(t.eq(t.modulo(term, t.int(1i64 << range.align)), t.int(0)));
        }
    }

    fn require(&mut self, event: &TrailEvent) -> Result<(), NotLinear> {
        let t = self.terms;
        match *event {
            TrailEvent::Input { value, ty, kind } => {
                if let Some(value) = self.number(value) {
                    self.within(value, input_range(self.model, ty, kind));
                }
            }
            TrailEvent::Binary { value, op, width, a, b } => {
                let (Some(result), Some(x), Some(y)) = (self.number(value), self.number(a), self.number(b)) else {
                    return Ok(());
                };
                self.within(result, Range::of_width(width));
                // Where it is written with an operand's unknown, or is known, it says what it is already.
                let known = value.symbol().is_none_or(|sym| [a.symbol(), b.symbol()].contains(&Some(sym)));
                if !known {
                    let exact = self.binary(op, width, x, y)?;
                    self.formulas.push(t.eq(result, exact));
                }
            }
            TrailEvent::Cast { value, op, from, to, a } => {
                if let (Some(result), Some(a)) = (self.number(value), self.number(a))
                    && from <= 64
                    && to <= 64
                {
                    self.cast(value, result, op, from, to, a);
                }
            }
            TrailEvent::Compared { pred, width, a, b, holds } => {
                let Some((a, b)) = compared(a, b) else { return Ok(()) };
                if let (Some(a), Some(b)) = (self.number(a), self.number(b)) {
                    let term = self.compare(pred, width, a, b);
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
        Ok(())
    }

    /// The number that the bits mean without sign.
    fn unsigned(&self, term: Term, width: u32) -> Term {
        let t = self.terms;
        if width == 1 {
            return term;
        }
        t.ite(t.lt(term, t.int(0)), t.add([term, t.int(1i128 << width)]), term)
    }

    fn constant(&self, term: Term) -> Result<i128, NotLinear> {
        self.terms.as_value(term).and_then(smt::Value::as_int).ok_or(NotLinear)
    }

    fn power(&self, term: Term, width: u32) -> Result<i128, NotLinear> {
        match self.constant(term)? {
            by if (0..i128::from(width)).contains(&by) => Ok(1i128 << by),
            _ => Err(NotLinear),
        }
    }

    fn positive(&self, term: Term) -> Result<i128, NotLinear> {
        self.constant(term).and_then(|number| if number > 0 { Ok(number) } else { Err(NotLinear) })
    }

    fn binary(&self, op: BinOp, width: u32, a: Term, b: Term) -> Result<Term, NotLinear> {
        let t = self.terms;
        Ok(match op {
            BinOp::Add => t.add([a, b]),
            BinOp::Sub => t.sub(a, b),
            BinOp::Mul => {
                self.constant(a).or_else(|_| self.constant(b))?;
                t.mul(a, b)
            }
            BinOp::Shl => t.mul(a, t.int(self.power(b, width)?)),
            BinOp::LShr => t.div(self.unsigned(a, width), t.int(self.power(b, width)?)),
            BinOp::AShr => t.div(a, t.int(self.power(b, width)?)),
            BinOp::UDiv => t.div(self.unsigned(a, width), t.int(self.positive(b)?)),
            BinOp::URem => t.modulo(self.unsigned(a, width), t.int(self.positive(b)?)),
            BinOp::SDiv | BinOp::SRem => {
                let by = t.int(self.positive(b)?);
                let divide = |a: Term| if op == BinOp::SDiv { t.div(a, by) } else { t.modulo(a, by) };
                t.ite(t.le(t.int(0), a), divide(a), t.neg(divide(t.neg(a))))
            }
            BinOp::And if width == 1 => t.ite(t.and([t.eq(a, t.int(1)), t.eq(b, t.int(1))]), t.int(1), t.int(0)),
            BinOp::Or if width == 1 => t.ite(t.or([t.eq(a, t.int(1)), t.eq(b, t.int(1))]), t.int(1), t.int(0)),
            BinOp::Xor if width == 1 => t.ite(t.eq(a, b), t.int(0), t.int(1)),
            BinOp::And => {
                let (mask, masked) = match self.constant(b) {
                    Ok(mask) => (mask, a),
                    Err(NotLinear) => (self.constant(a)?, b),
                };
                let is_power = |number: i128| number > 0 && number & (number - 1) == 0;
                if is_power(mask + 1) {
                    t.modulo(masked, t.int(mask + 1))
                } else if is_power(-mask) {
                    t.sub(masked, t.modulo(masked, t.int(-mask)))
                } else {
                    return Err(NotLinear);
                }
            }
            BinOp::Or | BinOp::Xor => return Err(NotLinear),
        })
    }

    fn cast(&mut self, value: Value, result: Term, op: CastOp, from: u32, to: u32, a: Term) {
        let t = self.terms;
        self.within(result, Range::of_width(to));
        match op {
            CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::ZExt if to > from => {
                self.formulas.push(t.eq(result, self.unsigned(a, from)));
            }
            CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::ZExt => {
                let name = value.symbol().map_or(u32::MAX, |sym| sym.0);
                let lost = t.var(&format!("k{name}"), Sort::Int);
                self.formulas.push(t.eq(t.add([result, t.mul(t.int(1i128 << to), lost)]), a));
            }
            CastOp::SExt | CastOp::Bitcast => self.formulas.push(t.eq(result, a)),
            CastOp::FloatToSigned
            | CastOp::FloatToUnsigned
            | CastOp::SignedToFloat
            | CastOp::UnsignedToFloat
            | CastOp::FloatToFloat => {}
        }
    }

    fn compare(&self, pred: Predicate, width: u32, a: Term, b: Term) -> Term {
        let t = self.terms;
        let unsigned = |term| self.unsigned(term, width);
        match pred {
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
        }
    }
}
