//! Numbers that are computed from addresses.
//!
//! A number remembers the cells it came from, its *origins*, and merges nothing: most are never used as addresses. One that
//! is may point anywhere into what it came from, and becomes one collapsed node with that. A number that is already one node with
//! what it came from remembers itself: which byte it leads to is known as little as before.

use smallvec::SmallVec;

use super::arena::Graph;
use super::cell::{Cell, Flags, NodeId};

impl Graph {
    /// A number computed from what `of` refers to. Nothing is merged unless the number is used as an address.
    pub fn scrambled(&mut self, of: Cell) -> Cell {
        let of = self.norm(of);
        let node = self.node(of.node);
        if node.collapsed || !node.origins.is_empty() {
            return of;
        }
        let number = self.fresh(Flags::NUMBER);
        self.add_origin(number, of);
        number
    }

    pub fn add_origin(&mut self, number: Cell, of: Cell) {
        self.add_origins(number, &[of]);
    }

    /// All at once: a number may have thousands of them.
    pub fn add_origins(&mut self, number: Cell, of: &[Cell]) {
        let (number, _) = self.find(number.node);
        self.tidy_origins(number);
        let known = self.node(number).origins.len();
        let mut new: SmallVec<[Cell; 1]> = of.iter().map(|cell| self.norm(*cell)).collect();
        new.retain(|cell| !self.is_idle(number, *cell) && self.node(number).origins.binary_search(cell).is_err());
        if new.is_empty() {
            return;
        }
        let node = &mut self.nodes[number.index()];
        self.forest.add_flags(number, Flags::NUMBER);
        let spreading = self.forest.flags(number).spreading();
        node.origins.extend(new.iter().copied());
        node.origins.sort_unstable();
        node.origins.dedup();
        if node.origins.len() > known {
            self.mark(number);
        }
        self.to_spread.extend(new.iter().map(|cell| (cell.node, spreading)));
        self.resolve_origins(number);
        self.settle();
    }

    /// What a number was computed from by some callee, when nothing more is known of that.
    pub fn unknown_origin(&mut self, number: Cell) -> Cell {
        let number = self.norm(number);
        let node = self.node(number.node);
        if node.collapsed {
            return number;
        }
        let origins = node.origins.iter().map(|origin| self.normal(*origin));
        let mut unknown = origins.filter(|origin| self.flags(origin.node).contains(Flags::ORIGIN));
        if let Some(there) = unknown.next() {
            return there;
        }
        let origin = self.fresh(Flags::ORIGIN);
        self.add_origin(number, origin);
        origin
    }

    /// A number that is dereferenced is somewhere in what it was computed from.
    pub(super) fn resolve_origins(&mut self, root: NodeId) {
        if !self.is_root(root) || !self.flags(root).intersects(Flags::READ | Flags::MODIFIED) {
            return;
        }
        let node = &mut self.nodes[root.index()];
        if !node.origins.is_empty() {
            let origins = std::mem::take(&mut node.origins);
            self.collapse_now(root);
            self.pending.extend(origins.into_iter().map(|origin| (Cell::new(root, 0), origin)));
        }
    }

    /// Does the origin say nothing new of the number? A collapsed node tells no bytes apart anyway.
    fn is_idle(&self, number: NodeId, origin: Cell) -> bool {
        origin.node == number && self.node(number).collapsed
    }

    /// Each origin once, as it is now, sorted.
    pub(super) fn tidy_origins(&mut self, root: NodeId) {
        let mut origins = std::mem::take(&mut self.nodes[root.index()].origins);
        for origin in &mut origins {
            *origin = self.norm(*origin);
        }
        origins.sort_unstable();
        origins.dedup();
        origins.retain(|origin| !self.is_idle(root, *origin));
        self.nodes[root.index()].origins = origins;
    }
}
