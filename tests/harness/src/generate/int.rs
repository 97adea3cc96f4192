//! C's integer types and what may happen to values of them, in both data models at once.
//!
//! `long` is 32 bits wide in one model and 64 in the other. A value of it is known by an interval that holds in both;
//! arithmetic on it must fit 32 bits. So one text is well defined in both models, although it computes other values.

use std::fmt::Write;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Int {
    Bool,
    Char,
    I8,
    U8,
    I16,
    U16,
    /// From here on in the order of C's usual arithmetic conversions, except the pairs that [`conflict`] names.
    I32,
    U32,
    Long,
    ULong,
    I64,
    U64,
}

/// Values from `.0` to `.1`, both included.
pub(crate) type Range = (i128, i128);

const I32_RANGE: Range = (i32::MIN as i128, i32::MAX as i128);
const I64_RANGE: Range = (i64::MIN as i128, i64::MAX as i128);

impl Int {
    pub(crate) const ALL: [Int; 12] = [
        Int::Bool,
        Int::Char,
        Int::I8,
        Int::U8,
        Int::I16,
        Int::U16,
        Int::I32,
        Int::U32,
        Int::Long,
        Int::ULong,
        Int::I64,
        Int::U64,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Int::Bool => "_Bool",
            Int::Char => "char",
            Int::I8 => "signed char",
            Int::U8 => "unsigned char",
            Int::I16 => "short",
            Int::U16 => "unsigned short",
            Int::I32 => "int",
            Int::U32 => "unsigned",
            Int::Long => "long",
            Int::ULong => "unsigned long",
            Int::I64 => "long long",
            Int::U64 => "unsigned long long",
        }
    }

    /// The `__VERIFIER_nondet_*` function of the type.
    pub(crate) fn nondet(self) -> &'static str {
        match self {
            Int::Bool => "__VERIFIER_nondet_bool",
            Int::Char => "__VERIFIER_nondet_char",
            Int::I8 => "__VERIFIER_nondet_schar",
            Int::U8 => "__VERIFIER_nondet_uchar",
            Int::I16 => "__VERIFIER_nondet_short",
            Int::U16 => "__VERIFIER_nondet_ushort",
            Int::I32 => "__VERIFIER_nondet_int",
            Int::U32 => "__VERIFIER_nondet_uint",
            Int::Long => "__VERIFIER_nondet_long",
            Int::ULong => "__VERIFIER_nondet_ulong",
            Int::I64 => "__VERIFIER_nondet_longlong",
            Int::U64 => "__VERIFIER_nondet_ulonglong",
        }
    }

    /// All values that an object of the type can hold in some model.
    pub(crate) fn range(self) -> Range {
        match self {
            Int::Bool => (0, 1),
            Int::Char | Int::I8 => (-128, 127),
            Int::U8 => (0, 255),
            Int::I16 => (-32768, 32767),
            Int::U16 => (0, 65535),
            Int::I32 => I32_RANGE,
            Int::U32 => (0, u32::MAX as i128),
            Int::Long | Int::I64 => I64_RANGE,
            Int::ULong | Int::U64 => (0, u64::MAX as i128),
        }
    }

    /// Results of signed arithmetic must lie in here, in every model.
    pub(crate) fn limits(self) -> Range {
        if self == Int::Long { I32_RANGE } else { self.range() }
    }

    pub(crate) fn signed(self) -> bool {
        self.range().0 < 0
    }

    /// Shift counts must be less.
    pub(crate) fn width(self) -> u32 {
        match self {
            Int::Bool => 1,
            Int::Char | Int::I8 | Int::U8 => 8,
            Int::I16 | Int::U16 => 16,
            Int::I32 | Int::U32 | Int::Long | Int::ULong => 32,
            Int::I64 | Int::U64 => 64,
        }
    }

    pub(crate) fn promoted(self) -> Int {
        self.max(Int::I32)
    }

    /// The unsigned type of the same width, for types that are not promoted.
    pub(crate) fn to_unsigned(self) -> Int {
        match self {
            Int::I32 => Int::U32,
            Int::Long => Int::ULong,
            Int::I64 => Int::U64,
            Int::Bool | Int::Char | Int::I8 | Int::U8 | Int::I16 | Int::U16 | Int::U32 | Int::ULong | Int::U64 => self,
        }
    }

    /// What is known of a value from `from` after its conversion to this type.
    pub(crate) fn converted(self, from: Range) -> Range {
        let full = self.range();
        let inside = |outer: Range| outer.0 <= from.0 && from.1 <= outer.1;
        match self {
            Int::Bool => (i128::from(from.0 > 0 || from.1 < 0), i128::from(from != (0, 0))),
            Int::Long if inside(I32_RANGE) => from,
            Int::Long if inside(full) => (from.0.min(I32_RANGE.0), from.1.max(I32_RANGE.1)),
            Int::ULong if inside((0, u32::MAX as i128)) => from,
            Int::ULong if inside(full) => (0, from.1.max(u32::MAX as i128)),
            Int::Char
            | Int::I8
            | Int::U8
            | Int::I16
            | Int::U16
            | Int::I32
            | Int::U32
            | Int::Long
            | Int::ULong
            | Int::I64
            | Int::U64 => {
                if inside(full) && self != Int::Long && self != Int::ULong {
                    from
                } else {
                    full
                }
            }
        }
    }

    /// A literal of exactly this type after promotion; `value` lies in the limits.
    pub(crate) fn literal(self, value: i128) -> String {
        let suffix = match self {
            Int::Bool | Int::Char | Int::I8 | Int::U8 | Int::I16 | Int::U16 | Int::I32 => "",
            Int::U32 => "u",
            Int::Long => "l",
            Int::ULong => "ul",
            Int::I64 => "ll",
            Int::U64 => "ull",
        };
        let lowest = match self {
            Int::I64 => I64_RANGE.0,
            _ => I32_RANGE.0,
        };
        let mut text = String::new();
        let written = if value >= 0 {
            write!(text, "{value}{suffix}")
        } else if value == lowest {
            write!(text, "({}{suffix} - 1)", value + 1)
        } else {
            write!(text, "({value}{suffix})")
        };
        written.expect("invariant: a string takes every write");
        text
    }
}

/// Pairs whose common type depends on the data model.
pub(crate) fn conflict(a: Int, b: Int) -> bool {
    matches!((a, b), (Int::U32, Int::Long) | (Int::Long, Int::U32) | (Int::ULong, Int::I64) | (Int::I64, Int::ULong))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_cover_both_models() {
        // 2^40 as `long`: itself in one model, 0 in the other.
        let (low, high) = Int::Long.converted((1 << 40, 1 << 40));
        assert!(low <= 0 && high >= 1 << 40);
        assert_eq!(Int::ULong.converted((-1, 5)), Int::ULong.range());
        assert_eq!(Int::U8.converted((3, 255)), (3, 255));
        assert_eq!(Int::U8.converted((3, 256)), (0, 255));
        assert_eq!(Int::Bool.converted((2, 9)), (1, 1));
    }

    #[test]
    fn smallest_literals_do_not_overflow() {
        assert_eq!(Int::I32.literal(i32::MIN as i128), "(-2147483647 - 1)");
        assert_eq!(Int::I64.literal(i64::MIN as i128), "(-9223372036854775807ll - 1)");
        assert_eq!(Int::I64.literal(i32::MIN as i128), "(-2147483648ll)");
        assert_eq!(Int::U32.literal(7), "7u");
    }
}
