//! Functions whose meaning is part of the IR.

use ir::{Builtin, Call, CopyKind, FuncId, Type};

use super::Machine;
use super::instruction::Step;
use crate::number::{Fact, Linear};
use crate::state::{Content, ObjectId, Reading, State, Storage, Value};

impl Machine<'_, '_> {
    fn argument(&mut self, state: &mut State, call: &Call, func: FuncId, index: usize) -> Value {
        let wanted = self.module.funcs[func].signature.params.get(index).copied().unwrap_or(Type::Int(32));
        self.passed_value(state, call, index, wanted)
    }

    /// What a call passes on where the types differ in old C.
    pub(crate) fn converted(&mut self, state: &mut State, value: Value, from: Type, to: Type) -> Value {
        if from == to || self.width(from) == self.width(to) { value } else { self.indeterminate(state, to) }
    }

    /// An argument, as the function wants it.
    pub(crate) fn passed_value(&mut self, state: &mut State, call: &Call, index: usize, wanted: Type) -> Value {
        match call.args.get(index) {
            Some(arg) => {
                let from = self.operand_type(arg.value);
                let value = self.eval(state, arg.value);
                self.converted(state, value, from, wanted)
            }
            None => self.indeterminate(state, wanted),
        }
    }

    /// A result, as the call wants it.
    pub(crate) fn received(
        &mut self,
        state: &mut State,
        value: Option<Value>,
        from: Option<Type>,
        reg: ir::RegId,
    ) -> Value {
        let to = self.module.funcs[self.func].regs[reg].ty;
        match (value, from) {
            (Some(value), Some(from)) => self.converted(state, value, from, to),
            (Some(_), None) | (None, _) => self.indeterminate(state, to),
        }
    }

    pub(super) fn call_builtin(&mut self, mut state: State, builtin: Builtin, func: FuncId, call: &Call) -> Step {
        let results = match builtin {
            Builtin::Malloc | Builtin::AlignedAlloc => {
                let at = if builtin == Builtin::Malloc { 0 } else { 1 };
                let size = self.argument(&mut state, call, func, at);
                self.allocate(state, size, None)
            }
            Builtin::Calloc => {
                let count = self.argument(&mut state, call, func, 0);
                let each = self.argument(&mut state, call, func, 1);
                self.calloc(state, count, each)
            }
            Builtin::Realloc => {
                let old = self.argument(&mut state, call, func, 0);
                let size = self.argument(&mut state, call, func, 1);
                self.reallocate(state, &old, size)
            }
            Builtin::Free => {
                let pointer = self.argument(&mut state, call, func, 0);
                return Step::On(self.free(state, &pointer).into_iter().collect());
            }
            Builtin::Memcpy | Builtin::Memmove => {
                let kind = if builtin == Builtin::Memcpy { CopyKind::Copy } else { CopyKind::Move };
                let (dst, src) = (self.argument(&mut state, call, func, 0), self.argument(&mut state, call, func, 1));
                let len = self.argument(&mut state, call, func, 2);
                let states = self.copy_block(state, kind, &dst, &src, len);
                states.into_iter().map(|state| (state, dst.clone())).collect()
            }
            Builtin::Memset => {
                let dst = self.argument(&mut state, call, func, 0);
                let len = self.argument(&mut state, call, func, 2);
                let states = self.set_block(state, &dst, &Value::Any, len);
                states.into_iter().map(|state| (state, dst.clone())).collect()
            }
            Builtin::Exit | Builtin::Abort | Builtin::AssertFail | Builtin::VerifierError => return Step::End(state),
            Builtin::ReachError => return Step::On(vec![state]),
            Builtin::Write => {
                let (pointer, count) =
                    (self.argument(&mut state, call, func, 1), self.argument(&mut state, call, func, 2));
                return Step::On(self.write_output(state, &pointer, count));
            }
            Builtin::FormatDouble | Builtin::FormatLongDouble | Builtin::ParseDouble | Builtin::ParseFloat => {
                self.unsupported("text of floating-point numbers");
                Vec::new()
            }
            Builtin::Havoc => {
                self.unsupported("memory that code outside of the program may write");
                Vec::new()
            }
        };
        Step::On(results.into_iter().map(|(state, value)| self.give(state, call, value)).collect())
    }

    fn give(&mut self, mut state: State, call: &Call, value: Value) -> State {
        if let Some(&ret) = call.rets.first() {
            let to = self.module.funcs[self.func].regs[ret].ty;
            let value = self.converted(&mut state, value, Type::Ptr, to);
            state.set_register(ret, value);
        }
        state
    }

    /// A heap object, or null: for sizes that no address space holds, and where allocations may fail.
    pub(super) fn allocate(&mut self, state: State, size: Value, content: Option<Content>) -> Vec<(State, Value)> {
        let largest = Linear::constant(i128::from(self.module.data_model.max_object_size()));
        let mut results = Vec::new();
        for (state, size) in self.as_unsigned(state, size, self.pointer_width()) {
            let fails = Fact::gt(&size, &largest);
            let failed = if self.prepared.malloc_may_fail {
                Some(state.clone())
            } else if self.implies(&state, fails.as_ref().and_then(Fact::negated)) {
                None
            } else {
                self.assumed(state.clone(), fails)
            };
            if let Some(mut failed) = failed {
                self.forget_errno(&mut failed);
                results.push((failed, Value::null()));
            }
            if let Some(mut state) = self.assumed(state, Fact::le(&size, &largest)) {
                let size = state.knowledge.reduce(&size);
                let content = content.iter().cloned().collect();
                let value = self.new_object(&mut state, Storage::Heap, size, false, content);
                results.push((state, value));
            }
        }
        results
    }

    /// A failed allocation says why.
    pub(super) fn forget_errno(&mut self, state: &mut State) {
        let errno = self.module.globals.iter_enumerated().find(|(_, global)| global.name == ir::ERRNO);
        if let Some((id, _)) = errno
            && let Some(object) = state.object_mut(ObjectId::Global(id))
        {
            object.cells.clear();
            object.fills.clear();
        }
    }

    /// Fails where the product does not fit.
    fn calloc(&mut self, state: State, count: Value, each: Value) -> Vec<(State, Value)> {
        let width = self.pointer_width();
        let mut results = Vec::new();
        for (state, count) in self.as_unsigned(state, count, width) {
            for (mut state, each) in self.as_unsigned(state, each.clone(), width) {
                let (count, each) = (state.knowledge.reduce(&count), state.knowledge.reduce(&each));
                let product = match (count.as_constant(), each.as_constant()) {
                    (_, Some(factor)) => count.scale(factor),
                    (Some(factor), None) => each.scale(factor),
                    (None, None) => None,
                };
                let Some(product) = product else {
                    // Of some size, or not at all.
                    self.forget_errno(&mut state);
                    results.push((state.clone(), Value::null()));
                    let size = state.fresh();
                    state.learn(Fact::ge(&size, &Linear::constant(0)));
                    let value = self.new_object(&mut state, Storage::Heap, size, false, vec![Content::Zero]);
                    results.push((state, value));
                    continue;
                };
                let limit = Linear::constant(1 << width);
                let fits = Fact::lt(&product, &limit);
                if let Some(mut failed) = self.assumed(state.clone(), Fact::ge(&product, &limit)) {
                    self.forget_errno(&mut failed);
                    results.push((failed, Value::null()));
                }
                if let Some(state) = self.assumed(state, fits) {
                    let size = Value::Number { form: product, reading: Reading::Unsigned };
                    results.extend(self.allocate(state, size, Some(Content::Zero)));
                }
            }
        }
        results
    }

    fn write_output(&mut self, state: State, pointer: &Value, count: Value) -> Vec<State> {
        let mut states = Vec::new();
        for (state, len) in self.length(state, count) {
            match len {
                Some(len) => states.extend(self.accessed(state, pointer, &len, false).map(|(state, ..)| state)),
                None => states.push(state),
            }
        }
        states
    }
}
