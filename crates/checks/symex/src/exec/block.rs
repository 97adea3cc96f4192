//! Operations on blocks of bytes.

use engine::BugKind;
use ir::CopyKind;

use super::Machine;
use crate::number::{Fact, Linear};
use crate::state::{Cell, Content, Fill, ObjectId, State, Value};

impl Machine<'_, '_> {
    /// Where there are no bytes, nothing is accessed.
    pub(super) fn length(&mut self, state: State, len: Value) -> Vec<(State, Option<Linear>)> {
        let mut cases = Vec::new();
        for (state, len) in self.as_unsigned(state, len, self.pointer_width()) {
            let none = self.assumed(state.clone(), Fact::eq(&len, &Linear::constant(0)));
            cases.extend(none.map(|state| (state, None)));
            if let Some(state) = self.assumed(state, Fact::ge(&len, &Linear::constant(1))) {
                let len = state.knowledge.reduce(&len);
                cases.push((state, Some(len)));
            }
        }
        cases
    }

    pub(super) fn set_block(&mut self, state: State, dst: &Value, byte: &Value, len: Value) -> Vec<State> {
        let mut states = Vec::new();
        for (state, len) in self.length(state, len) {
            let Some(len) = len else {
                states.push(state);
                continue;
            };
            let Some((mut state, object, offset)) = self.accessed(state, dst, &len, true) else { continue };
            self.overwrite(&mut state, object, &offset, &len);
            let zero = match byte {
                Value::Number { form, .. } => self.implies(&state, Fact::eq(form, &Linear::constant(0))),
                Value::Pointer { .. } | Value::Function(_) | Value::Truth(_) | Value::Last { .. } | Value::Any => false,
            };
            if zero && let (Some(to), Some(object)) = (offset.add(&len), state.object_mut(object)) {
                object.fills.push(Fill { from: offset, to, content: Content::Zero });
            }
            states.push(state);
        }
        states
    }

    pub(super) fn copy_block(
        &mut self,
        state: State,
        kind: CopyKind,
        dst: &Value,
        src: &Value,
        len: Value,
    ) -> Vec<State> {
        let mut states = Vec::new();
        for (state, len) in self.length(state, len) {
            let Some(len) = len else {
                states.push(state);
                continue;
            };
            let Some((state, from, from_offset)) = self.accessed(state, src, &len, false) else { continue };
            let Some((mut state, to, to_offset)) = self.accessed(state, dst, &len, true) else { continue };
            let apart = from != to || {
                let end = |start: &Linear| start.add(&len);
                let (from_end, to_end) = (end(&from_offset), end(&to_offset));
                self.is_apart(&state, (&from_offset, from_end.as_ref()), (&to_offset, to_end.as_ref()))
            };
            let same = from == to && self.implies(&state, Fact::eq(&from_offset, &to_offset));
            if kind == CopyKind::Copy && !apart && !same {
                self.bug(BugKind::OverlappingCopy, "the ranges of a copy may overlap");
                continue;
            }
            if same {
                states.push(state);
                continue;
            }
            let mut copied = self.copied(&state, from, (&from_offset, &to_offset, &len));
            self.copy_initial(&mut state, from, (&from_offset, &to_offset, &len), &mut copied);
            self.overwrite(&mut state, to, &to_offset, &len);
            if let Some(object) = state.object_mut(to) {
                object.cells.extend(copied.0);
                object.fills.extend(copied.1);
            }
            states.push(state);
        }
        states
    }

    /// What is known of the bytes that are copied, moved to where they come.
    pub(super) fn copied(
        &mut self,
        state: &State,
        object: ObjectId,
        (from, to, len): (&Linear, &Linear, &Linear),
    ) -> (Vec<Cell>, Vec<Fill>) {
        let Some(known) = state.object(object) else { return (Vec::new(), Vec::new()) };
        let (cells, fills) = (known.cells.clone(), known.fills.clone());
        let Some(end) = from.add(len) else { return (Vec::new(), Vec::new()) };
        let moved = |place: &Linear| place.sub(from).and_then(|place| place.add(to));
        let mut copied = (Vec::new(), Vec::new());
        for cell in cells {
            let cell_end = cell.offset.add_constant(i128::from(cell.bytes));
            let inside = self.implies(state, Fact::ge(&cell.offset, from))
                && self.implies(state, cell_end.and_then(|cell_end| Fact::le(&cell_end, &end)));
            if inside && let Some(offset) = moved(&cell.offset) {
                copied.0.push(Cell { offset, ..cell });
            }
        }
        for fill in fills {
            // Only whole copies of zeros.
            let inside = fill.content == Content::Zero
                && self.implies(state, Fact::le(&fill.from, from))
                && self.implies(state, Fact::ge(&fill.to, &end));
            if inside && let Some(to_end) = to.add(len) {
                copied.1.push(Fill { from: to.clone(), to: to_end, content: Content::Zero });
            }
        }
        copied
    }
}
