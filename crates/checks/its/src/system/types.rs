//! Integers of a fixed width, with exact wrap-around.
//!
//! A system over such integers is a [`System`] together with [`Types`]. Its meaning is [`wrapped_step`]: guards compare exact
//! values; a value after a step is the exact value of its polynomial, reduced modulo a power of two into the range of the
//! variable's type. Because reduction respects sums and products, it makes no difference whether intermediate results are
//! reduced as well. Runs start with any values in range, and what a step chooses is in range.

use std::fmt;
use std::str::FromStr;

use super::atom::Atom;
use super::poly::{IntVar, Poly};
use super::transition::System;

/// An integer of some bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntType {
    bits: u32,
    signed: bool,
}

/// Products of two values still fit into the numbers that polynomials are made of.
const MOST_BITS: u32 = 64;

impl IntType {
    /// `None` unless there are 1 to 64 bits: there are no other integers here.
    pub fn new(bits: u32, signed: bool) -> Option<IntType> {
        (1..=MOST_BITS).contains(&bits).then_some(IntType { bits, signed })
    }

    pub fn least(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    pub fn most(self) -> i128 {
        self.least() + self.count() - 1
    }

    /// How many values there are.
    pub fn count(self) -> i128 {
        1 << self.bits
    }

    /// The value of the type that differs by a multiple of the number of values. `None` when 128 bits do not suffice.
    pub fn wrapped(self, value: i128) -> Option<i128> {
        Some(value.checked_sub(self.least())?.rem_euclid(self.count()) + self.least())
    }

    /// That the polynomial is in the range of the type. `None` when a number gets too large.
    pub fn contains(self, poly: &Poly) -> Option<[Atom; 2]> {
        Some([Atom::ge(poly, &Poly::constant(self.least()))?, Atom::ge(&Poly::constant(self.most()), poly)?])
    }
}

impl fmt::Display for IntType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.signed { "i" } else { "u" }, self.bits)
    }
}

impl FromStr for IntType {
    type Err = String;

    /// `i32`, `u8`: a letter and the number of bits.
    fn from_str(text: &str) -> Result<IntType, String> {
        let wrong = || format!("`{text}` is no type of integers: i or u and 1 to {MOST_BITS} bits, for example i32");
        let (signed, bits) = match (text.strip_prefix('i'), text.strip_prefix('u')) {
            (Some(bits), _) => (true, bits),
            (None, Some(bits)) => (false, bits),
            (None, None) => return Err(wrong()),
        };
        bits.parse().ok().and_then(|bits| IntType::new(bits, signed)).ok_or_else(wrong)
    }
}

/// A type for each of a system's variables; without one, its values are mathematical integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Types {
    /// One for each program variable.
    pub vars: Vec<Option<IntType>>,
    /// For all values that steps choose.
    pub chosen: Option<IntType>,
}

impl Types {
    /// The same for everything.
    pub fn all(system: &System, all: Option<IntType>) -> Types {
        Types { vars: vec![all; system.vars.len()], chosen: all }
    }

    /// The type of a variable of a transition.
    pub fn of(&self, var: IntVar) -> Option<IntType> {
        self.vars.get(var.index()).copied().unwrap_or(self.chosen)
    }

    /// That variables are in the range of their types. `None` when a number gets too large.
    pub fn ranges(&self, vars: impl IntoIterator<Item = IntVar>) -> Option<Vec<Atom>> {
        let mut atoms = Vec::new();
        for var in vars {
            if let Some(of) = self.of(var) {
                atoms.extend(of.contains(&Poly::var(var))?);
            }
        }
        Some(atoms)
    }
}

/// The values after a step of a system with these types, if it is possible: this is what such a system means. `None` also
/// when 128 bits do not suffice.
pub fn wrapped_step(
    system: &System,
    types: &Types,
    index: usize,
    before: &[i128],
    chosen: &[i128],
) -> Option<Vec<i128>> {
    let in_range = |(position, value): (usize, &i128)| match types.of(IntVar(position as u32)) {
        Some(of) => (of.least()..=of.most()).contains(value),
        None => true,
    };
    if !before.iter().chain(chosen).enumerate().all(in_range) {
        return None;
    }
    let exact = system.transitions.get(index)?.step(before, chosen)?;
    exact.iter().zip(&types.vars).map(|(value, of)| of.map_or(Some(*value), |of| of.wrapped(*value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_wrap_as_machines_do() {
        let (byte, signed) = (IntType::new(8, false).expect("8 bits"), IntType::new(8, true).expect("8 bits"));
        for value in -1000_i128..1000 {
            assert_eq!(byte.wrapped(value), Some(i128::from(value as u8)));
            assert_eq!(signed.wrapped(value), Some(i128::from(value as i8)));
        }
        assert_eq!((signed.least(), signed.most(), byte.most()), (-128, 127, 255));
        assert_eq!(IntType::new(64, true).expect("64 bits").most(), i128::from(i64::MAX));
    }

    #[test]
    fn types_have_names() {
        assert_eq!("i32".parse(), Ok(IntType { bits: 32, signed: true }));
        assert_eq!("u7".parse::<IntType>().expect("7 bits").to_string(), "u7");
        for wrong in ["", "i", "i0", "u65", "x8", "i+", "32"] {
            assert!(wrong.parse::<IntType>().is_err(), "{wrong}");
        }
    }
}
