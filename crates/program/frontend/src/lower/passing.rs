//! How values travel in calls.
//!
//! As registers of their [`Shape`](super::shape::Shape), except vectors: these are integers everywhere else, but
//! calling conventions put them where floats go. They travel as the smallest float that holds their bits, so that
//! whoever counts registers, as `va_start` does, counts them right.

use ir::{CastOp, FloatKind, Operand, Signature, Type};

use super::Lowering;
use super::function::FuncLower;
use super::shape::{Lanes, Shape};
use crate::llvm::{Ty, TypeKind};

/// The float as which a vector travels, and the integer as wide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carrier {
    float: FloatKind,
    bits: Type,
}

impl Carrier {
    /// Larger vectors travel lane by lane.
    pub fn of(ty: Ty<'_>) -> Option<Carrier> {
        let lanes = Lanes::of(ty).filter(|lanes| lanes.is_one())?;
        let float = match lanes.bits() {
            ..=16 => FloatKind::F16,
            17..=32 => FloatKind::F32,
            33..=64 => FloatKind::F64,
            _ => FloatKind::F128,
        };
        Some(Carrier { float, bits: Type::Int(float.bits() as u16) })
    }

    pub fn ty(self) -> Type {
        Type::Float(self.float)
    }
}

impl<'m> Lowering<'m> {
    /// The signature that calls of this type have, and what in it cannot be expressed, if something cannot.
    pub(super) fn call_signature(&mut self, function: Ty<'m>) -> (Signature, Option<String>) {
        let (mut signature, problem) = self.signature(function);
        let mut index = 0;
        for param in function.params() {
            match self.shapes.of(param) {
                Shape::Void | Shape::Unsupported(_) => {}
                Shape::One(_) => {
                    if let Some(carrier) = Carrier::of(param) {
                        signature.params[index] = carrier.ty();
                    }
                    index += 1;
                }
                Shape::Many(parts) => index += parts.len(),
            }
        }
        (signature, problem)
    }
}

impl<'m> FuncLower<'_, 'm> {
    /// The argument of an LLVM type as it travels.
    pub(super) fn pass(&mut self, value: Operand, ty: Ty<'m>) -> Operand {
        if ty.kind() != TypeKind::LLVMVectorTypeKind {
            return value;
        }
        let Some(carrier) = Carrier::of(ty) else { return value };
        let from = self.operand_type(value);
        let wide = self.resize(value, from, carrier.bits);
        self.cast_op(CastOp::Bitcast, carrier.bits, carrier.ty(), wide)
    }

    /// What arrived as a vector, as the integer of its bits.
    pub(super) fn receive(&mut self, value: Operand, carrier: Carrier, vector: Type) -> Operand {
        let wide = self.cast_op(CastOp::Bitcast, carrier.ty(), carrier.bits, value);
        self.resize(wide, carrier.bits, vector)
    }
}
