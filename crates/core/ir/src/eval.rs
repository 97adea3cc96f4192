//! What integer operations compute: the meaning of the IR on bit patterns, zero above the width.
//!
//! The one place for it: the interpreter runs programs with it, engines fold constants with it, and the readings of the IR
//! in logic are tested against it.
//!
//! Everything exists twice, for up to 64 and for up to 128 bits: almost all arithmetic is narrow, and wide arithmetic
//! costs several times as much.

use crate::constant::{sign_extend, truncate};
use crate::inst::{BinOp, BitOp, CastOp, OverflowOp, Predicate};

/// The operation is not defined for these operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    Overflow,
    DivisionByZero,
    ShiftOutOfRange,
}

macro_rules! operations {
    ($(#[$doc:meta])* $module:ident, $unsigned:ty, $signed:ty) => {
        $(#[$doc])*
        pub mod $module {
            use super::Trouble;
            use crate::inst::{BinOp, OverflowOp, Predicate};

            const BITS: u32 = <$unsigned>::BITS;

            #[inline]
            fn mask(width: u16) -> $unsigned {
                <$unsigned>::MAX >> (BITS - u32::from(width))
            }

            #[inline]
            pub fn signed(value: $unsigned, width: u16) -> $signed {
                let unused = BITS - u32::from(width);
                ((value << unused) as $signed) >> unused
            }

            #[inline]
            fn minimum(width: u16) -> $unsigned {
                1 << (width - 1)
            }

            /// The wrapped result, and whether the exact signed one differs.
            #[inline]
            fn wrap(exact: ($signed, bool), width: u16) -> ($unsigned, bool) {
                let result = exact.0 as $unsigned & mask(width);
                (result, exact.1 || signed(result, width) != exact.0)
            }

            #[inline]
            fn checked(result: ($unsigned, bool), nsw: bool) -> Result<$unsigned, Trouble> {
                if nsw && result.1 { Err(Trouble::Overflow) } else { Ok(result.0) }
            }

            #[inline]
            pub fn binary(
                op: BinOp,
                width: u16,
                nsw: bool,
                a: $unsigned,
                b: $unsigned,
            ) -> Result<$unsigned, Trouble> {
                let (x, y) = (signed(a, width), signed(b, width));
                match op {
                    BinOp::Add => checked(wrap(x.overflowing_add(y), width), nsw),
                    BinOp::Sub => checked(wrap(x.overflowing_sub(y), width), nsw),
                    BinOp::Mul => checked(wrap(x.overflowing_mul(y), width), nsw),
                    BinOp::UDiv => a.checked_div(b).ok_or(Trouble::DivisionByZero),
                    BinOp::URem => a.checked_rem(b).ok_or(Trouble::DivisionByZero),
                    BinOp::SDiv | BinOp::SRem if b == 0 => Err(Trouble::DivisionByZero),
                    BinOp::SDiv | BinOp::SRem if a == minimum(width) && y == -1 => Err(Trouble::Overflow),
                    BinOp::SDiv => Ok((x / y) as $unsigned & mask(width)),
                    BinOp::SRem => Ok((x % y) as $unsigned & mask(width)),
                    BinOp::Shl | BinOp::LShr | BinOp::AShr if b >= <$unsigned>::from(width) => {
                        Err(Trouble::ShiftOutOfRange)
                    }
                    BinOp::Shl => {
                        // C11 6.5.7: a signed left operand must not be negative, nor reach the sign bit.
                        let fits = x >= 0 && a >> (<$unsigned>::from(width) - 1 - b) == 0;
                        checked(((a << b) & mask(width), !fits), nsw)
                    }
                    BinOp::LShr => Ok(a >> b),
                    BinOp::AShr => Ok((x >> b) as $unsigned & mask(width)),
                    BinOp::And => Ok(a & b),
                    BinOp::Or => Ok(a | b),
                    BinOp::Xor => Ok(a ^ b),
                }
            }

            pub fn overflows(
                op: OverflowOp,
                is_signed: bool,
                width: u16,
                a: $unsigned,
                b: $unsigned,
            ) -> bool {
                if is_signed {
                    let (x, y) = (signed(a, width), signed(b, width));
                    let exact = match op {
                        OverflowOp::Add => x.overflowing_add(y),
                        OverflowOp::Sub => x.overflowing_sub(y),
                        OverflowOp::Mul => x.overflowing_mul(y),
                    };
                    wrap(exact, width).1
                } else {
                    let (result, overflow) = match op {
                        OverflowOp::Add => a.overflowing_add(b),
                        OverflowOp::Sub => a.overflowing_sub(b),
                        OverflowOp::Mul => a.overflowing_mul(b),
                    };
                    overflow || result > mask(width)
                }
            }

            #[inline]
            pub fn compare(pred: Predicate, width: u16, a: $unsigned, b: $unsigned) -> bool {
                let (x, y) = (signed(a, width), signed(b, width));
                match pred {
                    Predicate::Eq => a == b,
                    Predicate::Ne => a != b,
                    Predicate::Ult => a < b,
                    Predicate::Ule => a <= b,
                    Predicate::Ugt => a > b,
                    Predicate::Uge => a >= b,
                    Predicate::Slt => x < y,
                    Predicate::Sle => x <= y,
                    Predicate::Sgt => x > y,
                    Predicate::Sge => x >= y,
                }
            }
        }
    };
}

operations!(
    /// Widths of 1 to 64.
    narrow,
    u64,
    i64
);
operations!(
    /// Widths of 1 to 128.
    wide,
    u128,
    i128
);

/// See [`crate::InstKind::Binary`].
pub fn binary(op: BinOp, width: u16, nsw: bool, a: u128, b: u128) -> Result<u128, Trouble> {
    if width <= 64 {
        narrow::binary(op, width, nsw, a as u64, b as u64).map(u128::from)
    } else {
        wide::binary(op, width, nsw, a, b)
    }
}

/// See [`crate::InstKind::Overflows`].
pub fn overflows(op: OverflowOp, signed: bool, width: u16, a: u128, b: u128) -> bool {
    if width <= 64 {
        narrow::overflows(op, signed, width, a as u64, b as u64)
    } else {
        wide::overflows(op, signed, width, a, b)
    }
}

/// See [`crate::InstKind::Compare`].
pub fn compare(pred: Predicate, width: u16, a: u128, b: u128) -> bool {
    if width <= 64 { narrow::compare(pred, width, a as u64, b as u64) } else { wide::compare(pred, width, a, b) }
}

/// See [`crate::InstKind::Bits`]; of 0, the width.
pub fn bits(op: BitOp, width: u16, a: u128) -> u128 {
    let unused = 128 - u32::from(width);
    match op {
        BitOp::PopCount => u128::from(a.count_ones()),
        BitOp::LeadingZeros => u128::from(a.leading_zeros() - unused),
        BitOp::TrailingZeros => u128::from(a.trailing_zeros().min(u32::from(width))),
        BitOp::Bswap => a.swap_bytes() >> unused,
        BitOp::Reverse => a.reverse_bits() >> unused,
    }
}

/// `None` for casts from or to floats, which are not integer operations.
pub fn cast(op: CastOp, from: u16, to: u16, a: u128) -> Option<u128> {
    match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::Bitcast | CastOp::PtrToInt | CastOp::IntToPtr => Some(truncate(a, to)),
        CastOp::SExt => Some(truncate(sign_extend(a, from) as u128, to)),
        CastOp::FloatToSigned
        | CastOp::FloatToUnsigned
        | CastOp::SignedToFloat
        | CastOp::UnsignedToFloat
        | CastOp::FloatToFloat => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What C says, computed in unbounded (enough) arithmetic: the exact signed result, or the trouble.
    fn reference(op: BinOp, width: u32, nsw: bool, a: i128, b: i128) -> Result<i128, Trouble> {
        let unsigned = |x: i128| x.rem_euclid(1 << width);
        let exact = match op {
            BinOp::Add => a + b,
            BinOp::Sub => a - b,
            BinOp::Mul => a * b,
            BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem if b == 0 => return Err(Trouble::DivisionByZero),
            BinOp::UDiv => return Ok(unsigned(a) / unsigned(b)),
            BinOp::URem => return Ok(unsigned(a) % unsigned(b)),
            BinOp::SDiv | BinOp::SRem if b == -1 && a == -(1 << (width - 1)) => return Err(Trouble::Overflow),
            BinOp::SDiv => a / b,
            BinOp::SRem => a % b,
            BinOp::Shl | BinOp::LShr | BinOp::AShr if unsigned(b) >= i128::from(width) => {
                return Err(Trouble::ShiftOutOfRange);
            }
            BinOp::Shl if nsw && a < 0 => return Err(Trouble::Overflow),
            BinOp::Shl => a << b,
            BinOp::LShr => return Ok(unsigned(a) >> b),
            BinOp::AShr => a >> b,
            BinOp::And => a & b,
            BinOp::Or => a | b,
            BinOp::Xor => a ^ b,
        };
        let fits = (-(1 << (width - 1))..1 << (width - 1)).contains(&exact);
        if nsw && !fits { Err(Trouble::Overflow) } else { Ok(unsigned(exact)) }
    }

    fn check_all(width: u16) {
        let count = 1u128 << width;
        for (a, b) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
            let (x, y) = (sign_extend(a, width), sign_extend(b, width));
            for &op in BinOp::ALL {
                for nsw in [false, true] {
                    let expected = reference(op, u32::from(width), nsw, x, y).map(|value| value as u128);
                    assert_eq!(wide::binary(op, width, nsw, a, b), expected, "{op:?} {width} {nsw} {x} {y}");
                    assert_eq!(binary(op, width, nsw, a, b), expected, "{op:?} {width} {nsw} {x} {y}");
                }
            }
            for (op, exact, unsigned) in [
                (OverflowOp::Add, x + y, a as i128 + b as i128),
                (OverflowOp::Sub, x - y, a as i128 - b as i128),
                (OverflowOp::Mul, x * y, a as i128 * b as i128),
            ] {
                let half = 1i128 << (width - 1);
                assert_eq!(overflows(op, true, width, a, b), !(-half..half).contains(&exact));
                assert_eq!(overflows(op, false, width, a, b), !(0..2 * half).contains(&unsigned));
                assert_eq!(wide::overflows(op, true, width, a, b), overflows(op, true, width, a, b));
            }
            for (pred, expected) in [
                (Predicate::Eq, a == b),
                (Predicate::Ne, a != b),
                (Predicate::Ult, a < b),
                (Predicate::Ule, a <= b),
                (Predicate::Ugt, a > b),
                (Predicate::Uge, a >= b),
                (Predicate::Slt, x < y),
                (Predicate::Sle, x <= y),
                (Predicate::Sgt, x > y),
                (Predicate::Sge, x >= y),
            ] {
                assert_eq!(compare(pred, width, a, b), expected);
                assert_eq!(wide::compare(pred, width, a, b), expected);
            }
        }
    }

    #[test]
    fn eight_bits_and_fewer_agree_with_the_reference() {
        for width in [1, 2, 3, 5, 8] {
            check_all(width);
        }
    }

    #[test]
    fn full_widths_overflow_where_they_should() {
        for width in [32u16, 64, 128] {
            let top = 1u128 << (width - 1);
            assert_eq!(binary(BinOp::Add, width, true, top - 1, 1), Err(Trouble::Overflow));
            assert_eq!(binary(BinOp::Add, width, false, top - 1, 1), Ok(top));
            assert_eq!(binary(BinOp::Sub, width, true, top, 1), Err(Trouble::Overflow));
            assert_eq!(binary(BinOp::Mul, width, true, top, 2), Err(Trouble::Overflow));
            assert_eq!(binary(BinOp::Mul, width, true, top - 1, 1), Ok(top - 1));
            assert_eq!(binary(BinOp::Shl, width, true, 1, u128::from(width) - 1), Err(Trouble::Overflow));
            assert_eq!(binary(BinOp::Shl, width, true, 1, u128::from(width) - 2), Ok(top >> 1));
            let minus_one = truncate(u128::MAX, width);
            assert_eq!(binary(BinOp::SDiv, width, false, top, minus_one), Err(Trouble::Overflow));
        }
    }

    #[test]
    fn bit_operations() {
        assert_eq!(bits(BitOp::PopCount, 8, 0b1011_0001), 4);
        assert_eq!(bits(BitOp::LeadingZeros, 8, 1), 7);
        assert_eq!(bits(BitOp::LeadingZeros, 128, 0), 128);
        assert_eq!(bits(BitOp::TrailingZeros, 32, 0), 32);
        assert_eq!(bits(BitOp::TrailingZeros, 32, 8), 3);
        assert_eq!(bits(BitOp::Bswap, 32, 0x1122_3344), 0x4433_2211);
        assert_eq!(bits(BitOp::Reverse, 8, 0b0000_0011), 0b1100_0000);
        assert_eq!(cast(CastOp::SExt, 8, 32, 0x80), Some(0xffff_ff80));
        assert_eq!(cast(CastOp::ZExt, 8, 32, 0x80), Some(0x80));
        assert_eq!(cast(CastOp::Trunc, 32, 8, 0x1280), Some(0x80));
    }
}
