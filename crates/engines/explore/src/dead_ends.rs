//! Where no run goes, by what is known of the program's numbers: nobody has to be asked for inputs that lead there.
//!
//! A hint: it decides what is tried, and only runs count.

use engine::{Facts, Property, Ranges, Task};
use ir::{Callee, FuncBody, FuncId, InstKind, Module, TermKind, insts};
use rustc_hash::FxHashMap;

use crate::condition::{Condition, Edge, Kind};

/// Directions of branches that lead to blocks which no run comes to.
pub struct DeadEnds<'a> {
    module: &'a Module,
    /// Not asked before there is something to turn.
    facts: Facts<'a>,
    known: FxHashMap<Edge, bool>,
}

impl<'a> DeadEnds<'a> {
    pub fn of(task: &Task<'a>) -> Self {
        DeadEnds { module: task.module, facts: task.facts, known: FxHashMap::default() }
    }

    /// Does turning the condition lead into one?
    pub fn contain(&mut self, condition: &Condition) -> bool {
        if condition.kind != Kind::Branch {
            return false;
        }
        let (module, facts) = (self.module, self.facts);
        let turned = !condition.held;
        *self
            .known
            .entry(condition.edge(turned))
            .or_insert_with(|| facts.ranges().is_some_and(|ranges| leads_nowhere(module, ranges, condition, turned)))
    }
}

fn leads_nowhere(module: &Module, ranges: &dyn Ranges, condition: &Condition, holds: bool) -> bool {
    let at = condition.at;
    let block = &module.funcs[at.func].blocks[at.block];
    if at.inst as usize != block.insts.len() {
        return false;
    }
    let target = match &block.term.kind {
        TermKind::Branch { then, otherwise, .. } => Some(if holds { then } else { otherwise }),
        // A value that is not in the one case may be in any other.
        TermKind::Switch { cases, .. } => cases.get(condition.which as usize).map(|case| &case.1).filter(|_| holds),
        TermKind::Jump(_)
        | TermKind::IndirectJump { .. }
        | TermKind::Return(_)
        | TermKind::Unreachable
        | TermKind::Exit { .. }
        | TermKind::Unsupported { .. } => None,
    };
    target.is_some_and(|target| !ranges.is_reachable(at.func, target.block))
}

/// Is it clear that no run violates the property, so that there is nothing to look for?
///
/// Only for calls of error functions, where the program does nothing else that could end a search early or reach them
/// otherwise.
pub fn is_hopeless(task: &Task<'_>, property: Property) -> bool {
    if property != Property::UnreachCall {
        return false;
    }
    let Some(ranges) = task.facts.ranges() else { return false };
    let module = task.module;
    let is_error = |func: FuncId| task.error_functions.contains(&module.funcs[func].name);
    !is_error(task.entry)
        && module.funcs.iter_enumerated().all(|(id, func)| {
            let reachable = func.blocks.iter_enumerated().filter(|(block, _)| ranges.is_reachable(id, *block));
            reachable.into_iter().all(|(_, block)| {
                let harmless = block.insts.iter().all(|inst| match &inst.kind {
                    InstKind::Call(call) => match call.callee {
                        Callee::Direct(callee) => !is_error(callee) && module.funcs[callee].body != FuncBody::External,
                        Callee::Indirect(_) => false,
                    },
                    InstKind::Unsupported(_) => false,
                    insts!(words)
                    | insts!(floats)
                    | insts!(accesses)
                    | insts!(lifetimes)
                    | insts!(bindings)
                    | insts!(choices)
                    | insts!(conditions)
                    | InstKind::Alloca { .. } => true,
                });
                harmless && !matches!(block.term.kind, TermKind::Unsupported { .. })
            })
        })
}
