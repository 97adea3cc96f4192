//! Between what numbers something lies.

use super::linear::{Linear, Var};

/// Numbers farther from zero than this are not computed with: facts about them are kept as they came. So signs can be
/// turned and ones added without care.
pub(super) const WIDEST: i128 = 1 << 120;

/// Both ends belong to it; `None` is no bound on that side. Ends are within [`WIDEST`].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Interval {
    pub low: Option<i128>,
    pub high: Option<i128>,
}

impl Interval {
    /// Ends that are too wide to compute with are left out: the interval says less, never more.
    pub fn new(low: Option<i128>, high: Option<i128>) -> Interval {
        Interval { low: low.filter(is_narrow), high: high.filter(is_narrow) }
    }

    /// What lies in both.
    pub fn meet(self, other: Interval) -> Interval {
        let low = self.low.into_iter().chain(other.low).max();
        let high = self.high.into_iter().chain(other.high).min();
        Interval { low, high }
    }

    pub fn is_empty(self) -> bool {
        matches!((self.low, self.high), (Some(low), Some(high)) if low > high)
    }

    /// The only number in it.
    pub fn as_point(self) -> Option<i128> {
        self.low.filter(|_| self.low == self.high)
    }

    pub fn contains(self, value: i128) -> bool {
        self.low.is_none_or(|low| low <= value) && self.high.is_none_or(|high| value <= high)
    }

    /// Some number of it, if it is not empty.
    pub fn nearest_to_zero(self) -> i128 {
        let value = self.low.map_or(0, |low| low.max(0));
        self.high.map_or(value, |high| high.min(value))
    }

    /// All multiples by the factor of what lies in it, and what is between them.
    pub fn scale(self, factor: i128) -> Interval {
        if factor == 1 {
            return self;
        }
        let times = |end: Option<i128>| end?.checked_mul(factor);
        if factor < 0 {
            Interval::new(times(self.high), times(self.low))
        } else {
            Interval::new(times(self.low), times(self.high))
        }
    }

    /// The least interval that has all sums of a number of each.
    pub fn add(self, other: Interval) -> Interval {
        let sum = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Interval::new(sum(self.low, other.low), sum(self.high, other.high))
    }

    pub fn shift(self, by: i128) -> Interval {
        self.add(Interval { low: Some(by), high: Some(by) })
    }

    /// Where a number lies whose multiple by `divisor` lies in this; the divisor is not zero and within [`WIDEST`].
    pub fn divide(self, divisor: i128) -> Interval {
        let upright = if divisor < 0 { self.scale(-1) } else { self };
        let size = divisor.abs();
        if size == 1 {
            return upright;
        }
        // The low end is rounded up, the high end down.
        Interval {
            low: upright.low.map(|low| -(-low).div_euclid(size)),
            high: upright.high.map(|high| high.div_euclid(size)),
        }
    }
}

fn is_narrow(value: &i128) -> bool {
    value.unsigned_abs() <= WIDEST.unsigned_abs()
}

/// Where a sum lies when its variables lie where they are said to.
pub(super) fn of_sum(form: &Linear, of: impl Fn(Var) -> Interval) -> Interval {
    of_terms(form.terms().iter(), of).shift(form.constant_term())
}

/// Where all the terms but those of one variable lie, together.
pub(super) fn of_others(form: &Linear, without: Var, of: impl Fn(Var) -> Interval) -> Interval {
    of_terms(form.terms().iter().filter(|(var, _)| *var != without), of)
}

fn of_terms<'t>(terms: impl Iterator<Item = &'t (Var, i128)>, of: impl Fn(Var) -> Interval) -> Interval {
    let mut sum = Interval { low: Some(0), high: Some(0) };
    for (var, coefficient) in terms {
        sum = sum.add(of(*var).scale(*coefficient));
        if sum == Interval::default() {
            break;
        }
    }
    sum
}
