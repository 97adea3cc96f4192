//! All functions together, with the graphs that they share.

use ir::{FuncId, Id};
use rustc_hash::FxHashSet;

use super::components::Components;
use crate::state::Analysis;

/// A program whose functions are brought together.
pub(crate) struct Program<'m> {
    pub analysis: Analysis<'m>,
    /// Functions whose address is taken.
    pub taken: Vec<FuncId>,
    /// Functions that code outside of the program may call.
    pub known_outside: FxHashSet<FuncId>,
    pub components: Components,
    /// Bottom-up and top-down rounds.
    pub rounds: u32,
}

impl<'m> Program<'m> {
    pub fn new(analysis: Analysis<'m>) -> Program<'m> {
        let taken = ir::address_taken(analysis.module).iter().collect();
        let components = Components::new(analysis.module.funcs.len());
        Program { analysis, taken, known_outside: FxHashSet::default(), components, rounds: 0 }
    }

    /// Functions that call each other get one graph.
    pub fn find_components(&mut self) {
        let mut edges: Vec<Vec<FuncId>> = vec![Vec::new(); self.analysis.funcs.len()];
        for target in &self.analysis.targets {
            edges[target.caller.index()].push(target.callee);
            // As if they called each other: then they have one graph.
            if target.joined {
                edges[target.callee.index()].push(target.caller);
            }
        }
        self.components.update(ir::strongly_connected(&edges));
        for target in 0..self.analysis.targets.len() {
            let state = &mut self.analysis.targets[target];
            let one = self.components.of[state.caller.index()] == self.components.of[state.callee.index()];
            let inner = one || self.analysis.options.context_insensitive;
            if inner && !state.inner {
                state.inner = true;
                let (number, callee) = (state.call, state.callee);
                self.analysis.places[target] = Default::default();
                self.analysis.merge_call(number, callee);
            }
        }
        self.components.list_outer(&self.analysis);
    }
}
