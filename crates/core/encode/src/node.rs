//! Expressions over the inputs of one run: a small arena, filled while the program runs and thrown away with the run.
//!
//! Everything is a machine integer; Booleans have one bit. Nodes are not shared: recording has to cost little, and only
//! the few conditions that are solved are translated.

use ir::{BinOp, CastOp, OverflowOp, Predicate};
use rustc_hash::FxHashSet;

/// A node of a run's arena; 0 stands for "a plain number", so that it can serve as the interpreter's default tag.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NodeId(u32);

/// An operand: symbolic, or a number.
#[derive(Clone, Copy, Debug)]
pub enum Arg {
    Node(NodeId),
    Bits(u128),
}

#[derive(Clone, Copy, Debug)]
pub enum Node {
    Input {
        index: u32,
    },
    Binary {
        op: BinOp,
        a: Arg,
        b: Arg,
    },
    Overflows {
        op: OverflowOp,
        signed: bool,
        operand_width: u16,
        a: Arg,
        b: Arg,
    },
    /// Has the operation no meaning? See [`crate::reading::Reading::undefined`].
    Undefined {
        op: BinOp,
        nsw: bool,
        operand_width: u16,
        a: Arg,
        b: Arg,
    },
    /// Does a left shift by less than the width leave C's signed range?
    ShiftOverflows {
        operand_width: u16,
        a: Arg,
        b: Arg,
    },
    Compare {
        pred: Predicate,
        operand_width: u16,
        a: Arg,
        b: Arg,
    },
    /// `Trunc`, `ZExt` or `SExt` between different widths.
    Cast {
        op: CastOp,
        from: u16,
        a: Arg,
    },
    Select {
        cond: Arg,
        a: Arg,
        b: Arg,
    },
}

#[derive(Debug, Default)]
pub struct Nodes {
    items: Vec<(Node, u16)>,
}

impl Arg {
    pub fn node(self) -> Option<NodeId> {
        match self {
            Arg::Node(id) => Some(id),
            Arg::Bits(_) => None,
        }
    }
}

impl NodeId {
    pub fn is_symbolic(self) -> bool {
        self != NodeId::default()
    }
}

impl Nodes {
    /// `width` is that of the node's value.
    pub fn push(&mut self, node: Node, width: u16) -> NodeId {
        self.items.push((node, width));
        NodeId(u32::try_from(self.items.len()).expect("invariant: the recorder stops long before"))
    }

    pub fn get(&self, id: NodeId) -> (Node, u16) {
        self.items[id.0 as usize - 1]
    }

    pub fn iter(&self) -> impl Iterator<Item = Node> + '_ {
        self.items.iter().map(|(node, _)| *node)
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Keeps the nodes up to this one: nodes are made of earlier ones only.
    pub fn truncate(&mut self, last: Option<NodeId>) {
        self.items.truncate(last.map_or(0, |id| id.0 as usize));
        self.items.shrink_to_fit();
    }

    /// Visits what `root` is made of. Nodes not in `seen` go to `fresh` (and to `seen`), and inputs among them to
    /// `inputs`; nodes that were seen before go to `touched` and are not entered.
    pub fn walk(
        &self,
        root: NodeId,
        seen: &mut FxHashSet<NodeId>,
        fresh: &mut Vec<NodeId>,
        touched: &mut Vec<NodeId>,
        inputs: &mut Vec<u32>,
    ) {
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                touched.push(id);
                continue;
            }
            fresh.push(id);
            let mut enter = |arg: Arg| {
                if let Arg::Node(id) = arg {
                    todo.push(id);
                }
            };
            match self.get(id).0 {
                Node::Input { index } => inputs.push(index),
                Node::Binary { a, b, .. }
                | Node::Overflows { a, b, .. }
                | Node::Undefined { a, b, .. }
                | Node::ShiftOverflows { a, b, .. }
                | Node::Compare { a, b, .. } => {
                    enter(a);
                    enter(b);
                }
                Node::Cast { a, .. } => enter(a),
                Node::Select { cond, a, b } => {
                    enter(cond);
                    enter(a);
                    enter(b);
                }
            }
        }
    }
}
