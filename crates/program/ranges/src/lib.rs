//! What the integers of a program may be where its blocks begin, and which blocks no run comes to.
//!
//! Intervals in both readings of the bits, over the SSA form: [`interval`] has the sets, [`transfer`] what operations make of
//! them, [`refine`] what comparisons say, [`env`] what conditions say of everything that they were computed from, [`step`] what
//! instructions do, [`function`] one function.
//!
//! Across calls, functions are looked at twice. Callees first, for any arguments: what a call gives back, whether it returns at
//! all, and what its arguments are then (`if (!cond) abort();`). Then callers first: what the parameters of a function are that
//! nobody calls but the calls in sight. Parameters of the entry function, of functions whose address is taken and of those that
//! may call themselves may be anything, and so is what memory holds.
//!
//! Guarantees: [`engine::Ranges`].   (tested against runs, `tests/harness/tests/all/ranges.rs`)
//! Invariant: a pure function of the program and its entry. No check of a certificate rests on it: `certify` cannot name it.

mod env;
mod function;
mod interval;
mod refine;
mod step;
mod transfer;

use std::sync::Arc;

use engine::{Flows, Range, Ranges};
use ir::{BlockId, Callee, FuncBody, FuncId, Id, RegId, address_taken, strongly_connected};

use crate::env::width_of;
use crate::function::{Found, Summary, join};
use crate::interval::full;

/// Ranges of a whole program.
#[derive(Debug)]
pub struct ProgramRanges<'m> {
    flows: Arc<Flows<'m>>,
    /// `None` for functions that no run calls.
    funcs: Vec<Option<Found>>,
}

/// For runs that begin in the entry function.
pub fn analyze<'m>(flows: &Arc<Flows<'m>>, entry: FuncId) -> ProgramRanges<'m> {
    let module = flows.module();
    let count = module.funcs.len();
    let mut open = address_taken(module);
    open.insert(entry);
    let calls: Vec<Vec<FuncId>> = module.funcs.iter().map(direct_calls).collect();
    let mut called = vec![false; count];
    let mut work: Vec<FuncId> = open.iter().collect();
    while let Some(func) = work.pop() {
        if !std::mem::replace(&mut called[func.index()], true) {
            work.extend(&calls[func.index()]);
        }
    }
    let is_body = |func: FuncId| called[func.index()] && module.funcs[func].body == FuncBody::Defined;

    let components = strongly_connected(&calls);
    let mut summaries = vec![Summary::Any; count];
    let mut found: Vec<Option<Found>> = (0..count).map(|_| None).collect();
    for component in &components {
        let members: Vec<FuncId> = component.iter().copied().filter(|func| is_body(*func)).collect();
        for func in &members {
            found[func.index()] = Some(function::analyze(module, flows.func(*func), &any(flows, *func), &summaries));
        }
        for func in members {
            summaries[func.index()] = found[func.index()].as_ref().expect("invariant: just made").summary.clone();
        }
    }

    // By function: what it is called with, `None` as long as no call is known.
    let mut args: Vec<Option<Vec<Option<Range>>>> = vec![None; count];
    open.iter().for_each(|func| args[func.index()] = Some(any(flows, func)));
    for component in components.iter().rev() {
        let recurses = component.len() > 1 || calls[component[0].index()].contains(&component[0]);
        if recurses && component.iter().any(|func| args[func.index()].is_some()) {
            component.iter().for_each(|func| args[func.index()] = Some(any(flows, *func)));
        }
        for func in component {
            let Some(params) = args[func.index()].take().filter(|_| is_body(*func)) else {
                found[func.index()] = None;
                continue;
            };
            if params != any(flows, *func) {
                found[func.index()] = Some(function::analyze(module, flows.func(*func), &params, &summaries));
            }
            let known = found[func.index()].as_mut().expect("invariant: every body that may be called was looked at");
            for call in std::mem::take(&mut known.calls) {
                // Of a component, all arguments are known already.
                if !component.contains(&call.callee) {
                    let with = &mut args[call.callee.index()];
                    *with = Some(with.take().map_or_else(|| call.args.clone(), |args| join(&args, &call.args)));
                }
            }
        }
    }
    ProgramRanges { flows: flows.clone(), funcs: found }
}

/// Functions that the function calls by their names.
fn direct_calls(func: &ir::Function) -> Vec<FuncId> {
    let insts = func.blocks.iter().flat_map(|block| &block.insts);
    let mut callees: Vec<FuncId> = insts
        .filter_map(|inst| match inst.kind.as_call()?.callee {
            Callee::Direct(callee) => Some(callee),
            Callee::Indirect(_) => None,
        })
        .collect();
    callees.sort_unstable();
    callees.dedup();
    callees
}

/// Parameters of which nothing is known.
fn any(flows: &Flows<'_>, func: FuncId) -> Vec<Option<Range>> {
    flows.module().funcs[func].signature.params.iter().map(|ty| width_of(*ty).map(full)).collect()
}

impl Ranges for ProgramRanges<'_> {
    fn range(&self, func: FuncId, block: BlockId, reg: RegId) -> Option<Range> {
        let found = self.funcs[func.index()].as_ref().filter(|found| found.reached[block.index()])?;
        let narrowed =
            |list: &[(RegId, Range)]| list.binary_search_by_key(&reg, |(reg, _)| *reg).ok().map(|index| list[index].1);
        let at_head = |block: BlockId| narrowed(&found.narrowed[block.index()].head);
        let mut above = self.flows.func(func).dominators().dominators(block);
        let here = above.next().and_then(at_head);
        here.or_else(|| {
            above.find_map(|above| narrowed(&found.narrowed[above.index()].body).or_else(|| at_head(above)))
        })
        .or(found.defined[reg.index()])
    }

    fn is_reachable(&self, func: FuncId, block: BlockId) -> bool {
        self.funcs[func.index()].as_ref().is_some_and(|found| found.reached[block.index()])
    }
}
