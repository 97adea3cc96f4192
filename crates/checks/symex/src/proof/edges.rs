//! The edges of the graph that a proof claims, found by executing every path between its states.

use engine::{Budget, Limit};
use ir::{BlockId, FuncId, InstKind, RegId};

use super::Context;
use crate::call::{Entered, Passed, combine, forget_unreachable, pass};
use crate::cover::{Common, Match, Registers, covers};
use crate::exec::Machine;
use crate::number::{Knowledge, Linear};
use crate::state::State;
use crate::walk::{Event, Point, walk};

/// A state that is kept: the entry state of a context, or one of its others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    pub context: usize,
    /// `None` for the entry state.
    pub cut: Option<usize>,
}

/// A path from one kept state to another, or to the entry state of a function that is called.
#[derive(Clone, Debug)]
pub struct Edge {
    pub from: Place,
    pub to: Place,
    /// What holds on it: variables below [`Edge::vars`] are those of the first state.
    pub knowledge: Knowledge,
    pub vars: u32,
    /// What the variables of the second state are.
    pub update: Vec<Linear>,
}

/// Paths of one context from one kept state.
#[derive(Debug)]
pub struct Walker<'a, 'p, 'm> {
    pub machine: &'a mut Machine<'p, 'm>,
    pub contexts: &'a [Context],
    pub budget: &'a Budget,
    pub most_states: usize,
}

/// Why there are no edges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Uncovered {
    /// A path leads somewhere that nothing is claimed of.
    Missing(String),
    Stopped(Limit),
}

impl Walker<'_, '_, '_> {
    /// All edges from a place; or what is not covered.
    pub fn edges(&mut self, from: Place) -> Result<Vec<Edge>, Uncovered> {
        let context = &self.contexts[from.context];
        let (block, start) = match from.cut {
            None => (self.machine.module.funcs[context.func].entry(), &context.entry),
            Some(cut) => (context.cuts[cut].0, &context.cuts[cut].1),
        };
        let vars = start.var_bound();
        self.machine.func = context.func;
        self.machine.given_objects = context.entry.object_bound();
        let (prepared, func, joins) = (self.machine.prepared, context.func, context.joins);
        let is_cut = |block: BlockId| prepared.is_loop_head(func, block) || joins && prepared.is_join(func, block);
        let mut edges = Vec::new();
        let mut work = vec![Point { block, index: 0, state: start.clone() }];
        while let Some(point) = work.pop() {
            let events =
                walk(self.machine, point, &is_cut, self.most_states, self.budget).map_err(Uncovered::Stopped)?;
            for event in events {
                match event {
                    Event::Arrive(block, state) => edges.push(self.arrive(from, vars, block, &state)?),
                    Event::Return(state) => self.is_returned(context, &state)?,
                    Event::Call(point, callee) => {
                        let (edge, after) = self.call(from, vars, point, callee)?;
                        edges.push(edge);
                        work.extend(after);
                    }
                }
            }
        }
        Ok(edges)
    }

    fn common(&self, context: &Context, registers: Registers) -> Common {
        Common {
            vars: context.entry.var_bound(),
            objects: context.entry.object_bound(),
            registers,
            keeps_heap: self.machine.leaks,
        }
    }

    fn arrive(&mut self, from: Place, vars: u32, block: BlockId, state: &State) -> Result<Edge, Uncovered> {
        let context = &self.contexts[from.context];
        let common = self.common(context, Registers::Of(context.func));
        for keeps_heap in keeps_heap(self.machine.leaks) {
            let common = Common { keeps_heap: *keeps_heap, ..common };
            for (cut, (at, claimed)) in context.cuts.iter().enumerate() {
                if *at == block
                    && let Some(found) = covers(self.machine, claimed, state, common)
                {
                    let to = Place { context: from.context, cut: Some(cut) };
                    return Ok(Edge { from, to, knowledge: found.knowledge, vars, update: found.vars });
                }
            }
        }
        Err(Uncovered::Missing(format!("a state that arrives at block {block:?} is not covered")))
    }

    fn is_returned(&mut self, context: &Context, state: &State) -> Result<(), Uncovered> {
        let common = self.common(context, Registers::ResultsOf(context.func));
        let covered = context.returns.iter().any(|claimed| covers(self.machine, claimed, state, common).is_some());
        if covered { Ok(()) } else { Err(Uncovered::Missing("a returning state is not covered".to_string())) }
    }

    fn call(&mut self, from: Place, vars: u32, point: Point, callee: FuncId) -> Result<(Edge, Vec<Point>), Uncovered> {
        let caller = (self.machine.func, self.machine.given_objects);
        let Point { block, index, mut state } = point;
        let code = &self.machine.module.funcs[caller.0].blocks[block];
        let InstKind::Call(call) = &code.insts[index].kind else { panic!("invariant: only calls enter functions") };
        let live = self.machine.prepared.flow(caller.0).live_after(block, index);
        let passed = pass(self.machine, &mut state, call, callee, &|reg: RegId| live.contains(reg));
        let passed = passed.ok_or_else(|| Uncovered::Missing("a call cannot be written down".to_string()))?;
        forget_unreachable(&mut state, &passed, &|reg: RegId| live.contains(reg), vars);
        let Some((target, found)) = self.context_for(callee, &passed) else {
            let name = &self.machine.module.funcs[callee].name;
            return Err(Uncovered::Missing(format!("a call of `{name}` is not covered")));
        };
        let entered = &self.contexts[target];
        let (vars_given, objects) = (entered.entry.var_bound(), entered.entry.object_bound());
        let crossing = Entered { call, func: callee, passed: &passed, found: &found, vars: vars_given, objects };
        let mut after = Vec::new();
        for returned in &entered.returns {
            let states = combine(self.machine, &state, crossing, returned);
            let states = states.ok_or_else(|| Uncovered::Missing("a return cannot be written down".to_string()))?;
            after.extend(states.into_iter().map(|state| Point { block, index: index + 1, state }));
        }
        let update = entry_update(&passed, &found, &mut state);
        let to = Place { context: target, cut: None };
        Ok((Edge { from, to, knowledge: state.knowledge, vars, update }, after))
    }

    fn context_for(&mut self, callee: FuncId, passed: &Passed) -> Option<(usize, Match)> {
        for keeps_heap in keeps_heap(self.machine.leaks) {
            let common = Common { vars: 0, objects: 0, registers: Registers::Of(callee), keeps_heap: *keeps_heap };
            let candidates = self.contexts.iter().enumerate().filter(|(_, context)| context.func == callee);
            for (at, context) in candidates {
                if let Some(found) = covers(self.machine, &context.entry, &passed.entry, common) {
                    return Some((at, found));
                }
            }
        }
        None
    }
}

/// How states are compared, one after the other: a state that forgets nothing is better than one that forgets an object, and is
/// the one that was meant, whether somebody asked for leaks or not.
pub fn keeps_heap(leaks: bool) -> &'static [bool] {
    if leaks { &[true] } else { &[true, false] }
}

/// What the variables of the entry state are in the caller. Of those that it does not determine, nothing is known.
pub fn entry_update(passed: &Passed, found: &Match, state: &mut State) -> Vec<Linear> {
    let entry = |form: &Linear| {
        let known = form.vars().all(|var| (var.0 as usize) < passed.vars.len());
        if known { form.substitute(&|var| passed.vars.get(var.0 as usize).cloned()) } else { None }
    };
    found.vars.iter().map(|form| entry(form).unwrap_or_else(|| state.fresh())).collect()
}
