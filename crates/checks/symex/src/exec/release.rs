//! What ends the lives of heap objects: `free`, and `realloc`, which puts another one in their place.

use engine::BugKind;

use super::Machine;
use super::instruction::end_life;
use crate::number::{Fact, Linear};
use crate::state::{Life, ObjectId, Reading, State, Storage, Value};

impl Machine<'_, '_> {
    pub(super) fn free(&mut self, state: State, pointer: &Value) -> Option<State> {
        let (mut state, object) = self.start_of_heap_object(state, pointer, false)?;
        if let Some(object) = object {
            end_life(&mut state, object, Life::Freed);
        }
        Some(state)
    }

    /// As glibc does it: a null pointer makes it `malloc`, size 0 frees and gives null. The new object is another one, also
    /// where it could stay in its place: whoever uses the old one after that is wrong.
    pub(super) fn reallocate(&mut self, state: State, pointer: &Value, size: Value) -> Vec<(State, Value)> {
        let Some((state, old)) = self.start_of_heap_object(state, pointer, true) else { return Vec::new() };
        let Some(old) = old else { return self.allocate(state, size, None) };
        let mut results = Vec::new();
        for (state, size) in self.as_unsigned(state, size, self.pointer_width()) {
            if let Some(mut state) = self.assumed(state.clone(), Fact::eq(&size, &Linear::constant(0))) {
                end_life(&mut state, old, Life::Freed);
                results.push((state, Value::null()));
            }
            let Some(state) = self.assumed(state, Fact::ge(&size, &Linear::constant(1))) else { continue };
            let size = Value::Number { form: size, reading: Reading::Unsigned };
            for (state, value) in self.allocate(state, size, None) {
                match value {
                    Value::Pointer { object: new, .. } => results.extend(self.moved(state, old, new)),
                    // It failed, and the old one is as it was.
                    Value::Number { .. } | Value::Function(_) | Value::Truth(_) | Value::Last { .. } | Value::Any => {
                        results.push((state, value));
                    }
                }
            }
        }
        results
    }

    /// What the old object holds, as far as there is room, is in the new one, and the old one is freed.
    fn moved(&mut self, state: State, old: ObjectId, new: ObjectId) -> Vec<(State, Value)> {
        let size_of = |id: ObjectId| state.object(id).map(|object| object.size.clone());
        let (Some(had), Some(has)) = (size_of(old), size_of(new)) else {
            panic!("invariant: the object that is moved and the one that was made for it are there");
        };
        let grows = self.assumed(state.clone(), Fact::le(&had, &has)).map(|state| (state, &had));
        let shrinks = self.assumed(state, Fact::gt(&had, &has)).map(|state| (state, &has));
        let mut results = Vec::new();
        for (mut state, len) in grows.into_iter().chain(shrinks) {
            let start = Linear::constant(0);
            let (cells, fills) = self.copied(&state, old, (&start, &start, len));
            if let Some(object) = state.object_mut(new) {
                object.cells.extend(cells);
                object.fills.extend(fills);
            }
            end_life(&mut state, old, Life::Freed);
            results.push((state, Value::Pointer { object: new, offset: start }));
        }
        results
    }

    /// The live heap object that the pointer is the start of; none for a null pointer.
    fn start_of_heap_object(
        &mut self,
        state: State,
        pointer: &Value,
        realloc: bool,
    ) -> Option<(State, Option<ObjectId>)> {
        let wrong = |kind: BugKind| if realloc { BugKind::BadRealloc } else { kind };
        let (object, offset) = match pointer {
            Value::Pointer { object, offset } => (*object, offset.clone()),
            Value::Number { form, .. } => {
                let null = Fact::eq(form, &Linear::constant(0));
                if !self.implies(&state, null.clone()) {
                    self.bug(wrong(BugKind::InvalidFree), "a pointer of unknown value is freed");
                }
                return self.assumed(state, null).map(|state| (state, None));
            }
            Value::Function(_) | Value::Truth(_) | Value::Last { .. } | Value::Any => {
                self.bug(wrong(BugKind::InvalidFree), "what is freed is no heap object");
                return None;
            }
        };
        if state.object(object).is_some_and(|object| object.structure.is_some()) {
            self.unsupported("several objects that are freed at once");
            return None;
        }
        match state.object(object).map(|object| (object.storage, object.life)) {
            Some((Storage::Heap, Life::Live)) => {}
            Some((Storage::Heap, Life::Freed)) => {
                self.bug(wrong(BugKind::DoubleFree), "what was freed is freed again");
                return None;
            }
            Some(_) | None => {
                self.bug(wrong(BugKind::InvalidFree), "what is freed is no heap object");
                return None;
            }
        }
        let start = Fact::eq(&offset, &Linear::constant(0));
        if !self.implies(&state, start.clone()) {
            self.bug(wrong(BugKind::InvalidFree), "a pointer that is freed may not be the start of its object");
        }
        self.assumed(state, start).map(|state| (state, Some(object)))
    }
}
