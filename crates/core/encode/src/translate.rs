//! Expressions of a run in one of the readings.

use ir::{BinOp, CastOp};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Term, Terms};

use crate::node::{Arg, Node, NodeId, Nodes};
use crate::reading::Reading;

/// Translates nodes, each once. `input` reads the input with this index and width.
#[derive(Debug)]
pub struct Translator<'a, R: Reading, F> {
    nodes: &'a Nodes,
    terms: &'a Terms,
    pub reading: R,
    input: F,
    done: FxHashMap<NodeId, R::Word>,
    seen: FxHashSet<NodeId>,
}

impl<'a, R: Reading, F: FnMut(&mut R, u32, u16) -> Option<R::Word>> Translator<'a, R, F> {
    pub fn new(nodes: &'a Nodes, terms: &'a Terms, reading: R, input: F) -> Self {
        Translator { nodes, terms, reading, input, done: FxHashMap::default(), seen: FxHashSet::default() }
    }

    /// A formula: the value of one bit is this. `None` if the reading cannot express it.
    pub fn condition(&mut self, value: Arg, holds: bool) -> Option<Term> {
        let word = self.word(value, 1)?;
        let truth = self.reading.truth(word)?;
        Some(if holds { truth } else { self.terms.not(truth) })
    }

    /// A value of this width. `None` if the reading cannot express it.
    ///
    /// Operands are older than what uses them, so one pass in the order of age needs no recursion.
    pub fn word(&mut self, arg: Arg, width: u16) -> Option<R::Word> {
        if let Arg::Node(root) = arg {
            let mut needed = Vec::new();
            self.nodes.walk(root, &mut self.seen, &mut needed, &mut Vec::new(), &mut Vec::new());
            needed.sort_unstable();
            for id in needed {
                let word = self.node(id)?;
                self.done.insert(id, word);
            }
        }
        self.operand(arg, width)
    }

    fn operand(&mut self, arg: Arg, width: u16) -> Option<R::Word> {
        match arg {
            Arg::Bits(bits) => self.reading.constant(width, bits),
            Arg::Node(id) => self.done.get(&id).copied(),
        }
    }

    fn node(&mut self, id: NodeId) -> Option<R::Word> {
        let (node, width) = self.nodes.get(id);
        match node {
            Node::Input { index } => (self.input)(&mut self.reading, index, width),
            Node::Binary { op, a, b } => {
                let (a, b) = (self.operand(a, width)?, self.operand(b, width)?);
                self.reading.binary(op, width, a, b)
            }
            Node::Overflows { op, signed, operand_width, a, b } => {
                let (a, b) = (self.operand(a, operand_width)?, self.operand(b, operand_width)?);
                self.reading.overflows(op, signed, operand_width, a, b)
            }
            Node::Undefined { op, nsw, operand_width, a, b } => {
                let (a, b) = (self.operand(a, operand_width)?, self.operand(b, operand_width)?);
                self.reading.undefined(op, operand_width, nsw, a, b)
            }
            Node::ShiftOverflows { operand_width, a, b } => {
                let (a, b) = (self.operand(a, operand_width)?, self.operand(b, operand_width)?);
                let undefined = self.reading.undefined(BinOp::Shl, operand_width, true, a, b)?;
                let too_far = self.reading.undefined(BinOp::Shl, operand_width, false, a, b)?;
                let no = self.reading.constant(1, 0)?;
                self.reading.select(1, too_far, no, undefined)
            }
            Node::Compare { pred, operand_width, a, b } => {
                let (a, b) = (self.operand(a, operand_width)?, self.operand(b, operand_width)?);
                self.reading.compare(pred, operand_width, a, b)
            }
            Node::Cast { op, from, a } => self.cast(op, from, width, a),
            Node::Select { cond, a, b } => {
                let cond = self.operand(cond, 1)?;
                let (a, b) = (self.operand(a, width)?, self.operand(b, width)?);
                self.reading.select(width, cond, a, b)
            }
        }
    }

    fn cast(&mut self, op: CastOp, from: u16, to: u16, a: Arg) -> Option<R::Word> {
        let a = self.operand(a, from)?;
        self.reading.cast(op, from, to, a)
    }
}
