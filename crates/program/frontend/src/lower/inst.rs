//! One LLVM instruction: which function lowers it.

use ir::InstKind;

use super::Lowered;
use super::function::{FuncLower, Parts};
use super::shape::Shape;
use crate::llvm::{Opcode, Value};

impl<'m> FuncLower<'_, 'm> {
    pub(super) fn lower_inst(&mut self, inst: Value<'m>, opcode: Opcode) {
        if let Err(what) = self.try_inst(inst, opcode) {
            self.unsupported(inst, what, Vec::new());
        }
    }

    fn try_inst(&mut self, inst: Value<'m>, opcode: Opcode) -> Lowered<()> {
        use Opcode::*;
        match opcode {
            LLVMLoad => self.lower_load(inst),
            LLVMStore => self.lower_store(inst),
            LLVMCall => self.lower_call(inst),
            LLVMGetElementPtr => {
                let address = self.offset(inst)?;
                self.set(inst, address);
                Ok(())
            }
            LLVMICmp => self.lower_compare(inst),
            LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl | LLVMLShr | LLVMAShr
            | LLVMAnd | LLVMOr | LLVMXor => self.lower_binary(inst, opcode),
            LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem => self.lower_float_binary(inst, opcode),
            LLVMFNeg => self.lower_float_negate(inst),
            LLVMFCmp => self.lower_float_compare(inst),
            LLVMTrunc | LLVMZExt | LLVMSExt | LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc
            | LLVMFPExt | LLVMPtrToInt | LLVMIntToPtr | LLVMBitCast | LLVMAddrSpaceCast => {
                let parts = self.cast(inst, opcode)?;
                self.set_parts(inst, &parts);
                Ok(())
            }
            LLVMSelect => self.lower_select(inst),
            LLVMAlloca => self.lower_alloca(inst),
            LLVMExtractValue => self.lower_extract_value(inst),
            LLVMInsertValue => self.lower_insert_value(inst),
            LLVMExtractElement => self.lower_extract_element(inst),
            LLVMInsertElement => self.lower_insert_element(inst),
            LLVMShuffleVector => self.lower_shuffle(inst),
            LLVMFreeze => {
                let parts = self.parts(inst.operand(0))?;
                self.set_parts(inst, &parts);
                Ok(())
            }
            LLVMFence => Ok(()),
            LLVMAtomicCmpXchg => self.lower_compare_exchange(inst),
            LLVMAtomicRMW => self.lower_read_modify_write(inst),
            LLVMVAArg => Err("va_arg of this kind".to_string()),
            LLVMLandingPad | LLVMCleanupPad | LLVMCatchPad => Err("exception handler".to_string()),
            LLVMUserOp1 | LLVMUserOp2 => Err("unknown instruction".to_string()),
            LLVMPHI => unreachable!("invariant: phi nodes are block parameters"),
            LLVMRet | LLVMBr | LLVMSwitch | LLVMIndirectBr | LLVMInvoke | LLVMUnreachable | LLVMCallBr | LLVMResume
            | LLVMCleanupRet | LLVMCatchRet | LLVMCatchSwitch => {
                unreachable!("invariant: terminators end nodes")
            }
        }
    }

    /// The range of parts that an `extractvalue` path leads to.
    fn part_range(&mut self, inst: Value<'m>) -> Lowered<(usize, usize)> {
        let mut ty = inst.operand(0).ty();
        let mut start = 0;
        for &index in inst.indices() {
            let is_struct = ty.kind() == crate::llvm::TypeKind::LLVMStructTypeKind;
            for before in 0..index {
                let field = if is_struct { ty.field(before) } else { ty.element() };
                start += self.part_count(field)?;
            }
            ty = if is_struct { ty.field(index) } else { ty.element() };
        }
        Ok((start, self.part_count(ty)?))
    }

    fn part_count(&mut self, ty: crate::llvm::Ty<'m>) -> Lowered<usize> {
        match self.cx.shapes.of(ty) {
            Shape::Void => Ok(0),
            Shape::One(_) => Ok(1),
            Shape::Many(parts) => Ok(parts.len()),
            Shape::Unsupported(what) => Err(what.to_string()),
        }
    }

    fn lower_extract_value(&mut self, inst: Value<'m>) -> Lowered<()> {
        let (start, len) = self.part_range(inst)?;
        let parts = self.parts(inst.operand(0))?;
        let chosen = parts.get(start..start + len).ok_or("aggregate of another kind")?;
        self.set_parts(inst, chosen);
        Ok(())
    }

    fn lower_insert_value(&mut self, inst: Value<'m>) -> Lowered<()> {
        let (start, len) = self.part_range(inst)?;
        let mut parts = self.parts(inst.operand(0))?;
        let inserted = self.parts(inst.operand(1))?;
        let place = parts.get_mut(start..start + len).ok_or("aggregate of another kind")?;
        place.copy_from_slice(&inserted);
        self.set_parts(inst, &parts);
        Ok(())
    }

    fn lower_select(&mut self, inst: Value<'m>) -> Lowered<()> {
        if let Some(lanes) = super::shape::Lanes::of(inst.operand(0).ty()) {
            return self.lower_vector_select(inst, lanes);
        }
        let cond = self.one(inst.operand(0))?;
        let (a, b) = (self.parts(inst.operand(1))?, self.parts(inst.operand(2))?);
        let mut parts = Parts::new();
        for (&a, &b) in a.iter().zip(&b) {
            let ty = self.operand_type(a);
            let of = self.operand_of(a);
            let value = self.def(ty, InstKind::Select { ty, cond, a, b });
            self.set_of(value, of);
            parts.push(value);
        }
        self.set_parts(inst, &parts);
        Ok(())
    }
}
