//! Quotients and remainders.

use engine::BugKind;
use ir::BinOp;

use super::Machine;
use super::arithmetic::Results;
use crate::number::{Fact, Linear, Var};
use crate::state::{Reading, State, Value, range};

impl Machine<'_, '_> {
    pub(super) fn divide(&mut self, state: State, op: BinOp, width: u16, a: Value, b: Value) -> Results {
        let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
        let quotient = matches!(op, BinOp::SDiv | BinOp::UDiv);
        let reading = if signed { Reading::Signed } else { Reading::Unsigned };
        let Some((least, _)) = range(width, reading) else { return vec![(state, Value::Any)] };
        let read = |machine: &mut Self, state, value| {
            if signed { machine.as_signed(state, value, width) } else { machine.as_unsigned(state, value, width) }
        };
        let mut results = Vec::new();
        for (state, a) in read(self, state, a) {
            for (state, b) in read(self, state, b.clone()) {
                let nonzero = Fact::ne(&b, &Linear::constant(0));
                if !self.implies(&state, nonzero.clone()) {
                    self.bug(BugKind::DivByZero, "the divisor may be zero");
                }
                let Some(state) = self.assumed(state, nonzero) else { continue };
                let may_overflow = signed && {
                    let minus_one = Fact::ne(&b, &Linear::constant(-1));
                    let not_least = Fact::gt(&a, &Linear::constant(least));
                    !self.implies(&state, minus_one) && !self.implies(&state, not_least)
                };
                if may_overflow {
                    self.bug(BugKind::SignedOverflow, "the least number may be divided by -1");
                }
                for (state, form) in self.divided(state, &a, &b, quotient, !signed) {
                    results.push((state, Value::Number { form, reading }));
                }
            }
        }
        results
    }

    /// Rounds towards zero. The divisor is not zero.
    pub(super) fn divided(
        &mut self,
        state: State,
        a: &Linear,
        b: &Linear,
        quotient: bool,
        positive: bool,
    ) -> Vec<(State, Linear)> {
        let zero = Linear::constant(0);
        let mut results = Vec::new();
        let (below, above) = if positive {
            (None, Some(state))
        } else {
            let above = self.assumed(state.clone(), Fact::ge(a, &zero));
            (self.assumed(state, Fact::lt(a, &zero)), above)
        };
        for (state, negative) in above.map(|state| (state, false)).into_iter().chain(below.map(|state| (state, true))) {
            let Some(dividend) = (if negative { a.neg() } else { Some(a.clone()) }) else {
                let mut state = state;
                let form = state.fresh();
                results.push((state, form));
                continue;
            };
            let cases = match state.knowledge.reduce(b).as_constant() {
                Some(_) => vec![(state, false)],
                None => {
                    let up = self.assumed(state.clone(), Fact::gt(b, &zero)).map(|state| (state, false));
                    let down = self.assumed(state, Fact::lt(b, &zero)).map(|state| (state, true));
                    up.into_iter().chain(down).collect()
                }
            };
            for (mut state, down) in cases {
                let known = state.knowledge.reduce(b).as_constant();
                let down = known.map_or(down, |known| known < 0);
                let Some(divisor) = (if down { b.neg() } else { Some(b.clone()) }) else {
                    let form = state.fresh();
                    results.push((state, form));
                    continue;
                };
                let (count, rest) = self.divided_positive(&mut state, &dividend, &divisor);
                // The remainder has the sign of the dividend, the quotient that of both.
                let (form, turned) = if quotient { (count, negative != down) } else { (rest, negative) };
                let form = if turned { form.neg() } else { Some(form) };
                let form = form.unwrap_or_else(|| state.fresh());
                results.push((state, form));
            }
        }
        results
    }

    /// Quotient and remainder of numbers that are at least 0 and at least 1.
    fn divided_positive(&mut self, state: &mut State, a: &Linear, b: &Linear) -> (Linear, Linear) {
        let zero = Linear::constant(0);
        if self.implies(state, Fact::lt(a, b)) {
            return (zero, a.clone());
        }
        if let Some(divisor) = state.knowledge.reduce(b).as_constant() {
            if divisor == 1 {
                return (a.clone(), zero);
            }
            if let Some(dividend) = state.knowledge.reduce(a).as_constant() {
                return (Linear::constant(dividend / divisor), Linear::constant(dividend % divisor));
            }
            if let Some(known) = quotient_in(state, a, divisor) {
                return known;
            }
            let count = state.fresh();
            let rest = count.scale(divisor).and_then(|whole| a.sub(&whole)).unwrap_or_else(|| state.fresh());
            state.learn(Fact::ge(&count, &zero));
            state.learn(Fact::ge(&rest, &zero));
            state.learn(Fact::lt(&rest, &Linear::constant(divisor)));
            return (count, rest);
        }
        let (count, rest) = (state.fresh(), state.fresh());
        state.learn(Fact::ge(&count, &zero));
        state.learn(Fact::le(&count, a));
        state.learn(Fact::ge(&rest, &zero));
        state.learn(Fact::lt(&rest, b));
        state.learn(Fact::le(&rest, a));
        if self.at_least(state, b, 2) {
            state.learn(count.scale(2).and_then(|twice| Fact::le(&twice, a)));
        }
        if self.implies(state, Fact::ge(a, b)) {
            // It goes into it, and something is taken away.
            state.learn(Fact::ge(&count, &Linear::constant(1)));
            state.learn(a.sub(b).and_then(|less| Fact::le(&rest, &less)));
        }
        (count, rest)
    }
}

/// Variables that are looked at, the newest.
const MOST_LOOKED_AT: u32 = 64;

/// The quotient and the rest, if something is known to be the quotient: who divides the same number again gets the same.
fn quotient_in(state: &State, a: &Linear, divisor: i128) -> Option<(Linear, Linear)> {
    let newest = state.var_bound();
    (newest.saturating_sub(MOST_LOOKED_AT)..newest).find_map(|var| {
        let count = Linear::var(Var(var));
        let rest = a.combine(&count, divisor.checked_neg()?)?;
        let (Some(least), Some(most)) = state.knowledge.bounds(&rest) else { return None };
        (least >= 0 && most < divisor).then_some((count, rest))
    })
}
