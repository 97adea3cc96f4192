//! What a comparison that holds says of what is compared.
//!
//! Guarantees: members for which it holds stay; `None` when there are none.   (tested exhaustively for small widths)

use engine::Range;
use ir::Predicate;

use crate::interval::{
    as_exact, meet, of_signed, of_unsigned, signed, signed_limits, unsigned, unsigned_limit, within,
};

/// The predicate that holds when the other does not.
pub fn negation(pred: Predicate) -> Predicate {
    match pred {
        Predicate::Eq => Predicate::Ne,
        Predicate::Ne => Predicate::Eq,
        Predicate::Ult => Predicate::Uge,
        Predicate::Ule => Predicate::Ugt,
        Predicate::Ugt => Predicate::Ule,
        Predicate::Uge => Predicate::Ult,
        Predicate::Slt => Predicate::Sge,
        Predicate::Sle => Predicate::Sgt,
        Predicate::Sgt => Predicate::Sle,
        Predicate::Sge => Predicate::Slt,
    }
}

/// Both operands, given that the comparison holds.
pub fn compared(pred: Predicate, width: u16, a: Range, b: Range) -> Option<(Range, Range)> {
    let swapped = |pred| compared(pred, width, b, a).map(|(b, a)| (a, b));
    match pred {
        Predicate::Eq => meet(width, a, b).map(|both| (both, both)),
        Predicate::Ne => {
            let a = as_exact(b).map_or(Some(a), |b| without(width, a, b))?;
            let b = as_exact(a).map_or(Some(b), |a| without(width, b, a))?;
            Some((a, b))
        }
        Predicate::Slt => signed_order(width, a, b, 1),
        Predicate::Sle => signed_order(width, a, b, 0),
        Predicate::Ult => unsigned_order(width, a, b, 1),
        Predicate::Ule => unsigned_order(width, a, b, 0),
        Predicate::Sgt => swapped(Predicate::Slt),
        Predicate::Sge => swapped(Predicate::Sle),
        Predicate::Ugt => swapped(Predicate::Ult),
        Predicate::Uge => swapped(Predicate::Ule),
    }
}

/// `b` is greater than `a` by at least `by`.
fn signed_order(width: u16, a: Range, b: Range, by: i128) -> Option<(Range, Range)> {
    let (least, greatest) = signed_limits(width);
    let low = meet(width, a, of_signed(width, (least, signed(b).1 - by))?)?;
    let high = meet(width, b, of_signed(width, (signed(a).0 + by, greatest))?)?;
    Some((low, high))
}

fn unsigned_order(width: u16, a: Range, b: Range, by: i128) -> Option<(Range, Range)> {
    let low = meet(width, a, of_unsigned(width, (0, unsigned(b).1 - by))?)?;
    let high = meet(width, b, of_unsigned(width, (unsigned(a).0 + by, unsigned_limit(width)))?)?;
    Some((low, high))
}

/// All but one number, as far as bounds can tell.
pub fn without(width: u16, range: Range, bits: u64) -> Option<Range> {
    let value = ir::sign_extend(u128::from(bits), width);
    let trimmed = |(low, high): (i128, i128), gone: i128| {
        (if low == gone { low + 1 } else { low }, if high == gone { high - 1 } else { high })
    };
    within(width, trimmed(signed(range), value), trimmed(unsigned(range), i128::from(bits)))
}

#[cfg(test)]
mod tests {
    use ir::eval;

    use super::*;
    use crate::interval::tests::{contains, members, ranges};
    use crate::transfer;

    #[test]
    fn what_satisfies_a_comparison_stays() {
        for width in 1..=3 {
            let all = ranges(width);
            for (&a, &b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
                for &pred in Predicate::ALL {
                    let left = compared(pred, width, a, b);
                    let known = transfer::compare(pred, a, b);
                    for (x, y) in members(width, a).flat_map(|x| members(width, b).map(move |y| (x, y))) {
                        let holds = eval::narrow::compare(pred, width, x, y);
                        assert_eq!(eval::narrow::compare(negation(pred), width, x, y), !holds);
                        assert!(known.is_none_or(|known| known == holds), "{pred:?} {x} {y} of {a:?} and {b:?}");
                        let stays = left.is_some_and(|(a, b)| contains(width, a, x) && contains(width, b, y));
                        assert!(
                            stays || !holds,
                            "i{width} {pred:?}: {x} and {y} of {a:?} and {b:?} are lost: {left:?}"
                        );
                    }
                }
            }
        }
    }
}
