//! Values of both states.

use symex::number::{Fact, Linear};
use symex::state::{Condition, ObjectId, Reading, State, Value, range};

use super::Joining;

impl Joining<'_, '_, '_> {
    pub(super) fn value(&mut self, old: &Value, new: &Value, width: u16) -> Option<Value> {
        match (old, new) {
            (Value::Number { form: a, reading: x }, Value::Number { form: b, reading: y }) => {
                match self.reading((a, *x), (b, *y), width) {
                    Some(reading) => Some(Value::Number { form: self.form(a, b), reading }),
                    None => Some(Value::Any),
                }
            }
            (Value::Pointer { object: a, offset: x }, Value::Pointer { object: b, offset: y }) => {
                if self.are_different_links((*a, x), (*b, y)) && !self.manner.forgets_shapes {
                    return None;
                }
                match self.pair(*a, *b) {
                    Some(object) => Some(Value::Pointer { object, offset: self.form(x, y) }),
                    None => self.unlike(),
                }
            }
            (
                Value::Last { of: a, offset: x } | Value::Pointer { object: a, offset: x },
                Value::Last { of: b, offset: y } | Value::Pointer { object: b, offset: y },
            ) => match self.pair(*a, *b) {
                Some(of) => Some(Value::Last { of, offset: self.form(x, y) }),
                None => self.unlike(),
            },
            (Value::Function(a), Value::Function(b)) if a == b => Some(old.clone()),
            (Value::Truth(Condition::Known(a)), Value::Truth(Condition::Known(b))) if a == b => Some(old.clone()),
            (Value::Truth(_), Value::Truth(_)) => {
                let var = Linear::var(self.pairs.fresh_open());
                Fact::ge(&var, &Linear::constant(1)).map(|fact| Value::Truth(Condition::If(fact)))
            }
            (Value::Any, _) | (_, Value::Any) => Some(Value::Any),
            (
                Value::Number { .. }
                | Value::Pointer { .. }
                | Value::Last { .. }
                | Value::Function(_)
                | Value::Truth(_),
                Value::Number { .. }
                | Value::Pointer { .. }
                | Value::Last { .. }
                | Value::Function(_)
                | Value::Truth(_),
            ) => self.unlike(),
        }
    }

    /// Two places in objects of one kind at which there are pointers: which of them it is matters more than what is between.
    fn are_different_links(&self, old: (ObjectId, &Linear), new: (ObjectId, &Linear)) -> bool {
        let bytes = self.machine.module.data_model.pointer_size();
        let is_link = |state: &State, (id, offset): (ObjectId, &Linear)| {
            let place = offset.as_constant().and_then(|place| u64::try_from(place).ok());
            let (Some(object), Some(place)) = (state.object(id), place) else { return false };
            let linked = object.structure.as_ref().is_some_and(|known| known.links.iter().any(|link| link.at == place));
            linked || object.word_at(place, bytes).is_some_and(|value| value.is_null() || value.target().is_some())
        };
        let apart = matches!((old.1.as_constant(), new.1.as_constant()), (Some(a), Some(b)) if a != b);
        apart && is_link(self.old, old) && is_link(self.new, new)
    }

    /// Something that is a pointer in one and no pointer, or another one, in the other.
    fn unlike(&self) -> Option<Value> {
        self.manner.forgets_shapes.then_some(Value::Any)
    }

    fn reading(&mut self, old: (&Linear, Reading), new: (&Linear, Reading), width: u16) -> Option<Reading> {
        if old.1 == new.1 {
            return Some(old.1);
        }
        let candidates = match (old.1, new.1) {
            (Reading::Mathematical, _) | (_, Reading::Mathematical) => [Reading::Mathematical, Reading::Mathematical],
            (Reading::Signed | Reading::Unsigned, Reading::Signed | Reading::Unsigned) => {
                [Reading::Unsigned, Reading::Signed]
            }
        };
        candidates.into_iter().find(|reading| {
            let wanted = if *reading == Reading::Mathematical { Reading::Signed } else { *reading };
            let Some((least, most)) = range(width, wanted) else { return false };
            [(self.old, old), (self.new, new)].into_iter().all(|(state, (form, from))| {
                from == *reading
                    || (from, *reading) == (Reading::Signed, Reading::Mathematical)
                    || [Fact::ge(form, &Linear::constant(least)), Fact::le(form, &Linear::constant(most))]
                        .into_iter()
                        .all(|fact| fact.is_some_and(|fact| self.machine.prover.implies(&state.knowledge, &fact)))
            })
        })
    }
}
