//! The arena of nodes: which there are, and what became of them.
//!
//! Merged nodes form a union-find forest, so that nothing is redirected: a cell is brought up to date when it is looked at.

use rustc_hash::FxHashSet;

use super::cell::{Cell, Flags, NodeId};
use super::forest::Forest;
use super::node::Node;

/// All nodes of an analysis, of all functions.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub(super) forest: Forest,
    pub(super) nodes: Vec<Node>,
    /// When anything of each node was changed last; what its contents refer to may have changed since.
    changed: Vec<u64>,
    pub(super) pending: Vec<(Cell, Cell)>,
    pub(super) to_spread: Vec<(NodeId, Flags)>,
    /// Counts what can make a call out of date: the time, as [`Graph::changed_since`] has it.
    pub changes: u64,
}

impl Graph {
    pub fn fresh(&mut self, flags: Flags) -> Cell {
        let id = self.forest.add(flags);
        self.nodes.push(Node::default());
        self.changed.push(0);
        Cell::new(id, 0)
    }

    /// The node that stands for this one now, and the offset of this one's origin in it.
    pub fn find(&mut self, id: NodeId) -> (NodeId, i64) {
        self.forest.find(id)
    }

    /// As [`Graph::find`], without shortening paths.
    pub fn root_of(&self, id: NodeId) -> (NodeId, i64) {
        self.forest.root_of(id)
    }

    /// The cell as it is now.
    pub fn norm(&mut self, cell: Cell) -> Cell {
        let (root, delta) = self.find(cell.node);
        self.at(root, cell.offset.wrapping_add(delta))
    }

    pub fn normal(&self, cell: Cell) -> Cell {
        let (root, delta) = self.root_of(cell.node);
        self.at(root, cell.offset.wrapping_add(delta))
    }

    fn at(&self, root: NodeId, offset: i64) -> Cell {
        if self.flags(root).contains(Flags::CYCLIC) {
            Cell::new(root, self.nodes[root.index()].normal(offset))
        } else {
            Cell::new(root, offset)
        }
    }

    /// Of a node that was not merged into another.
    pub fn flags(&self, root: NodeId) -> Flags {
        self.forest.flags(root)
    }

    /// Of the node that stands for this one now.
    pub fn flags_of(&self, node: NodeId) -> Flags {
        self.forest.flags(self.root_of(node).0)
    }

    /// The node changes, and with it what it says to callers.
    pub(super) fn mark(&mut self, root: NodeId) {
        self.changes += 1;
        self.changed[root.index()] = self.changes;
    }

    pub fn changed_since(&self, root: NodeId, time: u64) -> bool {
        self.changed[root.index()] > time
    }

    /// A node that was not merged into another.
    pub fn node(&self, root: NodeId) -> &Node {
        debug_assert!(self.is_root(root));
        &self.nodes[root.index()]
    }

    pub fn is_root(&self, id: NodeId) -> bool {
        self.forest.is_root(id)
    }

    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId::new)
    }

    /// Roots that can be reached from some nodes, themselves among them.
    pub fn reachable(&self, from: &[NodeId]) -> Vec<NodeId> {
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        let mut work: Vec<NodeId> = from.iter().map(|node| self.root_of(*node).0).collect();
        let mut found = Vec::new();
        while let Some(id) = work.pop() {
            if seen.insert(id) {
                found.push(id);
                let node = self.node(id);
                let next = node.fields.iter().filter_map(|field| field.content).chain(node.origins.iter().copied());
                work.extend(next.map(|cell| self.root_of(cell.node).0));
            }
        }
        found
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// For tests that break a graph.
    #[cfg(test)]
    pub fn node_mut(&mut self, root: NodeId) -> &mut Node {
        &mut self.nodes[root.index()]
    }

    #[cfg(test)]
    pub fn set_flags(&mut self, root: NodeId, flags: Flags) {
        self.forest.set_flags(root, flags);
    }

    /// Every edge leads directly to its root from now on, and contents are normal.
    pub fn finish(&mut self) {
        for id in self.ids() {
            self.find(id);
        }
        for index in 0..self.nodes.len() {
            let mut fields = std::mem::take(&mut self.nodes[index].fields);
            for content in fields.iter_mut().filter_map(|field| field.content.as_mut()) {
                *content = self.norm(*content);
            }
            self.nodes[index].fields = fields;
        }
    }
}
