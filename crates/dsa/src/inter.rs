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

use std::collections::hash_map::Entry;

use ir::{Builtin, CallGraph, Callee, FuncBody, FuncId, Id, Module, Signature, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::carriers::{Callees, carriers};
use crate::cell::{Cell, Flags, NodeId};
use crate::graph::Graph;
use crate::local::Local;
use crate::passed::Reached;
use crate::state::Analysis;
use crate::touched::Touched;

/// Nodes that calls may bring into the graph of a function before it shares one with those it calls: what a call brings
/// may double with every function on the way.
const MOST_COPIES: usize = 1 << 14;
/// The same for all functions together.
const MOST_NODES: usize = 1 << 21;

pub(crate) struct Program<'m> {
    pub analysis: Analysis<'m>,
    /// Functions whose address is taken.
    taken: Vec<FuncId>,
    /// Functions that code outside of the program may call.
    pub known_outside: FxHashSet<FuncId>,
    /// Components of the call graph as far as it is known, callees first.
    pub components: Vec<Vec<FuncId>>,
    pub component_of: Vec<usize>,
    /// Says of each component's graph when it was last changed. A graph that another function joins is a new one; those of
    /// the others stay as they are, and what calls brought from them into others stays there.
    versions: Vec<u64>,
    /// The last number that was used as a version.
    newest: u64,
    /// Nodes that calls brought into each component's graph.
    copies: Vec<usize>,
    /// Bottom-up and top-down rounds.
    pub rounds: u32,
}

impl<'m> Program<'m> {
    pub fn new(analysis: Analysis<'m>) -> Program<'m> {
        let taken = CallGraph::of(analysis.module).address_taken().iter().collect();
        let count = analysis.module.funcs.len();
        Program {
            analysis,
            taken,
            known_outside: FxHashSet::default(),
            components: Vec::new(),
            component_of: vec![0; count],
            versions: Vec::new(),
            newest: 0,
            copies: Vec::new(),
            rounds: 0,
        }
    }

    pub fn run(&mut self) {
        self.analyse_functions();
        loop {
            self.find_components();
            if self.settle() && !self.call_back() && !self.resolve(false) && !self.resolve(true) {
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

    fn find_components(&mut self) {
        let analysis = &self.analysis;
        let mut edges: Vec<Vec<FuncId>> = vec![Vec::new(); analysis.funcs.len()];
        for call in &analysis.calls {
            let caller = call.site.func;
            edges[caller.index()].extend(call.targets.iter().map(|target| target.callee));
            // As if they called each other: then they have one graph.
            call.targets
                .iter()
                .filter(|target| target.joined)
                .for_each(|target| edges[target.callee.index()].push(caller));
        }
        let found = ir::strongly_connected(&edges);
        let mut versions = Vec::with_capacity(found.len());
        for component in &found {
            let same = component.first().map(|func| self.component_of[func.index()]).filter(|before| {
                let all = |func: &FuncId| self.component_of[func.index()] == *before;
                self.components.get(*before).is_some_and(|before| before.len() == component.len())
                    && component.iter().all(all)
            });
            versions.push(match same {
                Some(before) => self.versions[before],
                None => self.new_version(),
            });
        }
        for (index, component) in found.iter().enumerate() {
            component.iter().for_each(|func| self.component_of[func.index()] = index);
        }
        (self.components, self.versions) = (found, versions);
        self.copies = vec![0; self.components.len()];
        for number in 0..self.analysis.calls.len() {
            for index in 0..self.analysis.calls[number].targets.len() {
                let caller = self.analysis.calls[number].site.func;
                let target = &mut self.analysis.calls[number].targets[index];
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

    fn new_version(&mut self) -> u64 {
        self.newest += 1;
        self.newest
    }

    /// The function's graph was changed by other means than calls.
    fn changed(&mut self, func: FuncId) {
        self.versions[self.component_of[func.index()]] = self.new_version();
    }

    /// Bottom-up and top-down until nothing changes. `false` when components have to be found anew.
    fn settle(&mut self) -> bool {
        loop {
            self.rounds += 1;
            let before = self.analysis.graph.changes;
            if !self.bottom_up() {
                return false;
            }
            self.top_down();
            if self.analysis.graph.changes == before {
                return true;
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

    /// `false` when graphs grew so large that some functions have to share one.
    fn bottom_up(&mut self) -> bool {
        let mut all_fit = true;
        for component in 0..self.components.len() {
            for number in self.calls_of(component) {
                for index in 0..self.analysis.calls[number].targets.len() {
                    let Some(callee) = self.outer_target(number, index) else { continue };
                    let version = self.versions[self.component_of[callee.index()]];
                    if self.analysis.calls[number].targets[index].absorbed == version {
                        continue;
                    }
                    let (before, size) = (self.analysis.graph.changes, self.analysis.graph.len());
                    if self.copies[component] > MOST_COPIES || size > MOST_NODES + self.analysis.own_nodes {
                        self.analysis.calls[number].targets[index].joined = true;
                        all_fit = false;
                        continue;
                    }
                    let (images, loose) = self.analysis.absorb_call(number, callee);
                    self.copies[component] += self.analysis.graph.len() - size;
                    if self.analysis.graph.changes != before {
                        self.versions[component] = self.new_version();
                    }
                    let target = &mut self.analysis.calls[number].targets[index];
                    target.images = images;
                    target.loose = loose;
                    target.absorbed = version;
                }
            }
        }
        all_fit
    }

    /// Looks at every call each time: what `touched` says of a callee may change while no graph does.
    fn top_down(&mut self) {
        let touched = Touched::of_images(self);
        for component in (0..self.components.len()).rev() {
            for number in self.calls_of(component) {
                for index in 0..self.analysis.calls[number].targets.len() {
                    let Some(callee) = self.outer_target(number, index) else { continue };
                    let inner = self.component_of[callee.index()];
                    let before = self.analysis.graph.changes;
                    self.keep_apart(number, index, &touched, inner);
                    if self.analysis.graph.changes != before {
                        self.versions[inner] = self.new_version();
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
            // An earlier group may have merged it with another shared node.
            let (root, _) = graph.find(group[0].0);
            let outer = graph.node(root);
            let (shared, modulus, flags) = (outer.flags.contains(Flags::SHARED), outer.modulus, outer.flags);
            if !flags.contains(Flags::MODIFIED) {
                continue;
            }
            let both = || touched.get(inner, group[0].0) | touched.get(inner, root);
            let used = if shared { both() } else { Flags::NONE };
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

    /// Functions that the unknown may call: it chooses their arguments, and keeps their results. Are there new ones?
    fn call_back(&mut self) -> bool {
        let graph = &self.analysis.graph;
        let mut found = Vec::new();
        for id in graph.ids().filter(|id| graph.is_root(*id)) {
            let node = graph.node(id);
            if node.flags.contains(Flags::EXTERNAL) {
                found.extend(node.funcs.iter().copied().filter(|func| !self.known_outside.contains(func)));
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
            let results: Vec<Cell> = local.analysis.funcs[func.index()].rets.iter().flatten().copied().collect();
            results.into_iter().for_each(|cell| local.external(cell));
            self.changed(*func);
        }
        !found.is_empty()
    }

    /// Finds functions that indirect calls may reach; `by_type` where the graphs have none.
    fn resolve(&mut self, by_type: bool) -> bool {
        let mut reached = Reached::of(self);
        let mut found = Vec::new();
        // Many calls of one type go through pointers to one node.
        let mut targets_of: FxHashMap<(NodeId, &Signature), Vec<FuncId>> = FxHashMap::default();
        let mut by_types: FxHashMap<&Signature, Vec<FuncId>> = FxHashMap::default();
        for (number, call) in self.analysis.calls.iter().enumerate() {
            let Some(pointer) = call.pointer else { continue };
            let (root, _) = self.analysis.graph.root_of(pointer.node);
            let signature = &call.call.signature;
            if let Entry::Vacant(vacant) = targets_of.entry((root, signature)) {
                let known = reached.get(root);
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
            let new = targets.iter().filter(|func| !call.reached.contains(func));
            found.extend(new.map(|func| (number, *func)));
        }
        for (number, callee) in &found {
            let caller = self.analysis.calls[*number].site.func;
            Local::new(&mut self.analysis, caller).reaches(*number, *callee);
            self.changed(caller);
        }
        !found.is_empty()
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
