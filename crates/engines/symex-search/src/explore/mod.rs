//! Executes functions from entry states until nothing new arrives anywhere.
//!
//! Paper: [AProVE] section 3: one graph for each function and entry state, used by all its callers.
//! A call waits at the entry state that stands for it, and goes on with every state that returns there, when it is known and
//! when others are added: each pair of a call and a return is combined once.

mod calls;
mod loops;
mod places;

use std::sync::Arc;

use engine::{Budget, Limit};
use ir::{BlockId, FuncId};
use symex::call::Passed;
use symex::cover::{Common, Match, Registers, covers};
use symex::exec::{Machine, initial};
use symex::proof::Context;
use symex::state::{State, canonical};
use symex::walk::{Event, Point, walk};

use crate::generalize::{Folding, Keeps, Kinds, Manner, tidied};
use crate::rests::rests;

use places::Places;

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
    places: Places,
}

/// All states that can arrive anywhere, or what ended the search for them.
pub fn explore(machine: &mut Machine<'_, '_>, effort: Effort, budget: &Budget) -> Result<Vec<Context>, Limit> {
    let (prepared, entry) = (machine.prepared, machine.prepared.entry);
    let (start, _) = canonical(&initial(prepared, entry), 0).ok_or(Limit::Effort)?;
    let hints = Arc::new(Hints { rests: rests(prepared.module), kinds: Kinds::default() });
    let places = Places::of(prepared.module);
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

    /// Before a state is compared with others.
    fn weigh(&self, state: &State) -> Result<(), Limit> {
        let weight = state.weight();
        self.budget.step(STEPS_OF_COMPARISON * (weight * weight) as u64);
        if weight > HEAVIEST {
            return Err(Limit::Effort);
        }
        self.budget.exhausted().map_or(Ok(()), Err)
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
}
