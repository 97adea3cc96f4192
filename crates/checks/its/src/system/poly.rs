//! Polynomials with integer coefficients.
//!
//! Arithmetic is exact and partial: a coefficient that leaves 128 bits makes the operation give `None`, and whoever
//! asked tries something else. Nothing wraps.

use serde::{Deserialize, Serialize};

use std::fmt;

/// A variable of a transition: a program variable, or one of the transition's own (see [`super::Transition`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IntVar(pub u32);

impl IntVar {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A product of variables, with repetition, in ascending order; empty for the constant.
pub type Monomial = Vec<IntVar>;

/// Highest degree that is computed with.
const HIGHEST_DEGREE: usize = 8;

/// A sum of monomials. Canonical: sorted, no zero coefficients; equal polynomials are equal values.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Vec<(Monomial, i128)>", try_from = "Vec<(Monomial, i128)>")]
pub struct Poly {
    terms: Vec<(Monomial, i128)>,
}

impl From<Poly> for Vec<(Monomial, i128)> {
    fn from(poly: Poly) -> Self {
        poly.terms
    }
}

impl TryFrom<Vec<(Monomial, i128)>> for Poly {
    type Error = String;

    /// Refuses what is not canonical: two ways to write one polynomial would be two polynomials.
    fn try_from(terms: Vec<(Monomial, i128)>) -> Result<Poly, String> {
        let sorted = terms.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let monomials = terms.iter().all(|(monomial, _)| monomial.is_sorted() && monomial.len() <= HIGHEST_DEGREE);
        if sorted && monomials && terms.iter().all(|(_, coefficient)| *coefficient != 0) {
            Ok(Poly { terms })
        } else {
            Err("a polynomial is not in its canonical form".to_string())
        }
    }
}

impl Poly {
    pub fn zero() -> Poly {
        Poly::default()
    }

    pub fn constant(value: i128) -> Poly {
        if value == 0 { Poly::zero() } else { Poly { terms: vec![(Vec::new(), value)] } }
    }

    pub fn var(var: IntVar) -> Poly {
        Poly { terms: vec![(vec![var], 1)] }
    }

    /// Σ coefficient·variable + constant.
    pub fn linear(coefficients: impl IntoIterator<Item = (IntVar, i128)>, constant: i128) -> Option<Poly> {
        let mut sum = Poly::constant(constant);
        for (var, coefficient) in coefficients {
            sum = sum.add(&Poly::var(var).scale(coefficient)?)?;
        }
        Some(sum)
    }

    pub fn terms(&self) -> &[(Monomial, i128)] {
        &self.terms
    }

    pub fn add(&self, other: &Poly) -> Option<Poly> {
        self.combine(other, 1)
    }

    pub fn sub(&self, other: &Poly) -> Option<Poly> {
        self.combine(other, -1)
    }

    /// self + factor·other, by merging.
    pub fn combine(&self, other: &Poly, factor: i128) -> Option<Poly> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (a.peek(), b.peek()) {
                (None, None) => return Some(Poly { terms }),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (Some(x), Some(y)) => x.0.cmp(&y.0),
            };
            let x = if order.is_le() { a.next() } else { None };
            let y = if order.is_ge() { b.next() } else { None };
            let scaled = y.map_or(Some(0), |(_, c)| c.checked_mul(factor))?;
            let coefficient = x.map_or(0, |(_, c)| *c).checked_add(scaled)?;
            if coefficient != 0 {
                let (monomial, _) = x.or(y).expect("invariant: one of them is there");
                terms.push((monomial.clone(), coefficient));
            }
        }
    }

    pub fn neg(&self) -> Option<Poly> {
        self.scale(-1)
    }

    pub fn scale(&self, factor: i128) -> Option<Poly> {
        if factor == 0 {
            return Some(Poly::zero());
        }
        let scaled = self.terms.iter().map(|(monomial, c)| Some((monomial.clone(), c.checked_mul(factor)?)));
        Some(Poly { terms: scaled.collect::<Option<_>>()? })
    }

    pub fn mul(&self, other: &Poly) -> Option<Poly> {
        let mut sum = Poly::zero();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                let mut monomial = [left.as_slice(), right.as_slice()].concat();
                if monomial.len() > HIGHEST_DEGREE {
                    return None;
                }
                monomial.sort_unstable();
                sum = sum.add(&Poly { terms: vec![(monomial, a.checked_mul(*b)?)] })?;
            }
        }
        Some(sum)
    }

    /// Every variable replaced by a polynomial; `None` leaves it as it is.
    pub fn substitute(&self, of: &dyn Fn(IntVar) -> Option<Poly>) -> Option<Poly> {
        let mut sum = Poly::zero();
        for (monomial, coefficient) in &self.terms {
            let mut product = Poly::constant(*coefficient);
            for var in monomial {
                product = product.mul(&of(*var).unwrap_or_else(|| Poly::var(*var)))?;
            }
            sum = sum.add(&product)?;
        }
        Some(sum)
    }

    pub fn eval(&self, of: &dyn Fn(IntVar) -> i128) -> Option<i128> {
        self.terms.iter().try_fold(0_i128, |sum, (monomial, coefficient)| {
            let product = monomial.iter().try_fold(*coefficient, |product, var| product.checked_mul(of(*var)))?;
            sum.checked_add(product)
        })
    }

    pub fn degree(&self) -> usize {
        self.terms.iter().map(|(monomial, _)| monomial.len()).max().unwrap_or(0)
    }

    pub fn is_linear(&self) -> bool {
        self.degree() <= 1
    }

    pub fn as_constant(&self) -> Option<i128> {
        match self.terms.as_slice() {
            [] => Some(0),
            [(monomial, value)] if monomial.is_empty() => Some(*value),
            _ => None,
        }
    }

    pub fn constant_term(&self) -> i128 {
        self.terms.first().filter(|(monomial, _)| monomial.is_empty()).map_or(0, |(_, value)| *value)
    }

    /// The coefficient of the variable by itself.
    pub fn coefficient(&self, var: IntVar) -> i128 {
        let at = self.terms.binary_search_by(|(monomial, _)| monomial.as_slice().cmp(&[var]));
        at.map_or(0, |at| self.terms[at].1)
    }

    /// Does the variable occur, in any power?
    pub fn mentions(&self, var: IntVar) -> bool {
        self.terms.iter().any(|(monomial, _)| monomial.contains(&var))
    }

    /// Occurring variables, in ascending order.
    pub fn vars(&self) -> Vec<IntVar> {
        let mut vars: Vec<IntVar> = self.terms.iter().flat_map(|(monomial, _)| monomial.iter().copied()).collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// The greatest common divisor of all coefficients but the constant's; 0 when there are none.
    pub fn content(&self) -> u128 {
        let others = self.terms.iter().filter(|(monomial, _)| !monomial.is_empty());
        others.fold(0, |divisor, (_, coefficient)| gcd(divisor, coefficient.unsigned_abs()))
    }

    /// Divides every coefficient but the constant's, and the constant downwards.
    pub fn divide_floor(&self, divisor: i128) -> Poly {
        let divided = self.terms.iter().map(|(monomial, c)| (monomial.clone(), c.div_euclid(divisor)));
        Poly { terms: divided.filter(|(_, c)| *c != 0).collect() }
    }

    /// Without its constant.
    pub fn homogeneous(&self) -> Option<Poly> {
        self.sub(&Poly::constant(self.constant_term()))
    }

    /// With names for its variables.
    pub fn show<'a>(&'a self, name: &'a dyn Fn(IntVar) -> String) -> impl fmt::Display + 'a {
        Shown { poly: self, name }
    }
}

struct Shown<'a> {
    poly: &'a Poly,
    name: &'a dyn Fn(IntVar) -> String,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.poly.terms.is_empty() {
            return f.write_str("0");
        }
        // The constant reads best at the end.
        let (constants, others): (Vec<_>, Vec<_>) = self.poly.terms.iter().partition(|(m, _)| m.is_empty());
        for (index, (monomial, coefficient)) in others.into_iter().chain(constants).enumerate() {
            let sign = match (index, *coefficient < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            f.write_str(sign)?;
            let size = coefficient.unsigned_abs();
            let names: Vec<String> = monomial.iter().map(|var| (self.name)(*var)).collect();
            match (names.is_empty(), size) {
                (true, _) => write!(f, "{size}")?,
                (false, 1) => write!(f, "{}", names.join("·"))?,
                (false, _) => write!(f, "{size}·{}", names.join("·"))?,
            }
        }
        Ok(())
    }
}

pub fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn poly() -> impl Strategy<Value = Poly> {
        let monomial = prop::collection::vec((0_u32..3).prop_map(IntVar), 0..3);
        prop::collection::vec((monomial, -9_i128..9), 0..5).prop_map(|terms| {
            terms.into_iter().fold(Poly::zero(), |sum, (monomial, coefficient)| {
                let product = monomial.into_iter().fold(Poly::constant(coefficient), |product, var| {
                    product.mul(&Poly::var(var)).expect("a small degree")
                });
                sum.add(&product).expect("small numbers")
            })
        })
    }

    proptest! {
        #[test]
        fn arithmetic_is_that_of_values(a in poly(), b in poly(), at in prop::array::uniform3(-9_i128..9)) {
            let of = |var: IntVar| at[var.index()];
            let (x, y) = (a.eval(&of).expect("small"), b.eval(&of).expect("small"));
            prop_assert_eq!(a.add(&b).and_then(|sum| sum.eval(&of)), Some(x + y));
            prop_assert_eq!(a.sub(&b).and_then(|difference| difference.eval(&of)), Some(x - y));
            prop_assert_eq!(a.mul(&b).and_then(|product| product.eval(&of)), Some(x * y));
            let replaced = a.substitute(&|var| (var == IntVar(0)).then(|| b.clone()));
            if let Some(replaced) = replaced {
                let direct = a.eval(&|var| if var == IntVar(0) { y } else { at[var.index()] });
                prop_assert_eq!(replaced.eval(&of), direct);
            }
            prop_assert_eq!(a.sub(&a), Some(Poly::zero()));
        }
    }

    #[test]
    fn nothing_wraps() {
        let huge = Poly::constant(i128::MAX);
        assert_eq!(huge.add(&Poly::constant(1)), None);
        assert_eq!(huge.scale(2), None);
        assert_eq!(Poly::constant(i128::MIN).neg(), None);
    }

    #[test]
    fn people_can_read_it() {
        let name = |var: IntVar| ["x", "y"][var.index()].to_string();
        let poly = Poly::linear([(IntVar(0), 1), (IntVar(1), -2)], -3).expect("small");
        assert_eq!(poly.show(&name).to_string(), "x - 2·y - 3");
        assert_eq!(Poly::zero().show(&name).to_string(), "0");
        assert_eq!(Poly::var(IntVar(0)).mul(&Poly::var(IntVar(0))).expect("small").show(&name).to_string(), "x·x");
    }
}
