//! The dominator tree of a control-flow graph.
//!
//! Method: the semi-NCA variant of Lengauer and Tarjan's algorithm. The simpler iteration to a fixpoint over the reverse
//! post-order is quadratic on a long ladder of tests that all leave to one block, which is what a C function with many
//! error exits looks like.

use crate::cfg::Cfg;
use crate::ids::{BlockId, Id};

/// Who dominates whom. Unreachable blocks are dominated by every block: no run contradicts it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dominators {
    /// `None` for the entry and for unreachable blocks.
    idom: Vec<Option<BlockId>>,
    /// A block's descendants in the tree are those whose number lies in its interval.
    interval: Vec<Interval>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Interval {
    start: u32,
    end: u32,
}

const UNREACHABLE: Interval = Interval { start: u32::MAX, end: 0 };

impl Dominators {
    pub fn of(cfg: &Cfg) -> Dominators {
        let tree = DepthFirst::of(cfg);
        let idom = immediate_dominators(cfg, &tree);
        let interval = intervals(cfg.block_count(), &tree, &idom);
        let mut by_block = vec![None; cfg.block_count()];
        for number in 1..tree.order.len() {
            by_block[tree.order[number].index()] = Some(tree.order[idom[number] as usize]);
        }
        Dominators { idom: by_block, interval }
    }

    /// The closest block, other than itself, that every path from the entry to `block` passes.
    pub fn idom(&self, block: BlockId) -> Option<BlockId> {
        self.idom[block.index()]
    }

    /// Does every path from the entry to `b` pass `a`? A block dominates itself.
    #[inline]
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let a = self.interval[a.index()];
        let b = self.interval[b.index()].start;
        (a.start <= b && b < a.end) || b == UNREACHABLE.start
    }

    /// `block` and all its dominators up to the entry, closest first.
    pub fn dominators(&self, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        std::iter::successors(Some(block), |block| self.idom(*block))
    }
}

/// A depth-first spanning tree of the reachable blocks, numbered in the order of discovery.
struct DepthFirst {
    order: Vec<BlockId>,
    /// By number; the entry is its own parent.
    parent: Vec<u32>,
    /// By block.
    number: Vec<u32>,
}

const NO_NUMBER: u32 = u32::MAX;

impl DepthFirst {
    fn of(cfg: &Cfg) -> DepthFirst {
        let reachable = cfg.rpo().len();
        let mut tree = DepthFirst {
            order: Vec::with_capacity(reachable),
            parent: Vec::with_capacity(reachable),
            number: vec![NO_NUMBER; cfg.block_count()],
        };
        let mut stack: Vec<(BlockId, u32)> = cfg.rpo().first().map(|entry| (*entry, 0)).into_iter().collect();
        while let Some((block, parent)) = stack.pop() {
            if tree.number[block.index()] != NO_NUMBER {
                continue;
            }
            let number = tree.order.len() as u32;
            tree.number[block.index()] = number;
            tree.order.push(block);
            tree.parent.push(parent);
            stack.extend(cfg.succs(block).iter().rev().map(|succ| (*succ, number)));
        }
        tree
    }
}

/// By number; the entry is its own.
fn immediate_dominators(cfg: &Cfg, tree: &DepthFirst) -> Vec<u32> {
    let count = tree.order.len() as u32;
    let mut forest = Forest {
        ancestor: tree.parent.clone(),
        semi: (0..count).collect(),
        label: (0..count).collect(),
        path: Vec::new(),
    };
    for vertex in (1..count).rev() {
        let mut semi = tree.parent[vertex as usize];
        for pred in cfg.preds(tree.order[vertex as usize]) {
            let pred = tree.number[pred.index()];
            if pred != NO_NUMBER {
                semi = semi.min(forest.least_semi(pred, vertex));
            }
        }
        forest.semi[vertex as usize] = semi;
    }
    let mut idom = tree.parent.clone();
    for vertex in 1..count as usize {
        let mut candidate = idom[vertex];
        while candidate > forest.semi[vertex] {
            candidate = idom[candidate as usize];
        }
        idom[vertex] = candidate;
    }
    idom
}

/// The vertices done so far, with the paths to their ancestors compressed.
struct Forest {
    ancestor: Vec<u32>,
    semi: Vec<u32>,
    /// A vertex with the least `semi` among those on the compressed path.
    label: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    /// The least `semi` on the tree path from `vertex` up to, and without, the first vertex not above `last`.
    fn least_semi(&mut self, vertex: u32, last: u32) -> u32 {
        if vertex <= last {
            return self.semi[vertex as usize];
        }
        let mut top = vertex;
        while self.ancestor[top as usize] > last {
            self.path.push(top);
            top = self.ancestor[top as usize];
        }
        let ancestor = self.ancestor[top as usize];
        let mut best = self.label[top as usize];
        while let Some(below) = self.path.pop() {
            let label = self.label[below as usize];
            if self.semi[label as usize] < self.semi[best as usize] {
                best = label;
            }
            self.label[below as usize] = best;
            self.ancestor[below as usize] = ancestor;
        }
        self.semi[best as usize]
    }
}

fn intervals(block_count: usize, tree: &DepthFirst, idom: &[u32]) -> Vec<Interval> {
    let mut size = vec![1_u32; idom.len()];
    for vertex in (1..idom.len()).rev() {
        size[idom[vertex] as usize] += size[vertex];
    }
    let mut interval = vec![UNREACHABLE; block_count];
    let mut next_child = vec![0_u32; idom.len()];
    for vertex in 0..idom.len() {
        let start = match vertex {
            0 => 0,
            _ => {
                let slot = &mut next_child[idom[vertex] as usize];
                *slot += size[vertex];
                *slot - size[vertex]
            }
        };
        next_child[vertex] = start + 1;
        interval[tree.order[vertex].index()] = Interval { start, end: start + size[vertex] };
    }
    interval
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cfg::tests::graph;

    fn idoms(blocks: usize, edges: &[(usize, usize)]) -> Vec<Option<usize>> {
        let dominators = Dominators::of(&graph(blocks, edges));
        (0..blocks).map(|block| dominators.idom(BlockId::from_index(block)).map(Id::index)).collect()
    }

    #[test]
    fn diamond_meets_at_its_top() {
        assert_eq!(idoms(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]), [None, Some(0), Some(0), Some(0)]);
    }

    #[test]
    fn loop_body_hangs_below_its_header() {
        assert_eq!(idoms(4, &[(0, 1), (1, 2), (2, 1), (1, 3)]), [None, Some(0), Some(1), Some(1)]);
    }

    #[test]
    fn irreducible_cycle_has_no_header() {
        assert_eq!(idoms(4, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]), [None, Some(0), Some(0), Some(2)]);
    }

    #[test]
    fn unreachable_blocks_have_no_dominator_and_every_one() {
        let dominators = Dominators::of(&graph(3, &[(0, 1), (2, 1)]));
        assert_eq!(dominators.idom(BlockId::from_index(2)), None);
        assert!(dominators.dominates(BlockId::from_index(1), BlockId::from_index(2)));
        assert!(!dominators.dominates(BlockId::from_index(2), BlockId::from_index(1)));
    }

    /// `a` dominates `b` if `b` cannot be reached once `a` is taken away.
    fn dominates_by_definition(cfg: &Cfg, a: BlockId, b: BlockId) -> bool {
        let mut seen = vec![false; cfg.block_count()];
        seen[a.index()] = true;
        let mut work = if a.index() == 0 { vec![] } else { vec![BlockId::from_index(0)] };
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut seen[block.index()], true) {
                work.extend(cfg.succs(block));
            }
        }
        a == b || !seen[b.index()]
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(
            (blocks, edges) in (1_usize..14).prop_flat_map(|n| (Just(n), prop::collection::vec((0..n, 0..n), 0..30)))
        ) {
            let cfg = graph(blocks, &edges);
            let dominators = Dominators::of(&cfg);
            for a in (0..blocks).map(BlockId::from_index) {
                for b in (0..blocks).map(BlockId::from_index) {
                    if cfg.is_reachable(b) {
                        prop_assert_eq!(dominators.dominates(a, b), dominates_by_definition(&cfg, a, b));
                    }
                }
            }
        }
    }
}
