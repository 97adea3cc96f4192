//! The machine: executes one instruction after another.
//!
//! [`State`] is everything that a run has become so far and can be cloned; [`Exec`] adds what a run is given. Frames
//! live on a stack of our own, registers in one flat vector, so that the program's recursion is not ours.
//!
//! Position: `pc` counts what was begun in the current block. The instruction under execution is `pc - 1`; the
//! terminator has the index `insts.len()`. A suspended frame therefore resumes at its `pc`.

mod arguments;
mod arith;
mod builtin;
mod call;
mod compare;
mod control;
mod float;
mod input;
mod memory;
mod outside;
mod point;
mod start;
mod unknown;
mod varargs;

use engine::{Budget, Input, Limit};
use ir::{Block, BlockId, FuncId, Function, Id, Inst, InstKind, LocId, Module, Operand, RegId};

use crate::input::InputSource;
use crate::memory::{Memory, ObjectId, OutOfMemory};
use crate::observer::Observer;
use crate::options::{End, Options};
use crate::shadow::Shadow;
use crate::value::Value;

pub(crate) use call::{Frame, VarArg};
pub(crate) use start::{Program, load};

/// Steps between two looks at budget, memory limit and dead objects.
const PAUSE: u64 = 4096;

/// Why execution stops for now or for good. Boxed, so that the result of a step is one word.
#[derive(Debug)]
pub(crate) struct Stop(Box<Reason>);

#[derive(Debug)]
pub(crate) enum Reason {
    End(End),
    /// The step asked for is reached.
    Pause,
}

pub(crate) type Stepped<T = ()> = Result<T, Stop>;

impl From<OutOfMemory> for Stop {
    fn from(_: OutOfMemory) -> Self {
        Stop::end(End::Limit(Limit::Memory))
    }
}

impl Stop {
    pub fn reason(self) -> Reason {
        *self.0
    }

    pub fn end(end: End) -> Stop {
        Stop(Box::new(Reason::End(end)))
    }
}

/// A stack object; dynamic ones die at a `StackRestore`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackObject {
    pub id: ObjectId,
    pub dynamic: bool,
}

/// What a run has become.
#[derive(Clone, Debug)]
pub(crate) struct State<T> {
    pub memory: Memory<T>,
    pub regs: Vec<Value<T>>,
    /// The object that each C variable of each frame points to, 0 for none: roots for leaks.
    pub vars: Vec<u32>,
    pub frames: Vec<Frame<T>>,
    pub stack_objects: Vec<StackObject>,
    /// Values of `Undef`, chosen when first read.
    pub undefs: Vec<Option<Value<T>>>,
    pub inputs: Vec<Input>,
    pub steps: u64,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub stdin_used: usize,
    pub stdin_ended: bool,
    pub address_dependent: bool,
    /// The freed heap object whose use has ended the run.
    pub freed_use: Option<ObjectId>,
    /// The first call of a function of which nothing is known, and the slots of what such functions returned, ascending.
    pub unknown_call: Option<(FuncId, LocId)>,
    pub unknown_results: Vec<u64>,
}

impl<T> State<T>
where
    T: Copy + Default + PartialEq,
{
    /// Bytes that the run's own state takes, roughly.
    fn footprint(&self) -> u64 {
        let lists = self.inputs.len() * size_of::<Input>()
            + self.regs.len() * size_of::<Value<T>>()
            + self.frames.len() * size_of::<Frame<T>>()
            + self.undefs.len() * size_of::<Option<Value<T>>>();
        self.memory.used() + lists as u64
    }
}

pub(crate) struct Exec<'a, S: Shadow, O: Observer> {
    pub module: &'a Module,
    pub options: &'a Options,
    inputs: &'a mut dyn InputSource,
    pub shadow: &'a mut S,
    observer: &'a mut O,
    budget: &'a Budget,
    pub state: State<S::Tag>,
    consts: &'a [Value<S::Tag>],
    is_error_function: &'a [bool],
    pointer_size: u8,
    // The current frame, unpacked.
    func: FuncId,
    function: &'a Function,
    block: BlockId,
    code: &'a Block,
    pc: usize,
    base: usize,
    vars_base: usize,
    /// The next step at which to look up from the work.
    pause_at: u64,
    /// Where [`Exec::go`] is to return.
    stop_at: u64,
    /// Steps up to here are on the budget's account.
    counted: u64,
    scratch: Vec<Value<S::Tag>>,
}

impl<'a, S: Shadow, O: Observer> Exec<'a, S, O> {
    /// Runs until the program ends or `stop_at` steps are done. The current frame is then packed away, so that the
    /// state is complete; call again to go on.
    pub fn go(&mut self, stop_at: u64) -> Reason {
        self.stop_at = stop_at;
        self.pause_at = self.next_pause();
        self.counted = self.state.steps;
        self.unpack_frame();
        let Err(stop) = self.work();
        self.pack_frame();
        self.count_steps();
        stop.reason()
    }

    fn count_steps(&mut self) {
        self.budget.step(self.state.steps - self.counted);
        self.counted = self.state.steps;
    }

    fn work(&mut self) -> Result<std::convert::Infallible, Stop> {
        loop {
            if self.state.steps >= self.pause_at {
                self.pause()?;
            }
            self.state.steps += 1;
            let at = self.pc;
            self.pc = at + 1;
            match self.code.insts.get(at) {
                Some(inst) => self.execute(inst)?,
                None => self.terminate()?,
            }
        }
    }

    fn next_pause(&self) -> u64 {
        (self.state.steps + PAUSE).min(self.stop_at).min(self.options.max_steps)
    }

    #[cold]
    fn pause(&mut self) -> Stepped {
        self.count_steps();
        if self.state.footprint() > self.options.max_memory {
            return Err(Stop::end(End::Limit(Limit::Memory)));
        }
        if let Some(limit) = self.budget.exhausted() {
            return Err(Stop::end(End::Limit(limit)));
        }
        if self.state.steps >= self.stop_at {
            return Err(Stop(Box::new(Reason::Pause)));
        }
        if self.state.steps >= self.options.max_steps {
            return Err(Stop::end(End::Limit(Limit::Effort)));
        }
        if self.state.memory.collection_is_due() {
            self.collect();
        }
        self.pause_at = self.next_pause();
        Ok(())
    }

    /// Gives the ids of forgotten dead objects back.
    fn collect(&mut self) {
        let State { memory, regs, vars, frames, stack_objects, undefs, .. } = &mut self.state;
        let values = regs.iter().chain(frames.iter().flat_map(|frame| frame.var_args.iter().map(|arg| &arg.value)));
        let values = values.chain(undefs.iter().flatten());
        let roots = values
            .filter_map(|value| value.meta.object())
            .chain(vars.iter().filter_map(|raw| ObjectId::from_raw(*raw)))
            .chain(stack_objects.iter().map(|object| object.id));
        memory.collect(roots);
    }

    #[inline]
    pub fn get(&self, operand: Operand) -> Value<S::Tag> {
        match operand {
            Operand::Reg(reg) => self.state.regs[self.base + reg.index()],
            Operand::Const(id) => self.consts[id.index()],
        }
    }

    #[inline]
    fn set(&mut self, reg: RegId, value: Value<S::Tag>) {
        self.state.regs[self.base + reg.index()] = value;
    }

    #[inline]
    fn define(&mut self, inst: &Inst, value: Value<S::Tag>) {
        if let Some(dst) = inst.dst {
            self.set(dst, value);
        }
    }

    #[inline]
    fn execute(&mut self, inst: &'a Inst) -> Stepped {
        match &inst.kind {
            InstKind::Binary { op, ty, a, b, nsw } => self.binary(inst, *op, *ty, *a, *b, *nsw),
            InstKind::Overflows { op, signed, ty, a, b } => self.overflows(inst, *op, *signed, *ty, *a, *b),
            InstKind::Bits { op, ty, a, nonzero } => self.bits(inst, *op, *ty, *a, *nonzero),
            InstKind::Compare { pred, ty, a, b } => self.compare(inst, *pred, *ty, *a, *b),
            InstKind::FloatBinary { op, ty, a, b } => self.float_binary(inst, *op, *ty, *a, *b),
            InstKind::FloatUnary { op, ty, a } => self.float_unary(inst, *op, *ty, *a),
            InstKind::FloatCompare { pred, ty, a, b } => self.float_compare(inst, *pred, *ty, *a, *b),
            InstKind::FloatClass { mask, ty, a } => self.float_class(inst, *mask, *ty, *a),
            InstKind::Cast { op, from, to, a } => self.cast(inst, *op, *from, *to, *a),
            InstKind::Select { ty, cond, a, b } => self.select(inst, *ty, *cond, *a, *b),
            InstKind::Offset { base, terms, constant, of: _ } => self.offset(inst, *base, terms, *constant),
            InstKind::Alloca { size, align, dynamic, name: _, of: _ } => self.alloca(inst, *size, *align, *dynamic),
            InstKind::StackSave => self.stack_save(inst),
            InstKind::StackRestore { mark } => self.stack_restore(*mark),
            InstKind::LifetimeStart { ptr } => self.lifetime_start(*ptr),
            InstKind::LifetimeEnd { ptr } => self.lifetime_end(*ptr),
            InstKind::Load { ty, ptr, align: _, of: _ } => self.load(inst, *ty, *ptr),
            InstKind::Store { ty, ptr, value, align: _, of: _ } => self.store(*ty, *ptr, *value),
            InstKind::MemCopy { kind, dst, src, len } => self.mem_copy(*kind, *dst, *src, *len),
            InstKind::MemSet { dst, byte, len } => self.mem_set(*dst, *byte, *len),
            InstKind::Call(call) => self.call(call),
            InstKind::Nondet { ty, kind } => self.nondet(inst, *ty, *kind),
            InstKind::Undef { ty } => self.undef(inst, *ty),
            InstKind::Assume { cond } => self.assume(*cond),
            InstKind::Require { cond, what } => self.require(*cond, *what),
            InstKind::VaStart { list } => self.va_start(*list),
            InstKind::Bind { var, value } => {
                let object = self.get(*value).meta.object();
                let slot = self.var_slot(*var);
                self.state.vars[slot] = object.map_or(0, ObjectId::raw);
                Ok(())
            }
            InstKind::Unbind { var } => {
                let slot = self.var_slot(*var);
                self.state.vars[slot] = 0;
                Ok(())
            }
            InstKind::Unsupported(unsupported) => Err(self.unsupported(unsupported.what.clone())),
        }
    }

    /// Ends the run at something that is not modelled.
    #[cold]
    fn unsupported(&self, what: String) -> Stop {
        Stop::end(End::Unsupported { what, at: self.user_loc() })
    }
}
