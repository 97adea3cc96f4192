//! LLVM's own functions.

use ir::{
    BinOp, BitOp, CastOp, CopyKind, DataModel, FloatBinOp, InstKind, OffsetTerm, Operand, OverflowOp, Predicate,
    Requirement, Type,
};

use super::Lowered;
use super::function::FuncLower;
use super::roles::{Intrinsic, Role};
use super::unevaluated::unknown_size;
use crate::llvm::{IntPredicate, Opcode, TypeKind, Value, ValueKind};

/// What `llvm.ubsantrap` is given when a check for signed overflow fails; the numbers are clang's.
const ADD_OVERFLOW: u64 = 0;
const DIVISION_OVERFLOW: u64 = 3;
const MUL_OVERFLOW: u64 = 12;
const NEGATE_OVERFLOW: u64 = 13;
const SUB_OVERFLOW: u64 = 21;
/// The same for the size of a variable-length array.
const VLA_BOUND: u64 = 24;

/// Instructions from a count of zeros to the choice of another result: an addition, a cast, the choice.
const LONGEST_DETOUR: usize = 3;

impl<'m> FuncLower<'_, 'm> {
    pub(super) fn lower_intrinsic(&mut self, inst: Value<'m>, intrinsic: Intrinsic) -> Lowered<()> {
        match intrinsic {
            Intrinsic::DbgDeclare => self.declaration(inst),
            Intrinsic::Nothing => Ok(()),
            Intrinsic::LifetimeStart => self.scope_starts(inst),
            Intrinsic::LifetimeEnd => self.scope_ends(inst),
            Intrinsic::MemCopy(_)
            | Intrinsic::MemSet
            | Intrinsic::FloatUnary(_)
            | Intrinsic::FloatBinary(_)
            | Intrinsic::Fma
                if self.call_own(inst, intrinsic)? =>
            {
                Ok(())
            }
            Intrinsic::MemCopy(kind) => {
                let (dst, src, len) = self.three(inst)?;
                let len = self.as_size(len);
                self.push(None, InstKind::MemCopy { kind, dst, src, len });
                Ok(())
            }
            Intrinsic::MemSet => {
                let (dst, byte, len) = self.three(inst)?;
                let len = self.as_size(len);
                self.push(None, InstKind::MemSet { dst, byte, len });
                Ok(())
            }
            Intrinsic::StackSave => {
                let int = self.cx.out.data_model.pointer_int();
                let mark = self.def(int, InstKind::StackSave);
                // LLVM keeps the mark in a pointer.
                let pointer = self.int_to_pointer(mark, int);
                self.set(inst, pointer);
                Ok(())
            }
            Intrinsic::StackRestore => {
                let pointer = self.one(inst.operand(0))?;
                let int = self.cx.out.data_model.pointer_int();
                let mark = self.pointer_to_int(pointer, int);
                self.push(None, InstKind::StackRestore { mark });
                Ok(())
            }
            Intrinsic::VaStart => {
                let list = self.one(inst.operand(0))?;
                self.push(None, InstKind::VaStart { list });
                Ok(())
            }
            Intrinsic::VaCopy => {
                let (dst, src) = (self.one(inst.operand(0))?, self.one(inst.operand(1))?);
                let len = self.size(match self.cx.out.data_model {
                    DataModel::Lp64 => 24,
                    DataModel::Ilp32 => 4,
                });
                self.push(None, InstKind::MemCopy { kind: CopyKind::Copy, dst, src, len });
                Ok(())
            }
            Intrinsic::First => {
                let parts = self.parts(inst.operand(0))?;
                self.set_parts(inst, &parts);
                Ok(())
            }
            Intrinsic::Assume if is_true(inst.operand(0)) => Ok(()),
            Intrinsic::Assume => {
                let cond = self.one(inst.operand(0))?;
                self.push(None, InstKind::Require { cond, what: Requirement::Assumption });
                Ok(())
            }
            Intrinsic::Unknown => Err(intrinsic_name(inst)),
            Intrinsic::Trap => Err("sanitizer check of another kind".to_string()),
            Intrinsic::UbsanTrap => self.failed_check(inst),
            Intrinsic::Overflow { op, signed } => self.lower_overflow(inst, op, signed),
            Intrinsic::Saturating { .. }
            | Intrinsic::Bits(_)
            | Intrinsic::Abs
            | Intrinsic::Choose(_)
            | Intrinsic::FunnelLeft
            | Intrinsic::FunnelRight
            | Intrinsic::ObjectSize
            | Intrinsic::IsConstant
            | Intrinsic::FloatUnary(_)
            | Intrinsic::FloatBinary(_)
            | Intrinsic::MulAdd
            | Intrinsic::Fma
            | Intrinsic::FloatClass
            | Intrinsic::PtrMask
            | Intrinsic::Rounds => {
                let value = self.computed(inst, intrinsic)?;
                self.set(inst, value);
                Ok(())
            }
        }
    }

    /// The declaration of a variable without a marked scope: it has no value yet, or no longer.
    fn declaration(&mut self, inst: Value<'m>) -> Lowered<()> {
        let Some(slot) = inst.operand(0).wrapped_value() else { return Ok(()) };
        match self.promoted(slot) {
            Some(var) if self.plan.undef_starts.contains(&inst) => self.make_undef(var),
            Some(_) => {}
            None if self.plan.unmarked.contains(&slot) => {
                let ptr = self.one(slot)?;
                self.push(None, InstKind::LifetimeStart { ptr });
            }
            None => {}
        }
        Ok(())
    }

    /// The end of a failed sanitizer check. That of an overflow becomes one, where whoever gets there notices it.
    fn failed_check(&mut self, inst: Value<'m>) -> Lowered<()> {
        let (op, a, b) = match inst.operand(0).zext_value() {
            ADD_OVERFLOW | SUB_OVERFLOW | MUL_OVERFLOW | NEGATE_OVERFLOW => {
                let checked = self.checked_operation(inst);
                match checked.map(|(op, a, b)| (plain_op(op), self.one(a), self.one(b))) {
                    Some((op, Ok(a), Ok(b))) => (op, a, b),
                    Some(_) | None => (BinOp::Add, self.int(32, i32::MAX as u128), self.int(32, 1)),
                }
            }
            DIVISION_OVERFLOW => (BinOp::SDiv, self.int(32, i32::MIN as u32 as u128), self.int(32, u128::MAX)),
            VLA_BOUND => {
                let cond = self.int(1, 0);
                self.push(None, InstKind::Require { cond, what: Requirement::ArraySize });
                return Ok(());
            }
            _ => return Err("sanitizer check of another kind".to_string()),
        };
        let ty = self.operand_type(a);
        self.def(ty, InstKind::Binary { op, ty, a, b, nsw: op != BinOp::SDiv });
        Ok(())
    }

    /// The operation whose overflow leads to a trap: `br (xor (extractvalue (call @llvm.sadd.with.overflow …), 1), true)`.
    fn checked_operation(&mut self, trap: Value<'m>) -> Option<(OverflowOp, Value<'m>, Value<'m>)> {
        let mut jumps = trap.parent().jumps();
        let jump = jumps.next().filter(|_| jumps.next().is_none())?;
        let mut value = (jump.opcode() == Opcode::LLVMBr && jump.is_conditional()).then(|| jump.condition())?;
        for expected in [Opcode::LLVMXor, Opcode::LLVMExtractValue] {
            let is_expected = value.kind() == ValueKind::LLVMInstructionValueKind && value.opcode() == expected;
            value = is_expected.then(|| value.operand(0))?;
        }
        let is_call = value.kind() == ValueKind::LLVMInstructionValueKind && value.opcode() == Opcode::LLVMCall;
        let role = self.cx.role(is_call.then(|| value.callee())?);
        let Role::Intrinsic(Intrinsic::Overflow { op, signed: true }) = role else { return None };
        Some((op, value.operand(0), value.operand(1)))
    }

    pub(super) fn three(&mut self, inst: Value<'m>) -> Lowered<(Operand, Operand, Operand)> {
        Ok((self.one(inst.operand(0))?, self.one(inst.operand(1))?, self.one(inst.operand(2))?))
    }

    fn scope_starts(&mut self, inst: Value<'m>) -> Lowered<()> {
        let slot = inst.operand(1);
        match self.promoted(slot) {
            Some(var) => {
                if self.plan.undef_starts.contains(&inst) {
                    self.make_undef(var);
                }
            }
            None => {
                let ptr = self.one(slot)?;
                self.push(None, InstKind::LifetimeStart { ptr });
            }
        }
        Ok(())
    }

    fn scope_ends(&mut self, inst: Value<'m>) -> Lowered<()> {
        let slot = inst.operand(1);
        match self.promoted(slot) {
            Some(var) => self.unbind(var),
            None => {
                let ptr = self.one(slot)?;
                self.push(None, InstKind::LifetimeEnd { ptr });
            }
        }
        Ok(())
    }

    fn lower_overflow(&mut self, inst: Value<'m>, op: OverflowOp, signed: bool) -> Lowered<()> {
        if is_vector(inst.operand(0)) {
            return Err(intrinsic_name(inst));
        }
        let (a, b) = (self.one(inst.operand(0))?, self.one(inst.operand(1))?);
        let ty = self.operand_type(a);
        let value = self.binary(plain_op(op), ty, a, b);
        let overflows = self.def(Type::BOOL, InstKind::Overflows { op, signed, ty, a, b });
        self.set_parts(inst, &[value, overflows]);
        Ok(())
    }

    /// Intrinsics that compute one scalar.
    fn computed(&mut self, inst: Value<'m>, intrinsic: Intrinsic) -> Lowered<Operand> {
        if inst.num_args() > 0 && is_vector(inst.operand(0)) {
            return Err(intrinsic_name(inst));
        }
        let ty = self.scalar(inst.ty())?;
        match intrinsic {
            Intrinsic::ObjectSize => return self.object_size(inst, ty),
            Intrinsic::IsConstant => {
                let known = self.is_constant(inst.operand(0));
                return Ok(self.int(1, known.into()));
            }
            Intrinsic::Rounds => return Ok(self.int(32, 1)),
            // Any other one is a function of its arguments.
            _ => {}
        }
        let a = self.one(inst.operand(0))?;
        Ok(match intrinsic {
            Intrinsic::Bits(op) => {
                let nonzero = is_scan(op) && is_true(inst.operand(1)) && !discards_zero(inst);
                self.def(ty, InstKind::Bits { op, ty, a, nonzero })
            }
            Intrinsic::Abs => self.absolute(inst, ty, a)?,
            Intrinsic::FloatUnary(op) => self.float_unary(op, ty, a),
            Intrinsic::FloatClass => {
                let mask = inst.operand(1).zext_value() as u16;
                let ty = self.operand_type(a);
                self.def(Type::BOOL, InstKind::FloatClass { mask, ty, a })
            }
            // Any other one has two arguments at least.
            _ => {
                let b = self.one(inst.operand(1))?;
                self.computed_from_two(inst, intrinsic, ty, a, b)?
            }
        })
    }

    fn computed_from_two(
        &mut self,
        inst: Value<'m>,
        intrinsic: Intrinsic,
        ty: Type,
        a: Operand,
        b: Operand,
    ) -> Lowered<Operand> {
        Ok(match intrinsic {
            Intrinsic::Choose(pred) => self.choose(pred, ty, a, b),
            Intrinsic::Saturating { op, signed } => self.saturating(op, signed, ty, a, b)?,
            Intrinsic::FloatBinary(op) => self.float_binary(op, ty, a, b),
            Intrinsic::PtrMask => self.mask_pointer(a, b)?,
            Intrinsic::MulAdd => {
                let c = self.one(inst.operand(2))?;
                let product = self.float_binary(FloatBinOp::Mul, ty, a, b);
                self.float_binary(FloatBinOp::Add, ty, product, c)
            }
            Intrinsic::FunnelLeft | Intrinsic::FunnelRight => {
                let c = self.one(inst.operand(2))?;
                self.funnel(intrinsic == Intrinsic::FunnelLeft, ty, a, b, c)?
            }
            // Any other one is not supported.
            _ => return Err(intrinsic_name(inst)),
        })
    }

    /// Unknown, as unoptimised code answers: the largest or the smallest size.
    fn object_size(&mut self, inst: Value<'m>, ty: Type) -> Lowered<Operand> {
        let Type::Int(width) = ty else { return Err(intrinsic_name(inst)) };
        let size = unknown_size(inst, width).ok_or("size of an object that the compiler may know")?;
        Ok(self.int(width, size))
    }

    /// The absolute value of the smallest number is a signed overflow unless the intrinsic defines it.
    fn absolute(&mut self, inst: Value<'m>, ty: Type, a: Operand) -> Lowered<Operand> {
        let Type::Int(width) = ty else { return Err(intrinsic_name(inst)) };
        let nsw = inst.operand(1).zext_value() != 0;
        let zero = self.int(width, 0);
        let negated = self.def(ty, InstKind::Binary { op: BinOp::Sub, ty, a: zero, b: a, nsw });
        let cond = self.compare(Predicate::Slt, ty, a, zero);
        Ok(self.def(ty, InstKind::Select { ty, cond, a: negated, b: a }))
    }

    fn saturating(&mut self, op: OverflowOp, signed: bool, ty: Type, a: Operand, b: Operand) -> Lowered<Operand> {
        let Type::Int(width) = ty else { return Err("saturating arithmetic on this type".to_string()) };
        let value = self.binary(plain_op(op), ty, a, b);
        let overflows = self.def(Type::BOOL, InstKind::Overflows { op, signed, ty, a, b });
        let limit = match (signed, op) {
            (true, _) => {
                let zero = self.int(width, 0);
                let negative = self.compare(Predicate::Slt, ty, a, zero);
                let lowest = self.int(width, 1 << (width - 1));
                let highest = self.int(width, !(1 << (width - 1)));
                self.def(ty, InstKind::Select { ty, cond: negative, a: lowest, b: highest })
            }
            (false, OverflowOp::Sub) => self.int(width, 0),
            (false, OverflowOp::Add | OverflowOp::Mul) => self.int(width, u128::MAX),
        };
        Ok(self.def(ty, InstKind::Select { ty, cond: overflows, a: limit, b: value }))
    }

    /// The high (left) or low (right) half of `a:b` shifted; no shift reaches the width.
    fn funnel(&mut self, left: bool, ty: Type, a: Operand, b: Operand, c: Operand) -> Lowered<Operand> {
        let Type::Int(width) = ty else { return Err("funnel shift of this type".to_string()) };
        let (one, bits, top) = (self.int(width, 1), self.int(width, width.into()), self.int(width, (width - 1).into()));
        let amount = self.binary(BinOp::URem, ty, c, bits);
        let rest = self.binary(BinOp::Sub, ty, top, amount);
        let (high, low) = if left {
            let high = self.binary(BinOp::Shl, ty, a, amount);
            let half = self.binary(BinOp::LShr, ty, b, one);
            (high, self.binary(BinOp::LShr, ty, half, rest))
        } else {
            let double = self.binary(BinOp::Shl, ty, a, one);
            let high = self.binary(BinOp::Shl, ty, double, rest);
            (high, self.binary(BinOp::LShr, ty, b, amount))
        };
        Ok(self.binary(BinOp::Or, ty, high, low))
    }

    /// Stays a pointer into the same object: the difference is added to it.
    fn mask_pointer(&mut self, pointer: Operand, mask: Operand) -> Lowered<Operand> {
        let int = self.cx.out.data_model.pointer_int();
        if self.operand_type(mask) != int {
            return Err("pointer mask of another width".to_string());
        }
        let number = self.cast_op(CastOp::PtrToInt, Type::Ptr, int, pointer);
        let masked = self.binary(BinOp::And, int, number, mask);
        let value = self.binary(BinOp::Sub, int, masked, number);
        let terms = Box::new([OffsetTerm { value, scale: 1 }]);
        Ok(self.def(Type::Ptr, InstKind::Offset { base: pointer, terms, constant: 0, of: None }))
    }
}

fn is_vector(value: Value<'_>) -> bool {
    value.ty().kind() == TypeKind::LLVMVectorTypeKind
}

fn is_scan(op: BitOp) -> bool {
    match op {
        BitOp::LeadingZeros | BitOp::TrailingZeros => true,
        BitOp::PopCount | BitOp::Bswap | BitOp::Reverse => false,
    }
}

/// Is the count taken for any number, and replaced by something else if it was of 0? So clang writes `__builtin_ffs` and
/// `__builtin_clzg` with two arguments: `select (icmp eq x, 0), other, (cttz (x, true) + 1)`.
fn discards_zero(count: Value<'_>) -> bool {
    let number = count.operand(0);
    let mut value = count;
    for _ in 0..LONGEST_DETOUR {
        let mut users = value.users();
        let Some(user) = users.next().filter(|_| users.next().is_none()) else { return false };
        match user.opcode() {
            Opcode::LLVMAdd | Opcode::LLVMTrunc | Opcode::LLVMZExt => value = user,
            Opcode::LLVMSelect => return user.operand(2) == value && is_zero_test(user.operand(0), number),
            // Any other use sees the count itself.
            _ => return false,
        }
    }
    false
}

fn is_zero_test(condition: Value<'_>, number: Value<'_>) -> bool {
    let is_test = condition.kind() == ValueKind::LLVMInstructionValueKind
        && condition.opcode() == Opcode::LLVMICmp
        && condition.icmp_predicate() == IntPredicate::LLVMIntEQ;
    is_test && condition.operand(0) == number && condition.operand(1).is_null()
}

fn plain_op(op: OverflowOp) -> BinOp {
    match op {
        OverflowOp::Add => BinOp::Add,
        OverflowOp::Sub => BinOp::Sub,
        OverflowOp::Mul => BinOp::Mul,
    }
}

fn intrinsic_name(inst: Value<'_>) -> String {
    format!("compiler intrinsic {}", String::from_utf8_lossy(inst.callee().name()))
}

fn is_true(value: Value<'_>) -> bool {
    value.kind() == ValueKind::LLVMConstantIntValueKind && value.zext_value() == 1
}
