//! The regions of every function in an order that people can follow: as its code first leads to them.

use ir::{FuncId, Id, Operand};
use rustc_hash::FxHashSet;

use super::points_to::PointsTo;
use crate::graph::{Cell, Flags, NodeId};

/// Walks from the code of functions into their graphs.
#[derive(Debug)]
pub struct Order<'a, 'm> {
    points_to: &'a PointsTo<'m>,
    /// Memory of variable arguments, by the function that calls.
    areas: Vec<Vec<Cell>>,
}

impl<'a, 'm> Order<'a, 'm> {
    pub fn new(points_to: &'a PointsTo<'m>) -> Order<'a, 'm> {
        let mut areas = vec![Vec::new(); points_to.module().funcs.len()];
        for call in points_to.calls() {
            areas[call.site.func.index()].extend(call.area);
        }
        Order { points_to, areas }
    }

    /// What the operands of a function refer to, parameters first, then in the order of its code.
    pub fn cells(&self, func: FuncId) -> Vec<Cell> {
        let function = &self.points_to.module().funcs[func];
        let mut operands: Vec<Operand> = function.params.iter().map(|param| Operand::Reg(*param)).collect();
        for block in function.blocks.iter() {
            operands.extend(block.params.iter().map(|param| Operand::Reg(*param)));
            for inst in &block.insts {
                inst.for_each_operand(|operand| operands.push(operand));
                inst.for_each_def(|reg| operands.push(Operand::Reg(reg)));
            }
            block.term.for_each_operand(|operand| operands.push(operand));
        }
        let results = 0..function.signature.rets.len();
        let of_operands = operands.into_iter().filter_map(|operand| self.points_to.cell(func, operand));
        of_operands
            .chain(results.filter_map(|index| self.points_to.result(func, index)))
            .chain(self.points_to.varargs(func))
            .chain(self.areas[func.index()].iter().copied())
            .collect()
    }

    /// A function's own regions, each directly before what is first reached from it. Those that all functions share are
    /// left out.
    pub fn own_regions(&self, func: FuncId) -> Vec<NodeId> {
        let cells = self.cells(func);
        self.walk(cells.into_iter().map(|cell| cell.node), |node| !self.points_to.flags(node).contains(Flags::SHARED))
    }

    /// Regions that can be reached from some, in the same order.
    pub fn reachable(&self, from: impl IntoIterator<Item = NodeId>) -> Vec<NodeId> {
        self.walk(from, |_| true)
    }

    fn walk(&self, from: impl IntoIterator<Item = NodeId>, enter: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        for root in from {
            let mut work = vec![root];
            while let Some(id) = work.pop() {
                let node = self.points_to.node(id);
                if !enter(id) || !seen.insert(id) {
                    continue;
                }
                if self.points_to.is_region(id) {
                    found.push(id);
                }
                let next = node.fields.iter().filter_map(|field| field.content).chain(node.origins.iter().copied());
                let from = work.len();
                work.extend(next.map(|cell| self.points_to.normal(cell).node));
                work[from..].reverse();
            }
        }
        found
    }
}
