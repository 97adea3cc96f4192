//! Unification of cells, with the nodes that they are bytes of.
//!
//! Paper: [SAS17] section 3, Fig. 6 (`unifyCells`, `unifyNodes`, `redirectEdges`, `collapseNode`).
//! Input:      any cells of the arena.
//! Guarantees: after `unify(a, b)` both cells are the same byte of the same node, and the graph simulates what it was
//!             before (Lemma 1; tested by `unification_covers_what_was_there`).
//! DIVERGENCE: merged nodes form a union-find forest whose edges carry the distance of the origins, so that nothing is
//!             redirected: a cell is brought up to date when it is looked at.
//! DIVERGENCE: a layout is the bytes modulo a number (0: all told apart, 1: collapsed). Sequences of different element
//!             sizes, sequences met at an odd offset and a node met with itself get the greatest common divisor where
//!             the paper collapses them. Sound because identifying x with x + m·k for all m is what a sequence means.
//!             Only an access that does not fit an element collapses.
//! DIVERGENCE: contents have a width, and overlapping ones are unified: a pointer may be read in pieces.
//! Loses precision when: an index reaches over the fields of a structure around an array.

use super::arena::Graph;
use super::cell::{Cell, Flags, NodeId};
use super::node::{ENDLESS, Field, Node, Shape, Site};

impl Graph {
    /// Makes the two cells one.
    pub fn unify(&mut self, a: Cell, b: Cell) {
        self.pending.push((a, b));
        self.settle();
    }

    pub(super) fn settle(&mut self) {
        loop {
            if let Some((a, b)) = self.pending.pop() {
                self.unify_now(a, b);
            } else if let Some((id, flags)) = self.to_spread.pop() {
                self.spread_now(id, flags);
            } else {
                return;
            }
        }
    }

    fn unify_now(&mut self, a: Cell, b: Cell) {
        let (a, b) = (self.norm(a), self.norm(b));
        if a.node == b.node {
            let distance = a.offset.abs_diff(b.offset);
            if distance != 0 {
                self.set_modulus(a.node, distance);
            }
            return;
        }
        let weight = |node: &Node| node.fields.len() + node.sites.len() + node.origins.len();
        let (keep, gone) = if weight(self.node(a.node)) >= weight(self.node(b.node)) { (a, b) } else { (b, a) };
        self.embed(gone, keep);
    }

    /// Merges the node of `gone` into that of `keep` so that the two cells coincide.
    fn embed(&mut self, gone: Cell, keep: Cell) {
        let shift = keep.offset.wrapping_sub(gone.offset);
        let old = std::mem::take(&mut self.nodes[gone.node.index()]);
        let old_flags = self.flags(gone.node);
        self.forest.merge(gone.node, keep.node, shift);
        self.mark(keep.node);
        let spreading = (old_flags | self.flags(keep.node)).spreading();
        if spreading != Flags::NONE {
            self.to_spread.push((keep.node, spreading));
            let reached = old.fields.iter().filter_map(|field| field.content).chain(old.origins.iter().copied());
            self.to_spread.extend(reached.map(|cell| (cell.node, spreading)));
        }
        self.forest.add_flags(keep.node, old_flags.without(Flags::SHARED | Flags::EXTERNAL | Flags::CYCLIC));
        let kept = &mut self.nodes[keep.node.index()];
        for func in old.funcs {
            if let Err(at) = kept.funcs.binary_search(&func) {
                kept.funcs.insert(at, func);
            }
        }
        let both_numbers = !kept.origins.is_empty() && !old.origins.is_empty();
        kept.origins.extend(old.origins);
        if both_numbers {
            self.tidy_origins(keep.node);
        }
        for (site, base) in old.sites {
            self.insert_site(keep.node, site, base.wrapping_add(shift));
        }
        if old.modulus != 0 {
            self.set_modulus(keep.node, old.modulus);
        }
        if old.collapsed {
            self.collapse_now(keep.node);
        }
        for field in old.fields {
            self.insert(keep.node, Field { offset: field.offset.wrapping_add(shift), ..field });
        }
        self.resolve_origins(keep.node);
    }

    /// Bytes `modulus` apart become one.
    pub(super) fn set_modulus(&mut self, root: NodeId, modulus: u64) {
        let node = &mut self.nodes[root.index()];
        // Longer elements than there are objects come from arithmetic that wrapped around.
        let common = if modulus < ENDLESS as u64 { gcd(node.modulus, modulus) } else { 1 };
        if common == node.modulus || node.collapsed {
            return;
        }
        node.modulus = common;
        node.widest = 0;
        self.forest.add_flags(root, Flags::CYCLIC);
        let fields = std::mem::take(&mut node.fields);
        let sites = std::mem::take(&mut node.sites);
        self.mark(root);
        for (site, base) in sites {
            self.insert_site(root, site, base);
        }
        for field in fields {
            self.insert(root, field);
        }
    }

    /// The node of a cell becomes a sequence of elements of some multiple of `stride` bytes (Fig. 7, line 68).
    pub fn make_sequence(&mut self, cell: Cell, stride: u64) {
        let (root, _) = self.find(cell.node);
        self.set_modulus(root, stride.max(1));
        self.settle();
    }

    pub fn collapse(&mut self, cell: Cell) {
        let (root, _) = self.find(cell.node);
        self.collapse_now(root);
        self.settle();
    }

    pub(super) fn collapse_now(&mut self, root: NodeId) {
        let node = &mut self.nodes[root.index()];
        if node.collapsed {
            return;
        }
        node.collapsed = true;
        node.modulus = 1;
        node.widest = 0;
        self.forest.add_flags(root, Flags::CYCLIC);
        let fields = std::mem::take(&mut node.fields);
        let sites = std::mem::take(&mut node.sites);
        self.mark(root);
        for (site, _) in sites {
            self.insert_site(root, site, 0);
        }
        for field in fields {
            self.insert(root, field);
        }
    }

    /// Adds a field, in the coordinates of a root that stays one; what has to be merged for it waits in `pending`.
    pub(super) fn insert(&mut self, root: NodeId, field: Field) {
        let node = &self.nodes[root.index()];
        let part = |offset, width| Field { offset, shape: Shape { width, ..field.shape }, ..field };
        if node.collapsed {
            let shape = Shape { width: 1, bulk: false, ..field.shape };
            return self.place(root, Field { offset: 0, shape, ..field });
        }
        if node.modulus == 0 {
            return self.place(root, field);
        }
        let element = node.modulus as i64;
        let offset = node.normal(field.offset);
        let width = field.shape.width;
        if offset.saturating_add(width) <= element {
            self.place(root, part(offset, width));
        } else if !field.shape.bulk {
            self.collapse_now(root);
            self.insert(root, field);
        } else if width >= element {
            self.place(root, part(0, element));
        } else {
            self.place(root, part(offset, element - offset));
            self.place(root, part(0, offset + width - element));
        }
    }

    fn place(&mut self, root: NodeId, field: Field) {
        let node = &mut self.nodes[root.index()];
        let key = |field: &Field| (field.offset, field.shape.width, field.shape.bulk, field.shape.class);
        match node.fields.binary_search_by_key(&key(&field), key) {
            Ok(at) => {
                let there = &mut node.fields[at];
                let flags = there.flags | field.flags;
                let before = (there.flags, there.content.is_some());
                there.flags = flags;
                there.shape.of = there.shape.of.or(field.shape.of);
                match (there.content, field.content) {
                    (Some(a), Some(b)) if a != b => self.pending.push((a, b)),
                    (None, Some(b)) => {
                        there.content = Some(b);
                        self.joined(root, at, b);
                    }
                    (_, Some(_) | None) => {}
                }
                let there = &self.nodes[root.index()].fields[at];
                if before != (there.flags, there.content.is_some()) {
                    self.mark(root);
                }
            }
            Err(at) => {
                node.widest = node.widest.max(field.shape.width);
                node.fields.insert(at, field);
                if let Some(content) = field.content {
                    self.joined(root, at, content);
                }
                self.mark(root);
            }
        }
        self.forest.add_flags(root, field.flags);
    }

    /// A field got a content: whatever overlaps has the same.
    fn joined(&mut self, root: NodeId, at: usize, content: Cell) {
        let node = &self.nodes[root.index()];
        let field = node.fields[at];
        let others = node.overlapping(field.offset, field.shape.width).filter(|index| *index != at);
        let others =
            others.map(|index| &node.fields[index]).filter(|other| other.shape.class.may_be(field.shape.class));
        let others = others.filter_map(|other| other.content).filter(|other| *other != content);
        self.pending.extend(others.map(|other| (other, content)));
        let spreading = self.flags(root).spreading();
        if spreading != Flags::NONE {
            self.to_spread.push((content.node, spreading));
        }
    }

    pub(super) fn insert_site(&mut self, root: NodeId, site: Site, base: i64) {
        let node = &mut self.nodes[root.index()];
        let entry = (site, node.normal(base));
        if let Err(at) = node.sites.binary_search(&entry) {
            node.sites.insert(at, entry);
            self.mark(root);
        }
    }

    fn spread_now(&mut self, id: NodeId, flags: Flags) {
        let (root, _) = self.find(id);
        if self.flags(root).contains(flags) {
            return;
        }
        self.forest.add_flags(root, flags);
        let node = &self.nodes[root.index()];
        let reached = node.fields.iter().filter_map(|field| field.content).chain(node.origins.iter().copied());
        self.to_spread.extend(reached.map(|cell| (cell.node, flags)));
        self.mark(root);
        self.resolve_origins(root);
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
