//! What a register or a field can hold.
//!
//! DIVERGENCE: the paper has value nodes with points-to edges; because its points-to function is injective, an address
//! is determined by (object, target specifier, offset), and we write it down as just that. Equal addresses are then
//! equal by construction. Nodes of their own remain for values of which only equality, a range or nothing is known
//! ([`SymId`]).

use ir::{BlockId, FuncId, GlobalId, Id};
use serde::{Deserialize, Serialize};

use crate::graph::range::Range;

/// An object of one graph. Globals have fixed ids, so that they are the same object in every graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ObjectId(pub u32);

const GLOBAL: u32 = 1 << 31;

impl ObjectId {
    pub fn of_global(id: GlobalId) -> Self {
        ObjectId(GLOBAL | id.index() as u32)
    }

    pub fn as_global(self) -> Option<GlobalId> {
        (self.0 & GLOBAL != 0).then(|| GlobalId::from_index((self.0 & !GLOBAL) as usize))
    }
}

/// An unknown of one graph: one concrete value per concretisation (per node of the enclosing segments if its level is
/// not 0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct SymId(pub u32);

/// The paper's target specifier: which of the regions that an object stands for is pointed to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Which {
    /// The object is a region.
    Region,
    /// The first node of a segment.
    First,
    /// The last node of a doubly linked segment.
    Last,
    /// The node of the segment that the pointing (nested) object hangs below.
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Addr {
    pub object: ObjectId,
    pub which: Which,
    /// From the start of the region, not from its head.
    pub offset: i64,
    /// Added to `offset` when it is not known exactly.
    pub plus: Option<SymId>,
}

/// `±sym + add`, exact: a concretisation in which it does not fit the width it is used with is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Linear {
    pub sym: SymId,
    pub negated: bool,
    pub add: i64,
}

/// A value. Integers are mathematical numbers in the signed range of their width (0 and 1 for `i1`), so that sign
/// extension and narrowing of small numbers change nothing. Floating-point constants are their bits. Null is `Int(0)`,
/// as is every block of zero bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Value {
    Int(i64),
    Sym(Linear),
    Addr(Addr),
    Func(FuncId),
    Label(FuncId, BlockId),
}

/// What is known of a [`SymId`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SymInfo {
    /// Nesting level, as for objects.
    pub level: u8,
    pub origin: Origin,
    /// Of the signed number; everything for what is no number.
    pub range: Range,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Origin {
    /// Any value of the range.
    Unknown,
    /// Any value, because it was never initialised: an access through it is an error of its own kind.
    Uninit,
}

impl Value {
    pub const NULL: Value = Value::Int(0);

    pub fn sym(sym: SymId) -> Value {
        Value::Sym(Linear { sym, negated: false, add: 0 })
    }

    pub fn region(object: ObjectId, offset: i64) -> Value {
        Value::Addr(Addr { object, which: Which::Region, offset, plus: None })
    }

    pub fn as_int(self) -> Option<i64> {
        match self {
            Value::Int(value) => Some(value),
            Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => None,
        }
    }

    pub fn as_addr(self) -> Option<Addr> {
        match self {
            Value::Addr(addr) => Some(addr),
            Value::Int(_) | Value::Sym(_) | Value::Func(_) | Value::Label(..) => None,
        }
    }

    pub fn object(self) -> Option<ObjectId> {
        self.as_addr().map(|addr| addr.object)
    }

    /// The unknown it depends on.
    pub fn symbol(self) -> Option<SymId> {
        match self {
            Value::Sym(linear) => Some(linear.sym),
            Value::Addr(addr) => addr.plus,
            Value::Int(_) | Value::Func(_) | Value::Label(..) => None,
        }
    }
}

impl Addr {
    pub fn moved(self, by: i64) -> Option<Addr> {
        Some(Addr { offset: self.offset.checked_add(by)?, ..self })
    }
}

impl SymInfo {
    pub fn unknown(range: Range) -> Self {
        SymInfo { level: 0, origin: Origin::Unknown, range }
    }

    pub fn uninit(range: Range) -> Self {
        SymInfo { level: 0, origin: Origin::Uninit, range }
    }
}
