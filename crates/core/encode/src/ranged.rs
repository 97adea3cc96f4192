//! Machine integers as mathematical ones that carry their range: a word is any number that is congruent to its bits.
//!
//! With the range known, an operation that cannot leave its type does not wrap, and whether a word is read with sign or
//! without matters only where the range holds numbers of both kinds. So what is linear in the program is linear in logic,
//! for unsigned types as well as for signed ones, without remainders.
//!
//! Not exact where numbers have no word for an operation (bits of two unknowns, shifts and divisions by unknowns): the result
//! is then unknown, with bounds. It covers what the machine computes, which is enough for proofs.

use ir::{BinOp, BitOp, CastOp, OverflowOp, Predicate, sign_extend, truncate};
use smt::{Sort, Term, Terms};

use crate::reading::{
    Reading, Unknown, bit_binary, bit_bit_op, bit_compare, bit_overflows, bit_undefined, extends_sign,
};

/// Widths beyond this have no reading.
pub const MOST_BITS: u16 = 64;

/// A number, and the least and the most it can be; of a single bit, a formula.
///
/// Invariant: the range has at most 2^width numbers, and they are congruent to the bits modulo 2^width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    pub term: Term,
    pub least: i128,
    pub most: i128,
}

/// Numbers with ranges.
#[derive(Clone, Debug)]
pub struct Ranged<'t> {
    terms: &'t Terms,
    /// What holds of unknowns.
    bounds: Vec<Term>,
    leaving: Leaving,
}

/// What becomes of sums and products that leave their type.
#[derive(Clone, Debug)]
enum Leaving {
    Wrap,
    /// They may be anything.
    Forget,
    /// They are told of.
    Tell(Vec<Term>),
}

/// The range of a type.
pub fn range(width: u16, signed: bool) -> (i128, i128) {
    if signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
}

impl<'t> Ranged<'t> {
    pub fn terms(&self) -> &'t Terms {
        self.terms
    }

    pub fn new(terms: &'t Terms) -> Self {
        Ranged { terms, bounds: Vec::new(), leaving: Leaving::Wrap }
    }

    /// Sums, differences and products do not wrap: they are what they are among mathematical integers. Where that is not so
    /// is told by [`Ranged::misfits`], and has to be excluded.
    pub fn fitting(terms: &'t Terms) -> Self {
        Ranged { terms, bounds: Vec::new(), leaving: Leaving::Tell(Vec::new()) }
    }

    /// Sums, differences and products that leave their type may be anything, and so may products of two unknown numbers: this covers what
    /// the machine computes, in terms that are simpler.
    pub fn rough(terms: &'t Terms) -> Self {
        Ranged { terms, bounds: Vec::new(), leaving: Leaving::Forget }
    }

    pub fn is_fitting(&self) -> bool {
        matches!(self.leaving, Leaving::Tell(_))
    }

    /// Formulas: a result since this was last asked has left its type.
    pub fn misfits(&mut self) -> Vec<Term> {
        match &mut self.leaving {
            Leaving::Tell(misfits) => std::mem::take(misfits),
            Leaving::Wrap | Leaving::Forget => Vec::new(),
        }
    }

    /// The number that a variable stands for, which is in the range of its type.
    pub fn of_type(&self, term: Term, width: u16, signed: bool) -> Word {
        let (least, most) = if width == 1 { (0, 1) } else { range(width, signed) };
        Word { term, least, most }
    }

    /// The formula: the number is in the range.
    pub fn within(&self, term: Term, (least, most): (i128, i128)) -> Term {
        let t = self.terms;
        t.and([t.le(t.int(least), term), t.le(term, t.int(most))])
    }

    /// The number of these bits that is in the range of the type.
    pub fn read(&self, word: Word, width: u16, signed: bool) -> Word {
        if width == 1 { word } else { self.wrapped(word, width, signed) }
    }

    /// A number that nothing is known of but that it is in the range.
    fn chosen(&mut self, least: i128, most: i128) -> Word {
        let term = self.terms.fresh_var("k", Sort::Int);
        let bound = self.within(term, (least, most));
        self.bounds.push(bound);
        Word { term, least, most }
    }

    fn bounded(&mut self, bound: Term) {
        self.bounds.push(bound);
    }

    fn known(&self, word: Word) -> Option<i128> {
        self.terms.as_value(word.term).and_then(smt::Value::as_int)
    }

    fn number(&self, value: i128) -> Word {
        Word { term: self.terms.int(value), least: value, most: value }
    }

    /// Into the range of the type, by as many times 2^width as it takes.
    fn wrapped(&self, word: Word, width: u16, signed: bool) -> Word {
        let t = self.terms;
        let (least, most) = range(width, signed);
        let Word { term, .. } = word;
        let size = 1i128 << width;
        if least <= word.least && word.most <= most {
            return word;
        }
        if let Some(number) = self.known(word) {
            return self.number(least + (number - least).rem_euclid(size));
        }
        if word.least < least - size || most + size < word.most {
            let offset = t.sub(term, t.int(least));
            let term = t.add([t.modulo(offset, t.int(size)), t.int(least)]);
            return Word { term, least, most };
        }
        let mut wrapped = term;
        if most < word.most {
            wrapped = t.ite(t.lt(t.int(most), term), t.sub(term, t.int(size)), wrapped);
        }
        if word.least < least {
            wrapped = t.ite(t.lt(term, t.int(least)), t.add([term, t.int(size)]), wrapped);
        }
        Word { term: wrapped, least, most }
    }

    /// The result of an operation from its exact value: as it is where it has a type's range, else wrapped.
    fn fitted(&self, exact: Word, width: u16, signed: bool) -> Word {
        if is_within(exact, width) { exact } else { self.wrapped(exact, width, signed) }
    }

    /// The same of a sum or product.
    fn computed(&mut self, exact: Word, width: u16, signed: bool) -> Word {
        if is_within(exact, width) || self.known(exact).is_some() {
            return self.fitted(exact, width, signed);
        }
        let (least, most) = range(width, signed);
        let misfit = self.outside(exact, (least, most));
        match &mut self.leaving {
            Leaving::Wrap => self.fitted(exact, width, signed),
            Leaving::Forget => {
                let any = self.chosen(least, most);
                Word { term: self.terms.ite(misfit, any.term, exact.term), least, most }
            }
            Leaving::Tell(misfits) => {
                misfits.push(misfit);
                Word { term: exact.term, least: exact.least.max(least), most: exact.most.min(most) }
            }
        }
    }

    /// Are results of operations on these numbers likely to be meant with sign?
    fn is_signed(a: Word, b: Word, width: u16) -> bool {
        let most = range(width, true).1;
        a.most <= most && b.most <= most
    }

    fn exact(&self, op: OverflowOp, a: Word, b: Word) -> Word {
        let t = self.terms;
        match op {
            OverflowOp::Add => Word { term: t.add([a.term, b.term]), least: a.least + b.least, most: a.most + b.most },
            OverflowOp::Sub => Word { term: t.sub(a.term, b.term), least: a.least - b.most, most: a.most - b.least },
            OverflowOp::Mul => {
                let corners = [a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most];
                let least = corners.into_iter().min().expect("there are four");
                let most = corners.into_iter().max().expect("there are four");
                Word { term: t.mul(a.term, b.term), least, most }
            }
        }
    }

    fn sum(&mut self, op: OverflowOp, width: u16, a: Word, b: Word) -> Word {
        let (mut a, mut b) = (a, b);
        if op == OverflowOp::Mul && width > 60 {
            // Products of numbers with sign fit the numbers here.
            (a, b) = (self.wrapped(a, width, true), self.wrapped(b, width, true));
        }
        let signed = Self::is_signed(a, b, width);
        let exact = self.exact(op, a, b);
        let is_linear = op != OverflowOp::Mul || self.known(a).or(self.known(b)).is_some();
        if !is_linear && matches!(self.leaving, Leaving::Forget) {
            let (least, most) = if is_within(exact, width) { (exact.least, exact.most) } else { range(width, signed) };
            return self.chosen(least, most);
        }
        self.computed(exact, width, signed)
    }

    /// Divided by a positive constant, rounded down; the remainder goes with it.
    fn floor(&self, a: Word, by: i128) -> (Word, Word) {
        let t = self.terms;
        let quotient =
            Word { term: t.div(a.term, t.int(by)), least: a.least.div_euclid(by), most: a.most.div_euclid(by) };
        let whole = a.least >= 0 && a.most < by;
        let remainder = if whole { a } else { Word { term: t.modulo(a.term, t.int(by)), least: 0, most: by - 1 } };
        (quotient, remainder)
    }

    fn minus(&self, a: Word) -> Word {
        Word { term: self.terms.neg(a.term), least: -a.most, most: -a.least }
    }

    fn either(&self, cond: Term, a: Word, b: Word) -> Word {
        Word { term: self.terms.ite(cond, a.term, b.term), least: a.least.min(b.least), most: a.most.max(b.most) }
    }

    /// Quotient and remainder of numbers in one type's range, towards zero.
    fn divided(&mut self, a: Word, b: Word) -> (Word, Word) {
        let t = self.terms;
        if let Some(by) = self.known(b).filter(|by| *by > 0) {
            let (down, rest) = self.floor(a, by);
            if a.least >= 0 {
                return (down, rest);
            }
            let (up, other_rest) = self.floor(self.minus(a), by);
            let positive = t.le(t.int(0), a.term);
            let quotient = self.either(positive, down, self.minus(up));
            let remainder = self.either(positive, rest, self.minus(other_rest));
            return (quotient, remainder);
        }
        let size = a.most.abs().max(a.least.abs());
        let (least, most) = if a.least >= 0 && b.least >= 0 { (0, a.most) } else { (-size, size) };
        let quotient = self.chosen(least, most);
        // The remainder has the sign of the dividend, and is smaller than the divisor.
        let remainder = self.chosen(a.least.min(0), a.most.max(0));
        let sign = t.ite(
            t.le(t.int(0), a.term),
            t.and([t.le(t.int(0), remainder.term), t.le(remainder.term, a.term)]),
            t.and([t.le(remainder.term, t.int(0)), t.le(a.term, remainder.term)]),
        );
        let below = t.or([
            t.and([t.lt(t.int(0), b.term), t.lt(remainder.term, b.term), t.lt(t.neg(b.term), remainder.term)]),
            t.and([t.lt(b.term, t.int(0)), t.lt(b.term, remainder.term), t.lt(remainder.term, t.neg(b.term))]),
            t.eq(b.term, t.int(0)),
        ]);
        self.bounded(t.and([sign, below]));
        (quotient, remainder)
    }

    fn shifted(&mut self, op: BinOp, width: u16, a: Word, b: Word) -> Word {
        let by = self.known(b).map(|by| truncate(by as u128, width)).filter(|by| *by < u128::from(width));
        let factor = by.map(|by| 1i128 << by);
        let unsigned = |reading: &Self| reading.wrapped(a, width, false);
        match (op, factor) {
            (BinOp::Shl, Some(factor)) => {
                let a = if width > 60 { self.wrapped(a, width, true) } else { a };
                let signed = Self::is_signed(a, a, width);
                let factor = self.number(factor);
                self.computed(self.exact(OverflowOp::Mul, a, factor), width, signed)
            }
            (BinOp::LShr, Some(factor)) => self.floor(unsigned(self), factor).0,
            (BinOp::LShr, None) => {
                let a = unsigned(self);
                let result = self.chosen(0, a.most);
                self.bounded(self.terms.le(result.term, a.term));
                result
            }
            (BinOp::AShr, Some(factor)) => self.floor(self.wrapped(a, width, true), factor).0,
            // Any other shift is by an unknown distance, or too far.
            (_, _) => {
                let (least, most) = range(width, true);
                self.chosen(least, most)
            }
        }
    }

    /// A mask that is a constant cuts off, or keeps, the low bits.
    fn masked(&self, width: u16, mask: i128, number: Word) -> Option<Word> {
        let t = self.terms;
        let mask = truncate(mask as u128, width) as i128;
        let rest = range(width, false).1 - mask;
        let is_low = |bits: i128| bits & (bits + 1) == 0;
        let unsigned = self.wrapped(number, width, false);
        if is_low(mask) {
            return Some(self.floor(number, mask + 1).1);
        }
        if is_low(rest) {
            let low = self.floor(unsigned, rest + 1).1;
            return Some(Word { term: t.sub(unsigned.term, low.term), least: 0, most: unsigned.most });
        }
        None
    }

    fn bitwise(&mut self, op: BinOp, width: u16, a: Word, b: Word) -> Word {
        let t = self.terms;
        if let (Some(x), Some(y)) = (self.known(a), self.known(b)) {
            return self.number(match op {
                BinOp::And => x & y,
                BinOp::Or => x | y,
                // Any other operation is the exclusive or.
                _ => x ^ y,
            });
        }
        let (mask, number) = if self.known(b).is_some() { (self.known(b), a) } else { (self.known(a), b) };
        match (op, mask) {
            (BinOp::And, Some(mask)) => {
                if let Some(result) = self.masked(width, mask, number) {
                    return result;
                }
            }
            (BinOp::Or | BinOp::Xor, Some(0)) => return number,
            (BinOp::Xor, Some(mask)) if truncate(mask as u128, width) == truncate(u128::MAX, width) => {
                let number = self.wrapped(number, width, true);
                let least = self.number(-1);
                return self.exact(OverflowOp::Sub, least, number);
            }
            // Any other mask: see below.
            _ => {}
        }
        let is_bit = |word: Word| word.least >= 0 && word.most <= 1;
        if is_bit(a) && is_bit(b) {
            let [a, b] = [a, b].map(|word| t.eq(word.term, t.int(1)));
            let set = bit_binary(t, op, a, b);
            return Word { term: t.ite(set, t.int(1), t.int(0)), least: 0, most: 1 };
        }
        let (a, b) = (self.wrapped(a, width, false), self.wrapped(b, width, false));
        let all = range(width, false).1;
        // No bit beyond the highest of either; below zero is the most of what nothing is, where a path contradicts itself.
        let most = (1i128 << (128 - (a.most | b.most).max(0).leading_zeros())) - 1;
        match op {
            BinOp::And => {
                let result = self.chosen(0, a.most.min(b.most));
                self.bounded(t.and([t.le(result.term, a.term), t.le(result.term, b.term)]));
                result
            }
            // Any other operation is an or.
            _ => {
                let result = self.chosen(0, most.min(all));
                let sum = t.add([a.term, b.term]);
                self.bounded(t.le(result.term, sum));
                if op == BinOp::Or {
                    self.bounded(t.and([t.le(a.term, result.term), t.le(b.term, result.term)]));
                }
                result
            }
        }
    }

    /// Both read alike, so that they are equal if and only if their bits are.
    fn alike(&self, width: u16, a: Word, b: Word) -> (Word, Word) {
        let fits = |signed: bool| {
            let (least, most) = range(width, signed);
            [a, b].iter().all(|word| least <= word.least && word.most <= most)
        };
        let signed = fits(true) || !fits(false) && Self::is_signed(a, b, width);
        (self.wrapped(a, width, signed), self.wrapped(b, width, signed))
    }

    fn outside(&self, word: Word, (least, most): (i128, i128)) -> Term {
        let t = self.terms;
        let below = if least <= word.least { t.ff() } else { t.lt(word.term, t.int(least)) };
        let above = if word.most <= most { t.ff() } else { t.lt(t.int(most), word.term) };
        t.or([below, above])
    }

    fn formula(&self, term: Term) -> Word {
        Word { term, least: 0, most: 1 }
    }
}

fn is_within(word: Word, width: u16) -> bool {
    [true, false].into_iter().any(|signed| {
        let (least, most) = range(width, signed);
        least <= word.least && word.most <= most
    })
}

fn readable(width: u16) -> Option<()> {
    (width <= MOST_BITS).then_some(())
}

impl Reading for Ranged<'_> {
    type Word = Word;

    fn unknown(&mut self, number: u32, width: u16, _seen: Option<u128>) -> Option<Unknown<Word>> {
        readable(width)?;
        let name = format!("z{number}w{width}");
        let sort = if width == 1 { Sort::Bool } else { Sort::Int };
        let word = self.of_type(self.terms.var(&name, sort), width, true);
        if width > 1 {
            let bound = self.within(word.term, (word.least, word.most));
            self.bounded(bound);
        }
        Some(Unknown { word, term: word.term })
    }

    fn bits_of(value: smt::Value, width: u16) -> Option<u128> {
        match value {
            smt::Value::Bool(set) => Some(u128::from(set)),
            smt::Value::Int(number) => Some(truncate(number as u128, width)),
            smt::Value::Bv { .. } => None,
        }
    }

    fn side_conditions(&mut self) -> Vec<Term> {
        std::mem::take(&mut self.bounds)
    }

    fn constant(&mut self, width: u16, bits: u128) -> Option<Word> {
        readable(width)?;
        Some(match width {
            1 => self.formula(self.terms.bool(bits & 1 == 1)),
            _ => self.number(sign_extend(truncate(bits, width), width)),
        })
    }

    fn binary(&mut self, op: BinOp, width: u16, a: Word, b: Word) -> Option<Word> {
        readable(width)?;
        if width == 1 {
            return Some(self.formula(bit_binary(self.terms, op, a.term, b.term)));
        }
        let both = |reading: &Self, signed| (reading.wrapped(a, width, signed), reading.wrapped(b, width, signed));
        Some(match op {
            BinOp::Add => self.sum(OverflowOp::Add, width, a, b),
            BinOp::Sub => self.sum(OverflowOp::Sub, width, a, b),
            BinOp::Mul => self.sum(OverflowOp::Mul, width, a, b),
            BinOp::UDiv | BinOp::URem => {
                let (a, b) = both(self, false);
                let (quotient, remainder) = self.divided(a, b);
                if op == BinOp::UDiv { quotient } else { remainder }
            }
            BinOp::SDiv | BinOp::SRem => {
                let (a, b) = both(self, true);
                let (quotient, remainder) = self.divided(a, b);
                let result = if op == BinOp::SDiv { quotient } else { remainder };
                self.wrapped(result, width, true)
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr => self.shifted(op, width, a, b),
            BinOp::And | BinOp::Or | BinOp::Xor => self.bitwise(op, width, a, b),
        })
    }

    fn undefined(&mut self, op: BinOp, width: u16, nsw: bool, a: Word, b: Word) -> Option<Word> {
        readable(width)?;
        let t = self.terms;
        if width == 1 {
            return Some(self.formula(bit_undefined(t, op, nsw, a.term, b.term)));
        }
        let too_far = |reading: &Self| {
            let b = reading.wrapped(b, width, false);
            reading.outside(b, (0, i128::from(width) - 1))
        };
        let undefined = match op {
            BinOp::UDiv | BinOp::URem => self.zero(width, b),
            BinOp::SDiv | BinOp::SRem => {
                let (least, minus_one) = (self.number(range(width, true).0), self.number(-1));
                let is_least = self.compare(Predicate::Eq, width, a, least)?.term;
                let is_minus_one = self.compare(Predicate::Eq, width, b, minus_one)?.term;
                t.or([self.zero(width, b), t.and([is_least, is_minus_one])])
            }
            BinOp::Shl if nsw => {
                let a = self.wrapped(a, width, true);
                let by = self.known(b).filter(|by| (0..i128::from(width)).contains(by));
                let lost = match by {
                    Some(by) => self.outside(a, (0, range(width, true).1 >> by)),
                    // Those that stay where they are fit; others may or may not.
                    None => {
                        let stays = t.and([self.zero(width, b), t.le(t.int(0), a.term)]);
                        let fits = t.or([stays, t.eq(a.term, t.int(0))]);
                        let negative = t.lt(a.term, t.int(0));
                        t.or([negative, t.and([t.not(fits), t.fresh_var("k", Sort::Bool)])])
                    }
                };
                t.or([too_far(self), lost])
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr => too_far(self),
            BinOp::Add if nsw => return self.overflows(OverflowOp::Add, true, width, a, b),
            BinOp::Sub if nsw => return self.overflows(OverflowOp::Sub, true, width, a, b),
            BinOp::Mul if nsw => return self.overflows(OverflowOp::Mul, true, width, a, b),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor => t.ff(),
        };
        Some(self.formula(undefined))
    }

    fn overflows(&mut self, op: OverflowOp, signed: bool, width: u16, a: Word, b: Word) -> Option<Word> {
        readable(width)?;
        if width == 1 {
            return Some(self.formula(bit_overflows(self.terms, op, signed, a.term, b.term)));
        }
        let (a, b) = (self.wrapped(a, width, signed), self.wrapped(b, width, signed));
        if op == OverflowOp::Mul && !signed && width > 60 {
            let unknown = self.terms.fresh_var("k", Sort::Bool);
            return Some(self.formula(unknown));
        }
        let exact = self.exact(op, a, b);
        Some(self.formula(self.outside(exact, range(width, signed))))
    }

    fn bit_op(&mut self, op: BitOp, width: u16, a: Word) -> Option<Word> {
        readable(width)?;
        if width == 1 {
            return Some(self.formula(bit_bit_op(self.terms, op, a.term)));
        }
        if let Some(number) = self.known(a) {
            let bits = ir::eval::bits(op, width, truncate(number as u128, width));
            return self.constant(width, bits);
        }
        Some(match op {
            BitOp::PopCount | BitOp::LeadingZeros | BitOp::TrailingZeros => self.chosen(0, i128::from(width)),
            BitOp::Bswap | BitOp::Reverse => {
                let (least, most) = range(width, false);
                self.chosen(least, most)
            }
        })
    }

    fn compare(&mut self, pred: Predicate, width: u16, a: Word, b: Word) -> Option<Word> {
        readable(width)?;
        let t = self.terms;
        if width == 1 {
            return Some(self.formula(bit_compare(t, pred, a.term, b.term)));
        }
        let (a, b) = match pred {
            Predicate::Eq | Predicate::Ne => self.alike(width, a, b),
            Predicate::Ult | Predicate::Ule | Predicate::Ugt | Predicate::Uge => {
                (self.wrapped(a, width, false), self.wrapped(b, width, false))
            }
            Predicate::Slt | Predicate::Sle | Predicate::Sgt | Predicate::Sge => {
                (self.wrapped(a, width, true), self.wrapped(b, width, true))
            }
        };
        let less = |a: Word, b: Word| match () {
            () if a.most < b.least => t.tt(),
            () if b.most <= a.least => t.ff(),
            () => t.lt(a.term, b.term),
        };
        let equal = || if a.most < b.least || b.most < a.least { t.ff() } else { t.eq(a.term, b.term) };
        Some(self.formula(match pred {
            Predicate::Eq => equal(),
            Predicate::Ne => t.not(equal()),
            Predicate::Ult | Predicate::Slt => less(a, b),
            Predicate::Ule | Predicate::Sle => t.not(less(b, a)),
            Predicate::Ugt | Predicate::Sgt => less(b, a),
            Predicate::Uge | Predicate::Sge => t.not(less(a, b)),
        }))
    }

    fn cast(&mut self, op: CastOp, from: u16, to: u16, a: Word) -> Option<Word> {
        readable(from.max(to))?;
        let t = self.terms;
        let signed = extends_sign(op)?;
        Some(match (from, to) {
            _ if from == to => a,
            (1, _) => {
                let set = if signed { -1 } else { 1 };
                let term = t.ite(a.term, t.int(set), t.int(0));
                Word { term, least: set.min(0), most: set.max(0) }
            }
            (_, 1) => {
                let low = self.floor(a, 2).1;
                self.formula(t.eq(low.term, t.int(1)))
            }
            _ if to < from => self.fitted(a, to, a.least < 0),
            _ => self.wrapped(a, from, signed),
        })
    }

    fn select(&mut self, width: u16, cond: Word, a: Word, b: Word) -> Option<Word> {
        readable(width)?;
        if width == 1 {
            return Some(self.formula(self.terms.ite(cond.term, a.term, b.term)));
        }
        if a == b {
            return Some(a);
        }
        let (a, b) = self.alike(width, a, b);
        Some(self.either(cond.term, a, b))
    }

    fn truth(&mut self, word: Word) -> Option<Term> {
        Some(word.term)
    }
}

impl Ranged<'_> {
    fn zero(&self, width: u16, word: Word) -> Term {
        let t = self.terms;
        if word.least >= 0 && word.most < 1 << width || word.least > -(1 << width) && word.most <= 0 {
            return if word.least > 0 || word.most < 0 { t.ff() } else { t.eq(word.term, t.int(0)) };
        }
        t.eq(self.wrapped(word, width, false).term, t.int(0))
    }
}
