//! What the heap looks like at loop heads, for people.
//!
//! Everything here is read off the prover's states and decides nothing.

mod bindings;
mod names;
mod words;

use engine::{Budget, Task, Unknown};
use ir::{BlockId, Cfg, Dominators, FuncId, LocId, Loops, Module, RegId};

use crate::abstraction::{AbstractionOptions, abstract_state};
use crate::consistency::check_consistency;
use crate::engine::{best_attempt, reason};
use crate::exec::{Finding, Problem};
use crate::facts::Facts;
use crate::join::join;
use crate::prove::{self, Explored};
use crate::{State, Value, canon, covers};

pub(crate) use names::{Names, Root};

/// The loop heads of the program's own functions, with every heap that the prover met there.
#[derive(Debug)]
pub struct Survey {
    /// In the order of their places.
    pub heads: Vec<Head>,
    /// What may go wrong as far as the prover sees, in the order of their places.
    pub findings: Vec<Finding>,
    /// Why there may be more heaps: the prover did not finish, or met something that it does not follow.
    pub incomplete: Option<Unknown>,
}

#[derive(Debug)]
pub struct Head {
    pub func: FuncId,
    pub block: BlockId,
    /// Of the loop.
    pub loc: LocId,
    /// None of them covers another.
    pub states: Vec<State>,
}

/// A loop head in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    pub func: FuncId,
    pub loc: LocId,
    /// The heap is like one of these; nothing if the loop is never reached. Each is a list of lines.
    pub heaps: Vec<Vec<String>>,
}

/// Something that may go wrong, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suspect {
    pub loc: LocId,
    pub what: String,
    /// Where the object comes from that it is about.
    pub allocated: Option<LocId>,
    /// One heap before it: a list of lines.
    pub heap: Vec<String>,
}

/// Explores the program as the prover does.
pub fn survey(task: &Task<'_>, budget: &Budget) -> Survey {
    let facts = Facts::of(task);
    let Explored { proof, mut findings, limit } = best_attempt(task, &facts, budget);
    let mut heads = Vec::new();
    for (func, function) in task.module.funcs.iter_enumerated() {
        if !function.is_defined() || function.model {
            continue;
        }
        for (block, loc) in loop_heads(task.module, func) {
            let mut states: Vec<State> = Vec::new();
            for context in proof.contexts.iter().filter(|context| context.func == func) {
                let here = context.blocks.iter().filter(|(at, _)| *at == block).flat_map(|(_, states)| states);
                here.for_each(|state| add(task.module, &mut states, state));
            }
            heads.push(Head { func, block, loc, states });
        }
    }
    let place = |loc: LocId| task.module.places.get(loc).map(|loc| (loc.file, loc.line, loc.column));
    heads.sort_by_key(|head| place(head.loc));
    let unsupported = findings.iter().find(|finding| matches!(finding.problem, Problem::Unsupported));
    let incomplete = limit.map(Unknown::Limit).or(unsupported.map(reason));
    findings.sort_by_key(|finding| place(finding.place()));
    Survey { heads, findings, incomplete }
}

fn add(module: &Module, states: &mut Vec<State>, state: &State) {
    if !states.iter().any(|old| canon::same(old, state) || covers(module, old, state)) {
        states.retain(|old| !covers(module, state, old));
        states.push(state.clone());
    }
}

/// Heads and places of a function's loops.
fn loop_heads(module: &Module, func: FuncId) -> Vec<(BlockId, LocId)> {
    let function = &module.funcs[func];
    let cfg = Cfg::of(function);
    let loops = Loops::of(&cfg, &Dominators::of(&cfg));
    let place = |loc: LocId| module.places.get(loc).map(|loc| (loc.line, loc.column));
    let mut heads: Vec<(BlockId, LocId)> = Vec::new();
    for (_, each) in loops.iter() {
        // The jump back carries the place of the loop; `continue` has its own, further down.
        let jumps = each.latches.iter().map(|latch| function.blocks[*latch].term.loc);
        let own = &function.blocks[each.header];
        let head = own.insts.first().map_or(own.term.loc, |inst| inst.loc);
        let loc = jumps.filter(|loc| place(*loc).is_some()).min_by_key(|loc| place(*loc)).unwrap_or(head);
        heads.push((each.header, loc));
    }
    heads
}

impl Survey {
    pub fn shapes(&self, module: &Module) -> Vec<Shape> {
        let names = Names::new(module);
        let shape = |head: &Head| {
            let mut heaps: Vec<Vec<String>> = Vec::new();
            for state in summary(module, &head.states) {
                let lines = words::describe(&names, &state, head.block);
                if !heaps.contains(&lines) {
                    heaps.push(lines);
                }
            }
            Shape { func: head.func, loc: head.loc, heaps }
        };
        self.heads.iter().map(shape).collect()
    }

    /// What may go wrong. What the prover does not follow is not among it.
    pub fn suspects(&self, module: &Module) -> Vec<Suspect> {
        let names = Names::new(module);
        let suspect = |finding: &Finding| {
            let Problem::Bug(kind) = &finding.problem else { return None };
            let heap = finding.heap.as_ref().map(|(block, state)| words::describe(&names, state, *block));
            Some(Suspect {
                loc: finding.place(),
                what: format!("possible {kind}: {}", finding.message),
                allocated: finding.allocated.filter(|loc| module.places.is_of_user(*loc)),
                heap: heap.unwrap_or_default(),
            })
        };
        self.findings.iter().filter_map(suspect).collect()
    }
}

/// Fewer states that cover the same, as long as no pointer is forgotten: the prover keeps short lists apart, which is
/// more than people want to know.
fn summary(module: &Module, states: &[State]) -> Vec<State> {
    let mut options = AbstractionOptions::default();
    options.join.exact_limit = 0;
    options.join.insert_nonempty = true;
    let mut general: Vec<State> = Vec::new();
    for state in states {
        let mut state = state.clone();
        // What comes of a join may join with what the first could not.
        while let Some((at, joined)) =
            general.iter().enumerate().find_map(|(at, old)| Some((at, joined(module, &options, old, &state)?)))
        {
            general.remove(at);
            state = joined;
        }
        general.push(state);
    }
    general
}

fn joined(module: &Module, options: &AbstractionOptions, a: &State, b: &State) -> Option<State> {
    let (mut a, mut b) = (a.clone(), b.clone());
    prove::forget_lone_variables(&mut a, &mut b);
    let (_, mut joined) = join(module, &a, &b, &options.join)?;
    check_consistency(&joined).ok()?;
    abstract_state(module, &mut joined, options);
    let sound = check_consistency(&joined).is_ok() && covers(module, &joined, &a) && covers(module, &joined, &b);
    (sound && keeps_pointers(&joined, &a, &b)).then(|| canon::canonical(&joined))
}

fn keeps_pointers(joined: &State, a: &State, b: &State) -> bool {
    let [joined, a, b] = [joined, a, b].map(|state| &state.frame().regs);
    let is_address = |regs: &[(RegId, Value)], reg: RegId| {
        regs.iter().any(|(other, value)| *other == reg && matches!(value, Value::Addr(_)))
    };
    joined.iter().all(|(reg, value)| match value {
        Value::Sym(_) => !is_address(a, *reg) && !is_address(b, *reg),
        Value::Int(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => true,
    })
}
