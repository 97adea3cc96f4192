//! Ranges as sets: `{ x | x lies in both bounds }`, never empty.
//!
//! Guarantees: every operation's result contains all members that it should.   (tested exhaustively for small widths)
//!
//! The memory graphs have a `Range` of their own. It is another set: exact numbers without a width, aligned, as they stand in
//! certificates; what leaves 64 bits is given up there, where this one wraps around as the machine does.

use engine::Range;

/// Registers wider than this have no ranges.
pub const WIDEST: u16 = 64;

/// Least and greatest number of the width, as two's complement.
pub fn signed_limits(width: u16) -> (i128, i128) {
    (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
}

/// Greatest number of the width without a sign.
pub fn unsigned_limit(width: u16) -> i128 {
    (1i128 << width) - 1
}

pub fn full(width: u16) -> Range {
    let (least, greatest) = signed_limits(width);
    Range { signed: (least as i64, greatest as i64), unsigned: (0, unsigned_limit(width) as u64) }
}

pub fn exactly(width: u16, bits: u64) -> Range {
    let value = ir::sign_extend(u128::from(bits), width) as i64;
    Range { signed: (value, value), unsigned: (bits, bits) }
}

/// The bits of the only member, if it is the only one.
pub fn as_exact(range: Range) -> Option<u64> {
    (range.unsigned.0 == range.unsigned.1).then_some(range.unsigned.0)
}

pub fn signed(range: Range) -> (i128, i128) {
    (i128::from(range.signed.0), i128::from(range.signed.1))
}

pub fn unsigned(range: Range) -> (i128, i128) {
    (i128::from(range.unsigned.0), i128::from(range.unsigned.1))
}

/// Numbers of the width within both bounds, which may go beyond its limits; `None` if there are none.
pub fn within(width: u16, signed: (i128, i128), unsigned: (i128, i128)) -> Option<Range> {
    let (least, greatest) = signed_limits(width);
    let mut signed = (signed.0.max(least), signed.1.min(greatest));
    let mut unsigned = (unsigned.0.max(0), unsigned.1.min(unsigned_limit(width)));
    let period = 1i128 << width;
    // Each way of reading bounds the other where the bounds lie on one side of the sign; twice, since what is gained by one may
    // settle the sign for the other.
    for _ in 0..2 {
        if signed.0 >= 0 || signed.1 < 0 {
            let by = if signed.1 < 0 { period } else { 0 };
            unsigned = (unsigned.0.max(signed.0 + by), unsigned.1.min(signed.1 + by));
        }
        if unsigned.1 <= greatest || unsigned.0 > greatest {
            let by = if unsigned.0 > greatest { period } else { 0 };
            signed = (signed.0.max(unsigned.0 - by), signed.1.min(unsigned.1 - by));
        }
        if signed.0 > signed.1 || unsigned.0 > unsigned.1 {
            return None;
        }
    }
    Some(Range { signed: (signed.0 as i64, signed.1 as i64), unsigned: (unsigned.0 as u64, unsigned.1 as u64) })
}

/// Numbers between the two, as two's complement.
pub fn of_signed(width: u16, bounds: (i128, i128)) -> Option<Range> {
    within(width, bounds, (0, unsigned_limit(width)))
}

/// Numbers between the two, without a sign.
pub fn of_unsigned(width: u16, bounds: (i128, i128)) -> Option<Range> {
    within(width, signed_limits(width), bounds)
}

/// What the numbers from `low` to `high` become when they wrap around.
pub fn wrapped(width: u16, (low, high): (i128, i128)) -> Range {
    let period = 1i128 << width;
    let Some(length) = high.checked_sub(low).filter(|length| *length < period) else { return full(width) };
    let limits = signed_limits(width);
    let first = low.rem_euclid(period);
    let first_signed = if first > limits.1 { first - period } else { first };
    let unless_beyond = |first: i128, limits: (i128, i128)| {
        if first + length > limits.1 { limits } else { (first, first + length) }
    };
    let signed = unless_beyond(first_signed, limits);
    let unsigned = unless_beyond(first, (0, unsigned_limit(width)));
    within(width, signed, unsigned).unwrap_or_else(|| full(width))
}

pub fn meet(width: u16, a: Range, b: Range) -> Option<Range> {
    let ((a_low, a_high), (b_low, b_high)) = (signed(a), signed(b));
    let ((a_least, a_most), (b_least, b_most)) = (unsigned(a), unsigned(b));
    within(width, (a_low.max(b_low), a_high.min(b_high)), (a_least.max(b_least), a_most.min(b_most)))
}

pub fn hull(a: Range, b: Range) -> Range {
    Range {
        signed: (a.signed.0.min(b.signed.0), a.signed.1.max(b.signed.1)),
        unsigned: (a.unsigned.0.min(b.unsigned.0), a.unsigned.1.max(b.unsigned.1)),
    }
}

/// Is every member of `b` one of `a`?
pub fn includes(a: Range, b: Range) -> bool {
    a.signed.0 <= b.signed.0 && b.signed.1 <= a.signed.1 && a.unsigned.0 <= b.unsigned.0 && b.unsigned.1 <= a.unsigned.1
}

/// A range that contains both, of which there are no long ascending chains: bounds that move go to the next of the thresholds,
/// which are in ascending order, or to the limit of the type.
pub fn widen(width: u16, old: Range, new: Range, thresholds: &[i128]) -> Range {
    let below = |value: i128| thresholds[..thresholds.partition_point(|each| *each <= value)].last().copied();
    let above = |value: i128| thresholds.get(thresholds.partition_point(|each| *each < value)).copied();
    let low = |old: i128, new: i128, limit: i128| {
        if new >= old { old } else { below(new).unwrap_or(limit).max(limit) }
    };
    let high = |old: i128, new: i128, limit: i128| {
        if new <= old { old } else { above(new).unwrap_or(limit).min(limit) }
    };
    let (least, greatest) = signed_limits(width);
    let ((old_low, old_high), (new_low, new_high)) = (signed(old), signed(new));
    let signed = (low(old_low, new_low, least), high(old_high, new_high, greatest));
    let ((old_low, old_high), (new_low, new_high)) = (unsigned(old), unsigned(new));
    let unsigned = (low(old_low, new_low, 0), high(old_high, new_high, unsigned_limit(width)));
    // Not brought together: what one bound gives back, the next step would take again.
    Range { signed: (signed.0 as i64, signed.1 as i64), unsigned: (unsigned.0 as u64, unsigned.1 as u64) }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn contains(width: u16, range: Range, bits: u64) -> bool {
        let value = ir::sign_extend(u128::from(bits), width) as i64;
        range.signed.0 <= value && value <= range.signed.1 && range.unsigned.0 <= bits && bits <= range.unsigned.1
    }

    pub fn members(width: u16, range: Range) -> impl Iterator<Item = u64> {
        (0..1 << width).filter(move |bits| contains(width, range, *bits))
    }

    /// All ranges of a small width.
    pub fn ranges(width: u16) -> Vec<Range> {
        let (least, greatest) = signed_limits(width);
        let pairs = |low: i128, high: i128| (low..=high).flat_map(move |a| (a..=high).map(move |b| (a, b)));
        let mut all = Vec::new();
        for signed in pairs(least, greatest) {
            for unsigned in pairs(0, unsigned_limit(width)) {
                all.extend(within(width, signed, unsigned));
            }
        }
        all.sort_by_key(|range| (range.signed, range.unsigned));
        all.dedup();
        all
    }

    #[test]
    fn bounds_are_brought_together_without_losing_members() {
        for width in 1..=3 {
            let (least, greatest) = signed_limits(width);
            for low in least - 2..=greatest + 2 {
                for high in low - 1..=greatest + 2 {
                    for least in -1..=unsigned_limit(width) {
                        for most in least - 1..=unsigned_limit(width) + 1 {
                            let range = within(width, (low, high), (least, most));
                            for bits in 0..1u64 << width {
                                let value = ir::sign_extend(u128::from(bits), width);
                                let inside =
                                    (low..=high).contains(&value) && (least..=most).contains(&i128::from(bits));
                                let found = range.is_some_and(|range| contains(width, range, bits));
                                assert_eq!(found, inside, "i{width} {low}..={high}, {least}..={most}: {bits}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn wrapping_covers_all_numbers() {
        for width in 1..=4 {
            for low in -40..40 {
                for high in low..low + 20 {
                    let range = wrapped(width, (low, high));
                    for value in low..=high {
                        assert!(contains(width, range, ir::truncate(value as u128, width) as u64));
                    }
                }
            }
        }
    }

    #[test]
    fn the_laws_of_a_lattice_hold() {
        let width = 3;
        let all = ranges(width);
        for &a in &all {
            for &b in &all {
                let (both, either) = (meet(width, a, b), hull(a, b));
                let wide = widen(width, a, b, &[-2, 0, 3]);
                assert!(includes(either, a) && includes(either, b) && includes(wide, a) && includes(wide, b));
                for bits in 0..1 << width {
                    let inside = contains(width, a, bits) && contains(width, b, bits);
                    assert_eq!(both.is_some_and(|both| contains(width, both, bits)), inside);
                }
                assert_eq!(includes(a, b) && includes(b, a), a == b);
                if includes(a, b) {
                    assert_eq!((either, wide), (a, a));
                }
            }
        }
    }

    #[test]
    fn widening_stops_at_thresholds_and_then_at_the_limits() {
        let start = exactly(32, 0);
        let next = |to: i128| of_signed(32, (0, to)).expect("not empty");
        let once = widen(32, start, next(1), &[0, 10]);
        assert_eq!(once.signed, (0, 10));
        let twice = widen(32, once, next(11), &[0, 10]);
        assert_eq!(twice.signed, (0, i64::from(i32::MAX)));
        assert_eq!(twice.unsigned, (0, u64::from(u32::MAX)));
    }
}
