//! Linear algebra modulo a power of two, as words of the machine compute.
//!
//! After Müller-Olm, Seidl: Analysis of Modular Arithmetic (ESOP 2005); here columns are combined, so that what is orthogonal to all
//! rows can be read off.

/// A sum of multiples that is zero modulo 2^`bits`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Congruence {
    pub factors: Vec<u64>,
    /// At least one.
    pub bits: u32,
}

/// What all rows satisfy modulo 2^`width`, at most 64: whatever else does so follows from it. The factors are below 2^`bits`.
pub fn congruences(mut rows: Vec<Vec<u64>>, columns: usize, width: u32) -> Vec<Congruence> {
    // Of each column of the rows as they are now, of which columns of the given ones it is the sum.
    let mut made_of: Vec<Vec<u64>> =
        (0..columns).map(|column| (0..columns).map(|other| u64::from(column == other)).collect()).collect();
    let zeros = |cell: u64| cell.trailing_zeros().min(width);
    let mut found = Vec::new();
    for done in 0..columns {
        // What is odd most, divides all others.
        let cells = rows.iter().enumerate().skip(done);
        let cells =
            cells.flat_map(|(row, cells)| (done..columns).map(move |column| (zeros(cells[column]), row, column)));
        let Some((power, row, column)) = cells.min().filter(|(power, ..)| *power < width) else {
            found.extend(made_of.drain(done..).map(|factors| (factors, width)));
            break;
        };
        rows.swap(done, row);
        made_of.swap(done, column);
        rows.iter_mut().for_each(|cells| cells.swap(done, column));
        let inverse = inverse(rows[done][done] >> power);
        for column in done + 1..columns {
            let times = (rows[done][column] >> power).wrapping_mul(inverse);
            for cells in &mut rows {
                cells[column] = cells[column].wrapping_sub(cells[done].wrapping_mul(times));
            }
            let (before, after) = made_of.split_at_mut(column);
            for (factor, from) in after[0].iter_mut().zip(&before[done]) {
                *factor = factor.wrapping_sub(from.wrapping_mul(times));
            }
        }
        for row in done + 1..rows.len() {
            let times = (rows[row][done] >> power).wrapping_mul(inverse);
            let (before, after) = rows.split_at_mut(row);
            for (cell, from) in after[0].iter_mut().zip(&before[done]) {
                *cell = cell.wrapping_sub(from.wrapping_mul(times));
            }
        }
        // A multiple of 2^power is zero modulo it.
        found.push((made_of[done].clone(), power));
    }
    let congruence = |(factors, bits): (Vec<u64>, u32)| Congruence {
        factors: factors.into_iter().map(|factor| low(factor, bits)).collect(),
        bits,
    };
    found.into_iter().filter(|(_, bits)| *bits > 0).map(congruence).collect()
}

/// So many bits of a number.
pub fn low(number: u64, bits: u32) -> u64 {
    if bits >= u64::BITS { number } else { number & ((1 << bits) - 1) }
}

/// The number by which an odd one has to be multiplied to be one, by Newton's iteration.
fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    // Three bits are right at first, and each time twice as many.
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(congruence: &Congruence, row: &[u64]) -> bool {
        let products = congruence.factors.iter().zip(row).map(|(factor, cell)| factor.wrapping_mul(*cell));
        low(products.fold(0, u64::wrapping_add), congruence.bits) == 0
    }

    #[test]
    fn what_changes_by_two_is_even() {
        let found = congruences(vec![vec![2, 0], vec![0, 6]], 2, 64);
        assert_eq!(found.iter().map(|congruence| congruence.bits).collect::<Vec<_>>(), [1, 1]);
        let sum = congruences(vec![vec![1, 3], vec![0, 4]], 2, 32);
        assert_eq!(sum, [Congruence { factors: vec![(1 << 2) - 3, 1], bits: 2 }]);
        assert_eq!(congruences(vec![], 1, 8), [Congruence { factors: vec![1], bits: 8 }]);
        assert_eq!(congruences(vec![vec![0], vec![256]], 1, 8), [Congruence { factors: vec![1], bits: 8 }]);
        assert!(congruences(vec![vec![7]], 1, 8).is_empty());
    }

    #[test]
    fn all_vectors_that_satisfy_the_congruences_are_sums_of_rows() {
        // All pairs of vectors of three words of three bits, of a few kinds.
        let word = |number: u64, at: u32| (number >> (3 * at)) & 7;
        let vector = |number: u64| (0..3).map(|at| word(number, at)).collect::<Vec<u64>>();
        for seed in 0..400u64 {
            let (first, second) =
                (vector(seed.wrapping_mul(0x9e37_79b9) >> 7), vector(seed.wrapping_mul(0x85eb_ca6b) >> 9));
            let found = congruences(vec![first.clone(), second.clone()], 3, 3);
            let mut sums = std::collections::BTreeSet::new();
            for a in 0..8u64 {
                for b in 0..8u64 {
                    sums.insert(first.iter().zip(&second).map(|(x, y)| (a * x + b * y) & 7).collect::<Vec<_>>());
                }
            }
            for number in 0..512 {
                let vector = vector(number);
                let is_sum = sums.contains(&vector);
                assert_eq!(
                    found.iter().all(|congruence| holds(congruence, &vector)),
                    is_sum,
                    "{first:?} {second:?} {vector:?}"
                );
            }
        }
    }
}
