//! What the bytes of nodes hold, and what else instructions say of them.

use super::arena::Graph;
use super::cell::{Cell, Flags, NodeId};
use super::node::{ENDLESS, Field, Shape, Site};

impl Graph {
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
}

/// The first of some indices, and whether there are others.
fn split_first(mut indices: impl Iterator<Item = usize>) -> (Option<usize>, bool) {
    let first = indices.next();
    (first, indices.next().is_some())
}
