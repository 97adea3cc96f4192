//! Formats of `printf` and its kin.

use ir::{BasicType, DataModel};

/// What a conversion reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reads {
    Nothing,
    Number(BasicType),
    Double,
    Address,
    Text,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Conversion {
    pub reads: Reads,
    letter: u8,
    /// Bytes that it writes at least, and of numbers the least digits.
    width: u64,
    precision: Option<u64>,
}

impl Conversion {
    /// Bytes that it writes at most, beside those of a text.
    pub fn longest(&self, model: DataModel) -> u64 {
        let natural = match (self.reads, self.letter) {
            (Reads::Nothing, _) | (Reads::Number(_), b'c') => 1,
            (Reads::Number(ty), letter) => {
                let size = model.layout(ty).size;
                // With sign or prefix.
                match letter {
                    b'x' | b'X' => 2 * size + 2,
                    b'o' => (8 * size).div_ceil(3) + 1,
                    // Decimal.
                    _ if size <= 4 => 11,
                    _ => 20,
                }
            }
            // All digits before the point, of the largest number; the point, six digits behind it, sign and exponent.
            (Reads::Double, _) => 309 + 1 + 6 + 10,
            (Reads::Address, _) => 24,
            (Reads::Text, _) => 0,
        };
        // With as many digits, there may be a sign or a prefix still.
        let precise = self.precision.map_or(0, |digits| match self.reads {
            Reads::Double => natural + digits,
            Reads::Nothing | Reads::Number(_) | Reads::Address | Reads::Text => digits + 2,
        });
        self.width.max(natural).max(precise)
    }
}

/// What a format is made of: bytes that are written as they are, and conversions.
#[derive(PartialEq, Eq, Default, Debug)]
pub(super) struct Format {
    pub plain: u64,
    pub conversions: Vec<Conversion>,
}

/// More digits are no width that anybody means; the number of bytes that are written stays far below `INT_MAX`.
const MOST_DIGITS: usize = 6;

/// `None` if there is a conversion that is not known.
pub(super) fn parsed(format: &[u8]) -> Option<Format> {
    let mut found = Format::default();
    let mut rest = format;
    while let Some((byte, behind)) = rest.split_first() {
        rest = behind;
        if *byte == b'%' {
            let (conversion, behind) = conversion(rest)?;
            found.conversions.push(conversion);
            rest = behind;
        } else {
            found.plain += 1;
        }
    }
    Some(found)
}

/// Behind a `%`.
fn conversion(format: &[u8]) -> Option<(Conversion, &[u8])> {
    let flags = format.iter().take_while(|byte| b"-+ #0'".contains(byte)).count();
    let (width, mut rest) = number(&format[flags..])?;
    let mut precision = None;
    if let [b'.', behind @ ..] = rest {
        let (digits, behind) = number(behind)?;
        (precision, rest) = (Some(digits), behind);
    }
    let (length, rest) = match rest {
        [b'h', b'h', rest @ ..] | [b'h', rest @ ..] => (Some(BasicType::Int), rest),
        [b'l', b'l', rest @ ..] | [b'j', rest @ ..] => (Some(BasicType::LongLong), rest),
        [b'l', rest @ ..] => (Some(BasicType::Long), rest),
        [b'z', rest @ ..] | [b't', rest @ ..] => (Some(BasicType::Pointer), rest),
        _ => (None, rest),
    };
    let (letter, rest) = rest.split_first()?;
    let reads = match (letter, length) {
        (b'd' | b'i' | b'u' | b'o' | b'x' | b'X', _) => Reads::Number(length.unwrap_or(BasicType::Int)),
        (b'c', None) => Reads::Number(BasicType::Int),
        (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A', None | Some(BasicType::Long)) => Reads::Double,
        (b's', None) => Reads::Text,
        (b'p', None) => Reads::Address,
        (b'%', None) => Reads::Nothing,
        // Any other is not modelled.
        _ => return None,
    };
    Some((Conversion { reads, letter: *letter, width, precision }, rest))
}

/// The number that some bytes begin with, 0 if there is none, and what is behind it; `None` if it is too long.
fn number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let count = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = bytes.split_at(count);
    let number = digits.iter().fold(0, |number: u64, digit| 10 * number.min(1 << 32) + u64::from(digit - b'0'));
    (count <= MOST_DIGITS).then_some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats() {
        use BasicType::{Int, Long, LongLong, Pointer};
        let cases: [(&str, Option<Vec<Reads>>); 14] = [
            ("", Some(vec![])),
            ("no conversion\n", Some(vec![])),
            ("%d %5u|%-8.3x", Some(vec![Reads::Number(Int); 3])),
            ("%hhd%hu", Some(vec![Reads::Number(Int); 2])),
            ("%ld%llu%zu%jd", Some(vec![Long, LongLong, Pointer, LongLong].into_iter().map(Reads::Number).collect())),
            ("100%%: %c%s%p", Some(vec![Reads::Nothing, Reads::Number(Int), Reads::Text, Reads::Address])),
            ("%f %lg", Some(vec![Reads::Double; 2])),
            ("%n", None),
            ("%ls", None),
            ("%Lf", None),
            ("%*d", None),
            ("%1$d", None),
            ("%", None),
            ("%9999999d", None),
        ];
        for (format, reads) in cases {
            let found = parsed(format.as_bytes()).map(|format| format.conversions);
            assert_eq!(found.map(|all| all.iter().map(|each| each.reads).collect::<Vec<_>>()), reads, "{format}");
        }
    }

    /// What C's own `printf` writes is no longer.
    #[test]
    fn longest() {
        let most = |format: &str| {
            let format = parsed(format.as_bytes()).expect("it is known");
            let sum: u64 = format.conversions.iter().map(|each| each.longest(DataModel::Lp64)).sum();
            format.plain + sum
        };
        assert_eq!(most("abc%%"), 4);
        assert_eq!(most("%c%d%u"), 1 + 11 + 11);
        assert!(most("%d") >= "-2147483648".len() as u64);
        assert!(most("%#o") >= "037777777777".len() as u64);
        assert!(most("%#lo") >= "01777777777777777777777".len() as u64);
        assert!(most("%+.30d") >= 31);
        assert_eq!(most("%40d"), 40);
        assert!(most("%.20f") >= 1 + 309 + 1 + 20);
        assert!(most("%s") == 0 && most("%9s") == 9);
    }
}
