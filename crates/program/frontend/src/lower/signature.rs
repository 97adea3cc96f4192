//! Signatures of functions.

use ir::{Signature, Type};

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
