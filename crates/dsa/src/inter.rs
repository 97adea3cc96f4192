//! All functions together.
//!
//! Paper: [SAS17] section 4, Fig. 9 (`CSAnalysis`, `cloneSummaries`, `propagate`).
//! Guarantees: at every call the map from the callee's nodes to the caller's is a function, and where one of two nodes
//!             of the callee is modified there, they are different nodes in the caller: the correctness condition CC
//!             (checked again by `check::calls`).
//! DIVERGENCE: the paper maps cells; we ask for different *nodes*, since a region becomes one array: two regions that lie
//!             side by side in one region of the caller would both be updates of its array.
//! DIVERGENCE: top-down propagation unifies those nodes of the callee that are one in the caller, and nothing else; the
//!             paper copies the caller's graph into the callee.
//! DIVERGENCE: indirect calls are resolved on the way: functions that callers may pass for a called pointer flow down
//!             without merging anything; where nothing is known, functions that fit by type and whose address is taken.

use ir::{CallGraph, Callee, FuncBody, FuncId, Id};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::carriers::{Callees, carriers};
use crate::cell::{Cell, Flags, NodeId};
use crate::graph::Graph;
use crate::local::Local;
use crate::state::Analysis;
use crate::touched::Touched;

pub(crate) struct Program<'m> {
    pub analysis: Analysis<'m>,
    by_type: CallGraph,
    /// Components of the call graph as far as it is known, callees first.
    pub components: Vec<Vec<FuncId>>,
    pub component_of: Vec<usize>,
    /// Counts changes of each component's graph.
    versions: Vec<u64>,
    /// Bottom-up and top-down rounds.
    pub rounds: u32,
}

impl<'m> Program<'m> {
    pub fn new(analysis: Analysis<'m>) -> Program<'m> {
        let by_type = CallGraph::of(analysis.module);
        let count = analysis.module.funcs.len();
        Program {
            analysis,
            by_type,
            components: Vec::new(),
            component_of: vec![0; count],
            versions: Vec::new(),
            rounds: 0,
        }
    }

    pub fn run(&mut self) {
        self.analyse_functions();
        loop {
            self.find_components();
            self.settle();
            if !self.resolve(false) && !self.resolve(true) {
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
    }

    fn find_components(&mut self) {
        let analysis = &self.analysis;
        let mut edges: Vec<Vec<FuncId>> = vec![Vec::new(); analysis.funcs.len()];
        for call in &analysis.calls {
            edges[call.site.func.index()].extend(call.targets.iter().map(|target| target.callee));
        }
        self.components = ir::strongly_connected(&edges);
        for (index, component) in self.components.iter().enumerate() {
            component.iter().for_each(|func| self.component_of[func.index()] = index);
        }
        self.versions = vec![1; self.components.len()];
        for number in 0..self.analysis.calls.len() {
            for index in 0..self.analysis.calls[number].targets.len() {
                let caller = self.analysis.calls[number].site.func;
                let target = &mut self.analysis.calls[number].targets[index];
                target.absorbed = 0;
                target.checked = (0, 0, 0);
                let callee = target.callee;
                let one = self.component_of[caller.index()] == self.component_of[callee.index()];
                let inner = one || self.analysis.options.context_insensitive;
                if inner && !target.inner {
                    target.inner = true;
                    target.images.clear();
                    self.analysis.merge_call(number, callee);
                }
            }
        }
    }

    /// Bottom-up and top-down until nothing changes.
    fn settle(&mut self) {
        loop {
            self.rounds += 1;
            let before = self.analysis.graph.changes;
            self.bottom_up();
            self.top_down();
            if self.analysis.graph.changes == before {
                return;
            }
        }
    }

    pub fn calls_of(&self, component: usize) -> Vec<usize> {
        let funcs = &self.components[component];
        funcs.iter().flat_map(|func| self.analysis.funcs[func.index()].calls.iter().copied()).collect()
    }

    /// The defined callee of a target whose graph is not the caller's, by index.
    fn outer_target(&self, number: usize, index: usize) -> Option<FuncId> {
        let target = &self.analysis.calls[number].targets[index];
        let defined = self.analysis.function(target.callee).is_defined();
        (defined && !target.inner).then_some(target.callee)
    }

    fn bottom_up(&mut self) {
        for component in 0..self.components.len() {
            for number in self.calls_of(component) {
                for index in 0..self.analysis.calls[number].targets.len() {
                    let Some(callee) = self.outer_target(number, index) else { continue };
                    let version = self.versions[self.component_of[callee.index()]];
                    if self.analysis.calls[number].targets[index].absorbed == version {
                        continue;
                    }
                    let before = self.analysis.graph.changes;
                    let images = self.analysis.absorb_call(number, callee);
                    if self.analysis.graph.changes != before {
                        self.versions[component] += 1;
                    }
                    let target = &mut self.analysis.calls[number].targets[index];
                    target.images = images;
                    target.absorbed = version;
                }
            }
        }
    }

    fn top_down(&mut self) {
        let touched = Touched::of(self);
        for component in (0..self.components.len()).rev() {
            for number in self.calls_of(component) {
                for index in 0..self.analysis.calls[number].targets.len() {
                    let Some(callee) = self.outer_target(number, index) else { continue };
                    let inner = self.component_of[callee.index()];
                    let shared = self.analysis.graph.shared_changes;
                    let now = (self.versions[component], self.versions[inner], shared);
                    if self.analysis.calls[number].targets[index].checked == now {
                        continue;
                    }
                    let before = self.analysis.graph.changes;
                    self.keep_apart(number, index, &touched, inner);
                    if self.analysis.graph.changes != before {
                        self.versions[inner] += 1;
                    } else {
                        self.analysis.calls[number].targets[index].checked = now;
                    }
                }
            }
        }
    }

    /// Unifies nodes of the callee that are one node in the caller, where one of them is modified.
    fn keep_apart(&mut self, number: usize, index: usize, touched: &Touched, inner: usize) {
        let graph = &mut self.analysis.graph;
        let images = std::mem::take(&mut self.analysis.calls[number].targets[index].images);
        let mut by_outer: Vec<(NodeId, NodeId, i64)> = images
            .iter()
            .map(|(node, image)| {
                let (root, delta) = graph.find(*node);
                let image = graph.norm(image.plus(delta.wrapping_neg()));
                (image.node, root, image.offset)
            })
            .collect();
        by_outer.sort_unstable();
        by_outer.dedup();
        for group in by_outer.chunk_by(|a, b| a.0 == b.0) {
            let outer = graph.node(group[0].0);
            let (shared, modulus, flags) = (outer.flags.contains(Flags::SHARED), outer.modulus, outer.flags);
            if !flags.contains(Flags::MODIFIED) {
                continue;
            }
            let used = if shared { touched.get(inner, group[0].0) } else { Flags::NONE };
            let of = |graph: &Graph, node: NodeId| graph.node(graph.root_of(node).0).flags;
            let modified = used.contains(Flags::MODIFIED)
                || group.iter().any(|(_, node, _)| of(graph, *node).contains(Flags::MODIFIED));
            if !modified || (group.len() == 1 && used == Flags::NONE) {
                continue;
            }
            let (_, first, first_offset) = group[0];
            let base = if used == Flags::NONE {
                Cell::new(first, first_offset.wrapping_neg())
            } else {
                Cell::new(group[0].0, 0)
            };
            for (_, node, offset) in group {
                // `base` is the origin of the caller's node in the callee's terms.
                graph.unify(base.plus(*offset), Cell::new(*node, 0));
            }
            if modulus != 0 {
                graph.make_sequence(base, modulus);
            }
        }
        self.analysis.calls[number].targets[index].images = images;
    }

    /// Finds functions that indirect calls may reach; `by_type` where the graphs have none.
    fn resolve(&mut self, by_type: bool) -> bool {
        let incoming = self.incoming();
        let mut found = Vec::new();
        for (number, call) in self.analysis.calls.iter().enumerate() {
            let Some(pointer) = call.pointer else { continue };
            let (root, _) = self.analysis.graph.root_of(pointer.node);
            let node = self.analysis.graph.node(root);
            let passed = incoming.get(&root);
            let fits = |func: &FuncId| call.call.signature.may_reach(&self.analysis.function(*func).signature);
            let mut targets: Vec<FuncId> = node.funcs.iter().copied().filter(fits).collect();
            targets.extend(passed.iter().flat_map(|passed| passed.funcs.iter().copied()).filter(fits));
            let external = node.flags.contains(Flags::EXTERNAL) || passed.is_some_and(|passed| passed.external);
            if by_type && (targets.is_empty() || external) {
                targets.extend(self.by_type.may_call(call.call));
            }
            let known = |func: &FuncId| call.targets.iter().any(|target| target.callee == *func);
            targets.sort_unstable();
            targets.dedup();
            found.extend(targets.into_iter().filter(|func| !known(func)).map(|func| (number, func)));
        }
        for (number, callee) in &found {
            let caller = self.analysis.calls[*number].site.func;
            Local::new(&mut self.analysis, caller).reaches(*number, *callee);
        }
        !found.is_empty()
    }

    /// Functions that callers pass for a node of a callee, by the node.
    pub fn incoming(&self) -> FxHashMap<NodeId, Passed> {
        let graph = &self.analysis.graph;
        let mut incoming: FxHashMap<NodeId, Passed> = FxHashMap::default();
        for component in (0..self.components.len()).rev() {
            for number in self.calls_of(component) {
                for target in &self.analysis.calls[number].targets {
                    for (inner, outer) in &target.images {
                        let (outer, _) = graph.root_of(outer.node);
                        let node = graph.node(outer);
                        let external = node.flags.contains(Flags::EXTERNAL);
                        let mut passed = incoming.get(&outer).cloned().unwrap_or_default();
                        if node.funcs.is_empty() && !external && passed == Passed::default() {
                            continue;
                        }
                        passed.funcs.extend(node.funcs.iter().copied());
                        let (inner, _) = graph.root_of(*inner);
                        let entry = incoming.entry(inner).or_default();
                        entry.external |= external || passed.external;
                        entry.funcs.extend(passed.funcs);
                        entry.funcs.sort_unstable();
                        entry.funcs.dedup();
                    }
                }
            }
        }
        incoming
    }
}

/// What callers may pass besides what the callee's own graph knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Passed {
    pub funcs: SmallVec<[FuncId; 2]>,
    pub external: bool,
}

/// What is known of callees when a function is looked at for the first time.
struct Known<'a, 'm>(&'a Analysis<'m>);

impl Callees for Known<'_, '_> {
    fn parameter_matters(&self, call: &ir::Call, index: usize) -> bool {
        let Callee::Direct(callee) = call.callee else { return true };
        let function = self.0.function(callee);
        let state = &self.0.funcs[callee.index()];
        match function.body {
            FuncBody::Builtin(_) => false,
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
