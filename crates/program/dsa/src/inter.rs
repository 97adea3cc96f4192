//! All functions together.
//!
//! Paper: [SAS17] section 4, Fig. 9 (`CSAnalysis`, `cloneSummaries`).
//! Guarantees: at every call the map from the callee's nodes to the caller's is a function, and where one of two nodes
//!             of the callee is modified there, they are different nodes in the caller: the correctness condition CC
//!             (checked again by `check::calls`).
//! DIVERGENCE: the paper maps cells; we ask for different *nodes*, since a region becomes one array: two regions that lie
//!             side by side in one region of the caller would both be updates of its array.
//! DIVERGENCE: indirect calls are resolved on the way.

use ir::{Builtin, Callee, FuncBody, FuncId, Id};
use rustc_hash::FxHashSet;

use crate::carriers::{Callees, carriers};
use crate::components::Components;
use crate::local::Local;
use crate::state::Analysis;

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

    pub fn run(&mut self) {
        self.analyse_functions();
        loop {
            self.find_components();
            if self.settle() && !self.call_back() && !self.resolve() {
                #[cfg(debug_assertions)]
                self.check_from_scratch();
                return;
            }
        }
    }

    /// Every function by itself, callees first.
    fn analyse_functions(&mut self) {
        let module = self.analysis.module;
        let mut direct = vec![Vec::new(); module.funcs.len()];
        for (id, func) in module.funcs.iter_enumerated() {
            for inst in func.blocks.iter().flat_map(|block| &block.insts) {
                if let ir::InstKind::Call(call) = &inst.kind
                    && let Callee::Direct(callee) = call.callee
                {
                    direct[id.index()].push(callee);
                }
            }
        }
        for component in ir::strongly_connected(&direct) {
            for func in component {
                if !module.funcs[func].is_defined() {
                    continue;
                }
                let tracked = carriers(module, &module.funcs[func], &Known(&self.analysis));
                self.analysis.funcs[func.index()].tracked = Some(tracked);
                Local::new(&mut self.analysis, func).run();
            }
        }
        self.analysis.own_nodes = self.analysis.graph.len();
    }
}

/// What is known of callees when a function is looked at for the first time.
struct Known<'a, 'm>(&'a Analysis<'m>);

impl Callees for Known<'_, '_> {
    fn parameter_matters(&self, call: &ir::Call, index: usize) -> bool {
        let Callee::Direct(callee) = call.callee else { return true };
        let function = self.0.function(callee);
        let state = &self.0.funcs[callee.index()];
        match function.body {
            // The others take pointers and sizes.
            FuncBody::Builtin(builtin) => builtin == Builtin::Memset && index == 1,
            FuncBody::External => true,
            FuncBody::Defined if !state.analysed => true,
            FuncBody::Defined => match (function.params.get(index), &state.tracked) {
                (Some(param), Some(tracked)) => tracked.contains(*param),
                (None, Some(_)) => state.varargs.is_some(),
                (_, None) => true,
            },
        }
    }

    fn result_carries(&self, call: &ir::Call, index: usize) -> bool {
        let Callee::Direct(callee) = call.callee else { return true };
        let state = &self.0.funcs[callee.index()];
        match self.0.function(callee).body {
            FuncBody::Builtin(_) | FuncBody::External => true,
            FuncBody::Defined => !state.analysed || state.rets.get(index).is_some_and(Option::is_some),
        }
    }
}
