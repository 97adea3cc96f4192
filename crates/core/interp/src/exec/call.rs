//! Calls and returns.
//!
//! Old C calls functions with other types than they have. A direct call goes through: numbers and addresses are cut or
//! extended with zeros, what has no counterpart is indeterminate. Through a pointer, such a call is a violation unless
//! the difference is harmless on every machine that Cairn describes.

use engine::{BugKind, Event, Limit};
use ir::{ByValue, Call, Callee, FuncBody, FuncId, Id, InstKind, LocId, Operand, RegId, Type};

use super::{Exec, Stepped, Stop};
use crate::memory::{Kind, State};
use crate::observer::{MemoryEvent, Observer};
use crate::options::End;
use crate::shadow::Shadow;
use crate::shadow::Use;
use crate::value::Value;

/// A call in progress.
#[derive(Clone, Debug)]
pub(crate) struct Frame<T> {
    pub func: FuncId,
    /// Where it goes on; stale for the frame on top while it runs.
    pub block: ir::BlockId,
    pub pc: usize,
    /// Its first register, bound variable and stack object.
    pub regs: usize,
    pub vars: usize,
    pub objects: usize,
    pub called_at: LocId,
    /// Arguments beyond the declared parameters.
    pub var_args: Vec<VarArg<T>>,
    /// Argument registers that declared parameters took, for `va_start`.
    pub gp_used: u64,
    pub fp_used: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct VarArg<T> {
    pub value: Value<T>,
    pub ty: Type,
    pub by_value: Option<ByValue>,
}

impl<'a, S: Shadow, O: Observer> Exec<'a, S, O> {
    pub(super) fn call(&mut self, call: &'a Call) -> Stepped {
        if self.is_outside_call(call) {
            return self.call_outside(call);
        }
        let func = match call.callee {
            Callee::Direct(func) => func,
            Callee::Indirect(target) => {
                let callee = self.indirect_callee(call, target)?;
                self.tell(|at| MemoryEvent::IndirectCall { at, callee });
                callee
            }
        };
        self.observe(|| Event::Call { callee: func });
        if self.is_error_function[func.index()] {
            return Err(self.error_call(func, call));
        }
        match self.module.funcs[func].body {
            FuncBody::Defined => self.enter(func, call),
            FuncBody::Builtin(builtin) => self.call_builtin(builtin, func, call),
            FuncBody::External if self.options.pass_unknown_calls => self.pass_unknown_call(func, call),
            FuncBody::External => {
                let name = &self.module.funcs[func].name;
                Err(self.unsupported(format!("call of `{name}`, which has no body")))
            }
        }
    }

    fn indirect_callee(&mut self, call: &Call, target: Operand) -> Stepped<FuncId> {
        let value = self.get(target);
        self.concretize(&value, Type::Ptr, Use::Target);
        let memory = &self.state.memory;
        let undetermined = value.meta.is_indeterminate() || value.meta.is_unchosen();
        let object = if undetermined { None } else { memory.target(&value).map(|id| memory.object(id)) };
        match object.map(|object| (object.kind, object.base == value.lo)) {
            Some((Kind::Function(func), true)) => match self.mismatch(func, call) {
                None => Ok(func),
                Some(why) => {
                    let name = &self.module.funcs[func].name;
                    Err(self.violation(
                        BugKind::InvalidCall,
                        format!("`{name}` is called through a pointer of another type: {why}"),
                        vec![(self.module.funcs[func].loc, "defined here".to_string())],
                    ))
                }
            },
            Some(_) | None => Err(self.call_of_no_function(target, &value)),
        }
    }

    #[inline]
    fn argument_type(&self, call: &Call, index: usize) -> Type {
        match call.signature.params.get(index) {
            Some(ty) => *ty,
            None => self.module.operand_type(self.function, call.args[index].value),
        }
    }

    /// Why an indirect call does not fit the function; `None` when it does, or the difference is harmless.
    fn mismatch(&self, func: FuncId, call: &Call) -> Option<String> {
        let callee = &self.module.funcs[func].signature;
        if call.signature == *callee && call.args.len() == callee.params.len() {
            return None;
        }
        let (given, wanted) = (call.args.len(), callee.params.len());
        // What is too much for the function does not matter; a call without a prototype does not say otherwise.
        let ignored = given > wanted && call.signature.variadic;
        if given < wanted || (given > wanted && !callee.variadic && !ignored) {
            return Some(format!("{given} arguments for {wanted} parameters"));
        }
        for (index, param) in callee.params.iter().enumerate() {
            let ty = self.argument_type(call, index);
            if !self.is_harmless(ty, *param) {
                return Some(format!("argument {} is {ty}, the parameter {param}", index + 1));
            }
        }
        for (ret, wanted) in callee.rets.iter().zip(&call.signature.rets) {
            if !self.is_harmless(*ret, *wanted) {
                return Some(format!("it returns {ret}, the caller expects {wanted}"));
            }
        }
        None
    }

    /// Numbers and addresses of one size are passed alike, and so are numbers that C promotes to `int`.
    fn is_harmless(&self, a: Type, b: Type) -> bool {
        let model = self.module.data_model;
        match (a, b) {
            (Type::Float(x), Type::Float(y)) => x == y,
            (Type::Int(_) | Type::Ptr, Type::Int(_) | Type::Ptr) => {
                a.bits(model) == b.bits(model) || (a.bits(model) <= 32 && b.bits(model) <= 32)
            }
            (Type::Float(_), Type::Int(_) | Type::Ptr) | (Type::Int(_) | Type::Ptr, Type::Float(_)) => false,
        }
    }

    /// A value of one type where another is expected.
    #[inline]
    fn converted(&mut self, value: Value<S::Tag>, from: Type, to: Type) -> Stepped<Value<S::Tag>> {
        if from == to { Ok(value) } else { self.really_converted(value, from, to) }
    }

    #[cold]
    fn really_converted(&mut self, value: Value<S::Tag>, from: Type, to: Type) -> Stepped<Value<S::Tag>> {
        let model = self.module.data_model;
        match (from, to) {
            (Type::Int(_) | Type::Ptr, Type::Int(_) | Type::Ptr) => {
                if from.bits(model) == to.bits(model) {
                    return Ok(value);
                }
                let value = self.read_value(value, from)?;
                let bytes = (to.bits(model) / 8) as u8;
                let bits = ir::truncate(value.bits(), to.bits(model) as u16);
                if Self::tagged(&value) {
                    self.lost_tag();
                }
                Ok(Value::wide(bits).with_meta(value.meta.truncated(bytes)))
            }
            (Type::Float(_), _) | (_, Type::Float(_)) => self.unknown_value(to),
        }
    }

    fn enter(&mut self, func: FuncId, call: &'a Call) -> Stepped {
        if self.state.frames.len() >= self.options.max_depth {
            return Err(Stop::end(End::Limit(Limit::Effort)));
        }
        let callee = &self.module.funcs[func];
        let params = &callee.signature.params;
        let mut args = std::mem::take(&mut self.scratch);
        args.clear();
        for (index, param) in params.iter().enumerate() {
            let value = match call.args.get(index) {
                Some(arg) => {
                    let value = self.get(arg.value);
                    self.converted(value, self.argument_type(call, index), *param)?
                }
                None => self.unknown_value(*param)?,
            };
            args.push(value);
        }
        let called_at = self.loc();
        let mut frame = self.new_frame(func, called_at);
        if callee.signature.variadic {
            self.collect_var_args(call, params.len(), &mut frame);
        }
        self.tell(|at| MemoryEvent::Enter { func, call: Some(at) });
        self.push_frame(frame);
        self.shadow.enter(func, self.block);
        for (param, value) in callee.params.iter().zip(&args) {
            self.set(*param, *value);
        }
        self.scratch = args;
        Ok(())
    }

    pub(super) fn new_frame(&self, func: FuncId, called_at: LocId) -> Frame<S::Tag> {
        Frame {
            func,
            block: self.module.funcs[func].entry(),
            pc: 0,
            regs: self.state.regs.len(),
            vars: self.state.vars.len(),
            objects: self.state.stack_objects.len(),
            called_at,
            var_args: Vec::new(),
            gp_used: 0,
            fp_used: 0,
        }
    }

    pub(super) fn push_frame(&mut self, frame: Frame<S::Tag>) {
        self.pack_frame();
        let function = &self.module.funcs[frame.func];
        self.state.regs.resize(frame.regs + function.regs.len(), Value::default());
        self.state.vars.resize(frame.vars + function.vars.len(), 0);
        self.state.frames.push(frame);
        self.unpack_frame();
    }

    /// Ends the function on top, and its locals with it.
    pub(super) fn pop_frame(&mut self) {
        self.tell(|_| MemoryEvent::Leave);
        let ended = State::OutOfScope(self.loc());
        let frame = self.state.frames.pop().expect("invariant: a running program has a frame");
        while self.state.stack_objects.len() > frame.objects {
            let object = self.state.stack_objects.pop().expect("invariant: longer than some length");
            if self.state.memory.object(object.id).is_live() {
                self.state.memory.kill(object.id, ended);
            }
        }
        self.state.regs.truncate(frame.regs);
        self.state.vars.truncate(frame.vars);
    }

    pub fn pack_frame(&mut self) {
        if let Some(frame) = self.state.frames.last_mut() {
            frame.block = self.block;
            frame.pc = self.pc;
        }
    }

    pub(super) fn unpack_frame(&mut self) {
        if let Some(frame) = self.state.frames.last() {
            self.func = frame.func;
            self.function = &self.module.funcs[frame.func];
            self.block = frame.block;
            self.code = &self.function.blocks[frame.block];
            self.pc = frame.pc;
            self.base = frame.regs;
            self.vars_base = frame.vars;
        }
    }

    /// Gives the values in `scratch`, which `from` returned, to the call that the current frame waits for.
    pub(super) fn receive(&mut self, from: FuncId) -> Stepped {
        let InstKind::Call(call) = &self.code.insts[self.pc - 1].kind else {
            panic!("a frame below another one is at a call");
        };
        let types = &self.module.funcs[from].signature.rets;
        for (index, ret) in call.rets.iter().enumerate() {
            let value = match (self.scratch.get(index).copied(), types.get(index)) {
                (Some(value), Some(from)) => self.converted(value, *from, self.function.regs[*ret].ty)?,
                (Some(_), None) | (None, _) => self.unknown_value(self.function.regs[*ret].ty)?,
            };
            self.set(*ret, value);
        }
        Ok(())
    }

    /// Gives a builtin's result to the call.
    pub(super) fn give(&mut self, rets: &[RegId], value: Value<S::Tag>, ty: Type) -> Stepped {
        if let Some(&ret) = rets.first() {
            let value = self.converted(value, ty, self.function.regs[ret].ty)?;
            self.set(ret, value);
        }
        Ok(())
    }
}
