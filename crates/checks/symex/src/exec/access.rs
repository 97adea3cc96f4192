//! Reading and writing bytes.

use std::sync::Arc;

use engine::BugKind;
use ir::{GlobalId, Operand, Type, TypeId};

use super::Machine;
use super::initial::initial_content;
use super::text::end_of_text;
use crate::number::{Fact, Linear};
use crate::state::{Cell, Content, Fill, Life, Object, ObjectId, Reading, State, Storage, Value, Words, range};

/// Pieces of one object of which something is known; what is written may split one into two.
const MOST_FILLS: usize = 32;

impl Machine<'_, '_> {
    /// A global that is not there yet: its size is known, and what it holds if nobody can write it.
    pub(super) fn ensure_global(&mut self, state: &mut State, id: GlobalId) {
        if state.object(ObjectId::Global(id)).is_some() {
            return;
        }
        let global = &self.module.globals[id];
        let size = Linear::constant(i128::from(global.size));
        let (storage, fills, cells) = if global.constant && global.init.is_some() {
            let fill = Fill { from: Linear::constant(0), to: size.clone(), content: initial_content(self.module, id) };
            (Storage::Constant, vec![fill], end_of_text(global))
        } else {
            (Storage::Global, Vec::new(), Vec::new())
        };
        let life = Life::Live;
        let object = Object { storage, life, size, dynamic: false, held: false, cells, fills, structure: None };
        state.put_object(ObjectId::Global(id), Arc::new(object));
    }

    /// The object and the place in it, where so many bytes can be accessed.
    pub(super) fn accessed(
        &mut self,
        state: State,
        pointer: &Value,
        bytes: &Linear,
        write: bool,
    ) -> Option<(State, ObjectId, Linear)> {
        let (object, offset) = match pointer {
            Value::Pointer { object, offset } => (*object, state.knowledge.reduce(offset)),
            Value::Number { form, .. } if state.knowledge.reduce(form).as_constant() == Some(0) => {
                self.bug(BugKind::NullDeref, "a null pointer is used");
                return None;
            }
            Value::Number { .. } | Value::Function(_) | Value::Truth(_) | Value::Last { .. } | Value::Any => {
                self.bug(BugKind::WildDeref, "a pointer of which nothing is known is used");
                return None;
            }
        };
        let Some(known) = state.object(object) else {
            self.bug(BugKind::WildDeref, "a pointer to an object of which nothing is known is used");
            return None;
        };
        if known.structure.is_some() {
            self.unsupported("access to several objects at once");
            return None;
        }
        match known.life {
            Life::Live => {}
            Life::Freed => {
                self.bug(BugKind::UseAfterFree, "what was freed is used");
                return None;
            }
            Life::OutOfScope => {
                self.bug(BugKind::UseAfterScope, "a variable is used whose scope has ended");
                return None;
            }
        }
        if write && known.storage == Storage::Constant {
            self.bug(BugKind::ReadonlyWrite, "a constant is written");
            return None;
        }
        // Only declared: neither what it holds nor whether it may be written is known, nor, for some, how large it is.
        if let ObjectId::Global(id) = object
            && (self.module.globals[id].init.is_none() || self.module.globals[id].is_open_ended())
        {
            self.unsupported(format!("the global `{}`, which is defined elsewhere", self.module.globals[id].name));
            return None;
        }
        let size = known.size.clone();
        let starts = Fact::ge(&offset, &Linear::constant(0));
        let ends = offset.add(bytes).and_then(|end| Fact::le(&end, &size));
        if !self.implies(&state, starts.clone()) || !self.implies(&state, ends.clone()) {
            self.bug(BugKind::OutOfBounds, "an access may be out of bounds");
        }
        let state = self.assumed(state, starts)?;
        let state = self.assumed(state, ends)?;
        Some((state, object, offset))
    }

    pub(super) fn load(
        &mut self,
        mut state: State,
        ptr: Operand,
        ty: Type,
        of: Option<TypeId>,
    ) -> Option<(State, Value)> {
        let bytes = ty.store_size(self.module.data_model);
        let pointer = self.eval(&mut state, ptr);
        let (mut state, object, offset) =
            self.accessed(state, &pointer, &Linear::constant(i128::from(bytes)), false)?;
        let whole_bytes = self.width(ty).is_multiple_of(8);
        let known = if whole_bytes { self.read(&mut state, object, &offset, bytes, ty) } else { None };
        let value = match known {
            Some(Value::Any) | None => {
                let value = self.unknown_content(&mut state, ty, of);
                if whole_bytes && let Some(object) = state.object_mut(object) {
                    object.remember(Cell { offset, bytes, value: value.clone() });
                }
                value
            }
            Some(value) => value,
        };
        Some((state, value))
    }

    fn unknown_content(&mut self, state: &mut State, ty: Type, of: Option<TypeId>) -> Value {
        match ty {
            Type::Int(width) if width > 1 && range(width, Reading::Signed).is_some() => {
                let unsigned = of.is_some_and(|of| ir::is_unsigned(&self.module.types, of));
                state.unknown(width, if unsigned { Reading::Unsigned } else { Reading::Signed })
            }
            Type::Int(_) | Type::Ptr | Type::Float(_) => self.indeterminate(state, ty),
        }
    }

    /// What the bytes are known to hold.
    pub(super) fn read(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: &Linear,
        bytes: u64,
        ty: Type,
    ) -> Option<Value> {
        let known = state.object(object)?;
        let here: Vec<Cell> = known.cells.iter().filter(|cell| cell.bytes == bytes).cloned().collect();
        let fills = known.fills.clone();
        let found = here.iter().find(|cell| cell.offset == *offset).or_else(|| {
            here.iter().find(|cell| {
                // Most differ by a constant.
                let apart = cell.offset.sub(offset).map(|apart| state.knowledge.reduce(&apart));
                match apart {
                    Some(apart) if apart.as_constant().is_some() => apart.as_constant() == Some(0),
                    Some(_) => self.implies(state, Fact::eq(&cell.offset, offset)),
                    None => false,
                }
            })
        });
        if let Some(cell) = found {
            return Some(self.as_type(state, cell.value.clone(), ty));
        }
        let end = offset.add_constant(i128::from(bytes))?;
        for fill in fills {
            let inside =
                self.implies(state, Fact::ge(offset, &fill.from)) && self.implies(state, Fact::le(&end, &fill.to));
            if !inside {
                continue;
            }
            match &fill.content {
                Content::Zero => return Some(zero(ty)),
                Content::Words(words) => {
                    let distance = state.knowledge.reduce(&offset.sub(&fill.from)?);
                    if words.bytes == bytes && words.is_whole(&distance) {
                        let value = word(state, words, ty)?;
                        if let Some(object) = state.object_mut(object) {
                            object.remember(Cell { offset: offset.clone(), bytes, value: value.clone() });
                        }
                        return Some(value);
                    }
                }
                Content::Initial { of, behind } => {
                    let at = offset.as_constant()?.checked_add(i128::from(*behind))?;
                    return self.initial_value(state, *of, u64::try_from(at).ok()?, bytes, ty);
                }
            }
        }
        None
    }

    /// A value that was stored, as one of the type that is loaded.
    fn as_type(&mut self, state: &mut State, value: Value, ty: Type) -> Value {
        match (&value, ty) {
            (_, Type::Float(_)) => Value::Any,
            (Value::Number { .. } | Value::Pointer { .. } | Value::Function(_), Type::Int(_) | Type::Ptr) => value,
            (Value::Truth(_) | Value::Last { .. } | Value::Any, Type::Int(_) | Type::Ptr) => {
                self.indeterminate(state, ty)
            }
        }
    }

    pub(super) fn store(&mut self, mut state: State, ptr: Operand, ty: Type, value: Operand) -> Vec<State> {
        let bytes = ty.store_size(self.module.data_model);
        let pointer = self.eval(&mut state, ptr);
        let value = self.eval(&mut state, value);
        let Some((mut state, object, offset)) =
            self.accessed(state, &pointer, &Linear::constant(i128::from(bytes)), true)
        else {
            return Vec::new();
        };
        self.overwrite(&mut state, object, &offset, &Linear::constant(i128::from(bytes)));
        let keeps = self.width(ty).is_multiple_of(8) && value != Value::Any;
        if keeps && let Some(object) = state.object_mut(object) {
            object.remember(Cell { offset, bytes, value });
        }
        vec![state]
    }

    /// Forgets what some bytes held.
    pub(super) fn overwrite(&mut self, state: &mut State, object: ObjectId, from: &Linear, bytes: &Linear) {
        let Some(known) = state.object(object) else { return };
        let (cells, fills) = (known.cells.clone(), known.fills.clone());
        let to = from.add(bytes);
        let mut kept = Vec::with_capacity(cells.len());
        for cell in cells {
            let end = cell.offset.add_constant(i128::from(cell.bytes));
            if self.is_apart(state, (&cell.offset, end.as_ref()), (from, to.as_ref())) {
                kept.push(cell);
            }
        }
        let mut left = Vec::with_capacity(fills.len());
        for fill in fills {
            if self.is_apart(state, (&fill.from, Some(&fill.to)), (from, to.as_ref())) {
                left.push(fill);
                continue;
            }
            let Some(to) = &to else { continue };
            // What lies before and behind, where the one is before and the other behind.
            if self.implies(state, Fact::ge(from, &fill.from)) && self.implies(state, Fact::le(from, &fill.to)) {
                left.push(Fill { to: from.clone(), ..fill.clone() });
            }
            if self.implies(state, Fact::le(to, &fill.to)) && self.implies(state, Fact::ge(to, &fill.from)) {
                let distance = to.sub(&fill.from).map(|distance| state.knowledge.reduce(&distance));
                if distance.is_some_and(|distance| fill.content.can_begin_behind(&distance)) {
                    left.push(Fill { from: to.clone(), ..fill });
                }
            }
        }
        left.retain(|fill| fill.from != fill.to);
        left.truncate(MOST_FILLS);
        if let Some(object) = state.object_mut(object) {
            object.cells = kept;
            object.fills = left;
        }
    }

    /// Does the one end before the other begins?
    pub(super) fn is_apart(
        &mut self,
        state: &State,
        a: (&Linear, Option<&Linear>),
        b: (&Linear, Option<&Linear>),
    ) -> bool {
        let before = |end: Option<&Linear>, start: &Linear| end.and_then(|end| Fact::le(end, start));
        self.implies(state, before(a.1, b.0)) || self.implies(state, before(b.1, a.0))
    }
}

/// One of words that have bounds in common.
fn word(state: &mut State, words: &Words, ty: Type) -> Option<Value> {
    let Type::Int(width) = ty else { return None };
    if u64::from(width) != words.bytes * 8 || range(width, words.reading).is_none() {
        return None;
    }
    let value = state.unknown(width, words.reading);
    if let Value::Number { form, .. } = &value {
        state.learn(words.least.as_ref().and_then(|least| Fact::ge(form, least)));
        state.learn(words.most.as_ref().and_then(|most| Fact::le(form, most)));
    }
    Some(value)
}

pub(super) fn zero(ty: Type) -> Value {
    match ty {
        Type::Int(1) => Value::known(false),
        Type::Int(width) if range(width, Reading::Signed).is_some() => Value::signed(0),
        Type::Ptr => Value::null(),
        Type::Int(_) | Type::Float(_) => Value::Any,
    }
}
