//! `printf`'s conversions of floating-point numbers, and `strtod`'s way back.

use std::str::FromStr;

use ir::{FloatKind, FloatUnOp};
use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, Round};

use super::binary::{Binary, Finite, Magnitude};
use super::decimal::Decimal;
use super::float;

/// Flags as the library models pass them.
const MINUS: u32 = 1;
const PLUS: u32 = 2;
const SPACE: u32 = 4;
const ALTERNATE: u32 = 8;
const ZERO: u32 = 16;

/// A conversion specification without its length modifier. `conversion` is one of `fFeEgGaA`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spec {
    pub conversion: u8,
    pub flags: u32,
    pub width: usize,
    pub precision: Option<usize>,
}

impl Spec {
    fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }
}

/// What `printf` prints; `None` for an unknown conversion.
pub(crate) fn format(value: &Binary, spec: &Spec) -> Option<String> {
    let upper = spec.conversion.is_ascii_uppercase();
    let (prefix, body, finite) = match &value.magnitude {
        Magnitude::Nan => ("", "nan".to_string(), false),
        Magnitude::Infinite => ("", "inf".to_string(), false),
        Magnitude::Finite(value) => match spec.conversion.to_ascii_lowercase() {
            b'f' => ("", fixed(value, spec.precision.unwrap_or(6), spec.has(ALTERNATE)), true),
            b'e' => ("", exponential(value, spec.precision.unwrap_or(6), spec.has(ALTERNATE)), true),
            b'g' => ("", general(value, spec.precision.unwrap_or(6).max(1), spec.has(ALTERNATE)), true),
            b'a' => ("0x", hexadecimal(value, spec.precision, spec.has(ALTERNATE)), true),
            _ => return None,
        },
    };
    let sign = if value.negative {
        "-"
    } else if spec.has(PLUS) {
        "+"
    } else if spec.has(SPACE) {
        " "
    } else {
        ""
    };
    let padding = spec.width.saturating_sub(sign.len() + prefix.len() + body.len());
    let text = if spec.has(MINUS) {
        format!("{sign}{prefix}{body}{}", " ".repeat(padding))
    } else if spec.has(ZERO) && finite {
        format!("{sign}{prefix}{}{body}", "0".repeat(padding))
    } else {
        format!("{}{sign}{prefix}{body}", " ".repeat(padding))
    };
    Some(if upper { text.to_ascii_uppercase() } else { text })
}

fn push_digits(text: &mut String, decimal: &Decimal, powers: impl Iterator<Item = i32>) {
    text.extend(powers.map(|power| char::from(b'0' + decimal.digit(power))));
}

fn fixed(value: &Finite, precision: usize, point: bool) -> String {
    let mut decimal = Decimal::of(value);
    decimal.round_to(precision as i32);
    fixed_digits(&decimal, precision, point)
}

fn fixed_digits(decimal: &Decimal, precision: usize, point: bool) -> String {
    let mut text = String::new();
    push_digits(&mut text, decimal, (0..=decimal.exponent().max(0)).rev());
    if precision > 0 || point {
        text.push('.');
    }
    push_digits(&mut text, decimal, (1..=precision as i32).map(|place| -place));
    text
}

fn exponential(value: &Finite, precision: usize, point: bool) -> String {
    let mut decimal = Decimal::of(value);
    decimal.round_to(precision as i32 - decimal.exponent());
    exponential_digits(&decimal, precision, point)
}

fn exponential_digits(decimal: &Decimal, precision: usize, point: bool) -> String {
    let exponent = decimal.exponent();
    let mut text = String::new();
    push_digits(&mut text, decimal, std::iter::once(exponent));
    if precision > 0 || point {
        text.push('.');
    }
    push_digits(&mut text, decimal, (1..=precision as i32).map(|place| exponent - place));
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{text}e{sign}{:02}", exponent.abs())
}

fn general(value: &Finite, precision: usize, keep_zeros: bool) -> String {
    let mut decimal = Decimal::of(value);
    decimal.round_to(precision as i32 - 1 - decimal.exponent());
    let exponent = decimal.exponent();
    let scientific = exponent < -4 || exponent >= precision as i32;
    let after = if scientific { precision as i32 - 1 } else { precision as i32 - 1 - exponent };
    // The power of the last digit that is not zero.
    let last = (0..=after).rev().find(|place| decimal.digit(if scientific { exponent } else { 0 } - place) != 0);
    let shown = if keep_zeros { after } else { last.unwrap_or(0) } as usize;
    if scientific { exponential_digits(&decimal, shown, keep_zeros) } else { fixed_digits(&decimal, shown, keep_zeros) }
}

/// Without the `0x`. The mantissa is not shifted to a leading digit of 1: subnormal numbers start with 0, and those of
/// the x87 format with any digit, as glibc does.
fn hexadecimal(value: &Finite, precision: Option<usize>, point: bool) -> String {
    let after_point = value.after_point;
    let available = (after_point / 4) as usize;
    let mut mantissa = u128::from(value.mantissa);
    let mut exponent = if mantissa == 0 { 0 } else { value.exponent + after_point as i32 };
    let mut digits = available;
    match precision {
        Some(wanted) if wanted < available => {
            let drop = 4 * (available - wanted) as u32;
            let half = 1 << (drop - 1);
            let tail = mantissa & ((1 << drop) - 1);
            mantissa >>= drop;
            if tail > half || (tail == half && mantissa & 1 == 1) {
                mantissa += 1;
            }
            mantissa <<= drop;
            digits = wanted;
        }
        Some(_) => {}
        None => digits = available - mantissa.trailing_zeros().min(after_point) as usize / 4,
    }
    // Rounding up from a leading f.
    if mantissa >> after_point == 0x10 {
        mantissa >>= 4;
        exponent += 4;
    }
    let mut text = format!("{:x}", mantissa >> after_point);
    let shown = precision.unwrap_or(digits);
    if shown > 0 || point {
        text.push('.');
    }
    let tail = format!("{:0available$x}", mantissa & ((1 << after_point) - 1));
    text.push_str(&tail[..digits]);
    text.extend(std::iter::repeat_n('0', shown - digits));
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{text}p{sign}{}", exponent.abs())
}

/// The bits of a subject sequence of `strtod`, correctly rounded to F32 or F64; `None` when it is none.
pub(crate) fn parse(text: &str, kind: FloatKind) -> Option<u128> {
    let (negative, rest) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        Some(_) | None => (false, text),
    };
    let magnitude = if kind == FloatKind::F32 {
        u128::from(
            magnitude::<f32>(rest, |text| Some(f32::from_bits(hexadecimal_bits::<Single>(text)? as u32)))?.to_bits(),
        )
    } else {
        u128::from(
            magnitude::<f64>(rest, |text| Some(f64::from_bits(hexadecimal_bits::<Double>(text)? as u64)))?.to_bits(),
        )
    };
    Some(if negative { float::unary(kind, FloatUnOp::Neg, magnitude) } else { magnitude })
}

/// A sequence without its sign.
fn magnitude<F: FromStr>(text: &str, of_hexadecimal: impl Fn(&str) -> Option<F>) -> Option<F> {
    let lower = text.to_ascii_lowercase();
    if lower.starts_with("0x") {
        return of_hexadecimal(&if lower.contains('p') { lower } else { format!("{lower}p0") });
    }
    let word = if lower.starts_with("nan(") && lower.ends_with(')') { "nan" } else { &lower };
    let number = word.bytes().all(|byte| byte.is_ascii_digit() || b".e+-".contains(&byte));
    if number || ["nan", "inf", "infinity"].contains(&word) { word.parse().ok() } else { None }
}

fn hexadecimal_bits<F: Float>(text: &str) -> Option<u128> {
    Some(F::from_str_r(text, Round::NearestTiesToEven).ok()?.value.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(value: f64, conversion: u8, flags: u32, width: usize, precision: Option<usize>) -> String {
        format(&Binary::of_double(value), &Spec { conversion, flags, width, precision }).expect("a known conversion")
    }

    /// Expectations were taken from glibc's printf.
    #[test]
    fn agrees_with_glibc() {
        for (value, conversion, flags, width, precision, expected) in [
            (3.25159, b'f', 0, 0, None, "3.251590"),
            (0.0, b'f', 0, 0, None, "0.000000"),
            (-0.0, b'f', 0, 0, Some(1), "-0.0"),
            (2.5, b'f', 0, 0, Some(0), "2"),
            (3.5, b'f', 0, 0, Some(0), "4"),
            (0.5, b'f', ALTERNATE, 0, Some(0), "0."),
            (1e21, b'f', 0, 0, Some(1), "1000000000000000000000.0"),
            (123456.789, b'e', 0, 0, None, "1.234568e+05"),
            (0.000123, b'e', 0, 0, Some(2), "1.23e-04"),
            (9.9999, b'e', 0, 0, Some(2), "1.00e+01"),
            (0.0, b'e', 0, 0, None, "0.000000e+00"),
            (1e100, b'e', 0, 0, Some(0), "1e+100"),
            (1e100, b'E', ALTERNATE, 0, Some(0), "1.E+100"),
            (100000.0, b'g', 0, 0, None, "100000"),
            (1000000.0, b'g', 0, 0, None, "1e+06"),
            (999999.5, b'g', 0, 0, None, "1e+06"),
            (0.0001, b'g', 0, 0, None, "0.0001"),
            (0.00001, b'g', 0, 0, None, "1e-05"),
            (1.5, b'g', ALTERNATE, 0, None, "1.50000"),
            (0.0, b'g', 0, 0, None, "0"),
            (123.456, b'g', 0, 0, Some(2), "1.2e+02"),
            (123.456, b'G', 0, 0, Some(20), "123.45600000000000307"),
            (1.0, b'a', 0, 0, None, "0x1p+0"),
            (0.1, b'a', 0, 0, None, "0x1.999999999999ap-4"),
            (0.0, b'a', 0, 0, None, "0x0p+0"),
            (1.0, b'a', 0, 0, Some(3), "0x1.000p+0"),
            (1.9999, b'a', 0, 0, Some(1), "0x2.0p+0"),
            (255.5, b'A', 0, 0, None, "0X1.FFP+7"),
            (1.0, b'a', 0, 0, Some(15), "0x1.000000000000000p+0"),
            (3.25, b'f', ZERO, 10, Some(2), "0000003.25"),
            (-3.25, b'f', ZERO, 10, Some(2), "-000003.25"),
            (3.25, b'f', MINUS, 10, Some(2), "3.25      "),
            (3.25, b'f', PLUS, 10, Some(2), "     +3.25"),
            (3.25, b'f', SPACE, 0, Some(2), " 3.25"),
            (1.0, b'a', ZERO, 12, None, "0x0000001p+0"),
            (f64::INFINITY, b'f', ZERO, 6, None, "   inf"),
            (f64::NEG_INFINITY, b'E', 0, 0, None, "-INF"),
            (f64::from_bits(1), b'g', 0, 0, None, "4.94066e-324"),
            (f64::from_bits(1), b'a', 0, 0, None, "0x0.0000000000001p-1022"),
            (f64::MAX, b'g', 0, 0, Some(17), "1.7976931348623157e+308"),
        ] {
            let shown = show(value, conversion, flags, width, precision);
            assert_eq!(shown, expected, "{value} {}", char::from(conversion));
        }
    }

    /// Expectations were taken from glibc's printf on x86-64.
    #[test]
    fn extended_numbers_agree_with_glibc() {
        const ONE: (u128, u64) = (0x3fff, 1 << 63);
        const TENTH: (u128, u64) = (0x3ffb, 0xcccc_cccc_cccc_cccd);
        const THIRD: (u128, u64) = (0x3ffd, 0xaaaa_aaaa_aaaa_aaab);
        const LARGEST: (u128, u64) = (0x7ffe, u64::MAX);
        const SMALLEST: (u128, u64) = (0, 1);
        for ((exponent, mantissa), conversion, flags, width, precision, expected) in [
            (ONE, b'a', 0, 0, None, "0x8p-3"),
            ((0, 0), b'a', 0, 0, None, "0x0p+0"),
            (TENTH, b'a', 0, 0, None, "0xc.ccccccccccccccdp-7"),
            (TENTH, b'a', 0, 0, Some(0), "0xdp-7"),
            (TENTH, b'a', 0, 0, Some(3), "0xc.ccdp-7"),
            (TENTH, b'a', 0, 0, Some(20), "0xc.ccccccccccccccd00000p-7"),
            (LARGEST, b'a', 0, 0, None, "0xf.fffffffffffffffp+16380"),
            (LARGEST, b'a', 0, 0, Some(1), "0x1.0p+16384"),
            (SMALLEST, b'a', 0, 0, None, "0x0.000000000000001p-16385"),
            ((1, 1 << 63), b'a', 0, 0, None, "0x8p-16385"),
            ((0x4002, 0xf8 << 56), b'a', 0, 0, Some(0), "0x1p+4"),
            ((0x4002, 0xe8 << 56), b'a', 0, 0, Some(0), "0xep+0"),
            ((0, 0x0007_ffff << 44), b'a', 0, 0, Some(2), "0x8.00p-16385"),
            ((0x400b, 0xabc << 52), b'A', 0, 0, None, "0XA.BCP+9"),
            (LARGEST, b'e', 0, 0, Some(20), "1.18973149535723176502e+4932"),
            ((1, 1 << 63), b'g', 0, 0, None, "3.3621e-4932"),
            (SMALLEST, b'g', 0, 0, None, "3.6452e-4951"),
            (TENTH, b'g', 0, 0, Some(21), "0.100000000000000000001"),
            (TENTH, b'e', 0, 0, Some(30), "1.000000000000000000013552527156e-01"),
            ((0x4034, 0x8000_0000_0000_0400), b'f', 0, 0, Some(1), "9007199254740993.0"),
            ((0x403e, u64::MAX), b'f', 0, 0, Some(0), "18446744073709551615"),
            ((THIRD.0 | 0x8000, THIRD.1), b'f', 0, 25, Some(20), "  -0.33333333333333333334"),
            (THIRD, b'E', MINUS, 12, Some(3), "3.333E-01   "),
            ((0xffff, 1 << 63), b'E', ZERO, 6, None, "  -INF"),
            ((0x7fff, 3 << 62), b'f', 0, 0, None, "nan"),
        ] {
            let value = Binary::of_extended(exponent << 64 | u128::from(mantissa));
            let shown = format(&value, &Spec { conversion, flags, width, precision }).expect("a known conversion");
            assert_eq!(shown, expected, "{exponent:#x} {mantissa:#x} {}", char::from(conversion));
        }
    }

    #[test]
    fn nan_has_a_sign() {
        assert_eq!(show(f64::NAN.abs(), b'f', 0, 0, None), "nan");
        assert_eq!(show(-f64::NAN.abs(), b'F', 0, 0, None), "-NAN");
    }

    #[test]
    fn parses_what_strtod_takes() {
        for (text, expected) in [
            ("1.5", 1.5),
            ("-0", -0.0),
            ("+.5e1", 5.0),
            ("5.", 5.0),
            ("1e400", f64::INFINITY),
            ("1e-400", 0.0),
            ("0x1.8p1", 3.0),
            ("0X.8", 0.5),
            ("0x10", 16.0),
            ("-Infinity", f64::NEG_INFINITY),
            ("2.2250738585072011e-308", 2.225_073_858_507_201e-308),
        ] {
            let parsed = parse(text, FloatKind::F64).expect(text);
            assert_eq!(parsed, u128::from(f64::to_bits(expected)), "{text}");
        }
        assert!(f64::from_bits(parse("nan(12)", FloatKind::F64).expect("nan") as u64).is_nan());
        assert_eq!(parse("abc", FloatKind::F64), None);
        assert_eq!(parse("", FloatKind::F64), None);
        assert_eq!(parse("0x1p-1", FloatKind::F32), Some(u128::from(0.5f32.to_bits())));
        assert_eq!(parse("0.1", FloatKind::F32), Some(u128::from(0.1f32.to_bits())));
    }

    #[test]
    fn printing_and_parsing_are_inverse() {
        let mut bits = 0x3ff0_0000_0000_0001u64;
        for _ in 0..2000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let value = f64::from_bits(bits);
            if value.is_finite() {
                for (conversion, precision) in [(b'e', Some(16)), (b'g', Some(17)), (b'a', None)] {
                    let text = show(value, conversion, 0, 0, precision);
                    assert_eq!(parse(&text, FloatKind::F64), Some(u128::from(bits)), "{text}");
                }
                assert_eq!(show(value, b'f', 0, 0, Some(3)), std::format!("{value:.3}"));
            }
        }
    }
}
