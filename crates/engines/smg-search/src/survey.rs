//! What the heap looks like at loop heads, for people.
//!
//! Everything here is read off the prover's states and decides nothing.

use engine::{Budget, Flow, Task, Unknown};
use ir::describe::loop_place;
use ir::{BlockId, LocId, Module, RegId};

use crate::abstraction::{AbstractionOptions, abstract_state};
use crate::engine::{best_attempt, reason};
use crate::join::join;
use crate::prove;
use crate::prove::Explored;
use smg::cover::covers;
use smg::exec::Problem;
use smg::exec::prepared::Prepared;
use smg::graph::{State, Value, check_consistency};
use smg::operations::canon;
use smg::survey::{Head, Survey};

/// Explores the program as the prover does.
pub fn survey(task: &Task<'_>, budget: &Budget) -> Survey {
    let flows = task.flows();
    let prepared = Prepared::of(task, &flows);
    let Explored { proof, mut findings, limit } = best_attempt(task, &prepared, budget);
    let mut heads = Vec::new();
    for (func, function) in task.module.funcs.iter_enumerated() {
        if !function.is_defined() || function.model {
            continue;
        }
        for (block, loc) in loop_heads(task.module, flows.func(func)) {
            let mut states: Vec<State> = Vec::new();
            for context in proof.contexts.iter().filter(|context| context.func == func) {
                let here = context.blocks.iter().filter(|(at, _)| *at == block).flat_map(|(_, states)| states);
                here.for_each(|state| add(task.module, &mut states, state));
            }
            let summary = summary(task.module, &states);
            heads.push(Head { func, block, loc, states, summary });
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
fn loop_heads(module: &Module, flow: &Flow<'_>) -> Vec<(BlockId, LocId)> {
    flow.loops().iter().map(|(_, each)| (each.header, loop_place(module, flow.func(), each))).collect()
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
