//! The type that an instruction gives its result.

use crate::inst::InstKind;
use crate::types::{DataModel, Type};

impl InstKind {
    /// The type of the one register that the instruction defines in `dst`; `None` if it has no `dst`, because it
    /// defines nothing or, as `Call` and `Unsupported`, keeps its registers in `rets`.
    pub fn result_type(&self, model: DataModel) -> Option<Type> {
        match self {
            InstKind::Binary { ty, .. }
            | InstKind::Bits { ty, .. }
            | InstKind::FloatBinary { ty, .. }
            | InstKind::FloatUnary { ty, .. }
            | InstKind::Select { ty, .. }
            | InstKind::Load { ty, .. }
            | InstKind::Nondet { ty, .. }
            | InstKind::Undef { ty } => Some(*ty),
            InstKind::Overflows { .. }
            | InstKind::Compare { .. }
            | InstKind::FloatCompare { .. }
            | InstKind::FloatClass { .. } => Some(Type::BOOL),
            InstKind::Cast { to, .. } => Some(*to),
            InstKind::Offset { .. } | InstKind::Alloca { .. } => Some(Type::Ptr),
            InstKind::StackSave => Some(model.pointer_int()),
            InstKind::StackRestore { .. }
            | InstKind::LifetimeStart { .. }
            | InstKind::LifetimeEnd { .. }
            | InstKind::Store { .. }
            | InstKind::MemCopy { .. }
            | InstKind::MemSet { .. }
            | InstKind::Call(_)
            | InstKind::Assume { .. }
            | InstKind::Require { .. }
            | InstKind::VaStart { .. }
            | InstKind::Bind { .. }
            | InstKind::Unbind { .. }
            | InstKind::Unsupported(_) => None,
        }
    }
}
