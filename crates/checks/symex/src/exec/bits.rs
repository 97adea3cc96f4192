//! Shifts and bitwise operations: exact where constants allow it, bounds otherwise.

use engine::BugKind;
use ir::{BinOp, BitOp};

use super::Machine;
use super::arithmetic::Results;
use crate::number::{Fact, Linear};
use crate::state::{Reading, State, Value, range};

impl Machine<'_, '_> {
    pub(super) fn shift(&mut self, state: State, op: BinOp, width: u16, signed: bool, a: Value, b: Value) -> Results {
        if range(width, Reading::Signed).is_none() {
            return vec![(state, Value::Any)];
        }
        let mut results = Vec::new();
        for (state, by) in self.as_unsigned(state, b, width) {
            let in_range = Fact::lt(&by, &Linear::constant(i128::from(width)));
            if !self.implies(&state, in_range.clone()) {
                self.bug(BugKind::ShiftOutOfRange, "a number may be shifted by its width or more");
            }
            let Some(state) = self.assumed(state, in_range) else { continue };
            let known = state.knowledge.reduce(&by).as_constant();
            let factor = known.map(|by| Linear::constant(1i128 << by.clamp(0, 100)));
            match (op, factor) {
                (BinOp::Shl, Some(factor)) if signed => {
                    for (state, form) in self.as_signed(state, a.clone(), width) {
                        if !self.at_least(&state, &form, 0) {
                            self.bug(BugKind::SignedOverflow, "a negative number may be shifted to the left");
                        }
                        let Some(state) = self.assumed(state, Fact::ge(&form, &Linear::constant(0))) else { continue };
                        let exact = factor.as_constant().and_then(|factor| form.scale(factor));
                        results.extend(self.fitted(state, exact, width));
                    }
                }
                (BinOp::Shl, Some(factor)) => {
                    let factor = Value::Number { form: factor, reading: Reading::Signed };
                    results.extend(self.sum(state, BinOp::Mul, width, false, a.clone(), factor));
                }
                (BinOp::LShr, Some(factor)) => {
                    for (state, form) in self.as_unsigned(state, a.clone(), width) {
                        for (state, form) in self.divided(state, &form, &factor, true, true) {
                            results.push((state, Value::Number { form, reading: Reading::Unsigned }));
                        }
                    }
                }
                (BinOp::AShr, Some(factor)) => {
                    for (mut state, form) in self.as_signed(state, a.clone(), width) {
                        let form = self.rounded_down(&mut state, &form, &factor);
                        results.push((state, Value::Number { form, reading: Reading::Signed }));
                    }
                }
                (BinOp::LShr, None) => {
                    for (mut state, form) in self.as_unsigned(state, a.clone(), width) {
                        let value = state.unknown(width, Reading::Unsigned);
                        self.no_more_than(&mut state, &value, &form);
                        results.push((state, value));
                    }
                }
                // Any other operation is a shift to the left, or one with sign, by an unknown number of places.
                (_, _) => {
                    if signed {
                        self.bug(BugKind::SignedOverflow, "a shift to the left may not fit");
                    }
                    let mut state = state;
                    let value = state.unknown(width, Reading::Signed);
                    results.push((state, value));
                }
            }
        }
        results
    }

    /// Divided by a positive constant, rounded towards less.
    fn rounded_down(&mut self, state: &mut State, a: &Linear, factor: &Linear) -> Linear {
        let Some(divisor) = factor.as_constant() else { return state.fresh() };
        if divisor == 1 {
            return a.clone();
        }
        let count = state.fresh();
        if let Some(rest) = count.scale(divisor).and_then(|whole| a.sub(&whole)) {
            state.learn(Fact::ge(&rest, &Linear::constant(0)));
            state.learn(Fact::lt(&rest, factor));
        }
        count
    }

    fn no_more_than(&mut self, state: &mut State, value: &Value, most: &Linear) {
        if let Value::Number { form, .. } = value {
            state.learn(Fact::le(form, most));
        }
    }

    /// And, or, exclusive or.
    pub(super) fn bitwise(&mut self, state: State, op: BinOp, width: u16, a: Value, b: Value) -> Results {
        if width == 1 {
            return self.bitwise_bits(state, op, &a, &b);
        }
        if range(width, Reading::Signed).is_none() {
            return vec![(state, Value::Any)];
        }
        let state = match self.low_bits(state, op, width, (&a, &b)) {
            Ok(result) => return vec![result],
            Err(state) => state,
        };
        let mut results = Vec::new();
        for (state, a) in self.as_unsigned(state, a, width) {
            for (state, b) in self.as_unsigned(state, b.clone(), width) {
                let (a, b) = (state.knowledge.reduce(&a), state.knowledge.reduce(&b));
                results.extend(self.bitwise_unsigned(state, op, width, &a, &b));
            }
        }
        results
    }

    /// The low bits of a number with sign: what is left when as many times their count as it takes, or as few, are taken
    /// away. The state as it was for everything else.
    fn low_bits(
        &mut self,
        mut state: State,
        op: BinOp,
        width: u16,
        values: (&Value, &Value),
    ) -> Result<(State, Value), State> {
        let signed = |value: &Value| match value {
            Value::Number { form, reading: Reading::Signed } => Some(state.knowledge.reduce(form)),
            Value::Number { .. }
            | Value::Pointer { .. }
            | Value::Function(_)
            | Value::Truth(_)
            | Value::Last { .. }
            | Value::Any => None,
        };
        let (Some(a), Some(b)) = (signed(values.0), signed(values.1)) else { return Err(state) };
        let (form, mask) = if b.as_constant().is_some() { (a, b.as_constant()) } else { (b, a.as_constant()) };
        let most = (1i128 << (width - 1)) - 1;
        let Some(mask) = mask.filter(|mask| (1..=most).contains(mask) && (mask + 1) & mask == 0) else {
            return Err(state);
        };
        if op != BinOp::And || form.as_constant().is_some() || self.at_least(&state, &form, 0) {
            return Err(state);
        }
        let count = self.rounded_down(&mut state, &form, &Linear::constant(mask + 1));
        match count.scale(mask + 1).and_then(|whole| form.sub(&whole)) {
            Some(form) => Ok((state, Value::Number { form, reading: Reading::Unsigned })),
            None => Err(state),
        }
    }

    fn bitwise_unsigned(&mut self, mut state: State, op: BinOp, width: u16, a: &Linear, b: &Linear) -> Results {
        let number = |form| Value::Number { form, reading: Reading::Unsigned };
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            let bits = match op {
                BinOp::And => x & y,
                BinOp::Or => x | y,
                // Any other operation does not come here.
                _ => x ^ y,
            };
            return vec![(state, number(Linear::constant(bits)))];
        }
        let (form, mask) = if b.as_constant().is_some() { (a, b.as_constant()) } else { (b, a.as_constant()) };
        let all = (1i128 << width) - 1;
        match (op, mask) {
            (BinOp::And, Some(0)) => return vec![(state, number(Linear::constant(0)))],
            (BinOp::Or | BinOp::Xor, Some(0)) => return vec![(state, number(form.clone()))],
            (BinOp::And, Some(mask)) if mask == all => return vec![(state, number(form.clone()))],
            (BinOp::Or, Some(mask)) if mask == all => return vec![(state, number(Linear::constant(all)))],
            (BinOp::Xor, Some(mask)) if mask == all => {
                let form = Linear::constant(all).sub(form).unwrap_or_else(|| state.fresh());
                return vec![(state, number(form))];
            }
            (BinOp::And, Some(mask)) if (mask + 1) & mask == 0 => {
                // The low bits.
                let divisor = Linear::constant(mask + 1);
                let split = self.divided(state, form, &divisor, false, true);
                return split.into_iter().map(|(state, form)| (state, number(form))).collect();
            }
            (BinOp::And, Some(mask)) if (all - mask + 1) & (all - mask) == 0 => {
                // All but the low bits.
                let divisor = Linear::constant(all - mask + 1);
                let split = self.divided(state, form, &divisor, false, true);
                let whole = |(mut state, rest): (State, Linear)| {
                    let form = form.sub(&rest).unwrap_or_else(|| state.fresh());
                    (state, number(form))
                };
                return split.into_iter().map(whole).collect();
            }
            // Any other mask: bounds of the result have to do.
            (_, _) => {}
        }
        let value = state.unknown(width, Reading::Unsigned);
        if let Value::Number { form: result, .. } = &value {
            match op {
                BinOp::And => {
                    state.learn(Fact::le(result, a));
                    state.learn(Fact::le(result, b));
                }
                BinOp::Or => {
                    state.learn(Fact::ge(result, a));
                    state.learn(Fact::ge(result, b));
                    state.learn(a.add(b).and_then(|sum| Fact::le(result, &sum)));
                }
                // Any other operation is the exclusive or.
                _ => {
                    state.learn(a.add(b).and_then(|sum| Fact::le(result, &sum)));
                }
            }
        }
        vec![(state, value)]
    }

    fn bitwise_bits(&mut self, state: State, op: BinOp, a: &Value, b: &Value) -> Results {
        let mut results = Vec::new();
        for (state, a) in self.as_bit(state, a) {
            // What is decided by the first is not asked of the second.
            match (op, a) {
                (BinOp::And, false) => results.push((state, Value::known(false))),
                (BinOp::Or, true) => results.push((state, Value::known(true))),
                (BinOp::And, true) | (BinOp::Or, false) => results.push((state, b.clone())),
                (_, false) => results.push((state, b.clone())),
                (_, true) => {
                    let split = self.as_bit(state, b).into_iter();
                    results.extend(split.map(|(state, bit)| (state, Value::known(!bit))));
                }
            }
        }
        results
    }

    pub(super) fn bit_op(&mut self, mut state: State, op: BitOp, width: u16, a: Value, nonzero: bool) -> Results {
        if self.is_too_wide(width) {
            return Vec::new();
        }
        if width == 1 {
            if nonzero {
                self.unsupported("zeros of a single bit");
            }
            let value = self.indeterminate(&mut state, ir::Type::Int(width));
            return vec![(state, value)];
        }
        let mut results = Vec::new();
        for (state, form) in self.as_unsigned(state, a, width) {
            let mut state = state;
            if nonzero {
                let fact = Fact::ge(&form, &Linear::constant(1));
                if !self.implies(&state, fact.clone()) {
                    self.bug(BugKind::BitScanOfZero, "the zeros of 0 may be counted");
                }
                match self.assumed(state, fact) {
                    Some(defined) => state = defined,
                    None => continue,
                }
            }
            let some_bit_is_set = self.at_least(&state, &form, 1);
            let value = state.unknown(width, Reading::Unsigned);
            let most = match op {
                BitOp::LeadingZeros | BitOp::TrailingZeros if some_bit_is_set => Some(width - 1),
                BitOp::PopCount | BitOp::LeadingZeros | BitOp::TrailingZeros => Some(width),
                BitOp::Bswap | BitOp::Reverse => None,
            };
            if let (Some(most), Value::Number { form, .. }) = (most, &value) {
                state.learn(Fact::le(form, &Linear::constant(i128::from(most))));
            }
            results.push((state, value));
        }
        results
    }
}
