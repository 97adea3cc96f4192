//! Types of registers: what a value is made of, and nothing about what it means in C.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The widest integer a register can hold; the front end turns wider ones into unsupported nodes.
pub const MAX_INT_WIDTH: u16 = 128;

/// The type of a register or constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Type {
    /// An integer of 1 to [`MAX_INT_WIDTH`] bits, without a sign: operations have one. Small vectors that calling
    /// conventions pass in registers travel as integers of their bits.
    Int(u16),
    /// An address, as wide as the data model says.
    Ptr,
    Float(FloatKind),
}

/// Formats of floating-point values. Engines treat them as opaque, the interpreter computes with them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum FloatKind {
    F16,
    BF16,
    F32,
    F64,
    /// x87 extended precision: 80 bits of value, stored in 16 bytes (lp64) or 12 (ilp32), of which 10 are written.
    F80,
    F128,
}

/// Sizes of C's basic types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DataModel {
    /// 32-bit `int`, `long` and pointers (i386 System V).
    Ilp32,
    /// 32-bit `int`, 64-bit `long` and pointers (x86-64 System V).
    Lp64,
}

impl Type {
    pub const BOOL: Type = Type::Int(1);

    /// Bits of value.
    pub fn bits(self, model: DataModel) -> u32 {
        match self {
            Type::Int(width) => u32::from(width),
            Type::Ptr => model.pointer_bits(),
            Type::Float(kind) => kind.bits(),
        }
    }

    /// Bytes that a load or store of this type touches.
    pub fn store_size(self, model: DataModel) -> u64 {
        u64::from(self.bits(model).div_ceil(8))
    }
}

impl FloatKind {
    pub const ALL: [FloatKind; 6] =
        [FloatKind::F16, FloatKind::BF16, FloatKind::F32, FloatKind::F64, FloatKind::F80, FloatKind::F128];

    pub fn bits(self) -> u32 {
        match self {
            FloatKind::F16 | FloatKind::BF16 => 16,
            FloatKind::F32 => 32,
            FloatKind::F64 => 64,
            FloatKind::F80 => 80,
            FloatKind::F128 => 128,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            FloatKind::F16 => "f16",
            FloatKind::BF16 => "bf16",
            FloatKind::F32 => "f32",
            FloatKind::F64 => "f64",
            FloatKind::F80 => "f80",
            FloatKind::F128 => "f128",
        }
    }
}

impl DataModel {
    pub fn pointer_bits(self) -> u32 {
        match self {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }

    pub fn pointer_size(self) -> u64 {
        u64::from(self.pointer_bits() / 8)
    }

    /// The integer type as wide as a pointer: sizes, offsets, `uintptr_t`.
    pub fn pointer_int(self) -> Type {
        match self {
            DataModel::Ilp32 => Type::Int(32),
            DataModel::Lp64 => Type::Int(64),
        }
    }

    /// The largest object that can be allocated: half of the addresses that programs have on common systems.
    pub fn max_object_size(self) -> u64 {
        match self {
            DataModel::Ilp32 => 1 << 30,
            DataModel::Lp64 => 1 << 46,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ilp32",
            DataModel::Lp64 => "lp64",
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int(width) => write!(f, "i{width}"),
            Type::Ptr => f.write_str("ptr"),
            Type::Float(kind) => f.write_str(kind.name()),
        }
    }
}

impl fmt::Display for DataModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
