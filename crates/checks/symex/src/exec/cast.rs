//! Conversions.

use ir::{CastOp, Type, TypeId};

use super::Machine;
use super::arithmetic::Results;
use crate::state::{Reading, State, Value, range};

impl Machine<'_, '_> {
    /// `of` is what a C programmer would call the type of the result.
    pub(super) fn cast(
        &mut self,
        state: State,
        op: CastOp,
        (from, to): (Type, Type),
        of: Option<TypeId>,
        a: Value,
    ) -> Results {
        let (narrow, wide) = (self.width(from), self.width(to));
        let number = |(state, form), reading| (state, Value::Number { form, reading });
        match op {
            CastOp::ZExt | CastOp::SExt if narrow == 1 => {
                let set = if op == CastOp::ZExt { 1 } else { -1 };
                let bits = self.as_bit(state, &a).into_iter();
                bits.map(|(state, bit)| (state, Value::signed(if bit { set } else { 0 }))).collect()
            }
            CastOp::ZExt if range(wide, Reading::Signed).is_some() => {
                // What has no sign fits the wider type with sign, too.
                let split = self.as_unsigned(state, a, narrow);
                split.into_iter().map(|each| number(each, Reading::Unsigned)).collect()
            }
            CastOp::SExt if range(wide, Reading::Signed).is_some() => {
                let reading = match &a {
                    Value::Number { reading: Reading::Mathematical, .. } => Reading::Mathematical,
                    // Any other value becomes a number of its type.
                    _ => Reading::Signed,
                };
                self.as_signed(state, a, narrow).into_iter().map(|each| number(each, reading)).collect()
            }
            CastOp::Trunc if wide == 1 => self.low_bit(state, a, narrow),
            CastOp::Trunc if range(narrow, Reading::Signed).is_some() => {
                self.truncated(state, a, narrow, wide, self.reading_of(of))
            }
            CastOp::PtrToInt | CastOp::IntToPtr if narrow == wide => vec![(state, a)],
            CastOp::PtrToInt | CastOp::IntToPtr if narrow < wide => match a {
                Value::Number { .. } => {
                    let split = self.as_unsigned(state, a, narrow);
                    split.into_iter().map(|each| number(each, Reading::Unsigned)).collect()
                }
                // Any other value has no number that is known.
                _ => self.unknown_of(state, to),
            },
            CastOp::PtrToInt | CastOp::IntToPtr => match a {
                Value::Number { .. } => self.truncated(state, a, narrow, wide, None),
                // Any other value has no number that is known.
                _ => self.unknown_of(state, to),
            },
            CastOp::Bitcast if from == to => vec![(state, a)],
            CastOp::ZExt
            | CastOp::SExt
            | CastOp::Trunc
            | CastOp::Bitcast
            | CastOp::FloatToSigned
            | CastOp::FloatToUnsigned
            | CastOp::SignedToFloat
            | CastOp::UnsignedToFloat
            | CastOp::FloatToFloat => self.unknown_of(state, to),
        }
    }

    fn unknown_of(&mut self, mut state: State, ty: Type) -> Results {
        let value = self.indeterminate(&mut state, ty);
        vec![(state, value)]
    }

    /// How the program reads values of the type.
    fn reading_of(&self, of: Option<TypeId>) -> Option<Reading> {
        of.map(|of| if ir::is_unsigned(&self.module.types, of) { Reading::Unsigned } else { Reading::Signed })
    }

    /// Read as the program does, so that what comes round a loop reads as what came before; or else as what it is made of.
    fn truncated(&mut self, mut state: State, a: Value, from: u16, to: u16, read: Option<Reading>) -> Results {
        let (form, reading) = self.number(&mut state, a, from);
        let overflowed = reading == Reading::Mathematical
            && !range(from, Reading::Signed).is_some_and(|range| self.is_within(&state, &form, range));
        if overflowed && !range(to, Reading::Signed).is_some_and(|range| self.is_within(&state, &form, range)) {
            return self.wrapped(state, None, to, Reading::Signed);
        }
        let own = if reading == Reading::Unsigned { Reading::Unsigned } else { Reading::Signed };
        self.wrapped(state, Some(form), to, read.unwrap_or(own))
    }

    fn low_bit(&mut self, state: State, a: Value, from: u16) -> Results {
        if range(from, Reading::Signed).is_none() {
            return self.unknown_of(state, Type::BOOL);
        }
        let mut results = Vec::new();
        for (mut state, value) in self.truncated(state, a, from, 2, None) {
            let (form, _) = self.number(&mut state, value, 2);
            // 2 bits: 0, 1, and 2, 3 or -2, -1.
            let odd = [1, 3, -1].map(|number| crate::number::Fact::eq(&form, &crate::number::Linear::constant(number)));
            let even =
                [0, 2, -2].map(|number| crate::number::Fact::eq(&form, &crate::number::Linear::constant(number)));
            for (facts, truth) in [(odd, true), (even, false)] {
                for fact in facts {
                    results.extend(self.assumed(state.clone(), fact).map(|state| (state, Value::known(truth))));
                }
            }
        }
        results
    }
}
