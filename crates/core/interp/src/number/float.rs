//! Floating-point operations on bit patterns: f32 and f64 by the machine, the other formats by `rustc_apfloat`.
//!
//! The rounding mode is to nearest, ties to even. Where C leaves the result open (a conversion out of range, the sign
//! of a NaN), it is the one x86-64 gives, so that runs agree with compiled programs.

use std::cmp::Ordering;

use ir::{FloatBinOp, FloatKind, FloatPredicate, FloatUnOp, truncate};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::sqrt;

/// Calls a generic function with the `rustc_apfloat` type of a format.
macro_rules! with_format {
    ($kind:expr, $function:ident $(, $argument:expr)*) => {
        match $kind {
            FloatKind::F16 => $function::<Half>($($argument),*),
            FloatKind::BF16 => $function::<BFloat>($($argument),*),
            FloatKind::F32 => $function::<Single>($($argument),*),
            FloatKind::F64 => $function::<Double>($($argument),*),
            FloatKind::F80 => $function::<X87DoubleExtended>($($argument),*),
            FloatKind::F128 => $function::<Quad>($($argument),*),
        }
    };
}

fn f32_of(bits: u128) -> f32 {
    f32::from_bits(bits as u32)
}

pub(crate) fn f64_of(bits: u128) -> f64 {
    f64::from_bits(bits as u64)
}

fn sign_bit(kind: FloatKind) -> u128 {
    1 << (kind.bits() - 1)
}

pub(crate) fn binary(kind: FloatKind, op: FloatBinOp, a: u128, b: u128) -> u128 {
    if op == FloatBinOp::CopySign {
        return a & !sign_bit(kind) | b & sign_bit(kind);
    }
    match kind {
        FloatKind::F32 => {
            let (x, y) = (f32_of(a), f32_of(b));
            let result = match op {
                FloatBinOp::Add => x + y,
                FloatBinOp::Sub => x - y,
                FloatBinOp::Mul => x * y,
                FloatBinOp::Div => x / y,
                FloatBinOp::Rem => x % y,
                FloatBinOp::Min => x.min(y),
                FloatBinOp::Max => x.max(y),
                FloatBinOp::CopySign => x.copysign(y),
            };
            u128::from(result.to_bits())
        }
        FloatKind::F64 => {
            let (x, y) = (f64_of(a), f64_of(b));
            let result = match op {
                FloatBinOp::Add => x + y,
                FloatBinOp::Sub => x - y,
                FloatBinOp::Mul => x * y,
                FloatBinOp::Div => x / y,
                FloatBinOp::Rem => x % y,
                FloatBinOp::Min => x.min(y),
                FloatBinOp::Max => x.max(y),
                FloatBinOp::CopySign => x.copysign(y),
            };
            u128::from(result.to_bits())
        }
        FloatKind::F16 | FloatKind::BF16 | FloatKind::F80 | FloatKind::F128 => {
            let result = with_format!(kind, soft_binary, op, a, b);
            new_nan_is_negative(kind, result, &[a, b])
        }
    }
}

fn soft_binary<F: Float>(op: FloatBinOp, a: u128, b: u128) -> u128 {
    let (x, y) = (F::from_bits(a), F::from_bits(b));
    let result = match op {
        FloatBinOp::Add => (x + y).value,
        FloatBinOp::Sub => (x - y).value,
        FloatBinOp::Mul => (x * y).value,
        FloatBinOp::Div => (x / y).value,
        FloatBinOp::Rem => x.c_fmod(y).value,
        FloatBinOp::Min => x.min(y),
        FloatBinOp::Max => x.max(y),
        FloatBinOp::CopySign => x.copy_sign(y),
    };
    result.to_bits()
}

/// x86 makes the sign of a NaN that comes from numbers negative.
fn new_nan_is_negative(kind: FloatKind, result: u128, operands: &[u128]) -> u128 {
    if is_nan(kind, result) && !operands.iter().any(|bits| is_nan(kind, *bits)) {
        result | sign_bit(kind)
    } else {
        result
    }
}

pub(crate) fn unary(kind: FloatKind, op: FloatUnOp, a: u128) -> u128 {
    match op {
        FloatUnOp::Neg => return a ^ sign_bit(kind),
        FloatUnOp::Abs => return a & !sign_bit(kind),
        FloatUnOp::Sqrt => return square_root(kind, a),
        FloatUnOp::Floor | FloatUnOp::Ceil | FloatUnOp::Trunc | FloatUnOp::Round | FloatUnOp::RoundEven => {}
    }
    let round = match op {
        FloatUnOp::Floor => Round::TowardNegative,
        FloatUnOp::Ceil => Round::TowardPositive,
        FloatUnOp::Trunc | FloatUnOp::Neg | FloatUnOp::Abs | FloatUnOp::Sqrt => Round::TowardZero,
        FloatUnOp::Round => Round::NearestTiesToAway,
        FloatUnOp::RoundEven => Round::NearestTiesToEven,
    };
    with_format!(kind, soft_round, a, round)
}

fn soft_round<F: Float>(a: u128, round: Round) -> u128 {
    F::from_bits(a).round_to_integral(round).value.to_bits()
}

fn square_root(kind: FloatKind, a: u128) -> u128 {
    match kind {
        FloatKind::F32 => u128::from(f32_of(a).sqrt().to_bits()),
        FloatKind::F64 => u128::from(f64_of(a).sqrt().to_bits()),
        // 53 bits are more than twice 11 plus two: rounding twice rounds once.
        FloatKind::F16 | FloatKind::BF16 => {
            let wide = convert(kind, FloatKind::F64, a);
            convert(FloatKind::F64, kind, square_root(FloatKind::F64, wide))
        }
        FloatKind::F80 => new_nan_is_negative(kind, sqrt::sqrt(X87DoubleExtended::from_bits(a)).to_bits(), &[a]),
        FloatKind::F128 => new_nan_is_negative(kind, sqrt::sqrt(Quad::from_bits(a)).to_bits(), &[a]),
    }
}

pub(crate) fn is_nan(kind: FloatKind, a: u128) -> bool {
    fn soft<F: Float>(a: u128) -> bool {
        F::from_bits(a).is_nan()
    }
    with_format!(kind, soft, a)
}

pub(crate) fn compare(kind: FloatKind, pred: FloatPredicate, a: u128, b: u128) -> bool {
    let order = match kind {
        FloatKind::F32 => f32_of(a).partial_cmp(&f32_of(b)),
        FloatKind::F64 => f64_of(a).partial_cmp(&f64_of(b)),
        FloatKind::F16 | FloatKind::BF16 | FloatKind::F80 | FloatKind::F128 => with_format!(kind, soft_compare, a, b),
    };
    let (less, equal, greater) =
        (order == Some(Ordering::Less), order == Some(Ordering::Equal), order == Some(Ordering::Greater));
    let unordered = order.is_none();
    match pred {
        FloatPredicate::False => false,
        FloatPredicate::Oeq => equal,
        FloatPredicate::Ogt => greater,
        FloatPredicate::Oge => greater || equal,
        FloatPredicate::Olt => less,
        FloatPredicate::Ole => less || equal,
        FloatPredicate::One => less || greater,
        FloatPredicate::Ord => !unordered,
        FloatPredicate::Uno => unordered,
        FloatPredicate::Ueq => unordered || equal,
        FloatPredicate::Ugt => unordered || greater,
        FloatPredicate::Uge => unordered || greater || equal,
        FloatPredicate::Ult => unordered || less,
        FloatPredicate::Ule => unordered || less || equal,
        FloatPredicate::Une => !equal,
        FloatPredicate::True => true,
    }
}

fn soft_compare<F: Float>(a: u128, b: u128) -> Option<Ordering> {
    F::from_bits(a).partial_cmp(&F::from_bits(b))
}

/// LLVM's classes: signalling NaN, quiet NaN, then -∞, -normal, -subnormal, -0, +0, +subnormal, +normal, +∞.
pub(crate) fn class(kind: FloatKind, a: u128) -> u16 {
    with_format!(kind, soft_class, a)
}

fn soft_class<F: Float>(a: u128) -> u16 {
    let x = F::from_bits(a);
    if x.is_nan() {
        return if x.is_signaling() { 1 } else { 2 };
    }
    let size = if x.is_infinite() {
        3
    } else if x.is_zero() {
        0
    } else if x.is_denormal() {
        1
    } else {
        2
    };
    if x.is_negative() { 1 << (5 - size) } else { 1 << (6 + size) }
}

pub(crate) fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    if from == to {
        a
    } else if (from, to) == (FloatKind::F32, FloatKind::F64) {
        u128::from(f64::from(f32_of(a)).to_bits())
    } else if (from, to) == (FloatKind::F64, FloatKind::F32) {
        u128::from((f64_of(a) as f32).to_bits())
    } else {
        // Every format fits into F128, so only the second step rounds.
        with_format!(to, narrow, with_format!(from, widen, a))
    }
}

fn widen<F: Float + FloatConvert<Quad>>(a: u128) -> Quad {
    F::from_bits(a).convert(&mut false).value
}

fn narrow<F: Float>(a: Quad) -> u128
where
    Quad: FloatConvert<F>,
{
    let result: F = a.convert(&mut false).value;
    result.to_bits()
}

/// Rounds toward zero. Out of range, the result is that of x86-64's instructions.
pub(crate) fn to_int(kind: FloatKind, a: u128, width: u16, signed: bool) -> u128 {
    let exact = with_format!(kind, soft_to_int, a);
    let within = |low: i128, high: i128| exact.filter(|value| (low..=high).contains(value));
    let int = i128::from(i32::MIN)..=i128::from(i32::MAX);
    let long = i128::from(i64::MIN)..=i128::from(i64::MAX);
    let result = match (width, signed) {
        (..=32, true) | (..=16, false) => within(*int.start(), *int.end()).unwrap_or(*int.start()),
        (..=64, true) | (..=32, false) => within(*long.start(), *long.end()).unwrap_or(*long.start()),
        (..=64, false) if matches!(kind, FloatKind::F32 | FloatKind::F64) => {
            // Two conversions, of the value and of 2^63 less; the second counts where the first gives the sign bit.
            let convert = |less: i128| match exact.map(|value| value - less) {
                Some(value) if long.contains(&value) => value as i64,
                Some(_) | None => i64::MIN,
            };
            let (plain, less) = (convert(0), convert(1 << 63));
            i128::from(plain | (less & (plain >> 63)))
        }
        // Above 2^63 the compiler subtracts 2^63 first and flips the sign bit afterwards.
        (..=64, false) => match within(*long.start(), i128::from(u64::MAX)) {
            Some(value) => value,
            None if exact.is_some_and(|value| value > 0) => 0,
            None => *long.start(),
        },
        (_, _) => match exact {
            Some(value) => value,
            None => return with_format!(kind, saturate, a, width, signed),
        },
    };
    truncate(result as u128, width)
}

/// The integer part, if it fits.
fn soft_to_int<F: Float>(a: u128) -> Option<i128> {
    let x = F::from_bits(a);
    let result = x.to_i128(128);
    let fits = x.is_finite() && !result.status.contains(rustc_apfloat::Status::INVALID_OP);
    fits.then_some(result.value)
}

fn saturate<F: Float>(a: u128, width: u16, signed: bool) -> u128 {
    let x = F::from_bits(a);
    if signed { x.to_i128(usize::from(width)).value as u128 } else { x.to_u128(usize::from(width)).value }
}

pub(crate) fn from_int(kind: FloatKind, value: u128, width: u16, signed: bool) -> u128 {
    let number = if signed { ir::sign_extend(value, width) } else { value as i128 };
    let negative_reading_is_wrong = !signed && number < 0;
    match kind {
        FloatKind::F32 if !negative_reading_is_wrong => u128::from((number as f32).to_bits()),
        FloatKind::F64 if !negative_reading_is_wrong => u128::from((number as f64).to_bits()),
        FloatKind::F16 | FloatKind::BF16 | FloatKind::F32 | FloatKind::F64 | FloatKind::F80 | FloatKind::F128 => {
            with_format!(kind, soft_from_int, value, number, signed)
        }
    }
}

fn soft_from_int<F: Float>(value: u128, number: i128, signed: bool) -> u128 {
    let result = if signed { F::from_i128(number) } else { F::from_u128(value) };
    result.value.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [FloatBinOp; 8] = [
        FloatBinOp::Add,
        FloatBinOp::Sub,
        FloatBinOp::Mul,
        FloatBinOp::Div,
        FloatBinOp::Rem,
        FloatBinOp::CopySign,
        FloatBinOp::Min,
        FloatBinOp::Max,
    ];

    fn samples() -> Vec<f64> {
        let mut samples = vec![0.0, -0.0, 1.0, -1.5, 0.1, 3e300, 5e-324, f64::INFINITY, f64::NEG_INFINITY, 2.5, 1e18];
        samples.extend((1..40).map(|n| f64::from(n) * 0.37 - 7.0));
        samples
    }

    #[test]
    fn the_machine_and_the_library_agree() {
        for (x, y) in samples().into_iter().flat_map(|x| samples().into_iter().map(move |y| (x, y))) {
            let (a, b) = (u128::from(x.to_bits()), u128::from(y.to_bits()));
            for op in ALL {
                let hard = binary(FloatKind::F64, op, a, b);
                let soft = soft_binary::<Double>(op, a, b);
                let both_zero = x == 0.0 && y == 0.0 && matches!(op, FloatBinOp::Min | FloatBinOp::Max);
                assert!(
                    hard == soft || (is_nan(FloatKind::F64, hard) && is_nan(FloatKind::F64, soft)) || both_zero,
                    "{op:?} {x} {y}"
                );
            }
            for pred in [FloatPredicate::Olt, FloatPredicate::Oeq, FloatPredicate::Une, FloatPredicate::Uge] {
                let wide = |bits| convert(FloatKind::F64, FloatKind::F80, bits);
                assert_eq!(compare(FloatKind::F64, pred, a, b), compare(FloatKind::F80, pred, wide(a), wide(b)));
            }
        }
    }

    #[test]
    fn nan_is_unordered_and_negative_when_made() {
        let nan = binary(FloatKind::F64, FloatBinOp::Div, 0, 0);
        assert_eq!(nan >> 63, 1);
        assert!(compare(FloatKind::F64, FloatPredicate::Uno, nan, 0));
        assert!(!compare(FloatKind::F64, FloatPredicate::Oeq, nan, nan));
        assert_eq!(binary(FloatKind::F80, FloatBinOp::Div, 0, 0) >> 79, 1);
        assert_eq!(class(FloatKind::F64, nan), 2);
    }

    #[test]
    fn conversions_to_integers() {
        let of = |x: f64| u128::from(x.to_bits());
        for (x, width, signed, expected) in [
            (3.9, 32, true, 3u128),
            (-3.9, 32, true, (-3i32) as u32 as u128),
            (1e10, 32, true, 0x8000_0000),
            (f64::NAN, 32, true, 0x8000_0000),
            (1e30, 64, true, 1 << 63),
            (3e9, 32, false, 3_000_000_000),
            (1e19, 64, false, 10_000_000_000_000_000_000),
            (-1.0, 64, false, u128::from(u64::MAX)),
            (1e20, 64, false, 1 << 63),
            (f64::NAN, 64, false, 1 << 63),
            (-1e30, 64, false, 1 << 63),
            (255.9, 8, false, 255),
            (1e20, 128, true, 100_000_000_000_000_000_000),
        ] {
            assert_eq!(to_int(FloatKind::F64, of(x), width, signed), expected, "{x} {width} {signed}");
        }
        assert_eq!(from_int(FloatKind::F64, u128::from(u64::MAX), 64, false), of(18_446_744_073_709_551_615.0));
        assert_eq!(from_int(FloatKind::F64, u128::from(u64::MAX), 64, true), of(-1.0));
        assert_eq!(
            from_int(FloatKind::F64, u128::MAX, 128, false),
            of(340_282_366_920_938_463_463_374_607_431_768_211_455.0)
        );
        for n in -300..300i32 {
            let bits = from_int(FloatKind::F80, n as u32 as u128, 32, true);
            assert_eq!(to_int(FloatKind::F80, bits, 32, true), n as u32 as u128);
        }
    }

    #[test]
    fn rounding() {
        let round = |op, x: f64| f64_of(unary(FloatKind::F64, op, u128::from(x.to_bits())));
        assert_eq!(round(FloatUnOp::Round, 2.5), 3.0);
        assert_eq!(round(FloatUnOp::RoundEven, 2.5), 2.0);
        assert_eq!(round(FloatUnOp::Floor, -0.5), -1.0);
        assert_eq!(round(FloatUnOp::Ceil, 1.1), 2.0);
        assert_eq!(round(FloatUnOp::Trunc, -1.9), -1.0);
        assert_eq!(round(FloatUnOp::Abs, -2.0), 2.0);
        assert!(round(FloatUnOp::Neg, 0.0).is_sign_negative());
        let half = convert(FloatKind::F64, FloatKind::F16, u128::from(2.0f64.to_bits()));
        assert_eq!(
            convert(FloatKind::F16, FloatKind::F64, unary(FloatKind::F16, FloatUnOp::Sqrt, half)),
            u128::from(1.4140625f64.to_bits())
        );
    }

    #[test]
    fn classes() {
        for (x, expected) in [
            (f64::NEG_INFINITY, 4),
            (-1.0, 8),
            (-5e-324, 16),
            (-0.0, 32),
            (0.0, 64),
            (5e-324, 128),
            (1.0, 256),
            (f64::INFINITY, 512),
        ] {
            assert_eq!(class(FloatKind::F64, u128::from(x.to_bits())), expected, "{x}");
        }
    }
}
