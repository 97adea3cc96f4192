//! Floating-point instructions. Floats carry no provenance; an address that is read as one is lost.

use ir::{FloatBinOp, FloatPredicate, FloatUnOp, Inst, Operand, Type};

use super::arith::float_kind;
use super::{Exec, Stepped};
use crate::number::float;
use crate::observer::Observer;
use crate::shadow::Shadow;
use crate::value::{Meta, Value};

impl<S: Shadow, O: Observer> Exec<'_, S, O> {
    /// The determinacy of a result, and the loss of addresses that went into it.
    fn float_meta(&mut self, operands: &[&Value<S::Tag>]) -> Meta {
        let mut indeterminate = false;
        for operand in operands {
            indeterminate |= self.lose_all(operand.meta).is_indeterminate();
        }
        Meta::PLAIN.with_indeterminate(indeterminate)
    }

    pub(super) fn float_binary(&mut self, inst: &Inst, op: FloatBinOp, ty: Type, a: Operand, b: Operand) -> Stepped {
        let (a, b) = (self.read(a, ty)?, self.read(b, ty)?);
        let mut value = Value::wide(float::binary(float_kind(ty), op, a.bits(), b.bits()));
        if !Self::simple(&a, &b) {
            value.meta = self.float_meta(&[&a, &b]);
            if Self::tagged(&a) || Self::tagged(&b) {
                let at = self.point();
                value.tag = self.shadow.float_binary(at, op, ty, Self::shadowed(&a), Self::shadowed(&b));
            }
        }
        self.define(inst, value);
        Ok(())
    }

    pub(super) fn float_unary(&mut self, inst: &Inst, op: FloatUnOp, ty: Type, a: Operand) -> Stepped {
        let a = self.read(a, ty)?;
        let mut value = Value::wide(float::unary(float_kind(ty), op, a.bits()));
        value.meta = self.float_meta(&[&a]);
        if Self::tagged(&a) {
            let at = self.point();
            value.tag = self.shadow.float_unary(at, op, ty, Self::shadowed(&a));
        }
        self.define(inst, value);
        Ok(())
    }

    pub(super) fn float_compare(
        &mut self,
        inst: &Inst,
        pred: FloatPredicate,
        ty: Type,
        a: Operand,
        b: Operand,
    ) -> Stepped {
        let (a, b) = (self.read(a, ty)?, self.read(b, ty)?);
        let mut value = Value::bool(float::compare(float_kind(ty), pred, a.bits(), b.bits()));
        if !Self::simple(&a, &b) {
            value.meta = self.float_meta(&[&a, &b]);
            if Self::tagged(&a) || Self::tagged(&b) {
                let at = self.point();
                value.tag = self.shadow.float_compare(at, pred, ty, Self::shadowed(&a), Self::shadowed(&b));
            }
        }
        self.define(inst, value);
        Ok(())
    }

    pub(super) fn float_class(&mut self, inst: &Inst, mask: u16, ty: Type, a: Operand) -> Stepped {
        let a = self.read(a, ty)?;
        let mut value = Value::bool(float::class(float_kind(ty), a.bits()) & mask != 0);
        value.meta = self.float_meta(&[&a]);
        if Self::tagged(&a) {
            let at = self.point();
            self.shadow.lost(at);
        }
        self.define(inst, value);
        Ok(())
    }
}
