//! Comparisons.

use ir::Predicate;

use super::arithmetic::Results;
use super::{Machine, open};
use crate::number::{Fact, Linear};
use crate::state::{Condition, Life, ObjectId, Reading, State, Value, range};

impl Machine<'_, '_> {
    pub(super) fn compare(&mut self, mut state: State, pred: Predicate, width: u16, a: Value, b: Value) -> Results {
        if width == 1 {
            return self.compare_bits(state, pred, &a, &b);
        }
        if let Some(condition) = self.compare_pointers(&mut state, pred, &a, &b) {
            return vec![(state, Value::Truth(condition))];
        }
        let unsigned = match pred {
            Predicate::Slt | Predicate::Sle | Predicate::Sgt | Predicate::Sge => false,
            Predicate::Ult | Predicate::Ule | Predicate::Ugt | Predicate::Uge => true,
            Predicate::Eq | Predicate::Ne => {
                [&a, &b].into_iter().any(|value| matches!(value, Value::Number { reading: Reading::Unsigned, .. }))
            }
        };
        if !unsigned
            && matches!(pred, Predicate::Eq | Predicate::Ne)
            && let Some(number) = overflowing(&a, &b)
        {
            return self.compare_overflowing(state, pred, width, &number, a, b);
        }
        let mut results = Vec::new();
        let read = |machine: &mut Self, state, value| {
            if unsigned { machine.as_unsigned(state, value, width) } else { machine.as_signed(state, value, width) }
        };
        for (state, a) in read(self, state, a) {
            for (mut state, b) in read(self, state, b.clone()) {
                let fact = match pred {
                    Predicate::Eq => Fact::eq(&a, &b),
                    Predicate::Ne => Fact::ne(&a, &b),
                    Predicate::Ult | Predicate::Slt => Fact::lt(&a, &b),
                    Predicate::Ule | Predicate::Sle => Fact::le(&a, &b),
                    Predicate::Ugt | Predicate::Sgt => Fact::gt(&a, &b),
                    Predicate::Uge | Predicate::Sge => Fact::ge(&a, &b),
                };
                let truth = match fact {
                    Some(fact) => match fact.truth() {
                        Some(truth) => Value::known(truth),
                        None => Value::Truth(Condition::If(fact)),
                    },
                    None => self.indeterminate(&mut state, ir::Type::BOOL),
                };
                results.push((state, truth));
            }
        }
        results
    }

    /// What has overflowed may or may not be a number that some operation has wrapped around.
    fn compare_overflowing(
        &mut self,
        state: State,
        pred: Predicate,
        width: u16,
        number: &Linear,
        a: Value,
        b: Value,
    ) -> Results {
        let Some((least, most)) = range(width, Reading::Signed) else { return vec![(state, Value::Any)] };
        let (least, most) = (Linear::constant(least), Linear::constant(most));
        let mut results = Vec::new();
        let fits = self.assumed(state.clone(), Fact::ge(number, &least));
        if let Some(state) = fits.and_then(|state| self.assumed(state, Fact::le(number, &most))) {
            let fitting = |value: Value| match value {
                Value::Number { form, .. } => Value::Number { form, reading: Reading::Signed },
                other => other,
            };
            results.extend(self.compare(state, pred, width, fitting(a), fitting(b)));
        }
        for fact in [Fact::lt(number, &least), Fact::gt(number, &most)] {
            if let Some(mut state) = self.assumed(state.clone(), fact) {
                let open = self.indeterminate(&mut state, ir::Type::BOOL);
                results.push((state, open));
            }
        }
        results
    }

    fn compare_bits(&mut self, state: State, pred: Predicate, a: &Value, b: &Value) -> Results {
        let mut results = Vec::new();
        for (state, a) in self.as_bit(state, a) {
            for (state, b) in self.as_bit(state, b) {
                // With sign, a bit that is set is -1.
                let truth = match pred {
                    Predicate::Eq => a == b,
                    Predicate::Ne => a != b,
                    Predicate::Ult | Predicate::Sgt => !a & b,
                    Predicate::Ule | Predicate::Sge => !a | b,
                    Predicate::Ugt | Predicate::Slt => a & !b,
                    Predicate::Uge | Predicate::Sle => a | !b,
                };
                results.push((state, Value::known(truth)));
            }
        }
        results
    }

    /// What a single bit is; the state falls into two where that is open.
    pub(super) fn as_bit(&mut self, mut state: State, value: &Value) -> Vec<(State, bool)> {
        let condition = match value {
            Value::Truth(condition) => condition.clone(),
            Value::Number { .. } | Value::Pointer { .. } | Value::Function(_) | Value::Last { .. } | Value::Any => {
                open(&mut state)
            }
        };
        let (yes, no) = self.decide(state, &condition);
        yes.map(|state| (state, true)).into_iter().chain(no.map(|state| (state, false))).collect()
    }

    /// `None` where both are numbers.
    fn compare_pointers(&mut self, state: &mut State, pred: Predicate, a: &Value, b: &Value) -> Option<Condition> {
        let equality = match pred {
            Predicate::Eq => Some(true),
            Predicate::Ne => Some(false),
            Predicate::Ult
            | Predicate::Ule
            | Predicate::Ugt
            | Predicate::Uge
            | Predicate::Slt
            | Predicate::Sle
            | Predicate::Sgt
            | Predicate::Sge => None,
        };
        match (a, b) {
            (Value::Pointer { object, offset }, Value::Pointer { object: other, offset: there }) if object == other => {
                // Addresses in one object are in the order of the offsets, as long as these are within it; and they are
                // the same only for the same offset, unless one is a whole turn of all addresses away.
                let near = equality.is_some()
                    && offset.sub(there).is_some_and(|apart| {
                        let turn = 1i128 << self.pointer_width();
                        let (least, most) = state.knowledge.bounds(&apart);
                        least.is_some_and(|least| least > -turn) && most.is_some_and(|most| most < turn)
                    });
                let inside = near || self.is_inside(state, *object, offset) && self.is_inside(state, *object, there);
                // What dead objects leave behind are no addresses that could be compared.
                let inside = inside && state.object(*object).is_some_and(|object| object.life == Life::Live);
                let fact = match pred {
                    Predicate::Eq => Fact::eq(offset, there),
                    Predicate::Ne => Fact::ne(offset, there),
                    Predicate::Ult => Fact::lt(offset, there),
                    Predicate::Ule => Fact::le(offset, there),
                    Predicate::Ugt => Fact::gt(offset, there),
                    Predicate::Uge => Fact::ge(offset, there),
                    Predicate::Slt | Predicate::Sle | Predicate::Sgt | Predicate::Sge => None,
                };
                Some(match fact.filter(|_| inside) {
                    Some(fact) => fact.truth().map_or(Condition::If(fact), Condition::Known),
                    None => open(state),
                })
            }
            (Value::Pointer { object, offset }, Value::Pointer { object: other, offset: there }) => {
                // Compilers and linkers may let one literal be the end of another.
                let apart = !(self.is_literal(*object) && self.is_literal(*other))
                    && self.is_strictly_inside(state, *object, offset)
                    && self.is_strictly_inside(state, *other, there);
                Some(match equality {
                    Some(same) if apart => Condition::Known(!same),
                    Some(_) | None => open(state),
                })
            }
            (Value::Pointer { object, offset }, Value::Number { form, .. })
            | (Value::Number { form, .. }, Value::Pointer { object, offset }) => {
                let null = form.as_constant() == Some(0);
                let inside = self.is_inside(state, *object, offset);
                Some(match (equality, null && inside) {
                    (Some(same), true) => Condition::Known(!same),
                    // An address is more than null.
                    (None, true) => match (pred, matches!(a, Value::Pointer { .. })) {
                        (Predicate::Ugt | Predicate::Uge, true) | (Predicate::Ult | Predicate::Ule, false) => {
                            Condition::Known(true)
                        }
                        (Predicate::Ult | Predicate::Ule, true) | (Predicate::Ugt | Predicate::Uge, false) => {
                            Condition::Known(false)
                        }
                        // Any other comparison is with sign.
                        _ => open(state),
                    },
                    (_, false) => open(state),
                })
            }
            (Value::Function(a), Value::Function(b)) => Some(match equality {
                Some(same) => Condition::Known((a == b) == same),
                None => open(state),
            }),
            (Value::Function(_), Value::Number { form, .. }) | (Value::Number { form, .. }, Value::Function(_)) => {
                Some(match equality {
                    Some(same) if form.as_constant() == Some(0) => Condition::Known(!same),
                    Some(_) | None => open(state),
                })
            }
            (Value::Function(_), Value::Pointer { .. }) | (Value::Pointer { .. }, Value::Function(_)) => {
                Some(open(state))
            }
            (Value::Any | Value::Last { .. } | Value::Truth(_), _)
            | (_, Value::Any | Value::Last { .. } | Value::Truth(_)) => Some(open(state)),
            (Value::Number { .. }, Value::Number { .. }) => None,
        }
    }

    /// In the object, or right behind it: there is such an address, and it is not null.
    fn is_inside(&mut self, state: &State, object: ObjectId, offset: &Linear) -> bool {
        let Some(size) = state.object(object).map(|object| object.size.clone()) else { return false };
        self.at_least(state, offset, 0) && self.implies(state, Fact::le(offset, &size))
    }

    /// A string literal, or another constant without a name.
    fn is_literal(&self, object: ObjectId) -> bool {
        match object {
            ObjectId::Global(id) => self.module.globals[id].anonymous && self.module.globals[id].constant,
            ObjectId::Made(_) => false,
        }
    }

    /// The address of a byte of a live object.
    fn is_strictly_inside(&mut self, state: &State, object: ObjectId, offset: &Linear) -> bool {
        let Some(known) = state.object(object) else { return false };
        let (size, live) = (known.size.clone(), known.life == Life::Live);
        live && self.at_least(state, offset, 0) && self.implies(state, Fact::lt(offset, &size))
    }
}

/// The number that may not fit, where the other is one that does.
fn overflowing(a: &Value, b: &Value) -> Option<Linear> {
    match (a, b) {
        (
            Value::Number { form, reading: Reading::Mathematical },
            Value::Number { form: other, reading: Reading::Signed },
        )
        | (
            Value::Number { form: other, reading: Reading::Signed },
            Value::Number { form, reading: Reading::Mathematical },
        ) if other.as_constant().is_none() => Some(form.clone()),
        _ => None,
    }
}
