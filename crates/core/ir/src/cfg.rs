//! The control-flow graph of one function.

use crate::ids::{BlockId, Id};
use crate::module::Function;

/// Edges between blocks, one per [`crate::Target`]: a block that a switch names twice is twice a successor.
///
/// Every edge leads to a block of the function (the verifier's business); unreachable blocks have edges too, but no
/// place in the reverse post-order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cfg {
    succs: Lists,
    preds: Lists,
    rpo: Vec<BlockId>,
    rpo_index: Vec<u32>,
}

const UNREACHABLE: u32 = u32::MAX;

impl Cfg {
    pub fn of(func: &Function) -> Cfg {
        let mut edges = Vec::with_capacity(func.blocks.len() * 2);
        let mut starts = Vec::with_capacity(func.blocks.len() + 1);
        starts.push(0);
        for block in func.blocks.iter() {
            block.term.for_each_target(|target| edges.push(target.block));
            starts.push(edges.len() as u32);
        }
        Cfg::from_lists(Lists { starts, items: edges })
    }

    fn from_lists(succs: Lists) -> Cfg {
        let preds = succs.transposed();
        let rpo = reverse_post_order(&succs);
        let mut rpo_index = vec![UNREACHABLE; succs.len()];
        for (index, block) in rpo.iter().enumerate() {
            rpo_index[block.index()] = index as u32;
        }
        Cfg { succs, preds, rpo, rpo_index }
    }

    pub fn block_count(&self) -> usize {
        self.rpo_index.len()
    }

    /// Successors, in the terminator's order.
    #[inline]
    pub fn succs(&self, block: BlockId) -> &[BlockId] {
        self.succs.of(block)
    }

    /// Predecessors, in ascending order.
    #[inline]
    pub fn preds(&self, block: BlockId) -> &[BlockId] {
        self.preds.of(block)
    }

    /// The reachable blocks: the entry first, and every block before its successors except along retreating edges.
    pub fn rpo(&self) -> &[BlockId] {
        &self.rpo
    }

    /// The position in [`Cfg::rpo`]; `None` for unreachable blocks.
    #[inline]
    pub fn rpo_index(&self, block: BlockId) -> Option<usize> {
        let index = self.rpo_index[block.index()];
        (index != UNREACHABLE).then_some(index as usize)
    }

    #[inline]
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.rpo_index[block.index()] != UNREACHABLE
    }
}

/// Lists of blocks, one per block, in one allocation.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Lists {
    /// One more than there are lists.
    starts: Vec<u32>,
    items: Vec<BlockId>,
}

impl Lists {
    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    fn of(&self, block: BlockId) -> &[BlockId] {
        &self.items[self.starts[block.index()] as usize..self.starts[block.index() + 1] as usize]
    }

    fn transposed(&self) -> Lists {
        let mut starts = vec![0_u32; self.starts.len()];
        for item in &self.items {
            starts[item.index() + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let mut items = vec![BlockId::from_index(0); self.items.len()];
        for from in (0..self.len()).map(BlockId::from_index) {
            for to in self.of(from) {
                let slot = &mut next[to.index()];
                items[*slot as usize] = from;
                *slot += 1;
            }
        }
        Lists { starts, items }
    }
}

fn reverse_post_order(succs: &Lists) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(succs.len());
    if succs.len() == 0 {
        return order;
    }
    let mut seen = vec![false; succs.len()];
    seen[0] = true;
    let mut stack = vec![(BlockId::from_index(0), 0_u32)];
    while let Some((block, next)) = stack.last_mut() {
        match succs.of(*block).get(*next as usize) {
            Some(&succ) => {
                *next += 1;
                if !std::mem::replace(&mut seen[succ.index()], true) {
                    stack.push((succ, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A graph from its edges; block 0 is the entry.
    pub(crate) fn graph(blocks: usize, edges: &[(usize, usize)]) -> Cfg {
        let mut starts = vec![0];
        let mut items = Vec::new();
        for from in 0..blocks {
            items.extend(edges.iter().filter(|edge| edge.0 == from).map(|edge| BlockId::from_index(edge.1)));
            starts.push(items.len() as u32);
        }
        Cfg::from_lists(Lists { starts, items })
    }

    pub(crate) fn indices(blocks: &[BlockId]) -> Vec<usize> {
        blocks.iter().map(|block| block.index()).collect()
    }

    #[test]
    fn edges_both_ways() {
        let cfg = graph(4, &[(0, 1), (0, 2), (1, 3), (2, 3), (2, 3)]);
        assert_eq!(indices(cfg.succs(BlockId::from_index(0))), [1, 2]);
        assert_eq!(indices(cfg.preds(BlockId::from_index(3))), [1, 2, 2]);
        assert_eq!(indices(cfg.preds(BlockId::from_index(0))), [0_usize; 0]);
    }

    #[test]
    fn order_puts_predecessors_first() {
        let cfg = graph(6, &[(0, 1), (1, 2), (2, 1), (1, 3), (0, 3), (4, 3), (4, 5)]);
        assert_eq!(indices(cfg.rpo()), [0, 1, 3, 2]);
        assert_eq!(cfg.rpo_index(BlockId::from_index(2)), Some(3));
        assert!(!cfg.is_reachable(BlockId::from_index(4)));
        assert_eq!(cfg.rpo_index(BlockId::from_index(5)), None);
    }

    #[test]
    fn deep_graphs_do_not_exhaust_the_stack() {
        let count = 200_000;
        let edges: Vec<_> = (1..count).map(BlockId::from_index).collect();
        let mut starts: Vec<u32> = (0..count as u32).collect();
        starts.push(count as u32 - 1);
        let cfg = Cfg::from_lists(Lists { starts, items: edges });
        assert_eq!(cfg.rpo().len(), count);
    }
}
