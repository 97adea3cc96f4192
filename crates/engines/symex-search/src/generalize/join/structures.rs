//! Structures of both states.

use symex::state::{Back, Link, Object, ObjectId, State, Structure, Value};

use super::Joining;
use crate::generalize::{fold, links};

impl Joining<'_, '_, '_> {
    /// The structure that both are, if one of them is; `None` if the other is not.
    pub(super) fn structure(&mut self, old: &Object, new: &Object) -> Option<Option<Structure>> {
        let none: &[Link] = &[];
        let [a, b] = [old, new].map(|object| object.structure.as_ref().map_or(none, |structure| &structure.links));
        if a.is_empty() && b.is_empty() {
            return Some(None);
        }
        let bytes = self.machine.module.data_model.pointer_size();
        let mut links = links::union(a, b)?;
        links::with_none(&mut links, old, bytes);
        links::with_none(&mut links, new, bytes);
        let outside = |_: &Value| false;
        let part = |state: &State, object: &Object| {
            let pointers = fold::pointers(state);
            let is_owned = |id: ObjectId| pointers.get(&id).is_some_and(|from| from.len() == 1);
            links::part(state, object, &links, bytes, &outside, &is_owned)
        };
        let (first, second) = (part(self.old, old)?, part(self.new, new)?);
        let count = self.form(&first.count, &second.count);
        let totals = first.totals.iter().zip(&second.totals).map(|((_, a), (_, b))| self.form(a, b)).collect();
        let width = u16::try_from(bytes * 8).ok()?;
        let end = self.value(&first.end, &second.end, width)?;
        let back = self.back(old, new, width);
        Some(Some(Structure { count, totals, links, end, back }))
    }

    /// The pointers back that both have; one object has them wherever it likes.
    fn back(&mut self, old: &Object, new: &Object, width: u16) -> Option<Back> {
        let back = |object: &Object| object.structure.as_ref().and_then(|structure| structure.back.clone());
        let Back { at, into, .. } = back(old).or_else(|| back(new))?;
        let first = |object: &Object| match &object.structure {
            Some(_) => back(object).filter(|back| (back.at, back.into) == (at, into)).map(|back| back.first),
            None => Some(object.word_at(at, u64::from(width / 8)).unwrap_or(Value::Any)),
        };
        let (old, new) = (first(old)?, first(new)?);
        let first = match (&old, &new) {
            (Value::Pointer { object: a, .. }, Value::Pointer { object: b, .. })
                if !self.objects.contains_key(&(*a, *b)) =>
            {
                Value::Any
            }
            (old, new) => self.value(old, new, width).unwrap_or(Value::Any),
        };
        Some(Back { at, into, first })
    }
}
