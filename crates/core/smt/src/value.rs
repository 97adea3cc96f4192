//! Concrete values, and the meaning of the operators on them.
//!
//! One table of meanings serves the constant folding of the constructors and the evaluator; the tests hold it against
//! the solver's. `None` means "does not fit": integers beyond `i128`, bit-vectors beyond 128 bits, division by zero of
//! integers (whose result SMT-LIB leaves open).

use crate::term::{BvCmp, BvOp};

/// Bit-vectors up to this width are folded, evaluated and read from models.
pub const MAX_BV_WIDTH: u32 = 128;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    Bool(bool),
    Int(i128),
    /// `value` has no bit at or above `width`.
    Bv {
        width: u32,
        value: u128,
    },
}

impl Value {
    pub fn as_bool(self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(b),
            Value::Int(_) | Value::Bv { .. } => None,
        }
    }

    pub fn as_int(self) -> Option<i128> {
        match self {
            Value::Int(i) => Some(i),
            Value::Bool(_) | Value::Bv { .. } => None,
        }
    }

    /// The bits of a bit-vector, zero-extended.
    pub fn as_bits(self) -> Option<u128> {
        match self {
            Value::Bv { value, .. } => Some(value),
            Value::Bool(_) | Value::Int(_) => None,
        }
    }

    /// A bit-vector read as a number in two's complement.
    pub fn as_signed(self) -> Option<i128> {
        match self {
            Value::Bv { width, value } => Some(to_signed(width, value)),
            Value::Bool(_) | Value::Int(_) => None,
        }
    }
}

/// All `width` low bits, at most 128.
pub(crate) fn mask(width: u32) -> u128 {
    match width {
        0 => 0,
        1..MAX_BV_WIDTH => (1 << width) - 1,
        MAX_BV_WIDTH.. => u128::MAX,
    }
}

/// Two's complement reading of the low `width` bits (at most 128).
pub(crate) fn to_signed(width: u32, value: u128) -> i128 {
    let unused = MAX_BV_WIDTH - width.clamp(1, MAX_BV_WIDTH);
    ((value << unused) as i128) >> unused
}

/// Quotient rounded so that the remainder lies in `0..|divisor|`, as SMT-LIB has it.
pub(crate) fn int_div(a: i128, b: i128) -> Option<i128> {
    a.checked_div_euclid(b)
}

pub(crate) fn int_mod(a: i128, b: i128) -> Option<i128> {
    a.checked_rem_euclid(b)
}

/// `None` beyond 128 bits.
pub(crate) fn bv_binary(op: BvOp, width: u32, a: u128, b: u128) -> Option<u128> {
    if width > MAX_BV_WIDTH {
        return None;
    }
    let (signed_a, signed_b) = (to_signed(width, a), to_signed(width, b));
    let shift = u32::try_from(b).ok().filter(|&by| by < width);
    let result = match op {
        BvOp::Add => a.wrapping_add(b),
        BvOp::Sub => a.wrapping_sub(b),
        BvOp::Mul => a.wrapping_mul(b),
        BvOp::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
        BvOp::URem => a.checked_rem(b).unwrap_or(a),
        BvOp::SDiv if b == 0 => {
            if signed_a < 0 {
                1
            } else {
                u128::MAX
            }
        }
        BvOp::SDiv => signed_a.wrapping_div(signed_b) as u128,
        BvOp::SRem if b == 0 => a,
        BvOp::SRem => signed_a.wrapping_rem(signed_b) as u128,
        BvOp::And => a & b,
        BvOp::Or => a | b,
        BvOp::Xor => a ^ b,
        BvOp::Shl => shift.map_or(0, |by| a << by),
        BvOp::LShr => shift.map_or(0, |by| a >> by),
        BvOp::AShr => (signed_a >> shift.unwrap_or(MAX_BV_WIDTH - 1)) as u128,
    };
    Some(result & mask(width))
}

pub(crate) fn bv_compare(op: BvCmp, width: u32, a: u128, b: u128) -> Option<bool> {
    if width > MAX_BV_WIDTH {
        return None;
    }
    Some(match op {
        BvCmp::Ult => a < b,
        BvCmp::Ule => a <= b,
        BvCmp::Slt => to_signed(width, a) < to_signed(width, b),
        BvCmp::Sle => to_signed(width, a) <= to_signed(width, b),
    })
}

/// The number a bit-vector stands for; `None` when it does not fit.
pub(crate) fn bv_to_int(signed: bool, width: u32, value: u128) -> Option<i128> {
    if width > MAX_BV_WIDTH {
        None
    } else if signed {
        Some(to_signed(width, value))
    } else {
        i128::try_from(value).ok()
    }
}

pub(crate) fn int_to_bv(width: u32, value: i128) -> Option<u128> {
    (width <= MAX_BV_WIDTH).then_some(value as u128 & mask(width))
}
