//! The prover's evidence, and its check.
//!
//! A proof claims, for functions under given entry states, which states can arrive where blocks begin and which can
//! return. The check executes every block once from every claimed state and demands that whatever comes out is covered
//! by what is claimed: one pass, no join, no abstraction, no search. What could go wrong must not be found on the way.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

use engine::{Budget, Certificate, Flows, Property, Task, Unknown};
use ir::{BlockId, FuncId, InstKind};
use rustc_hash::FxHashMap;

use crate::cover::covers;
use crate::exec::prepared::Prepared;
use crate::exec::start;
use crate::exec::{Leaving, Machine, Successors};
use crate::graph::{State, check_consistency};
use crate::operations::canon;

/// Can a proof speak of the property? Of those that [`Finding::blocks`] tells of.
///
/// [`Finding::blocks`]: crate::exec::Finding::blocks
pub fn settles(property: Property) -> bool {
    match property {
        Property::ValidMemsafety
        | Property::ValidDeref
        | Property::ValidFree
        | Property::ValidMemtrack
        | Property::ValidMemcleanup
        | Property::UnreachCall => true,
        // Execution lets overflows wrap around, and looks neither for cycles nor at the shapes that are asserted.
        Property::NoOverflow | Property::Termination | Property::Shape => false,
    }
}

/// Evidence that no state of a program violates a property.
#[derive(Clone, Debug)]
pub struct Covered(pub Arc<Proof>);

impl Certificate for Covered {}

/// Claims about a program; the first context is the entry function's.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    pub contexts: Vec<Context>,
}

/// One function under one entry state.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Context {
    pub func: FuncId,
    pub entry: State,
    /// States at the start of blocks, sorted by block.
    pub blocks: Vec<(BlockId, Vec<State>)>,
    /// States after the function returned.
    pub exits: Vec<State>,
    /// The program may end inside, without and with heap objects that this part of the heap has.
    pub ended: [bool; 2],
}

impl Proof {
    /// How many states it claims.
    pub fn states(&self) -> usize {
        self.contexts.iter().flat_map(|context| &context.blocks).map(|(_, states)| states.len()).sum()
    }
}

/// Does the proof hold, and does it show the property? The reason if not.
pub fn check(task: &Task<'_>, property: Property, proof: &Proof, budget: &Budget) -> Result<(), Unknown> {
    let refused = |why: String| Err(Unknown::Internal(format!("the proof was refused: {why}")));
    // Not those of `task.facts`, which whoever searched for the proof may have used too: they are computed from the program.
    let flows = Flows::of(task.module);
    let prepared = Prepared::of(task, &flows);
    let start = canon::canonical(&start::initial(&prepared, task.entry));
    let Some(root) = proof.contexts.first() else { return refused("it is empty".to_string()) };
    if root.func != task.entry || !covers(task.module, &root.entry, &start) {
        return refused("it does not start where the program does".to_string());
    }
    if root.ended[1] && property.includes(Property::ValidMemcleanup) {
        return refused("the program may end with heap objects".to_string());
    }
    let claims = proof.contexts.iter().map(Claims::of).collect();
    let mut checker = Checker { prepared: &prepared, proof, claims, machine: Machine::new(&prepared) };
    for (at, context) in proof.contexts.iter().enumerate() {
        let claimed = context.blocks.iter().flat_map(|(_, states)| states).chain([&context.entry]);
        if claimed.into_iter().any(|state| !is_plain(state, context.func)) || !context.exits.iter().all(has_no_past) {
            return refused("it claims more than graphs can say".to_string());
        }
        let entry = task.module.funcs[context.func].entry();
        if !checker.claims[at].has(&prepared, entry, &context.entry) {
            return refused(format!("the entry of `{}` is not covered", task.module.funcs[context.func].name));
        }
        if let Err(why) = context.exits.iter().chain([&context.entry]).try_for_each(check_consistency) {
            return refused(why);
        }
        for (block, states) in &context.blocks {
            for state in states {
                if let Some(limit) = budget.exhausted() {
                    return Err(Unknown::Limit(limit));
                }
                if let Err(why) = check_consistency(state).and_then(|()| checker.check_block(at, *block, state)) {
                    let name = &task.module.funcs[context.func].name;
                    return refused(format!("in `{name}`: {why}"));
                }
                if let Some(finding) = checker.machine.findings.iter().find(|finding| finding.blocks(property)) {
                    return refused(finding.message.clone());
                }
            }
        }
    }
    Ok(())
}

/// A state of one activation of the function, and nothing else: what was computed before a block begins is no part of what
/// entailment compares.
fn is_plain(state: &State, func: FuncId) -> bool {
    matches!(state.frames.as_slice(), [frame] if frame.func == func) && has_no_past(state)
}

fn has_no_past(state: &State) -> bool {
    state.computed.is_empty()
}

/// What a context claims, found fast when it is claimed literally.
struct Claims<'p> {
    blocks: FxHashMap<BlockId, Set<'p>>,
    exits: Set<'p>,
}

struct Set<'p> {
    states: &'p [State],
    by_print: FxHashMap<u64, Vec<usize>>,
}

impl<'p> Claims<'p> {
    fn of(context: &'p Context) -> Self {
        let blocks = context.blocks.iter().map(|(block, states)| (*block, Set::of(states))).collect();
        Claims { blocks, exits: Set::of(&context.exits) }
    }

    fn has(&self, prepared: &Prepared<'_>, block: BlockId, state: &State) -> bool {
        self.blocks.get(&block).is_some_and(|set| set.has(prepared, state))
    }
}

impl<'p> Set<'p> {
    fn of(states: &'p [State]) -> Self {
        let mut by_print: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (at, state) in states.iter().enumerate() {
            by_print.entry(canon::fingerprint(state)).or_default().push(at);
        }
        Set { states, by_print }
    }

    /// Is the canonical state covered?
    fn has(&self, prepared: &Prepared<'_>, state: &State) -> bool {
        let mut equal = self.by_print.get(&canon::fingerprint(state)).into_iter().flatten();
        equal.any(|at| canon::same(&self.states[*at], state))
            || self.states.iter().any(|claimed| covers(prepared.module, claimed, state))
    }
}

struct Checker<'f, 'm> {
    prepared: &'f Prepared<'m>,
    proof: &'f Proof,
    claims: Vec<Claims<'f>>,
    machine: Machine<'f, 'm>,
}

impl Checker<'_, '_> {
    fn check_block(&mut self, context: usize, block: BlockId, state: &State) -> Result<(), String> {
        let claimed = &self.proof.contexts[context];
        let code = &self.prepared.module.funcs[claimed.func].blocks[block];
        let mut states = vec![state.clone()];
        for (index, inst) in code.insts.iter().enumerate() {
            let mut next = Vec::new();
            for state in states {
                match self.machine.step(state, block, index, inst) {
                    Successors::On(states) => next.extend(states),
                    Successors::Enter(entered, states) => {
                        next.extend(states);
                        let InstKind::Call(call) = &inst.kind else { panic!("only calls enter functions") };
                        for (state, callee) in entered {
                            next.extend(self.after_call(claimed, block, index, call, state, callee)?);
                        }
                    }
                }
            }
            states = next;
            for state in std::mem::take(&mut self.machine.ended) {
                self.ends(claimed, state.has_live_heap())?;
            }
        }
        for state in states {
            for leaving in self.machine.leave(state, &code.term) {
                match leaving {
                    Leaving::To(target, state) => {
                        if !self.claims[context].has(self.prepared, target, &canon::canonical(&state)) {
                            return Err(format!("a state that leaves block {block:?} for {target:?} is not covered"));
                        }
                    }
                    Leaving::Return(state) => {
                        if context == 0 {
                            self.ends(claimed, state.has_live_heap())?;
                        }
                        if !self.claims[context].exits.has(self.prepared, &canon::canonical(&state)) {
                            return Err("a returning state is not covered".to_string());
                        }
                    }
                    Leaving::Exit(state) => self.ends(claimed, state.has_live_heap())?,
                }
            }
        }
        Ok(())
    }

    fn ends(&self, claimed: &Context, live: bool) -> Result<(), String> {
        match claimed.ended[usize::from(live)] {
            true => Ok(()),
            false => Err("the end of the program is not covered".to_string()),
        }
    }

    fn after_call(
        &mut self,
        claimed: &Context,
        block: BlockId,
        index: usize,
        call: &ir::Call,
        mut state: State,
        callee: FuncId,
    ) -> Result<Vec<State>, String> {
        let callee = self.machine.arguments(&mut state, call, callee);
        let frame = self.machine.enter(&callee);
        let (residue, entry) = self.machine.split_call(state, frame, block, index);
        let entry = canon::canonical(&entry);
        let module = self.prepared.module;
        let candidates = || self.proof.contexts.iter().filter(|other| other.func == callee.func);
        let found = candidates()
            .find(|other| canon::same(&other.entry, &entry))
            .or_else(|| candidates().find(|other| covers(module, &other.entry, &entry)));
        let Some(target) = found else {
            return Err(format!("a call of `{}` is not covered", module.funcs[callee.func].name));
        };
        for live in [false, true] {
            if target.ended[usize::from(live)] {
                self.ends(claimed, live || residue.has_live_heap())?;
            }
        }
        let results = target.exits.iter().map(|exit| {
            let (mut state, results) = residue.combine(exit);
            self.machine.receive(&mut state, call, callee.func, &results);
            state
        });
        Ok(results.collect())
    }
}
