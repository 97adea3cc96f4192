//! Where objects and functions lie.

use std::collections::BTreeMap;

use ir::{DataModel, FuncId, Id};

use crate::memory::derived::ObjectId;

/// Numbers that belong to one object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    pub first: u64,
    /// The address of the object.
    pub base: u64,
    pub last: u64,
}

impl Window {
    fn of(model: DataModel, index: usize) -> Window {
        let (width, bits) = match model {
            DataModel::Lp64 => (1u64 << 40, 46),
            DataModel::Ilp32 => (1 << 22, 28),
        };
        let first = (1u64 << bits) + width * index as u64;
        Window { first, base: first + width / 2, last: first + width - 1 }
    }

    /// Is a place at this distance from the base inside, for sure?
    pub fn contains(&self, distance: i64) -> bool {
        let number = i128::from(self.base) + i128::from(distance);
        (i128::from(self.first)..=i128::from(self.last)).contains(&number)
    }
}

/// All windows of so many objects.
pub fn windows(model: DataModel, count: usize) -> Option<Window> {
    let last = Window::of(model, count.checked_sub(1)?);
    Some(Window { last: last.last, ..Window::of(model, 0) })
}

/// The address of a function, which is in no window, nor in the first page.
pub fn code(func: FuncId) -> u64 {
    (1 << 20) + 16 * func.index() as u64
}

/// Where objects lie.
pub fn lay_out(model: DataModel, objects: &[ObjectId]) -> BTreeMap<ObjectId, Window> {
    objects.iter().enumerate().map(|(index, object)| (*object, Window::of(model, index))).collect()
}
