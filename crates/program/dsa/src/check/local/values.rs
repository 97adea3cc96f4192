//! What operands hold, and when a cell says enough of a value.

use ir::{BitSet, CastOp, Const, FuncId, Function, Id, Inst, InstKind, Operand, RegId};

use super::super::numbers::is_number_of;
use crate::graph::Cell;
use crate::result::PointsTo;

/// What an operand may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// No address that leads to memory or to a function.
    Number,
    Address(Cell),
    /// An address that the graph does not know.
    Lost,
}

/// The values of a function.
pub struct Values<'a, 'm> {
    pub points_to: &'a PointsTo<'m>,
    pub func: FuncId,
    pub function: &'m Function,
    /// Of each register.
    cells: Vec<Option<Cell>>,
    /// Registers without a cell that may hold an address.
    pub lost: BitSet<RegId>,
    /// Pointers that were cast to numbers.
    addresses: BitSet<RegId>,
}

impl<'a, 'm> Values<'a, 'm> {
    /// Nothing is lost so far.
    pub fn new(points_to: &'a PointsTo<'m>, func: FuncId) -> Values<'a, 'm> {
        let function = &points_to.module().funcs[func];
        let mut addresses = BitSet::new(function.regs.len());
        for inst in function.blocks.iter().flat_map(|block| &block.insts) {
            if let (Some(dst), InstKind::Cast { op: CastOp::PtrToInt, .. }) = (inst.dst, &inst.kind) {
                addresses.insert(dst);
            }
        }
        let cells = function.regs.ids().map(|reg| points_to.cell(func, Operand::Reg(reg))).collect();
        Values { points_to, func, function, cells, lost: BitSet::new(function.regs.len()), addresses }
    }

    pub fn cell(&self, reg: RegId) -> Option<Cell> {
        self.cells[reg.index()]
    }

    pub fn value(&self, operand: Operand) -> Value {
        let id = match operand {
            Operand::Const(id) => id,
            Operand::Reg(reg) => {
                let lost = || if self.lost.contains(reg) { Value::Lost } else { Value::Number };
                return self.cell(reg).map_or_else(lost, Value::Address);
            }
        };
        let known = || self.points_to.cell(self.func, operand);
        let value = match self.points_to.module().consts.get(id) {
            Const::Global { .. } => known(),
            Const::Func(target) => known().filter(|cell| self.points_to.node(cell.node).funcs.contains(&target)),
            Const::Int { .. } | Const::Null | Const::Block { .. } | Const::Float { .. } => return Value::Number,
        };
        value.map_or(Value::Lost, Value::Address)
    }

    /// A constant of the program's own making, but no address.
    pub fn constant(&self, operand: Operand) -> Option<i64> {
        match operand {
            Operand::Reg(_) => None,
            Operand::Const(id) => i64::try_from(self.points_to.module().consts.get(id).as_signed()?).ok(),
        }
    }

    pub fn is_label(&self, operand: Operand) -> bool {
        match operand {
            Operand::Reg(_) => false,
            Operand::Const(id) => matches!(self.points_to.module().consts.get(id), Const::Block { .. }),
        }
    }

    /// Are these two pointers into one region, just cast to numbers? Their difference leads nowhere: whatever it is added to
    /// stays in its own region.
    pub fn is_distance(&self, a: Operand, b: Operand) -> bool {
        let region = |operand: Operand| match operand {
            Operand::Reg(reg) if self.addresses.contains(reg) => self.cell(reg).map(|cell| cell.node),
            Operand::Reg(_) | Operand::Const(_) => None,
        };
        region(a).is_some() && region(a) == region(b)
    }

    /// A number with a known distance from what an operand holds: the operand and the distance.
    pub fn moved(&self, inst: &Inst) -> Option<(Operand, i64)> {
        let InstKind::Binary { op, ty, a, b, .. } = &inst.kind else { return None };
        let model = self.points_to.module().data_model;
        if ty.bits(model) != model.pointer_bits() {
            return None;
        }
        match (op, self.constant(*a), self.constant(*b)) {
            (ir::BinOp::Add, None, Some(distance)) => Some((*a, distance)),
            (ir::BinOp::Add, Some(distance), None) => Some((*b, distance)),
            (ir::BinOp::Sub, None, Some(distance)) => Some((*a, distance.checked_neg()?)),
            (_, _, _) => None,
        }
    }
}

/// Casts whose result holds bytes of the operand.
pub fn keeps_bytes(op: CastOp) -> bool {
    match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::Bitcast | CastOp::PtrToInt | CastOp::IntToPtr => true,
        // Addresses are not followed through floating-point arithmetic.
        CastOp::FloatToSigned
        | CastOp::FloatToUnsigned
        | CastOp::SignedToFloat
        | CastOp::UnsignedToFloat
        | CastOp::FloatToFloat => false,
    }
}

/// Does the second cell stand for what the first does, or for something computed from it?
pub fn leads(points_to: &PointsTo<'_>, from: Cell, to: Cell) -> bool {
    from == to || is_number_of(points_to, to.node, from.node)
}
