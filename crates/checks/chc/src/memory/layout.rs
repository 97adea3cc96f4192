//! How an object is divided.

use ir::{Module, Type, TypeId};

use super::place::Place;

/// Bytes of an object that are always accessed together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// From the start of the object; of an array, from the start of an element.
    pub offset: u64,
    pub bytes: u64,
    /// How C reads it, for people and solvers.
    pub signed: bool,
    pub holds: Holds,
}

/// What bytes are accessed as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Holds {
    Number,
    Address,
}

/// One access of an object: at `constant` plus any multiple of `step` (0: at the constant alone).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    pub constant: i64,
    pub step: u64,
    pub bytes: u64,
    pub signed: bool,
    pub holds: Holds,
}

impl Access {
    /// Of a type, at the start of an object.
    pub fn of(module: &Module, ty: Type, of: Option<TypeId>) -> Access {
        let signed = ty != Type::Ptr && !of.is_some_and(|of| ir::is_unsigned(&module.types, of));
        let holds = if ty == Type::Ptr { Holds::Address } else { Holds::Number };
        Access { constant: 0, step: 0, bytes: ty.store_size(module.data_model), signed, holds }
    }

    /// May it have a byte in common with the other?
    pub fn meets(&self, other: &Access) -> bool {
        let place = |access: &Access| Place { constant: access.constant, step: access.step };
        place(self).meets(self.bytes, place(other), other.bytes)
    }
}

/// Slots of an object, which do not overlap. What overlaps another access in part belongs to none, nor does what is accessed both as
/// a number and as an address.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Slots come again at every multiple: each is then an array. 0: each is there once.
    pub stride: u64,
    pub slots: Vec<Slot>,
}

impl Layout {
    pub fn of(accesses: &[Access]) -> Layout {
        let stride = accesses.iter().fold(0, |stride, access| gcd(stride, access.step));
        let mut slots: Vec<Slot> = Vec::new();
        for access in accesses {
            let Access { bytes, signed, holds, .. } = *access;
            let offset = place(stride, access.constant);
            if !slots.iter().any(|other| (other.offset, other.bytes, other.holds) == (offset, bytes, holds)) {
                slots.push(Slot { offset, bytes, signed, holds });
            }
        }
        let apart = |slot: &&Slot| {
            let alone = |other: &Slot| *slot == other || !overlap(stride, **slot, *other);
            (stride == 0 || slot.bytes <= stride) && slots.iter().all(alone)
        };
        let mut slots: Vec<Slot> = slots.iter().filter(apart).copied().collect();
        slots.sort_unstable_by_key(|slot| slot.offset);
        Layout { stride, slots }
    }

    /// The slot that an access is of. One that has none touches no slot.
    pub fn slot(&self, constant: i64, bytes: u64) -> Option<usize> {
        let offset = place(self.stride, constant);
        self.slots.iter().position(|slot| slot.offset == offset && slot.bytes == bytes)
    }

    /// Where an access is: from the start of the object, or of an element.
    pub fn place(&self, constant: i64) -> u64 {
        place(self.stride, constant)
    }

    pub fn is_array(&self) -> bool {
        self.stride != 0
    }
}

fn place(stride: u64, constant: i64) -> u64 {
    if stride == 0 { constant as u64 } else { i128::from(constant).rem_euclid(i128::from(stride)) as u64 }
}

fn overlap(stride: u64, a: Slot, b: Slot) -> bool {
    let before = |a: Slot, b: Slot| a.offset.checked_add(a.bytes).is_some_and(|end| end <= b.offset);
    if before(a, b) || before(b, a) {
        // Past the end of an element is the start of the next one.
        let wraps =
            |a: Slot, b: Slot| stride != 0 && a.offset + a.bytes > stride && a.offset + a.bytes - stride > b.offset;
        return wraps(a, b) || wraps(b, a);
    }
    true
}

pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(constant: i64, step: u64, bytes: u64) -> Access {
        Access { constant, step, bytes, signed: true, holds: Holds::Number }
    }

    fn places(accesses: &[Access]) -> (u64, Vec<(u64, u64)>) {
        let layout = Layout::of(accesses);
        (layout.stride, layout.slots.iter().map(|slot| (slot.offset, slot.bytes)).collect())
    }

    #[test]
    fn fields_of_one_object() {
        assert_eq!(places(&[access(0, 0, 4), access(4, 0, 8), access(0, 0, 4)]), (0, vec![(0, 4), (4, 8)]));
        assert_eq!(places(&[access(0, 0, 4), access(2, 0, 4), access(8, 0, 1)]), (0, vec![(8, 1)]));
        assert_eq!(places(&[access(0, 0, 4), access(0, 0, 2)]), (0, vec![]));
        assert_eq!(places(&[access(-4, 0, 4), access(0, 0, 4)]).1.len(), 2);
    }

    #[test]
    fn elements_of_arrays() {
        assert_eq!(places(&[access(0, 4, 4), access(8, 0, 4)]), (4, vec![(0, 4)]));
        assert_eq!(places(&[access(0, 12, 4), access(4, 12, 8)]), (12, vec![(0, 4), (4, 8)]));
        // The second goes on into the next element's first.
        assert_eq!(places(&[access(0, 12, 4), access(8, 12, 8)]), (12, vec![]));
        assert_eq!(places(&[access(0, 2, 4)]), (2, vec![]));
        assert_eq!(places(&[access(0, 6, 2), access(0, 4, 2)]), (2, vec![(0, 2)]));
    }
}
