//! The least formula of a family that holds of some states.

use std::collections::BTreeSet;

use linear::{gcd, null_space};
use smt::{Scalar, Sort, Term, Terms, Value};

use super::congruences::Congruences;
use super::products::Products;

/// How often a bound is raised to what was seen; until when to the next number of the program, and until when to one twice as large;
/// then it is given up.
const PATIENCE: u32 = 2;
const NEXT: u32 = 4;
const FURTHER: u32 = 7;
/// Equations with larger factors are accidents.
const MOST_FACTOR: i128 = 64;
/// Numbers among which equations are looked for.
const MOST_NUMBERS: usize = 40;
const MOST_MODULUS: i128 = 64;
/// Bounds of one relation that are made tighter.
const MOST_LOOSE: usize = 16;

/// What holds of the states of a relation that were seen.
#[derive(Clone, Debug)]
pub struct Hull {
    /// Positions of integers among the arguments.
    numbers: Vec<usize>,
    /// Positions of truth values and bit-vectors, with the only value that was seen.
    others: Vec<(usize, Option<Value>)>,
    /// The first state that was seen, and how others differ from it: independent of each other.
    first: Option<Vec<i128>>,
    steps: Vec<Vec<i128>>,
    /// Factors and sum.
    equations: Vec<(Vec<i128>, i128)>,
    /// Of each number, the first one that was always equal to it. Among many numbers, equations with small factors are hard to find.
    equal: Vec<usize>,
    bounds: Vec<Bound>,
    /// Of each number, what all its values differ by a multiple of.
    moduli: Vec<i128>,
    /// Of numbers, and of bit-vectors of each width.
    congruences: Vec<Congruences>,
    /// Of numbers, where they are looked for.
    products: Option<Products>,
    adapts: bool,
}

/// A sum of one or two numbers, each with its sign, is at most this.
#[derive(Clone, Debug)]
struct Bound {
    form: Vec<(usize, i128)>,
    most: Option<i128>,
    raised: u32,
}

/// Of the numbers, and of the bit-vectors of each width.
fn congruences(sorts: &[Sort], numbers: &[usize]) -> Vec<Congruences> {
    let bits = |sort: &Sort| match sort {
        Sort::BitVec(width) if *width <= u64::BITS => Some(*width),
        Sort::Bool | Sort::Int | Sort::BitVec(_) | Sort::Array { .. } => None,
    };
    let widths: BTreeSet<u32> = sorts.iter().filter_map(bits).collect();
    let of_width = |width: u32| {
        let at = sorts.iter().enumerate().filter(|(_, sort)| bits(sort) == Some(width));
        Congruences::of_bits(at.map(|(at, _)| at).collect(), width)
    };
    [Congruences::of_numbers(numbers)].into_iter().chain(widths.into_iter().map(of_width)).collect()
}

/// Positions of the integers among arguments.
pub fn numbers(sorts: &[Sort]) -> Vec<usize> {
    let is_number = |sort: &Sort| sort.as_scalar() == Some(Scalar::Int);
    sorts.iter().enumerate().filter(|(_, sort)| is_number(sort)).map(|(at, _)| at).collect()
}

impl Hull {
    /// Of no state. Pairs are of positions among the arguments.
    pub fn new(sorts: &[Sort], pairs: &[(usize, usize)]) -> Hull {
        let numbers = numbers(sorts);
        let is_other = |at: &usize| sorts[*at].as_scalar().is_some() && !numbers.contains(at);
        let others = (0..sorts.len()).filter(is_other).map(|at| (at, None)).collect();
        let index = |at: usize| numbers.iter().position(|number| *number == at);
        let mut forms: Vec<Vec<(usize, i128)>> = Vec::new();
        for number in 0..numbers.len() {
            forms.extend([vec![(number, 1)], vec![(number, -1)]]);
        }
        for (first, second) in pairs {
            if let (Some(first), Some(second)) = (index(*first), index(*second)) {
                for (a, b) in [(1, -1), (-1, 1), (1, 1), (-1, -1)] {
                    forms.push(vec![(first, a), (second, b)]);
                }
            }
        }
        let bounds = forms.into_iter().map(|form| Bound { form, most: None, raised: 0 }).collect();
        let moduli = vec![0; numbers.len()];
        let congruences = congruences(sorts, &numbers);
        let equal = (0..numbers.len()).collect();
        Hull {
            numbers,
            others,
            first: None,
            steps: Vec::new(),
            equations: Vec::new(),
            equal,
            bounds,
            moduli,
            congruences,
            products: None,
            adapts: true,
        }
    }

    /// Of no state; looks for nothing but equations of products.
    pub fn of_products(sorts: &[Sort]) -> Hull {
        let products = Products::new(&numbers(sorts));
        Hull { products: Some(products), first: None, ..Hull::top(sorts) }
    }

    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// All states are possible: nothing holds.
    pub fn top(sorts: &[Sort]) -> Hull {
        let mut hull = Hull::new(sorts, &[]);
        hull.first = Some(Vec::new());
        hull.numbers.clear();
        hull.equal.clear();
        hull.others.clear();
        hull.bounds.clear();
        hull.moduli.clear();
        hull.congruences.clear();
        hull
    }

    /// Nothing that the state breaks is kept, rather than adapted: an end of the search is near.
    pub fn weaken(&mut self, state: &[Option<Value>]) -> Option<()> {
        for bound in &mut self.bounds {
            bound.raised = FURTHER;
        }
        self.adapts = false;
        self.add(state, &[])
    }

    /// One more state; `None` for values that are too large to be told.
    pub fn add(&mut self, state: &[Option<Value>], thresholds: &[i128]) -> Option<()> {
        let number = |at: &usize| state[*at].and_then(Value::as_int).filter(|number| number.unsigned_abs() < 1 << 100);
        let point: Vec<i128> = self.numbers.iter().map(number).collect::<Option<_>>()?;
        self.congruences.iter_mut().for_each(|congruences| congruences.add(state, self.adapts));
        if let Some(products) = &mut self.products {
            products.add(state);
        }
        let Some(first) = &self.first else {
            self.others.iter_mut().for_each(|(at, only)| *only = state[*at]);
            self.others.retain(|(_, only)| only.is_some());
            for bound in &mut self.bounds {
                bound.most = Some(value(&bound.form, &point));
            }
            let first_equal = |number: &i128| point.iter().position(|other| other == number);
            self.equal = point.iter().filter_map(first_equal).collect();
            self.first = Some(point);
            self.find_equations();
            return Some(());
        };
        self.others.retain(|(at, only)| state[*at] == *only);
        let step: Vec<i128> = point.iter().zip(first).map(|(new, old)| new - old).collect();
        for (modulus, by) in self.moduli.iter_mut().zip(&step) {
            *modulus = gcd(*modulus, *by);
        }
        for bound in &mut self.bounds {
            let seen = value(&bound.form, &point);
            if bound.most.is_some_and(|most| most < seen) {
                bound.raise(seen, thresholds);
            }
        }
        let first = first.clone();
        self.part_equal(&point);
        let holds = |(factors, sum): &(Vec<i128>, i128)| dot(factors, &point) == Some(*sum);
        if !self.equations.iter().all(holds) {
            self.steps.push(point.iter().zip(&first).map(|(new, old)| new - old).collect());
            self.find_equations();
        }
        Some(())
    }

    /// Arguments whose bounds are not what was seen: the number of each bound, and what it is of.
    pub fn loose(&self) -> Vec<(usize, Vec<(usize, i128)>)> {
        self.alone(|bound| bound.raised > PATIENCE)
    }

    /// Arguments whose bounds a state breaks that are not given up.
    pub fn broken(&self, state: &[Option<Value>]) -> Vec<(usize, Vec<(usize, i128)>)> {
        let number = |at: usize| state[self.numbers[at]].and_then(Value::as_int);
        self.alone(|bound| {
            let seen = bound.form.first().and_then(|(index, sign)| Some(number(*index)? * sign));
            bound.raised < FURTHER && bound.most.zip(seen).is_some_and(|(most, seen)| most < seen)
        })
    }

    /// Bounds of single arguments.
    fn alone(&self, is_wanted: impl Fn(&Bound) -> bool) -> Vec<(usize, Vec<(usize, i128)>)> {
        let of = |bound: &Bound| bound.form.iter().map(|(index, sign)| (self.numbers[*index], *sign)).collect();
        let bounds = self.bounds.iter().enumerate().filter(|(_, bound)| bound.form.len() == 1 && is_wanted(bound));
        bounds.map(|(at, bound)| (at, of(bound))).take(MOST_LOOSE).collect()
    }

    /// Says what a bound is.
    pub fn set(&mut self, bound: usize, most: i128) {
        self.bounds[bound].most = Some(most);
    }

    /// A bound that holds is the new one if it is less; is it?
    pub fn tighten(&mut self, bound: usize, most: i128) -> bool {
        let bound = &mut self.bounds[bound];
        let is_less = bound.most.is_none_or(|before| most < before);
        if is_less {
            bound.most = Some(most);
        }
        is_less
    }

    /// Numbers that were equal stay together only if they still are.
    fn part_equal(&mut self, point: &[i128]) {
        let before = self.equal.clone();
        let is_same = |a: usize, b: usize| before[a] == before[b] && point[a] == point[b];
        let first_equal = |number: usize| (0..number).find(|other| is_same(*other, number)).unwrap_or(number);
        self.equal = (0..before.len()).map(first_equal).collect();
    }

    fn find_equations(&mut self) {
        self.equations.clear();
        let columns = self.numbers.len();
        let Some(first) = &self.first else { return };
        if columns > MOST_NUMBERS || !self.adapts {
            return;
        }
        for factors in null_space(self.steps.clone(), columns).unwrap_or_default() {
            let is_small = factors.iter().all(|factor| factor.unsigned_abs() <= MOST_FACTOR.unsigned_abs());
            if let Some(sum) = dot(&factors, first).filter(|_| is_small) {
                self.equations.push((factors, sum));
            }
        }
    }

    /// What holds, of these arguments.
    pub fn formula(&self, terms: &Terms, args: &[Term]) -> Term {
        let Some(first) = &self.first else { return terms.ff() };
        let sum = |form: &[(usize, i128)]| self.sum(terms, args, form);
        let mut parts = Vec::new();
        for (at, only) in &self.others {
            parts.extend(only.map(|only| terms.eq(args[*at], terms.value(only))));
        }
        for (factors, total) in &self.equations {
            let form: Vec<(usize, i128)> = factors.iter().copied().enumerate().filter(|(_, by)| *by != 0).collect();
            parts.push(terms.eq(sum(&form), terms.int(*total)));
        }
        let args_of = |number: usize| args[self.numbers[number]];
        for (number, other) in self.equal.iter().enumerate() {
            parts.push(terms.eq(args_of(number), args_of(*other)));
        }
        for bound in self.bounds.iter().filter(|bound| !self.is_implied(bound)) {
            parts.extend(bound.most.map(|most| terms.le(sum(&bound.form), terms.int(most))));
        }
        for (index, modulus) in self.moduli.iter().enumerate() {
            if (2..=MOST_MODULUS).contains(modulus) {
                let modulus = terms.int(*modulus);
                let rest = terms.modulo(terms.int(first[index]), modulus);
                parts.push(terms.eq(terms.modulo(args[self.numbers[index]], modulus), rest));
            }
        }
        let congruences = self.congruences.iter();
        parts.extend(congruences.flat_map(|congruences| congruences.formulas(terms, args, self.equations.len())));
        parts.extend(self.products.iter().flat_map(|products| products.formulas(terms, args)));
        terms.and(parts)
    }

    fn sum(&self, terms: &Terms, args: &[Term], form: &[(usize, i128)]) -> Term {
        terms.add(form.iter().map(|(index, factor)| terms.mul(terms.int(*factor), args[self.numbers[*index]])))
    }

    /// A bound of two numbers follows from bounds of each; one that never changes has an equation.
    fn is_implied(&self, bound: &Bound) -> bool {
        let alone = |index: usize, sign: i128| {
            let found = self.bounds.iter().find(|other| other.form == [(index, sign)]);
            found.and_then(|other| other.most)
        };
        match (bound.form.as_slice(), bound.most) {
            ([(a, sign_a), (b, sign_b)], Some(most)) => {
                alone(*a, *sign_a).zip(alone(*b, *sign_b)).is_some_and(|(a, b)| a + b <= most)
            }
            ([(only, _)], Some(_)) => {
                let is_fixed = |(factors, _): &(Vec<i128>, i128)| {
                    factors.iter().enumerate().all(|(at, factor)| (at == *only) == (*factor != 0))
                };
                self.equations.iter().any(is_fixed)
            }
            (_, None) => true,
            (_, Some(_)) => false,
        }
    }
}

impl Bound {
    fn raise(&mut self, seen: i128, thresholds: &[i128]) {
        self.raised += 1;
        // Sorted; the next one may be none.
        let above = &thresholds[thresholds.partition_point(|threshold| *threshold < seen)..];
        // From small numbers to large ones it is not far.
        let further = || above.iter().find(|threshold| **threshold >= seen.saturating_mul(2)).or(above.last());
        self.most = if self.raised <= PATIENCE {
            Some(seen).filter(|_| !above.is_empty())
        } else if self.raised <= NEXT {
            above.first().copied()
        } else if self.raised <= FURTHER {
            further().copied()
        } else {
            None
        };
    }
}

fn value(form: &[(usize, i128)], point: &[i128]) -> i128 {
    form.iter().map(|(index, sign)| sign * point[*index]).sum()
}

/// The sum of so many times each number; `None` where it is too large.
pub fn dot(factors: &[i128], point: &[i128]) -> Option<i128> {
    let mut sum = 0i128;
    for (factor, number) in factors.iter().zip(point) {
        sum = sum.checked_add(factor.checked_mul(*number)?)?;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(states: &[[i128; 2]]) -> (Terms, Term) {
        let terms = Terms::new();
        let sorts = [Sort::from(Scalar::Int); 2];
        let mut hull = Hull::new(&sorts, &[(0, 1)]);
        for state in states {
            hull.add(&state.map(|number| Some(Value::Int(number))), &[-1, 0, 1, 100]).expect("small");
        }
        let args = [terms.var("x", sorts[0]), terms.var("y", sorts[1])];
        let formula = hull.formula(&terms, &args);
        (terms, formula)
    }

    fn holds(states: &[[i128; 2]], of: [i128; 2]) -> bool {
        let (terms, formula) = seen(states);
        let int = Sort::from(Scalar::Int);
        let assignment = [("x", of[0]), ("y", of[1])].map(|(name, value)| (terms.var(name, int), Value::Int(value)));
        terms.eval(formula, &assignment.into_iter().collect()) == Some(Value::Bool(true))
    }

    #[test]
    fn what_was_seen_is_inside() {
        let states = [[0, 5], [2, 9], [4, 13], [6, 17]];
        assert!(states.iter().all(|state| holds(&states, *state)));
        assert!(holds(&states, [8, 21]), "x stays below 100");
        assert!(!holds(&states, [8, 22]), "y is 2x + 5");
        assert!(!holds(&states, [7, 19]), "x is even");
        assert!(!holds(&states, [-2, 1]));
    }

    #[test]
    fn equal_numbers_stay_equal_until_they_differ() {
        let equal = [[1, 1], [5, 5], [-70, -70]];
        assert!(holds(&equal, [3, 3]) && !holds(&equal, [3, 4]));
        assert!(holds(&[[1, 1], [5, 5], [70, -69], [-70, 70]], [3, 4]));
    }

    #[test]
    fn nothing_was_seen() {
        assert!(!holds(&[], [0, 0]));
    }
}
