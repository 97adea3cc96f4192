//! Functions that called pointers may lead to: those of the node, of what its number was computed from, and of what both
//! are in callers.

use ir::{BitSet, FuncId, Signature};
use rustc_hash::FxHashSet;

use crate::graph::{Cell, Flags, NodeId};
use crate::result::{CallFacts, PointsTo};

/// Who calls whom.
pub struct Contexts {
    /// Calls into each component from others: the call and which of its targets.
    callers: Vec<Vec<(usize, usize)>>,
    /// Functions whose address is taken.
    taken: BitSet<FuncId>,
    /// What functions that the unknown may call do to regions that all functions share.
    called_back: Vec<(NodeId, Flags)>,
}

impl Contexts {
    pub fn of(points_to: &PointsTo<'_>) -> Contexts {
        let module = points_to.module();
        let components = module.funcs.ids().map(|func| points_to.component(func) + 1).max().unwrap_or(0);
        let mut callers = vec![Vec::new(); components];
        for (number, call) in points_to.calls().iter().enumerate() {
            for (index, target) in call.targets.iter().enumerate() {
                if !target.inner && module.funcs[target.callee].is_defined() {
                    callers[points_to.component(target.callee)].push((number, index));
                }
            }
        }
        let effects = |func: &FuncId| {
            let func = *func;
            let shared = points_to.shared_effects(func).into_iter();
            shared.map(move |node| (node, points_to.effect(func, node)))
        };
        let called_back = points_to.known_outside().iter().flat_map(effects).collect();
        Contexts { callers, taken: ir::address_taken(module), called_back }
    }

    /// Does a function that calls the unknown do all that this may call back for?
    pub fn is_called_back(&self, points_to: &PointsTo<'_>, func: FuncId) -> bool {
        self.called_back.iter().all(|(node, flags)| points_to.effect(func, *node).contains(*flags))
    }

    /// Functions of the right type that a call through a pointer to the node may reach, and does not according to the graphs; and
    /// may it be a function outside of the program?
    pub fn missing(
        &self,
        points_to: &PointsTo<'_>,
        call: &CallFacts,
        signature: &Signature,
        node: NodeId,
    ) -> (Vec<FuncId>, bool) {
        let start = (points_to.component(call.site.func), node);
        let mut seen = FxHashSet::from_iter([start]);
        let mut work = vec![start];
        let mut funcs = BitSet::new(points_to.module().funcs.len());
        let mut external = false;
        while let Some((component, id)) = work.pop() {
            let node = points_to.node(id);
            for func in &node.funcs {
                funcs.insert(*func);
            }
            external |= points_to.flags(id).contains(Flags::EXTERNAL);
            let origins = node.origins.iter().map(|origin| (component, points_to.normal(*origin).node));
            work.extend(origins.filter(|place| seen.insert(*place)));
            if points_to.flags(id).contains(Flags::SHARED) {
                continue;
            }
            for (number, index) in &self.callers[component] {
                let caller = &points_to.calls()[*number];
                if let Some(outer) = caller.targets[*index].image(points_to, Cell::new(id, 0)) {
                    let place = (points_to.component(caller.site.func), outer.node);
                    if seen.insert(place) {
                        work.push(place);
                    }
                }
            }
        }
        if external {
            funcs.union_with(&self.taken);
        }
        let known = |func: FuncId| call.targets.iter().any(|target| target.callee == func);
        let fits = |func: FuncId| signature.may_reach(&points_to.module().funcs[func].signature);
        (funcs.iter().filter(|func| fits(*func) && !known(*func)).collect(), external)
    }
}
