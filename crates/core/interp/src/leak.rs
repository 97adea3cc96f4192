//! Leaks: heap objects that nothing the program can still name leads to.
//!
//! Roots are globals, locals in scope, arguments, registers that are still to be read, and C variables that live in
//! registers (`Bind`), even if nobody reads them again. Numbers that carry an address count as pointers; objects whose
//! address went where we cannot follow (exposed ones) are never lost.
//!
//! No pointer can come back to a lost object, so loss is monotone: what is lost at some step is lost at every later
//! one. The run therefore goes at full speed and looks now and then; when something is lost, the same run is repeated
//! from its recorded inputs and the losing step is found by bisection between two snapshots.
//!
//! What only a freed object led to is lost by the `free`. When the run ends in a use of that very object, though, the use
//! is the mistake (`free(e); free(e->key);`), and what was lost by that `free` is not held against the program. Neither is
//! what the statement at work had in hand when it went wrong (`*find(make(), 3)`, where nothing is found).

use engine::{Budget, BugKind, Flows, Input, Limit, Violation};
use ir::{
    BlockId, Builtin, Call, Callee, FuncBody, FuncId, Id, InstKind, LocId, Module, Operand, Places, RegId, TermKind,
    describe,
};
use rustc_hash::FxHashMap;

use crate::exec::{Exec, Program, Reason, State, load};
use crate::input::Replay;
use crate::memory::{self, Memory, ObjectId};
use crate::observer::NoObserver;
use crate::options::{End, Options, Run};

/// Finds out which registers are roots; answers are kept, since frames of a recursive function ask again and again.
#[derive(Debug)]
pub(crate) struct Roots<'a> {
    flows: &'a Flows<'a>,
    live: FxHashMap<(FuncId, BlockId, usize), Vec<RegId>>,
}

/// Lost objects, and what the search cost: a measure of how often one may search.
#[derive(Debug)]
pub(crate) struct Search {
    pub lost: Vec<ObjectId>,
    /// Whatever something leads to, dead objects too.
    reached: Vec<bool>,
    /// Some object is held by parts of its address only.
    pub doubtful: bool,
    pub cost: u64,
}

impl<'a> Roots<'a> {
    pub fn new(flows: &'a Flows<'a>) -> Self {
        Roots { flows, live: FxHashMap::default() }
    }

    /// Registers that count before the instruction `pc` of a block: live ones, and those that a `Bind` further down in
    /// the block gives to a variable (liveness does not count a `Bind` as a use).
    pub fn registers(&mut self, func: FuncId, block: BlockId, pc: usize) -> &[RegId] {
        let flow = self.flows.func(func);
        self.live.entry((func, block, pc)).or_insert_with(|| {
            let insts = &flow.func().blocks[block].insts;
            let mut live = match pc.checked_sub(1) {
                Some(last) => flow.live_after(block, last),
                None => flow.live_at_start(block),
            };
            let mut defined = Vec::new();
            for inst in &insts[pc..] {
                if let InstKind::Bind { value: Operand::Reg(reg), .. } = inst.kind
                    && !defined.contains(&reg)
                {
                    live.insert(reg);
                }
                inst.for_each_def(|reg| defined.push(reg));
            }
            live.iter().collect()
        })
    }

    /// Of the lost objects, those that lead back to a value which the statement that went wrong has computed. A statement
    /// is what stands on one source line, as far as it is in one block.
    pub fn in_hand<T: Copy + Default + PartialEq>(&self, state: &State<T>, lost: &[ObjectId]) -> Vec<ObjectId> {
        let module = self.flows.module();
        let line = |loc: LocId| module.places.get(loc).map(|loc| (loc.file, loc.line));
        let mut marks = Marks { marked: vec![false; state.memory.object_count()], work: Vec::new() };
        for frame in state.frames.iter().rev() {
            let function = &module.funcs[frame.func];
            let block = &function.blocks[frame.block];
            let failing = frame.pc.saturating_sub(1).min(block.insts.len());
            let at = line(block.insts.get(failing).map_or(block.term.loc, |inst| inst.loc));
            let before = block.insts[..failing].iter().rev();
            for inst in before.take_while(|inst| line(inst.loc).is_none_or(|here| at == Some(here))) {
                inst.for_each_def(|reg| {
                    let object = state.regs[frame.regs + reg.index()].meta.object();
                    object.into_iter().for_each(|id| marks.add(id));
                });
            }
            // An error inside of a library model is one of the statement that called it.
            if !function.model {
                break;
            }
        }
        let mut parts = Vec::new();
        marks.spread(&state.memory, module.data_model.pointer_size() as u8, &mut parts);
        lost.iter().copied().filter(|id| marks.marked[id.index()]).collect()
    }

    /// Searches all of memory. `unfinished`: the frame on top stopped in the middle of an instruction, which may still
    /// read its operands.
    ///
    /// Parts of addresses keep an object alive only in doubt: it is not lost, because the rest may be kept where we
    /// cannot follow, and not safely held either.
    pub fn search<T: Copy + Default + PartialEq>(&mut self, state: &State<T>, unfinished: bool) -> Search {
        let memory = &state.memory;
        let whole = self.flows.module().data_model.pointer_size() as u8;
        let mut marks = Marks { marked: vec![false; memory.object_count()], work: Vec::new() };
        let mut parts: Vec<ObjectId> = Vec::new();
        let mut cost = memory.object_count() as u64;
        for (id, object) in memory.objects() {
            if object.is_live() && !object.is_code() && (!object.is_heap() || object.exposed) {
                marks.add(id);
            }
        }
        for raw in &state.vars {
            ObjectId::from_raw(*raw).into_iter().for_each(|id| marks.add(id));
        }
        for (index, frame) in state.frames.iter().enumerate() {
            let on_top = index + 1 == state.frames.len();
            let pc = if on_top && unfinished { frame.pc.saturating_sub(1) } else { frame.pc };
            let registers = self.registers(frame.func, frame.block, pc);
            cost += registers.len() as u64;
            let values = registers.iter().map(|reg| &state.regs[frame.regs + reg.index()]);
            for value in values.chain(frame.var_args.iter().map(|arg| &arg.value)) {
                value.meta.object().into_iter().for_each(|id| marks.add(id));
            }
        }
        cost += marks.spread(memory, whole, &mut parts);
        let held = marks.marked.clone();
        while let Some(id) = parts.pop() {
            marks.add(id);
            cost += marks.spread(memory, whole, &mut parts);
        }
        let heap = || memory.objects().filter(|(_, object)| object.is_live() && object.is_heap());
        let lost = heap().filter(|(id, _)| !marks.marked[id.index()]).map(|(id, _)| id).collect();
        let doubtful = heap().any(|(id, _)| marks.marked[id.index()] && !held[id.index()]);
        Search { lost, reached: marks.marked, doubtful, cost }
    }
}

impl Search {
    /// Does something lead to the object, dead or alive?
    pub fn reaches(&self, id: ObjectId) -> bool {
        self.reached[id.index()]
    }
}

/// Objects that something leads to.
struct Marks {
    marked: Vec<bool>,
    work: Vec<ObjectId>,
}

impl Marks {
    fn add(&mut self, id: ObjectId) {
        if !self.marked[id.index()] {
            self.marked[id.index()] = true;
            self.work.push(id);
        }
    }

    /// Follows whole addresses of `whole` bytes; objects that only parts of one lead to are noted in `parts`.
    fn spread<T: Copy + Default + PartialEq>(
        &mut self,
        memory: &Memory<T>,
        whole: u8,
        parts: &mut Vec<ObjectId>,
    ) -> u64 {
        let mut cost = 0;
        while let Some(id) = self.work.pop() {
            let object = memory.object(id);
            if object.is_live() {
                object.contents.for_each_pointer(|fragment| {
                    cost += 1;
                    if fragment.first == 0 && fragment.len == whole {
                        self.add(fragment.object);
                    } else if !self.marked[fragment.object.index()] {
                        parts.push(fragment.object);
                    }
                });
            }
        }
        cost
    }
}

/// Steps between the first snapshots of a repeated run.
const FIRST_INTERVAL: u64 = 4096;
/// Bytes of memory that are copied in the time of one step.
const BYTES_PER_STEP: u64 = 64;

/// A step that loses something.
#[derive(Debug)]
pub(crate) struct Loss {
    /// The run up to there.
    pub run: Run,
    /// The object that the step freed, when that is how the rest is lost.
    pub freed: Option<ObjectId>,
}

/// Repeats the run that `inputs` determine, and reports the first step that loses an object, if there is one within
/// the first `last` steps. What is lost by freeing `excused` does not count, and neither do `forgiven` objects.
#[allow(clippy::too_many_arguments)]
pub(crate) fn locate(
    flows: &Flows<'_>,
    entry: FuncId,
    options: &Options,
    inputs: &[Input],
    last: u64,
    excused: Option<ObjectId>,
    mut forgiven: Vec<ObjectId>,
    budget: &Budget,
) -> Result<Option<Loss>, Limit> {
    let options = Options { max_steps: u64::MAX, check_leaks: false, check_cleanup: false, ..options.clone() };
    let Ok((program, state)) = load::<()>(flows.module(), &options) else { return Ok(None) };
    let mut again = Repetition { program: &program, entry, inputs, budget };
    let mut roots = Roots::new(flows);
    let mut good = again.begin(state)?;
    loop {
        let Some((before, after, lost)) = again.first_loss(&mut roots, good, last, &forgiven)? else { return Ok(None) };
        let freed = freed_by_step(&before, &after);
        if freed.is_some() && freed == excused {
            // Nobody can reach them any more, so they stay as they are.
            forgiven.extend(lost);
            good = after;
            continue;
        }
        let violation = describe_loss(&mut again, flows.module(), &before, &after, &lost);
        let run = Run {
            end: End::Violation(violation),
            inputs: after.inputs,
            steps: after.steps,
            stdout: after.stdout,
            stderr: after.stderr,
            address_dependent: after.address_dependent,
            unknown_call: after.unknown_call,
        };
        return Ok(Some(Loss { run, freed }));
    }
}

/// The heap object that one step, between these states, has freed.
fn freed_by_step(before: &State<()>, after: &State<()>) -> Option<ObjectId> {
    let ended = |id: ObjectId| matches!(after.memory.object(id).state, memory::State::Freed(_));
    let mut live = before.memory.objects().filter(|(_, object)| object.is_live() && object.is_heap());
    live.find(|(id, _)| ended(*id)).map(|(id, _)| id)
}

/// A recorded run that can be taken up anywhere.
struct Repetition<'a> {
    program: &'a Program<'a, ()>,
    entry: FuncId,
    inputs: &'a [Input],
    budget: &'a Budget,
}

/// The states before and after a step, and what it loses.
type Losing = (State<()>, State<()>, Vec<ObjectId>);

impl Repetition<'_> {
    fn with<R>(&mut self, state: State<()>, f: impl FnOnce(&mut Exec<'_, (), NoObserver>) -> R) -> R {
        let mut source = Replay::starting_at(self.inputs, state.inputs.len());
        f(&mut Exec::new(self.program, state, self.entry, &mut source, &mut (), &mut NoObserver, self.budget))
    }

    fn begin(&mut self, state: State<()>) -> Result<State<()>, Limit> {
        self.with(state, |exec| match exec.enter_entry() {
            Ok(()) => {
                exec.pack_frame();
                Ok(exec.state.clone())
            }
            Err(_) => Err(Limit::Cancelled),
        })
    }

    /// The first step after `good`, up to the step `last`, that loses something besides what is `forgiven`: the states
    /// before and after it, and what it loses.
    fn first_loss(
        &mut self,
        roots: &mut Roots<'_>,
        mut good: State<()>,
        last: u64,
        forgiven: &[ObjectId],
    ) -> Result<Option<Losing>, Limit> {
        let mut look = |state: &State<()>| {
            let mut search = roots.search(state, false);
            search.lost.retain(|id| !forgiven.contains(id));
            search
        };
        let mut interval = FIRST_INTERVAL;
        let (mut bad, mut lost) = loop {
            if good.steps >= last || good.frames.is_empty() {
                return Ok(None);
            }
            let now = self.run(good.clone(), (good.steps + interval).min(last))?;
            let search = look(&now);
            if !search.lost.is_empty() {
                break (now, search.lost);
            }
            if now.steps == good.steps {
                return Ok(None);
            }
            good = now;
            interval = FIRST_INTERVAL.max(32 * search.cost).max(good.memory.used() / BYTES_PER_STEP);
        };
        while bad.steps - good.steps > 1 {
            let middle = self.run(good.clone(), good.steps + (bad.steps - good.steps) / 2)?;
            let search = look(&middle);
            if search.lost.is_empty() {
                good = middle;
            } else {
                (bad, lost) = (middle, search.lost);
            }
        }
        Ok(Some((good, bad, lost)))
    }

    /// Up to a step that the recorded run has completed.
    fn run(&mut self, state: State<()>, to: u64) -> Result<State<()>, Limit> {
        self.with(state, |exec| match exec.go(to) {
            Reason::Pause => Ok(exec.state.clone()),
            Reason::End(end) => match end {
                End::Limit(limit) => Err(limit),
                End::Exited(_) | End::Aborted | End::AssumeFailed | End::Violation(_) | End::Unsupported { .. } => {
                    Ok(exec.state.clone())
                }
            },
        })
    }
}

fn describe_loss(
    again: &mut Repetition<'_>,
    module: &Module,
    good: &State<()>,
    bad: &State<()>,
    lost: &[ObjectId],
) -> Violation {
    let discarded = is_discarded_result(module, good, bad, lost);
    let first = entry_object(bad, lost);
    let (what, places) = again.with(bad.clone(), |exec| (exec.describe_object(first), exec.object_places(first)));
    // What a function returns is lost by the caller who does not keep it.
    let (loc, stack) = if discarded {
        again.with(bad.clone(), |exec| exec.last_place())
    } else {
        again.with(good.clone(), |exec| exec.next_place())
    };
    let others = match lost.len() {
        1 => String::new(),
        2 => " and one more".to_string(),
        count => format!(" and {} more", count - 1),
    };
    let how = if discarded { " when the result of the call is dropped".to_string() } else { cause(module, good) };
    Violation {
        kind: BugKind::Leak,
        loc,
        message: format!("the last pointer to {what}{others} is lost{how}"),
        related: places.into_iter().filter(|(loc, _): &(LocId, String)| *loc != Places::nowhere()).collect(),
        stack,
    }
}

/// Did the step return the only pointers to all that is lost, to a caller who does not want them?
fn is_discarded_result(module: &Module, good: &State<()>, bad: &State<()>, lost: &[ObjectId]) -> bool {
    let frame = good.frames.last().expect("invariant: a step was still to come");
    let block = &module.funcs[frame.func].blocks[frame.block];
    let TermKind::Return(values) = &block.term.kind else { return false };
    if frame.pc < block.insts.len() || bad.frames.is_empty() {
        return false;
    }
    let mut reached = vec![false; bad.memory.object_count()];
    let mut work = Vec::new();
    for value in values {
        if let Operand::Reg(reg) = value {
            work.extend(good.regs[frame.regs + reg.index()].meta.object());
        }
    }
    while let Some(id) = work.pop() {
        if !std::mem::replace(&mut reached[id.index()], true) {
            bad.memory.object(id).contents.for_each_pointer(|fragment| work.push(fragment.object));
        }
    }
    lost.iter().all(|id| reached[id.index()])
}

/// Of the lost objects, one that no other lost one points to, if there is one: the head of a lost list.
fn entry_object(state: &State<()>, lost: &[ObjectId]) -> ObjectId {
    let mut pointed_to = vec![false; state.memory.object_count()];
    for id in lost {
        state.memory.object(*id).contents.for_each_pointer(|fragment| {
            pointed_to[fragment.object.index()] |= fragment.object != *id;
        });
    }
    *lost.iter().find(|id| !pointed_to[id.index()]).unwrap_or(&lost[0])
}

fn is_free(module: &Module, call: &Call) -> bool {
    match call.callee {
        Callee::Direct(func) => module.funcs[func].body == FuncBody::Builtin(Builtin::Free),
        Callee::Indirect(_) => false,
    }
}

/// What the losing step did, for the message.
fn cause(module: &Module, state: &State<()>) -> String {
    let frame = state.frames.last().expect("invariant: a step was still to come");
    let function = &module.funcs[frame.func];
    let block = &function.blocks[frame.block];
    if function.model {
        return String::new();
    }
    match block.insts.get(frame.pc).map(|inst| &inst.kind) {
        Some(InstKind::Bind { var, .. }) => format!(" when `{}` gets another value", function.vars[*var].name),
        Some(InstKind::Unbind { var }) => format!(" when the scope of `{}` ends", function.vars[*var].name),
        Some(InstKind::Store { ptr, ty, .. }) => {
            let target = describe::pointed_to(module, function, *ptr, ty.store_size(module.data_model));
            format!(" when `{target}` is overwritten")
        }
        Some(InstKind::LifetimeEnd { ptr }) => {
            format!(" when the scope of `{}` ends", describe::pointed_to(module, function, *ptr, 0))
        }
        Some(InstKind::Call(call)) if is_free(module, call) => " when the object that holds it is freed".to_string(),
        Some(InstKind::Call(_)) => " in this call".to_string(),
        Some(_) => String::new(),
        None => match &block.term.kind {
            TermKind::Return(_) => format!(" when `{}` returns", function.name),
            TermKind::Jump(_)
            | TermKind::Branch { .. }
            | TermKind::Switch { .. }
            | TermKind::IndirectJump { .. }
            | TermKind::Unreachable
            | TermKind::Exit { .. }
            | TermKind::Unsupported { .. } => String::new(),
        },
    }
}
