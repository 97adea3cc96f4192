//! A program made ready for execution.

use std::sync::OnceLock;

use engine::{Flow, Flows, Property, Task};
use ir::{BlockId, CallGraph, Footprints, FuncId, Id, Module, RegId};

/// A task's program. What takes time is computed when asked for, and shared between threads.
#[derive(Debug)]
pub struct Prepared<'a> {
    pub module: &'a Module,
    pub entry: FuncId,
    pub flows: &'a Flows<'a>,
    pub malloc_may_fail: bool,
    error_functions: Vec<bool>,
    calls: OnceLock<CallGraph>,
    footprints: OnceLock<Footprints>,
}

impl<'a> Prepared<'a> {
    /// `flows` are those of the task's program. The search shares them, [`Task::flows`]; the check of a proof has its own.
    pub fn of(task: &Task<'a>, flows: &'a Flows<'a>) -> Self {
        let module = task.module;
        let asked = task.properties.contains(&Property::UnreachCall);
        let is_error = |name: &String| asked && task.error_functions.contains(name);
        Prepared {
            module,
            entry: task.entry,
            flows,
            malloc_may_fail: task.malloc_may_fail,
            error_functions: module.funcs.iter().map(|func| is_error(&func.name)).collect(),
            calls: OnceLock::new(),
            footprints: OnceLock::new(),
        }
    }

    pub fn is_error_function(&self, func: FuncId) -> bool {
        self.error_functions[func.index()]
    }

    pub fn flow(&self, func: FuncId) -> &Flow<'a> {
        self.flows.func(func)
    }

    pub fn calls(&self) -> &CallGraph {
        self.calls.get_or_init(|| CallGraph::of(self.module))
    }

    /// Which globals functions can name.
    pub fn footprints(&self) -> &Footprints {
        self.footprints.get_or_init(|| Footprints::of(self.module, self.calls()))
    }

    /// Every cycle of the function goes through such a block.
    pub fn is_loop_head(&self, func: FuncId, block: BlockId) -> bool {
        let loops = self.flow(func).loops();
        loops.headed_by(block).is_some() || loops.irreducible_edges().iter().any(|(_, to)| *to == block)
    }

    /// Several ways lead there.
    pub fn is_join(&self, func: FuncId, block: BlockId) -> bool {
        self.flow(func).cfg().preds(block).len() > 1
    }

    /// May the register be read after the block's parameters got their values?
    pub fn is_live_at(&self, func: FuncId, block: BlockId) -> impl Fn(RegId) -> bool + use<> {
        let live = self.flow(func).live_at_start(block);
        move |reg| live.contains(reg)
    }
}
