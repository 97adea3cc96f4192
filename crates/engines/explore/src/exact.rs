//! Conditions as bit-vector formulas: exact for everything that nodes can say, and slow to solve.

use ir::{BinOp, CastOp, OverflowOp, Predicate};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{BvCmp, BvOp, Sort, Term, Terms};

use crate::condition::Path;
use crate::node::{Arg, Node, Tag};

pub struct Exact<'a> {
    path: &'a Path,
    terms: &'a Terms,
    done: FxHashMap<Tag, Term>,
    seen: FxHashSet<Tag>,
    inputs: Vec<(u32, Term)>,
}

impl<'a> Exact<'a> {
    pub fn new(path: &'a Path, terms: &'a Terms) -> Self {
        Exact { path, terms, done: FxHashMap::default(), seen: FxHashSet::default(), inputs: Vec::new() }
    }

    /// The inputs that occur, with their variables.
    pub fn into_inputs(self) -> Vec<(u32, Term)> {
        self.inputs
    }
}

impl Exact<'_> {
    pub fn condition(&mut self, value: Arg, holds: bool) -> Term {
        let bit = self.arg(value, 1);
        self.terms.eq(bit, self.terms.bv(1, u128::from(holds)))
    }

    /// Operands are older than what uses them, so one pass in order of age needs no recursion.
    fn arg(&mut self, arg: Arg, width: u16) -> Term {
        let tag = match arg {
            Arg::Bits(bits) => return self.terms.bv(u32::from(width), bits),
            Arg::Node(tag) => tag,
        };
        if !self.done.contains_key(&tag) {
            let mut needed = Vec::new();
            self.path.nodes.walk(tag, &mut self.seen, &mut needed, &mut Vec::new(), &mut Vec::new());
            needed.sort_unstable();
            for tag in needed {
                let term = self.node(tag);
                self.done.insert(tag, term);
            }
        }
        self.done[&tag]
    }

    fn operand(&self, arg: Arg, width: u16) -> Term {
        match arg {
            Arg::Bits(bits) => self.terms.bv(u32::from(width), bits),
            Arg::Node(tag) => self.done[&tag],
        }
    }

    fn node(&mut self, tag: Tag) -> Term {
        let t = self.terms;
        let (node, width) = self.path.nodes.get(tag);
        let bit = |condition: Term| t.ite(condition, t.bv(1, 1), t.bv(1, 0));
        match node {
            Node::Input { index } => {
                let variable = t.var(&format!("i{index}w{width}"), Sort::BitVec(u32::from(width)));
                self.inputs.push((index, variable));
                variable
            }
            Node::Binary { op, a, b } => t.bv_bin(binary(op), self.operand(a, width), self.operand(b, width)),
            Node::Overflows { op, signed, operand_width, a, b } => bit(self.overflows(op, signed, operand_width, a, b)),
            Node::ShiftOverflows { operand_width, a, b } => bit(self.shift_overflows(operand_width, a, b)),
            Node::Compare { pred, operand_width, a, b } => {
                bit(compare(t, pred, self.operand(a, operand_width), self.operand(b, operand_width)))
            }
            Node::Cast { op, from, a } => self.cast(op, self.operand(a, from), width),
            Node::Select { cond, a, b } => {
                let cond = t.eq(self.operand(cond, 1), t.bv(1, 1));
                t.ite(cond, self.operand(a, width), self.operand(b, width))
            }
        }
    }

    fn cast(&self, op: CastOp, a: Term, to: u16) -> Term {
        let to = u32::from(to);
        match op {
            CastOp::Trunc => self.terms.extract(to - 1, 0, a),
            CastOp::ZExt => self.terms.zero_extend(to, a),
            CastOp::SExt => self.terms.sign_extend(to, a),
            CastOp::Bitcast
            | CastOp::PtrToInt
            | CastOp::IntToPtr
            | CastOp::FloatToSigned
            | CastOp::FloatToUnsigned
            | CastOp::SignedToFloat
            | CastOp::UnsignedToFloat
            | CastOp::FloatToFloat => unreachable!("invariant: the recorder keeps only changes of width"),
        }
    }

    /// The exact result, in twice the width, does not survive the way back.
    fn overflows(&self, op: OverflowOp, signed: bool, width: u16, a: Arg, b: Arg) -> Term {
        let t = self.terms;
        let wide = 2 * width;
        let extend = |term| {
            if signed { t.sign_extend(u32::from(wide), term) } else { t.zero_extend(u32::from(wide), term) }
        };
        let op = match op {
            OverflowOp::Add => BvOp::Add,
            OverflowOp::Sub => BvOp::Sub,
            OverflowOp::Mul => BvOp::Mul,
        };
        let exact = t.bv_bin(op, extend(self.operand(a, width)), extend(self.operand(b, width)));
        t.ne(exact, extend(t.extract(u32::from(width) - 1, 0, exact)))
    }

    fn shift_overflows(&self, width: u16, a: Arg, b: Arg) -> Term {
        let t = self.terms;
        let (a, b) = (self.operand(a, width), self.operand(b, width));
        let in_range = t.bv_cmp(BvCmp::Ult, b, t.bv(u32::from(width), u128::from(width)));
        let back = t.bv_bin(BvOp::AShr, t.bv_bin(BvOp::Shl, a, b), b);
        let negative = t.bv_cmp(BvCmp::Slt, a, t.bv(u32::from(width), 0));
        t.and([in_range, t.or([negative, t.ne(back, a)])])
    }
}

fn binary(op: BinOp) -> BvOp {
    match op {
        BinOp::Add => BvOp::Add,
        BinOp::Sub => BvOp::Sub,
        BinOp::Mul => BvOp::Mul,
        BinOp::UDiv => BvOp::UDiv,
        BinOp::SDiv => BvOp::SDiv,
        BinOp::URem => BvOp::URem,
        BinOp::SRem => BvOp::SRem,
        BinOp::Shl => BvOp::Shl,
        BinOp::LShr => BvOp::LShr,
        BinOp::AShr => BvOp::AShr,
        BinOp::And => BvOp::And,
        BinOp::Or => BvOp::Or,
        BinOp::Xor => BvOp::Xor,
    }
}

fn compare(t: &Terms, pred: Predicate, a: Term, b: Term) -> Term {
    match pred {
        Predicate::Eq => t.eq(a, b),
        Predicate::Ne => t.ne(a, b),
        Predicate::Ult => t.bv_cmp(BvCmp::Ult, a, b),
        Predicate::Ule => t.bv_cmp(BvCmp::Ule, a, b),
        Predicate::Ugt => t.bv_cmp(BvCmp::Ult, b, a),
        Predicate::Uge => t.bv_cmp(BvCmp::Ule, b, a),
        Predicate::Slt => t.bv_cmp(BvCmp::Slt, a, b),
        Predicate::Sle => t.bv_cmp(BvCmp::Sle, a, b),
        Predicate::Sgt => t.bv_cmp(BvCmp::Slt, b, a),
        Predicate::Sge => t.bv_cmp(BvCmp::Sle, b, a),
    }
}
