//! What sums of multiples of numbers are modulo a power of two: the least of these that hold of some states.
//!
//! Where numbers wrap around, equations hold modulo the size of the machine's words, and no others do. The affine hull of the states modulo
//! 2^64 is kept: since words of 32 bits wrap around by 2^32, equations that are none of 64 bits become some of 32 by themselves.

use linear::congruence::{Congruence, congruences, low};
use smt::{BvOp, Term, Terms, Value};

/// Among more numbers, they are not looked for.
const MOST_NUMBERS: usize = 24;
/// Larger factors are accidents, or make questions hard.
const MOST_FACTOR: i128 = 64;

/// Of numbers, or of bit-vectors of one width.
#[derive(Clone, Debug)]
pub struct Congruences {
    /// Positions among the arguments.
    at: Vec<usize>,
    /// Of numbers 64.
    width: u32,
    are_bits: bool,
    first: Option<Vec<u64>>,
    /// How other states differ from the first: none is a sum of multiples of the others.
    steps: Vec<Vec<u64>>,
    /// Each with what it gives for the first state.
    found: Vec<(u64, Congruence)>,
}

impl Congruences {
    pub fn of_numbers(at: &[usize]) -> Congruences {
        Congruences::new(at.to_vec(), u64::BITS, false)
    }

    /// Of bit-vectors of at most 64 bits.
    pub fn of_bits(at: Vec<usize>, width: u32) -> Congruences {
        Congruences::new(at, width, true)
    }

    fn new(at: Vec<usize>, width: u32, are_bits: bool) -> Congruences {
        let at = if at.len() > MOST_NUMBERS { Vec::new() } else { at };
        Congruences { at, width, are_bits, first: None, steps: Vec::new(), found: Vec::new() }
    }

    /// One more state. What it breaks is adapted, or given up.
    pub fn add(&mut self, state: &[Option<Value>], adapts: bool) {
        let point: Option<Vec<u64>> = self.at.iter().map(|at| state[*at].and_then(word)).collect();
        let Some(point) = point else { return self.forget() };
        let Some(first) = &self.first else {
            self.first = Some(point);
            return self.find();
        };
        let step: Vec<u64> = point.iter().zip(first).map(|(new, old)| new.wrapping_sub(*old)).collect();
        if self.found.iter().any(|(_, congruence)| low(dot(&congruence.factors, &step), congruence.bits) != 0) {
            if !adapts {
                return self.forget();
            }
            self.steps.push(step);
            self.find();
        }
    }

    fn find(&mut self) {
        let Some(first) = &self.first else { return };
        let found = congruences(self.steps.clone(), self.at.len(), self.width);
        let with_sum = |found: Congruence| (low(dot(&found.factors, first), found.bits), found);
        self.found = found.into_iter().map(with_sum).collect();
    }

    /// Nothing is looked for any more.
    fn forget(&mut self) {
        self.at.clear();
        self.found.clear();
    }

    /// What holds of these arguments; of numbers, besides so many equations of all 64 bits, which hold of them without a modulus.
    pub fn formulas(&self, terms: &Terms, args: &[Term], equations: usize) -> Vec<Term> {
        let is_whole = |congruence: &Congruence| !self.are_bits && congruence.bits == u64::BITS;
        let whole = self.found.iter().filter(|(_, congruence)| is_whole(congruence)).count();
        let new = self.found.iter().filter(|(_, congruence)| !is_whole(congruence) || whole > equations);
        new.filter_map(|(sum, congruence)| self.formula(terms, args, congruence, *sum)).collect()
    }

    fn formula(&self, terms: &Terms, args: &[Term], congruence: &Congruence, sum: u64) -> Option<Term> {
        // With fewer bits factors get smaller.
        let with = |bits: u32| congruence.factors.iter().map(move |factor| signed(low(*factor, bits), bits));
        let is_small = |bits: &u32| with(*bits).all(|factor| factor.abs() <= MOST_FACTOR);
        let bits = (1..=congruence.bits).rev().find(is_small)?;
        let (factors, sum) = (with(bits), low(sum, bits));
        let of = self.at.iter().map(|at| args[*at]).zip(factors).filter(|(_, factor)| *factor != 0);
        if self.are_bits {
            let part = |arg: Term| terms.extract(bits - 1, 0, arg);
            let products = of.map(|(arg, factor)| terms.bv_bin(BvOp::Mul, terms.bv_signed(bits, factor), part(arg)));
            let total = products.reduce(|a, b| terms.bv_bin(BvOp::Add, a, b))?;
            return Some(terms.eq(total, terms.bv(bits, u128::from(sum))));
        }
        let total = terms.add(of.map(|(arg, factor)| terms.mul(terms.int(factor), arg)));
        Some(terms.eq(terms.modulo(total, terms.int(1i128 << bits)), terms.int(i128::from(sum))))
    }
}

/// Modulo 2^64.
fn word(value: Value) -> Option<u64> {
    match value {
        Value::Int(number) => Some(number as u64),
        Value::Bv { value, .. } => u64::try_from(value).ok(),
        Value::Bool(_) => None,
    }
}

fn dot(factors: &[u64], point: &[u64]) -> u64 {
    factors.iter().zip(point).fold(0, |sum: u64, (factor, number)| sum.wrapping_add(factor.wrapping_mul(*number)))
}

/// The number of so many bits that is nearest to zero.
fn signed(number: u64, bits: u32) -> i128 {
    let number = i128::from(number);
    if number >= 1 << (bits - 1) { number - (1i128 << bits) } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt::{Scalar, Sort};

    #[test]
    fn sums_that_wrap_around_are_seen() {
        let terms = Terms::new();
        let args = ["x", "y"].map(|name| terms.var(name, Sort::Int));
        let mut congruences = Congruences::of_numbers(&[0, 1]);
        let holds = |congruences: &Congruences, point: [i128; 2]| {
            let assignment = args.into_iter().zip(point.map(Value::Int)).collect();
            let formula = terms.and(congruences.formulas(&terms, &args, 1));
            terms.eval(formula, &assignment) == Some(Value::Bool(true))
        };
        // The second is twice the first, in 32 bits.
        for point in [[0, 0], [1, 2], [1 << 31, 0], [(1 << 31) + 1, 2]] {
            congruences.add(&point.map(|number| Some(Value::Int(number))), true);
        }
        assert!(holds(&congruences, [(1 << 31) + 5, 10]) && holds(&congruences, [-1, (1 << 32) - 2]));
        assert!(!holds(&congruences, [5, 11]));
    }

    #[test]
    fn low_bits_of_vectors_are_seen() {
        let terms = Terms::new();
        let sort = Sort::from(Scalar::BitVec(8));
        let args = [terms.var("x", sort)];
        let mut congruences = Congruences::of_bits(vec![0], 8);
        let state = |value: u128| Value::Bv { width: 8, value };
        congruences.add(&[Some(state(1))], true);
        congruences.add(&[Some(state(5))], true);
        let formula = terms.and(congruences.formulas(&terms, &args, 0));
        let holds = |value: u128| terms.eval(formula, &[(args[0], state(value))].into_iter().collect());
        assert_eq!(
            [holds(253), holds(9), holds(3), holds(4)].map(|holds| holds == Some(Value::Bool(true))),
            [true, true, false, false]
        );
    }
}
