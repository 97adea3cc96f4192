//! What is known of a program before it is executed.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

use engine::{Property, Task};
use ir::{BlockId, CallGraph, Cfg, Dominators, FuncId, Id, IdVec, InstKind, Liveness, Loops, Module, Operand, RegId};

/// Facts about a task's program; computed when asked for, shared between threads.
#[derive(Debug)]
pub struct Facts<'a> {
    pub module: &'a Module,
    pub malloc_may_fail: bool,
    error_functions: Vec<bool>,
    funcs: IdVec<FuncId, OnceLock<FuncFacts<'a>>>,
    calls: OnceLock<CallGraph>,
}

/// Facts about one function.
#[derive(Debug)]
pub struct FuncFacts<'a> {
    live_in: Vec<Vec<RegId>>,
    read_params: Vec<Vec<RegId>>,
    bound: Vec<Vec<RegId>>,
    loop_heads: Vec<bool>,
    liveness: Liveness<'a>,
    live_after: Mutex<BTreeMap<(BlockId, usize), Vec<RegId>>>,
    order: Vec<u32>,
    succs: Vec<Vec<BlockId>>,
}

impl<'a> Facts<'a> {
    pub fn of(task: &Task<'a>) -> Self {
        let module = task.module;
        let asked = task.properties.contains(&Property::UnreachCall);
        let is_error = |name: &String| asked && task.error_functions.contains(name);
        Facts {
            module,
            malloc_may_fail: task.malloc_may_fail,
            error_functions: module.funcs.iter().map(|func| is_error(&func.name)).collect(),
            funcs: module.funcs.iter().map(|_| OnceLock::new()).collect(),
            calls: OnceLock::new(),
        }
    }

    pub fn is_error_function(&self, func: FuncId) -> bool {
        self.error_functions[func.index()]
    }

    pub fn func(&self, func: FuncId) -> &FuncFacts<'a> {
        self.funcs[func].get_or_init(|| FuncFacts::of(&self.module.funcs[func]))
    }

    pub fn may_recurse(&self, func: FuncId) -> bool {
        self.calls.get_or_init(|| CallGraph::of(self.module)).may_recurse(func)
    }
}

impl<'a> FuncFacts<'a> {
    fn of(func: &'a ir::Function) -> Self {
        let cfg = Cfg::of(func);
        let loops = Loops::of(&cfg, &Dominators::of(&cfg));
        let liveness = Liveness::with_cfg(func, &cfg);
        let mut loop_heads = vec![false; func.blocks.len()];
        loops.iter().for_each(|(_, each)| loop_heads[each.header.index()] = true);
        loops.irreducible_edges().iter().for_each(|(_, to)| loop_heads[to.index()] = true);
        let sorted = |mut regs: Vec<RegId>| {
            regs.sort_unstable();
            regs
        };
        let live_in = func.blocks.ids().map(|block| sorted(liveness.live_in(block).iter().collect())).collect();
        let read_params = func.blocks.iter_enumerated().map(|(id, block)| {
            let live = liveness.live_at_start(id);
            sorted(block.params.iter().copied().filter(|param| live.contains(*param)).collect())
        });
        let read_params = read_params.collect();
        let order = loops_first(func, &cfg, &loops);
        let bound = bound_later(func, &cfg);
        let succs = func.blocks.ids().map(|block| cfg.succs(block).to_vec()).collect();
        FuncFacts { live_in, read_params, bound, loop_heads, liveness, live_after: Mutex::default(), order, succs }
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

    pub fn succs(&self, block: BlockId) -> &[BlockId] {
        &self.succs[block.index()]
    }

    /// Work on earlier blocks first.
    pub fn order(&self, block: BlockId) -> u32 {
        self.order[block.index()]
    }

    /// Registers that are read after an instruction; sorted.
    pub fn with_live_after(&self, block: BlockId, index: usize, f: impl FnOnce(&[RegId])) {
        let mut known = self.live_after.lock().expect("invariant: nothing panics while it holds this lock");
        let live = known.entry((block, index)).or_insert_with(|| {
            let live = self.liveness.live_after(block, index);
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
