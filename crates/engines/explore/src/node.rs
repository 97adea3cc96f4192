//! Terms over the inputs of one run: a small arena, filled while the program runs and thrown away with the run.
//!
//! Everything is a bit-vector; Booleans have one bit. Nodes are not shared: recording has to cost little, and only
//! the few conditions that are solved are translated.

use ir::{BinOp, CastOp, OverflowOp, Predicate};
use rustc_hash::FxHashSet;

/// A node of a run's arena; 0 stands for "a plain number", so that it can serve as the interpreter's default tag.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Tag(u32);

/// An operand: symbolic, or a number.
#[derive(Clone, Copy, Debug)]
pub enum Arg {
    Node(Tag),
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
    /// Does a left shift leave C's signed range?
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
    pub fn tag(self) -> Option<Tag> {
        match self {
            Arg::Node(tag) => Some(tag),
            Arg::Bits(_) => None,
        }
    }
}

impl Tag {
    pub fn is_symbolic(self) -> bool {
        self != Tag::default()
    }
}

impl Nodes {
    /// `width` is that of the node's value.
    pub fn push(&mut self, node: Node, width: u16) -> Tag {
        self.items.push((node, width));
        Tag(u32::try_from(self.items.len()).expect("invariant: the recorder stops long before"))
    }

    pub fn get(&self, tag: Tag) -> (Node, u16) {
        self.items[tag.0 as usize - 1]
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Keeps the nodes up to this one: nodes are made of earlier ones only.
    pub fn truncate(&mut self, last: Option<Tag>) {
        self.items.truncate(last.map_or(0, |tag| tag.0 as usize));
        self.items.shrink_to_fit();
    }

    /// Visits what `root` is made of. Nodes not in `seen` go to `fresh` (and to `seen`), and inputs among them to
    /// `inputs`; nodes that were seen before go to `touched` and are not entered.
    pub fn walk(
        &self,
        root: Tag,
        seen: &mut FxHashSet<Tag>,
        fresh: &mut Vec<Tag>,
        touched: &mut Vec<Tag>,
        inputs: &mut Vec<u32>,
    ) {
        let mut todo = vec![root];
        while let Some(tag) = todo.pop() {
            if !seen.insert(tag) {
                touched.push(tag);
                continue;
            }
            fresh.push(tag);
            let mut enter = |arg: Arg| {
                if let Arg::Node(tag) = arg {
                    todo.push(tag);
                }
            };
            match self.get(tag).0 {
                Node::Input { index } => inputs.push(index),
                Node::Binary { a, b, .. }
                | Node::Overflows { a, b, .. }
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
