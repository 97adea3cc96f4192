//! What a run comes to at most once.

use ir::{BitSet, BlockId, CallGraph, Cfg, Dominators, FuncId, Id, Loops, Module};

/// Functions that no run calls twice, and blocks to which control does not come back.
#[derive(Debug)]
pub struct Once {
    funcs: Vec<bool>,
    /// Of each function, blocks on cycles.
    cyclic: Vec<BitSet<BlockId>>,
}

impl Once {
    pub fn of(module: &Module, entry: FuncId, calls: &CallGraph) -> Once {
        let cyclic: Vec<BitSet<BlockId>> = module
            .funcs
            .iter()
            .map(|func| if func.is_defined() { on_cycles(&Cfg::of(func)) } else { BitSet::new(0) })
            .collect();
        let mut called: Vec<Vec<(FuncId, BlockId)>> = vec![Vec::new(); module.funcs.len()];
        let reached = reached(module, entry, calls);
        for (id, func) in module.funcs.iter_enumerated().filter(|(id, _)| reached.contains(*id)) {
            for (block, code) in func.blocks.iter_enumerated() {
                for call in code.insts.iter().filter_map(|inst| inst.kind.as_call()) {
                    calls.may_call(call).iter().for_each(|callee| called[callee.index()].push((id, block)));
                }
            }
        }
        let mut once = Once { funcs: vec![false; module.funcs.len()], cyclic };
        once.funcs[entry.index()] = called[entry.index()].is_empty();
        // Callers before their callees; nobody who may call himself has one caller whose calls are counted before.
        for func in calls.sccs().flatten().collect::<Vec<_>>().into_iter().rev() {
            if let [(caller, block)] = called[func.index()][..]
                && *func != entry
                && !calls.may_recurse(*func)
            {
                once.funcs[func.index()] = once.funcs[caller.index()] && !once.is_cyclic(caller, block);
            }
        }
        once
    }

    /// Does no run come there twice?
    pub fn contains(&self, func: FuncId, block: BlockId) -> bool {
        self.funcs[func.index()] && !self.is_cyclic(func, block)
    }

    fn is_cyclic(&self, func: FuncId, block: BlockId) -> bool {
        self.cyclic[func.index()].contains(block)
    }
}

/// Functions that runs may come to.
fn reached(module: &Module, entry: FuncId, calls: &CallGraph) -> BitSet<FuncId> {
    let mut reached = BitSet::new(module.funcs.len());
    let mut work = vec![entry];
    while let Some(func) = work.pop() {
        if reached.insert(func) {
            work.extend(calls.callees(func));
        }
    }
    reached
}

/// Blocks that control comes back to.
fn on_cycles(cfg: &Cfg) -> BitSet<BlockId> {
    let mut found = BitSet::new(cfg.block_count());
    let loops = Loops::of(cfg, &Dominators::of(cfg));
    let is_irreducible = !loops.irreducible_edges().is_empty();
    for block in cfg.rpo().iter().filter(|block| is_irreducible || loops.innermost(**block).is_some()) {
        found.insert(*block);
    }
    found
}
