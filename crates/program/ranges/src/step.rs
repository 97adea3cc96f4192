//! What one instruction does to ranges.

use engine::Range;
use ir::{BinOp, Call, Callee, CastOp, Id, Inst, InstKind, NondetKind, Operand, OverflowOp, Predicate, Type, insts};

use crate::env::width_of;
use crate::function::{CallArgs, Solver, Summary};
use crate::interval::{WIDEST, as_exact, exactly, full, hull, of_signed, of_unsigned};
use crate::transfer;

impl Solver<'_> {
    fn operand(&self, operand: Operand, width: u16) -> Range {
        self.env.operand(operand).unwrap_or_else(|| full(width))
    }

    /// False if no run goes on behind the instruction.
    pub fn step(&mut self, inst: &Inst) -> bool {
        match &inst.kind {
            InstKind::Call(call) => return self.call(call),
            InstKind::Assume { cond } | InstKind::Require { cond, .. } => return self.env.assume(*cond, true),
            InstKind::Unsupported(unsupported) => unsupported.rets.iter().for_each(|reg| self.define(*reg, None)),
            InstKind::Binary { op, ty, a, b, nsw } => {
                if let Some(width) = width_of(*ty) {
                    if !self.is_defined(*op, width, *nsw, *a, *b) {
                        return false;
                    }
                    let value = transfer::binary(*op, width, *nsw, self.operand(*a, width), self.operand(*b, width));
                    if let Some(dst) = inst.dst {
                        self.define(dst, value);
                    }
                    return value.is_some();
                }
                self.define_result(inst, None);
            }
            InstKind::Overflows { .. }
            | InstKind::Bits { .. }
            | InstKind::Compare { .. }
            | InstKind::Cast { .. }
            | InstKind::Select { .. }
            | InstKind::Offset { .. }
            | insts!(floats)
            | insts!(accesses)
            | insts!(lifetimes)
            | insts!(bindings)
            | insts!(choices)
            | InstKind::Alloca { .. } => {
                let value = self.value(&inst.kind);
                self.define_result(inst, value);
            }
        }
        true
    }

    fn define_result(&mut self, inst: &Inst, value: Option<Range>) {
        if let Some(dst) = inst.dst {
            self.define(dst, value);
        }
    }

    /// Operations that are not defined for all operands: what they are when runs go on.
    fn is_defined(&mut self, op: BinOp, width: u16, nsw: bool, a: Operand, b: Operand) -> bool {
        match op {
            BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem => self.env.differs(b, width, 0),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                let defined = of_unsigned(width, (0, i128::from(width) - 1));
                defined.is_some_and(|defined| self.env.keep_within(b, width, defined))
            }
            BinOp::Add if nsw => self.env.fits(OverflowOp::Add, true, width, a, b),
            BinOp::Sub if nsw => self.env.fits(OverflowOp::Sub, true, width, a, b),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor => true,
        }
    }

    /// What the instruction computes; `None` if nothing is known of it.
    fn value(&self, kind: &InstKind) -> Option<Range> {
        let bit = |known: Option<bool>| known.map(|known| exactly(1, u64::from(known)));
        match kind {
            InstKind::Overflows { op, signed, ty, a, b } => {
                let width = width_of(*ty)?;
                bit(transfer::overflows(*op, *signed, width, self.operand(*a, width), self.operand(*b, width)))
            }
            InstKind::Bits { op, ty, a, nonzero } => {
                let width = width_of(*ty)?;
                transfer::bits(*op, width, self.operand(*a, width), *nonzero)
            }
            InstKind::Compare { pred, ty, a, b } => {
                if a == b {
                    return bit(Some(holds_of_equals(*pred)));
                }
                let width = width_of(*ty)?;
                bit(transfer::compare(*pred, self.operand(*a, width), self.operand(*b, width)))
            }
            InstKind::Cast { op, from, to, a } => self.cast(*op, *from, *to, *a),
            InstKind::Select { ty, cond, a, b } => {
                let width = width_of(*ty)?;
                let (x, y) = (self.operand(*a, width), self.operand(*b, width));
                match self.env.operand(*cond).and_then(as_exact) {
                    Some(1) => Some(x),
                    Some(_) => Some(y),
                    None => Some(hull(x, y)),
                }
            }
            InstKind::Nondet { ty, kind } => {
                let width = width_of(*ty)?;
                match kind {
                    NondetKind::Bool => of_unsigned(width, (0, 1)),
                    NondetKind::StdinByte => of_signed(width, (-1, 255)),
                    NondetKind::Signed
                    | NondetKind::Unsigned
                    | NondetKind::Char
                    | NondetKind::Pointer
                    | NondetKind::Float
                    | NondetKind::Outside => None,
                }
            }
            InstKind::Binary { .. }
            | InstKind::Offset { .. }
            | insts!(floats)
            | insts!(accesses)
            | insts!(lifetimes)
            | insts!(bindings)
            | insts!(conditions)
            | InstKind::Undef { .. }
            | InstKind::Alloca { .. }
            | InstKind::Call(_)
            | InstKind::Unsupported(_) => None,
        }
    }

    fn cast(&self, op: CastOp, from: Type, to: Type, a: Operand) -> Option<Range> {
        let to = width_of(to)?;
        match from {
            Type::Int(width) if width <= WIDEST => Some(transfer::cast(op, to, self.operand(a, width))),
            Type::Ptr if op == CastOp::PtrToInt => {
                let width = from.bits(self.module.data_model) as u16;
                Some(transfer::cast(CastOp::ZExt, to, full(width)))
            }
            Type::Int(_) | Type::Ptr | Type::Float(_) => None,
        }
    }

    fn call(&mut self, call: &Call) -> bool {
        let Callee::Direct(callee) = call.callee else {
            call.rets.iter().for_each(|reg| self.define(*reg, None));
            return true;
        };
        let signature = &self.module.funcs[callee].signature;
        // In old C, calls may disagree with what they call; values are then converted.
        let passed = |index: usize| {
            let same = call.signature.params.get(index) == signature.params.get(index);
            call.args.get(index).filter(|_| same).map(|arg| arg.value)
        };
        let operands: Vec<Option<Operand>> = (0..signature.params.len()).map(passed).collect();
        let args = operands.iter().map(|operand| operand.and_then(|operand| self.env.operand(operand))).collect();
        self.found.calls.push(CallArgs { callee, args });
        let summaries = self.summaries;
        match &summaries[callee.index()] {
            Summary::Any => call.rets.iter().for_each(|reg| self.define(*reg, None)),
            Summary::NeverReturns => return false,
            Summary::Returns { values, params } => {
                let same = call.signature.rets == signature.rets;
                for (index, reg) in call.rets.iter().enumerate() {
                    self.define(*reg, values.get(index).copied().flatten().filter(|_| same));
                }
                for ((operand, param), ty) in operands.iter().zip(params).zip(&signature.params) {
                    if let (Some(operand), Some(param), Some(width)) = (*operand, *param, width_of(*ty))
                        && !self.env.keep_within(operand, width, param)
                    {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// Of a number and itself.
fn holds_of_equals(pred: Predicate) -> bool {
    match pred {
        Predicate::Eq | Predicate::Ule | Predicate::Uge | Predicate::Sle | Predicate::Sge => true,
        Predicate::Ne | Predicate::Ult | Predicate::Ugt | Predicate::Slt | Predicate::Sgt => false,
    }
}
