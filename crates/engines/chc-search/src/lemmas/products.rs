//! Equations between products of two numbers: `2 * sum == i * (i + 1)`, `area == width * rows`.
//!
//! They are linear in products, so those of states that were seen are found as linear ones are, with a column for each product.

use linear::null_space;
use smt::{Term, Terms, Value};

use super::hull::dot;

/// Among more numbers, there are too many products.
const MOST_NUMBERS: usize = 5;
/// Equations with larger factors are accidents.
const MOST_FACTOR: u128 = 64;

/// What holds of products of the numbers that were seen.
#[derive(Clone, Debug)]
pub struct Products {
    /// Positions among the arguments.
    at: Vec<usize>,
    first: Option<Vec<i128>>,
    /// How other states differ from the first, products included.
    steps: Vec<Vec<i128>>,
    /// Factors of numbers and products, and sum.
    found: Vec<(Vec<i128>, i128)>,
}

impl Products {
    pub fn new(at: &[usize]) -> Products {
        let at = if at.len() > MOST_NUMBERS { Vec::new() } else { at.to_vec() };
        Products { at, first: None, steps: Vec::new(), found: Vec::new() }
    }

    /// One more state. What it breaks is adapted.
    pub fn add(&mut self, state: &[Option<Value>]) {
        let Some(point) = self.point(state) else { return self.forget() };
        let Some(first) = &self.first else {
            self.first = Some(point);
            return self.find();
        };
        if self.found.iter().any(|(factors, sum)| dot(factors, &point) != Some(*sum)) {
            self.steps.push(point.iter().zip(first).map(|(new, old)| new - old).collect());
            self.find();
        }
    }

    /// The numbers, and the product of each with itself and those behind it; `None` where they are too large.
    fn point(&self, state: &[Option<Value>]) -> Option<Vec<i128>> {
        let is_small = |number: &i128| number.unsigned_abs() < 1 << 62;
        let number = |at: &usize| state[*at].and_then(Value::as_int).filter(is_small);
        let numbers: Vec<i128> = self.at.iter().map(number).collect::<Option<_>>()?;
        let products = pairs(numbers.len()).map(|(a, b)| numbers[a] * numbers[b]).collect::<Vec<_>>();
        Some([numbers, products].concat())
    }

    fn find(&mut self) {
        let Some(first) = &self.first else { return };
        let is_small = |factors: &Vec<i128>| factors.iter().all(|factor| factor.unsigned_abs() <= MOST_FACTOR);
        let multiplies = |factors: &Vec<i128>| factors[self.at.len()..].iter().any(|factor| *factor != 0);
        let columns = first.len();
        let found = null_space(self.steps.clone(), columns).unwrap_or_default().into_iter();
        let with_sum = |factors: Vec<i128>| dot(&factors, first).map(|sum| (factors, sum));
        self.found = found.filter(is_small).filter(multiplies).filter_map(with_sum).collect();
    }

    /// Nothing is looked for any more.
    fn forget(&mut self) {
        self.at.clear();
        self.found.clear();
    }

    /// What holds of these arguments.
    pub fn formulas(&self, terms: &Terms, args: &[Term]) -> Vec<Term> {
        let of = |index: usize| args[self.at[index]];
        let formula = |(factors, sum): &(Vec<i128>, i128)| {
            let numbers = (0..self.at.len()).map(of);
            let all = numbers.chain(pairs(self.at.len()).map(|(a, b)| terms.mul(of(a), of(b))));
            let parts = all.zip(factors).filter(|(_, factor)| **factor != 0);
            let total = terms.add(parts.map(|(part, factor)| terms.mul(terms.int(*factor), part)));
            terms.eq(total, terms.int(*sum))
        };
        self.found.iter().map(formula).collect()
    }
}

fn pairs(numbers: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..numbers).flat_map(move |a| (a..numbers).map(move |b| (a, b)))
}

#[cfg(test)]
mod tests {
    use smt::Sort;

    use super::*;

    #[test]
    fn sums_of_what_is_counted_are_seen() {
        let terms = Terms::new();
        let args = ["i", "sum"].map(|name| terms.var(name, Sort::Int));
        let mut products = Products::new(&[0, 1]);
        for i in 0..8 {
            products.add(&[i, i * (i - 1) / 2].map(|number| Some(Value::Int(number))));
        }
        let formula = terms.and(products.formulas(&terms, &args));
        let holds = |point: [i128; 2]| {
            let assignment = args.into_iter().zip(point.map(Value::Int)).collect();
            terms.eval(formula, &assignment) == Some(Value::Bool(true))
        };
        assert!(holds([100, 4950]) && holds([-3, 6]));
        assert!(!holds([100, 4951]) && !holds([7, 20]));
    }
}
