//! Functions whose meaning is part of the IR.

use engine::BugKind;
use ir::{Builtin, Call, CopyKind, FuncId, Type};

use super::Machine;
use super::memory::kill;
use super::scratch::{hold, release};
use crate::graph::{Addr, Fill, Kind, Life, Object, Range, State, Storage, Value};
use crate::operations::{compare, content};
use ir::ERRNO;

impl Machine<'_, '_> {
    fn argument(&self, state: &mut State, call: &Call, func: FuncId, index: usize) -> Value {
        let ty = self.module.funcs[func].signature.params.get(index).copied().unwrap_or(Type::Int(32));
        match call.args.get(index) {
            Some(arg) => {
                let from = self.operand_type(state, arg.value);
                let value = self.eval(state, arg.value);
                self.converted(state, value, from, ty)
            }
            None => self.indeterminate(state, ty),
        }
    }

    pub(super) fn call_builtin(&mut self, mut state: State, builtin: Builtin, func: FuncId, call: &Call) -> Vec<State> {
        let results = match builtin {
            Builtin::Malloc => {
                let size = self.argument(&mut state, call, func, 0);
                self.allocate(state, size, Fill::Uninit)
            }
            Builtin::Calloc => {
                let (count, each) =
                    (self.argument(&mut state, call, func, 0), self.argument(&mut state, call, func, 1));
                self.calloc(state, count, each)
            }
            Builtin::AlignedAlloc => {
                let size = self.argument(&mut state, call, func, 1);
                self.allocate(state, size, Fill::Uninit)
            }
            Builtin::Realloc => {
                let (old, size) = (self.argument(&mut state, call, func, 0), self.argument(&mut state, call, func, 1));
                self.realloc(state, old, size)
            }
            Builtin::Free => {
                let pointer = self.argument(&mut state, call, func, 0);
                return self.free(state, pointer);
            }
            Builtin::Memcpy | Builtin::Memmove => {
                let kind = if builtin == Builtin::Memcpy { CopyKind::Copy } else { CopyKind::Move };
                let (dst, src) = (self.argument(&mut state, call, func, 0), self.argument(&mut state, call, func, 1));
                let len = self.argument(&mut state, call, func, 2);
                hold(&mut state, 5, dst);
                self.copy_block(state, kind, dst, src, len).into_iter().map(released).collect()
            }
            Builtin::Memset => {
                let (dst, byte) = (self.argument(&mut state, call, func, 0), self.argument(&mut state, call, func, 1));
                let byte = self.cast(&mut state, ir::CastOp::Trunc, 32, 8, byte);
                let len = self.argument(&mut state, call, func, 2);
                hold(&mut state, 5, dst);
                self.set_block(state, dst, byte, len).into_iter().map(released).collect()
            }
            Builtin::Exit | Builtin::Abort | Builtin::AssertFail | Builtin::VerifierError => {
                panic!("what ends a run is not a call that comes back")
            }
            Builtin::ReachError => return vec![state],
            Builtin::Write => {
                let (pointer, count) =
                    (self.argument(&mut state, call, func, 1), self.argument(&mut state, call, func, 2));
                return self.write_output(state, pointer, count);
            }
            Builtin::FormatDouble | Builtin::FormatLongDouble | Builtin::ParseDouble | Builtin::ParseFloat => {
                self.unsupported("text of floating-point numbers");
                return Vec::new();
            }
            Builtin::Havoc => {
                let start = self.argument(&mut state, call, func, 0);
                return self.havoc(state, start);
            }
        };
        results.into_iter().map(|(state, value)| self.give(state, call, value, Type::Ptr)).collect()
    }

    fn give(&self, mut state: State, call: &Call, value: Value, ty: Type) -> State {
        if let Some(&ret) = call.rets.first() {
            let to = self.module.funcs[state.frame().func].regs[ret].ty;
            let value = self.converted(&mut state, value, ty, to);
            state.frame_mut().set_reg(ret, value);
        }
        state
    }

    /// A heap object, or null: for sizes that no address space holds, and where allocations may fail.
    fn allocate(&mut self, mut state: State, size: Value, fill: Fill) -> Vec<(State, Value)> {
        let largest = i64::try_from(self.module.data_model.max_object_size()).unwrap_or(i64::MAX);
        let mut results = Vec::new();
        let range = match size {
            Value::Int(_) | Value::Sym(_) => state.graph.range(size),
            Value::Addr(_) | Value::Func(_) | Value::Label(..) => Range::ALL,
        };
        if self.prepared.malloc_may_fail || range.lo < 0 || range.hi > largest {
            let mut failed = state.clone();
            self.set_errno(&mut failed);
            results.push((failed, Value::NULL));
        }
        let size = match size {
            Value::Int(size) if (0..=largest).contains(&size) => Value::Int(size),
            Value::Sym(linear) if range.hi >= 0 => {
                hold(&mut state, 5, size);
                if !state.narrow(linear, Range { lo: 0, hi: largest, align: 0 }) {
                    return results;
                }
                release(&mut state, 5)
            }
            Value::Addr(_) | Value::Func(_) | Value::Label(..) => {
                state.graph.unknown(Range { lo: 0, hi: largest, align: 0 })
            }
            Value::Int(_) | Value::Sym(_) => return results,
        };
        let object = Object {
            kind: Kind::Region,
            size,
            level: 0,
            length: None,
            life: Life::Live,
            storage: Storage::Heap,
            fill,
            fields: Vec::new(),
            site: self.loc,
            ty: None,
        };
        let address = Value::region(state.graph.add_object(object), 0);
        results.push((state, address));
        results
    }

    /// Fails where the product does not fit.
    fn calloc(&mut self, state: State, count: Value, each: Value) -> Vec<(State, Value)> {
        let bits = self.pointer_bits();
        let [count_bounds, each_bounds] = [count, each].map(|value| unsigned_bounds(&state, value, bits));
        let fits = |count: u64, each: u64| u128::from(count) * u128::from(each) < 1 << bits;
        let mut results = Vec::new();
        if !fits(count_bounds.1, each_bounds.1) {
            let mut failed = state.clone();
            self.set_errno(&mut failed);
            results.push((failed, Value::NULL));
        }
        if fits(count_bounds.0, each_bounds.0) {
            for (state, size) in self.binary(state, ir::BinOp::Mul, bits, count, each) {
                results.extend(self.allocate(state, size, Fill::Zero));
            }
        }
        results
    }

    /// A failed allocation says so.
    fn set_errno(&self, state: &mut State) {
        const ENOMEM: i64 = 12;
        let errno = self.module.globals.iter_enumerated().find(|(_, global)| global.name == ERRNO);
        if let Some((id, _)) = errno {
            let object = crate::graph::ObjectId::of_global(id);
            content::touch(self.module, &mut state.graph, Value::region(object, 0));
            content::write(&mut state.graph, object, 0, 4, Value::Int(ENOMEM));
        }
    }

    /// The states in which the pointer is the start of a live heap object; null goes to `null`.
    fn heap_starts(
        &mut self,
        state: State,
        pointer: Value,
        realloc: bool,
        null: &mut Vec<State>,
    ) -> Vec<(State, Addr)> {
        let mut starts = Vec::new();
        if let Value::Sym(_) = pointer {
            let kind = if realloc { BugKind::BadRealloc } else { BugKind::InvalidFree };
            self.bug(kind, "a pointer of unknown value is freed");
            return starts;
        }
        let mut work = vec![(state, pointer)];
        while let Some((state, pointer)) = work.pop() {
            let Value::Addr(addr) = pointer else {
                if pointer == Value::NULL {
                    null.push(state);
                } else {
                    let kind = if realloc { BugKind::BadRealloc } else { BugKind::InvalidFree };
                    self.bug(kind, "what is freed is no heap object");
                }
                continue;
            };
            if state.graph.is_segment(addr.object) {
                work.extend(crate::operations::segment::open(state, addr));
                continue;
            }
            let object = state.graph.object(addr.object);
            let start = state.graph.offsets(addr).as_exact() == Some(0);
            let (kind, message) = match (object.storage, object.life, start) {
                (Storage::Heap, Life::Live, true) => {
                    starts.push((state, addr));
                    continue;
                }
                (Storage::Heap, Life::Freed, true) => (BugKind::DoubleFree, "an object is freed twice"),
                (Storage::Heap, _, _) => (BugKind::InvalidFree, "what is freed is not the start of an object"),
                (Storage::Stack | Storage::Global { .. }, _, _) => {
                    (BugKind::InvalidFree, "what is freed was not allocated on the heap")
                }
            };
            self.bug_of(if realloc { BugKind::BadRealloc } else { kind }, message, object);
        }
        starts
    }

    fn free(&mut self, state: State, pointer: Value) -> Vec<State> {
        let mut done = Vec::new();
        for (mut state, addr) in self.heap_starts(state, pointer, false, &mut done) {
            kill(&mut state, addr.object, Life::Freed);
            done.push(state);
        }
        done
    }

    /// As glibc does it: a null pointer makes it `malloc`, size 0 frees and gives null.
    fn realloc(&mut self, mut state: State, old: Value, size: Value) -> Vec<(State, Value)> {
        let mut null = Vec::new();
        let mut results = Vec::new();
        hold(&mut state, 6, size);
        let starts = self.heap_starts(state, old, true, &mut null);
        for mut state in null {
            let size = release(&mut state, 6);
            results.extend(self.allocate(state, size, Fill::Uninit));
        }
        for (mut state, old) in starts {
            let size = release(&mut state, 6);
            hold(&mut state, 6, size);
            hold(&mut state, 7, Value::Addr(old));
            for (mut state, zero) in
                compare::compare(state, ir::Predicate::Eq, size, Value::Int(0), self.pointer_bits())
            {
                let size = release(&mut state, 6);
                if zero {
                    let old = release(&mut state, 7);
                    kill(&mut state, old.object().expect("invariant: held as an address"), Life::Freed);
                    results.push((state, Value::NULL));
                    continue;
                }
                for (mut state, new) in self.allocate(state, size, Fill::Uninit) {
                    let old = release(&mut state, 7).object().expect("invariant: held as an address");
                    if let Some(to) = new.object() {
                        self.move_contents(&mut state, old, to);
                        kill(&mut state, old, Life::Freed);
                    }
                    results.push((state, new));
                }
            }
        }
        results
    }

    fn move_contents(&self, state: &mut State, from: crate::graph::ObjectId, to: crate::graph::ObjectId) {
        let sizes = (state.graph.range(state.graph.object(from).size), state.graph.range(state.graph.object(to).size));
        let (Some(old), Some(new)) = (sizes.0.as_exact(), sizes.1.as_exact()) else {
            // Of a part of unknown length, any byte may be copied or not.
            let kept = state
                .graph
                .object(from)
                .fields
                .iter()
                .copied()
                .filter(|field| field.end() <= sizes.0.lo.min(sizes.1.lo));
            let fields: Vec<crate::graph::Field> = kept.collect();
            let object = state.graph.object_mut(to);
            object.fill = Fill::Unknown;
            object.fields = fields;
            return;
        };
        let len = old.min(new);
        match content::copy_out(self.module, &mut state.graph, from, 0, len) {
            Some(pieces) => {
                for piece in pieces {
                    content::write(&mut state.graph, to, piece.offset, piece.size, piece.value);
                }
            }
            None => self.forget_bytes(state, to, 0, len),
        }
    }

    /// Output reads its bytes.
    fn write_output(&mut self, mut state: State, pointer: Value, count: Value) -> Vec<State> {
        let mut done = Vec::new();
        hold(&mut state, 5, pointer);
        hold(&mut state, 6, count);
        for (mut state, zero) in compare::compare(state, ir::Predicate::Eq, count, Value::Int(0), self.pointer_bits()) {
            let (pointer, count) = (release(&mut state, 5), release(&mut state, 6));
            if zero {
                done.push(state);
                continue;
            }
            let range = state.graph.range(count);
            if range.lo < 0 {
                self.bug(BugKind::OutOfBounds, "output of unknown length");
                continue;
            }
            done.extend(self.access(state, pointer, range.hi, false).into_iter().map(|(state, _)| state));
        }
        done
    }
}

fn released(mut state: State) -> (State, Value) {
    let value = release(&mut state, 5);
    (state, value)
}

/// The least and the largest that a number is when it is read without sign.
fn unsigned_bounds(state: &State, value: Value, bits: u32) -> (u64, u64) {
    let most = u64::MAX >> (64 - bits);
    let range = match value {
        Value::Int(_) | Value::Sym(_) => state.graph.range(value),
        Value::Addr(_) | Value::Func(_) | Value::Label(..) => Range::ALL,
    };
    if range.lo >= 0 || range.hi < 0 { (range.lo as u64 & most, range.hi as u64 & most) } else { (0, most) }
}
