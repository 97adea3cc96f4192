//! The prover: for every function and every way its part of the heap can look on entry, states that cover what can
//! happen inside.
//!
//! Paper: [SAS13] section 5 (an iterative computation of sets of graphs per block; joins and abstraction at loop heads,
//! comparison elsewhere; calls as in Reps, Horwitz and Sagiv, with what the callee cannot reach set aside).
//! DIVERGENCE: recursion is allowed: entries of functions that may recurse are abstracted and joined like loop heads, and
//! callers wait for every exit that is still found.

use engine::{Budget, BugKind, Limit, Property};
use ir::{BlockId, Call, FuncId, InstKind, LocId};
use rustc_hash::FxHashMap;

use crate::abstraction::{AbstractionOptions, abstract_state, forget_useless_lengths};
use crate::join::{JoinOptions, Status, join};
use smg::cover;
use smg::cut::Residue;
use smg::exec::prepared::Prepared;
use smg::exec::{Finding, Leaving, Machine, Successors};
use smg::graph::{State, check_consistency};
use smg::operations::canon;
use smg::proof::{Context, Proof};

/// How precisely and how long to explore.
#[derive(Clone, Debug)]
pub struct Options {
    pub abstraction: AbstractionOptions,
    pub strategy: Strategy,
    pub most_states: u64,
    /// Where many states gather in one place, each is compared with all others.
    pub most_comparisons: u64,
    /// Remember what the heap is like before everything that may go wrong.
    pub keep_heaps: bool,
    /// Exploring ends early when none of these can be proved any more. Without any, it goes on to the end.
    pub goals: Vec<Property>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Join and abstract at loop heads. Incomparable states are kept apart until there are this many of them in one place:
    /// what a join loses of a list's length is seldom won back.
    Abstract { most_apart: usize },
    /// Tell all states apart: for programs whose loops end after few iterations.
    Unroll,
}

/// What is done with a state where others may cover it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Gather {
    Compare,
    /// It is joined with what is there, as long as nothing is lost.
    JoinCarefully,
    /// It is joined with what is there; the more there is, the more may be lost.
    Join,
}

/// How much a join may lose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Boldness {
    /// Nothing: one of the two covers the other.
    Careful,
    /// What one side knows and the other does not.
    Bold,
    /// Also that a list is not empty: together with no list at all it becomes a list that may be empty. That loses much,
    /// but many lists in one state would otherwise be told apart in every combination.
    Desperate,
}

impl Boldness {
    /// With this many states in one place already.
    fn among(apart: usize, most_apart: usize) -> Boldness {
        match apart {
            apart if apart < most_apart => Boldness::Careful,
            apart if apart < DESPERATE * most_apart => Boldness::Bold,
            _ => Boldness::Desperate,
        }
    }
}

/// This many times more states than are to be kept apart are too many.
const DESPERATE: usize = 8;

/// What the prover came to.
#[derive(Debug)]
pub struct Explored {
    pub proof: Proof,
    /// Everything that may go wrong; without any of a property's, the proof is one.
    pub findings: Vec<Finding>,
    /// Set when the exploration did not end.
    pub limit: Option<Limit>,
}

/// Explores the program from a state at the start of a function.
pub fn explore(prepared: &Prepared<'_>, start: State, options: &Options, budget: &Budget) -> Explored {
    let mut prover = Prover {
        prepared,
        options,
        budget,
        machine: Machine::new(prepared),
        contexts: Vec::new(),
        by_func: FxHashMap::default(),
        active: Vec::new(),
        states_left: options.most_states,
        comparisons_left: options.most_comparisons,
    };
    let root = prover.context_for(canon::canonical(&start));
    let limit = prover.run(root);
    let contexts = prover.contexts.into_iter().map(Work::finish).collect();
    Explored { proof: Proof { contexts }, findings: prover.machine.findings, limit }
}

struct Prover<'f, 'm> {
    prepared: &'f Prepared<'m>,
    options: &'f Options,
    budget: &'f Budget,
    machine: Machine<'f, 'm>,
    contexts: Vec<Work>,
    by_func: FxHashMap<FuncId, Vec<usize>>,
    /// Contexts with something to do, innermost last.
    active: Vec<usize>,
    states_left: u64,
    comparisons_left: u64,
}

/// A function under one entry state.
struct Work {
    func: FuncId,
    entry: State,
    blocks: FxHashMap<BlockId, Vec<Arrived>>,
    exits: Vec<Arrived>,
    /// The program was seen to end inside, without and with heap objects.
    ended: [bool; 2],
    waiting: Vec<Waiting>,
    /// Exits from here on are not known to the callers yet. They learn of them when the function has nothing else to
    /// do: by then, most have been covered by later ones.
    told: usize,
    /// Sorted by urgency, the most urgent last.
    todo: Vec<(u32, BlockId, usize)>,
}

struct Arrived {
    state: State,
    print: u64,
    /// A later one covers it.
    covered: bool,
}

/// A call that is to be continued at every exit.
#[derive(Clone)]
struct Waiting {
    context: usize,
    block: BlockId,
    index: usize,
    residue: Residue,
}

impl Work {
    fn finish(self) -> Context {
        let kept = |states: Vec<Arrived>| -> Vec<State> {
            states.into_iter().filter(|each| !each.covered).map(|each| each.state).collect()
        };
        let mut blocks: Vec<(BlockId, Vec<State>)> =
            self.blocks.into_iter().map(|(block, states)| (block, kept(states))).collect();
        blocks.sort_by_key(|(block, _)| *block);
        Context { func: self.func, entry: self.entry, blocks, exits: kept(self.exits), ended: self.ended }
    }
}

impl Prover<'_, '_> {
    fn run(&mut self, root: usize) -> Option<Limit> {
        self.check_root(root);
        while let Some(&context) = self.active.last() {
            if let Some(limit) = self.budget.exhausted() {
                return Some(limit);
            }
            let Some((_, block, at)) = self.contexts[context].todo.pop() else {
                self.active.pop();
                // The entry function may have come to its end behind a call.
                self.tell_callers(context);
                self.check_root(root);
                continue;
            };
            let arrived = &self.contexts[context].blocks[&block][at];
            if arrived.covered {
                continue;
            }
            self.budget.add_states(1);
            match self.states_left.checked_sub(1) {
                Some(left) => self.states_left = left,
                None => return Some(Limit::Effort),
            }
            let state = arrived.state.clone();
            let name = &self.prepared.module.funcs[self.contexts[context].func].name;
            tracing::trace!("context {context}, `{name}` {block:?}:\n{state}");
            self.execute(context, block, 0, vec![state]);
            self.check_root(root);
            if self.comparisons_left == 0 || self.is_hopeless() {
                return Some(Limit::Effort);
            }
        }
        None
    }

    /// Is there nothing left to prove?
    fn is_hopeless(&self) -> bool {
        let blocked = |goal: &Property| self.machine.findings.iter().any(|finding| finding.blocks(*goal));
        !self.options.goals.is_empty() && self.options.goals.iter().all(blocked)
    }

    /// What the program leaves behind when it ends.
    fn check_root(&mut self, root: usize) {
        if self.contexts[root].ended[1] {
            self.machine.forget();
            self.machine.bug(BugKind::LeakAtExit, "the program ends with a heap object that was not freed");
        }
    }

    fn context_for(&mut self, entry: State) -> usize {
        let func = entry.frame().func;
        let known = self.by_func.entry(func).or_default();
        for &context in known.iter() {
            if canon::same(&self.contexts[context].entry, &entry) {
                return context;
            }
        }
        let known = known.clone();
        let mut entry = entry;
        if let Strategy::Abstract { most_apart } = self.options.strategy {
            let general =
                |context: &&usize| cover::covers(self.prepared.module, &self.contexts[**context].entry, &entry);
            if let Some(context) = known.iter().find(general) {
                return *context;
            }
            if self.prepared.may_recurse(func) {
                let boldness = Boldness::among(known.len(), most_apart).max(Boldness::Bold);
                for &context in &known {
                    if let Some(joined) = self.joined(&self.contexts[context].entry, &entry, boldness) {
                        entry = joined;
                    }
                }
            }
        }
        let context = self.contexts.len();
        self.by_func.entry(func).or_default().push(context);
        self.contexts.push(Work {
            func,
            entry: entry.clone(),
            blocks: FxHashMap::default(),
            exits: Vec::new(),
            ended: [false; 2],
            waiting: Vec::new(),
            told: 0,
            todo: Vec::new(),
        });
        let start = self.prepared.module.funcs[func].entry();
        self.arrive(context, start, entry);
        context
    }

    /// Executes a block from an instruction on; states fork on the way.
    fn execute(&mut self, context: usize, block: BlockId, from: usize, states: Vec<State>) {
        let func = self.contexts[context].func;
        let module = self.prepared.module;
        let code = &module.funcs[func].blocks[block];
        let known = self.machine.findings.len();
        let mut states = states;
        for (index, inst) in code.insts.iter().enumerate().skip(from) {
            let mut next = Vec::new();
            self.budget.step(STEPS_OF_STATE * states.len() as u64);
            for state in states {
                self.remember(block, &state);
                match self.machine.step(state, block, index, inst) {
                    Successors::On(states) => {
                        states.iter().for_each(|state| assert_consistent(state, "a step"));
                        next.extend(states);
                    }
                    Successors::Enter(entered, states) => {
                        next.extend(states);
                        let InstKind::Call(call) = &inst.kind else { panic!("only calls enter functions") };
                        for (state, callee) in entered {
                            next.extend(self.enter(context, block, index, call, state, callee));
                        }
                    }
                }
            }
            states = next;
            for state in std::mem::take(&mut self.machine.ended) {
                let live = state.has_live_heap();
                self.end(context, live);
            }
            if states.is_empty() {
                break;
            }
        }
        for state in states {
            self.remember(block, &state);
            for leaving in self.machine.leave(state, &code.term) {
                match leaving {
                    Leaving::To(target, state) => self.arrive(context, target, state),
                    Leaving::Return(state) => self.exit(context, state),
                    Leaving::Exit(state) => self.end(context, state.has_live_heap()),
                }
            }
        }
        if module.funcs[func].model && self.machine.findings.len() > known {
            let called = self.program_call(context);
            self.machine.findings[known..].iter_mut().for_each(|finding| finding.called = called);
        }
    }

    /// The call in the program's own code that led into a library function; the first that was seen.
    fn program_call(&self, context: usize) -> Option<LocId> {
        let (module, mut at) = (self.prepared.module, context);
        // Models that call each other in a circle would be our own.
        for _ in 0..self.contexts.len() {
            let waiting = self.contexts[at].waiting.first()?;
            at = waiting.context;
            let function = &module.funcs[self.contexts[at].func];
            if !function.model {
                return Some(function.blocks[waiting.block].insts[waiting.index].loc);
            }
        }
        None
    }

    fn remember(&mut self, block: BlockId, state: &State) {
        if self.options.keep_heaps {
            self.machine.remember(block, state);
        }
    }

    /// A call: the states after it that are known already.
    fn enter(
        &mut self,
        context: usize,
        block: BlockId,
        index: usize,
        call: &Call,
        mut state: State,
        callee: FuncId,
    ) -> Vec<State> {
        let callee = self.machine.arguments(&mut state, call, callee);
        // The arguments stay roots while the rest is dropped.
        let frame = self.machine.enter(&callee);
        let (residue, mut entry) = self.machine.split_call(state, frame, block, index);
        if self.prepared.may_recurse(callee.func) {
            entry = self.abstracted(entry);
        }
        let entry = canon::canonical(&entry);
        let target = self.context_for(entry);
        let waiting = Waiting { context, block, index, residue };
        self.contexts[target].waiting.push(waiting.clone());
        for live in [false, true] {
            if self.contexts[target].ended[usize::from(live)] {
                self.end(context, live || waiting.residue.has_live_heap());
            }
        }
        let work = &self.contexts[target];
        let exits: Vec<State> =
            work.exits[..work.told].iter().filter(|exit| !exit.covered).map(|exit| exit.state.clone()).collect();
        exits.iter().map(|exit| self.resume(&waiting, exit, callee.func)).collect()
    }

    /// The caller's state after the call.
    fn resume(&self, waiting: &Waiting, exit: &State, callee: FuncId) -> State {
        let (mut state, results) = waiting.residue.combine(exit);
        let func = self.contexts[waiting.context].func;
        let inst = &self.prepared.module.funcs[func].blocks[waiting.block].insts[waiting.index];
        let InstKind::Call(call) = &inst.kind else { panic!("callers wait at calls") };
        self.machine.receive(&mut state, call, callee, &results);
        assert_consistent(&state, "a return");
        state
    }

    /// The program ends inside a context.
    fn end(&mut self, context: usize, live: bool) {
        if std::mem::replace(&mut self.contexts[context].ended[usize::from(live)], true) {
            return;
        }
        for waiting in self.contexts[context].waiting.clone() {
            self.end(waiting.context, live || waiting.residue.has_live_heap());
        }
    }

    /// A function returns.
    fn exit(&mut self, context: usize, mut state: State) {
        let func = self.contexts[context].func;
        // Also of an entry function that calls itself: which of its calls returns, the context does not say.
        if context == 0 {
            self.end(context, state.has_live_heap());
        }
        let recursive = self.prepared.may_recurse(func);
        // A loop has abstracted what it went over, but for the node where it ended.
        let general = recursive || self.prepared.func(func).has_loops();
        if general {
            state = self.abstracted(state);
        }
        let mut exits = std::mem::take(&mut self.contexts[context].exits);
        let many = exits_are_many(&exits);
        if many && !general && is_counted(&state) {
            state = self.abstracted(state);
        }
        let gather = match (recursive || many, general) {
            (true, _) => Gather::Join,
            (false, true) => Gather::JoinCarefully,
            (false, false) => Gather::Compare,
        };
        self.add(&mut exits, state, gather);
        self.contexts[context].exits = exits;
    }

    /// Goes on behind all calls that wait for the exits found since the last time.
    fn tell_callers(&mut self, context: usize) {
        let work = &mut self.contexts[context];
        let (func, from) = (work.func, std::mem::replace(&mut work.told, work.exits.len()));
        let news: Vec<State> =
            work.exits[from..].iter().filter(|exit| !exit.covered).map(|exit| exit.state.clone()).collect();
        if news.is_empty() {
            return;
        }
        for waiting in self.contexts[context].waiting.clone() {
            let states = news.iter().map(|exit| self.resume(&waiting, exit, func)).collect();
            self.activate(waiting.context);
            self.execute(waiting.context, waiting.block, waiting.index + 1, states);
        }
    }

    fn arrive(&mut self, context: usize, block: BlockId, mut state: State) {
        assert_consistent(&state, "a jump");
        let prepared = self.prepared.func(self.contexts[context].func);
        let head = prepared.is_loop_head(block);
        if head {
            state = self.abstracted(state);
        }
        let mut states = self.contexts[context].blocks.remove(&block).unwrap_or_default();
        let many = states.len() > MANY;
        if many && !head && is_counted(&state) {
            state = self.abstracted(state);
        }
        let new = self.add(&mut states, state, if head || many { Gather::Join } else { Gather::Compare });
        self.contexts[context].blocks.insert(block, states);
        if let Some(at) = new {
            let order = u32::MAX - prepared.order(block);
            let todo = &mut self.contexts[context].todo;
            let place = todo.partition_point(|(other, _, _)| *other <= order);
            todo.insert(place, (order, block, at));
            self.activate(context);
        }
    }

    fn activate(&mut self, context: usize) {
        if self.active.last() != Some(&context) {
            self.active.retain(|other| *other != context);
            self.active.push(context);
        }
    }

    /// Lists become segments. Abstraction is not trusted: where it leaves no graph, the state stays as it was.
    fn abstracted(&self, mut state: State) -> State {
        if self.options.strategy == Strategy::Unroll {
            return state;
        }
        let mut general = state.clone();
        if !abstract_state(self.prepared.module, &mut general, &self.options.abstraction) {
            forget_useless_lengths(&mut state);
            return state;
        }
        match check_consistency(&general) {
            Ok(()) if cover::covers(self.prepared.module, &general, &state) => general,
            Ok(()) => {
                tracing::debug!("an abstraction does not cover its state");
                state
            }
            Err(why) => {
                tracing::debug!("abstraction failed: {why}");
                state
            }
        }
    }

    /// A canonical state that covers both, if there is a good one.
    fn joined(&self, a: &State, b: &State, boldness: Boldness) -> Option<State> {
        self.budget.step(STEPS_OF_JOIN + STEPS_OF_OBJECT * size_of(a));
        let (mut a, mut b) = (a.clone(), b.clone());
        forget_lone_variables(&mut a, &mut b);
        let insert_nonempty = boldness == Boldness::Desperate;
        let options = JoinOptions { insert_nonempty, ..self.options.abstraction.join.clone() };
        let (status, joined) = join(self.prepared.module, &a, &b, &options)?;
        if status == Status::Incomparable && boldness == Boldness::Careful {
            return None;
        }
        if let Err(why) = check_consistency(&joined) {
            tracing::debug!("a join failed: {why}");
            return None;
        }
        Some(canon::canonical(&self.abstracted(joined)))
    }

    /// Adds a state to a set unless it is covered.
    fn add(&mut self, states: &mut Vec<Arrived>, state: State, gather: Gather) -> Option<usize> {
        let module = self.prepared.module;
        self.budget.step(STEPS_OF_OBJECT * size_of(&state));
        let mut state = canon::canonical(&state);
        let mut print = canon::fingerprint(&state);
        let equal = |states: &[Arrived], state: &State, print: u64| {
            states.iter().any(|each| each.print == print && canon::same(&each.state, state))
        };
        let Strategy::Abstract { most_apart } = self.options.strategy else {
            if equal(states, &state, print) {
                return None;
            }
            states.push(Arrived { state, print, covered: false });
            return Some(states.len() - 1);
        };
        let known = |states: &[Arrived], state: &State, print: u64| {
            equal(states, state, print)
                || states.iter().any(|each| !each.covered && cover::covers(module, &each.state, state))
        };
        let others = states.iter().filter(|each| !each.covered).count() as u64;
        self.comparisons_left = self.comparisons_left.saturating_sub(others);
        self.budget.step(STEPS_OF_COMPARISON * others);
        if known(states, &state, print) {
            return None;
        }
        if gather != Gather::Compare {
            let mut changed = false;
            let boldness = match gather {
                Gather::Join => Boldness::among(states.iter().filter(|old| !old.covered).count(), most_apart),
                Gather::JoinCarefully | Gather::Compare => Boldness::Careful,
            };
            for old in states.iter_mut().filter(|old| !old.covered) {
                if let Some(joined) = self.joined(&old.state, &state, boldness) {
                    // Join and abstraction are not trusted: what they lose shows here.
                    if cover::covers(module, &joined, &state) && cover::covers(module, &joined, &old.state) {
                        (old.covered, changed) = (true, true);
                        state = joined;
                        print = canon::fingerprint(&state);
                    }
                }
            }
            if changed && known(states, &state, print) {
                return None;
            }
        }
        for each in states.iter_mut().filter(|each| !each.covered) {
            each.covered = cover::covers(module, &state, &each.state);
        }
        states.push(Arrived { state, print, covered: false });
        Some(states.len() - 1)
    }
}

/// Does the program count a list's nodes? The parts of such a list are joined with nothing that has other parts without a
/// loss.
fn is_counted(state: &State) -> bool {
    state.graph.objects().any(|(_, object)| object.length.is_some())
}

/// A C variable that keeps something from being lost on one side only is forgotten: the join may lose it too, and what
/// is lost by that shows when the result is compared with what went in.
pub fn forget_lone_variables(a: &mut State, b: &mut State) {
    for (a, b) in a.frames.iter_mut().zip(&mut b.frames) {
        let in_both =
            |vars: &[(ir::VarId, smg::graph::Value)], var: ir::VarId| vars.iter().any(|(other, _)| *other == var);
        a.vars.retain(|(var, _)| in_both(&b.vars, *var));
        b.vars.retain(|(var, _)| in_both(&a.vars, *var));
    }
}

/// In tests, every operation is followed by a look at the whole graph.
fn assert_consistent(state: &State, after: &str) {
    if cfg!(debug_assertions)
        && let Err(why) = check_consistency(state)
    {
        panic!("after {after}: {why}\n{state}");
    }
}

/// Arriving states are written in a canonical form, which takes a look at all of it; the work grows with this.
fn size_of(state: &State) -> u64 {
    state.graph.objects().count() as u64
}

/// What an instruction costs in one state, each object of a state that arrives somewhere, a comparison of two states, and
/// a join, in steps of the interpreter; roughly.
const STEPS_OF_STATE: u64 = 10;
const STEPS_OF_OBJECT: u64 = 20;
const STEPS_OF_COMPARISON: u64 = 10;
const STEPS_OF_JOIN: u64 = 200;

/// Beyond this many states, blocks that are not loop heads join too.
const MANY: usize = 40;

fn exits_are_many(exits: &[Arrived]) -> bool {
    exits.iter().filter(|exit| !exit.covered).count() > MANY
}
