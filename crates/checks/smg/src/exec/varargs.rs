//! Variable arguments as the System V ABIs lay them out, so that the code that clang makes for `va_arg` finds them.
//!
//! The same layout as in `interp`: x86-64 has areas for saved registers and for the rest, i386 one area.

use ir::{CopyKind, DataModel, Type};

use super::Machine;
use super::scratch::{held, hold, release};
use crate::graph::{ArgClass, State, Value};
use crate::operations::content;

const GENERAL: i64 = 6;
const VECTOR: i64 = 8;
const VECTOR_START: i64 = 8 * GENERAL;
const SAVE_AREA: i64 = VECTOR_START + 16 * VECTOR;

/// Hands out registers, then memory.
#[derive(Default)]
struct Places {
    general: i64,
    vector: i64,
    overflow: i64,
}

enum Place {
    Saved(i64),
    Overflow(i64),
}

impl Places {
    fn of(&mut self, class: ArgClass) -> Place {
        match class {
            ArgClass::Integer { bits } => {
                let registers = if bits > 64 { 2 } else { 1 };
                if self.general + registers <= GENERAL {
                    self.general += registers;
                    return Place::Saved(8 * (self.general - registers));
                }
                self.memory(8 * registers, 8 * registers)
            }
            ArgClass::Float { bits: 80 } => self.memory(16, 16),
            ArgClass::Float { bits } => {
                if self.vector < VECTOR {
                    self.vector += 1;
                    return Place::Saved(VECTOR_START + 16 * (self.vector - 1));
                }
                let size = if bits > 64 { 16 } else { 8 };
                self.memory(size, size)
            }
            ArgClass::Memory { size, align } => self.memory(size as i64, i64::from(align).max(8)),
        }
    }

    fn memory(&mut self, size: i64, align: i64) -> Place {
        let at = (self.overflow + align - 1) / align * align;
        self.overflow = at + (size + 7) / 8 * 8;
        Place::Overflow(at)
    }
}

impl Machine<'_, '_> {
    pub(super) fn va_start(&mut self, state: State, list: Value) -> Vec<State> {
        match self.module.data_model {
            DataModel::Lp64 => self.va_start_lp64(state, list),
            DataModel::Ilp32 => self.va_start_ilp32(state, list),
        }
    }

    fn va_start_lp64(&mut self, mut state: State, list: Value) -> Vec<State> {
        let signature = &self.module.funcs[state.frame().func].signature;
        let mut places = Places::default();
        for ty in &signature.params {
            let bits = self.bits(*ty);
            places.of(match ty {
                Type::Float(_) => ArgClass::Float { bits },
                Type::Int(_) | Type::Ptr => ArgClass::Integer { bits },
            });
        }
        let (general, vector) = (places.general, places.vector);
        places.overflow = 0;
        let placed: Vec<Place> = state.frame().varargs.iter().map(|arg| places.of(arg.class)).collect();
        let saved = self.new_local(&mut state, Value::Int(SAVE_AREA), false, None);
        let overflow = self.new_local(&mut state, Value::Int(places.overflow), false, None);
        hold(&mut state, 5, list);
        let mut states = vec![state];
        for (index, place) in placed.into_iter().enumerate() {
            let (area, at) = match place {
                Place::Saved(at) => (saved, at),
                Place::Overflow(at) => (overflow, at),
            };
            states = states.into_iter().flat_map(|state| self.put(state, index, area, at)).collect();
        }
        let fields = [
            (0, Type::Int(32), Value::Int(8 * general)),
            (4, Type::Int(32), Value::Int(VECTOR_START + 16 * vector)),
            (8, Type::Ptr, overflow),
            (16, Type::Ptr, saved),
        ];
        self.fill_list(states, &fields)
    }

    fn va_start_ilp32(&mut self, mut state: State, list: Value) -> Vec<State> {
        let mut end = 0;
        let mut placed = Vec::new();
        for arg in &state.frame().varargs {
            let size = match arg.class {
                ArgClass::Memory { align: 5.., .. } | ArgClass::Float { bits: 128 } => {
                    self.unsupported("over-aligned variable argument in ilp32");
                    return Vec::new();
                }
                ArgClass::Memory { size, .. } => size as i64,
                ArgClass::Float { bits: 80 } => 12,
                ArgClass::Float { bits } | ArgClass::Integer { bits } => i64::from(bits.div_ceil(8)),
            };
            placed.push(end);
            end += (size + 3) / 4 * 4;
        }
        let area = self.new_local(&mut state, Value::Int(end), false, None);
        hold(&mut state, 5, list);
        let mut states = vec![state];
        for (index, at) in placed.into_iter().enumerate() {
            states = states.into_iter().flat_map(|state| self.put(state, index, area, at)).collect();
        }
        self.fill_list(states, &[(0, Type::Ptr, area)])
    }

    /// Writes one argument. Its value is the state's: putting an earlier one may have changed what it is called.
    fn put(&mut self, mut state: State, index: usize, area: Value, at: i64) -> Vec<State> {
        let arg = state.frame().varargs[index];
        let id = area.object().expect("invariant: the area is an object");
        match arg.class {
            ArgClass::Memory { size, .. } => {
                let len = Value::Int(size as i64);
                self.copy_block(state, CopyKind::Copy, Value::region(id, at), arg.value, len)
            }
            ArgClass::Integer { bits } | ArgClass::Float { bits } => {
                content::write(&mut state.graph, id, at, i64::from(bits.div_ceil(8)), arg.value);
                vec![state]
            }
        }
    }

    /// Writes the fields of the `va_list` that is held.
    fn fill_list(&mut self, mut states: Vec<State>, fields: &[(i64, Type, Value)]) -> Vec<State> {
        for (at, ty, value) in fields {
            let mut next = Vec::new();
            for mut state in states {
                let Value::Addr(list) = held(&state, 5) else {
                    let list = held(&state, 5);
                    next.extend(self.store_to(state, *ty, list, *value));
                    continue;
                };
                if let Some(Value::Addr(list)) = self.moved(&mut state, list, Value::Int(*at)) {
                    next.extend(self.store_to(state, *ty, Value::Addr(list), *value));
                }
            }
            states = next;
        }
        states.iter_mut().for_each(|state| {
            release(state, 5);
        });
        states
    }
}
