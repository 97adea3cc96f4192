//! Finished graphs that say less than they should, for tests of their checks.

use ir::{FuncId, Id, RegId};

use super::points_to::PointsTo;
use crate::graph::{Cell, Flags, NodeId};

/// One thing to take from a graph, or to change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Break {
    Field(NodeId, usize),
    FieldFlag(NodeId, usize, Flags),
    /// The content is nothing, or another cell.
    Content(NodeId, usize, Option<Cell>),
    Flag(NodeId, Flags),
    Modulus(NodeId, u64),
    Sites(NodeId),
    Funcs(NodeId),
    Origins(NodeId),
    /// The register has no cell, or another one.
    Register(FuncId, RegId, Option<Cell>),
    Result(FuncId, usize),
    Accessed(FuncId, usize),
    AccessedFlag(FuncId, usize, Flags),
    /// A function that a call may reach.
    Target(usize, usize),
    /// Where the callee's regions are.
    Image(usize, usize, usize),
    KnownOutside(usize),
}

impl PointsTo<'_> {
    pub(crate) fn break_at(&mut self, what: Break) {
        match what {
            Break::Field(node, index) => drop(self.graph.node_mut(node).fields.remove(index)),
            Break::FieldFlag(node, index, flag) => {
                let field = &mut self.graph.node_mut(node).fields[index];
                field.flags = field.flags.without(flag);
            }
            Break::Content(node, index, content) => self.graph.node_mut(node).fields[index].content = content,
            Break::Flag(node, flag) => self.graph.set_flags(node, self.graph.flags(node).without(flag)),
            Break::Modulus(id, modulus) => {
                let node = self.graph.node_mut(id);
                (node.modulus, node.collapsed) = (modulus, false);
                let flags = self.graph.flags(id).without(Flags::CYCLIC);
                self.graph.set_flags(id, if modulus == 0 { flags } else { flags | Flags::CYCLIC });
            }
            Break::Sites(node) => self.graph.node_mut(node).sites.clear(),
            Break::Funcs(node) => self.graph.node_mut(node).funcs.clear(),
            Break::Origins(node) => self.graph.node_mut(node).origins.clear(),
            Break::Register(func, reg, cell) => self.funcs[func.index()].regs[reg.index()] = cell,
            Break::Result(func, index) => self.funcs[func.index()].rets[index] = None,
            Break::Accessed(func, index) => drop(self.funcs[func.index()].accessed.remove(index)),
            Break::AccessedFlag(func, index, flag) => {
                let flags = &mut self.funcs[func.index()].accessed[index].1;
                *flags = flags.without(flag);
            }
            Break::Target(call, target) => drop(self.calls[call].targets.remove(target)),
            Break::Image(call, target, image) => drop(self.calls[call].targets[target].images.remove(image)),
            Break::KnownOutside(index) => drop(self.known_outside.remove(index)),
        }
    }
}
