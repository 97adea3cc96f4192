//! How precise an analysis is, in numbers.
//!
//! Paper: [SAS17] section 5, Table 1: collapsed nodes, sequences, and the density of a node, which is the share of all
//! accesses that go through pointers to it. The lower the highest density, the smaller the pieces a verifier can look at.

use ir::{Callee, FuncId, Function, Inst, InstKind, Operand, insts};
use rustc_hash::{FxHashMap, FxHashSet};

use super::order::Order;
use super::points_to::PointsTo;
use crate::graph::{NodeId, Site};

/// Counts over all defined functions, library models among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    pub functions: usize,
    pub instructions: usize,
    pub regions: usize,
    pub collapsed: usize,
    pub sequences: usize,
    /// Loads, stores, and both sides of block operations.
    pub accesses: usize,
    /// Accesses of the region that has most.
    pub densest: usize,
    /// Different allocation sites of all regions.
    pub sites: usize,
    pub indirect_calls: usize,
    /// Indirect calls that have a callee.
    pub resolved: usize,
    /// Callees of all indirect calls together.
    pub callees: usize,
    pub rounds: u32,
}

impl Stats {
    pub fn of(points_to: &PointsTo<'_>) -> Stats {
        let module = points_to.module();
        let order = Order::new(points_to);
        let mut stats = Stats { rounds: points_to.rounds(), ..Stats::default() };
        let mut roots: Vec<NodeId> = Vec::new();
        let mut accesses: FxHashMap<NodeId, usize> = FxHashMap::default();
        for (func, function) in module.funcs.iter_enumerated().filter(|(_, function)| function.is_defined()) {
            stats.functions += 1;
            stats.instructions += instructions(function);
            roots.extend(order.cells(func).iter().map(|cell| cell.node));
            for inst in function.blocks.iter().flat_map(|block| &block.insts) {
                for pointer in accessed(inst).into_iter().flatten() {
                    stats.accesses += 1;
                    if let Some(cell) = points_to.cell(func, pointer) {
                        *accesses.entry(cell.node).or_default() += 1;
                    }
                }
                stats.indirect_calls += usize::from(is_indirect(inst));
            }
        }
        stats.densest = accesses.values().copied().max().unwrap_or(0);
        stats.count_regions(points_to, &order.reachable(roots));
        stats.count_callees(points_to);
        stats
    }

    fn count_regions(&mut self, points_to: &PointsTo<'_>, regions: &[NodeId]) {
        let mut sites: FxHashSet<Site> = FxHashSet::default();
        for region in regions {
            let node = points_to.node(*region);
            self.regions += 1;
            self.collapsed += usize::from(node.collapsed);
            self.sequences += usize::from(node.is_sequence());
            sites.extend(node.sites.iter().map(|(site, _)| *site));
        }
        self.sites = sites.len();
    }

    fn count_callees(&mut self, points_to: &PointsTo<'_>) {
        for call in points_to.calls().iter().filter(|call| call.indirect) {
            let callees: FxHashSet<FuncId> = call.targets.iter().map(|target| target.callee).collect();
            self.resolved += usize::from(!callees.is_empty());
            self.callees += callees.len();
        }
    }
}

fn instructions(function: &Function) -> usize {
    // A terminator is an instruction, too.
    function.blocks.iter().map(|block| block.insts.len() + 1).sum()
}

fn is_indirect(inst: &Inst) -> bool {
    inst.kind.as_call().is_some_and(|call| matches!(call.callee, Callee::Indirect(_)))
}

/// Pointers that the instruction itself accesses memory through.
fn accessed(inst: &Inst) -> [Option<Operand>; 2] {
    match &inst.kind {
        InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } => [Some(*ptr), None],
        InstKind::MemCopy { dst, src, .. } => [Some(*dst), Some(*src)],
        InstKind::MemSet { dst, .. } => [Some(*dst), None],
        InstKind::VaStart { list } => [Some(*list), None],
        insts!(words)
        | insts!(floats)
        | insts!(lifetimes)
        | insts!(bindings)
        | insts!(choices)
        | insts!(conditions)
        | InstKind::Alloca { .. }
        | InstKind::Call(_)
        | InstKind::Unsupported(_) => [None, None],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::result::analyze;

    #[test]
    fn everything_is_counted_once() {
        let module = ir::parse(include_str!("../../tests/fixtures/cons.cir")).expect("the program parses");
        let stats = Stats::of(&analyze(&module, &Options::default()));
        let rounds = stats.rounds;
        let expected = Stats {
            functions: 4,
            instructions: 34,
            // What `n` points to in three functions; in `main` the list, the table, what is in it, and the two functions.
            regions: 7,
            collapsed: 0,
            sequences: 1,
            accesses: 6,
            densest: 2,
            sites: 2,
            indirect_calls: 1,
            resolved: 1,
            callees: 2,
            rounds,
        };
        assert_eq!(stats, expected);
    }
}
