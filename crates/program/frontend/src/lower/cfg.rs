//! Control flow of one LLVM function: what can be reached, dominators, dominance frontiers.
//!
//! Nodes are chains of LLVM blocks that become one block of the IR (see [`super::plan`]), numbered as they come;
//! node 0 is the entry and every node can be reached from it.

use smallvec::SmallVec;

pub type Node = u32;
pub type Edges = SmallVec<[Node; 2]>;

/// Dominator tree of a graph in which node 0 reaches every node.
#[derive(Debug)]
pub struct DomTree {
    /// Immediate dominators; the entry's is itself.
    idom: Vec<Node>,
    children: Vec<SmallVec<[Node; 4]>>,
}

/// Predecessors, one entry per edge.
pub fn predecessors(succs: &[Edges]) -> Vec<Edges> {
    let mut preds = vec![Edges::new(); succs.len()];
    for (node, succs) in succs.iter().enumerate() {
        for &succ in succs {
            preds[succ as usize].push(node as Node);
        }
    }
    preds
}

/// Reverse postorder of the nodes.
fn reverse_postorder(succs: &[Edges]) -> Vec<Node> {
    let mut order = Vec::with_capacity(succs.len());
    let mut seen = vec![false; succs.len()];
    let mut stack: Vec<(Node, usize)> = vec![(0, 0)];
    seen[0] = true;
    while let Some((node, next)) = stack.last_mut() {
        match succs[*node as usize].get(*next) {
            Some(&succ) => {
                *next += 1;
                if !std::mem::replace(&mut seen[succ as usize], true) {
                    stack.push((succ, 0));
                }
            }
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

impl DomTree {
    /// The iterative algorithm of Cooper, Harvey and Kennedy.
    pub fn new(succs: &[Edges], preds: &[Edges]) -> DomTree {
        const UNKNOWN: Node = Node::MAX;
        let order = reverse_postorder(succs);
        let mut position = vec![0; succs.len()];
        for (index, &node) in order.iter().enumerate() {
            position[node as usize] = index;
        }
        let mut idom = vec![UNKNOWN; succs.len()];
        idom[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for &node in &order[1..] {
                let mut best = UNKNOWN;
                for &pred in &preds[node as usize] {
                    if idom[pred as usize] == UNKNOWN {
                        continue;
                    }
                    best = if best == UNKNOWN { pred } else { meet(&idom, &position, best, pred) };
                }
                if idom[node as usize] != best {
                    idom[node as usize] = best;
                    changed = true;
                }
            }
        }
        let mut children = vec![SmallVec::new(); succs.len()];
        for node in 1..succs.len() {
            children[idom[node] as usize].push(node as Node);
        }
        DomTree { idom, children }
    }

    /// Nodes immediately dominated, in ascending order.
    pub fn children(&self, node: Node) -> &[Node] {
        &self.children[node as usize]
    }

    /// For each node, the join points up to which its definitions reach alone.
    pub fn frontiers(&self, preds: &[Edges]) -> Vec<Edges> {
        let mut frontiers = vec![Edges::new(); preds.len()];
        for (node, preds) in preds.iter().enumerate() {
            // A block with one way in joins nothing; the entry has no way in.
            if preds.len() < 2 {
                continue;
            }
            for &pred in preds {
                let mut runner = pred;
                while runner != self.idom[node] {
                    let frontier = &mut frontiers[runner as usize];
                    if frontier.last() != Some(&(node as Node)) {
                        frontier.push(node as Node);
                    }
                    runner = self.idom[runner as usize];
                }
            }
        }
        frontiers
    }
}

fn meet(idom: &[Node], position: &[usize], mut a: Node, mut b: Node) -> Node {
    while a != b {
        while position[a as usize] > position[b as usize] {
            a = idom[a as usize];
        }
        while position[b as usize] > position[a as usize] {
            b = idom[b as usize];
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(Node, Node)]) -> Vec<Edges> {
        let nodes = edges.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0) as usize + 1;
        let mut succs = vec![Edges::new(); nodes];
        for &(a, b) in edges {
            succs[a as usize].push(b);
        }
        succs
    }

    #[test]
    fn loop_with_a_branch() {
        // 0 -> 1 (head) -> 2 | 5; 2 -> 3 | 4; 3 -> 4; 4 -> 1
        let succs = graph(&[(0, 1), (1, 2), (1, 5), (2, 3), (2, 4), (3, 4), (4, 1)]);
        let preds = predecessors(&succs);
        let tree = DomTree::new(&succs, &preds);
        assert_eq!(tree.idom, [0, 0, 1, 2, 2, 1]);
        let frontiers = tree.frontiers(&preds);
        let sets: Vec<&[Node]> = frontiers.iter().map(|set| set.as_slice()).collect();
        assert_eq!(sets, [&[][..], &[1], &[1], &[4], &[1], &[]]);
    }

    #[test]
    fn irreducible_loop() {
        let succs = graph(&[(0, 1), (0, 2), (1, 2), (2, 1), (1, 3)]);
        let preds = predecessors(&succs);
        let tree = DomTree::new(&succs, &preds);
        assert_eq!(tree.idom, [0, 0, 0, 1]);
        assert_eq!(tree.frontiers(&preds)[2].as_slice(), &[1]);
    }
}
