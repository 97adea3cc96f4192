//! Floating-point numbers taken apart: what printing needs to know of a format.

/// A number of any format whose mantissa fits 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Binary {
    pub negative: bool,
    pub magnitude: Magnitude,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Magnitude {
    Nan,
    Infinite,
    Finite(Finite),
}

/// mantissa · 2^exponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Finite {
    pub mantissa: u64,
    pub exponent: i32,
    /// How many bits of the mantissa glibc's `%a` shows after the point, a multiple of 4: `double` has its integer bit
    /// before the point, the x87 format four bits.
    pub after_point: u32,
}

impl Binary {
    pub fn of_double(value: f64) -> Binary {
        let bits = value.to_bits();
        let exponent = (bits >> 52 & 0x7ff) as i32;
        let fraction = bits & ((1 << 52) - 1);
        let finite = |mantissa, exponent| Magnitude::Finite(Finite { mantissa, exponent, after_point: 52 });
        let magnitude = match (exponent, fraction) {
            (0x7ff, 0) => Magnitude::Infinite,
            (0x7ff, _) => Magnitude::Nan,
            (0, _) => finite(fraction, -1074),
            (_, _) => finite(fraction | 1 << 52, exponent - 1075),
        };
        Binary { negative: value.is_sign_negative(), magnitude }
    }

    /// The x87 format: the integer bit is stored. Encodings the machine rejects are no numbers, as glibc prints them.
    pub fn of_extended(bits: u128) -> Binary {
        let exponent = (bits >> 64 & 0x7fff) as i32;
        let mantissa = bits as u64;
        let finite = |exponent| Magnitude::Finite(Finite { mantissa, exponent, after_point: 60 });
        let magnitude = match (exponent, mantissa >> 63) {
            (0x7fff, 1) if mantissa << 1 == 0 => Magnitude::Infinite,
            (0, _) => finite(-16445),
            (0x7fff, _) | (_, 0) => Magnitude::Nan,
            (_, _) => finite(exponent - 16446),
        };
        Binary { negative: bits >> 79 & 1 == 1, magnitude }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extended(sign_and_exponent: u128, mantissa: u64) -> Binary {
        Binary::of_extended(sign_and_exponent << 64 | u128::from(mantissa))
    }

    #[test]
    fn doubles() {
        let finite = |mantissa, exponent| Magnitude::Finite(Finite { mantissa, exponent, after_point: 52 });
        assert_eq!(Binary::of_double(-1.0), Binary { negative: true, magnitude: finite(1 << 52, -52) });
        assert_eq!(Binary::of_double(f64::from_bits(3)).magnitude, finite(3, -1074));
        assert_eq!(Binary::of_double(0.0), Binary { negative: false, magnitude: finite(0, -1074) });
        assert_eq!(Binary::of_double(f64::INFINITY).magnitude, Magnitude::Infinite);
        assert_eq!(Binary::of_double(f64::NAN).magnitude, Magnitude::Nan);
    }

    #[test]
    fn extended_doubles() {
        let finite = |mantissa, exponent| Magnitude::Finite(Finite { mantissa, exponent, after_point: 60 });
        assert_eq!(extended(0xbfff, 1 << 63), Binary { negative: true, magnitude: finite(1 << 63, -63) });
        assert_eq!(extended(0, 1).magnitude, finite(1, -16445));
        assert_eq!(extended(1, 1 << 63).magnitude, finite(1 << 63, -16445));
        assert_eq!(extended(0x7fff, 1 << 63).magnitude, Magnitude::Infinite);
        assert_eq!(extended(0xffff, 3 << 62), Binary { negative: true, magnitude: Magnitude::Nan });
        // Rejected by the machine: no integer bit.
        assert_eq!(extended(0x7fff, 0).magnitude, Magnitude::Nan);
        assert_eq!(extended(0x3fff, 1).magnitude, Magnitude::Nan);
    }
}
