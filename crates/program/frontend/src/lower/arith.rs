//! Arithmetic, comparisons, casts.

use ir::{BinOp, CastOp, FloatBinOp, FloatPredicate, FloatUnOp, InstKind, Operand, Predicate, Type};

use super::Lowered;
use super::function::{FuncLower, Parts};
use super::shape::Lanes;
use super::shift::{Fault, ShiftRule};
use crate::llvm::{IntPredicate, Opcode, RealPredicate, Ty, TypeKind, Value};

impl<'m> FuncLower<'_, 'm> {
    pub(super) fn lower_binary(&mut self, inst: Value<'m>, opcode: Opcode) -> Lowered<()> {
        let op = binary_op(opcode);
        if let Some(lanes) = Lanes::of(inst.ty()) {
            return self.lanewise(inst, lanes, |lower, a, b| lower.binary(op, lanes.ty, a, b));
        }
        let ty = self.scalar(inst.ty())?;
        let (a, b) = (self.one(inst.operand(0))?, self.one(inst.operand(1))?);
        if op == BinOp::Shl
            && let Some(&rule) = self.plan.shifts.get(&inst)
        {
            return self.signed_shift(inst, rule, ty, a, b);
        }
        let nsw = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl) && inst.nsw();
        let value = self.def(ty, InstKind::Binary { op, ty, a, b, nsw });
        self.set(inst, value);
        Ok(())
    }

    /// C's `<<` on a signed type.
    fn signed_shift(
        &mut self,
        inst: Value<'m>,
        rule: ShiftRule<'m>,
        ty: Type,
        a: Operand,
        mut b: Operand,
    ) -> Lowered<()> {
        let Type::Int(width) = ty else { return Err("shift of a vector".to_string()) };
        if let Some(in_range) = rule.whole_amount_in_range {
            // The amount lost bits on its way here: where it did not fit, shift by the width, which is an error.
            let cond = self.one(in_range)?;
            let too_far = self.int(width, width.into());
            b = self.def(ty, InstKind::Select { ty, cond, a: b, b: too_far });
        }
        let value = if rule.into_sign && width < ir::MAX_INT_WIDTH {
            // One bit more: the sign bit is then an ordinary one, and what leaves it is the overflow.
            let wide = Type::Int(width + 1);
            let a = self.cast_op(CastOp::ZExt, ty, wide, a);
            let b = self.cast_op(CastOp::ZExt, ty, wide, b);
            let shifted = self.def(wide, InstKind::Binary { op: BinOp::Shl, ty: wide, a, b, nsw: true });
            self.cast_op(CastOp::Trunc, wide, ty, shifted)
        } else {
            self.def(ty, InstKind::Binary { op: BinOp::Shl, ty, a, b, nsw: true })
        };
        self.set(inst, value);
        Ok(())
    }

    /// Stands for a shift of constants that clang has folded: wrong in the same way.
    pub(super) fn wrong_shift(&mut self, fault: Fault) {
        let ty = Type::Int(32);
        let amount = match fault {
            Fault::Overflow => 31,
            Fault::TooFar => 32,
        };
        let (a, b) = (self.int(32, 1), self.int(32, amount));
        self.def(ty, InstKind::Binary { op: BinOp::Shl, ty, a, b, nsw: true });
    }

    pub(super) fn lower_float_binary(&mut self, inst: Value<'m>, opcode: Opcode) -> Lowered<()> {
        let op = match opcode {
            Opcode::LLVMFAdd => FloatBinOp::Add,
            Opcode::LLVMFSub => FloatBinOp::Sub,
            Opcode::LLVMFMul => FloatBinOp::Mul,
            Opcode::LLVMFDiv => FloatBinOp::Div,
            Opcode::LLVMFRem => FloatBinOp::Rem,
            // Any other opcode has gone elsewhere.
            _ => unreachable!("invariant: the dispatcher passes floating-point arithmetic only"),
        };
        if let Some(lanes) = Lanes::of(inst.ty()) {
            return self.lanewise(inst, lanes, |lower, a, b| lower.float_binary(op, lanes.ty, a, b));
        }
        let ty = self.scalar(inst.ty())?;
        let (a, b) = (self.one(inst.operand(0))?, self.one(inst.operand(1))?);
        let value = self.float_binary(op, ty, a, b);
        self.set(inst, value);
        Ok(())
    }

    pub(super) fn float_binary(&mut self, op: FloatBinOp, ty: Type, a: Operand, b: Operand) -> Operand {
        self.def(ty, InstKind::FloatBinary { op, ty, a, b })
    }

    pub(super) fn float_unary(&mut self, op: FloatUnOp, ty: Type, a: Operand) -> Operand {
        self.def(ty, InstKind::FloatUnary { op, ty, a })
    }

    pub(super) fn lower_float_negate(&mut self, inst: Value<'m>) -> Lowered<()> {
        if let Some(lanes) = Lanes::of(inst.ty()) {
            let negated: Vec<Operand> = self
                .lanes_of(inst.operand(0), lanes)?
                .into_iter()
                .map(|lane| self.float_unary(FloatUnOp::Neg, lanes.ty, lane))
                .collect();
            self.set_lanes(inst, &negated, lanes);
            return Ok(());
        }
        let a = self.one(inst.operand(0))?;
        let ty = self.scalar(inst.ty())?;
        let value = self.float_unary(FloatUnOp::Neg, ty, a);
        self.set(inst, value);
        Ok(())
    }

    pub(super) fn lower_compare(&mut self, inst: Value<'m>) -> Lowered<()> {
        let pred = predicate(inst.icmp_predicate());
        if let Some(lanes) = Lanes::of(inst.operand(0).ty()) {
            return self.compare_lanes(inst, lanes, |lower, a, b| lower.compare(pred, lanes.ty, a, b));
        }
        let ty = self.scalar(inst.operand(0).ty())?;
        let (a, b) = (self.one(inst.operand(0))?, self.one(inst.operand(1))?);
        let value = self.compare(pred, ty, a, b);
        self.set(inst, value);
        Ok(())
    }

    pub(super) fn compare(&mut self, pred: Predicate, ty: Type, a: Operand, b: Operand) -> Operand {
        self.def(Type::BOOL, InstKind::Compare { pred, ty, a, b })
    }

    pub(super) fn lower_float_compare(&mut self, inst: Value<'m>) -> Lowered<()> {
        let pred = float_predicate(inst.fcmp_predicate());
        if let Some(lanes) = Lanes::of(inst.operand(0).ty()) {
            return self.compare_lanes(inst, lanes, |lower, a, b| {
                lower.def(Type::BOOL, InstKind::FloatCompare { pred, ty: lanes.ty, a, b })
            });
        }
        let ty = self.scalar(inst.operand(0).ty())?;
        let (a, b) = (self.one(inst.operand(0))?, self.one(inst.operand(1))?);
        let value = self.def(Type::BOOL, InstKind::FloatCompare { pred, ty, a, b });
        self.set(inst, value);
        Ok(())
    }

    /// A cast instruction or constant expression.
    pub(super) fn cast(&mut self, value: Value<'m>, opcode: Opcode) -> Lowered<Parts> {
        let source = value.operand(0);
        let (from_ty, to_ty) = (source.ty(), value.ty());
        if is_vector(from_ty) && is_vector(to_ty) && opcode != Opcode::LLVMBitCast {
            return self.cast_lanes(source, opcode, to_ty);
        }
        if is_large_vector(from_ty) || is_large_vector(to_ty) {
            return self.recut(source, to_ty);
        }
        let a = self.one(source)?;
        let (from, to) = (self.scalar(from_ty)?, self.scalar(to_ty)?);
        Ok(Parts::from_iter([self.scalar_cast(opcode, from, to, a)?]))
    }

    pub(super) fn scalar_cast(&mut self, opcode: Opcode, from: Type, to: Type, a: Operand) -> Lowered<Operand> {
        let op = match opcode {
            Opcode::LLVMTrunc => CastOp::Trunc,
            Opcode::LLVMZExt => CastOp::ZExt,
            Opcode::LLVMSExt => CastOp::SExt,
            Opcode::LLVMFPToUI => CastOp::FloatToUnsigned,
            Opcode::LLVMFPToSI => CastOp::FloatToSigned,
            Opcode::LLVMUIToFP => CastOp::UnsignedToFloat,
            Opcode::LLVMSIToFP => CastOp::SignedToFloat,
            Opcode::LLVMFPTrunc | Opcode::LLVMFPExt => CastOp::FloatToFloat,
            Opcode::LLVMBitCast if from == to => return Ok(a),
            Opcode::LLVMBitCast => CastOp::Bitcast,
            Opcode::LLVMPtrToInt => return Ok(self.pointer_to_int(a, to)),
            Opcode::LLVMIntToPtr => return Ok(self.int_to_pointer(a, from)),
            // Any other cast is `addrspacecast`.
            _ => return Err("cast between address spaces".to_string()),
        };
        Ok(self.cast_op(op, from, to, a))
    }

    /// Through the integer of pointer width, cut or extended with zeros.
    pub(super) fn pointer_to_int(&mut self, a: Operand, to: Type) -> Operand {
        let whole = self.cx.out.data_model.pointer_int();
        let number = self.cast_op(CastOp::PtrToInt, Type::Ptr, whole, a);
        self.resize(number, whole, to)
    }

    pub(super) fn int_to_pointer(&mut self, a: Operand, from: Type) -> Operand {
        let whole = self.cx.out.data_model.pointer_int();
        let number = self.resize(a, from, whole);
        self.cast_op(CastOp::IntToPtr, whole, Type::Ptr, number)
    }

    /// The integer cut to another width, or extended with zeros.
    pub(super) fn resize(&mut self, a: Operand, from: Type, to: Type) -> Operand {
        let (Type::Int(old), Type::Int(new)) = (from, to) else { return a };
        match old.cmp(&new) {
            std::cmp::Ordering::Equal => a,
            std::cmp::Ordering::Less => match self.constant(a) {
                Some(ir::Const::Int { value, .. }) => self.int(new, value),
                Some(_) | None => self.cast_op(CastOp::ZExt, from, to, a),
            },
            std::cmp::Ordering::Greater => self.cast_op(CastOp::Trunc, from, to, a),
        }
    }

    pub(super) fn constant(&self, operand: Operand) -> Option<ir::Const> {
        match operand {
            Operand::Const(id) => Some(self.cx.out.consts.get(id)),
            Operand::Reg(_) => None,
        }
    }

    /// An integer of any width as one of pointer width: sizes are unsigned.
    pub(super) fn as_size(&mut self, value: Operand) -> Operand {
        let from = self.operand_type(value);
        let to = self.cx.out.data_model.pointer_int();
        self.resize(value, from, to)
    }
}

fn is_vector(ty: Ty<'_>) -> bool {
    ty.kind() == TypeKind::LLVMVectorTypeKind
}

fn is_large_vector(ty: Ty<'_>) -> bool {
    Lanes::of(ty).is_some_and(|lanes| !lanes.is_one())
}

pub(super) fn binary_op(opcode: Opcode) -> BinOp {
    match opcode {
        Opcode::LLVMAdd => BinOp::Add,
        Opcode::LLVMSub => BinOp::Sub,
        Opcode::LLVMMul => BinOp::Mul,
        Opcode::LLVMUDiv => BinOp::UDiv,
        Opcode::LLVMSDiv => BinOp::SDiv,
        Opcode::LLVMURem => BinOp::URem,
        Opcode::LLVMSRem => BinOp::SRem,
        Opcode::LLVMShl => BinOp::Shl,
        Opcode::LLVMLShr => BinOp::LShr,
        Opcode::LLVMAShr => BinOp::AShr,
        Opcode::LLVMAnd => BinOp::And,
        Opcode::LLVMOr => BinOp::Or,
        Opcode::LLVMXor => BinOp::Xor,
        // Any other opcode has gone elsewhere.
        _ => unreachable!("invariant: the dispatcher passes integer arithmetic only"),
    }
}

fn predicate(pred: IntPredicate) -> Predicate {
    match pred {
        IntPredicate::LLVMIntEQ => Predicate::Eq,
        IntPredicate::LLVMIntNE => Predicate::Ne,
        IntPredicate::LLVMIntUGT => Predicate::Ugt,
        IntPredicate::LLVMIntUGE => Predicate::Uge,
        IntPredicate::LLVMIntULT => Predicate::Ult,
        IntPredicate::LLVMIntULE => Predicate::Ule,
        IntPredicate::LLVMIntSGT => Predicate::Sgt,
        IntPredicate::LLVMIntSGE => Predicate::Sge,
        IntPredicate::LLVMIntSLT => Predicate::Slt,
        IntPredicate::LLVMIntSLE => Predicate::Sle,
    }
}

fn float_predicate(pred: RealPredicate) -> FloatPredicate {
    match pred {
        RealPredicate::LLVMRealPredicateFalse => FloatPredicate::False,
        RealPredicate::LLVMRealOEQ => FloatPredicate::Oeq,
        RealPredicate::LLVMRealOGT => FloatPredicate::Ogt,
        RealPredicate::LLVMRealOGE => FloatPredicate::Oge,
        RealPredicate::LLVMRealOLT => FloatPredicate::Olt,
        RealPredicate::LLVMRealOLE => FloatPredicate::Ole,
        RealPredicate::LLVMRealONE => FloatPredicate::One,
        RealPredicate::LLVMRealORD => FloatPredicate::Ord,
        RealPredicate::LLVMRealUNO => FloatPredicate::Uno,
        RealPredicate::LLVMRealUEQ => FloatPredicate::Ueq,
        RealPredicate::LLVMRealUGT => FloatPredicate::Ugt,
        RealPredicate::LLVMRealUGE => FloatPredicate::Uge,
        RealPredicate::LLVMRealULT => FloatPredicate::Ult,
        RealPredicate::LLVMRealULE => FloatPredicate::Ule,
        RealPredicate::LLVMRealUNE => FloatPredicate::Une,
        RealPredicate::LLVMRealPredicateTrue => FloatPredicate::True,
    }
}
