//! Correctly rounded square roots for the formats that the machine has no instruction for.

use rustc_apfloat::ieee::{Quad, X87DoubleExtended};
use rustc_apfloat::{Float, Round};

/// A binary format whose numbers can be taken apart.
pub(super) trait Parts: Float {
    /// The fraction as an integer of at most as many bits as the format has, and its exponent: value = fraction · 2^exponent.
    fn parts(self) -> (u128, i32);
}

impl Parts for X87DoubleExtended {
    fn parts(self) -> (u128, i32) {
        let bits = self.to_bits();
        let exponent = (bits >> 64 & 0x7fff) as i32;
        (bits & u128::from(u64::MAX), exponent.max(1) - 16383 - 63)
    }
}

impl Parts for Quad {
    fn parts(self) -> (u128, i32) {
        let bits = self.to_bits();
        let exponent = (bits >> 112 & 0x7fff) as i32;
        let fraction = bits & ((1 << 112) - 1);
        if exponent == 0 { (fraction, -16382 - 112) } else { (fraction | 1 << 112, exponent - 16383 - 112) }
    }
}

/// Digit by digit, two bits of the radicand for each bit of the root; what remains only decides the rounding.
pub(super) fn sqrt<F: Parts>(x: F) -> F {
    if x.is_nan() || x.is_zero() || (x.is_infinite() && !x.is_negative()) {
        return x;
    }
    if x.is_negative() {
        return F::NAN;
    }
    let (fraction, exponent) = x.parts();
    // The top pair of bits not zero, and an even exponent. A fraction has at most 113 bits, so there is room to shift.
    let room = fraction.leading_zeros() as i32;
    let shift = if (exponent - room) % 2 == 0 { room } else { room - 1 };
    let (mut radicand, exponent) = (fraction << shift, exponent - shift);
    // Two more than the format has, so that what remains cannot decide a tie; with a sticky bit, they fit 128 bits.
    let digits = F::PRECISION as i32 + 2;
    let (mut root, mut rest) = (0u128, 0u128);
    for _ in 0..digits {
        rest = rest << 2 | radicand >> 126;
        radicand <<= 2;
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    // The radicand had 128 bits, of which 2·digits were read (zeros below).
    let scale = (exponent + 128 - 2 * digits) / 2;
    let sticky = u128::from(rest != 0 || radicand != 0);
    F::from_u128_r(root << 1 | sticky, Round::NearestTiesToEven).value.scalbn(scale - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_apfloat::FloatConvert;
    use rustc_apfloat::ieee::Double;

    #[test]
    fn squares_have_exact_roots() {
        for n in (1u128..2000).chain([1 << 20, (1 << 31) - 1, 3 << 40]) {
            let square = X87DoubleExtended::from_u128(n.min(u128::from(u32::MAX)).pow(2)).value;
            assert_eq!(sqrt(square), X87DoubleExtended::from_u128(n.min(u128::from(u32::MAX))).value, "{n}");
            let square = Quad::from_u128(n * n).value;
            assert_eq!(sqrt(square), Quad::from_u128(n).value, "{n}");
        }
    }

    #[test]
    fn roots_round_to_the_machine_s() {
        for (index, scale) in (1..4000u32).zip((-600..600).cycle()) {
            let x = f64::from(index) * 1.234_567 * 2f64.powi(scale);
            let quad: Quad = Double::from_bits(u128::from(x.to_bits())).convert(&mut false).value;
            let root: Double = sqrt(quad).convert(&mut false).value;
            assert_eq!(root.to_bits(), u128::from(x.sqrt().to_bits()), "{x}");
            let ext: X87DoubleExtended = Double::from_bits(u128::from(x.to_bits())).convert(&mut false).value;
            let root: Double = sqrt(ext).convert(&mut false).value;
            assert_eq!(root.to_bits(), u128::from(x.sqrt().to_bits()), "{x}");
        }
    }

    #[test]
    fn special_values() {
        assert!(sqrt(-Quad::from_u128(4).value).is_nan());
        assert_eq!(sqrt(Quad::INFINITY), Quad::INFINITY);
        assert!(sqrt(-Quad::ZERO).is_negative());
        let tiny = Quad::SMALLEST;
        let root = sqrt(tiny);
        assert_eq!((root * root).value, tiny);
    }
}
