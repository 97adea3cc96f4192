//! Maps that are small: most states have a handful of objects, and a look at each is faster than hashing.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// With more entries than this, it is hashed after all.
const FEW: usize = 16;

#[derive(Clone, Debug)]
pub(super) enum Map<K, V> {
    Few(SmallVec<[(K, V); 4]>),
    Many(FxHashMap<K, V>),
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map::Few(SmallVec::new())
    }
}

impl<K: Copy + Eq + Hash, V: Copy> Map<K, V> {
    pub fn get(&self, key: K) -> Option<V> {
        match self {
            Map::Few(entries) => entries.iter().find(|(other, _)| *other == key).map(|(_, value)| *value),
            Map::Many(entries) => entries.get(&key).copied(),
        }
    }

    /// Adds an entry for a key that has none.
    pub fn add(&mut self, key: K, value: V) {
        debug_assert!(self.get(key).is_none(), "what a thing stands for does not change");
        match self {
            Map::Few(entries) if entries.len() < FEW => entries.push((key, value)),
            Map::Few(entries) => *self = Map::Many(entries.drain(..).chain([(key, value)]).collect()),
            Map::Many(entries) => _ = entries.insert(key, value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, Map};

    #[test]
    fn entries_stay_when_they_become_many() {
        let mut map = Map::default();
        for key in 0..2 * FEW {
            assert_eq!(map.get(key), None);
            map.add(key, key + 1);
            assert!((0..=key).all(|key| map.get(key) == Some(key + 1)));
        }
    }
}
