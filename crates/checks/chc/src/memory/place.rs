//! Places in objects, as far as they are the same in every run.

use ir::Module;

use super::derived::distance;
use super::layout::gcd;

/// Places in an object: at a distance of `constant` plus any multiple of `step` (0: of the constant alone).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub constant: i64,
    pub step: u64,
}

impl Place {
    pub const START: Place = Place { constant: 0, step: 0 };
    /// Anywhere.
    pub const ALL: Place = Place { constant: 0, step: 1 };

    pub fn join(self, other: Place) -> Place {
        let between = self.constant.abs_diff(other.constant);
        Place { step: gcd(gcd(self.step, other.step), between), ..self }
    }

    pub fn plus(self, module: &Module, constant: i64, step: u64) -> Place {
        let constant = distance(module, self.constant.wrapping_add(constant));
        Place { constant, step: gcd(self.step, step) }
    }

    /// May so many bytes here have one in common with so many there?
    pub fn meets(self, bytes: u64, other: Place, other_bytes: u64) -> bool {
        let step = gcd(self.step, other.step);
        let (start, other_start) = (i128::from(self.constant), i128::from(other.constant));
        let (bytes, other_bytes) = (i128::from(bytes), i128::from(other_bytes));
        if step == 0 {
            return start < other_start + other_bytes && other_start < start + bytes;
        }
        let step = i128::from(step);
        let after = (other_start - start).rem_euclid(step);
        after < bytes || step - after < other_bytes
    }

    /// Are so many bytes there among so many here, in every run?
    pub fn contains(self, bytes: u64, other: Place, other_bytes: u64) -> bool {
        let (start, other_start) = (i128::from(self.constant), i128::from(other.constant));
        let is_inside = start <= other_start && other_start + i128::from(other_bytes) <= start + i128::from(bytes);
        self.step == 0 && other.step == 0 && is_inside
    }

    /// Are so many bytes here and there always the same ones if they have one in common?
    pub fn is_same(self, other: Place, bytes: u64) -> bool {
        let between = self.constant.abs_diff(other.constant);
        match gcd(self.step, other.step) {
            0 => between == 0,
            step => between.is_multiple_of(step) && bytes <= step,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(constant: i64, step: u64) -> Place {
        Place { constant, step }
    }

    #[test]
    fn places_that_meet() {
        assert!(place(0, 0).meets(4, place(3, 0), 1));
        assert!(!place(0, 0).meets(4, place(4, 0), 4));
        assert!(!place(0, 8).meets(4, place(4, 8), 4));
        assert!(place(0, 8).meets(4, place(4, 8), 5));
        assert!(place(0, 8).meets(4, place(2, 0), 1));
        assert!(!place(-8, 8).meets(4, place(12, 0), 4));
        assert!(place(0, 8).meets(4, place(6, 12), 1));
        assert!(!place(0, 8).meets(2, place(6, 12), 1));
        assert!(Place::ALL.meets(1, place(77, 0), 1));
    }

    #[test]
    fn places_that_are_the_same() {
        assert!(place(4, 0).is_same(place(4, 0), 8));
        assert!(!place(4, 0).is_same(place(8, 0), 8));
        assert!(place(0, 8).is_same(place(16, 8), 8));
        assert!(!place(0, 4).is_same(place(16, 8), 8));
        assert!(!place(4, 8).is_same(place(16, 8), 8));
    }

    #[test]
    fn places_are_joined() {
        assert_eq!(place(4, 0).join(place(4, 0)), place(4, 0));
        assert_eq!(place(4, 0).join(place(16, 0)), place(4, 12));
        assert_eq!(place(4, 12).join(place(12, 0)), place(4, 4));
    }
}
