//! Listens to a run and writes down the conditions on inputs that it meets.
//!
//! DIVERGENCE from textbook concolic execution: values that cannot be expressed (floats, symbolic addresses) become
//! plain numbers, and nothing pins them in the path condition. A solution may then take another way than predicted;
//! the run that tries it shows where it really goes.

use engine::InputKind;
use interp::{Point, Request, Shadow, Shadowed, Use};
use ir::{BinOp, BitOp, BlockId, CastOp, DataModel, FuncId, GlobalId, NondetKind, OverflowOp, Predicate, Target, Type};

use rustc_hash::FxHashSet;

use crate::condition::{Condition, Kind, Path};
use crate::rounds::{Rounds, StateId};
use encode::node::{Arg, Node, NodeId, Nodes};

/// Conditions and nodes beyond these are not recorded: a run that meets more is far into some loop.
const MAX_CONDITIONS: usize = 6_000;
const MAX_NODES: usize = 400_000;
/// Further cases of a switch are not turned to; all of them would fill the list.
const MAX_CASES: usize = 200;
/// Rounds beyond this are all in the state of the last one.
const MAX_ROUNDS: u32 = 60;

/// Which violations without a branch of their own to aim at.
#[derive(Clone, Copy, Debug)]
pub struct Aims {
    pub overflow: bool,
    pub access: bool,
}

#[derive(Debug)]
pub struct Recorder {
    model: DataModel,
    aims: Aims,
    nodes: Nodes,
    conditions: Vec<Condition>,
    inputs: Vec<u128>,
    seen: Seen,
    state: StateId,
    rounds: u32,
    news: Option<usize>,
}

/// Where runs have been.
#[derive(Debug, Default)]
pub struct Seen {
    pub blocks: FxHashSet<(FuncId, BlockId)>,
    pub rounds: Rounds,
}

type Value = Shadowed<NodeId>;

fn arg(value: Value) -> Arg {
    if value.tag.is_symbolic() { Arg::Node(value.tag) } else { Arg::Bits(value.bits) }
}

fn add(a: Arg, b: Arg) -> Node {
    Node::Binary { op: BinOp::Add, a, b }
}

impl Recorder {
    pub fn new(model: DataModel, aims: Aims, seen: Seen) -> Self {
        Recorder {
            model,
            aims,
            nodes: Nodes::default(),
            conditions: Vec::new(),
            inputs: Vec::new(),
            seen,
            state: 0,
            rounds: 0,
            news: None,
        }
    }

    /// `inputs` are those of the run as it is told, which may end earlier: a leak is found later than it happens.
    pub fn finish(self, mut inputs: Vec<u128>) -> (Path, Seen) {
        inputs.extend(self.inputs.get(inputs.len()..).unwrap_or_default());
        (Path { nodes: self.nodes, conditions: self.conditions, inputs, news: self.news }, self.seen)
    }

    fn width(&self, ty: Type) -> u16 {
        u16::try_from(ty.bits(self.model)).expect("invariant: values have at most 128 bits")
    }

    fn full(&self) -> bool {
        self.nodes.len() >= MAX_NODES || self.conditions.len() >= MAX_CONDITIONS
    }

    fn node(&mut self, node: Node, width: u16) -> NodeId {
        if self.full() { NodeId::default() } else { self.nodes.push(node, width) }
    }

    fn meet(&mut self, kind: Kind, at: Point, which: u32, value: Arg, held: bool) {
        if !self.full() {
            self.conditions.push(Condition { kind, at, which, value, held, state: self.state });
        }
    }

    fn hazard(&mut self, at: Point, which: u32, node: Node) {
        let tag = self.node(node, 1);
        if tag.is_symbolic() {
            self.meet(Kind::Hazard, at, which, Arg::Node(tag), false);
        }
    }

    /// The quotient of the least number and -1 does not fit.
    fn quotient_hazard(&mut self, at: Point, width: u16, a: Arg, b: Arg) {
        let is = |a, bits| {
            let b = Arg::Bits(ir::truncate(bits, width));
            Node::Compare { pred: Predicate::Eq, operand_width: width, a, b }
        };
        let (dividend, divisor) = (self.node(is(a, 1 << (width - 1)), 1), self.node(is(b, u128::MAX), 1));
        if dividend.is_symbolic() && divisor.is_symbolic() {
            self.hazard(at, 0, Node::Select { cond: Arg::Node(dividend), a: Arg::Node(divisor), b: Arg::Bits(0) });
        }
    }

    fn constrain_input(&mut self, request: &Request, input: NodeId, width: u16) {
        let (pred, bound) = match request.kind {
            InputKind::Nondet(NondetKind::Bool) if width > 1 => (Predicate::Ule, 1),
            InputKind::Nondet(NondetKind::StdinByte) => (Predicate::Sle, 255),
            InputKind::AllocationFails if width > 1 => (Predicate::Ule, 1),
            InputKind::CommandLine if width > 8 => (Predicate::Ule, interp::MOST_STRINGS),
            InputKind::Nondet(_)
            | InputKind::Uninit
            | InputKind::AllocationFails
            | InputKind::Argument
            | InputKind::CommandLine => return,
        };
        let at = Point { func: ir::Id::from_index(0), block: ir::Id::from_index(0), inst: u32::MAX, loc: request.loc };
        let within =
            self.node(Node::Compare { pred, operand_width: width, a: Arg::Node(input), b: Arg::Bits(bound) }, 1);
        self.meet(Kind::Assume, at, 0, Arg::Node(within), true);
        if let InputKind::Nondet(NondetKind::StdinByte) = request.kind {
            let least = Arg::Bits(ir::truncate(u128::MAX, width));
            let node = Node::Compare { pred: Predicate::Sge, operand_width: width, a: Arg::Node(input), b: least };
            let within = self.node(node, 1);
            self.meet(Kind::Assume, at, 1, Arg::Node(within), true);
        }
    }
}

impl Shadow for Recorder {
    type Tag = NodeId;

    #[inline]
    fn enter(&mut self, func: FuncId, block: BlockId) {
        if self.seen.blocks.insert((func, block)) {
            self.news = Some(self.conditions.len());
        }
    }

    const ROUNDS: bool = true;

    fn watched(&self) -> Option<&[GlobalId]> {
        (self.rounds < MAX_ROUNDS && !self.full()).then(|| self.seen.rounds.watched())
    }

    fn round(&mut self, values: u64) {
        self.rounds += 1;
        self.state = self.seen.rounds.state(values);
    }

    fn input(&mut self, request: &Request, index: usize, bits: u128) -> NodeId {
        self.inputs.resize(index, 0);
        self.inputs.push(bits);
        let width = self.width(request.ty);
        if request.only.is_some() || matches!(request.ty, Type::Float(_)) {
            return NodeId::default();
        }
        let index = u32::try_from(index).expect("invariant: a run is too short for so many inputs");
        let tag = self.node(Node::Input { index }, width);
        if tag.is_symbolic() {
            self.constrain_input(request, tag, width);
        }
        tag
    }

    fn binary(&mut self, at: Point, op: BinOp, ty: Type, nsw: bool, a: Value, b: Value) -> NodeId {
        let width = self.width(ty);
        let (a, b) = (arg(a), arg(b));
        if nsw && self.aims.overflow {
            let overflow = |op| Node::Overflows { op, signed: true, operand_width: width, a, b };
            match op {
                BinOp::Add => self.hazard(at, 0, overflow(OverflowOp::Add)),
                BinOp::Sub => self.hazard(at, 0, overflow(OverflowOp::Sub)),
                BinOp::Mul => self.hazard(at, 0, overflow(OverflowOp::Mul)),
                BinOp::Shl => self.hazard(at, 0, Node::ShiftOverflows { operand_width: width, a, b }),
                BinOp::UDiv
                | BinOp::SDiv
                | BinOp::URem
                | BinOp::SRem
                | BinOp::LShr
                | BinOp::AShr
                | BinOp::And
                | BinOp::Or
                | BinOp::Xor => {}
            }
        }
        if self.aims.overflow && matches!(op, BinOp::SDiv | BinOp::SRem) {
            self.quotient_hazard(at, width, a, b);
        }
        self.node(Node::Binary { op, a, b }, width)
    }

    fn overflows(&mut self, _at: Point, op: OverflowOp, signed: bool, ty: Type, a: Value, b: Value) -> NodeId {
        let operand_width = self.width(ty);
        self.node(Node::Overflows { op, signed, operand_width, a: arg(a), b: arg(b) }, 1)
    }

    fn bits(&mut self, _at: Point, _op: BitOp, _ty: Type, _a: Value) -> NodeId {
        NodeId::default()
    }

    fn compare(&mut self, _at: Point, pred: Predicate, ty: Type, a: Value, b: Value) -> NodeId {
        let operand_width = self.width(ty);
        self.node(Node::Compare { pred, operand_width, a: arg(a), b: arg(b) }, 1)
    }

    fn cast(&mut self, _at: Point, op: CastOp, from: Type, to: Type, a: Value) -> NodeId {
        let (from, to) = (self.width(from), self.width(to));
        let op = match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt => op,
            CastOp::Bitcast | CastOp::PtrToInt | CastOp::IntToPtr if to < from => CastOp::Trunc,
            CastOp::Bitcast | CastOp::PtrToInt | CastOp::IntToPtr => CastOp::ZExt,
            CastOp::FloatToSigned
            | CastOp::FloatToUnsigned
            | CastOp::SignedToFloat
            | CastOp::UnsignedToFloat
            | CastOp::FloatToFloat => return NodeId::default(),
        };
        if from == to { a.tag } else { self.node(Node::Cast { op, from, a: arg(a) }, to) }
    }

    fn select(&mut self, at: Point, ty: Type, cond: Value, a: Value, b: Value) -> NodeId {
        let width = self.width(ty);
        if matches!(ty, Type::Float(_)) {
            if cond.tag.is_symbolic() {
                self.meet(Kind::Branch, at, 0, Arg::Node(cond.tag), cond.bits == 1);
            }
            return NodeId::default();
        }
        self.node(Node::Select { cond: arg(cond), a: arg(a), b: arg(b) }, width)
    }

    fn offset(&mut self, _at: Point, base: Value, terms: &[(Value, i64)], constant: i64) -> NodeId {
        let width = self.width(Type::Ptr);
        let number = |value: i64| Arg::Bits(ir::truncate(i128::from(value) as u128, width));
        let mut sum = arg(base);
        for &(value, scale) in terms {
            let scaled = if scale == 1 {
                arg(value)
            } else if value.tag.is_symbolic() {
                Arg::Node(self.node(Node::Binary { op: BinOp::Mul, a: arg(value), b: number(scale) }, width))
            } else {
                Arg::Bits(ir::truncate(value.bits.wrapping_mul(i128::from(scale) as u128), width))
            };
            if matches!(scaled, Arg::Node(tag) if !tag.is_symbolic()) {
                return NodeId::default();
            }
            sum = Arg::Node(self.node(add(sum, scaled), width));
            if self.full() {
                return NodeId::default();
            }
        }
        self.node(add(sum, number(constant)), width)
    }

    fn branch(&mut self, at: Point, cond: Value, taken: bool) {
        self.meet(Kind::Branch, at, 0, arg(cond), taken);
    }

    fn switch(&mut self, at: Point, ty: Type, value: Value, cases: &[(u128, Target)], taken: Option<usize>) {
        let operand_width = self.width(ty);
        // The case taken comes last: each of the others can then be turned to by itself, and turning that one leads to
        // the default.
        let others = (0..cases.len()).filter(|&case| Some(case) != taken).take(MAX_CASES);
        let order = others.chain(taken);
        for case in order {
            let node = Node::Compare {
                pred: Predicate::Eq,
                operand_width,
                a: arg(value),
                b: Arg::Bits(ir::truncate(cases[case].0, operand_width)),
            };
            let tag = self.node(node, 1);
            if tag.is_symbolic() {
                let which = u32::try_from(case).expect("invariant: fewer than 2^32 cases");
                self.meet(Kind::Branch, at, which, Arg::Node(tag), Some(case) == taken);
            }
        }
    }

    fn assume(&mut self, at: Point, cond: Value) {
        self.meet(Kind::Assume, at, 0, arg(cond), cond.bits == 1);
    }

    fn concretize(&mut self, at: Point, ty: Type, value: Value, used: Use) {
        let width = self.width(ty);
        match used {
            Use::Access { base, object_size, size, .. } if self.aims.access => {
                // In bounds means: address - base ≤ object_size - size, unsigned.
                let shift = Node::Binary { op: BinOp::Sub, a: arg(value), b: Arg::Bits(u128::from(base)) };
                let within = self.node(shift, width);
                let last = object_size.saturating_sub(size);
                if within.is_symbolic() {
                    let beyond = Node::Compare {
                        pred: Predicate::Ugt,
                        operand_width: width,
                        a: Arg::Node(within),
                        b: Arg::Bits(u128::from(last)),
                    };
                    self.hazard(at, 1, beyond);
                }
            }
            Use::Length { available } if self.aims.access => {
                let beyond = Node::Compare {
                    pred: Predicate::Ugt,
                    operand_width: width,
                    a: arg(value),
                    b: Arg::Bits(u128::from(available)),
                };
                self.hazard(at, 2, beyond);
            }
            Use::Access { .. }
            | Use::Length { .. }
            | Use::AllocationSize
            | Use::Target
            | Use::Effect
            | Use::Address => {}
        }
    }
}
