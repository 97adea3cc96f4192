//! Conditions as linear integer formulas: a hundred times quicker to solve than bit-vectors.
//!
//! A machine integer is congruent to many numbers. Each node is translated to one of them, and where an operation needs
//! *the* signed or unsigned value, the multiple of 2^width that the concrete run had is taken off and the range is
//! required: solutions stay in the regime of the run, where nothing wraps that did not wrap then.
//!
//! Loses precision when: a solution needs another regime, or something is not linear (then there is no translation).

use ir::{BinOp, CastOp, OverflowOp, Predicate, sign_extend};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Sort, Term, Terms};

use crate::condition::Path;
use crate::node::{Arg, Node, Tag};

/// An input that occurs.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    pub index: u32,
    pub width: u16,
    pub variable: Term,
}

/// A number congruent to the node's bits, and what it is in the run.
#[derive(Clone, Copy)]
struct Number {
    term: Term,
    value: i128,
}

#[derive(Clone, Copy)]
struct Truth {
    term: Term,
    value: bool,
}

/// Values of one bit are truths, all others numbers.
#[derive(Clone, Copy)]
enum Form {
    Number(Number),
    Truth(Truth),
}

pub struct Linear<'a> {
    path: &'a Path,
    terms: &'a Terms,
    done: FxHashMap<Tag, Form>,
    seen: FxHashSet<Tag>,
    formulas: Vec<Term>,
    inputs: Vec<Variable>,
}

impl<'a> Linear<'a> {
    pub fn new(path: &'a Path, terms: &'a Terms) -> Self {
        Linear {
            path,
            terms,
            done: FxHashMap::default(),
            seen: FxHashSet::default(),
            formulas: Vec::new(),
            inputs: Vec::new(),
        }
    }

    pub fn finish(self) -> (Vec<Term>, Vec<Variable>) {
        (self.formulas, self.inputs)
    }

    /// Adds the condition; `None` if it is not linear.
    pub fn require(&mut self, condition: Arg, holds: bool) -> Option<()> {
        if let Arg::Node(root) = condition {
            let mut needed = Vec::new();
            self.path.nodes.walk(root, &mut self.seen, &mut needed, &mut Vec::new(), &mut Vec::new());
            // Operands are older than what uses them.
            needed.sort_unstable();
            for tag in needed {
                let form = self.node(tag)?;
                self.done.insert(tag, form);
            }
        }
        let truth = self.truth(condition)?;
        self.formulas.push(if holds { truth.term } else { self.terms.not(truth.term) });
        Some(())
    }

    fn node(&mut self, tag: Tag) -> Option<Form> {
        let (node, width) = self.path.nodes.get(tag);
        let form = match node {
            Node::Input { index } if width > 1 => Form::Number(self.input(index, width)),
            Node::Input { .. } => return None,
            Node::Binary { op, a, b } if width == 1 => Form::Truth(self.logic(op, a, b)?),
            Node::Binary { op, a, b } => Form::Number(self.binary(op, width, a, b)?),
            Node::Overflows { op, signed, operand_width, a, b } => {
                Form::Truth(self.overflows(op, signed, operand_width, a, b)?)
            }
            Node::ShiftOverflows { operand_width, a, b } => Form::Truth(self.shift_overflows(operand_width, a, b)?),
            Node::Compare { pred, operand_width, a, b } => Form::Truth(self.compare(pred, operand_width, a, b)?),
            Node::Cast { op, from, a } => self.cast(op, from, width, a)?,
            Node::Select { cond, a, b } => self.select(width, cond, a, b)?,
        };
        Some(form)
    }

    fn input(&mut self, index: u32, width: u16) -> Number {
        let t = self.terms;
        let variable = t.var(&format!("n{index}w{width}"), Sort::Int);
        if width < 127 {
            let (low, high) = (-(1i128 << (width - 1)), (1i128 << width) - 1);
            self.formulas.push(t.and([t.le(t.int(low), variable), t.le(variable, t.int(high))]));
        }
        self.inputs.push(Variable { index, width, variable });
        Number { term: variable, value: sign_extend(self.path.inputs[index as usize], width) }
    }

    fn number(&self, arg: Arg, width: u16) -> Option<Number> {
        match arg {
            Arg::Bits(bits) => {
                let value = sign_extend(bits, width);
                Some(Number { term: self.terms.int(value), value })
            }
            Arg::Node(tag) => match self.done[&tag] {
                Form::Number(number) => Some(number),
                Form::Truth(_) => None,
            },
        }
    }

    fn truth(&self, arg: Arg) -> Option<Truth> {
        match arg {
            Arg::Bits(bits) => Some(Truth { term: self.terms.bool(bits & 1 == 1), value: bits & 1 == 1 }),
            Arg::Node(tag) => match self.done[&tag] {
                Form::Truth(truth) => Some(truth),
                Form::Number(_) => None,
            },
        }
    }

    /// The value in the range that starts at `low` and has 2^width numbers.
    fn in_range(&mut self, number: Number, low: i128, width: u16) -> Option<Number> {
        let t = self.terms;
        let size = 1i128.checked_shl(u32::from(width)).filter(|_| width < 127)?;
        let shift = (number.value.checked_sub(low)?).div_euclid(size).checked_mul(size)?;
        let value = number.value - shift;
        let term = if shift == 0 { number.term } else { t.sub(number.term, t.int(shift)) };
        if t.as_value(term).is_none() {
            self.formulas.push(t.and([t.le(t.int(low), term), t.le(term, t.int(low + size - 1))]));
        }
        Some(Number { term, value })
    }

    fn signed(&mut self, arg: Arg, width: u16) -> Option<Number> {
        let number = self.number(arg, width)?;
        self.in_range(number, -(1i128.checked_shl(u32::from(width) - 1)?), width)
    }

    fn unsigned(&mut self, arg: Arg, width: u16) -> Option<Number> {
        let number = self.number(arg, width)?;
        self.in_range(number, 0, width)
    }

    fn binary(&mut self, op: BinOp, width: u16, a: Arg, b: Arg) -> Option<Number> {
        let t = self.terms;
        match op {
            BinOp::Add => self.sum(self.number(a, width)?, self.number(b, width)?, 1),
            BinOp::Sub => self.sum(self.number(a, width)?, self.number(b, width)?, -1),
            BinOp::Mul => self.product(self.number(a, width)?, self.number(b, width)?),
            BinOp::Shl => match b {
                Arg::Bits(by) if by < u128::from(width) && by < 100 => {
                    let factor = 1i128 << by;
                    self.product(self.number(a, width)?, Number { term: t.int(factor), value: factor })
                }
                Arg::Bits(_) | Arg::Node(_) => None,
            },
            BinOp::And => {
                let (mask, masked) = match (a, b) {
                    (Arg::Bits(mask), other) | (other, Arg::Bits(mask)) => (mask, other),
                    (Arg::Node(_), Arg::Node(_)) => return None,
                };
                if mask == 0 || !(mask + 1).is_power_of_two() || mask >> 100 != 0 {
                    return None;
                }
                let number = self.number(masked, width)?;
                let size = i128::try_from(mask).ok()? + 1;
                Some(Number { term: t.modulo(number.term, t.int(size)), value: number.value.rem_euclid(size) })
            }
            BinOp::UDiv | BinOp::URem => {
                let number = self.unsigned(a, width)?;
                self.divide(number, self.divisor(b, width)?, op == BinOp::UDiv)
            }
            BinOp::LShr => match b {
                Arg::Bits(by) if by < u128::from(width) && by < 100 => {
                    let number = self.unsigned(a, width)?;
                    self.divide(number, 1 << by, true)
                }
                Arg::Bits(_) | Arg::Node(_) => None,
            },
            BinOp::SDiv | BinOp::SRem => {
                let number = self.signed(a, width)?;
                // C rounds towards zero, so the sign of the run is kept.
                let sign = if number.value < 0 { -1 } else { 1 };
                let size = Number { term: t.mul(t.int(sign), number.term), value: sign * number.value };
                self.formulas.push(t.le(t.int(0), size.term));
                let result = self.divide(size, self.divisor(b, width)?, op == BinOp::SDiv)?;
                Some(Number { term: t.mul(t.int(sign), result.term), value: sign * result.value })
            }
            BinOp::AShr | BinOp::Or | BinOp::Xor => None,
        }
    }

    fn divisor(&self, arg: Arg, width: u16) -> Option<i128> {
        match arg {
            Arg::Bits(bits) => Some(sign_extend(bits, width)).filter(|&divisor| divisor > 0),
            Arg::Node(_) => None,
        }
    }

    fn divide(&self, number: Number, by: i128, quotient: bool) -> Option<Number> {
        let t = self.terms;
        let divisor = t.int(by);
        Some(if quotient {
            Number { term: t.div(number.term, divisor), value: number.value.div_euclid(by) }
        } else {
            Number { term: t.modulo(number.term, divisor), value: number.value.rem_euclid(by) }
        })
    }

    fn sum(&self, a: Number, b: Number, sign: i128) -> Option<Number> {
        let t = self.terms;
        let value = a.value.checked_add(b.value.checked_mul(sign)?)?;
        Some(Number { term: t.add([a.term, t.mul(t.int(sign), b.term)]), value })
    }

    fn product(&self, a: Number, b: Number) -> Option<Number> {
        let t = self.terms;
        if t.as_value(a.term).is_none() && t.as_value(b.term).is_none() {
            return None;
        }
        Some(Number { term: t.mul(a.term, b.term), value: a.value.checked_mul(b.value)? })
    }

    fn logic(&self, op: BinOp, a: Arg, b: Arg) -> Option<Truth> {
        let t = self.terms;
        let (a, b) = (self.truth(a)?, self.truth(b)?);
        Some(match op {
            BinOp::And | BinOp::Mul => Truth { term: t.and([a.term, b.term]), value: a.value && b.value },
            BinOp::Or => Truth { term: t.or([a.term, b.term]), value: a.value || b.value },
            BinOp::Xor | BinOp::Add | BinOp::Sub => Truth { term: t.ne(a.term, b.term), value: a.value != b.value },
            BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem | BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                return None;
            }
        })
    }

    fn compare(&mut self, pred: Predicate, width: u16, a: Arg, b: Arg) -> Option<Truth> {
        let t = self.terms;
        if width == 1 {
            let (a, b) = (self.truth(a)?, self.truth(b)?);
            return match pred {
                Predicate::Eq => Some(Truth { term: t.eq(a.term, b.term), value: a.value == b.value }),
                Predicate::Ne => Some(Truth { term: t.ne(a.term, b.term), value: a.value != b.value }),
                Predicate::Ult
                | Predicate::Ule
                | Predicate::Ugt
                | Predicate::Uge
                | Predicate::Slt
                | Predicate::Sle
                | Predicate::Sgt
                | Predicate::Sge => None,
            };
        }
        let (a, b) = match pred {
            Predicate::Ult | Predicate::Ule | Predicate::Ugt | Predicate::Uge => {
                (self.unsigned(a, width)?, self.unsigned(b, width)?)
            }
            Predicate::Eq | Predicate::Ne | Predicate::Slt | Predicate::Sle | Predicate::Sgt | Predicate::Sge => {
                (self.signed(a, width)?, self.signed(b, width)?)
            }
        };
        Some(match pred {
            Predicate::Eq => Truth { term: t.eq(a.term, b.term), value: a.value == b.value },
            Predicate::Ne => Truth { term: t.ne(a.term, b.term), value: a.value != b.value },
            Predicate::Ult | Predicate::Slt => Truth { term: t.lt(a.term, b.term), value: a.value < b.value },
            Predicate::Ule | Predicate::Sle => Truth { term: t.le(a.term, b.term), value: a.value <= b.value },
            Predicate::Ugt | Predicate::Sgt => Truth { term: t.lt(b.term, a.term), value: a.value > b.value },
            Predicate::Uge | Predicate::Sge => Truth { term: t.le(b.term, a.term), value: a.value >= b.value },
        })
    }

    fn cast(&mut self, op: CastOp, from: u16, to: u16, a: Arg) -> Option<Form> {
        let t = self.terms;
        if from == 1 {
            let truth = self.truth(a)?;
            let one = if op == CastOp::SExt { -1 } else { 1 };
            let value = if truth.value { one } else { 0 };
            return Some(Form::Number(Number { term: t.ite(truth.term, t.int(one), t.int(0)), value }));
        }
        match op {
            CastOp::Trunc if to == 1 => {
                let number = self.number(a, from)?;
                let odd = t.eq(t.modulo(number.term, t.int(2)), t.int(1));
                Some(Form::Truth(Truth { term: odd, value: number.value.rem_euclid(2) == 1 }))
            }
            CastOp::Trunc => Some(Form::Number(self.number(a, from)?)),
            CastOp::ZExt => Some(Form::Number(self.unsigned(a, from)?)),
            CastOp::SExt => Some(Form::Number(self.signed(a, from)?)),
            CastOp::Bitcast
            | CastOp::PtrToInt
            | CastOp::IntToPtr
            | CastOp::FloatToSigned
            | CastOp::FloatToUnsigned
            | CastOp::SignedToFloat
            | CastOp::UnsignedToFloat
            | CastOp::FloatToFloat => None,
        }
    }

    fn select(&mut self, width: u16, cond: Arg, a: Arg, b: Arg) -> Option<Form> {
        let t = self.terms;
        let cond = self.truth(cond)?;
        Some(if width == 1 {
            let (a, b) = (self.truth(a)?, self.truth(b)?);
            let value = if cond.value { a.value } else { b.value };
            Form::Truth(Truth { term: t.ite(cond.term, a.term, b.term), value })
        } else {
            let (a, b) = (self.number(a, width)?, self.number(b, width)?);
            let value = if cond.value { a.value } else { b.value };
            Form::Number(Number { term: t.ite(cond.term, a.term, b.term), value })
        })
    }

    fn overflows(&mut self, op: OverflowOp, signed: bool, width: u16, a: Arg, b: Arg) -> Option<Truth> {
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

    fn shift_overflows(&mut self, width: u16, a: Arg, b: Arg) -> Option<Truth> {
        let by = match b {
            Arg::Bits(by) if by < u128::from(width) && width <= 64 => by,
            Arg::Bits(_) | Arg::Node(_) => return None,
        };
        let a = self.signed(a, width)?;
        Some(self.outside(a, 0, ((1i128 << (width - 1)) - 1) >> by))
    }

    fn outside(&self, number: Number, low: i128, high: i128) -> Truth {
        let t = self.terms;
        Truth {
            term: t.or([t.lt(number.term, t.int(low)), t.lt(t.int(high), number.term)]),
            value: number.value < low || number.value > high,
        }
    }
}
