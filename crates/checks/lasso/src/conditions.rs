//! Listens to a lap and notes all conditions on the numbers in its cells.
//!
//! Unlike a search, which may forget what it cannot express, nothing is left out here: what cannot be noted makes the
//! conditions useless, and they say so.

use std::cmp::Ordering;

use encode::node::{Arg, Node, NodeId, Nodes};
use engine::Comparison;
use interp::{Point, Shadow, Shadowed, Use};
use ir::{BinOp, BitOp, CastOp, DataModel, OverflowOp, Predicate, Target, Type};

/// Laps with more are refused.
const MOST_NODES: usize = 1_000_000;

/// What holds in a lap. Inputs of the nodes are the cells.
#[derive(Debug)]
pub struct Conditions {
    model: DataModel,
    pub nodes: Nodes,
    /// Values of one bit, and whether they are true in this lap.
    pub met: Vec<(Arg, bool)>,
    /// The numbers in the cells, and their widths.
    cells: Vec<(NodeId, u16)>,
    /// Something was done with a cell's number that is not noted.
    pub incomplete: bool,
}

type Value = Shadowed<NodeId>;

pub fn arg(value: Value) -> Arg {
    if value.tag.is_symbolic() { Arg::Node(value.tag) } else { Arg::Bits(value.bits) }
}

impl Conditions {
    pub fn new(model: DataModel) -> Self {
        Conditions { model, nodes: Nodes::default(), met: Vec::new(), cells: Vec::new(), incomplete: false }
    }

    /// The number in a cell.
    pub fn cell(&mut self, index: usize, width: u16) -> NodeId {
        let node = match u32::try_from(index) {
            Ok(index) => self.node(Node::Input { index }, width),
            Err(_) => self.give_up(),
        };
        self.cells.push((node, width));
        node
    }

    /// A condition on the numbers in the cells; `None` if it speaks of others, or of none.
    ///
    /// What it means is said here alone: the formulas for the beginning of the first lap, of this one and of the next are
    /// made of this node.
    pub fn comparison(&mut self, comparison: &Comparison) -> Option<Arg> {
        let Comparison { terms, width, signed, pred, bound } = comparison;
        if !(1..=128).contains(width) {
            return None;
        }
        let number = |number: i64| Arg::Bits(ir::truncate(i128::from(number) as u128, *width));
        let mut sum = None;
        for (cell, coefficient) in terms {
            let (cell, from) = *self.cells.get(*cell as usize)?;
            let op = match from.cmp(width) {
                Ordering::Less if *signed => Some(CastOp::SExt),
                Ordering::Less => Some(CastOp::ZExt),
                Ordering::Equal => None,
                Ordering::Greater => Some(CastOp::Trunc),
            };
            let cell = match op {
                Some(op) => self.node(Node::Cast { op, from, a: Arg::Node(cell) }, *width),
                None => cell,
            };
            let product = Node::Binary { op: BinOp::Mul, a: Arg::Node(cell), b: number(*coefficient) };
            let product = self.node(product, *width);
            sum = Some(match sum {
                Some(sum) => {
                    let sum = Node::Binary { op: BinOp::Add, a: Arg::Node(sum), b: Arg::Node(product) };
                    self.node(sum, *width)
                }
                None => product,
            });
        }
        let compare = Node::Compare { pred: *pred, operand_width: *width, a: Arg::Node(sum?), b: number(*bound) };
        Some(Arg::Node(self.condition(compare)))
    }

    /// Numbers that something is compared with, and the widths of the comparisons.
    pub fn compared(&self) -> Vec<(u16, u128)> {
        let with_number = |node: Node| match node {
            Node::Compare { operand_width, a: Arg::Bits(bits), b: Arg::Node(_), .. }
            | Node::Compare { operand_width, a: Arg::Node(_), b: Arg::Bits(bits), .. } => Some((operand_width, bits)),
            // Any other node compares nothing with a number.
            _ => None,
        };
        self.nodes.iter().filter_map(with_number).collect()
    }

    fn width(&self, ty: Type) -> u16 {
        u16::try_from(ty.bits(self.model)).expect("invariant: values have at most 128 bits")
    }

    fn node(&mut self, node: Node, width: u16) -> NodeId {
        if self.nodes.len() >= MOST_NODES { self.give_up() } else { self.nodes.push(node, width) }
    }

    /// A condition has one bit.
    fn condition(&mut self, node: Node) -> NodeId {
        self.node(node, 1)
    }

    fn give_up(&mut self) -> NodeId {
        self.incomplete = true;
        NodeId::default()
    }

    fn meet(&mut self, value: Arg, holds: bool) {
        match value {
            Arg::Node(_) => self.met.push((value, holds)),
            Arg::Bits(_) => {}
        }
    }

    /// A value that is used as it is: laps with another one may go elsewhere.
    fn pin(&mut self, width: u16, value: Value) {
        if value.tag.is_symbolic() {
            let node = Node::Compare {
                pred: Predicate::Eq,
                operand_width: width,
                a: arg(value),
                b: Arg::Bits(ir::truncate(value.bits, width)),
            };
            let same = self.condition(node);
            self.meet(Arg::Node(same), true);
        }
    }

    /// Numbers that meet an address have to be these: whether the outcome depends on where objects lie was seen for them
    /// alone, and in the formulas an address would be the number that it is in this run.
    fn meets_address(&mut self, operands: &[(u16, Value)]) -> bool {
        let meets = operands.iter().any(|(_, value)| value.is_address);
        if meets {
            operands.iter().for_each(|(width, value)| self.pin(*width, *value));
        }
        meets
    }
}

impl Shadow for Conditions {
    type Tag = NodeId;

    fn binary(&mut self, _at: Point, op: BinOp, ty: Type, nsw: bool, a: Value, b: Value) -> NodeId {
        let width = self.width(ty);
        if self.meets_address(&[(width, a), (width, b)]) {
            return NodeId::default();
        }
        let (a, b) = (arg(a), arg(b));
        let undefined = self.condition(Node::Undefined { op, nsw, operand_width: width, a, b });
        self.meet(Arg::Node(undefined), false);
        self.node(Node::Binary { op, a, b }, width)
    }

    fn overflows(&mut self, _at: Point, op: OverflowOp, signed: bool, ty: Type, a: Value, b: Value) -> NodeId {
        let operand_width = self.width(ty);
        if self.meets_address(&[(operand_width, a), (operand_width, b)]) {
            return NodeId::default();
        }
        self.condition(Node::Overflows { op, signed, operand_width, a: arg(a), b: arg(b) })
    }

    fn bits(&mut self, _at: Point, _op: BitOp, ty: Type, a: Value) -> NodeId {
        // Few loops count bits: the number has to be this one.
        let width = self.width(ty);
        self.pin(width, a);
        NodeId::default()
    }

    fn compare(&mut self, _at: Point, pred: Predicate, ty: Type, a: Value, b: Value) -> NodeId {
        let operand_width = self.width(ty);
        if self.meets_address(&[(operand_width, a), (operand_width, b)]) {
            return NodeId::default();
        }
        self.condition(Node::Compare { pred, operand_width, a: arg(a), b: arg(b) })
    }

    fn cast(&mut self, _at: Point, op: CastOp, from: Type, to: Type, a: Value) -> NodeId {
        let (from, to) = (self.width(from), self.width(to));
        match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt if from != to => {
                self.node(Node::Cast { op, from, a: arg(a) }, to)
            }
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt => a.tag,
            // Numbers that become addresses or floats, and the other way round.
            CastOp::Bitcast
            | CastOp::PtrToInt
            | CastOp::IntToPtr
            | CastOp::FloatToSigned
            | CastOp::FloatToUnsigned
            | CastOp::SignedToFloat
            | CastOp::UnsignedToFloat
            | CastOp::FloatToFloat => {
                self.pin(from, a);
                NodeId::default()
            }
        }
    }

    fn select(&mut self, _at: Point, ty: Type, cond: Value, a: Value, b: Value) -> NodeId {
        let width = self.width(ty);
        if self.meets_address(&[(1, cond), (width, a), (width, b)]) {
            return NodeId::default();
        }
        match ty {
            Type::Int(_) => self.node(Node::Select { cond: arg(cond), a: arg(a), b: arg(b) }, width),
            Type::Ptr | Type::Float(_) => {
                self.pin(1, cond);
                self.pin(width, a);
                self.pin(width, b);
                NodeId::default()
            }
        }
    }

    fn offset(&mut self, _at: Point, base: Value, terms: &[(Value, i64)], _constant: i64) -> NodeId {
        let width = self.width(Type::Ptr);
        self.pin(width, base);
        for (value, _) in terms {
            self.pin(width, *value);
        }
        NodeId::default()
    }

    fn branch(&mut self, _at: Point, cond: Value, taken: bool) {
        self.meet(arg(cond), taken);
    }

    fn switch(&mut self, _at: Point, ty: Type, value: Value, cases: &[(u128, Target)], taken: Option<usize>) {
        let operand_width = self.width(ty);
        let others = taken.map_or(0..cases.len(), |case| case..case + 1);
        for case in others {
            let number = Arg::Bits(ir::truncate(cases[case].0, operand_width));
            let is_it = self.condition(Node::Compare { pred: Predicate::Eq, operand_width, a: arg(value), b: number });
            self.meet(Arg::Node(is_it), taken.is_some());
        }
    }

    fn assume(&mut self, _at: Point, cond: Value) {
        self.meet(arg(cond), cond.bits & 1 == 1);
    }

    fn concretize(&mut self, _at: Point, ty: Type, value: Value, _used: Use) {
        let width = self.width(ty);
        self.pin(width, value);
    }

    fn lost(&mut self, _at: Point) {
        self.incomplete = true;
    }
}
