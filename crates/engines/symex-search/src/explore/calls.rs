//! Calls, and what returns from them.

use engine::Limit;
use ir::{FuncId, InstKind, RegId};
use symex::call::{Entered, Passed, combine, forget_unreachable, pass};
use symex::cover::{Common, Match, Registers, covers};
use symex::proof::keeps_heap;
use symex::state::{State, canonical};
use symex::walk::Point;

use super::{ENTRIES, Explorer, PATIENCE, RECURSIVE_RETURNS, RETURNS, Waiting, Work};
use crate::generalize::{Folding, Keeps, Manner, generalize};

impl Explorer<'_, '_, '_> {
    /// The state and all others that return from there now, as one, as far as that goes: callers would go on with each of them.
    ///
    /// Paper: [AProVE] section 5.1, unique exits.
    pub(super) fn with_others(&mut self, graph: usize, state: State) -> State {
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

    pub(super) fn returned(&mut self, graph: usize, state: &State) -> Result<(), Limit> {
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

    /// Goes on behind a call.
    pub(super) fn resume(&mut self, callee: usize, waiting: &Waiting, returned: usize) -> Result<(), Limit> {
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

    pub(super) fn call(
        &mut self,
        graph: usize,
        parent: Option<usize>,
        point: Point,
        callee: FuncId,
    ) -> Result<(), Limit> {
        let Point { block, index, mut state } = point;
        let caller = self.graphs[graph].func;
        let code = &self.machine.module.funcs[caller].blocks[block];
        let InstKind::Call(call) = &code.insts[index].kind else { panic!("invariant: only calls enter functions") };
        let live = self.machine.prepared.flow(caller).live_after(block, index);
        let passed = pass(self.machine, &mut state, call, callee, &|reg: RegId| live.contains(reg));
        let passed = passed.ok_or(Limit::Effort)?;
        let vars = match parent {
            Some(cut) => self.graphs[graph].cuts[cut].state.var_bound(),
            None => self.graphs[graph].entry.var_bound(),
        };
        forget_unreachable(&mut state, &passed, &|reg: RegId| live.contains(reg), vars);
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
    pub(super) fn graph_for(&mut self, callee: FuncId, passed: &Passed) -> Result<(usize, Match), Limit> {
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
        let busy = self.places.count(callee) > ENTRIES;
        if candidates.is_empty() && busy {
            entry = self.with_all_constants(callee, entry, &passed.entry);
        } else if candidates.len() >= if recursive || busy { 1 } else { ENTRIES } {
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

    /// An entry state for all constants that the function is called with; the entry state itself if there is none.
    fn with_all_constants(&mut self, callee: FuncId, entry: State, passed: &State) -> State {
        let registers = Registers::Of(callee);
        let common = Common { vars: 0, objects: 0, registers, keeps_heap: self.machine.leaks };
        let hints = self.hints.clone();
        let manner = Manner {
            vars: 0,
            objects: 0,
            shared: 0,
            registers,
            forgets_shapes: false,
            keeps: Keeps::All,
            widens: false,
            rests: &[],
            kinds: &hints.kinds,
        };
        let corners = self.places.corners(self.machine.module, callee, &entry);
        let general = corners.into_iter().map(Some).reduce(|general, corner| {
            let general = generalize(self.machine, &general?, &corner?, manner)?;
            canonical(&general, 0).map(|(general, _)| general)
        });
        let general = general.flatten();
        general.filter(|general| covers(self.machine, general, passed, common).is_some()).unwrap_or(entry)
    }
}
