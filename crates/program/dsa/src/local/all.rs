//! Every function by itself, callees first.

use ir::{Builtin, Callee, FuncBody, Id};

use super::carriers::{Callees, carriers};
use super::function::Local;
use crate::state::Analysis;

/// Looks at the instructions of every function once, at those of callees first.
pub(crate) fn analyse_functions(analysis: &mut Analysis<'_>) {
    let module = analysis.module;
    let mut direct = vec![Vec::new(); module.funcs.len()];
    for (id, func) in module.funcs.iter_enumerated() {
        for inst in func.blocks.iter().flat_map(|block| &block.insts) {
            if let Some(call) = inst.kind.as_call()
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
            let tracked = carriers(module, &module.funcs[func], &Known(analysis));
            analysis.funcs[func.index()].tracked = Some(tracked);
            Local::new(analysis, func).run();
        }
    }
    analysis.own_nodes = analysis.graph.len();
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
