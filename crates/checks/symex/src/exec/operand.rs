//! Operands, and words read as numbers.

use ir::{Const, Operand, Type, sign_extend};

use super::Machine;
use crate::number::{Fact, Linear};
use crate::state::{Condition, ObjectId, Reading, State, Value, range};

/// A state, and a number in it.
pub(super) type Split = Vec<(State, Linear)>;

impl Machine<'_, '_> {
    pub fn eval(&mut self, state: &mut State, operand: Operand) -> Value {
        match operand {
            Operand::Reg(reg) => match state.register(reg) {
                Some(value) => value.clone(),
                None => {
                    let ty = self.module.funcs[self.func].regs[reg].ty;
                    self.indeterminate(state, ty)
                }
            },
            Operand::Const(id) => self.constant(state, self.module.consts.get(id)),
        }
    }

    pub(super) fn constant(&mut self, state: &mut State, constant: Const) -> Value {
        match constant {
            Const::Int { width: 1, value } => Value::known(value == 1),
            Const::Int { width, value } if range(width, Reading::Signed).is_some() => {
                Value::signed(sign_extend(value, width))
            }
            Const::Int { .. } | Const::Float { .. } => Value::Any,
            Const::Null => Value::null(),
            Const::Global { id, offset } => {
                self.ensure_global(state, id);
                Value::Pointer { object: ObjectId::Global(id), offset: Linear::constant(i128::from(offset)) }
            }
            Const::Func(func) => Value::Function(func),
            Const::Block { .. } => state.unknown(self.pointer_width(), Reading::Unsigned),
        }
    }

    pub(super) fn operand_type(&self, operand: Operand) -> Type {
        self.module.operand_type(&self.module.funcs[self.func], operand)
    }

    /// The word as a number of either reading; what is none is any number.
    pub(super) fn number(&self, state: &mut State, value: Value, width: u16) -> (Linear, Reading) {
        match value {
            Value::Number { form, reading } => (form, reading),
            Value::Truth(Condition::Known(truth)) => (Linear::constant(i128::from(truth)), Reading::Unsigned),
            Value::Pointer { .. }
            | Value::Function(_)
            | Value::Truth(Condition::If(_))
            | Value::Last { .. }
            | Value::Any => match state.unknown(width, Reading::Unsigned) {
                Value::Number { form, reading } => (form, reading),
                Value::Pointer { .. } | Value::Function(_) | Value::Truth(_) | Value::Last { .. } | Value::Any => {
                    panic!("invariant: an unknown number is a number")
                }
            },
        }
    }

    /// The number that the bits mean with sign.
    pub(super) fn as_signed(&mut self, mut state: State, value: Value, width: u16) -> Split {
        let (form, reading) = self.number(&mut state, value, width);
        let Some((_, most)) = range(width, Reading::Signed) else { return vec![(state, form)] };
        match reading {
            Reading::Signed | Reading::Mathematical => vec![(state, form)],
            Reading::Unsigned if self.at_most(&state, &form, most) => vec![(state, form)],
            Reading::Unsigned => {
                let below = Fact::le(&form, &Linear::constant(most));
                let above = Fact::gt(&form, &Linear::constant(most));
                let moved = form.add_constant(-(1 << width));
                self.split(state, vec![(below, Some(form)), (above, moved)])
            }
        }
    }

    /// The number that the bits mean without sign.
    pub(super) fn as_unsigned(&mut self, mut state: State, value: Value, width: u16) -> Split {
        let (form, reading) = self.number(&mut state, value, width);
        match reading {
            Reading::Unsigned => vec![(state, form)],
            Reading::Signed if self.at_least(&state, &form, 0) => vec![(state, form)],
            Reading::Signed => self.without_sign(state, form, width),
            Reading::Mathematical => {
                let Some((least, most)) = range(width, Reading::Signed) else { return vec![(state, form)] };
                let (least, most) = (Linear::constant(least), Linear::constant(most));
                let mut split = Vec::new();
                let fits = self.assumed(state.clone(), Fact::ge(&form, &least));
                let fits = fits.and_then(|state| self.assumed(state, Fact::le(&form, &most)));
                if let Some(state) = fits {
                    split.extend(self.without_sign(state, form.clone(), width));
                }
                // What has overflowed has no meaning without sign: no argument may rest on one.
                for fact in [Fact::lt(&form, &least), Fact::gt(&form, &most)] {
                    if let Some(mut state) = self.assumed(state.clone(), fact) {
                        let any = state.unknown(width, Reading::Unsigned);
                        let (any, _) = self.number(&mut state, any, width);
                        split.push((state, any));
                    }
                }
                split
            }
        }
    }

    /// Of a number in the signed range.
    fn without_sign(&mut self, state: State, form: Linear, width: u16) -> Split {
        let positive = Fact::ge(&form, &Linear::constant(0));
        let negative = Fact::lt(&form, &Linear::constant(0));
        let moved = if width <= 100 { form.add_constant(1 << width) } else { None };
        self.split(state, vec![(positive, Some(form)), (negative, moved)])
    }

    /// Cases that together are all there are. A number that cannot be written down is any number.
    pub(super) fn split(&mut self, state: State, cases: Vec<(Option<Fact>, Option<Linear>)>) -> Split {
        let mut split = Vec::new();
        for (fact, form) in cases {
            if let Some(mut state) = self.assumed(state.clone(), fact) {
                let form = form.unwrap_or_else(|| state.fresh());
                split.push((state, form));
            }
        }
        split
    }
}
