//! Turning one condition of a path: which inputs lead along the same way up to it, and then the other way?
//!
//! Only conditions that share inputs with it, directly or through others, are asked about: the rest hold for the
//! inputs they already have. Answers are aims, not truths (see `record`).

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{BvCmp, BvOp, Limits, Session, Solver, Sort, Term, Terms};

use ir::{BinOp, CastOp, OverflowOp, Predicate};

use crate::condition::{Kind, Path};
use crate::node::{Arg, Node, Tag};

/// Work the solver may do for one question, in its own deterministic unit; about a tenth of a second.
const WORK_PER_QUESTION: u32 = 400_000;
/// Terms after which the solver starts afresh, to give the memory back.
const MAX_TERMS: usize = 1_000_000;
/// Conditions that one question may involve.
const MAX_CONDITIONS: usize = 1_500;

#[derive(Debug, Default)]
pub struct Solving {
    solver: Option<Solver>,
}

impl Solving {
    /// Inputs that keep the conditions before `index` and turn that one; `None` when there are none or it is too hard.
    pub fn turn(&mut self, path: &Path, index: usize) -> Result<Option<Vec<u128>>, smt::Error> {
        let related = related_conditions(path, index);
        if related.len() > MAX_CONDITIONS {
            return Ok(None);
        }
        let solver = self.solver()?;
        let terms = solver.terms().clone();
        let mut translation = Translation { path, terms: &terms, done: FxHashMap::default(), inputs: Vec::new() };
        let mut formulas = Vec::with_capacity(related.len() + 1);
        for condition in related {
            let condition = &path.conditions[condition];
            formulas.push(translation.condition(condition.value, condition.held));
        }
        let turned = &path.conditions[index];
        formulas.push(translation.condition(turned.value, !turned.held));
        let inputs = translation.inputs;

        Ok(solver.scoped(|solver| {
            for formula in formulas {
                solver.assert(formula);
            }
            if !solver.check().is_sat() {
                return None;
            }
            let mut solution = path.inputs.clone();
            for (input, variable) in inputs {
                solution[input as usize] = solver.value(variable)?.as_bits()?;
            }
            Some(solution)
        }))
    }

    fn solver(&mut self) -> Result<&mut Solver, smt::Error> {
        if self.solver.as_ref().is_some_and(|solver| solver.terms().len() > MAX_TERMS) {
            self.solver = None;
        }
        if self.solver.is_none() {
            let mut solver = Solver::new(&Session::new(&Terms::new())?);
            solver.set_limits(Limits::work(WORK_PER_QUESTION));
            self.solver = Some(solver);
        }
        Ok(self.solver.as_mut().expect("invariant: made above"))
    }
}

/// Conditions before `index` that have to be kept and whose inputs are connected to those of the condition at `index`.
fn related_conditions(path: &Path, index: usize) -> Vec<usize> {
    let mut classes = Classes::default();
    let mut seen = FxHashSet::default();
    let mut of_condition = Vec::with_capacity(index + 1);
    for condition in &path.conditions[..=index] {
        of_condition.push(classes.join_inputs(path, condition.value, &mut seen));
    }
    let Some(wanted) = of_condition[index].map(|input| classes.find(input)) else { return Vec::new() };
    (0..index)
        .filter(|&earlier| path.conditions[earlier].kind != Kind::Hazard)
        .filter(|&earlier| of_condition[earlier].is_some_and(|input| classes.find(input) == wanted))
        .collect()
}

/// Union-find over inputs, and for every node already seen one of its inputs.
#[derive(Default)]
struct Classes {
    parent: FxHashMap<u32, u32>,
    input_of: FxHashMap<Tag, u32>,
}

impl Classes {
    fn find(&mut self, input: u32) -> u32 {
        let parent = *self.parent.entry(input).or_insert(input);
        if parent == input {
            return input;
        }
        let root = self.find(parent);
        self.parent.insert(input, root);
        root
    }

    fn join_inputs(&mut self, path: &Path, root: Arg, seen: &mut FxHashSet<Tag>) -> Option<u32> {
        let Arg::Node(root) = root else { return None };
        let mut fresh = Vec::new();
        let mut touched = Vec::new();
        let mut inputs = Vec::new();
        path.nodes.walk(root, seen, &mut fresh, &mut touched, &mut inputs);
        inputs.extend(touched.iter().filter_map(|tag| self.input_of.get(tag).copied()));
        let first = *inputs.first()?;
        for &input in &inputs[1..] {
            let (a, b) = (self.find(first), self.find(input));
            self.parent.insert(b, a);
        }
        for tag in fresh {
            self.input_of.insert(tag, first);
        }
        Some(first)
    }
}

struct Translation<'a> {
    path: &'a Path,
    terms: &'a Terms,
    done: FxHashMap<Tag, Term>,
    inputs: Vec<(u32, Term)>,
}

impl Translation<'_> {
    fn condition(&mut self, value: Arg, holds: bool) -> Term {
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
            let mut seen = self.done.keys().copied().collect();
            let mut needed = Vec::new();
            self.path.nodes.walk(tag, &mut seen, &mut needed, &mut Vec::new(), &mut Vec::new());
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
