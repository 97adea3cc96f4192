//! Symbolic execution: what every instruction does to a state.
//!
//! Paper: [SAS13] section 3.5. A state goes in, the states that it can become come out; what can go wrong on the way
//! is noted as a [`Finding`], and the rest of the state goes on. Instructions work on regions: segments are opened
//! before they are touched.
//!
//! Soundness condition: if a concrete configuration is one of the state's, then after one step of `interp` it is one of
//! a resulting state's, or the run has ended, or a finding says what it violates.
//!
//! Undefined behaviour that no property names ends a run (docs/soundness.md, 16): it is noted, and keeps every property
//! from being proved.

mod access;
mod arith;
mod block;
mod builtin;
mod call;
mod control;
mod finding;
mod memory;
mod outside;
mod pointer;
pub mod prepared;
mod scratch;
pub mod start;
mod varargs;

use engine::BugKind;
use ir::{BlockId, CType, FuncId, Inst, InstKind, LocId, Module, Operand, Type, TypeId};

use crate::exec::prepared::Prepared;
use crate::graph::{Addr, Object, Origin, Range, State, SymInfo, TrailEvent, Value, Which};
use crate::operations::{compare, content};

pub use control::Leaving;
pub use finding::{Finding, Problem};

/// Executes instructions of one program.
#[derive(Debug)]
pub struct Machine<'f, 'm> {
    pub prepared: &'f Prepared<'m>,
    pub module: &'m Module,
    pub findings: Vec<Finding>,
    /// States in which the program ended inside a block.
    pub ended: Vec<State>,
    /// The instruction at work.
    loc: LocId,
    before: Option<(BlockId, State)>,
}

/// What an instruction is followed by.
#[derive(Debug)]
pub enum Successors {
    /// The next instruction, in each of these states.
    On(Vec<State>),
    /// In these states the function has to be executed first; in the others the next instruction follows.
    Enter(Vec<(State, FuncId)>, Vec<State>),
}

impl<'f, 'm> Machine<'f, 'm> {
    pub fn new(prepared: &'f Prepared<'m>) -> Self {
        let loc = ir::Places::nowhere();
        Machine { prepared, module: prepared.module, findings: Vec::new(), ended: Vec::new(), loc, before: None }
    }

    /// What is found from now on happens to this state.
    pub fn remember(&mut self, block: BlockId, state: &State) {
        self.before = Some((block, state.clone()));
    }

    /// What is found from now on happens to no state in particular.
    pub fn forget(&mut self) {
        self.before = None;
    }

    /// Notes a problem once per place and kind.
    fn find(&mut self, problem: Problem, message: impl Into<String>, when: Vec<TrailEvent>, object: Option<&Object>) {
        let loc = self.loc;
        if !self.findings.iter().any(|known| known.loc == loc && known.problem == problem) {
            let allocated = object.map(|object| object.site);
            let heap = self.before.clone();
            self.findings.push(Finding { problem, loc, called: None, message: message.into(), when, allocated, heap });
        }
    }

    pub fn bug(&mut self, kind: BugKind, message: impl Into<String>) {
        self.find(Problem::Bug(kind), message, Vec::new(), None);
    }

    /// A bug that is about an object.
    fn bug_of(&mut self, kind: BugKind, message: impl Into<String>, object: &Object) {
        self.find(Problem::Bug(kind), message, Vec::new(), Some(object));
    }

    pub fn unsupported(&mut self, what: impl Into<String>) {
        self.find(Problem::Unsupported, what, Vec::new(), None);
    }

    pub fn at(&mut self, loc: LocId) {
        self.loc = loc;
    }

    fn bits(&self, ty: Type) -> u32 {
        ty.bits(self.module.data_model)
    }

    fn pointer_bits(&self) -> u32 {
        self.module.data_model.pointer_bits()
    }

    /// Any number of the type.
    fn any(&self, state: &mut State, ty: Type) -> Value {
        state.graph.unknown(Range::of_width(self.bits(ty)))
    }

    fn indeterminate(&self, state: &mut State, ty: Type) -> Value {
        let range = Range::of_width(self.bits(ty));
        Value::sym(state.graph.add_sym(SymInfo { level: 0, origin: Origin::Uninit, range }))
    }

    pub fn eval(&self, state: &mut State, operand: Operand) -> Value {
        match operand {
            Operand::Reg(reg) => state.frame().reg(reg),
            Operand::Const(id) => {
                let constant = self.module.consts.get(id);
                match content::of_const(constant) {
                    Some(value) => {
                        content::touch(self.module, &mut state.graph, value);
                        value
                    }
                    None => state.graph.unknown(Range::ALL),
                }
            }
        }
    }

    fn operand_type(&self, state: &State, operand: Operand) -> Type {
        self.module.operand_type(&self.module.funcs[state.frame().func], operand)
    }

    /// Executes one instruction. Its block and index tell which registers are needed after a call.
    pub fn step(&mut self, mut state: State, block: BlockId, index: usize, inst: &Inst) -> Successors {
        self.loc = inst.loc;
        let define = |mut state: State, value: Value| {
            if let Some(dst) = inst.dst {
                state.frame_mut().set_reg(dst, value);
            }
            state
        };
        let one = |state| Successors::On(vec![state]);
        match &inst.kind {
            InstKind::Binary { op, ty, a, b, nsw: _ } => {
                let (a, b) = (self.eval(&mut state, *a), self.eval(&mut state, *b));
                let bits = self.bits(*ty);
                let results = self.binary(state, *op, bits, a, b);
                Successors::On(results.into_iter().map(|(state, value)| define(state, value)).collect())
            }
            InstKind::Overflows { op, signed, ty, a, b } => {
                let (a, b) = (self.eval(&mut state, *a), self.eval(&mut state, *b));
                let outcomes = self.overflows(state, *op, *signed, self.bits(*ty), a, b);
                Successors::On(
                    outcomes.into_iter().map(|(state, yes)| define(state, Value::Int(i64::from(yes)))).collect(),
                )
            }
            InstKind::Bits { op, ty, a, nonzero } => {
                let a = self.eval(&mut state, *a);
                let bits = self.bits(*ty);
                if *nonzero {
                    self.check_nonzero(&state, bits, a);
                }
                let value = self.bit_op(&mut state, *op, bits, a, *nonzero);
                one(define(state, value))
            }
            InstKind::Compare { pred, ty, a, b } => {
                let (a, b) = (self.eval(&mut state, *a), self.eval(&mut state, *b));
                let outcomes = compare::compare(state, *pred, a, b, self.bits(*ty)).into_iter();
                let possible = outcomes.filter_map(|(mut state, yes)| {
                    crate::operations::segment::settle(&mut state).then_some((state, yes))
                });
                Successors::On(possible.map(|(state, yes)| define(state, Value::Int(i64::from(yes)))).collect())
            }
            InstKind::FloatBinary { ty, .. } | InstKind::FloatUnary { ty, .. } => {
                let value = self.any(&mut state, *ty);
                one(define(state, value))
            }
            InstKind::FloatCompare { .. } | InstKind::FloatClass { .. } => {
                let no = define(state.clone(), Value::Int(0));
                Successors::On(vec![no, define(state, Value::Int(1))])
            }
            InstKind::Cast { op, from, to, a } => {
                let a = self.eval(&mut state, *a);
                let value = self.cast(&mut state, *op, self.bits(*from), self.bits(*to), a);
                one(define(state, value))
            }
            InstKind::Select { cond, a, b, .. } => {
                let cond = self.eval(&mut state, *cond);
                let outcomes = compare::compare(state, ir::Predicate::Ne, cond, Value::Int(0), 1);
                let chosen = outcomes.into_iter().map(|(mut state, yes)| {
                    let value = self.eval(&mut state, if yes { *a } else { *b });
                    define(state, value)
                });
                Successors::On(chosen.collect())
            }
            InstKind::Offset { base, terms, constant, of } => {
                let results = self.offset(state, *base, terms, *constant, *of);
                Successors::On(results.into_iter().map(|(state, value)| define(state, value)).collect())
            }
            InstKind::Alloca { size, dynamic, of, .. } => {
                let size = self.eval(&mut state, *size);
                let made = self.alloca(state, size, *dynamic, *of);
                Successors::On(made.into_iter().map(|(state, value)| define(state, value)).collect())
            }
            InstKind::StackSave => {
                let mark = state.frame().locals.iter().filter(|local| local.dynamic).count();
                one(define(state, Value::Int(mark as i64)))
            }
            InstKind::StackRestore { mark } => {
                let mark = self.eval(&mut state, *mark);
                self.stack_restore(&mut state, mark);
                one(state)
            }
            InstKind::LifetimeStart { ptr } => {
                self.lifetime_start(&mut state, *ptr);
                one(state)
            }
            InstKind::LifetimeEnd { ptr } => {
                self.lifetime_end(&mut state, *ptr);
                one(state)
            }
            InstKind::Load { ty, ptr, .. } => {
                let results = self.load(state, *ty, *ptr);
                Successors::On(results.into_iter().map(|(state, value)| define(state, value)).collect())
            }
            InstKind::Store { ty, ptr, value, .. } => Successors::On(self.store(state, *ty, *ptr, *value)),
            InstKind::MemCopy { kind, dst, src, len } => {
                let (dst, src) = (self.eval(&mut state, *dst), self.eval(&mut state, *src));
                let len = self.eval(&mut state, *len);
                Successors::On(self.copy_block(state, *kind, dst, src, len))
            }
            InstKind::MemSet { dst, byte, len } => {
                let (dst, byte) = (self.eval(&mut state, *dst), self.eval(&mut state, *byte));
                let len = self.eval(&mut state, *len);
                Successors::On(self.set_block(state, dst, byte, len))
            }
            InstKind::Call(call) => self.call(state, block, index, call),
            InstKind::Nondet { ty, kind } => {
                let value = self.nondet(&mut state, *ty, *kind);
                one(define(state, value))
            }
            InstKind::Undef { ty } => {
                let value = self.indeterminate(&mut state, *ty);
                one(define(state, value))
            }
            InstKind::Assume { cond } => {
                let cond = self.eval(&mut state, *cond);
                let mut kept = Vec::new();
                for (mut state, yes) in compare::compare(state, ir::Predicate::Ne, cond, Value::Int(0), 1) {
                    match yes {
                        true => kept.push(state),
                        // What was lost before the run ends here counts.
                        false => self.drop_dead_and_collect(&mut state, block, index),
                    }
                }
                Successors::On(kept)
            }
            InstKind::Require { cond, what } => {
                let cond = self.eval(&mut state, *cond);
                let mut kept = Vec::new();
                for (state, yes) in compare::compare(state, ir::Predicate::Ne, cond, Value::Int(0), 1) {
                    match yes {
                        true => kept.push(state),
                        false => self.bug(BugKind::of_requirement(*what), broken(*what)),
                    }
                }
                Successors::On(kept)
            }
            InstKind::VaStart { list } => {
                let list = self.eval(&mut state, *list);
                Successors::On(self.va_start(state, list))
            }
            InstKind::Bind { var, value } => {
                // A register that is gone holds no address; see `jump`.
                let known = match value {
                    Operand::Reg(reg) => state.frame().get(*reg),
                    Operand::Const(_) => Some(self.eval(&mut state, *value)),
                };
                match known {
                    Some(value) => {
                        let ty = self.module.funcs[state.frame().func].vars[*var].ty;
                        self.estimate_type(&mut state, value, ty);
                        state.frame_mut().bind(*var, value);
                    }
                    None => state.frame_mut().unbind(*var),
                }
                one(state)
            }
            InstKind::Unbind { var } => {
                state.frame_mut().unbind(*var);
                one(state)
            }
            InstKind::Unsupported(unsupported) => {
                self.unsupported(unsupported.what.clone());
                Successors::On(Vec::new())
            }
        }
    }

    /// A pointer of this type to the start of an object tells what a program takes the object for. It helps to find
    /// lists and to describe them, and decides nothing.
    fn estimate_type(&self, state: &mut State, value: Value, pointer: Option<TypeId>) {
        let Value::Addr(Addr { object, offset: 0, plus: None, which: Which::Region }) = value else { return };
        if state.graph.object(object).ty.is_none()
            && let Some(ty) = pointer.and_then(|pointer| ir::describe::pointee(self.module, pointer))
            && matches!(self.module.types[ty], CType::Record(_))
        {
            state.graph.object_mut(object).ty = Some(ty);
        }
    }

    fn nondet(&self, state: &mut State, ty: Type, kind: ir::NondetKind) -> Value {
        use ir::NondetKind;
        let bits = self.bits(ty);
        let range = match kind {
            NondetKind::Bool => Range { lo: 0, hi: 1, align: 0 },
            NondetKind::StdinByte => Range { lo: -1, hi: 255, align: 0 },
            NondetKind::Signed
            | NondetKind::Unsigned
            | NondetKind::Char
            | NondetKind::Pointer
            | NondetKind::Float
            | NondetKind::Outside => Range::of_width(bits),
        };
        let value = Value::sym(state.graph.add_sym(SymInfo::unknown(range)));
        state.trail.note(TrailEvent::Input { value, ty, kind });
        value
    }
}

/// What may happen where a rule is not known to be kept.
fn broken(what: ir::Requirement) -> &'static str {
    match what {
        ir::Requirement::Assumption => "what `__builtin_assume` promises may not hold",
        ir::Requirement::ArraySize => "the size of a variable-length array may not be positive",
        ir::Requirement::Result => "the result of a function may be used that ended without returning one",
    }
}
