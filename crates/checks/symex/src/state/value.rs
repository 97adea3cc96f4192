//! What registers and memory hold.

use ir::FuncId;
use serde::{Deserialize, Serialize};

use super::object::ObjectId;
use crate::number::{Fact, Linear};

/// How the bits of a word are read as a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Reading {
    /// The number is in the signed range of its width.
    Signed,
    /// The number is in the unsigned range of its width.
    Unsigned,
    /// The exact result of signed operations, which may not fit. Where the run has a meaning, it does, and is the signed reading.
    Mathematical,
}

/// Ranges beyond this width are not written down.
const WIDEST: u16 = 100;

/// Both ends belong to it; `None` where there is none.
pub fn range(width: u16, reading: Reading) -> Option<(i128, i128)> {
    if width == 0 || width > WIDEST {
        return None;
    }
    match reading {
        Reading::Signed => Some((-(1 << (width - 1)), (1 << (width - 1)) - 1)),
        Reading::Unsigned => Some((0, (1 << width) - 1)),
        Reading::Mathematical => None,
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Value {
    /// A word of more than one bit. A pointer that is a number is null or points to nothing.
    Number {
        form: Linear,
        reading: Reading,
    },
    /// Into an object, or out of it: so many bytes from its start.
    Pointer {
        object: ObjectId,
        offset: Linear,
    },
    /// Into the last object of a structure with one link to the next: the one that holds what it ends with. Registers hold no such
    /// pointer: who loads it tells the object apart first.
    Last {
        of: ObjectId,
        offset: Linear,
    },
    Function(FuncId),
    /// One bit.
    Truth(Condition),
    /// Anything: a float, or what is too wide. Each use may see something else.
    Any,
}

/// What a single bit says.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Condition {
    Known(bool),
    If(Fact),
}

impl Value {
    pub fn signed(number: i128) -> Value {
        Value::Number { form: Linear::constant(number), reading: Reading::Signed }
    }

    pub fn null() -> Value {
        Value::Number { form: Linear::constant(0), reading: Reading::Unsigned }
    }

    pub fn known(truth: bool) -> Value {
        Value::Truth(Condition::Known(truth))
    }

    pub fn is_null(&self) -> bool {
        matches!(self, Value::Number { form, .. } if form.as_constant() == Some(0))
    }

    /// What it points into.
    pub fn target(&self) -> Option<ObjectId> {
        match self {
            Value::Pointer { object, .. } => Some(*object),
            Value::Number { .. } | Value::Last { .. } | Value::Function(_) | Value::Truth(_) | Value::Any => None,
        }
    }

    /// The object whose name is part of it.
    pub fn mentioned(&self) -> Option<ObjectId> {
        match self {
            Value::Pointer { object, .. } | Value::Last { of: object, .. } => Some(*object),
            Value::Number { .. } | Value::Function(_) | Value::Truth(_) | Value::Any => None,
        }
    }

    /// Calls `f` on every linear form in it.
    pub fn for_each_form(&self, f: &mut dyn FnMut(&Linear)) {
        match self {
            Value::Number { form, .. } | Value::Pointer { offset: form, .. } | Value::Last { offset: form, .. } => {
                f(form)
            }
            Value::Truth(Condition::If(fact)) => f(&fact.form),
            Value::Truth(Condition::Known(_)) | Value::Function(_) | Value::Any => {}
        }
    }

    /// With other forms and objects in the places of its own; `None` if one has none.
    pub fn map(
        &self,
        form: &mut dyn FnMut(&Linear) -> Option<Linear>,
        object: &mut dyn FnMut(ObjectId) -> Option<ObjectId>,
    ) -> Option<Value> {
        Some(match self {
            Value::Number { form: number, reading } => Value::Number { form: form(number)?, reading: *reading },
            Value::Pointer { object: to, offset } => Value::Pointer { object: object(*to)?, offset: form(offset)? },
            Value::Last { of, offset } => Value::Last { of: object(*of)?, offset: form(offset)? },
            Value::Truth(Condition::If(fact)) => {
                Value::Truth(Condition::If(Fact { form: form(&fact.form)?, relation: fact.relation }))
            }
            Value::Truth(Condition::Known(_)) | Value::Function(_) | Value::Any => self.clone(),
        })
    }
}
