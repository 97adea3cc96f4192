//! Loads, stores and the lives of stack objects.

use ir::{Operand, Type, TypeId};

use super::Machine;
use super::scratch::{hold, release};
use crate::graph::{Addr, Fill, Kind, Life, Local, Object, ObjectId, Origin, Range, State, Storage, SymInfo, Value};
use crate::operations::content;

/// What C promises of allocated objects; locals and globals are only sure to be somewhere.
pub(super) fn alignment(object: &Object) -> i64 {
    match object.storage {
        Storage::Heap => 16,
        Storage::Stack | Storage::Global { .. } => 1,
    }
}

impl Machine<'_, '_> {
    pub(super) fn load(&mut self, mut state: State, ty: Type, ptr: Operand) -> Vec<(State, Value)> {
        let pointer = self.eval(&mut state, ptr);
        self.load_from(state, ty, pointer)
    }

    pub(super) fn load_from(&mut self, state: State, ty: Type, pointer: Value) -> Vec<(State, Value)> {
        let size = ty.store_size(self.module.data_model) as i64;
        let bits = self.bits(ty);
        let mut loaded = Vec::new();
        for (state, addr) in self.access(state, pointer, size, false) {
            // Only where it matters: numbers may as well be read as "one of them".
            let states =
                if holds_addresses(&state, addr.object) { self.each_offset(state, addr) } else { vec![(state, addr)] };
            for (mut state, addr) in states {
                let value = match addr.plus {
                    None => content::read(self.module, &mut state.graph, addr.object, addr.offset, size, bits),
                    Some(_) => self.read_somewhere(&mut state, addr, size, bits),
                };
                loaded.push((state, value));
            }
        }
        loaded
    }

    /// A read at one of many offsets.
    fn read_somewhere(&self, state: &mut State, addr: Addr, size: i64, bits: u32) -> Value {
        let offsets = state.graph.offsets(addr);
        let object = state.graph.object(addr.object);
        let touched = object.overlapping(offsets.lo, offsets.hi.saturating_add(size));
        let zero = object.fill == Fill::Zero && touched.iter().all(|field| field.value == Value::Int(0))
            || touched.iter().any(|field| {
                field.value == Value::Int(0) && field.offset <= offsets.lo && offsets.hi + size <= field.end()
            });
        if zero {
            return Value::Int(0);
        }
        let uninit = object.fill == Fill::Uninit || touched.iter().any(|field| state.graph.is_uninit(field.value));
        let origin = if uninit { Origin::Uninit } else { Origin::Unknown };
        Value::sym(state.graph.add_sym(SymInfo { level: 0, origin, range: Range::of_width(bits) }))
    }

    pub(super) fn store(&mut self, mut state: State, ty: Type, ptr: Operand, value: Operand) -> Vec<State> {
        let pointer = self.eval(&mut state, ptr);
        let value = self.eval(&mut state, value);
        self.store_to(state, ty, pointer, value)
    }

    pub(super) fn store_to(&mut self, state: State, ty: Type, pointer: Value, value: Value) -> Vec<State> {
        let size = ty.store_size(self.module.data_model) as i64;
        let mut stored = Vec::new();
        // The value's own segments may be opened on the way, so it travels in a register of no function.
        let mut state = state;
        hold(&mut state, 0, value);
        for (state, addr) in self.access(state, pointer, size, true) {
            for (mut state, addr) in self.each_offset(state, addr) {
                let value = release(&mut state, 0);
                match addr.plus {
                    None => content::write(&mut state.graph, addr.object, addr.offset, size, value),
                    Some(_) => self.write_somewhere(&mut state, addr, size, value),
                }
                stored.push(state);
            }
        }
        stored
    }

    /// A write at one of many offsets: any of those bytes may have changed.
    fn write_somewhere(&self, state: &mut State, addr: Addr, size: i64, value: Value) {
        let offsets = state.graph.offsets(addr);
        let object = state.graph.object(addr.object);
        let end = offsets.hi.saturating_add(size);
        let unchanged = value == Value::Int(0)
            && object.fill == Fill::Zero
            && object.overlapping(offsets.lo, end).iter().all(|field| field.value == Value::Int(0));
        if unchanged {
            return;
        }
        self.forget_bytes(state, addr.object, offsets.lo, end);
    }

    /// Bytes that may be anything now; the object may end before `end`.
    pub(super) fn forget_bytes(&self, state: &mut State, id: ObjectId, start: i64, end: i64) {
        match state.graph.object(id).size {
            Value::Int(size) if end >= size && start <= 0 => content::havoc_from(&mut state.graph, id, 0),
            Value::Int(size) => content::havoc(&mut state.graph, id, start, end.min(size)),
            Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => {
                content::havoc_from(&mut state.graph, id, start);
            }
        }
    }

    pub(super) fn alloca(
        &mut self,
        mut state: State,
        size: Value,
        dynamic: bool,
        of: Option<TypeId>,
    ) -> Vec<(State, Value)> {
        let largest = i64::try_from(self.module.data_model.max_object_size()).unwrap_or(i64::MAX);
        let size = match size {
            Value::Int(number) if (0..=largest).contains(&number) => Some(size),
            Value::Sym(linear) => {
                let range = state.graph.range(size);
                if range.lo < 0 || range.hi > largest {
                    self.unsupported("variable-length array of a negative or impossible size");
                }
                let possible = state.narrow(linear, Range { lo: 0, hi: largest, align: 0 });
                let size = if state.graph.has_sym(linear.sym) {
                    size
                } else {
                    state.graph.unknown(Range { lo: 0, hi: largest, align: 0 })
                };
                possible.then_some(size)
            }
            Value::Int(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => {
                self.unsupported("variable-length array of a negative or impossible size");
                None
            }
        };
        let Some(size) = size else { return Vec::new() };
        let address = self.new_local(&mut state, size, dynamic, of);
        vec![(state, address)]
    }

    /// A stack object of the current frame, and its address.
    pub(super) fn new_local(&self, state: &mut State, size: Value, dynamic: bool, ty: Option<TypeId>) -> Value {
        let object = Object {
            kind: Kind::Region,
            size,
            level: 0,
            length: None,
            life: Life::Live,
            storage: Storage::Stack,
            fill: Fill::Uninit,
            fields: Vec::new(),
            site: self.loc,
            ty,
        };
        let address = Value::region(state.graph.add_object(object), 0);
        state.frame_mut().locals.push(Local { address, dynamic });
        address
    }

    pub(super) fn stack_restore(&mut self, state: &mut State, mark: Value) {
        let Some(mark) = mark.as_int().and_then(|mark| usize::try_from(mark).ok()) else {
            self.unsupported("a stack mark of unknown value");
            return;
        };
        let mut seen = 0;
        let mut gone = Vec::new();
        state.frame_mut().locals.retain(|local| {
            seen += usize::from(local.dynamic);
            let ends = local.dynamic && seen > mark;
            gone.extend(ends.then_some(local.address));
            !ends
        });
        gone.into_iter().filter_map(Value::object).for_each(|id| kill(state, id, Life::OutOfScope));
    }

    /// A scope that is entered again has a new variable: pointers to the one before stay dangling.
    pub(super) fn lifetime_start(&self, state: &mut State, ptr: Operand) {
        let value = self.eval(state, ptr);
        let Some(id) = value.object() else { return };
        let object = state.graph.object(id);
        if object.storage != Storage::Stack {
            return;
        }
        if object.life == Life::Live {
            let object = state.graph.object_mut(id);
            object.fields.clear();
            object.fill = Fill::Uninit;
            return;
        }
        let fresh = Object { life: Life::Live, fill: Fill::Uninit, fields: Vec::new(), ..object.clone() };
        let fresh = Value::region(state.graph.add_object(fresh), 0);
        let frame = state.frame_mut();
        if let Some(local) = frame.locals.iter_mut().find(|local| local.address.object() == Some(id)) {
            local.address = fresh;
        }
        if let Operand::Reg(reg) = ptr {
            frame.set_reg(reg, fresh);
        }
    }

    pub(super) fn lifetime_end(&self, state: &mut State, ptr: Operand) {
        let value = self.eval(state, ptr);
        if let Some(id) = value.object()
            && state.graph.object(id).storage == Storage::Stack
            && state.graph.object(id).life == Life::Live
        {
            kill(state, id, Life::OutOfScope);
        }
    }
}

/// Ends an object's life; its bytes are gone.
pub(super) fn kill(state: &mut State, id: ObjectId, life: Life) {
    let object = state.graph.object_mut(id);
    object.life = life;
    object.fields.clear();
    object.fill = Fill::Unknown;
}

fn holds_addresses(state: &State, id: ObjectId) -> bool {
    let object = state.graph.object(id);
    let initial = matches!(object.fill, Fill::Init(_));
    initial || object.fields.iter().any(|field| matches!(field.value, Value::Addr(_) | Value::Func(_)))
}
