//! Intervals of integers whose members are multiples of a power of two.
//!
//! Guarantees: every operation's result contains all exact results of its operands' members.   (tested exhaustively)

use serde::{Deserialize, Serialize};

/// `{ x | lo <= x <= hi, 2^align divides x }`; not empty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    pub lo: i64,
    pub hi: i64,
    pub align: u8,
}

impl Range {
    pub const ALL: Range = Range { lo: i64::MIN, hi: i64::MAX, align: 0 };

    /// `None` when nothing is left; otherwise the bounds are members.
    pub fn new(lo: i64, hi: i64, align: u8) -> Option<Range> {
        let align = align.min(62);
        let step = (1i64 << align) - 1;
        let lo = lo.checked_add(step)? & !step;
        let hi = hi & !step;
        (lo <= hi).then_some(Range { lo, hi, align })
    }

    /// Fields are public: is it one, and not empty?
    pub fn is_range(self) -> bool {
        self.align <= 62 && Range::new(self.lo, self.hi, self.align).is_some()
    }

    pub fn exactly(value: i64) -> Range {
        Range { lo: value, hi: value, align: 0 }
    }

    /// What fits an integer of this width, read as signed; 0 and 1 for one bit. Wider ones are no tracked numbers.
    pub fn of_width(width: u32) -> Range {
        match width {
            1 => Range { lo: 0, hi: 1, align: 0 },
            2..=63 => Range { lo: -(1i64 << (width - 1)), hi: (1i64 << (width - 1)) - 1, align: 0 },
            _ => Range::ALL,
        }
    }

    pub fn as_exact(self) -> Option<i64> {
        (self.lo == self.hi).then_some(self.lo)
    }

    pub fn contains(self, value: i64) -> bool {
        self.lo <= value && value <= self.hi && value & ((1i64 << self.align) - 1) == 0
    }

    /// Is every member of `other` a member?
    pub fn includes(self, other: Range) -> bool {
        self.lo <= other.lo
            && other.hi <= self.hi
            && (self.align <= other.align || other.as_exact().is_some_and(|value| self.contains(value)))
    }

    pub fn meet(self, other: Range) -> Option<Range> {
        Range::new(self.lo.max(other.lo), self.hi.min(other.hi), self.align.max(other.align))
    }

    pub fn hull(self, other: Range) -> Range {
        Range { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi), align: self.true_align().min(other.true_align()) }
    }

    /// The alignment of an exact number is that of its trailing zeros.
    fn true_align(self) -> u8 {
        match self.as_exact() {
            Some(0) => 62,
            Some(value) => (value.trailing_zeros() as u8).min(62).max(self.align),
            None => self.align,
        }
    }

    pub fn negated(self) -> Option<Range> {
        Some(Range { lo: self.hi.checked_neg()?, hi: self.lo.checked_neg()?, align: self.align })
    }

    pub fn plus(self, other: Range) -> Option<Range> {
        let align = self.true_align().min(other.true_align());
        Some(Range { lo: self.lo.checked_add(other.lo)?, hi: self.hi.checked_add(other.hi)?, align })
    }

    pub fn plus_const(self, by: i64) -> Option<Range> {
        self.plus(Range::exactly(by))
    }

    pub fn times(self, other: Range) -> Option<Range> {
        let products = [
            self.lo.checked_mul(other.lo)?,
            self.lo.checked_mul(other.hi)?,
            self.hi.checked_mul(other.lo)?,
            self.hi.checked_mul(other.hi)?,
        ];
        let align = (self.true_align() + other.true_align()).min(62);
        let lo = products.iter().copied().min().unwrap_or(0);
        let hi = products.iter().copied().max().unwrap_or(0);
        Range::new(lo, hi, align)
    }

    /// How many members there are, when they are not many.
    pub fn count(self) -> u64 {
        (((self.hi as i128 - self.lo as i128) >> self.align) as u64).saturating_add(1)
    }

    pub fn members(self) -> impl Iterator<Item = i64> {
        let step = 1i64 << self.align;
        std::iter::successors(Some(self.lo), move |at| at.checked_add(step)).take_while(move |at| *at <= self.hi)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> impl Iterator<Item = Range> {
        (-4..=4).flat_map(|lo| (lo..=4).flat_map(move |hi| (0..3).filter_map(move |align| Range::new(lo, hi, align))))
    }

    #[test]
    fn operations_cover_all_members() {
        for a in small() {
            assert_eq!(a.members().count() as u64, a.count());
            for b in small() {
                let (sum, product, hull) = (a.plus(b).unwrap(), a.times(b).unwrap(), a.hull(b));
                for x in a.members() {
                    assert!(hull.contains(x));
                    assert!(a.negated().unwrap().contains(-x));
                    assert_eq!(a.meet(b).is_some_and(|both| both.contains(x)), b.contains(x));
                    for y in b.members() {
                        assert!(sum.contains(x + y) && product.contains(x * y) && hull.contains(y));
                    }
                }
                if a.includes(b) {
                    assert!(b.members().all(|y| a.contains(y)));
                }
            }
        }
    }

    fn exactly(value: i64) -> Range {
        Range::exactly(value)
    }

    /// The smallest range that holds all of these, if there are several.
    fn tightest(members: impl Iterator<Item = i64>) -> Option<Range> {
        let members: Vec<i64> = members.collect();
        let (lo, hi) = (members.iter().copied().min()?, members.iter().copied().max()?);
        let align = members.iter().map(|member| member.trailing_zeros().min(62) as u8).min()?;
        (lo < hi).then_some(Range { lo, hi, align })
    }

    #[test]
    fn results_are_as_small_as_ranges_can_be() {
        for (lo, hi, align) in
            (-5..6).flat_map(|lo| (-5..6).flat_map(move |hi| (0..4).map(move |align| (lo, hi, align))))
        {
            let members: Vec<i64> = (lo..=hi).filter(|member| member % (1 << align) == 0).collect();
            let range = Range::new(lo, hi, align);
            assert_eq!(
                range.map(|range| range.members().collect::<Vec<_>>()).unwrap_or_default(),
                members,
                "{lo} {hi} {align}"
            );
            assert_eq!(range.map(|range| (range.lo, range.hi)), members.first().copied().zip(members.last().copied()));
            assert_eq!(Range { lo, hi, align }.is_range(), !members.is_empty(), "{lo} {hi} {align}");
        }
        for a in small() {
            for number in -6..7 {
                assert_eq!(a.contains(number), a.members().any(|member| member == number), "{a:?} {number}");
            }
            assert_eq!(a.as_exact(), (a.count() == 1).then_some(a.lo));
            assert_eq!(a.negated(), Some(Range { lo: -a.hi, hi: -a.lo, align: a.align }));
            for b in small() {
                let included = b.members().all(|member| a.contains(member));
                assert_eq!(a.includes(b), included, "{a:?} {b:?}");
                let both: Vec<i64> = a.members().filter(|member| b.contains(*member)).collect();
                assert_eq!(
                    a.meet(b).map(|both| both.members().collect::<Vec<_>>()).unwrap_or_default(),
                    both,
                    "{a:?} {b:?}"
                );
                let pairs = || a.members().flat_map(|x| b.members().map(move |y| (x, y)));
                for (found, expected) in [
                    (a.plus(b), tightest(pairs().map(|(x, y)| x + y))),
                    (a.times(b), tightest(pairs().map(|(x, y)| x * y))),
                    (Some(a.hull(b)), tightest(a.members().chain(b.members()))),
                ] {
                    let found = found.expect("the numbers are small");
                    assert!(found.is_range(), "{a:?} {b:?} {found:?}");
                    assert_eq!(Some(found).filter(|found| found.lo < found.hi), expected, "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_end_somewhere() {
        assert_eq!(Range::ALL.negated(), None);
        assert_eq!(Range::ALL.plus_const(1), None);
        assert_eq!(Range::ALL.plus_const(-1), None);
        assert_eq!(Range::ALL.plus_const(0), Some(Range::ALL));
        assert_eq!(exactly(3).plus_const(4).and_then(Range::as_exact), Some(7));
        assert_eq!(exactly(i64::MAX).times(exactly(2)), None);
        assert_eq!(exactly(i64::MIN).times(exactly(-1)), None);
        assert_eq!(Range::ALL.count(), u64::MAX);
        assert_eq!(Range::new(i64::MAX, i64::MAX, 1), None);
        // Alignments are those that shifts can express.
        assert!([62, 63, 200].iter().all(|align| Range::new(0, 0, *align).is_some_and(|range| range.align == 62)));
        for align in [62, 63, 64, 200] {
            assert_eq!(Range { lo: 0, hi: 0, align }.is_range(), align <= 62);
        }
        for (a, b) in [(0, 0), (0, 1 << 62), (i64::MIN, 0), (i64::MIN, i64::MIN)] {
            let hull = exactly(a).hull(exactly(b));
            assert!(hull.is_range() && hull.contains(a) && hull.contains(b) && hull.align == 62, "{a} {b}");
        }
        assert!(exactly(0).plus(exactly(0)).is_some_and(Range::is_range));
        assert!(exactly(0).times(exactly(0)).is_some_and(Range::is_range));
        assert!(exactly(1 << 40).times(range_by(0, 1 << 20, 20)).is_some_and(|product| product.align == 60));
        assert!(exactly(1 << 41).times(range_by(0, 1 << 21, 21)).is_some_and(|product| product.align == 62));
    }

    fn range_by(lo: i64, hi: i64, align: u8) -> Range {
        Range::new(lo, hi, align).expect("a range")
    }

    #[test]
    fn widths() {
        for (width, lo, hi) in [
            (1, 0, 1),
            (2, -2, 1),
            (3, -4, 3),
            (8, -128, 127),
            (32, i64::from(i32::MIN), i64::from(i32::MAX)),
            (63, -(1 << 62), (1 << 62) - 1),
            (64, i64::MIN, i64::MAX),
            (65, i64::MIN, i64::MAX),
            (128, i64::MIN, i64::MAX),
        ] {
            assert_eq!(Range::of_width(width), Range { lo, hi, align: 0 }, "{width}");
        }
    }
}
