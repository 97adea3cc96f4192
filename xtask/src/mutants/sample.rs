//! A random sample that is the same for the same seed.

/// So many of the items, in random order.
pub fn sample<T>(mut items: Vec<T>, count: usize, seed: u64) -> Vec<T> {
    let mut random = SplitMix(seed);
    let count = count.min(items.len());
    for at in 0..count {
        let other = at + random.below(items.len() - at);
        items.swap(at, other);
    }
    items.truncate(count);
    items
}

/// Steele, Lea and Flood: Fast splittable pseudorandom number generators, OOPSLA 2014.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_sample() {
        let numbers: Vec<u32> = (0..1000).collect();
        let mut one = sample(numbers.clone(), 50, 7);
        assert_eq!(one, sample(numbers.clone(), 50, 7));
        assert_ne!(one, sample(numbers.clone(), 50, 8));
        one.sort_unstable();
        one.dedup();
        assert_eq!(one.len(), 50);
        assert_eq!(sample(numbers, 2000, 1).len(), 1000);
    }
}
