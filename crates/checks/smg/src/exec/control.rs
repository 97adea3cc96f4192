//! Terminators, and what dies when a block is left.

use engine::BugKind;
use ir::{BlockId, Const, ExitKind, Id, Operand, RegId, Target, TermKind, Terminator, Type};

use super::Machine;
use super::memory::kill;
use crate::graph::{Frame, Life, Range, State, Value};
use crate::operations::reach;
use crate::operations::reach::Reached;
use crate::operations::{compare, content};

/// Further cases of a `switch` are not remembered as excluded: each state would know all cases before its own.
const MOST_EXCLUDED: usize = 64;

/// How a block is left.
#[derive(Debug)]
pub enum Leaving {
    To(BlockId, State),
    /// The results are registers 0, 1, … of a frame that has nothing else.
    Return(State),
    /// The program ends, in order or by `abort`; what is still allocated matters to `valid-memcleanup`.
    Exit(State),
}

impl Machine<'_, '_> {
    /// Executes a terminator.
    pub fn leave(&mut self, mut state: State, term: &Terminator) -> Vec<Leaving> {
        self.at(term.loc);
        if !crate::operations::segment::settle(&mut state) {
            return Vec::new();
        }
        match &term.kind {
            TermKind::Jump(target) => vec![self.jump(state, target)],
            TermKind::Branch { cond, then, otherwise } => {
                let cond = self.eval(&mut state, *cond);
                let outcomes = compare::compare(state, ir::Predicate::Ne, cond, Value::Int(0), 1);
                outcomes.into_iter().map(|(state, yes)| self.jump(state, if yes { then } else { otherwise })).collect()
            }
            TermKind::Switch { ty, value, cases, default } => self.switch(state, *ty, *value, cases, default),
            TermKind::IndirectJump { addr, targets } => {
                let func = state.frame().func;
                match self.eval(&mut state, *addr) {
                    Value::Label(of, block) if of == func => {
                        match targets.iter().find(|target| target.block == block) {
                            Some(target) => vec![self.jump(state, target)],
                            None => {
                                let what = "a computed goto jumps to something that is no target of it";
                                self.bug(BugKind::UnreachableReached, what);
                                Vec::new()
                            }
                        }
                    }
                    Value::Int(_) | Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => {
                        self.unsupported("a computed goto to a label that is not known");
                        Vec::new()
                    }
                }
            }
            TermKind::Return(values) => {
                let results: Vec<Value> = values.iter().map(|value| self.eval(&mut state, *value)).collect();
                vec![Leaving::Return(self.finish(state, &results))]
            }
            TermKind::Unreachable => {
                self.bug(BugKind::UnreachableReached, "a point that the compiler takes for unreachable may be reached");
                Vec::new()
            }
            TermKind::Exit { kind: ExitKind::Exit | ExitKind::Abort, .. } => {
                state.frame_mut().regs.clear();
                self.collect(&mut state);
                vec![Leaving::Exit(state)]
            }
            TermKind::Unsupported { what } => {
                self.unsupported(what.clone());
                Vec::new()
            }
        }
    }

    /// The states behind each case, and behind none.
    fn switch(
        &mut self,
        state: State,
        ty: Type,
        value: Operand,
        cases: &[(u128, Target)],
        default: &Target,
    ) -> Vec<Leaving> {
        let bits = self.bits(ty);
        let mut leaving = Vec::new();
        let mut rest = vec![state];
        for (at, (case, target)) in cases.iter().enumerate() {
            let case = content::of_const(Const::Int { width: bits as u16, value: *case });
            let mut others = Vec::new();
            for mut state in rest {
                let value = self.eval(&mut state, value);
                let case = case.unwrap_or_else(|| state.graph.unknown(Range::ALL));
                let many = at >= MOST_EXCLUDED && matches!(value, Value::Sym(_));
                let undecided = many.then(|| state.clone());
                let outcomes = compare::compare(state, ir::Predicate::Eq, value, case, bits);
                let decided = outcomes.len() < 2;
                for (state, yes) in outcomes {
                    match (yes, &undecided) {
                        (true, _) => leaving.push(self.jump(state, target)),
                        (false, Some(_)) if !decided => {}
                        (false, _) => others.push(state),
                    }
                }
                if !decided {
                    others.extend(undecided);
                }
            }
            rest = others;
        }
        leaving.extend(rest.into_iter().map(|state| self.jump(state, default)));
        leaving
    }

    fn jump(&mut self, mut state: State, target: &Target) -> Leaving {
        let values: Vec<Value> = target.args.iter().map(|arg| self.eval(&mut state, *arg)).collect();
        let func = state.frame().func;
        let params = &self.module.funcs[func].blocks[target.block].params;
        let prepared = self.prepared.func(func);
        let live = prepared.live_in(target.block);
        let read = prepared.read_params(target.block);
        // A register that is only bound to a variable matters if it holds an address.
        let bound = |reg: RegId, value: Value| value.as_addr().is_some() && prepared.is_bound_later(target.block, reg);
        let frame = state.frame_mut();
        frame.regs.retain(|(reg, value)| live.binary_search(reg).is_ok() || bound(*reg, *value));
        for (param, value) in params.iter().zip(values) {
            if read.binary_search(param).is_ok() || bound(*param, value) {
                frame.set_reg(*param, value);
            }
        }
        self.collect(&mut state);
        Leaving::To(target.block, state)
    }

    /// Forgets registers that are not read after the instruction, and what nothing reaches.
    pub fn drop_dead_and_collect(&mut self, state: &mut State, block: BlockId, index: usize) {
        let func = state.frame().func;
        let prepared = self.prepared.func(func);
        let insts = &self.module.funcs[func].blocks[block].insts;
        let bound_here = |reg: RegId| insts[(index + 1).min(insts.len())..].iter().any(|inst| binds(inst, reg));
        let succs = |reg: RegId| prepared.cfg().succs(block).iter().any(|succ| prepared.is_bound_later(*succ, reg));
        prepared.with_live_after(block, index, |live| {
            state.frame_mut().regs.retain(|(reg, value)| {
                let bound = || value.as_addr().is_some() && (bound_here(*reg) || succs(*reg));
                live.binary_search(reg).is_ok() || bound()
            });
        });
        self.collect(state);
    }

    fn collect(&mut self, state: &mut State) {
        drop_idle_variables(state);
        let lost = reach::collect_garbage(state);
        if let Some(object) = lost.first() {
            self.bug_of(BugKind::Leak, "the last pointer to a heap object is lost", object);
        }
    }

    /// Ends the function: its locals die, its results stay.
    fn finish(&mut self, mut state: State, results: &[Value]) -> State {
        let old = state.frames.pop().expect("invariant: a running state has a frame");
        for local in &old.locals {
            if let Some(id) = local.address.object()
                && state.graph.object(id).life == Life::Live
            {
                kill(&mut state, id, Life::OutOfScope);
            }
        }
        let mut frame = Frame::new(old.func, old.called_at);
        for (index, value) in results.iter().enumerate() {
            frame.set_reg(RegId::from_index(index), *value);
        }
        state.frames.push(frame);
        self.collect(&mut state);
        state
    }
}

/// A variable that no instruction reads any more matters only as the last pointer to something. Where something else
/// reaches its object, it is forgotten: at worst, a loss is then seen earlier than it happens. While a register holds the
/// same address, the variable is remembered: it may outlive the register, and costs nothing.
fn drop_idle_variables(state: &mut State) {
    if state.frames.iter().all(|frame| frame.vars.is_empty()) {
        return;
    }
    let others = state.frames.iter().flat_map(|frame| {
        let regs = frame.regs.iter().map(|(_, value)| *value);
        regs.chain(frame.locals.iter().map(|local| local.address)).chain(frame.varargs.iter().map(|arg| arg.value))
    });
    let others: Vec<Value> = others.chain(state.cut.iter().copied()).chain(reach::globals(&state.graph)).collect();
    let mut reached = Reached::from(&state.graph, others);
    let State { graph, frames, .. } = state;
    for frame in frames {
        frame.vars.retain(|(_, value)| {
            let alone =
                value.object().is_some_and(|id| !reached.objects.contains(&id) && graph.object(id).is_live_heap());
            let needed = alone || frame.regs.iter().any(|(_, other)| other == value);
            if needed {
                reached.extend(graph, [*value]);
            }
            needed
        });
    }
}

fn binds(inst: &ir::Inst, reg: RegId) -> bool {
    matches!(inst.kind, ir::InstKind::Bind { value: ir::Operand::Reg(other), .. } if other == reg)
}
