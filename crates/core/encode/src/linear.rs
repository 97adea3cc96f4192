//! Machine integers as linear integer arithmetic: a hundred times as quick to solve as bit-vectors.
//!
//! A machine integer is congruent to many numbers, and a word is one of them. Where an operation needs *the* signed or
//! unsigned value, the range is required. With the value that a word has in some run, the multiple of 2^width that the run
//! had is taken off first: solutions stay in the regime of the run, where nothing wraps that did not wrap then. Without
//! one, nothing wraps but what is truncated.
//!
//! Not exact: a solution may need another regime. Not total: what is not linear has no reading.

use ir::{BinOp, BitOp, CastOp, OverflowOp, Predicate, sign_extend, truncate};
use smt::{Sort, Term, Terms};

use crate::reading::{Reading, Unknown, bit_binary, bit_compare, extends_sign};

/// A number congruent to a word's bits, and what it is in the run.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    pub term: Term,
    pub value: Option<i128>,
}

/// Words of one bit are truths, all others numbers.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    Number(Number),
    Truth { term: Term, value: Option<bool> },
}

#[derive(Debug)]
pub struct Linear<'t> {
    terms: &'t Terms,
    formulas: Vec<Term>,
    /// Multiples that truncations lose.
    lost: u32,
}

impl<'t> Linear<'t> {
    pub fn new(terms: &'t Terms) -> Self {
        Linear { terms, formulas: Vec::new(), lost: 0 }
    }

    pub fn require(&mut self, formula: Term) {
        self.formulas.push(formula);
    }

    /// The value in the range that starts at `low` and has 2^width numbers.
    fn in_range(&mut self, number: Number, low: i128, width: u16) -> Option<Number> {
        let t = self.terms;
        let size = 1i128.checked_shl(u32::from(width)).filter(|_| width < WIDEST)?;
        let shift = match number.value {
            Some(value) => value.checked_sub(low)?.div_euclid(size).checked_mul(size)?,
            None => 0,
        };
        let term = if shift == 0 { number.term } else { t.sub(number.term, t.int(shift)) };
        if t.as_value(term).is_none() {
            self.formulas.push(t.and([t.le(t.int(low), term), t.le(term, t.int(low + size - 1))]));
        }
        Some(Number { term, value: number.value.map(|value| value - shift) })
    }

    pub fn signed(&mut self, number: Number, width: u16) -> Option<Number> {
        self.in_range(number, 1i128.checked_shl(u32::from(width) - 1)?.checked_neg()?, width)
    }

    fn unsigned(&mut self, number: Number, width: u16) -> Option<Number> {
        if number.value.is_some() || self.known(number).is_some_and(|known| known >= 0) {
            return self.in_range(number, 0, width);
        }
        let t = self.terms;
        let signed = self.signed(number, width)?.term;
        let raised = t.add([signed, t.int(1i128.checked_shl(u32::from(width))?)]);
        Some(Number { term: t.ite(t.lt(signed, t.int(0)), raised, signed), value: None })
    }

    fn known(&self, number: Number) -> Option<i128> {
        self.terms.as_value(number.term).and_then(smt::Value::as_int)
    }

    fn sum(&self, a: Number, b: Number, sign: i128) -> Option<Number> {
        let t = self.terms;
        let value = match (a.value, b.value) {
            (Some(a), Some(b)) => Some(a.checked_add(b.checked_mul(sign)?)?),
            (None, _) | (_, None) => None,
        };
        Some(Number { term: t.add([a.term, t.mul(t.int(sign), b.term)]), value })
    }

    fn product(&self, a: Number, b: Number) -> Option<Number> {
        self.known(a).or_else(|| self.known(b))?;
        let value = match (a.value, b.value) {
            (Some(a), Some(b)) => Some(a.checked_mul(b)?),
            (None, _) | (_, None) => None,
        };
        Some(Number { term: self.terms.mul(a.term, b.term), value })
    }

    /// 2^by, for a distance that is known.
    fn power(&self, by: Number, width: u16) -> Option<i128> {
        let by = self.known(by).filter(|by| (0..i128::from(width)).contains(by) && *by < 100)?;
        Some(1i128 << by)
    }

    fn positive(&self, number: Number) -> Option<i128> {
        self.known(number).filter(|number| *number > 0)
    }

    fn divided(&self, number: Number, by: i128, quotient: bool) -> Number {
        let (t, divisor) = (self.terms, self.terms.int(by));
        if quotient {
            let value = number.value.map(|value| value.div_euclid(by));
            Number { term: t.div(number.term, divisor), value }
        } else {
            let value = number.value.map(|value| value.rem_euclid(by));
            Number { term: t.modulo(number.term, divisor), value }
        }
    }

    /// C rounds towards zero; the sign of the run is kept.
    fn divided_towards_zero(&mut self, number: Number, by: i128, quotient: bool) -> Option<Number> {
        let t = self.terms;
        let Some(value) = number.value else {
            let up = self.divided(number, by, quotient).term;
            let down = self.divided(Number { term: t.neg(number.term), value: None }, by, quotient).term;
            return Some(Number { term: t.ite(t.le(t.int(0), number.term), up, t.neg(down)), value: None });
        };
        let sign = if value < 0 { -1 } else { 1 };
        let size = Number { term: t.mul(t.int(sign), number.term), value: Some(sign * value) };
        self.formulas.push(t.le(t.int(0), size.term));
        let result = self.divided(size, by, quotient);
        Some(Number { term: t.mul(t.int(sign), result.term), value: result.value.map(|value| sign * value) })
    }

    fn masked(&self, a: Number, b: Number) -> Option<Number> {
        let (mask, number) = match (self.known(b), self.known(a)) {
            (Some(mask), _) => (mask, a),
            (None, Some(mask)) => (mask, b),
            (None, None) => return None,
        };
        let is_power = |number: i128| number > 0 && number & (number - 1) == 0;
        if is_power(mask.checked_add(1)?) {
            Some(self.divided(number, mask + 1, false))
        } else if is_power(mask.checked_neg()?) {
            self.sum(number, self.divided(number, -mask, false), -1)
        } else {
            None
        }
    }

    fn outside(&self, number: Number, low: i128, high: i128) -> Form {
        let t = self.terms;
        Form::Truth {
            term: t.or([t.lt(number.term, t.int(low)), t.lt(t.int(high), number.term)]),
            value: number.value.map(|value| value < low || value > high),
        }
    }

    fn shift_overflows(&mut self, width: u16, a: Number, b: Number) -> Option<Form> {
        let by = self.known(b).filter(|by| (0..i128::from(width)).contains(by) && width <= 64)?;
        let a = self.signed(a, width)?;
        Some(self.outside(a, 0, ((1i128 << (width - 1)) - 1) >> by))
    }
}

/// Numbers of 2^width have to fit.
const WIDEST: u16 = 127;

fn number(form: Form) -> Option<Number> {
    match form {
        Form::Number(number) => Some(number),
        Form::Truth { .. } => None,
    }
}

fn truth(form: Form) -> Option<(Term, Option<bool>)> {
    match form {
        Form::Truth { term, value } => Some((term, value)),
        Form::Number(_) => None,
    }
}

impl Reading for Linear<'_> {
    type Word = Form;

    /// Truths as unknowns are too few to be worth a form of their own.
    fn unknown(&mut self, number: u32, width: u16, seen: Option<u128>) -> Option<Unknown<Form>> {
        if width < 2 {
            return None;
        }
        let t = self.terms;
        let term = t.var(&format!("n{number}w{width}"), Sort::Int);
        if width < WIDEST {
            let (low, high) = (-(1i128 << (width - 1)), (1i128 << width) - 1);
            self.formulas.push(t.and([t.le(t.int(low), term), t.le(term, t.int(high))]));
        }
        let value = seen.map(|bits| sign_extend(bits, width));
        Some(Unknown { word: Form::Number(Number { term, value }), term })
    }

    fn bits_of(value: smt::Value, width: u16) -> Option<u128> {
        value.as_int().map(|number| truncate(number as u128, width))
    }

    fn side_conditions(&mut self) -> Vec<Term> {
        std::mem::take(&mut self.formulas)
    }

    fn constant(&mut self, width: u16, bits: u128) -> Option<Form> {
        let t = self.terms;
        Some(if width == 1 {
            Form::Truth { term: t.bool(bits & 1 == 1), value: Some(bits & 1 == 1) }
        } else {
            let value = sign_extend(bits, width);
            Form::Number(Number { term: t.int(value), value: Some(value) })
        })
    }

    fn binary(&mut self, op: BinOp, width: u16, a: Form, b: Form) -> Option<Form> {
        if width == 1 {
            let ((a, x), (b, y)) = (truth(a)?, truth(b)?);
            let both = x.zip(y);
            let value = match op {
                BinOp::And | BinOp::Mul => both.map(|(x, y)| x && y),
                BinOp::Or => both.map(|(x, y)| x || y),
                BinOp::Xor | BinOp::Add | BinOp::Sub => both.map(|(x, y)| x != y),
                BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem | BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                    return None;
                }
            };
            return Some(Form::Truth { term: bit_binary(self.terms, op, a, b), value });
        }
        let (a, b) = (number(a)?, number(b)?);
        let result = match op {
            BinOp::Add => self.sum(a, b, 1)?,
            BinOp::Sub => self.sum(a, b, -1)?,
            BinOp::Mul => self.product(a, b)?,
            BinOp::Shl => {
                let factor = self.power(b, width)?;
                self.product(a, Number { term: self.terms.int(factor), value: Some(factor) })?
            }
            BinOp::And => self.masked(a, b)?,
            BinOp::UDiv | BinOp::URem => {
                let by = self.positive(b)?;
                let a = self.unsigned(a, width)?;
                self.divided(a, by, op == BinOp::UDiv)
            }
            BinOp::LShr => {
                let by = self.power(b, width)?;
                let a = self.unsigned(a, width)?;
                self.divided(a, by, true)
            }
            BinOp::AShr => {
                let by = self.power(b, width)?;
                let a = self.signed(a, width)?;
                self.divided(a, by, true)
            }
            BinOp::SDiv | BinOp::SRem => {
                let by = self.positive(b)?;
                let a = self.signed(a, width)?;
                self.divided_towards_zero(a, by, op == BinOp::SDiv)?
            }
            BinOp::Or | BinOp::Xor => return None,
        };
        Some(Form::Number(result))
    }

    fn undefined(&mut self, op: BinOp, width: u16, nsw: bool, a: Form, b: Form) -> Option<Form> {
        if width == 1 {
            return None;
        }
        match op {
            BinOp::Shl if nsw => self.shift_overflows(width, number(a)?, number(b)?),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                let b = self.signed(number(b)?, width)?;
                Some(self.outside(b, 0, i128::from(width) - 1))
            }
            // The least number divided by -1 is left to exact readings.
            BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem => {
                let b = self.signed(number(b)?, width)?;
                let term = self.terms.eq(b.term, self.terms.int(0));
                Some(Form::Truth { term, value: b.value.map(|value| value == 0) })
            }
            BinOp::Add if nsw => self.overflows(OverflowOp::Add, true, width, a, b),
            BinOp::Sub if nsw => self.overflows(OverflowOp::Sub, true, width, a, b),
            BinOp::Mul if nsw => self.overflows(OverflowOp::Mul, true, width, a, b),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor => {
                Some(Form::Truth { term: self.terms.ff(), value: Some(false) })
            }
        }
    }

    fn overflows(&mut self, op: OverflowOp, signed: bool, width: u16, a: Form, b: Form) -> Option<Form> {
        let (a, b) = (number(a)?, number(b)?);
        let (a, b) = if signed {
            (self.signed(a, width)?, self.signed(b, width)?)
        } else {
            (self.unsigned(a, width)?, self.unsigned(b, width)?)
        };
        let exact = match op {
            OverflowOp::Add => self.sum(a, b, 1)?,
            OverflowOp::Sub => self.sum(a, b, -1)?,
            OverflowOp::Mul => self.product(a, b)?,
        };
        let low = if signed { -(1i128 << (width - 1)) } else { 0 };
        Some(self.outside(exact, low, low + (1i128 << width) - 1))
    }

    fn bit_op(&mut self, _op: BitOp, _width: u16, _a: Form) -> Option<Form> {
        None
    }

    fn compare(&mut self, pred: Predicate, width: u16, a: Form, b: Form) -> Option<Form> {
        let t = self.terms;
        if width == 1 {
            let ((a, x), (b, y)) = (truth(a)?, truth(b)?);
            let value = match pred {
                Predicate::Eq => x.zip(y).map(|(x, y)| x == y),
                Predicate::Ne => x.zip(y).map(|(x, y)| x != y),
                Predicate::Ult
                | Predicate::Ule
                | Predicate::Ugt
                | Predicate::Uge
                | Predicate::Slt
                | Predicate::Sle
                | Predicate::Sgt
                | Predicate::Sge => return None,
            };
            return Some(Form::Truth { term: bit_compare(t, pred, a, b), value });
        }
        let (a, b) = (number(a)?, number(b)?);
        let (a, b) = match pred {
            Predicate::Ult | Predicate::Ule | Predicate::Ugt | Predicate::Uge => {
                (self.unsigned(a, width)?, self.unsigned(b, width)?)
            }
            Predicate::Eq | Predicate::Ne | Predicate::Slt | Predicate::Sle | Predicate::Sgt | Predicate::Sge => {
                (self.signed(a, width)?, self.signed(b, width)?)
            }
        };
        let both = a.value.zip(b.value);
        let (a, b) = (a.term, b.term);
        let (term, value) = match pred {
            Predicate::Eq => (t.eq(a, b), both.map(|(a, b)| a == b)),
            Predicate::Ne => (t.ne(a, b), both.map(|(a, b)| a != b)),
            Predicate::Ult | Predicate::Slt => (t.lt(a, b), both.map(|(a, b)| a < b)),
            Predicate::Ule | Predicate::Sle => (t.le(a, b), both.map(|(a, b)| a <= b)),
            Predicate::Ugt | Predicate::Sgt => (t.lt(b, a), both.map(|(a, b)| a > b)),
            Predicate::Uge | Predicate::Sge => (t.le(b, a), both.map(|(a, b)| a >= b)),
        };
        Some(Form::Truth { term, value })
    }

    fn cast(&mut self, op: CastOp, from: u16, to: u16, a: Form) -> Option<Form> {
        let t = self.terms;
        let with_sign = extends_sign(op)?;
        if from == to {
            return Some(a);
        }
        if from == 1 {
            let (term, value) = truth(a)?;
            let one = if with_sign { -1 } else { 1 };
            let value = value.map(|value| if value { one } else { 0 });
            return Some(Form::Number(Number { term: t.ite(term, t.int(one), t.int(0)), value }));
        }
        let a = number(a)?;
        if to == 1 {
            let odd = self.divided(a, 2, false);
            let value = odd.value.map(|value| value == 1);
            return Some(Form::Truth { term: t.eq(odd.term, t.int(1)), value });
        }
        Some(Form::Number(match (to < from, a.value) {
            (true, None) if self.known(a).is_none() => {
                let lost = t.var(&format!("lost{}", self.lost), Sort::Int);
                self.lost += 1;
                let size = 1i128.checked_shl(u32::from(to)).filter(|_| to < WIDEST)?;
                Number { term: t.sub(a.term, t.mul(t.int(size), lost)), value: None }
            }
            (true, _) => a,
            (false, _) if with_sign => self.signed(a, from)?,
            (false, _) => self.unsigned(a, from)?,
        }))
    }

    fn select(&mut self, width: u16, cond: Form, a: Form, b: Form) -> Option<Form> {
        let t = self.terms;
        let (cond, taken) = truth(cond)?;
        Some(if width == 1 {
            let ((a, x), (b, y)) = (truth(a)?, truth(b)?);
            Form::Truth { term: t.ite(cond, a, b), value: taken.and_then(|taken| if taken { x } else { y }) }
        } else {
            let (a, b) = (number(a)?, number(b)?);
            let value = taken.and_then(|taken| if taken { a.value } else { b.value });
            Form::Number(Number { term: t.ite(cond, a.term, b.term), value })
        })
    }

    fn truth(&mut self, word: Form) -> Option<Term> {
        truth(word).map(|(term, _)| term)
    }
}
