//! Executes functions from entry states until nothing new arrives anywhere.
//!
//! Paper: [AProVE] section 3: one graph for each function and entry state, used by all its callers.
//! A call waits at the entry state that stands for it, and goes on with every state that returns there, when it is known and
//! when others are added: each pair of a call and a return is combined once.

use std::sync::Arc;

use engine::{Budget, Limit};
use ir::{BlockId, Callee, FuncId, InstKind, Module, RegId};
use rustc_hash::FxHashMap;
use symex::call::{Entered, Passed, combine, pass};
use symex::cover::{Common, Match, Registers, covers};
use symex::exec::{Machine, initial};
use symex::proof::{Context, keeps_heap};
use symex::state::{State, canonical};
use symex::walk::{Event, Point, walk};

use crate::enrich::with_cells_of;
use crate::generalize::{Folding, Keeps, Kinds, Manner, generalize, tidied};
use crate::rests::rests;

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// States are merged wherever ways meet, not only where loops begin.
    pub joins: bool,
    /// Paths between two kept states.
    pub most_states: usize,
    /// Kept states.
    pub most_kept: usize,
    /// States that go on behind calls.
    pub most_resumed: usize,
}

/// States of one block that are kept apart.
const APART: usize = 4;
/// Returns of one context that are kept apart.
const RETURNS: usize = 6;
/// … of a function that calls itself: what it returns then tends to grow for ever.
const RECURSIVE_RETURNS: usize = 2;
/// Entry states of one function that are kept apart.
const ENTRIES: usize = 3;
/// States with more registers, objects and cells than this are not compared with others.
const HEAVIEST: usize = 400;
/// Steps of the budget that comparing two states costs, for each part of the one and each part of the other.
const STEPS_OF_COMPARISON: u64 = 4;
/// Generalisations of one place up to which separate ways keep what they have in common.
const MOST_JOINS: u32 = 12;
/// Generalisations of one place after which differing shapes are forgotten.
const PATIENCE: u32 = 9;

#[derive(Debug)]
struct Graph {
    func: FuncId,
    entry: State,
    cuts: Vec<Cut>,
    returns: Vec<State>,
    waiting: Vec<Waiting>,
    /// How often entry states of this one's line were generalised.
    tries: u32,
}

#[derive(Debug)]
struct Cut {
    block: BlockId,
    state: State,
    /// The kept state that it was reached from; `None` for the entry state.
    parent: Option<usize>,
    /// Another one stands for it.
    replaced: bool,
    /// It is reached only from what was replaced, as far as is known.
    stale: bool,
    /// It was looked at for what the loop that begins there reads.
    enriched: bool,
    tries: Tries,
}

/// How often states of a place's line were generalised.
#[derive(Clone, Copy, Default, Debug)]
struct Tries {
    /// With states that came from there directly, by one round of the loop that begins there.
    direct: u32,
    /// With others: rounds of loops around it, and other ways.
    around: u32,
}

/// A call that waits for returns.
#[derive(Clone, Debug)]
struct Waiting {
    graph: usize,
    parent: Option<usize>,
    point: Point,
    passed: Passed,
    found: Match,
}

/// Something to execute.
#[derive(Debug)]
struct Work {
    graph: usize,
    /// The kept state that it comes from.
    parent: Option<usize>,
    point: Point,
}

/// A state that returns, and the kept state that it comes from.
#[derive(Debug)]
struct Returning {
    graph: usize,
    parent: Option<usize>,
    state: State,
}

/// What the program tells, or shows as time goes by, of what its states are like.
#[derive(Clone, Debug)]
struct Hints {
    /// Where bounds may come to rest.
    rests: Arc<[i128]>,
    kinds: Kinds,
}

#[derive(Debug)]
pub struct Explorer<'a, 'p, 'm> {
    machine: &'a mut Machine<'p, 'm>,
    budget: &'a Budget,
    effort: Effort,
    graphs: Vec<Graph>,
    work: Vec<Work>,
    returning: Vec<Returning>,
    kept: usize,
    resumed: usize,
    hints: Arc<Hints>,
    /// From how many places functions are called directly.
    places: FxHashMap<FuncId, usize>,
}

/// All states that can arrive anywhere, or what ended the search for them.
pub fn explore(machine: &mut Machine<'_, '_>, effort: Effort, budget: &Budget) -> Result<Vec<Context>, Limit> {
    let (prepared, entry) = (machine.prepared, machine.prepared.entry);
    let (start, _) = canonical(&initial(prepared, entry), 0).ok_or(Limit::Effort)?;
    let hints = Arc::new(Hints { rests: rests(prepared.module), kinds: Kinds::default() });
    let places = call_places(prepared.module);
    let (graphs, work, returning) = (Vec::new(), Vec::new(), Vec::new());
    let mut explorer =
        Explorer { machine, budget, effort, graphs, work, returning, kept: 0, resumed: 0, hints, places };
    explorer.add_graph(entry, start, 0);
    explorer.run()?;
    let joins = effort.joins;
    let context = |graph: Graph| {
        let cuts = graph
            .cuts
            .into_iter()
            .filter(|cut| !cut.replaced && !cut.stale)
            .map(|cut| (cut.block, cut.state))
            .collect();
        Context { func: graph.func, entry: graph.entry, joins, cuts, returns: graph.returns }
    };
    Ok(explorer.graphs.into_iter().map(context).collect())
}

fn call_places(module: &Module) -> FxHashMap<FuncId, usize> {
    let mut places: FxHashMap<FuncId, usize> = FxHashMap::default();
    for block in module.funcs.iter().flat_map(|func| func.blocks.iter()) {
        for inst in &block.insts {
            if let InstKind::Call(call) = &inst.kind
                && let Callee::Direct(func) = call.callee
            {
                *places.entry(func).or_default() += 1;
            }
        }
    }
    places
}

impl Explorer<'_, '_, '_> {
    fn run(&mut self) -> Result<(), Limit> {
        loop {
            if self.kept > self.effort.most_kept {
                return Err(Limit::Effort);
            }
            if let Some(work) = self.work.pop() {
                if !self.is_stale(work.graph, work.parent) {
                    self.execute(work)?;
                }
            } else if let Some(Returning { graph, parent, state }) = self.returning.pop() {
                // Loops have come to rest: what returned on the way there need not be told.
                if !self.is_stale(graph, parent) {
                    self.enter(graph);
                    let state = if self.effort.joins { self.with_others(graph, state) } else { state };
                    self.returned(graph, &state)?;
                }
            } else {
                return Ok(());
            }
        }
    }

    /// The state and all others that return from there now, as one, as far as that goes: callers would go on with each of them.
    ///
    /// Paper: [AProVE] section 5.1, unique exits.
    fn with_others(&mut self, graph: usize, state: State) -> State {
        let waiting = std::mem::take(&mut self.returning);
        let (here, elsewhere): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|other| other.graph == graph);
        self.returning = elsewhere;
        let registers = Registers::ResultsOf(self.graphs[graph].func);
        let (common, hints) = (self.common(graph, registers), self.hints.clone());
        let manner = Manner { widens: false, ..self.manner(graph, registers, 0, &hints) };
        let mut merged = state;
        for other in here {
            if self.is_stale(graph, other.parent) {
                continue;
            }
            let plain = |state: &State| canonical(state, common.vars).map(|(state, _)| state);
            let general = match (plain(&merged), plain(&other.state)) {
                (Some(old), Some(new)) => {
                    let general = generalize(self.machine, &old, &new, manner).and_then(|general| plain(&general));
                    general.filter(|general| {
                        [old, new].iter().all(|state| covers(self.machine, general, state, common).is_some())
                    })
                }
                (None, _) | (_, None) => None,
            };
            match general {
                Some(general) => merged = general,
                None => self.returning.push(other),
            }
        }
        merged
    }

    fn is_stale(&self, graph: usize, parent: Option<usize>) -> bool {
        parent.is_some_and(|cut| {
            let cut = &self.graphs[graph].cuts[cut];
            cut.replaced || cut.stale
        })
    }

    fn enter(&mut self, graph: usize) {
        self.machine.func = self.graphs[graph].func;
        self.machine.given_objects = self.graphs[graph].entry.object_bound();
    }

    fn add_graph(&mut self, func: FuncId, entry: State, tries: u32) -> usize {
        let block = self.machine.module.funcs[func].entry();
        let point = Point { block, index: 0, state: entry.clone() };
        let (cuts, returns, waiting) = (Vec::new(), Vec::new(), Vec::new());
        self.graphs.push(Graph { func, entry, cuts, returns, waiting, tries });
        let graph = self.graphs.len() - 1;
        self.work.push(Work { graph, parent: None, point });
        self.kept += 1;
        graph
    }

    fn execute(&mut self, work: Work) -> Result<(), Limit> {
        let Work { graph, parent, point } = work;
        self.enter(graph);
        let (func, joins, prepared) = (self.graphs[graph].func, self.effort.joins, self.machine.prepared);
        let is_cut = |block: BlockId| prepared.is_loop_head(func, block) || joins && prepared.is_join(func, block);
        let events = walk(self.machine, point, &is_cut, self.effort.most_states, self.budget)?;
        for event in events {
            self.enter(graph);
            match event {
                Event::Arrive(block, state) => self.arrive(graph, parent, block, &state)?,
                Event::Return(state) => self.returning.push(Returning { graph, parent, state }),
                Event::Call(point, callee) => self.call(graph, parent, point, callee)?,
            }
        }
        Ok(())
    }

    fn common(&self, graph: usize, registers: Registers) -> Common {
        let entry = &self.graphs[graph].entry;
        let keeps_heap = self.machine.leaks;
        Common { vars: entry.var_bound(), objects: entry.object_bound(), registers, keeps_heap }
    }

    fn manner<'r>(&self, graph: usize, registers: Registers, tries: u32, hints: &'r Hints) -> Manner<'r> {
        let entry = &self.graphs[graph].entry;
        Manner {
            vars: entry.var_bound(),
            shared: entry.var_bound(),
            objects: entry.object_bound(),
            registers,
            forgets_shapes: tries >= PATIENCE,
            keeps: Keeps::after(tries),
            widens: true,
            rests: &hints.rests,
            kinds: &hints.kinds,
        }
    }

    fn arrive(&mut self, graph: usize, parent: Option<usize>, block: BlockId, state: &State) -> Result<(), Limit> {
        let registers = Registers::Of(self.graphs[graph].func);
        let common = self.common(graph, registers);
        self.weigh(state)?;
        let arrived = state;
        let (state, _) = canonical(state, common.vars).ok_or(Limit::Effort)?;
        let state = self.tidied(state, common, Folding::Ends);
        let here: Vec<usize> = (0..self.graphs[graph].cuts.len())
            .filter(|at| {
                let cut = &self.graphs[graph].cuts[*at];
                cut.block == block && !cut.replaced
            })
            .collect();
        for at in &here {
            let Some(found) = covers(self.machine, &self.graphs[graph].cuts[*at].state, &state, common) else {
                continue;
            };
            if self.is_ancestor(graph, *at, parent) && self.enrich(graph, *at, &state, &found, common) {
                return Ok(());
            }
            self.revive(graph, *at);
            return Ok(());
        }
        // What was reached only from what was replaced says nothing of where the way goes now.
        let here: Vec<usize> = here.into_iter().filter(|at| !self.graphs[graph].cuts[*at].stale).collect();
        let ancestor = here.iter().rev().find(|at| self.is_ancestor(graph, **at, parent)).copied();
        let crowded = here.len() >= APART;
        let partners = ancestor.into_iter().chain(here.iter().rev().copied().filter(|_| crowded || self.effort.joins));
        let partners: Vec<usize> = partners.collect();
        // Shapes are forgotten when there is no other way, with whomever.
        let tries = partners.iter().map(|at| (*at, false)).chain(partners.iter().map(|at| (*at, true)));
        for (partner, forgets_shapes) in tries.collect::<Vec<_>>() {
            let from_there = parent == Some(partner);
            let mut tries = self.graphs[graph].cuts[partner].tries;
            let count = if from_there { &mut tries.direct } else { &mut tries.around };
            let done = *count + u32::from(crowded);
            *count = done + 1;
            let hints = self.hints.clone();
            let mut manner = self.manner(graph, registers, done, &hints);
            if forgets_shapes && !manner.forgets_shapes {
                continue;
            }
            manner.forgets_shapes = forgets_shapes;
            manner.widens = self.is_ancestor(graph, partner, parent);
            if !manner.widens && done < MOST_JOINS {
                manner.keeps = Keeps::All;
            }
            let old = self.graphs[graph].cuts[partner].state.clone();
            if from_there {
                manner.shared = old.var_bound();
            }
            let new = if from_there { arrived } else { &state };
            let Some(general) = generalize(self.machine, &old, new, manner) else { continue };
            let Some((general, _)) = canonical(&general, common.vars) else { continue };
            let stands = covers(self.machine, &general, &old, common).is_some()
                && covers(self.machine, &general, &state, common).is_some();
            tracing::trace!("at {block:?}, {manner:?}, {stands}\n  old {old}\n  new {new}\n  general {general}");
            if stands {
                self.note(&general);
                self.replace(graph, partner);
                let parent = self.graphs[graph].cuts[partner].parent;
                self.keep(graph, parent, block, general, tries);
                return Ok(());
            }
            tracing::debug!("a generalisation does not cover what it was made of");
        }
        if here.len() > 4 * APART {
            return Err(Limit::Effort);
        }
        self.keep(graph, parent, block, state, Tries::default());
        Ok(())
    }

    /// What a loop looks at, and its first state knows nothing of, gets a name there: its value may be why the loop ends.
    fn enrich(&mut self, graph: usize, cut: usize, state: &State, found: &Match, common: Common) -> bool {
        if self.graphs[graph].cuts[cut].enriched {
            return false;
        }
        self.graphs[graph].cuts[cut].enriched = true;
        let old = self.graphs[graph].cuts[cut].state.clone();
        let Some(general) = with_cells_of(&old, state, found) else { return false };
        let Some((general, _)) = canonical(&general, common.vars) else { return false };
        let stands = covers(self.machine, &general, &old, common).is_some()
            && covers(self.machine, &general, state, common).is_some();
        if stands {
            self.replace(graph, cut);
            let Cut { block, parent, tries, .. } = self.graphs[graph].cuts[cut];
            self.keep(graph, parent, block, general, tries);
            let new = self.graphs[graph].cuts.len() - 1;
            self.graphs[graph].cuts[new].enriched = true;
        }
        stands
    }

    /// Before a state is compared with others.
    fn weigh(&self, state: &State) -> Result<(), Limit> {
        let weight = state.weight();
        self.budget.step(STEPS_OF_COMPARISON * (weight * weight) as u64);
        if weight > HEAVIEST {
            return Err(Limit::Effort);
        }
        self.budget.exhausted().map_or(Ok(()), Err)
    }

    fn is_ancestor(&self, graph: usize, cut: usize, of: Option<usize>) -> bool {
        let cuts = &self.graphs[graph].cuts;
        std::iter::successors(of, |at| cuts[*at].parent).any(|at| at == cut)
    }

    fn keep(&mut self, graph: usize, parent: Option<usize>, block: BlockId, state: State, tries: Tries) {
        self.kept += 1;
        let cut = Cut { block, state, parent, replaced: false, stale: false, enriched: false, tries };
        self.graphs[graph].cuts.push(cut);
        self.start(graph, self.graphs[graph].cuts.len() - 1);
    }

    fn start(&mut self, graph: usize, cut: usize) {
        let Cut { block, state, .. } = &self.graphs[graph].cuts[cut];
        let point = Point { block: *block, index: 0, state: state.clone() };
        self.work.push(Work { graph, parent: Some(cut), point });
    }

    /// Another state stands for it; what was reached only from it waits until it is reached again.
    fn replace(&mut self, graph: usize, cut: usize) {
        self.graphs[graph].cuts[cut].replaced = true;
        for at in 0..self.graphs[graph].cuts.len() {
            if at != cut && self.is_ancestor(graph, cut, Some(at)) {
                self.graphs[graph].cuts[at].stale = true;
            }
        }
    }

    fn revive(&mut self, graph: usize, cut: usize) {
        if std::mem::take(&mut self.graphs[graph].cuts[cut].stale) {
            self.start(graph, cut);
        }
    }

    fn returned(&mut self, graph: usize, state: &State) -> Result<(), Limit> {
        self.weigh(state)?;
        let registers = Registers::ResultsOf(self.graphs[graph].func);
        let common = self.common(graph, registers);
        let (state, _) = canonical(state, common.vars).ok_or(Limit::Effort)?;
        let mut state = self.tidied(state, common, Folding::Kinds);
        for at in 0..self.graphs[graph].returns.len() {
            if covers(self.machine, &self.graphs[graph].returns[at], &state, common).is_some() {
                return Ok(());
            }
        }
        let known = self.graphs[graph].returns.len();
        let recursive = self.machine.prepared.calls().may_recurse(self.graphs[graph].func);
        let apart = if recursive { RECURSIVE_RETURNS } else { RETURNS };
        if known >= apart {
            let tries = u32::try_from(known - apart).unwrap_or(u32::MAX);
            let hints = self.hints.clone();
            let manner = Manner { widens: recursive, ..self.manner(graph, registers, tries, &hints) };
            let old = self.graphs[graph].returns[known - 1].clone();
            let general = generalize(self.machine, &old, &state, manner);
            if let Some((general, _)) = general.and_then(|general| canonical(&general, common.vars))
                && covers(self.machine, &general, &state, common).is_some()
            {
                self.note(&general);
                state = general;
            }
            if known > 8 * RETURNS {
                return Err(Limit::Effort);
            }
        }
        self.kept += 1;
        self.graphs[graph].returns.push(state);
        let at = self.graphs[graph].returns.len() - 1;
        for waiting in self.graphs[graph].waiting.clone() {
            self.resume(graph, &waiting, at)?;
        }
        Ok(())
    }

    /// Remembers what was learnt of the program.
    fn note(&mut self, general: &State) {
        if general.objects().iter().any(|(_, object)| object.structure.is_some()) {
            Arc::make_mut(&mut self.hints).kinds.note(general);
        }
    }

    /// The state, or one that stands for it and tells fewer objects apart.
    fn tidied(&mut self, state: State, common: Common, folding: Folding) -> State {
        let bytes = self.machine.module.data_model.pointer_size();
        let tidy = tidied(&state, common.objects, bytes, &self.hints.kinds, folding)
            .and_then(|tidy| canonical(&tidy, common.vars));
        match tidy {
            Some((tidy, _)) if covers(self.machine, &tidy, &state, common).is_some() => tidy,
            Some(_) | None => state,
        }
    }

    /// Goes on behind a call.
    fn resume(&mut self, callee: usize, waiting: &Waiting, returned: usize) -> Result<(), Limit> {
        let Waiting { graph, parent, point, passed, found } = waiting;
        self.enter(*graph);
        let func = self.graphs[callee].func;
        let entry = &self.graphs[callee].entry;
        let (vars, objects) = (entry.var_bound(), entry.object_bound());
        let code = &self.machine.module.funcs[self.graphs[*graph].func].blocks[point.block];
        let InstKind::Call(call) = &code.insts[point.index].kind else { panic!("invariant: only calls wait") };
        let returned = &self.graphs[callee].returns[returned];
        let entered = Entered { call, func, passed, found, vars, objects };
        let states = combine(self.machine, &point.state, entered, returned);
        self.resumed += 1;
        if self.resumed > self.effort.most_resumed {
            return Err(Limit::Effort);
        }
        for state in states.ok_or(Limit::Effort)? {
            let point = Point { block: point.block, index: point.index + 1, state };
            self.work.push(Work { graph: *graph, parent: *parent, point });
        }
        Ok(())
    }

    fn call(&mut self, graph: usize, parent: Option<usize>, point: Point, callee: FuncId) -> Result<(), Limit> {
        let Point { block, index, mut state } = point;
        let caller = self.graphs[graph].func;
        let code = &self.machine.module.funcs[caller].blocks[block];
        let InstKind::Call(call) = &code.insts[index].kind else { panic!("invariant: only calls enter functions") };
        let live = self.machine.prepared.flow(caller).live_after(block, index);
        let passed = pass(self.machine, &mut state, call, callee, &|reg: RegId| live.contains(reg));
        let passed = passed.ok_or(Limit::Effort)?;
        let (target, found) = self.graph_for(callee, &passed)?;
        let point = Point { block, index, state };
        let waiting = Waiting { graph, parent, point, passed, found };
        self.graphs[target].waiting.push(waiting.clone());
        for returned in 0..self.graphs[target].returns.len() {
            self.resume(target, &waiting, returned)?;
        }
        Ok(())
    }

    /// The graph whose entry state stands for what is passed; a new one if there is none.
    fn graph_for(&mut self, callee: FuncId, passed: &Passed) -> Result<(usize, Match), Limit> {
        self.weigh(&passed.entry)?;
        let registers = Registers::Of(callee);
        let common = Common { vars: 0, objects: 0, registers, keeps_heap: self.machine.leaks };
        let candidates: Vec<usize> = (0..self.graphs.len()).filter(|at| self.graphs[*at].func == callee).collect();
        for keeps_heap in keeps_heap(self.machine.leaks) {
            let common = Common { keeps_heap: *keeps_heap, ..common };
            for at in &candidates {
                if let Some(found) = covers(self.machine, &self.graphs[*at].entry, &passed.entry, common) {
                    return Ok((*at, found));
                }
            }
        }
        let recursive = self.machine.prepared.calls().may_recurse(callee);
        let (mut entry, mut tries) = (self.tidied(passed.entry.clone(), common, Folding::Kinds), 0);
        let hints = self.hints.clone();
        // What is called from many places is looked at once, as far as that goes.
        let busy = self.places.get(&callee).is_some_and(|places| *places > ENTRIES);
        if candidates.len() >= if recursive || busy { 1 } else { ENTRIES } {
            for at in candidates.iter().rev() {
                let line = self.graphs[*at].tries;
                let manner = Manner {
                    vars: 0,
                    objects: 0,
                    shared: 0,
                    registers,
                    forgets_shapes: line >= PATIENCE,
                    keeps: Keeps::after(line),
                    widens: recursive || busy || line > 0,
                    rests: if recursive { &hints.rests } else { &[] },
                    kinds: &hints.kinds,
                };
                let old = self.graphs[*at].entry.clone();
                let general = generalize(self.machine, &old, &entry, manner);
                if let Some((general, _)) = general.and_then(|general| canonical(&general, 0))
                    && covers(self.machine, &general, &passed.entry, common).is_some()
                {
                    self.note(&general);
                    (entry, tries) = (general, line + 1);
                    break;
                }
            }
        }
        if candidates.len() > 10 * ENTRIES {
            return Err(Limit::Effort);
        }
        let graph = self.add_graph(callee, entry, tries);
        let found = covers(self.machine, &self.graphs[graph].entry, &passed.entry, common).ok_or(Limit::Effort)?;
        Ok((graph, found))
    }
}
