//! Sums of integer variables with integer coefficients.
//!
//! Arithmetic is exact and partial: a number that leaves `i128` makes the operation give `None`. Nothing wraps.

use std::fmt;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A number that a state does not fix.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Var(pub u32);

type Terms = SmallVec<[(Var, i128); 3]>;

/// Σ coefficient·variable + constant.
///
/// Canonical: variables strictly ascend and no coefficient is zero, so equal sums are equal values.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Linear {
    terms: Terms,
    constant: i128,
}

/// By hand, because terms are copied as one piece of memory so, and cloning sums is where the time goes.
impl Clone for Linear {
    fn clone(&self) -> Linear {
        Linear { terms: Terms::from_slice(&self.terms), constant: self.constant }
    }
}

impl Linear {
    pub fn constant(value: i128) -> Linear {
        Linear { terms: Terms::new(), constant: value }
    }

    pub fn var(var: Var) -> Linear {
        Linear { terms: Terms::from_iter([(var, 1)]), constant: 0 }
    }

    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The variable that this is, once and without anything added.
    pub fn as_var(&self) -> Option<Var> {
        match (self.terms.as_slice(), self.constant) {
            ([(var, 1)], 0) => Some(*var),
            _ => None,
        }
    }

    /// In ascending order of the variables; no coefficient is zero.
    pub fn terms(&self) -> &[(Var, i128)] {
        &self.terms
    }

    pub fn constant_term(&self) -> i128 {
        self.constant
    }

    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.terms.iter().map(|(var, _)| *var)
    }

    /// Zero for variables that do not occur.
    pub fn coefficient(&self, var: Var) -> i128 {
        self.terms.iter().find(|(own, _)| *own == var).map_or(0, |(_, coefficient)| *coefficient)
    }

    pub fn mentions(&self, var: Var) -> bool {
        self.vars().any(|own| own == var)
    }

    pub fn add(&self, other: &Linear) -> Option<Linear> {
        self.combine(other, 1)
    }

    pub fn sub(&self, other: &Linear) -> Option<Linear> {
        self.combine(other, -1)
    }

    pub fn neg(&self) -> Option<Linear> {
        self.scale(-1)
    }

    pub fn scale(&self, factor: i128) -> Option<Linear> {
        if factor == 0 {
            return Some(Linear::default());
        }
        let mut scaled = self.clone();
        for (_, coefficient) in &mut scaled.terms {
            *coefficient = coefficient.checked_mul(factor)?;
        }
        scaled.constant = scaled.constant.checked_mul(factor)?;
        Some(scaled)
    }

    /// The form of which this is so many times as much, if there is one.
    pub fn divide(&self, divisor: i128) -> Option<Linear> {
        let part = |number: i128| (number.checked_rem(divisor)? == 0).then(|| number.checked_div(divisor)).flatten();
        let mut divided = self.clone();
        for (_, coefficient) in &mut divided.terms {
            *coefficient = part(*coefficient)?;
        }
        divided.constant = part(divided.constant)?;
        Some(divided)
    }

    pub fn add_constant(&self, value: i128) -> Option<Linear> {
        Some(Linear { terms: Terms::from_slice(&self.terms), constant: self.constant.checked_add(value)? })
    }

    /// self + factor·other, by merging.
    pub fn combine(&self, other: &Linear, factor: i128) -> Option<Linear> {
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        if self.terms.is_empty() && factor == 1 {
            return Some(Linear { terms: Terms::from_slice(&other.terms), constant });
        }
        let mut terms = Terms::new();
        let (mut left, mut right) = (self.terms.as_slice(), other.terms.as_slice());
        loop {
            let (var, coefficient) = match (left, right) {
                ([], []) => return Some(Linear { terms, constant }),
                ([a, rest @ ..], [b, ..]) if a.0 < b.0 => {
                    left = rest;
                    *a
                }
                ([a, rest @ ..], []) => {
                    left = rest;
                    *a
                }
                ([a, more @ ..], [b, rest @ ..]) if a.0 == b.0 => {
                    (left, right) = (more, rest);
                    (a.0, a.1.checked_add(b.1.checked_mul(factor)?)?)
                }
                (_, [b, rest @ ..]) => {
                    right = rest;
                    (b.0, b.1.checked_mul(factor)?)
                }
            };
            if coefficient != 0 {
                terms.push((var, coefficient));
            }
        }
    }

    /// Variables replaced by sums, all at once; those for which there is none stay.
    pub fn substitute(&self, of: &dyn Fn(Var) -> Option<Linear>) -> Option<Linear> {
        let replacements: SmallVec<[Option<Linear>; 3]> = self.vars().map(of).collect();
        self.replace(|index| replacements[index].as_ref())
    }

    /// Every term whose place among the terms has a sum gets that for its variable.
    pub(super) fn replace<'s>(&self, of: impl Fn(usize) -> Option<&'s Linear>) -> Option<Linear> {
        let mut kept = Linear::constant(self.constant);
        let stay = self.terms.iter().enumerate().filter(|(index, _)| of(*index).is_none());
        kept.terms.extend(stay.map(|(_, term)| *term));
        let mut put = self.terms.iter().enumerate().filter_map(|(index, (_, c))| Some((of(index)?, *c)));
        put.try_fold(kept, |sum, (put, coefficient)| sum.combine(put, coefficient))
    }

    /// With other variables, no two of them alike.
    pub(super) fn with_names(&self, of: impl Fn(Var) -> Var) -> Linear {
        let mut terms: Terms = self.terms.iter().map(|(var, coefficient)| (of(*var), *coefficient)).collect();
        terms.sort_unstable_by_key(|(var, _)| *var);
        assert!(terms.is_sorted_by(|a, b| a.0 < b.0), "every variable has a name of its own");
        Linear { terms, constant: self.constant }
    }

    pub fn eval(&self, of: &dyn Fn(Var) -> i128) -> Option<i128> {
        self.terms
            .iter()
            .try_fold(self.constant, |sum, (var, coefficient)| sum.checked_add(coefficient.checked_mul(of(*var))?))
    }

    /// The sum without its constant.
    pub fn linear_part(&self) -> Linear {
        Linear { terms: Terms::from_slice(&self.terms), constant: 0 }
    }

    /// The greatest common divisor of the coefficients; zero for a constant. Beside the point (`None`) only if it is 2¹²⁷.
    pub(super) fn content(&self) -> Option<i128> {
        let mut divisor = 0;
        for (_, coefficient) in &self.terms {
            divisor = gcd(divisor, coefficient.unsigned_abs());
            if divisor == 1 {
                break;
            }
        }
        i128::try_from(divisor).ok()
    }

    /// In the smallest numbers such that, for integers, the result is at least zero exactly where this is: `2x - 1` gives
    /// `x - 1`.
    pub(super) fn tightened(&self) -> Linear {
        match self.content() {
            None | Some(0 | 1) => self.clone(),
            Some(divisor) => self.divide_down(divisor),
        }
    }

    /// All coefficients divided by their positive divisor, and the constant rounded down.
    pub(super) fn divide_down(&self, divisor: i128) -> Linear {
        let mut divided = self.clone();
        if divisor == 1 {
            return divided;
        }
        for (_, coefficient) in &mut divided.terms {
            *coefficient /= divisor;
        }
        divided.constant = divided.constant.div_euclid(divisor);
        divided
    }

    /// Whether no number in it is farther from zero than `limit`.
    pub(super) fn is_within(&self, limit: i128) -> bool {
        let small = |number: i128| number.unsigned_abs() <= limit.unsigned_abs();
        small(self.constant) && self.terms.iter().all(|(_, coefficient)| small(*coefficient))
    }

    /// For people, with names for the variables: `2·n - m + 1`.
    pub fn show(&self, name: &dyn Fn(Var) -> String) -> String {
        let mut shown = String::new();
        let mut append = |negative: bool, what: String| {
            match (negative, shown.is_empty()) {
                (false, true) => {}
                (true, true) => shown.push('-'),
                (false, false) => shown.push_str(" + "),
                (true, false) => shown.push_str(" - "),
            }
            shown.push_str(&what);
        };
        for (var, coefficient) in &self.terms {
            let what = match coefficient.unsigned_abs() {
                1 => name(*var),
                size => format!("{size}·{}", name(*var)),
            };
            append(*coefficient < 0, what);
        }
        if self.constant != 0 || self.terms.is_empty() {
            append(self.constant < 0, self.constant.unsigned_abs().to_string());
        }
        shown
    }
}

impl fmt::Debug for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(&|var| format!("v{}", var.0)))
    }
}

pub(super) fn gcd(mut a: u128, mut b: u128) -> u128 {
    // Division of such numbers is slow, and ones are what there mostly is.
    if a == 1 || b == 1 {
        return 1;
    }
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A sum as it is written down, before anything is known of it.
#[derive(Serialize, Deserialize)]
struct Written {
    terms: Vec<(Var, i128)>,
    constant: i128,
}

impl From<Linear> for Written {
    fn from(linear: Linear) -> Written {
        Written { terms: linear.terms.into_vec(), constant: linear.constant }
    }
}

impl TryFrom<Written> for Linear {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Linear, &'static str> {
        if !written.terms.is_sorted_by(|a, b| a.0 < b.0) {
            return Err("the variables of a sum do not ascend");
        }
        if written.terms.iter().any(|(_, coefficient)| *coefficient == 0) {
            return Err("a coefficient of a sum is zero");
        }
        Ok(Linear { terms: Terms::from_vec(written.terms), constant: written.constant })
    }
}
