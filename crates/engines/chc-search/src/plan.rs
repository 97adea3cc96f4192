//! Which functions get summaries.

use chc::library::library;
use chc::{Plan, Pointers, Words};
use engine::Flows;
use ir::{CallGraph, Callee, FuncId, Id, Module};

/// Instructions that reading a function in place may add, and that any function may have with all it calls.
const MOST_ADDED: u64 = 150_000;
const MOST_INSTRUCTIONS: u64 = 200_000;
/// Loops that it may add: each has a relation wherever it is read.
const MOST_LOOPS: u64 = 500;

/// A function gets a summary if it may call itself, or if reading it in place everywhere makes the program too large.
pub fn plan(module: &Module, words: Words, pointers: Pointers, cells: u8) -> Plan {
    let calls = CallGraph::of(module);
    let mut summarised: Vec<FuncId> =
        module.funcs.ids().filter(|func| module.funcs[*func].is_defined() && calls.may_recurse(*func)).collect();
    let callers = callers(module);
    let is_skipped = match pointers {
        Pointers::Followed => vec![false; module.funcs.len()],
        Pointers::Trusted | Pointers::Ignored => library(module, &calls, &|_| false),
    };
    // Callees come first.
    let flows = Flows::of(module);
    let mut sizes = vec![0u64; module.funcs.len()];
    let mut loops_of = vec![0u64; module.funcs.len()];
    for component in calls.sccs() {
        for func in component {
            let function = &module.funcs[*func];
            let mut size = 0u64;
            let mut loops = if function.is_defined() { flows.func(*func).loops().len() as u64 } else { 0 };
            for inst in function.blocks.iter().flat_map(|block| &block.insts) {
                size = size.saturating_add(1);
                if let Some(call) = inst.kind.as_call() {
                    for callee in calls.may_call(call) {
                        if !summarised.contains(callee) {
                            size = size.saturating_add(sizes[callee.index()]);
                            loops = loops.saturating_add(loops_of[callee.index()]);
                        }
                    }
                }
            }
            let (size, loops) = if is_skipped[func.index()] { (0, 0) } else { (size, loops) };
            sizes[func.index()] = size;
            loops_of[func.index()] = loops;
            let others = callers[func.index()].saturating_sub(1);
            let is_large =
                size.saturating_mul(others) > MOST_ADDED || size > MOST_INSTRUCTIONS && callers[func.index()] > 0;
            let is_large = is_large || loops.saturating_mul(others) > MOST_LOOPS;
            if is_large && !summarised.contains(func) {
                summarised.push(*func);
            }
        }
    }
    summarised.sort_unstable();
    Plan { cells, summarised, ..Plan::new(words, pointers) }
}

/// For each function, the calls that name it.
fn callers(module: &Module) -> Vec<u64> {
    let mut callers = vec![0; module.funcs.len()];
    let insts = module.funcs.iter().flat_map(|function| function.blocks.iter()).flat_map(|block| &block.insts);
    for call in insts.filter_map(|inst| inst.kind.as_call()) {
        if let Callee::Direct(func) = call.callee {
            callers[func.index()] += 1;
        }
    }
    callers
}
