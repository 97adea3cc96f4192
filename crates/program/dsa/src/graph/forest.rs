//! Which nodes were merged into which: union-find whose edges carry the distance of the origins. And the flags of nodes.
//!
//! Apart from the nodes themselves, because looking for the node that stands for another, and at its flags, is most of
//! what the analysis does, and these few bytes stay in the cache.

use super::cell::{Flags, NodeId};

#[derive(Clone, Debug, Default)]
pub(crate) struct Forest {
    edges: Vec<Edge>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    /// Itself unless it was merged into another node, whose cell at `delta` is this node's origin.
    parent: NodeId,
    flags: Flags,
    delta: i64,
}

impl Forest {
    pub fn add(&mut self, flags: Flags) -> NodeId {
        let id = NodeId::new(self.edges.len());
        self.edges.push(Edge { parent: id, flags, delta: 0 });
        id
    }

    /// `gone` is part of `keep` from now on, its origin this many bytes after that of `keep`. Both are roots. What `gone` was
    /// is for the caller to add to `keep`.
    pub fn merge(&mut self, gone: NodeId, keep: NodeId, delta: i64) {
        self.edges[gone.index()] = Edge { parent: keep, flags: Flags::NONE, delta };
    }

    /// Of a root.
    pub fn flags(&self, root: NodeId) -> Flags {
        self.edges[root.index()].flags
    }

    pub fn add_flags(&mut self, root: NodeId, flags: Flags) {
        self.edges[root.index()].flags |= flags;
    }

    #[cfg(test)]
    pub fn set_flags(&mut self, root: NodeId, flags: Flags) {
        self.edges[root.index()].flags = flags;
    }

    pub fn is_root(&self, id: NodeId) -> bool {
        self.edges[id.index()].parent == id
    }

    /// The node that stands for this one now, and the offset of this one's origin in it.
    pub fn root_of(&self, id: NodeId) -> (NodeId, i64) {
        let (mut at, mut delta) = (id, 0_i64);
        loop {
            let edge = self.edges[at.index()];
            if edge.parent == at {
                return (at, delta);
            }
            delta = delta.wrapping_add(edge.delta);
            at = edge.parent;
        }
    }

    /// As [`Forest::root_of`], and everything on the way gets a direct edge.
    pub fn find(&mut self, id: NodeId) -> (NodeId, i64) {
        let (root, delta) = self.root_of(id);
        let (mut at, mut left) = (id, delta);
        while self.edges[at.index()].parent != root && at != root {
            let edge = &mut self.edges[at.index()];
            let next = *edge;
            *edge = Edge { parent: root, delta: left, ..next };
            left = left.wrapping_sub(next.delta);
            at = next.parent;
        }
        (root, delta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_add_up() {
        let mut forest = Forest::default();
        let [a, b, c] = [(); 3].map(|()| forest.add(Flags::NONE));
        forest.merge(a, b, 8);
        forest.merge(b, c, 4);
        assert_eq!(forest.root_of(a), (c, 12));
        assert_eq!(forest.find(a), (c, 12));
        assert_eq!(forest.find(a), (c, 12));
        assert!(forest.is_root(c) && !forest.is_root(b));
    }
}
