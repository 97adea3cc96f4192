//! Which functions get summaries.

use chc::{Plan, Words};
use ir::{CallGraph, Callee, FuncId, Id, Module};

/// Instructions that a program may have after calls were read in place.
const MOST_INSTRUCTIONS: u64 = 20_000;

/// A function gets a summary if it may call itself, or if reading it in place everywhere makes the program too large.
pub fn plan(module: &Module, words: Words) -> Plan {
    let calls = CallGraph::of(module);
    let mut summarised: Vec<FuncId> =
        module.funcs.ids().filter(|func| module.funcs[*func].is_defined() && calls.may_recurse(*func)).collect();
    // Callees come first.
    let mut sizes = vec![0u64; module.funcs.len()];
    for component in calls.sccs() {
        for func in component {
            let function = &module.funcs[*func];
            let mut size = 0u64;
            for inst in function.blocks.iter().flat_map(|block| &block.insts) {
                size = size.saturating_add(1);
                if let Some(call) = inst.kind.as_call() {
                    for callee in calls.may_call(call) {
                        if !summarised.contains(callee) {
                            size = size.saturating_add(sizes[callee.index()]);
                        }
                    }
                }
            }
            sizes[func.index()] = size;
            let is_large = size > MOST_INSTRUCTIONS / 20 && callers(module, *func) > 1 || size > MOST_INSTRUCTIONS / 4;
            if is_large && !summarised.contains(func) {
                summarised.push(*func);
            }
        }
    }
    summarised.sort_unstable();
    Plan { words, summarised }
}

/// Calls that name the function.
fn callers(module: &Module, func: FuncId) -> usize {
    let insts = module.funcs.iter().flat_map(|function| function.blocks.iter()).flat_map(|block| &block.insts);
    insts.filter(|inst| inst.kind.as_call().is_some_and(|call| call.callee == Callee::Direct(func))).count()
}
