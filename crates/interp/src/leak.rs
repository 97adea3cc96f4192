//! Leaks: heap objects that nothing the program can still name leads to.
//!
//! Roots are globals, locals in scope, arguments, registers that are still to be read, and C variables that live in
//! registers (`Bind`), even if nobody reads them again. Numbers that carry an address count as pointers; objects whose
//! address went where we cannot follow (exposed ones) are never lost.
//!
//! No pointer can come back to a lost object, so loss is monotone: what is lost at some step is lost at every later
//! one. The run therefore goes at full speed and looks now and then; when something is lost, the same run is repeated
//! from its recorded inputs and the losing step is found by bisection between two snapshots.

use engine::{Budget, BugKind, Input, Limit, Violation};
use ir::{
    BlockId, Builtin, Call, Callee, FuncBody, FuncId, Id, InstKind, Liveness, LocId, Module, Operand, Places, RegId,
    TermKind, describe,
};
use rustc_hash::FxHashMap;

use crate::exec::{Exec, Program, Reason, State, load};
use crate::memory::{Memory, ObjectId};
use crate::{End, NoObserver, Options, Replay, Run};

/// Finds out which registers are roots; answers are kept, since frames of a recursive function ask again and again.
#[derive(Debug)]
pub(crate) struct Roots<'a> {
    module: &'a Module,
    liveness: FxHashMap<FuncId, Liveness<'a>>,
    live: FxHashMap<(FuncId, BlockId, usize), Vec<RegId>>,
}

/// Lost objects, and what the search cost: a measure of how often one may search.
#[derive(Debug)]
pub(crate) struct Search {
    pub lost: Vec<ObjectId>,
    /// Some object is held by parts of its address only.
    pub doubtful: bool,
    pub cost: u64,
}

impl<'a> Roots<'a> {
    pub fn new(module: &'a Module) -> Self {
        Roots { module, liveness: FxHashMap::default(), live: FxHashMap::default() }
    }

    /// Registers that count before the instruction `pc` of a block: live ones, and those that a `Bind` further down in
    /// the block gives to a variable (liveness does not count a `Bind` as a use).
    fn registers(&mut self, func: FuncId, block: BlockId, pc: usize) -> &[RegId] {
        let module = self.module;
        let liveness = &mut self.liveness;
        self.live.entry((func, block, pc)).or_insert_with(|| {
            let function = &module.funcs[func];
            let liveness = liveness.entry(func).or_insert_with(|| Liveness::of(function));
            let insts = &function.blocks[block].insts;
            let mut live = match pc.checked_sub(1) {
                Some(last) => liveness.live_after(block, last),
                None => liveness.live_at_start(block),
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

    /// Searches all of memory. `unfinished`: the frame on top stopped in the middle of an instruction, which may still
    /// read its operands.
    ///
    /// Parts of addresses keep an object alive only for doubt: it is not lost, because the rest may be kept where we
    /// cannot follow, and not safely held either.
    pub fn search<T: Copy + Default + PartialEq>(&mut self, state: &State<T>, unfinished: bool) -> Search {
        let memory = &state.memory;
        let whole = self.module.data_model.pointer_size() as u8;
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
        Search {
            lost: heap().filter(|(id, _)| !marks.marked[id.index()]).map(|(id, _)| id).collect(),
            doubtful: heap().any(|(id, _)| marks.marked[id.index()] && !held[id.index()]),
            cost,
        }
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

/// Repeats the run that `inputs` determine, and reports the step at which the first object is lost, if that happens
/// within the first `last` steps.
pub(crate) fn locate(
    module: &Module,
    entry: FuncId,
    options: &Options,
    inputs: &[Input],
    last: u64,
    budget: &Budget,
) -> Result<Option<Run>, Limit> {
    let options = Options { max_steps: u64::MAX, check_leaks: false, check_cleanup: false, ..options.clone() };
    let Ok((program, state)) = load::<()>(module, &options) else { return Ok(None) };
    let mut again = Repetition { program: &program, entry, inputs, budget };
    let mut roots = Roots::new(module);
    let mut good = again.begin(state)?;
    let mut interval = FIRST_INTERVAL;
    let (mut bad, mut lost) = loop {
        let now = again.run(good.clone(), (good.steps + interval).min(last))?;
        let search = roots.search(&now, false);
        if !search.lost.is_empty() {
            break (now, search.lost);
        }
        if now.steps >= last || now.frames.is_empty() {
            return Ok(None);
        }
        good = now;
        interval = FIRST_INTERVAL.max(32 * search.cost);
    };
    while bad.steps - good.steps > 1 {
        let middle = again.run(good.clone(), good.steps + (bad.steps - good.steps) / 2)?;
        let search = roots.search(&middle, false);
        if search.lost.is_empty() {
            good = middle;
        } else {
            (bad, lost) = (middle, search.lost);
        }
    }
    let violation = describe_loss(&mut again, module, &good, &bad, &lost);
    Ok(Some(Run {
        end: End::Violation(violation),
        inputs: bad.inputs,
        steps: bad.steps,
        stdout: bad.stdout,
        stderr: bad.stderr,
        address_dependent: bad.address_dependent,
    }))
}

/// A recorded run that can be taken up anywhere.
struct Repetition<'a> {
    program: &'a Program<'a, ()>,
    entry: FuncId,
    inputs: &'a [Input],
    budget: &'a Budget,
}

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
