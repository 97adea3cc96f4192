//! Which functions indirect calls reach.
//!
//! Functions that callers may pass for a called pointer flow down without merging anything. Where nothing is known, those
//! that fit by type and whose address is taken; and what is unknown may call whatever function it knows.

use std::collections::hash_map::Entry;

use ir::{FuncId, Id, Module, Signature, Type};
use rustc_hash::FxHashMap;

use super::passed::Reached;
use super::program::Program;
use crate::graph::{Cell, Flags, NodeId};
use crate::local::Local;

impl Program<'_> {
    /// Functions that the unknown may call: it chooses their arguments, variable ones too, and keeps their results. Are there
    /// new ones?
    pub(crate) fn call_back(&mut self) -> bool {
        let graph = &self.analysis.graph;
        let mut found = Vec::new();
        for id in graph.ids().filter(|id| graph.is_root(*id)) {
            if graph.flags(id).contains(Flags::EXTERNAL) {
                found.extend(graph.node(id).funcs.iter().copied().filter(|func| !self.known_outside.contains(func)));
            }
        }
        for func in &found {
            let function = self.analysis.function(*func);
            if !self.known_outside.insert(*func) || !function.is_defined() {
                continue;
            }
            let mut local = Local::new(&mut self.analysis, *func);
            for param in &function.params {
                if local.is_tracked(*param) {
                    let cell = local.register(*param);
                    local.external(cell);
                }
            }
            let state = &local.analysis.funcs[func.index()];
            let others: Vec<Cell> = state.rets.iter().flatten().chain(&state.varargs).copied().collect();
            others.into_iter().for_each(|cell| local.external(cell));
            self.components.changed(*func);
        }
        !found.is_empty()
    }

    /// Finds functions that indirect calls may reach, by type where the graphs have none. Are there new ones?
    pub(crate) fn resolve(&mut self) -> bool {
        let mut reached = Reached::of(self);
        let mut found = self.find_targets(&mut reached, false);
        if found.is_empty() {
            found = self.find_targets(&mut reached, true);
        }
        let outside = self.find_outside(&mut reached);
        for (number, callee) in &found {
            let caller = self.analysis.calls[*number].site.func;
            Local::new(&mut self.analysis, caller).reaches(*number, *callee);
            self.components.changed(caller);
        }
        for number in &outside {
            let call = &mut self.analysis.calls[*number];
            call.outside = true;
            let (caller, call) = (call.site.func, call.call);
            Local::new(&mut self.analysis, caller).unknown(call);
            self.components.changed(caller);
        }
        !found.is_empty() || !outside.is_empty()
    }

    /// Indirect calls, by number, that were not known to reach functions outside of the program.
    fn find_outside(&self, reached: &mut Reached<'_, '_>) -> Vec<usize> {
        let calls = self.analysis.calls.iter().enumerate().filter(|(_, call)| !call.outside);
        let leaves = calls
            .filter(|(_, call)| call.pointer.is_some_and(|pointer| reached.get(call.site.func, pointer.node).external));
        leaves.map(|(number, _)| number).collect()
    }

    /// Indirect calls, by number, with functions that were not known to be reached by them.
    fn find_targets(&self, reached: &mut Reached<'_, '_>, by_type: bool) -> Vec<(usize, FuncId)> {
        let mut found = Vec::new();
        // Many calls of one type go through pointers to one node.
        let mut targets_of: FxHashMap<(NodeId, &Signature), Vec<FuncId>> = FxHashMap::default();
        let mut by_types: FxHashMap<&Signature, Vec<FuncId>> = FxHashMap::default();
        for (number, call) in self.analysis.calls.iter().enumerate() {
            let Some(pointer) = call.pointer else { continue };
            let (root, _) = self.analysis.graph.root_of(pointer.node);
            let signature = &call.call.signature;
            if let Entry::Vacant(vacant) = targets_of.entry((root, signature)) {
                let known = reached.get(call.site.func, root);
                let fits = |func: &FuncId| fits(self.analysis.module, signature, *func);
                let mut targets: Vec<FuncId> = reached.sets.get(known.funcs).iter().copied().filter(fits).collect();
                if by_type && (targets.is_empty() || known.external) {
                    let all =
                        by_types.entry(signature).or_insert_with(|| self.taken.iter().copied().filter(fits).collect());
                    targets.extend(all.iter());
                }
                targets.sort_unstable();
                targets.dedup();
                vacant.insert(targets);
            }
            let targets = &targets_of[&(root, signature)];
            let new = targets.iter().filter(|func| call.reached.binary_search(func).is_err());
            found.extend(new.map(|func| (number, *func)));
        }
        found
    }
}

/// May a call of this type reach the function? As [`Signature::may_reach`], but types that are passed alike are alike.
fn fits(module: &Module, call: &Signature, callee: FuncId) -> bool {
    let callee = &module.funcs[callee].signature;
    let alike = |(a, b): (&Type, &Type)| match (*a, *b) {
        (Type::Float(a), Type::Float(b)) => a == b,
        (Type::Int(_) | Type::Ptr, Type::Int(_) | Type::Ptr) => {
            let (a, b) = (a.bits(module.data_model), b.bits(module.data_model));
            a == b || a.max(b) <= 32
        }
        (Type::Float(_), Type::Int(_) | Type::Ptr) | (Type::Int(_) | Type::Ptr, Type::Float(_)) => false,
    };
    let open = call.variadic || callee.variadic || call.params.len() == callee.params.len();
    open && call.params.iter().zip(&callee.params).all(alike) && call.rets.iter().zip(&callee.rets).all(alike)
}
