//! Signatures of functions.

use ir::{Builtin, DataModel, FloatKind, Signature, Type};

use super::Lowering;
use super::shape::Shape;
use crate::llvm::Ty;

impl<'m> Lowering<'m> {
    /// The signature of a function type, flattened; and what in it cannot be expressed, if something cannot.
    pub(super) fn signature(&mut self, function: Ty<'m>) -> (Signature, Option<String>) {
        let mut problem = None;
        let mut params = Vec::new();
        for param in function.params() {
            problem = self.flatten_into(param, &mut params).or(problem);
        }
        let mut rets = Vec::new();
        problem = self.flatten_into(function.ret(), &mut rets).or(problem);
        (Signature { params, rets, variadic: function.is_variadic() }, problem)
    }

    fn flatten_into(&mut self, ty: Ty<'m>, into: &mut Vec<Type>) -> Option<String> {
        match self.shapes.of(ty) {
            Shape::Void => None,
            Shape::One(ty) => {
                into.push(ty);
                None
            }
            Shape::Many(parts) => {
                into.extend(parts.iter().map(|part| part.ty));
                None
            }
            Shape::Unsupported(what) => Some(what.to_string()),
        }
    }
}

/// What a builtin takes and gives, whatever the program's declaration of it says.
pub(super) fn of_builtin(builtin: Builtin, model: DataModel) -> Signature {
    let size = model.pointer_int();
    let (ptr, int) = (Type::Ptr, Type::Int(32));
    let (params, rets): (&[Type], &[Type]) = match builtin {
        Builtin::Malloc => (&[size], &[ptr]),
        Builtin::Calloc => (&[size, size], &[ptr]),
        Builtin::Realloc => (&[ptr, size], &[ptr]),
        Builtin::Free => (&[ptr], &[]),
        Builtin::AlignedAlloc => (&[size, size], &[ptr]),
        Builtin::Memcpy | Builtin::Memmove => (&[ptr, ptr, size], &[ptr]),
        Builtin::Memset => (&[ptr, int, size], &[ptr]),
        Builtin::Exit => (&[int], &[]),
        Builtin::Abort | Builtin::VerifierError | Builtin::ReachError => (&[], &[]),
        Builtin::AssertFail => (&[ptr, ptr, int, ptr], &[]),
        Builtin::Write => (&[int, ptr, size], &[]),
        Builtin::FormatDouble => (&[ptr, size, Type::Float(FloatKind::F64), Type::Int(8), int, int, int], &[int]),
        Builtin::FormatLongDouble => (&[ptr, size, Type::Float(FloatKind::F80), Type::Int(8), int, int, int], &[int]),
        Builtin::ParseDouble => (&[ptr, size], &[Type::Float(FloatKind::F64)]),
        Builtin::ParseFloat => (&[ptr, size], &[Type::Float(FloatKind::F32)]),
    };
    Signature { params: params.to_vec(), rets: rets.to_vec(), variadic: false }
}
