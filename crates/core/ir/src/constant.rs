//! Constants: interned per module, so that an operand is one small index.

use rustc_hash::FxHashMap;

use crate::ids::{BlockId, ConstId, FuncId, GlobalId, IdVec};
use crate::types::{FloatKind, Type};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    /// `value < 2^width`.
    Int {
        width: u16,
        value: u128,
    },
    Null,
    /// An address in a global object; the offset may lie outside it.
    Global {
        id: GlobalId,
        offset: i64,
    },
    Func(FuncId),
    /// The address of a label, for computed goto.
    Block {
        func: FuncId,
        block: BlockId,
    },
    /// The bit pattern of a floating-point value.
    Float {
        kind: FloatKind,
        bits: u128,
    },
}

impl Const {
    pub fn ty(self) -> Type {
        match self {
            Const::Int { width, .. } => Type::Int(width),
            Const::Null | Const::Global { .. } | Const::Func(_) | Const::Block { .. } => Type::Ptr,
            Const::Float { kind, .. } => Type::Float(kind),
        }
    }

    /// The integer read as two's complement.
    pub fn as_signed(self) -> Option<i128> {
        match self {
            Const::Int { width, value } => Some(sign_extend(value, width)),
            Const::Null | Const::Global { .. } | Const::Func(_) | Const::Block { .. } | Const::Float { .. } => None,
        }
    }
}

/// The low `width` bits of `value`; `width` is 1 to 128.
#[inline]
pub fn truncate(value: u128, width: u16) -> u128 {
    value & (u128::MAX >> (128 - u32::from(width)))
}

/// The low `width` bits of `value` as a two's complement number.
#[inline]
pub fn sign_extend(value: u128, width: u16) -> i128 {
    let unused = 128 - u32::from(width);
    ((value << unused) as i128) >> unused
}

/// The constants of a module; equal constants have equal ids.
#[derive(Clone, Debug, Default)]
pub struct Consts {
    items: IdVec<ConstId, Const>,
    index: FxHashMap<Const, ConstId>,
}

impl Consts {
    pub fn intern(&mut self, constant: Const) -> ConstId {
        *self.index.entry(constant).or_insert_with(|| self.items.push(constant))
    }

    /// An integer constant; bits above `width` are dropped.
    pub fn int(&mut self, width: u16, value: u128) -> ConstId {
        self.intern(Const::Int { width, value: truncate(value, width) })
    }

    #[inline]
    pub fn get(&self, id: ConstId) -> Const {
        self.items[id]
    }

    pub fn contains(&self, id: ConstId) -> bool {
        self.items.get(id).is_some()
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Const> {
        self.items.iter()
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}
