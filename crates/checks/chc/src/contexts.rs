//! Functions that allocate, one for each way to call them: what each call gives is then an object of its own.
//!
//! The context-sensitivity of the paper's analysis, as far as it matters here: a function that allocates and is called from several
//! places is copied for each of them, and so are those that call it. A copy computes what the original does, and nobody takes its
//! address; so the program is the same, and whatever looks at functions one by one tells the calls apart.

use std::collections::VecDeque;

use engine::Task;
use ir::{
    BlockId, Builtin, CallGraph, Callee, FuncBody, FuncId, Function, Id, InstKind, Module, TermKind, address_taken,
};

/// Copies, and the instructions that they may add.
const MOST_COPIES: usize = 200;
const MOST_INSTRUCTIONS: usize = 50_000;

/// The task's program with copies of functions; `None` if there is nothing to copy. Whom the task names is not copied.
pub fn in_contexts(task: &Task<'_>) -> Option<Module> {
    let Task { module, entry, .. } = *task;
    let mut copies = Copies::of(task)?;
    let mut work: VecDeque<FuncId> = [entry].into_iter().chain(address_taken(module).iter()).collect();
    let mut is_called = vec![false; module.funcs.len()];
    work.iter().for_each(|func| is_called[func.index()] = true);
    while let Some(caller) = work.pop_front() {
        for (block, inst, callee) in direct_calls(&copies.module.funcs[caller]) {
            let copy = if is_called[callee.index()] { copies.copy(callee) } else { None };
            let called = copy.unwrap_or(callee);
            if let InstKind::Call(call) = &mut copies.module.funcs[caller].blocks[block].insts[inst].kind {
                call.callee = Callee::Direct(called);
            }
            is_called.resize(copies.module.funcs.len(), false);
            if !std::mem::replace(&mut is_called[called.index()], true) {
                work.push_back(called);
            }
        }
    }
    (copies.made > 0).then_some(copies.module)
}

fn direct_calls(func: &Function) -> Vec<(BlockId, usize, FuncId)> {
    let mut found = Vec::new();
    for (id, block) in func.blocks.iter_enumerated() {
        for (index, inst) in block.insts.iter().enumerate() {
            if let Some(Callee::Direct(callee)) = inst.kind.as_call().map(|call| call.callee) {
                found.push((id, index, callee));
            }
        }
    }
    found
}

struct Copies {
    module: Module,
    /// Functions that are worth a copy, and copies of such.
    is_worth: Vec<bool>,
    made: usize,
    added: usize,
}

impl Copies {
    /// `None` if no function is worth a copy.
    fn of(task: &Task<'_>) -> Option<Copies> {
        let module = task.module;
        let calls = CallGraph::of(module);
        let mut allocates = vec![false; module.funcs.len()];
        // Callees come first.
        for func in calls.sccs().flatten() {
            let callees = direct_calls(&module.funcs[*func]);
            allocates[func.index()] =
                is_allocation(module, *func) || callees.iter().any(|(.., callee)| allocates[callee.index()]);
        }
        let is_worth = |func: FuncId| {
            let function = &module.funcs[func];
            let has_places =
                function.blocks.iter().any(|block| matches!(block.term.kind, TermKind::IndirectJump { .. }));
            let is_named = func == task.entry || task.error_functions.contains(&function.name);
            function.is_defined() && allocates[func.index()] && !is_named && !calls.may_recurse(func) && !has_places
        };
        let is_worth: Vec<bool> = module.funcs.ids().map(is_worth).collect();
        is_worth.contains(&true).then(|| Copies { module: module.clone(), is_worth, made: 0, added: 0 })
    }

    /// A copy of a function; `None` if it is not worth one, or there are too many.
    fn copy(&mut self, func: FuncId) -> Option<FuncId> {
        let size: usize = self.module.funcs[func].blocks.iter().map(|block| block.insts.len()).sum();
        if !self.is_worth[func.index()] || self.made == MOST_COPIES || self.added + size > MOST_INSTRUCTIONS {
            return None;
        }
        self.made += 1;
        self.added += size;
        let mut copy = self.module.funcs[func].clone();
        copy.name = format!("{}.{}", copy.name, self.made);
        self.is_worth.push(true);
        Some(self.module.funcs.push(copy))
    }
}

fn is_allocation(module: &Module, func: FuncId) -> bool {
    match module.funcs[func].body {
        FuncBody::Builtin(builtin) => matches!(builtin, Builtin::Malloc | Builtin::AlignedAlloc | Builtin::Calloc),
        FuncBody::Defined | FuncBody::External => false,
    }
}
