//! Bottom-up and top-down propagation, in rounds until nothing changes.
//!
//! Paper: [SAS17] section 4, Fig. 9 (`propagate`).
//! DIVERGENCE: where the paper keeps a worklist of calls, a round passes over all of them in the order of the call graph and
//!             stops at those whose graphs have a new version. What that takes of each call lies side by side in memory, so
//!             that a call with nothing to do costs nearly nothing.
//! DIVERGENCE: top-down propagation unifies those nodes of the callee that are one in the caller, and nothing else; the
//!             paper copies the caller's graph into the callee.

use ir::Id;

use super::program::Program;
use super::touched::Touched;
use crate::graph::{Cell, Flags, Graph, NodeId};

/// Nodes that calls may bring into the graph of a function before it shares one with those it calls: what a call brings
/// may double with every function on the way.
const MOST_COPIES: usize = 1 << 14;
/// The same for all functions together.
const MOST_NODES: usize = 1 << 21;

impl Program<'_> {
    /// Bottom-up and top-down until nothing changes. `false` when components have to be found anew.
    ///
    /// Going up once brings everything into all callers, since callees come first; so the end is reached when going down
    /// changes nothing.
    pub fn settle(&mut self) -> bool {
        // Nodes that calls brought into each component's graph.
        let mut copies = vec![0; self.components.len()];
        loop {
            self.rounds += 1;
            if !self.bottom_up(&mut copies) {
                return false;
            }
            let before = self.analysis.graph.changes;
            self.top_down();
            if self.analysis.graph.changes == before {
                return true;
            }
        }
    }

    /// `false` when graphs grew so large that some functions have to share one.
    fn bottom_up(&mut self, copies: &mut [usize]) -> bool {
        let mut all_fit = true;
        for (component, copied) in copies.iter_mut().enumerate() {
            for index in 0..self.components.targets(component).len() {
                let target = self.components.targets(component)[index];
                let state = &mut self.analysis.targets[target];
                let version = self.components.version(state.callee);
                if state.absorbed == version {
                    continue;
                }
                let (before, size) = (self.analysis.graph.changes, self.analysis.graph.len());
                if *copied > MOST_COPIES || size > MOST_NODES + self.analysis.own_nodes {
                    state.joined = true;
                    all_fit = false;
                    continue;
                }
                state.absorbed = version;
                let caller = state.caller;
                self.analysis.absorb_call(target);
                *copied += self.analysis.graph.len() - size;
                if self.analysis.graph.changes != before {
                    self.components.changed(caller);
                }
            }
        }
        all_fit
    }

    pub fn top_down(&mut self) {
        self.find_shared_images();
        let touched = Touched::of_images(self);
        for component in (0..self.components.len()).rev() {
            for index in 0..self.components.targets(component).len() {
                let target = self.components.targets(component)[index];
                let before = self.analysis.graph.changes;
                self.keep_apart(target, &touched);
                if self.analysis.graph.changes != before {
                    self.components.changed(self.analysis.targets[target].callee);
                }
            }
        }
    }

    /// The versions of the graphs on both sides of a call.
    fn both_versions(&self, target: usize) -> (u64, u64) {
        let state = &self.analysis.targets[target];
        (self.components.version(state.caller), self.components.version(state.callee))
    }

    /// Which images are shared regions, for calls whose graphs changed: a region that is not shared becomes so by a change
    /// of its function's graph.
    fn find_shared_images(&mut self) {
        for target in 0..self.analysis.targets.len() {
            let versions = self.both_versions(target);
            if self.analysis.targets[target].shared_in == versions {
                continue;
            }
            let graph = &self.analysis.graph;
            let is_shared = |outer: &Cell| graph.flags_of(outer.node).contains(Flags::SHARED);
            let places = &mut self.analysis.places[target];
            places.shared.clear();
            places.shared.extend(places.images.iter().filter(|(_, outer)| is_shared(outer)));
            let state = &mut self.analysis.targets[target];
            state.shared_in = versions;
            state.has_shared = !places.shared.is_empty();
        }
    }

    /// Unifies nodes of the callee that are one node in the caller, where one of them is modified.
    ///
    /// When both graphs are as they were the last time, only regions that all functions share may have to be looked at
    /// again: others change them, and what `touched` says of them.
    fn keep_apart(&mut self, target: usize, touched: &Touched) {
        let versions = self.both_versions(target);
        let state = &mut self.analysis.targets[target];
        let only_shared = state.kept_apart == versions;
        if only_shared && !state.has_shared {
            return;
        }
        state.kept_apart = versions;
        let inner = self.components.of[state.callee.index()];
        let places = &self.analysis.places[target];
        let images = if only_shared { &places.shared } else { &places.images };
        let graph = &mut self.analysis.graph;
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
            let is_shared = graph.flags(root).contains(Flags::SHARED);
            let both = || touched.get(inner, group[0].0) | touched.get(inner, root);
            join_group(graph, root, group, if is_shared { both() } else { Flags::NONE });
        }
    }
}

/// Unifies the callee's nodes that are `root` in the caller, if one of them is modified: each is given with its origin there.
///
/// `used` is what the callee does to `root` itself, when all functions share it.
fn join_group(graph: &mut Graph, root: NodeId, group: &[(NodeId, NodeId, i64)], used: Flags) {
    let is_modified = |graph: &Graph, node: NodeId| graph.flags_of(node).contains(Flags::MODIFIED);
    if !is_modified(graph, root) || (group.len() == 1 && used == Flags::NONE) {
        return;
    }
    if !used.contains(Flags::MODIFIED) && !group.iter().any(|(_, node, _)| is_modified(graph, *node)) {
        return;
    }
    let modulus = graph.node(root).modulus;
    let (outer, first, first_offset) = group[0];
    // The origin of the caller's node in the callee's terms.
    let base = if used == Flags::NONE { Cell::new(first, first_offset.wrapping_neg()) } else { Cell::new(outer, 0) };
    for (_, node, offset) in group {
        graph.unify(base.plus(*offset), Cell::new(*node, 0));
    }
    if modulus != 0 {
        graph.make_sequence(base, modulus);
    }
}
