//! Sets of what a pointer may lead to.

use std::collections::{BTreeMap, BTreeSet};

use ir::{FuncId, Module};

use crate::memory::derived::ObjectId;
use crate::memory::place::Place;

/// What a pointer may lead to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Targets {
    pub objects: BTreeMap<ObjectId, Place>,
    pub functions: BTreeSet<FuncId>,
    /// It may be null.
    pub null: bool,
    /// … or so many bytes further on as fields are. Nothing is there.
    pub number: bool,
    /// It may be anything but an address of an object that has a place in sets.
    pub outside: bool,
}

impl Targets {
    pub fn outside() -> Targets {
        Targets { outside: true, ..Targets::default() }
    }

    pub fn null() -> Targets {
        Targets { null: true, ..Targets::default() }
    }

    pub fn object(object: ObjectId, place: Place) -> Targets {
        Targets { objects: [(object, place)].into(), ..Targets::default() }
    }

    /// Is it always a place in an object, or the address of a function?
    pub fn is_address(&self) -> bool {
        !self.null && !self.number && !self.outside
    }

    /// May it be a number that is neither null nor the address of something known?
    pub fn is_open(&self) -> bool {
        self.number || self.outside
    }

    /// Takes in all of the other; does this change it?
    pub fn add(&mut self, other: &Targets) -> bool {
        let mut changed = false;
        for (object, place) in &other.objects {
            let joined = self.objects.get(object).map_or(*place, |mine| mine.join(*place));
            changed |= self.objects.insert(*object, joined) != Some(joined);
        }
        for function in &other.functions {
            changed |= self.functions.insert(*function);
        }
        for (mine, theirs) in
            [(&mut self.null, other.null), (&mut self.number, other.number), (&mut self.outside, other.outside)]
        {
            changed |= theirs && !*mine;
            *mine |= theirs;
        }
        changed
    }

    /// Further on from there.
    pub fn plus(mut self, module: &Module, constant: i64, step: u64) -> Targets {
        for place in self.objects.values_mut() {
            *place = place.plus(module, constant, step);
        }
        let moves = constant != 0 || step != 0;
        self.number |= moves && self.null;
        // An integer that is added to null may be an address, which has been given away.
        self.outside |= moves && !self.functions.is_empty() || step != 0 && self.number;
        self
    }
}
