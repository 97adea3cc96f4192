//! An append-only vector whose elements never move, so that references outlive later insertions.
//!
//! Chunk `k` holds `FIRST << k` elements; an element is written once and then only read.

use std::sync::OnceLock;

const FIRST_BITS: u32 = 6;
const CHUNKS: usize = (u32::BITS - FIRST_BITS) as usize;

type Chunk<T> = Box<[OnceLock<T>]>;

pub(crate) struct Arena<T> {
    chunks: [OnceLock<Chunk<T>>; CHUNKS],
}

impl<T> Arena<T> {
    pub(crate) fn new() -> Self {
        Arena { chunks: [const { OnceLock::new() }; CHUNKS] }
    }

    /// The chunk of an index, and the place inside it.
    fn locate(index: u32) -> (usize, usize) {
        let shifted = u64::from(index) + (1 << FIRST_BITS);
        let chunk = shifted.ilog2() - FIRST_BITS;
        (chunk as usize, (shifted - (1 << (chunk + FIRST_BITS))) as usize)
    }

    pub(crate) fn get(&self, index: u32) -> Option<&T> {
        let (chunk, at) = Self::locate(index);
        self.chunks.get(chunk)?.get()?[at].get()
    }

    /// Writes element `index`; each index is written once.
    pub(crate) fn set(&self, index: u32, value: T) {
        let (chunk, at) = Self::locate(index);
        let chunk = self.chunks[chunk].get_or_init(|| {
            let length = 1usize << (chunk as u32 + FIRST_BITS);
            (0..length).map(|_| OnceLock::new()).collect()
        });
        let written = chunk[at].set(value);
        assert!(written.is_ok(), "invariant: an arena element is written once");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_fill_the_chunks_without_gap_or_overlap() {
        let mut expected = (0, 0);
        for index in 0..10_000 {
            assert_eq!(Arena::<u8>::locate(index), expected);
            expected.1 += 1;
            if expected.1 == 1 << (expected.0 + FIRST_BITS as usize) {
                expected = (expected.0 + 1, 0);
            }
        }
    }

    #[test]
    fn references_survive_growth() {
        let arena = Arena::new();
        arena.set(0, "zero".to_string());
        let first = arena.get(0).expect("just written");
        for index in 1..1000 {
            arena.set(index, index.to_string());
        }
        assert_eq!(first, "zero");
        assert_eq!(arena.get(999).map(String::as_str), Some("999"));
        assert_eq!(arena.get(1000), None);
    }
}
