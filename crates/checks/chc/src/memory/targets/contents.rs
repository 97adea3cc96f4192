//! What the pointers that objects hold may lead to.

use super::set::Targets;
use crate::memory::place::Place;

/// Places of an object whose pointers are told apart.
const MOST_ENTRIES: usize = 64;

/// Pointers in an object.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    entries: Vec<(Place, u64, Targets)>,
    /// Those that may be in all of its bytes.
    everywhere: Targets,
}

impl Contents {
    /// So many bytes there may hold this; is it new?
    pub fn add(&mut self, place: Place, bytes: u64, new: &Targets) -> bool {
        if place == Place::ALL {
            return self.everywhere.add(new);
        }
        if let Some((.., there)) = self.entries.iter_mut().find(|(at, size, _)| (*at, *size) == (place, bytes)) {
            return there.add(new);
        }
        if self.entries.len() < MOST_ENTRIES {
            self.entries.push((place, bytes, new.clone()));
            return true;
        }
        for (.., old) in std::mem::take(&mut self.entries) {
            self.everywhere.add(&old);
        }
        self.everywhere.add(new);
        true
    }

    /// What so many bytes there may hold.
    pub fn get(&self, place: Place, bytes: u64) -> Targets {
        let mut found = self.everywhere.clone();
        for (at, size, held) in &self.entries {
            if at.meets(*size, place, bytes) {
                found.add(held);
                // A piece of one, or what is left of it, is a number.
                found.outside |= *size != bytes || !at.is_same(place, bytes);
            }
        }
        found
    }

    /// Bytes of it may be overwritten by others, from `start` on and so many; of all lengths, where it is not told how many. What is left
    /// of a pointer is a number. Is that new?
    pub fn cut(&mut self, start: Place, len: Option<u64>) -> bool {
        let outside = Targets::outside();
        let has_pointers = !self.everywhere.objects.is_empty() || !self.everywhere.functions.is_empty();
        let mut changed = has_pointers && self.everywhere.add(&outside);
        for (at, bytes, held) in &mut self.entries {
            let is_met = len.is_none_or(|len| start.meets(len, *at, *bytes));
            if is_met && !len.is_some_and(|len| start.contains(len, *at, *bytes)) {
                changed |= held.add(&outside);
            }
        }
        changed
    }

    pub fn all(&self) -> Targets {
        let mut found = self.everywhere.clone();
        for (.., held) in &self.entries {
            found.add(held);
        }
        found
    }

    /// Where which pointers are: those that are everywhere come last.
    pub fn entries(&self) -> impl Iterator<Item = (Place, u64, &Targets)> {
        let entries = self.entries.iter().map(|(place, bytes, held)| (*place, *bytes, held));
        entries.chain([(Place::ALL, 1, &self.everywhere)])
    }
}
