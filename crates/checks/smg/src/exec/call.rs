//! Calls: who is called, with what.

use engine::BugKind;
use ir::{BlockId, Call, FuncBody, FuncId, Type};

use super::{Machine, Successors};
use crate::cut::{Residue, split};
use crate::graph::{ArgClass, Frame, Range, State, SymInfo, Value, VarArg};

/// What a call gives to a defined function.
#[derive(Debug)]
pub struct Callee {
    pub func: FuncId,
    pub args: Vec<Value>,
    pub varargs: Vec<VarArg>,
}

impl Machine<'_, '_> {
    pub(super) fn call(&mut self, mut state: State, block: BlockId, index: usize, call: &Call) -> Successors {
        let func = match call.callee {
            ir::Callee::Direct(func) => func,
            ir::Callee::Indirect(target) => match self.eval(&mut state, target) {
                Value::Func(func) => {
                    let signature = &self.module.funcs[func].signature;
                    if !call.signature.may_reach(signature) || call.args.len() < signature.params.len() {
                        self.bug(BugKind::InvalidCall, "a function is called with another type than it has");
                        return Successors::On(Vec::new());
                    }
                    func
                }
                Value::Int(_) | Value::Sym(_) | Value::Addr(_) | Value::Label(..) => {
                    self.bug(BugKind::InvalidCall, "a call goes through a pointer to no known function");
                    return Successors::On(Vec::new());
                }
            },
        };
        let function = &self.module.funcs[func];
        if self.prepared.is_error_function(func) {
            self.bug(BugKind::ErrorCall, format!("`{}` is called", function.name));
        }
        match function.body {
            FuncBody::Defined => Successors::Enter(vec![(state, func)], Vec::new()),
            FuncBody::Builtin(builtin) => match builtin {
                ir::Builtin::Exit | ir::Builtin::Abort | ir::Builtin::AssertFail | ir::Builtin::VerifierError => {
                    self.drop_dead_and_collect(&mut state, block, index);
                    self.ended.push(state);
                    Successors::On(Vec::new())
                }
                ir::Builtin::Malloc
                | ir::Builtin::Calloc
                | ir::Builtin::Realloc
                | ir::Builtin::Free
                | ir::Builtin::AlignedAlloc
                | ir::Builtin::Memcpy
                | ir::Builtin::Memmove
                | ir::Builtin::Memset
                | ir::Builtin::ReachError
                | ir::Builtin::Write
                | ir::Builtin::FormatDouble
                | ir::Builtin::FormatLongDouble
                | ir::Builtin::ParseDouble
                | ir::Builtin::ParseFloat
                | ir::Builtin::Havoc => Successors::On(self.call_builtin(state, builtin, func, call)),
            },
            FuncBody::External => {
                self.unsupported(format!("call of `{}`, which has no body", function.name));
                Successors::On(Vec::new())
            }
        }
    }

    /// The arguments as the function wants them.
    pub fn arguments(&self, state: &mut State, call: &Call, func: FuncId) -> Callee {
        let signature = &self.module.funcs[func].signature;
        let mut args = Vec::with_capacity(signature.params.len());
        for (index, ty) in signature.params.iter().enumerate() {
            let value = match call.args.get(index) {
                Some(arg) => {
                    let from = self.operand_type(state, arg.value);
                    let value = self.eval(state, arg.value);
                    self.converted(state, value, from, *ty)
                }
                None => self.indeterminate(state, *ty),
            };
            args.push(value);
        }
        let mut varargs = Vec::new();
        if signature.variadic {
            for arg in call.args.iter().skip(signature.params.len()) {
                let ty = self.operand_type(state, arg.value);
                let value = self.eval(state, arg.value);
                let class = match (arg.by_value, ty) {
                    (Some(by_value), _) => ArgClass::Memory { size: by_value.size, align: by_value.align },
                    (None, Type::Float(_)) => ArgClass::Float { bits: self.bits(ty) },
                    (None, Type::Int(_) | Type::Ptr) => ArgClass::Integer { bits: self.bits(ty) },
                };
                varargs.push(VarArg { value, class });
            }
        }
        Callee { func, args, varargs }
    }

    /// The frame of a function that begins.
    pub fn enter(&self, callee: &Callee) -> Frame {
        let mut frame = Frame::new(callee.func, self.loc);
        for (param, value) in self.module.funcs[callee.func].params.iter().zip(&callee.args) {
            frame.set_reg(*param, *value);
        }
        frame.varargs = callee.varargs.clone();
        frame
    }

    /// Gives a function's results to the call that the current frame waits for.
    pub fn receive(&self, state: &mut State, call: &Call, from: FuncId, results: &[Value]) {
        let types = &self.module.funcs[from].signature.rets;
        for (index, ret) in call.rets.iter().enumerate() {
            let to = self.module.funcs[state.frame().func].regs[*ret].ty;
            let value = match (results.get(index), types.get(index)) {
                (Some(value), Some(from)) => self.converted(state, *value, *from, to),
                (Some(_), None) | (None, _) => self.indeterminate(state, to),
            };
            state.frame_mut().set_reg(*ret, value);
        }
    }

    /// Numbers and addresses of another width than is expected are cut or extended, as `interp` does it.
    pub(super) fn converted(&self, state: &mut State, value: Value, from: Type, to: Type) -> Value {
        let (wide, narrow) = (self.bits(from), self.bits(to));
        if from == to || wide == narrow {
            return value;
        }
        let fits = match value {
            Value::Int(number) => number >= 0 && Range::of_width(narrow).contains(number),
            Value::Sym(_) => {
                let range = state.graph.range(value);
                range.lo >= 0 && Range::of_width(narrow).includes(range)
            }
            Value::Addr(_) | Value::Func(_) | Value::Label(..) => false,
        };
        if fits {
            return value;
        }
        Value::sym(state.graph.add_sym(SymInfo::unknown(Range::of_width(narrow))))
    }
}

impl Machine<'_, '_> {
    /// Leaves the caller at a call: what it does not need any more is forgotten, then the heap is split.
    pub fn split_call(&mut self, mut state: State, frame: Frame, block: BlockId, index: usize) -> (Residue, State) {
        // While the caller's dead registers go, the arguments are roots already.
        state.frames.push(frame);
        let callee = state.frames.len() - 1;
        state.frames.swap(callee, callee - 1);
        self.drop_dead_and_collect(&mut state, block, index);
        state.frames.swap(callee, callee - 1);
        let frame = state.frames.pop().expect("invariant: pushed above");
        split(state, frame, self.module, self.prepared.footprints())
    }
}
