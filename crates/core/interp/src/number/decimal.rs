//! Exact decimal expansions of binary fractions.
//!
//! Every finite number is m · 2^e, hence a decimal number with finitely many digits: for e < 0 it is m · 5^-e divided
//! by 10^-e. All digits are computed; rounding is then a matter of looking at them.

use super::binary::Finite;

/// digits · 10^-point, most significant digit first, no leading zero; no digits for zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Decimal {
    pub digits: Vec<u8>,
    /// How many of the digits come after the point; may be more than there are, and negative for trailing zeros.
    pub after_point: i32,
}

const LIMB: u64 = 1_000_000_000;
const LIMB_DIGITS: usize = 9;

/// A natural number, least significant limb first.
struct Natural(Vec<u32>);

impl Natural {
    fn of(mut value: u64) -> Natural {
        let mut limbs = Vec::new();
        while value > 0 {
            limbs.push((value % LIMB) as u32);
            value /= LIMB;
        }
        Natural(limbs)
    }

    /// The factor is below the limbs' base, so that the carry is a limb.
    fn multiply(&mut self, factor: u32) {
        let mut carry = 0;
        for limb in &mut self.0 {
            let product = u64::from(*limb) * u64::from(factor) + carry;
            *limb = (product % LIMB) as u32;
            carry = product / LIMB;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Multiplies by `base` to the power `exponent`, in steps that fit a limb.
    fn multiply_power(&mut self, base: u32, exponent: u32) {
        let step = if base == 2 { 29 } else { 12 };
        for _ in 0..exponent / step {
            self.multiply(base.pow(step));
        }
        self.multiply(base.pow(exponent % step));
    }

    fn digits(&self) -> Vec<u8> {
        let mut digits: Vec<u8> = Vec::with_capacity(self.0.len() * LIMB_DIGITS);
        for limb in self.0.iter().rev() {
            let start = digits.len();
            let mut rest = *limb;
            for _ in 0..LIMB_DIGITS {
                digits.push((rest % 10) as u8);
                rest /= 10;
            }
            digits[start..].reverse();
        }
        let zeros = digits.iter().take_while(|digit| **digit == 0).count();
        digits.drain(..zeros);
        digits
    }
}

impl Decimal {
    /// All digits of the number.
    pub fn of(value: &Finite) -> Decimal {
        let Finite { mut mantissa, mut exponent, after_point: _ } = *value;
        if mantissa != 0 {
            let spare = mantissa.trailing_zeros().min(exponent.min(0).unsigned_abs());
            mantissa >>= spare;
            exponent += spare as i32;
        }
        let mut natural = Natural::of(mantissa);
        let after_point = if exponent >= 0 {
            natural.multiply_power(2, exponent.unsigned_abs());
            0
        } else {
            natural.multiply_power(5, exponent.unsigned_abs());
            -exponent
        };
        Decimal { digits: natural.digits(), after_point }
    }

    /// The power of ten of the first digit; 0 for zero.
    pub fn exponent(&self) -> i32 {
        if self.digits.is_empty() { 0 } else { self.digits.len() as i32 - 1 - self.after_point }
    }

    /// Keeps `after` digits after the point (negative: rounds before it), to nearest, ties to even.
    pub fn round_to(&mut self, after: i32) {
        let drop = self.after_point - after;
        if drop <= 0 {
            return;
        }
        let drop = drop as usize;
        self.after_point = after;
        if drop > self.digits.len() {
            self.digits.clear();
            return;
        }
        let tail = self.digits.split_off(self.digits.len() - drop);
        let odd = self.digits.last().is_some_and(|digit| digit % 2 == 1);
        let exactly_half = tail[0] == 5 && tail[1..].iter().all(|digit| *digit == 0);
        if tail[0] > 5 || (tail[0] == 5 && (!exactly_half || odd)) {
            self.increment();
        }
    }

    fn increment(&mut self) {
        for digit in self.digits.iter_mut().rev() {
            if *digit < 9 {
                *digit += 1;
                return;
            }
            *digit = 0;
        }
        self.digits.insert(0, 1);
    }

    /// The digit of weight 10^power.
    pub fn digit(&self, power: i32) -> u8 {
        let index = self.exponent() - power;
        if index < 0 { 0 } else { self.digits.get(index as usize).copied().unwrap_or(0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(mantissa: u64, exponent: i32) -> Decimal {
        Decimal::of(&Finite { mantissa, exponent, after_point: 0 })
    }

    #[test]
    fn expansions_are_exact() {
        let text = |mantissa, exponent| {
            let decimal = decimal(mantissa, exponent);
            let digits: String = decimal.digits.iter().map(|digit| char::from(b'0' + digit)).collect();
            format!("{digits}/{}", decimal.after_point)
        };
        assert_eq!(text(0x0019_9999_9999_999a, -56), "1000000000000000055511151231257827021181583404541015625/55");
        assert_eq!(text(1 << 52, -52), "1/0");
        assert_eq!(text(1, -1), "5/1");
        assert_eq!(text(1, 100), "1267650600228229401496703205376/0");
        assert_eq!(decimal(1, -1074).digits.len(), 751);
        assert_eq!(decimal(u64::MAX, 16320).digits.len(), 4933);
        assert_eq!(decimal(0, -1074).digits, []);
    }

    #[test]
    fn ties_go_to_even() {
        // In quarters.
        for (value, after, expected) in
            [(2, 0, vec![]), (6, 0, vec![2]), (10, 0, vec![2]), (1, 1, vec![2]), (3, 1, vec![8]), (38, 0, vec![1, 0])]
        {
            let mut decimal = decimal(value, -2);
            decimal.round_to(after);
            assert_eq!(decimal.digits, expected, "{value}");
        }
    }
}
