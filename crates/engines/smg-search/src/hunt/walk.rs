//! Executes one block of one path.

use engine::BugKind;
use ir::{Builtin, Call, FuncBody, FuncId, Id, Inst, InstKind, LocId, Operand, Predicate, RegId};

use super::path::Path;
use smg::exec::prepared::Prepared;
use smg::exec::{Leaving, Machine, Problem, Successors};
use smg::graph::{State, Trail, TrailEvent, Value};

/// Something wrong that a path met, as far as its state tells.
#[derive(Debug)]
pub struct Suspicion {
    pub kind: BugKind,
    pub loc: LocId,
    pub trail: Trail,
    /// It happens if one of these holds; always, if there are none.
    pub when: Vec<TrailEvent>,
    /// It is more likely if these hold.
    pub also: Vec<TrailEvent>,
    pub steps: u64,
}

pub struct Walker<'f, 'm> {
    prepared: &'f Prepared<'m>,
    machine: Machine<'f, 'm>,
    suspicions: Vec<Suspicion>,
}

impl<'f, 'm> Walker<'f, 'm> {
    pub fn new(prepared: &'f Prepared<'m>) -> Self {
        Walker { prepared, machine: Machine::new(prepared), suspicions: Vec::new() }
    }

    pub fn take_suspicions(&mut self) -> Vec<Suspicion> {
        std::mem::take(&mut self.suspicions)
    }

    /// Can other paths come to the same place?
    pub fn meets_others(&self, path: &Path) -> bool {
        path.from > 0 || self.prepared.func(path.func()).cfg().preds(path.block).len() > 1
    }

    /// Executes the rest of the block that the path is in; gives back where it goes from there.
    pub fn advance(&mut self, path: Path) -> Vec<Path> {
        let code = &self.prepared.module.funcs[path.func()].blocks[path.block];
        let mut arrived = Vec::new();
        let from = path.from;
        let mut work = vec![(path, from)];
        while let Some((mut path, index)) = work.pop() {
            path.steps += 1;
            match code.insts.get(index) {
                Some(inst) => {
                    let states = self.step(&mut path, index, inst, &mut arrived);
                    let mut states = states.into_iter();
                    // The first of several goes on first.
                    if let Some(last) = states.next_back() {
                        work.extend(states.map(|state| (path.with(state), index + 1)));
                        path.state = last;
                        work.push((path, index + 1));
                    }
                }
                None => self.leave(path, &code.term, &mut arrived),
            }
        }
        arrived
    }

    fn step(&mut self, path: &mut Path, index: usize, inst: &'m Inst, arrived: &mut Vec<Path>) -> Vec<State> {
        let before = path.state.trail.clone();
        let mut state = std::mem::take(&mut path.state);
        let also = self.longest(&mut state, inst);
        let allocates = self.allocates(&mut state, inst);
        self.machine.findings.clear();
        let mut states = match self.machine.step(state, path.block, index, inst) {
            Successors::On(states) => states,
            Successors::Enter(entered, states) => {
                let InstKind::Call(call) = &inst.kind else { panic!("only calls enter functions") };
                for (state, callee) in entered {
                    let state = self.enter(state, path, index, call, callee);
                    let mut inside = path.with(state);
                    inside.enter((path.block, index), self.prepared.module.funcs[callee].entry());
                    arrived.push(inside);
                }
                states
            }
        };
        if let Some(call) = allocates {
            for state in &mut states {
                let fails = call.rets.first().is_some_and(|ret| state.frame().reg(*ret) == Value::NULL);
                state.trail.note(TrailEvent::Allocated { fails });
            }
        }
        self.suspect(&before, &also, path.steps);
        path.lost |= self.lost_something();
        for state in std::mem::take(&mut self.machine.ended) {
            self.end(&state, path.lost, inst.loc, path.steps);
        }
        states
    }

    /// The state inside of the called function. What the caller does not need any more is forgotten.
    fn enter(&mut self, mut state: State, path: &Path, index: usize, call: &Call, callee: FuncId) -> State {
        let callee = self.machine.arguments(&mut state, call, callee);
        let frame = self.machine.enter(&callee);
        // The arguments are roots already.
        let caller = state.frames.len() - 1;
        state.frames.push(frame);
        state.frames.swap(caller, caller + 1);
        self.machine.drop_dead_and_collect(&mut state, path.block, index);
        state.frames.swap(caller, caller + 1);
        state
    }

    fn leave(&mut self, mut path: Path, term: &ir::Terminator, arrived: &mut Vec<Path>) {
        let before = path.state.trail.clone();
        let state = std::mem::take(&mut path.state);
        self.machine.findings.clear();
        let leaving = self.machine.leave(state, term);
        let steps = path.steps;
        path.lost |= self.lost_something();
        let lost = path.lost;
        if let [Leaving::To(_, state) | Leaving::Return(state) | Leaving::Exit(state)] = leaving.as_slice() {
            self.suspect(&state.trail, &[], steps);
        } else {
            // What is lost on one of several ways is lost under its condition.
            for way in &leaving {
                let (Leaving::To(_, state) | Leaving::Return(state) | Leaving::Exit(state)) = way;
                self.suspect(&state.trail, &[], steps);
            }
            self.suspect(&before, &[], steps);
        }
        for way in leaving {
            match way {
                Leaving::To(block, state) => {
                    let is_loop_head = self.prepared.func(state.frame().func).is_loop_head(block);
                    let mut next = path.with(state);
                    next.go(block, is_loop_head);
                    arrived.push(next);
                }
                Leaving::Exit(state) => self.end(&state, lost, term.loc, steps),
                Leaving::Return(state) => {
                    let mut next = path.with(state);
                    match next.resume() {
                        Some(caller) => {
                            self.give_results(&mut next.state, caller);
                            arrived.push(next);
                        }
                        None => self.end(&next.state, lost, term.loc, steps),
                    }
                }
            }
        }
    }

    /// From the frame of a function that has returned to the frame below.
    fn give_results(&self, state: &mut State, (block, index): (ir::BlockId, usize)) {
        let frame = state.frames.pop().expect("invariant: a function returns from its frame");
        let count = self.prepared.module.funcs[frame.func].signature.rets.len();
        let results: Vec<Value> = frame.regs.iter().take(count).map(|(_, value)| *value).collect();
        debug_assert!(frame.regs.iter().enumerate().all(|(at, (reg, _))| *reg == RegId::from_index(at)));
        let inst = &self.prepared.module.funcs[state.frame().func].blocks[block].insts[index];
        let InstKind::Call(call) = &inst.kind else { panic!("callers wait at calls") };
        self.machine.receive(state, call, frame.func, &results);
    }

    fn lost_something(&self) -> bool {
        self.machine.findings.iter().any(|finding| finding.problem == Problem::Bug(BugKind::Leak))
    }

    fn end(&mut self, state: &State, lost: bool, loc: LocId, steps: u64) {
        if lost || state.has_live_heap() {
            let (kind, trail) = (BugKind::LeakAtExit, state.trail.clone());
            self.suspicions.push(Suspicion { kind, loc, trail, when: Vec::new(), also: Vec::new(), steps });
        }
    }

    /// What the machine found since it was asked.
    fn suspect(&mut self, trail: &Trail, also: &[TrailEvent], steps: u64) {
        for finding in &self.machine.findings {
            match finding.problem {
                Problem::Bug(kind) => self.suspicions.push(Suspicion {
                    kind,
                    loc: finding.loc,
                    trail: trail.clone(),
                    when: finding.when.clone(),
                    also: also.to_vec(),
                    steps,
                }),
                Problem::Unsupported => {}
            }
        }
    }

    /// Operations on blocks of unknown length are judged by the greatest length.
    fn longest(&self, state: &mut State, inst: &Inst) -> Vec<TrailEvent> {
        let len = match &inst.kind {
            InstKind::MemCopy { len, .. } | InstKind::MemSet { len, .. } => *len,
            InstKind::Call(call) => match (self.builtin(state, call), call.args.get(2)) {
                (Some(Builtin::Memcpy | Builtin::Memmove | Builtin::Memset | Builtin::Write), Some(len)) => len.value,
                _ => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        match self.machine.eval(state, len) {
            value @ Value::Sym(_) => {
                let longest = Value::Int(state.graph.range(value).hi);
                vec![TrailEvent::Compared { pred: Predicate::Eq, width: 64, a: value, b: longest, holds: true }]
            }
            Value::Int(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => Vec::new(),
        }
    }

    /// The call, if `interp` will ask whether its allocation fails.
    fn allocates<'c>(&self, state: &mut State, inst: &'c Inst) -> Option<&'c Call> {
        if !self.prepared.malloc_may_fail {
            return None;
        }
        let InstKind::Call(call) = &inst.kind else { return None };
        let builtin = self.builtin(state, call)?;
        let arg = |state: &mut State, index: usize| match call.args.get(index) {
            Some(arg) => self.number(state, arg.value),
            None => None,
        };
        let size = match builtin {
            Builtin::Malloc => arg(state, 0),
            Builtin::Calloc => arg(state, 0).zip(arg(state, 1)).and_then(|(count, each)| count.checked_mul(each)),
            Builtin::AlignedAlloc => arg(state, 1),
            // A size of zero frees, unless there is nothing to free.
            Builtin::Realloc if arg(state, 1) == Some(0) && arg(state, 0) != Some(0) => return None,
            Builtin::Realloc => arg(state, 1),
            Builtin::Free
            | Builtin::Memcpy
            | Builtin::Memmove
            | Builtin::Memset
            | Builtin::Exit
            | Builtin::Abort
            | Builtin::AssertFail
            | Builtin::VerifierError
            | Builtin::ReachError
            | Builtin::Write
            | Builtin::FormatDouble
            | Builtin::FormatLongDouble
            | Builtin::ParseDouble
            | Builtin::ParseFloat
            | Builtin::Havoc => return None,
        };
        let largest = i64::try_from(self.prepared.module.data_model.max_object_size()).unwrap_or(i64::MAX);
        size.is_none_or(|size| (0..=largest).contains(&size)).then_some(call)
    }

    fn number(&self, state: &mut State, operand: Operand) -> Option<i64> {
        self.machine.eval(state, operand).as_int()
    }

    fn builtin(&self, state: &mut State, call: &Call) -> Option<Builtin> {
        let func = match call.callee {
            ir::Callee::Direct(func) => func,
            ir::Callee::Indirect(target) => match self.machine.eval(state, target) {
                Value::Func(func) => func,
                Value::Int(_) | Value::Sym(_) | Value::Addr(_) | Value::Label(..) => return None,
            },
        };
        match self.prepared.module.funcs[func].body {
            FuncBody::Builtin(builtin) => Some(builtin),
            FuncBody::Defined | FuncBody::External => None,
        }
    }
}
