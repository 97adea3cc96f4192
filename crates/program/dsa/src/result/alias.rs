//! Which memory may be the same, in some call of a function: looked up in the graphs of its callers.

use ir::{Const, FuncId, Id, Operand};
use rustc_hash::FxHashSet;

use super::points_to::PointsTo;
use crate::graph::{Cell, Flags, Node, NodeId, Site};

impl PointsTo<'_> {
    /// May `a_width` bytes at the first pointer and `b_width` bytes at the second overlap, in one call of the function?
    ///
    /// `false` is a proof; an operand that holds no address overlaps nothing.
    pub fn may_alias(&self, func: FuncId, a: Operand, a_width: i64, b: Operand, b_width: i64) -> bool {
        match (self.cell(func, a), self.cell(func, b)) {
            (Some(a), Some(b)) => self.may_overlap(func, a, a_width, b, b_width),
            // A constant or function that this function only compares has no region here; callers may pass theirs.
            (None, _) | (_, None) => self.is_constant(a) || self.is_constant(b),
        }
    }

    fn is_constant(&self, operand: Operand) -> bool {
        match operand {
            Operand::Reg(_) => false,
            Operand::Const(id) => match self.module().consts.get(id) {
                Const::Global { id, .. } => self.module().globals[id].constant,
                Const::Func(_) => true,
                Const::Int { .. } | Const::Null | Const::Block { .. } | Const::Float { .. } => false,
            },
        }
    }

    pub fn may_overlap(&self, func: FuncId, a: Cell, a_width: i64, b: Cell, b_width: i64) -> bool {
        if a.node != b.node {
            return self.may_be_one(func, a.node, b.node);
        }
        if self.is_number(a.node) {
            return true;
        }
        let mut seen = FxHashSet::default();
        let mut work = vec![(self.component_of[func.index()], a, b)];
        while let Some((component, a, b)) = work.pop() {
            if overlap(self.node(a.node), a.offset, a_width, b.offset, b_width) {
                return true;
            }
            if !seen.insert((component, a, b)) {
                continue;
            }
            for (number, index) in &self.contexts[component] {
                let call = &self.calls[*number];
                let target = &call.targets[*index];
                // What one argument points to is as far apart as the callee says.
                if target.loose.binary_search(&a.node).is_ok()
                    && let (Some(a), Some(b)) = (target.image(self, a), target.image(self, b))
                {
                    work.push((self.component_of[call.site.func.index()], a, b));
                }
            }
        }
        false
    }

    /// May different regions of a function be the same memory after all? Only when nobody modifies them there.
    pub fn may_be_one(&self, func: FuncId, a: NodeId, b: NodeId) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = vec![(self.component_of[func.index()], a.min(b), a.max(b))];
        while let Some((component, a, b)) = work.pop() {
            if a == b {
                return true;
            }
            if self.is_one_constant(a, b) || self.are_external(a, b) || self.is_number(a) || self.is_number(b) {
                return true;
            }
            if !seen.insert((component, a, b)) {
                continue;
            }
            for (number, index) in &self.contexts[component] {
                let call = &self.calls[*number];
                let target = &call.targets[*index];
                // What the caller cannot see may still be a constant that it passes, or one of its external regions.
                let outer = |node| target.image(self, Cell::new(node, 0)).map_or(node, |cell| cell.node);
                let (a, b) = (outer(a), outer(b));
                work.push((self.component_of[call.site.func.index()], a.min(b), a.max(b)));
            }
        }
        false
    }

    /// May it be what it was computed from? Nobody found out, since nobody used it as an address.
    fn is_number(&self, node: NodeId) -> bool {
        !self.node(node).origins.is_empty()
    }

    /// Constants and functions have more than one node.
    fn is_one_constant(&self, a: NodeId, b: NodeId) -> bool {
        let constants = |node: NodeId| {
            self.node(node).sites.iter().filter_map(|(site, _)| match site {
                Site::Global(id) if self.module().globals[*id].constant => Some(*id),
                Site::Global(_) | Site::Inst(_) => None,
            })
        };
        constants(a).any(|of_a| constants(b).any(|of_b| of_a == of_b))
            || self.node(a).funcs.iter().any(|func| self.node(b).funcs.binary_search(func).is_ok())
    }

    fn are_external(&self, a: NodeId, b: NodeId) -> bool {
        [a, b].iter().all(|node| self.flags(*node).contains(Flags::EXTERNAL))
    }

    /// Where the memory of a region may have been allocated, in any context, in a fixed order.
    pub fn allocation_sites(&self, func: FuncId, region: NodeId) -> Vec<Site> {
        // Contexts lead to the same sites again and again.
        let (mut sites, mut external) = (FxHashSet::default(), false);
        let mut seen = FxHashSet::default();
        let mut work = vec![(self.component_of[func.index()], region)];
        while let Some((component, region)) = work.pop() {
            if !seen.insert((component, region)) {
                continue;
            }
            sites.extend(self.node(region).sites.iter().map(|(site, _)| *site));
            external |= self.flags(region).contains(Flags::EXTERNAL);
            for (number, index) in &self.contexts[component] {
                let call = &self.calls[*number];
                if let Some(outer) = call.targets[*index].image(self, Cell::new(region, 0)) {
                    work.push((self.component_of[call.site.func.index()], outer.node));
                }
            }
        }
        let mut sites: Vec<Site> = sites.into_iter().collect();
        if external {
            sites.retain(|site| self.external_sites.binary_search(site).is_err());
            sites.extend(&self.external_sites);
        }
        // Almost sorted where most are external, which the stable sort makes use of.
        sites.sort();
        sites
    }
}

/// Do bytes of one node overlap, as far as its layout tells them apart?
fn overlap(node: &Node, a: i64, a_width: i64, b: i64, b_width: i64) -> bool {
    if a_width <= 0 || b_width <= 0 {
        return false;
    }
    match node.modulus as i64 {
        0 => a < b.saturating_add(b_width) && b < a.saturating_add(a_width),
        modulus => {
            let ahead = b.wrapping_sub(a).rem_euclid(modulus);
            ahead < a_width || modulus - ahead < b_width
        }
    }
}
