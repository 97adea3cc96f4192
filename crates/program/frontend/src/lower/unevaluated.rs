//! `__builtin_constant_p` and `__builtin_object_size`: questions about an expression that is not evaluated.
//!
//! clang computes the operand all the same and leaves the answer to LLVM, which gives it without looking at the operand's
//! value and then drops what nobody needs any more. So do we: the operand's instructions are not lowered.

use ir::{BinOp, sign_extend, truncate};
use rustc_hash::FxHashSet;

use super::arith::binary_op;
use super::function::FuncLower;
use super::plan::PlanNode;
use super::roles::{Intrinsic, Role};
use crate::llvm::{IntPredicate, Opcode, Value, ValueKind};

/// Instructions whose results only the questions use, directly or through each other.
pub fn unevaluated<'m>(nodes: &[PlanNode<'m>], questions: &[Value<'m>]) -> FxHashSet<Value<'m>> {
    let mut found = FxHashSet::default();
    if questions.is_empty() {
        return found;
    }
    let segments = || nodes.iter().flat_map(|node| &node.segments);
    // Users in other blocks are parts of checks, or cannot be reached.
    let lowered: FxHashSet<_> = segments().map(|segment| segment.block).collect();
    let skipped: FxHashSet<_> = segments().filter_map(|segment| segment.skip).collect();
    let mut work: Vec<Value<'m>> = questions.iter().map(|question| question.operand(0)).collect();
    while let Some(value) = work.pop() {
        let is_unused = |value: Value<'m>, found: &FxHashSet<Value<'m>>| {
            value.users().all(|user| {
                let ignored = found.contains(&user) || questions.contains(&user) || skipped.contains(&user);
                ignored || !lowered.contains(&user.parent())
            })
        };
        if has_no_effect(value) && is_unused(value, &found) && found.insert(value) {
            work.extend((0..value.num_operands()).map(|index| value.operand(index)));
        }
    }
    found
}

fn has_no_effect(value: Value<'_>) -> bool {
    use Opcode::*;
    if value.kind() != ValueKind::LLVMInstructionValueKind {
        return false;
    }
    match value.opcode() {
        LLVMLoad => !value.is_volatile() && !value.is_atomic(),
        LLVMGetElementPtr | LLVMICmp | LLVMFCmp | LLVMSelect | LLVMFNeg | LLVMExtractValue | LLVMAdd | LLVMSub
        | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl | LLVMLShr | LLVMAShr | LLVMAnd | LLVMOr
        | LLVMXor | LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMTrunc | LLVMZExt | LLVMSExt
        | LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc | LLVMFPExt | LLVMPtrToInt | LLVMIntToPtr
        | LLVMBitCast => true,
        // Any other instruction may do more than compute.
        _ => false,
    }
}

/// What an integer is known to be.
#[derive(Clone, Copy)]
struct Folded {
    value: u128,
    /// Known through the answer to a question: LLVM folds what depends on one, and at `-O0` nothing else.
    answered: bool,
}

impl<'m> FuncLower<'_, 'm> {
    /// Does LLVM see a constant here, without optimising?
    pub(super) fn is_constant(&mut self, value: Value<'m>) -> bool {
        match value.kind() {
            ValueKind::LLVMConstantIntValueKind
            | ValueKind::LLVMConstantFPValueKind
            | ValueKind::LLVMConstantPointerNullValueKind
            | ValueKind::LLVMConstantAggregateZeroValueKind
            | ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind
            | ValueKind::LLVMUndefValueValueKind
            | ValueKind::LLVMPoisonValueKind => true,
            ValueKind::LLVMConstantExprValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantVectorValueKind => {
                (0..value.num_operands()).all(|index| self.is_constant(value.operand(index)))
            }
            ValueKind::LLVMInstructionValueKind => self.folded(value).is_some(),
            // Any other value is known at run time only.
            _ => false,
        }
    }

    fn folded(&mut self, value: Value<'m>) -> Option<Folded> {
        match value.kind() {
            ValueKind::LLVMConstantIntValueKind if value.ty().int_width() <= u32::from(ir::MAX_INT_WIDTH) => {
                Some(Folded { value: self.cx.int_value(value), answered: false })
            }
            ValueKind::LLVMInstructionValueKind => self.folded_instruction(value).filter(|folded| folded.answered),
            // Any other value is not folded.
            _ => None,
        }
    }

    fn folded_instruction(&mut self, inst: Value<'m>) -> Option<Folded> {
        use Opcode::*;
        let width = |value: Value<'m>| u16::try_from(value.ty().int_width()).ok();
        match inst.opcode() {
            LLVMCall => self.answer(inst),
            LLVMZExt => self.folded(inst.operand(0)),
            LLVMTrunc | LLVMSExt => {
                let (from, to) = (width(inst.operand(0))?, width(inst)?);
                let folded = self.folded(inst.operand(0))?;
                let value =
                    if inst.opcode() == LLVMSExt { sign_extend(folded.value, from) as u128 } else { folded.value };
                Some(Folded { value: truncate(value, to), ..folded })
            }
            LLVMSelect => {
                let condition = self.folded(inst.operand(0))?;
                let chosen = self.folded(inst.operand(if condition.value != 0 { 1 } else { 2 }))?;
                Some(Folded { answered: true, ..chosen })
            }
            LLVMICmp => {
                let (a, b) = (self.folded(inst.operand(0))?, self.folded(inst.operand(1))?);
                let value = compare(inst.icmp_predicate(), width(inst.operand(0))?, a.value, b.value);
                Some(Folded { value: value.into(), answered: a.answered || b.answered })
            }
            opcode @ (LLVMAdd | LLVMSub | LLVMMul | LLVMAnd | LLVMOr | LLVMXor) => {
                let (a, b) = (self.folded(inst.operand(0)), self.folded(inst.operand(1)));
                combine(binary_op(opcode), width(inst)?, a, b)
            }
            // Any other instruction is not folded.
            _ => None,
        }
    }

    /// The answer to another question.
    fn answer(&mut self, call: Value<'m>) -> Option<Folded> {
        let callee = call.callee();
        if callee.kind() != ValueKind::LLVMFunctionValueKind {
            return None;
        }
        match self.cx.role(callee) {
            Role::Intrinsic(Intrinsic::IsConstant) => {
                let value = self.is_constant(call.operand(0));
                Some(Folded { value: value.into(), answered: true })
            }
            Role::Intrinsic(Intrinsic::ObjectSize) => {
                let width = u16::try_from(call.ty().int_width()).ok()?;
                Some(Folded { value: unknown_size(call, width)?, answered: true })
            }
            // Any other call is no question.
            _ => None,
        }
    }
}

/// What unoptimised code says about the size of an object that a pointer in memory points to: the largest or the smallest
/// possible one. `None`: LLVM may find the object, because the operand chooses among known ones.
pub(super) fn unknown_size(question: Value<'_>, width: u16) -> Option<u128> {
    let mut pointer = question.operand(0);
    while pointer.kind() == ValueKind::LLVMInstructionValueKind && pointer.opcode() == Opcode::LLVMGetElementPtr {
        pointer = pointer.operand(0);
    }
    let is_open = match pointer.kind() {
        ValueKind::LLVMInstructionValueKind => matches!(pointer.opcode(), Opcode::LLVMLoad | Opcode::LLVMIntToPtr),
        ValueKind::LLVMArgumentValueKind => true,
        // Any other pointer is to an object that LLVM may know.
        _ => false,
    };
    let minimum = question.operand(1).zext_value() != 0;
    is_open.then(|| if minimum { 0 } else { truncate(u128::MAX, width) })
}

fn combine(op: BinOp, width: u16, a: Option<Folded>, b: Option<Folded>) -> Option<Folded> {
    let absorbing = match op {
        BinOp::And | BinOp::Mul => Some(0),
        BinOp::Or => Some(truncate(u128::MAX, width)),
        BinOp::Add
        | BinOp::Sub
        | BinOp::UDiv
        | BinOp::SDiv
        | BinOp::URem
        | BinOp::SRem
        | BinOp::Shl
        | BinOp::LShr
        | BinOp::AShr
        | BinOp::Xor => None,
    };
    if let Some(known) = [a, b].into_iter().flatten().find(|known| Some(known.value) == absorbing && known.answered) {
        return Some(known);
    }
    let (a, b) = (a?, b?);
    let value = match op {
        BinOp::Add => a.value.wrapping_add(b.value),
        BinOp::Sub => a.value.wrapping_sub(b.value),
        BinOp::Mul => a.value.wrapping_mul(b.value),
        BinOp::And => a.value & b.value,
        BinOp::Or => a.value | b.value,
        BinOp::Xor => a.value ^ b.value,
        BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem | BinOp::Shl | BinOp::LShr | BinOp::AShr => return None,
    };
    Some(Folded { value: truncate(value, width), answered: a.answered || b.answered })
}

fn compare(predicate: IntPredicate, width: u16, a: u128, b: u128) -> bool {
    use IntPredicate::*;
    let (x, y) = (sign_extend(a, width), sign_extend(b, width));
    match predicate {
        LLVMIntEQ => a == b,
        LLVMIntNE => a != b,
        LLVMIntUGT => a > b,
        LLVMIntUGE => a >= b,
        LLVMIntULT => a < b,
        LLVMIntULE => a <= b,
        LLVMIntSGT => x > y,
        LLVMIntSGE => x >= y,
        LLVMIntSLT => x < y,
        LLVMIntSLE => x <= y,
    }
}
