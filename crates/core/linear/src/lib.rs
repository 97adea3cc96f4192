//! Linear algebra over the integers: null spaces; and modulo powers of two ([`congruence`]).
//!
//! Invariants: no number wraps around; where one gets too large there is no answer.

pub mod congruence;

/// Vectors that span what all rows are orthogonal to. `None` when a number gets too large.
pub fn null_space(mut rows: Vec<Vec<i128>>, columns: usize) -> Option<Vec<Vec<i128>>> {
    let mut pivots: Vec<usize> = Vec::new();
    let mut done = 0;
    for column in 0..columns {
        let Some(found) = (done..rows.len()).find(|row| rows[*row][column] != 0) else { continue };
        rows.swap(done, found);
        let pivot = rows[done].clone();
        for (at, row) in rows.iter_mut().enumerate() {
            if at == done || row[column] == 0 {
                continue;
            }
            let (own, other) = (row[column], pivot[column]);
            for (cell, from) in row.iter_mut().zip(&pivot) {
                *cell = cell.checked_mul(other)?.checked_sub(from.checked_mul(own)?)?;
            }
            shrink(row);
        }
        pivots.push(column);
        done += 1;
    }
    let mut space = Vec::new();
    for free in (0..columns).filter(|column| !pivots.contains(column)) {
        // The free column is a common multiple of the pivots that meet it.
        let mut scale = 1i128;
        for (row, column) in pivots.iter().enumerate() {
            let (pivot, cell) = (rows[row][*column], rows[row][free]);
            if cell != 0 {
                let needed = pivot / gcd(pivot, cell);
                scale = scale.checked_mul(needed / gcd(scale, needed))?;
            }
        }
        let mut vector = vec![0; columns];
        vector[free] = scale;
        for (row, column) in pivots.iter().enumerate() {
            vector[*column] = rows[row][free].checked_mul(scale)?.checked_neg()? / rows[row][*column];
        }
        shrink(&mut vector);
        space.push(vector);
    }
    Some(space)
}

fn shrink(row: &mut [i128]) {
    let divisor = row.iter().fold(0, |divisor, cell| gcd(divisor, *cell));
    if divisor > 1 {
        row.iter_mut().for_each(|cell| *cell /= divisor);
    }
}

/// The greatest common divisor, never negative; of nothing but zeros it is zero.
pub fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.saturating_abs(), b.saturating_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_and_its_double() {
        // Steps of (i, x, c): x goes up by two where i goes up by one, c stays.
        let space = null_space(vec![vec![1, 2, 0], vec![3, 6, 0]], 3).expect("small");
        assert_eq!(space, [vec![-2, 1, 0], vec![0, 0, 1]]);
        assert_eq!(null_space(vec![], 1), Some(vec![vec![1]]));
        assert_eq!(null_space(vec![vec![1, 0], vec![0, 1]], 2), Some(vec![]));
        assert_eq!(null_space(vec![vec![i128::MAX, 2], vec![2, i128::MAX]], 2), None);
    }
}
