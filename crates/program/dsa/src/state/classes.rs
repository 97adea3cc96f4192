//! Classes of C types for the type-aware mode.
//!
//! Two types have different classes only when their names differ after qualifiers, typedefs and signs are gone. Character
//! types, enumerations, pointers to `void` and to characters, and everything unnamed may be any other type.

use ir::{CType, Encoding, Module, TypeId};
use rustc_hash::FxHashMap;

use crate::graph::Class;

/// Types deeper than this are any type.
const DEEPEST: usize = 8;

#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    by_type: FxHashMap<TypeId, Class>,
    by_name: FxHashMap<String, Class>,
}

impl Classes {
    /// The class of a value that is accessed as this type.
    pub fn of(&mut self, module: &Module, ty: Option<TypeId>) -> Class {
        let Some(ty) = ty else { return Class::ANY };
        if let Some(class) = self.by_type.get(&ty) {
            return *class;
        }
        let class = match name(module, ty, DEEPEST) {
            None => Class::ANY,
            Some(name) => {
                let next = Class(self.by_name.len() as u32 + 1);
                *self.by_name.entry(name).or_insert(next)
            }
        };
        self.by_type.insert(ty, class);
        class
    }

    /// Of a type that was asked for before; any type otherwise.
    pub fn known(&self, ty: Option<TypeId>) -> Class {
        ty.and_then(|ty| self.by_type.get(&ty)).copied().unwrap_or(Class::ANY)
    }
}

fn name(module: &Module, ty: TypeId, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    match module.types.get(ty)? {
        CType::Typedef { of, .. } | CType::Qualified { of, .. } => name(module, *of, depth),
        CType::Pointer { to } => Some(format!("*{}", name(module, *to, depth)?)),
        CType::Base { name, encoding, size } => match encoding {
            Encoding::SignedChar | Encoding::UnsignedChar => None,
            Encoding::Signed | Encoding::Unsigned => Some(format!("integer {size}")),
            Encoding::Bool | Encoding::Float | Encoding::Complex => Some(name.clone()),
        },
        CType::Record(record) => record.name.as_ref().map(|name| format!("record {name}")),
        CType::Function { .. } => Some("function".to_string()),
        CType::Void | CType::Array { .. } | CType::Enum { .. } => None,
    }
}
