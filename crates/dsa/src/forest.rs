//! Which nodes were merged into which: union-find whose edges carry the distance of the origins.
//!
//! Apart from the nodes themselves, because looking for the node that stands for another is most of what the analysis
//! does, and these few bytes stay in the cache.

use crate::cell::NodeId;

#[derive(Clone, Debug, Default)]
pub(crate) struct Forest {
    edges: Vec<Edge>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    /// Itself unless it was merged into another node, whose cell at `delta` is this node's origin.
    parent: NodeId,
    delta: i64,
}

impl Forest {
    pub fn add(&mut self) -> NodeId {
        let id = NodeId(u32::try_from(self.edges.len()).expect("invariant: fewer than 2^32 nodes"));
        self.edges.push(Edge { parent: id, delta: 0 });
        id
    }

    /// `gone` is part of `keep` from now on, its origin so many bytes after that of `keep`. Both are roots.
    pub fn merge(&mut self, gone: NodeId, keep: NodeId, delta: i64) {
        self.edges[gone.index()] = Edge { parent: keep, delta };
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
            *edge = Edge { parent: root, delta: left };
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
        let [a, b, c] = [forest.add(), forest.add(), forest.add()];
        forest.merge(a, b, 8);
        forest.merge(b, c, 4);
        assert_eq!(forest.root_of(a), (c, 12));
        assert_eq!(forest.find(a), (c, 12));
        assert_eq!(forest.find(a), (c, 12));
        assert!(forest.is_root(c) && !forest.is_root(b));
    }
}
