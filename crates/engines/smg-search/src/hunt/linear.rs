//! Conditions as linear integer formulas, in which nothing wraps around: quick to solve.
//!
//! Loses precision when: a solution has to wrap around; what is not linear has no translation.

use encode::linear::{Form, Linear, Number};
use encode::reading::Reading;
use ir::DataModel;
use smt::{Sort, Term, Terms};

use super::history::compared;
use super::solve::input_range;
use smg::graph::{Range, SymId, TrailEvent, Value};

#[derive(Debug)]
pub struct NotLinear;

/// Formulas that the unknowns of these events satisfy.
pub fn encode(terms: &Terms, model: DataModel, events: &[TrailEvent]) -> Result<Vec<Term>, NotLinear> {
    let mut encoder = Encoder { terms, linear: Linear::new(terms), model };
    events.iter().try_for_each(|event| encoder.require(event))?;
    Ok(encoder.linear.side_conditions())
}

pub fn variable(terms: &Terms, sym: SymId) -> Term {
    terms.var(&format!("n{}", sym.0), Sort::Int)
}

struct Encoder<'a> {
    terms: &'a Terms,
    linear: Linear<'a>,
    model: DataModel,
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
        self.linear.require(t.and([t.le(t.int(range.lo), term), t.le(term, t.int(range.hi))]));
        if range.align > 0 {
            self.linear.require(t.eq(t.modulo(term, t.int(1i64 << range.align)), t.int(0)));
        }
    }

    /// A word of this width from a number, which is one of it.
    fn word(&self, term: Term, width: u16) -> Form {
        let t = self.terms;
        match width {
            1 => Form::Truth { term: t.eq(term, t.int(1)), value: None },
            _ => Form::Number(Number { term, value: None }),
        }
    }

    fn whole(&self, word: Form) -> Term {
        let t = self.terms;
        match word {
            Form::Number(number) => number.term,
            Form::Truth { term, .. } => t.ite(term, t.int(1), t.int(0)),
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
                    let width = width as u16;
                    let (x, y) = (self.word(x, width), self.word(y, width));
                    let exact = self.linear.binary(op, width, x, y).ok_or(NotLinear)?;
                    self.linear.require(t.eq(result, self.whole(exact)));
                }
            }
            TrailEvent::Cast { value, op, from, to, a } => {
                if let (Some(result), Some(a)) = (self.number(value), self.number(a))
                    && from <= 64
                    && to <= 64
                {
                    self.within(result, Range::of_width(to));
                    let word = self.word(a, from as u16);
                    if let Some(cast) = self.linear.cast(op, from as u16, to as u16, word) {
                        self.linear.require(t.eq(result, self.whole(cast)));
                    }
                }
            }
            TrailEvent::Compared { pred, width, a, b, holds } => {
                let Some((a, b)) = compared(a, b) else { return Ok(()) };
                if let (Some(a), Some(b)) = (self.number(a), self.number(b)) {
                    let width = width as u16;
                    let (a, b) = (self.word(a, width), self.word(b, width));
                    let word = self.linear.compare(pred, width, a, b).ok_or(NotLinear)?;
                    let term = self.linear.truth(word).ok_or(NotLinear)?;
                    self.linear.require(if holds { term } else { t.not(term) });
                }
            }
            TrailEvent::Substituted { sym, by } => {
                if let Some(by) = self.number(by) {
                    self.linear.require(t.eq(variable(t, sym), by));
                }
            }
            TrailEvent::Narrowed { sym, to } => self.within(variable(t, sym), to),
            TrailEvent::Allocated { .. } => {}
        }
        Ok(())
    }
}
