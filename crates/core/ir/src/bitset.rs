//! Dense sets of ids.

use std::fmt;
use std::marker::PhantomData;

use crate::ids::Id;

const BITS: usize = u64::BITS as usize;

/// A set of ids below a bound that is fixed when the set is made.
pub struct BitSet<I> {
    words: Vec<u64>,
    id: PhantomData<fn(I) -> I>,
}

impl<I: Id> BitSet<I> {
    /// The empty set, with room for the ids below `bound`.
    pub fn new(bound: usize) -> Self {
        BitSet { words: vec![0; bound.div_ceil(BITS)], id: PhantomData }
    }

    /// Adds an id below the bound; true if it was not there.
    #[inline]
    pub fn insert(&mut self, id: I) -> bool {
        let (word, mask) = position(id.index());
        let new = self.words[word] & mask == 0;
        self.words[word] |= mask;
        new
    }

    /// Removes an id below the bound; true if it was there.
    #[inline]
    pub fn remove(&mut self, id: I) -> bool {
        let (word, mask) = position(id.index());
        let old = self.words[word] & mask != 0;
        self.words[word] &= !mask;
        old
    }

    #[inline]
    pub fn contains(&self, id: I) -> bool {
        let (word, mask) = position(id.index());
        self.words.get(word).is_some_and(|bits| bits & mask != 0)
    }

    /// Adds what `other`, a set of the same bound, has; true if that changed anything.
    pub fn union_with(&mut self, other: &BitSet<I>) -> bool {
        let mut changed = false;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            changed |= theirs & !*mine != 0;
            *mine |= theirs;
        }
        changed
    }

    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        ones(&self.words).map(I::from_index)
    }
}

impl<I> Clone for BitSet<I> {
    fn clone(&self) -> Self {
        BitSet { words: self.words.clone(), id: PhantomData }
    }
}

impl<I> PartialEq for BitSet<I> {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl<I> Eq for BitSet<I> {}

impl<I: Id + fmt::Debug> fmt::Debug for BitSet<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Rows of bits of one length, in one allocation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BitRows {
    words: Vec<u64>,
    words_per_row: usize,
}

impl BitRows {
    pub fn new(rows: usize, bits: usize) -> Self {
        let words_per_row = bits.div_ceil(BITS);
        BitRows { words: vec![0; rows * words_per_row], words_per_row }
    }

    /// Sets a bit; true if it was clear.
    #[inline]
    pub fn set(&mut self, row: usize, bit: usize) -> bool {
        let (word, mask) = position(bit);
        let bits = &mut self.words[row * self.words_per_row + word];
        let new = *bits & mask == 0;
        *bits |= mask;
        new
    }

    #[inline]
    pub fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.words_per_row..][..self.words_per_row]
    }
}

/// Indices of the bits that are set, in ascending order.
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(index * BITS + bit)
        })
    })
}

pub(crate) fn has_bit(words: &[u64], bit: usize) -> bool {
    let (word, mask) = position(bit);
    words[word] & mask != 0
}

#[inline]
fn position(bit: usize) -> (usize, u64) {
    (bit / BITS, 1 << (bit % BITS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::RegId;

    #[test]
    fn members_come_in_order() {
        let mut set = BitSet::<RegId>::new(200);
        for index in [199, 0, 64, 63, 128] {
            assert!(set.insert(RegId::from_index(index)));
        }
        assert!(!set.insert(RegId::from_index(64)));
        assert!(set.remove(RegId::from_index(63)));
        assert!(!set.remove(RegId::from_index(63)));
        assert_eq!(set.iter().map(Id::index).collect::<Vec<_>>(), [0, 64, 128, 199]);
        assert_eq!(set.len(), 4);
        assert!(!set.contains(RegId::from_index(63)));
        assert!(!set.contains(RegId::from_index(5000)));
    }

    #[test]
    fn union_says_whether_it_changed() {
        let mut a = BitSet::<RegId>::new(70);
        let mut b = BitSet::<RegId>::new(70);
        assert!(!a.union_with(&b));
        b.insert(RegId::from_index(69));
        assert!(a.union_with(&b));
        assert!(!a.union_with(&b));
        assert_eq!(a, b);
        a.clear();
        assert!(a.is_empty());
    }
}
