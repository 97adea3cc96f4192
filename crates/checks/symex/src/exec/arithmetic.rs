//! Sums, differences, products.

use engine::BugKind;
use ir::BinOp;

use super::{Machine, Overflow};
use crate::number::{Fact, Linear};
use crate::state::{Reading, State, Value, range};

pub(super) type Results = Vec<(State, Value)>;

impl Machine<'_, '_> {
    /// With `signed`, a result that does not fit is an overflow.
    pub(super) fn sum(&mut self, mut state: State, op: BinOp, width: u16, signed: bool, a: Value, b: Value) -> Results {
        if !signed && let Some(value) = self.pointer_sum(&mut state, op, width, &a, &b) {
            return vec![(state, value)];
        }
        if signed {
            let mut results = Vec::new();
            for (state, a) in self.as_signed(state, a, width) {
                for (mut state, b) in self.as_signed(state, b.clone(), width) {
                    let exact = self.exact(&mut state, op, &a, &b);
                    results.extend(self.fitted(state, exact, width));
                }
            }
            return results;
        }
        let (a, a_reading) = self.number(&mut state, a, width);
        let (b, b_reading) = self.number(&mut state, b, width);
        let mathematical = [(&a, a_reading), (&b, b_reading)]
            .into_iter()
            .any(|(form, reading)| reading == Reading::Mathematical && !self.fits(&state, form, width));
        let exact = self.exact(&mut state, op, &a, &b).filter(|_| !mathematical);
        // Operations that do not overflow are those of unsigned types, unless conversions tell otherwise.
        let unsigned = a_reading == Reading::Unsigned
            || b_reading == Reading::Unsigned
            || a.as_constant().is_some() && b.as_constant().is_some();
        self.wrapped(state, exact, width, if unsigned { Reading::Unsigned } else { Reading::Signed })
    }

    fn fits(&mut self, state: &State, form: &Linear, width: u16) -> bool {
        range(width, Reading::Signed).is_some_and(|range| self.is_within(state, form, range))
    }

    /// The mathematical result; `None` if there is no word for it.
    fn exact(&mut self, state: &mut State, op: BinOp, a: &Linear, b: &Linear) -> Option<Linear> {
        let (a, b) = (state.knowledge.reduce(a), state.knowledge.reduce(b));
        match op {
            BinOp::Add => a.add(&b),
            BinOp::Sub => a.sub(&b),
            BinOp::Mul => match (a.as_constant(), b.as_constant()) {
                (_, Some(factor)) => a.scale(factor),
                (Some(factor), None) => b.scale(factor),
                (None, None) => self.product(state, &a, &b),
            },
            BinOp::UDiv
            | BinOp::SDiv
            | BinOp::URem
            | BinOp::SRem
            | BinOp::Shl
            | BinOp::LShr
            | BinOp::AShr
            | BinOp::And
            | BinOp::Or
            | BinOp::Xor => None,
        }
    }

    /// A fresh number with what signs and bounds of the factors tell of their product.
    fn product(&mut self, state: &mut State, a: &Linear, b: &Linear) -> Option<Linear> {
        let product = state.fresh();
        let zero = Linear::constant(0);
        let bounds = [a, b].map(|form| state.knowledge.bounds(form));
        // p = a·b; for each bound of one factor and sign of the other, a linear fact.
        for (factor, other_bounds) in [(a, bounds[1]), (b, bounds[0])] {
            for (bound, is_least) in [(other_bounds.0, true), (other_bounds.1, false)] {
                let Some(bound) = bound else { continue };
                let Some(scaled) = factor.scale(bound) else { continue };
                // factor ≥ 0 and other ≥ bound: p ≥ bound·factor, and so on.
                let positive = self.implies(state, Fact::ge(factor, &zero));
                let negative = !positive && self.implies(state, Fact::le(factor, &zero));
                let fact = match (positive, negative, is_least) {
                    (true, _, true) | (_, true, false) => Fact::ge(&product, &scaled),
                    (true, _, false) | (_, true, true) => Fact::le(&product, &scaled),
                    (false, false, _) => None,
                };
                state.learn(fact);
            }
        }
        if a == b {
            state.learn(Fact::ge(&product, &zero));
            state.learn(Fact::ge(&product, a));
            state.learn(a.neg().and_then(|minus| Fact::ge(&product, &minus)));
        }
        Some(product)
    }

    /// The result of a signed operation.
    pub(super) fn fitted(&mut self, mut state: State, exact: Option<Linear>, width: u16) -> Results {
        let Some(exact) = exact else {
            let result = match self.overflow {
                Overflow::Blocks => {
                    self.bug(BugKind::SignedOverflow, "the result of a signed operation may not fit");
                    state.unknown(width, Reading::Signed)
                }
                Overflow::Counts => Value::Number { form: state.fresh(), reading: Reading::Mathematical },
                Overflow::Wraps => state.unknown(width, Reading::Signed),
            };
            return vec![(state, result)];
        };
        let number = |form: Linear, reading| Value::Number { form, reading };
        let Some(fitting) = range(width, Reading::Signed) else { return vec![(state, Value::Any)] };
        if self.is_within(&state, &exact, fitting) {
            return vec![(state, number(exact, Reading::Signed))];
        }
        match self.overflow {
            Overflow::Blocks => {
                self.bug(BugKind::SignedOverflow, "the result of a signed operation may not fit");
                let fits = state.learn_range(&exact, width, Reading::Signed);
                if !fits || self.prover.is_contradictory(&state.knowledge) {
                    return Vec::new();
                }
                vec![(state, number(exact, Reading::Signed))]
            }
            Overflow::Counts => vec![(state, number(exact, Reading::Mathematical))],
            Overflow::Wraps => self.wrapped(state, Some(exact), width, Reading::Signed),
        }
    }

    /// The word that is congruent to a number.
    pub(super) fn wrapped(&mut self, state: State, exact: Option<Linear>, width: u16, preferred: Reading) -> Results {
        let number = |form: Linear, reading| Value::Number { form, reading };
        let other = match preferred {
            Reading::Signed | Reading::Mathematical => Reading::Unsigned,
            Reading::Unsigned => Reading::Signed,
        };
        let (Some(exact), Some((least, most))) = (exact, range(width, preferred)) else {
            return self.any_number(state, width, preferred);
        };
        for reading in [preferred, other] {
            if range(width, reading).is_some_and(|range| self.is_within(&state, &exact, range)) {
                return vec![(state, number(exact, reading))];
            }
        }
        let modulus = 1i128 << width;
        let (Some(lowest), Some(highest)) = state.knowledge.bounds(&exact) else {
            return self.congruent(state, &exact, width, preferred);
        };
        // exact - k·modulus is in the range.
        let first = lowest.saturating_sub(least).div_euclid(modulus);
        let last = highest.saturating_sub(least).div_euclid(modulus);
        if last.saturating_sub(first) > 2 {
            return self.congruent(state, &exact, width, preferred);
        }
        let mut results = Vec::new();
        for turns in first..=last {
            let Some(form) = turns.checked_mul(modulus).and_then(|away| exact.add_constant(away.checked_neg()?)) else {
                return self.any_number(state, width, preferred);
            };
            let at_least = Fact::ge(&form, &Linear::constant(least));
            let at_most = Fact::le(&form, &Linear::constant(most));
            let inside = self.assumed(state.clone(), at_least).and_then(|state| self.assumed(state, at_most));
            results.extend(inside.map(|state| (state, number(form, preferred))));
        }
        results
    }

    fn any_number(&mut self, mut state: State, width: u16, reading: Reading) -> Results {
        let value = if range(width, reading).is_some() { state.unknown(width, reading) } else { Value::Any };
        vec![(state, value)]
    }

    /// Some number of times around.
    fn congruent(&mut self, mut state: State, exact: &Linear, width: u16, reading: Reading) -> Results {
        let value = state.unknown(width, reading);
        if let Value::Number { form, .. } = &value {
            let turns = state.fresh();
            let around = turns.scale(1 << width).and_then(|around| form.add(&around));
            state.learn(around.and_then(|around| Fact::eq(&around, exact)));
        }
        vec![(state, value)]
    }
}
