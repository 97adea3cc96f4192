//! Natural loops and how they nest.
//!
//! A loop is a header and all blocks that reach a back edge to it without passing it; a back edge leads to a block that
//! dominates its source. Loops with one header are one loop. Retreating edges that are not back edges enter a cycle
//! elsewhere than at its header, if it has one at all; such cycles are not loops, and the edges are reported instead.

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::ids::{BlockId, Id, IdVec, LoopId};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loops {
    loops: IdVec<LoopId, Loop>,
    innermost: Vec<Option<LoopId>>,
    /// The blocks of every loop are a range of this.
    blocks: Vec<BlockId>,
    irreducible: Vec<(BlockId, BlockId)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    pub header: BlockId,
    /// The smallest loop around it.
    pub parent: Option<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
    /// Sources of the back edges, in ascending order.
    pub latches: Vec<BlockId>,
    range: (u32, u32),
}

impl Loops {
    pub fn of(cfg: &Cfg, dominators: &Dominators) -> Loops {
        let mut forest =
            Forest { loops: Vec::new(), outermost: Vec::new(), innermost: vec![None; cfg.block_count()], work: vec![] };
        for &header in cfg.rpo().iter().rev() {
            let mut latches: Vec<BlockId> = Vec::new();
            for &pred in cfg.preds(header) {
                if cfg.is_reachable(pred) && dominators.dominates(header, pred) && latches.last() != Some(&pred) {
                    latches.push(pred);
                }
            }
            if !latches.is_empty() {
                forest.add(cfg, header, latches);
            }
        }
        forest.finish(cfg, irreducible_edges(cfg, dominators))
    }

    pub fn len(&self) -> usize {
        self.loops.len()
    }

    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// Outer loops before the loops inside of them.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (LoopId, &Loop)> {
        self.loops.iter_enumerated()
    }

    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id]
    }

    /// The smallest loop that contains the block.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// The loop that the block is the header of.
    pub fn headed_by(&self, block: BlockId) -> Option<LoopId> {
        self.innermost(block).filter(|id| self.loops[*id].header == block)
    }

    /// How many loops contain the block.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost(block).map_or(0, |id| self.loops[id].depth)
    }

    /// All blocks of the loop and of the loops inside of it; the header first.
    pub fn blocks(&self, id: LoopId) -> &[BlockId] {
        let (start, end) = self.loops[id].range;
        &self.blocks[start as usize..end as usize]
    }

    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        let mut inside = self.innermost(block);
        while let Some(candidate) = inside {
            if candidate == id {
                return true;
            }
            inside = self.loops[candidate].parent;
        }
        false
    }

    /// Edges that close a cycle without leading to a block that dominates it.
    pub fn irreducible_edges(&self) -> &[(BlockId, BlockId)] {
        &self.irreducible
    }
}

fn irreducible_edges(cfg: &Cfg, dominators: &Dominators) -> Vec<(BlockId, BlockId)> {
    let mut edges = Vec::new();
    for (index, &from) in cfg.rpo().iter().enumerate() {
        for &to in cfg.succs(from) {
            let retreats = cfg.rpo_index(to).is_some_and(|target| target <= index);
            if retreats && !dominators.dominates(to, from) && !edges.ends_with(&[(from, to)]) {
                edges.push((from, to));
            }
        }
    }
    edges
}

/// Loops in the order of discovery: inner ones first.
struct Forest {
    loops: Vec<Loop>,
    /// Some loop around it, itself if none is known; following it ends at the outermost one.
    outermost: Vec<LoopId>,
    innermost: Vec<Option<LoopId>>,
    work: Vec<BlockId>,
}

impl Forest {
    fn add(&mut self, cfg: &Cfg, header: BlockId, latches: Vec<BlockId>) {
        let id = LoopId::from_index(self.loops.len());
        self.work.extend(&latches);
        self.loops.push(Loop { header, parent: None, depth: 0, latches, range: (0, 0) });
        self.outermost.push(id);
        self.innermost[header.index()].get_or_insert(id);
        while let Some(block) = self.work.pop() {
            if !cfg.is_reachable(block) {
                continue;
            }
            match self.innermost[block.index()] {
                None => {
                    self.innermost[block.index()] = Some(id);
                    self.work.extend(cfg.preds(block));
                }
                Some(inner) => {
                    let inner = self.find_outermost(inner);
                    if inner != id {
                        self.outermost[inner.index()] = id;
                        self.loops[inner.index()].parent = Some(id);
                        self.work.extend(cfg.preds(self.loops[inner.index()].header));
                    }
                }
            }
        }
    }

    fn find_outermost(&mut self, mut id: LoopId) -> LoopId {
        while self.outermost[id.index()] != id {
            let next = self.outermost[id.index()];
            self.outermost[id.index()] = self.outermost[next.index()];
            id = next;
        }
        id
    }

    /// Turns the order around, so that outer loops come first, and lays out their blocks.
    fn finish(mut self, cfg: &Cfg, irreducible: Vec<(BlockId, BlockId)>) -> Loops {
        let count = self.loops.len();
        let turned = |id: LoopId| LoopId::from_index(count - 1 - id.index());
        self.loops.reverse();
        self.innermost.iter_mut().for_each(|id| *id = id.map(turned));
        let mut total = vec![0_u32; count];
        let mut own = vec![0_u32; count];
        self.innermost.iter().flatten().for_each(|id| own[id.index()] += 1);
        for index in (0..count).rev() {
            total[index] += own[index];
            self.loops[index].parent = self.loops[index].parent.map(turned);
            if let Some(parent) = self.loops[index].parent {
                total[parent.index()] += total[index];
            }
        }
        let mut outside = 0;
        let mut next_inner = vec![0_u32; count];
        for index in 0..count {
            let (slot, depth) = match self.loops[index].parent {
                Some(parent) => (&mut next_inner[parent.index()], self.loops[parent.index()].depth + 1),
                None => (&mut outside, 1),
            };
            let start = *slot;
            *slot += total[index];
            next_inner[index] = start + own[index];
            self.loops[index].depth = depth;
            self.loops[index].range = (start, start + total[index]);
        }
        let mut next_own: Vec<u32> = self.loops.iter().map(|each| each.range.0).collect();
        let mut blocks = vec![BlockId::from_index(0); outside as usize];
        for &block in cfg.rpo() {
            if let Some(id) = self.innermost[block.index()] {
                blocks[next_own[id.index()] as usize] = block;
                next_own[id.index()] += 1;
            }
        }
        Loops { loops: self.loops.into(), innermost: self.innermost, blocks, irreducible }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cfg::tests::{graph, indices};

    fn loops(blocks: usize, edges: &[(usize, usize)]) -> Loops {
        let cfg = graph(blocks, edges);
        Loops::of(&cfg, &Dominators::of(&cfg))
    }

    #[test]
    fn nested_loops() {
        let loops = loops(6, &[(0, 1), (1, 2), (2, 3), (3, 2), (3, 4), (4, 1), (1, 5)]);
        assert_eq!(loops.len(), 2);
        let (outer, inner) = (LoopId::from_index(0), LoopId::from_index(1));
        assert_eq!(loops.get(outer).header.index(), 1);
        assert_eq!(indices(&loops.get(outer).latches), [4]);
        assert_eq!(indices(loops.blocks(outer)), [1, 4, 2, 3]);
        assert_eq!(indices(loops.blocks(inner)), [2, 3]);
        assert_eq!(loops.get(inner).parent, Some(outer));
        assert_eq!(loops.get(inner).depth, 2);
        assert_eq!(loops.headed_by(BlockId::from_index(2)), Some(inner));
        assert_eq!(loops.headed_by(BlockId::from_index(3)), None);
        assert_eq!(loops.depth(BlockId::from_index(5)), 0);
    }

    #[test]
    fn one_header_is_one_loop() {
        let loops = loops(4, &[(0, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 1)]);
        assert_eq!(loops.len(), 1);
        assert_eq!(indices(&loops.get(LoopId::from_index(0)).latches), [1, 2, 3]);
    }

    #[test]
    fn irreducible_cycles_are_reported() {
        let loops = loops(3, &[(0, 1), (0, 2), (1, 2), (2, 1)]);
        assert!(loops.is_empty());
        assert_eq!(loops.irreducible_edges().len(), 1);
    }

    /// The loop of a header by its definition.
    fn body_by_definition(cfg: &Cfg, dominators: &Dominators, header: BlockId) -> Vec<usize> {
        let mut inside = vec![false; cfg.block_count()];
        let back = |block: &BlockId| cfg.is_reachable(*block) && dominators.dominates(header, *block);
        let mut work: Vec<BlockId> = cfg.preds(header).iter().copied().filter(back).collect();
        if !work.is_empty() {
            inside[header.index()] = true;
        }
        while let Some(block) = work.pop() {
            if cfg.is_reachable(block) && !std::mem::replace(&mut inside[block.index()], true) {
                work.extend(cfg.preds(block));
            }
        }
        (0..inside.len()).filter(|index| inside[*index]).collect()
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(
            (blocks, edges) in (1_usize..14).prop_flat_map(|n| (Just(n), prop::collection::vec((0..n, 0..n), 0..30)))
        ) {
            let cfg = graph(blocks, &edges);
            let dominators = Dominators::of(&cfg);
            let loops = Loops::of(&cfg, &dominators);
            let mut depth = vec![0; blocks];
            for &header in cfg.rpo() {
                let expected = body_by_definition(&cfg, &dominators, header);
                expected.iter().for_each(|block| depth[*block] += 1);
                let Some(id) = loops.headed_by(header) else {
                    prop_assert!(expected.is_empty());
                    continue;
                };
                let mut found = indices(loops.blocks(id));
                prop_assert_eq!(found[0], header.index());
                found.sort_unstable();
                for block in 0..blocks {
                    let inside = expected.binary_search(&block).is_ok();
                    prop_assert_eq!(loops.contains(id, BlockId::from_index(block)), inside);
                }
                prop_assert_eq!(found, expected);
            }
            for (block, depth) in depth.into_iter().enumerate() {
                prop_assert_eq!(loops.depth(BlockId::from_index(block)), depth);
            }
        }
    }
}
