//! A program made ready for execution: what is known of it beforehand.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

use engine::{Flow, Flows, Property, Task};
use ir::{BlockId, CallGraph, Cfg, FuncId, Id, IdVec, InstKind, Loops, Module, Operand, RegId};

use ir::Footprints;

/// A task's program. What takes time is computed when asked for, and shared between threads.
#[derive(Debug)]
pub struct Prepared<'a> {
    pub module: &'a Module,
    pub flows: &'a Flows<'a>,
    pub malloc_may_fail: bool,
    error_functions: Vec<bool>,
    funcs: IdVec<FuncId, OnceLock<PreparedFunc<'a>>>,
    calls: OnceLock<CallGraph>,
    footprints: OnceLock<Footprints>,
}

/// One function of it.
#[derive(Debug)]
pub struct PreparedFunc<'a> {
    flow: &'a Flow<'a>,
    live_in: Vec<Vec<RegId>>,
    read_params: Vec<Vec<RegId>>,
    bound: Vec<Vec<RegId>>,
    loop_heads: Vec<bool>,
    live_after: Mutex<BTreeMap<(BlockId, usize), Vec<RegId>>>,
    order: Vec<u32>,
}

impl<'a> Prepared<'a> {
    /// `flows` are those of the task's program. The search shares them, [`Task::flows`]; the check of a proof has its own.
    pub fn of(task: &Task<'a>, flows: &'a Flows<'a>) -> Self {
        let module = task.module;
        let asked = task.properties.contains(&Property::UnreachCall);
        let is_error = |name: &String| asked && task.error_functions.contains(name);
        Prepared {
            module,
            flows,
            malloc_may_fail: task.malloc_may_fail,
            error_functions: module.funcs.iter().map(|func| is_error(&func.name)).collect(),
            funcs: module.funcs.iter().map(|_| OnceLock::new()).collect(),
            calls: OnceLock::new(),
            footprints: OnceLock::new(),
        }
    }

    pub fn is_error_function(&self, func: FuncId) -> bool {
        self.error_functions[func.index()]
    }

    pub fn func(&self, func: FuncId) -> &PreparedFunc<'a> {
        self.funcs[func].get_or_init(|| PreparedFunc::of(self.flows.func(func)))
    }

    pub fn may_recurse(&self, func: FuncId) -> bool {
        self.calls().may_recurse(func)
    }

    fn calls(&self) -> &CallGraph {
        self.calls.get_or_init(|| CallGraph::of(self.module))
    }

    /// Which globals functions can name.
    pub fn footprints(&self) -> &Footprints {
        self.footprints.get_or_init(|| Footprints::of(self.module, self.calls()))
    }
}

impl<'a> PreparedFunc<'a> {
    fn of(flow: &'a Flow<'a>) -> Self {
        let (func, loops, liveness) = (flow.func(), flow.loops(), flow.liveness());
        let mut loop_heads = vec![false; func.blocks.len()];
        loops.iter().for_each(|(_, each)| loop_heads[each.header.index()] = true);
        loops.irreducible_edges().iter().for_each(|(_, to)| loop_heads[to.index()] = true);
        let sorted = |mut regs: Vec<RegId>| {
            regs.sort_unstable();
            regs
        };
        let live_in = func.blocks.ids().map(|block| sorted(liveness.live_in(block).iter().collect())).collect();
        let read_params = func.blocks.iter_enumerated().map(|(id, block)| {
            let live = flow.live_at_start(id);
            sorted(block.params.iter().copied().filter(|param| live.contains(*param)).collect())
        });
        let read_params = read_params.collect();
        let order = loops_first(func, flow.cfg(), loops);
        let bound = bound_later(func, flow.cfg());
        PreparedFunc { flow, live_in, read_params, bound, loop_heads, live_after: Mutex::default(), order }
    }

    /// Registers live at the entry of a block, without its parameters; sorted.
    pub fn live_in(&self, block: BlockId) -> &[RegId] {
        &self.live_in[block.index()]
    }

    /// Parameters of a block that something reads; sorted.
    pub fn read_params(&self, block: BlockId) -> &[RegId] {
        &self.read_params[block.index()]
    }

    /// Is a C variable bound to the register in the block or behind it? It is not read for that, but what it points to
    /// must not be taken for lost.
    pub fn is_bound_later(&self, block: BlockId, reg: RegId) -> bool {
        self.bound[block.index()].binary_search(&reg).is_ok()
    }

    pub fn is_loop_head(&self, block: BlockId) -> bool {
        self.loop_heads[block.index()]
    }

    pub fn has_loops(&self) -> bool {
        self.loop_heads.contains(&true)
    }

    pub fn cfg(&self) -> &'a Cfg {
        self.flow.cfg()
    }

    /// Work on earlier blocks first.
    pub fn order(&self, block: BlockId) -> u32 {
        self.order[block.index()]
    }

    /// Registers that are read after an instruction; sorted.
    pub fn with_live_after(&self, block: BlockId, index: usize, f: impl FnOnce(&[RegId])) {
        let mut known = self.live_after.lock().expect("invariant: nothing panics while it holds this lock");
        let live = known.entry((block, index)).or_insert_with(|| {
            let live = self.flow.live_after(block, index);
            live.iter().collect()
        });
        f(live);
    }
}

/// Positions in a reverse postorder in which a loop comes before what follows it: nothing is done behind a loop with
/// states that the loop is about to outgrow.
fn loops_first(func: &ir::Function, cfg: &Cfg, loops: &Loops) -> Vec<u32> {
    // What a depth-first walk meets first ends up last.
    let successors = |block: BlockId| {
        let mut succs = cfg.succs(block).to_vec();
        succs.sort_by_key(|succ| loops.innermost(block).is_some_and(|around| loops.contains(around, *succ)));
        succs.into_iter()
    };
    let mut order = vec![u32::MAX; func.blocks.len()];
    let mut seen = vec![false; func.blocks.len()];
    let mut stack = vec![(func.entry(), successors(func.entry()))];
    seen[func.entry().index()] = true;
    let mut position = func.blocks.len() as u32;
    while let Some((block, succs)) = stack.last_mut() {
        match succs.next() {
            Some(succ) if seen[succ.index()] => {}
            Some(succ) => {
                seen[succ.index()] = true;
                stack.push((succ, successors(succ)));
            }
            None => {
                position -= 1;
                order[block.index()] = position;
                stack.pop();
            }
        }
    }
    order
}

/// For every block, the registers that a `Bind` in it or behind it takes, and that are defined before or at its start.
fn bound_later(func: &ir::Function, cfg: &Cfg) -> Vec<Vec<RegId>> {
    let mut defined_in = vec![None; func.regs.len()];
    for (id, block) in func.blocks.iter_enumerated() {
        for inst in &block.insts {
            inst.for_each_def(|reg| defined_in[reg.index()] = Some(id));
        }
    }
    let mut bound: Vec<Vec<RegId>> = vec![Vec::new(); func.blocks.len()];
    for (id, block) in func.blocks.iter_enumerated() {
        for inst in &block.insts {
            let InstKind::Bind { value: Operand::Reg(reg), .. } = inst.kind else { continue };
            let mut work = vec![id];
            while let Some(at) = work.pop() {
                let known = &mut bound[at.index()];
                // Where an instruction defines it, it does not come from before.
                if defined_in[reg.index()] == Some(at) || known.contains(&reg) {
                    continue;
                }
                known.push(reg);
                if !func.blocks[at].params.contains(&reg) {
                    work.extend(cfg.preds(at));
                }
            }
        }
    }
    bound.iter_mut().for_each(|regs| regs.sort_unstable());
    bound
}
