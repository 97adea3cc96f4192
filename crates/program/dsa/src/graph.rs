//! The arena of nodes and their unification.
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

use rustc_hash::FxHashSet;

use crate::cell::{Cell, Flags, NodeId};
use crate::forest::Forest;
use crate::node::{ENDLESS, Field, Node, Shape, Site};

/// All nodes of an analysis, of all functions.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub(crate) forest: Forest,
    pub(crate) nodes: Vec<Node>,
    /// When anything of each node was changed last; what its contents refer to may have changed since.
    changed: Vec<u64>,
    pub(crate) pending: Vec<(Cell, Cell)>,
    pub(crate) to_spread: Vec<(NodeId, Flags)>,
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
    pub(crate) fn mark(&mut self, root: NodeId) {
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

    /// Makes the two cells one.
    pub fn unify(&mut self, a: Cell, b: Cell) {
        self.pending.push((a, b));
        self.settle();
    }

    pub(crate) fn settle(&mut self) {
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
    fn set_modulus(&mut self, root: NodeId, modulus: u64) {
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

    pub(crate) fn collapse_now(&mut self, root: NodeId) {
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
    fn insert(&mut self, root: NodeId, field: Field) {
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

    fn insert_site(&mut self, root: NodeId, site: Site, base: i64) {
        let node = &mut self.nodes[root.index()];
        let entry = (site, node.normal(base));
        if let Err(at) = node.sites.binary_search(&entry) {
            node.sites.insert(at, entry);
            self.mark(root);
        }
    }

    /// An instruction touches bytes at the cell.
    pub fn access(&mut self, cell: Cell, shape: Shape, flags: Flags) {
        let cell = self.norm(cell);
        self.insert(cell.node, Field { offset: cell.offset, shape, content: None, flags });
        self.resolve_origins(cell.node);
        self.settle();
    }

    /// What the bytes at the cell refer to; a new node if nothing is known.
    pub fn content(&mut self, cell: Cell, shape: Shape) -> Cell {
        if let Some(content) = self.known_content(cell, shape) {
            return content;
        }
        let content = self.fresh(Flags::NONE);
        self.set_content(cell, shape, content);
        content
    }

    /// What the bytes at the cell refer to, if anything is known.
    pub fn known_content(&mut self, cell: Cell, shape: Shape) -> Option<Cell> {
        let cell = self.norm(cell);
        let node = self.node(cell.node);
        let is_content = |field: &Field| field.content.is_some() && field.shape.class.may_be(shape.class);
        let contents = node.overlapping(cell.offset, shape.width).filter(|index| is_content(&node.fields[*index]));
        let (first, others) = split_first(contents);
        let field = node.fields[first?];
        let content = field.content?;
        // Otherwise what overlaps only the rest of a wide access has to be unified with it, too.
        let same_bytes = node.collapsed || (field.offset == cell.offset && field.shape.width == shape.width);
        if others || !same_bytes || field.shape.class != shape.class {
            self.set_content(cell, shape, content);
        }
        Some(content)
    }

    pub fn set_content(&mut self, cell: Cell, shape: Shape, content: Cell) {
        let cell = self.norm(cell);
        self.insert(cell.node, Field { offset: cell.offset, shape, content: Some(content), flags: Flags::NONE });
        self.settle();
    }

    pub fn add_flags(&mut self, cell: Cell, flags: Flags) {
        let (root, _) = self.find(cell.node);
        if !self.flags(root).contains(flags) {
            self.forest.add_flags(root, flags.without(Flags::SHARED | Flags::EXTERNAL));
            self.mark(root);
            self.to_spread.push((root, flags.spreading()));
            self.resolve_origins(root);
            self.settle();
        }
    }

    pub fn add_site(&mut self, cell: Cell, site: Site) {
        let cell = self.norm(cell);
        self.insert_site(cell.node, site, cell.offset);
    }

    pub fn add_func(&mut self, cell: Cell, func: ir::FuncId) {
        let (root, _) = self.find(cell.node);
        let node = &mut self.nodes[root.index()];
        if let Err(at) = node.funcs.binary_search(&func) {
            node.funcs.insert(at, func);
            self.forest.add_flags(root, Flags::FUNCTION);
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

    /// Gives a node of a caller everything a node of the callee has except contents and origins, which need images; the
    /// callee's fields are put into `fields`.
    pub fn absorb_layout(&mut self, into: Cell, from: NodeId, fields: &mut Vec<Field>) {
        let source = self.node(from);
        let (modulus, collapsed, widest) = (source.modulus, source.collapsed, source.widest);
        let flags = self.flags(from).without(Flags::SHARED | Flags::ORIGIN | Flags::CYCLIC);
        let (funcs, sites) = (source.funcs.clone(), source.sites.clone());
        fields.clear();
        fields.extend_from_slice(&source.fields);
        let (root, delta) = self.find(into.node);
        let base = into.offset.wrapping_add(delta);
        if modulus != 0 {
            self.set_modulus(root, modulus);
        }
        if collapsed {
            self.collapse_now(root);
        }
        if !self.flags(root).contains(flags) {
            self.forest.add_flags(root, flags.without(Flags::EXTERNAL));
            self.mark(root);
        }
        self.to_spread.push((root, flags.spreading()));
        funcs.into_iter().for_each(|func| self.add_func(into, func));
        for (site, offset) in sites {
            self.insert_site(root, site, offset.wrapping_add(base));
        }
        let node = &mut self.nodes[root.index()];
        let same_layout = base == 0 && (node.modulus, node.collapsed) == (modulus, collapsed);
        if node.fields.is_empty() && same_layout && !fields.is_empty() {
            node.fields.extend(fields.iter().map(|field| Field { content: None, ..*field }));
            node.widest = widest;
            self.mark(root);
        } else {
            for field in &*fields {
                self.insert(root, Field { offset: field.offset.wrapping_add(base), content: None, ..*field });
            }
        }
        self.resolve_origins(root);
        self.settle();
    }

    /// `len` bytes, or an unknown number of them, are copied: both places hold the same addresses afterwards.
    ///
    /// The range is cut into slots of at least `slot` bytes. Since overlapping contents are one, every byte of the one
    /// range shares its content with its copy in the other, however the program divides them into fields.
    pub fn copy(&mut self, to: Cell, from: Cell, len: Option<i64>, slot: i64) {
        const MOST_SLOTS: i64 = 64;
        let (width, count) = match len {
            None => (ENDLESS, 1),
            Some(len) => {
                let slots = (len + slot - 1) / slot;
                let width = slot * ((slots + MOST_SLOTS - 1) / MOST_SLOTS).max(1);
                (width, (len + width - 1) / width)
            }
        };
        for index in 0..count {
            let start = index * width;
            let width = len.map_or(width, |len| width.min(len - start));
            let content = self.content(from.plus(start), Shape::bulk(width));
            self.set_content(to.plus(start), Shape::bulk(width), content);
        }
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

/// The first of some indices, and whether there are others.
fn split_first(mut indices: impl Iterator<Item = usize>) -> (Option<usize>, bool) {
    let first = indices.next();
    (first, indices.next().is_some())
}

pub fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
