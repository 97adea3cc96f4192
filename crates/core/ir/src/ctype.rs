//! C types, for people: names of variables' types and of struct fields.
//!
//! Nothing that decides a verdict may read them: memory is untyped bytes, and a program may view it as it likes.

use crate::ids::{IdVec, TypeId};

/// The C types of a module. May be cyclic through pointers (`struct node { struct node *next; }`).
pub type CTypes = IdVec<TypeId, CType>;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CType {
    Void,
    /// `int`, `unsigned char`, `double`, …
    Base {
        name: String,
        size: u64,
        encoding: Encoding,
    },
    Pointer {
        to: TypeId,
    },
    /// `count` is `None` for flexible and variable-length arrays.
    Array {
        of: TypeId,
        count: Option<u64>,
    },
    Record(Record),
    Enum {
        name: Option<String>,
        size: u64,
        constants: Vec<(String, i128)>,
    },
    Typedef {
        name: String,
        of: TypeId,
    },
    Function {
        ret: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
    },
    Qualified {
        qualifier: Qualifier,
        of: TypeId,
    },
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Record {
    pub kind: RecordKind,
    pub name: Option<String>,
    pub size: u64,
    /// In order of declaration; empty for a type that is only declared.
    pub fields: Vec<Field>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// `None` for anonymous structs and unions.
    pub name: Option<String>,
    pub offset_bits: u64,
    pub size_bits: u64,
    pub bit_field: bool,
    pub ty: TypeId,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    Struct,
    Union,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    Signed,
    Unsigned,
    Bool,
    SignedChar,
    UnsignedChar,
    Float,
    Complex,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Qualifier {
    Const,
    Volatile,
    Restrict,
    Atomic,
}

/// Does C read values of the type without sign? A hint for how numbers are best read; whatever it says, nothing wrong follows.
pub fn is_unsigned(types: &CTypes, of: TypeId) -> bool {
    match &types[of] {
        CType::Base { encoding, .. } => {
            matches!(encoding, Encoding::Unsigned | Encoding::Bool | Encoding::UnsignedChar)
        }
        CType::Typedef { of, .. } | CType::Qualified { of, .. } => is_unsigned(types, *of),
        CType::Void
        | CType::Pointer { .. }
        | CType::Array { .. }
        | CType::Record(_)
        | CType::Enum { .. }
        | CType::Function { .. } => false,
    }
}
