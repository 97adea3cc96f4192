//! What integer operations make of ranges.
//!
//! Guarantees: the result contains what `ir::eval` gives for members of the operands, as far as runs go on with it; `None` when
//! none does.   (tested exhaustively for small widths)
//! Loses precision when: bits matter (masks, shifts by a range), or results wrap around partly.

use engine::Range;
use ir::{BinOp, BitOp, CastOp, OverflowOp, Predicate, eval};

use crate::interval::{
    as_exact, exactly, full, meet, of_signed, of_unsigned, signed, signed_limits, unsigned, unsigned_limit, wrapped,
};

type Bounds = (i128, i128);

pub fn binary(op: BinOp, width: u16, nsw: bool, a: Range, b: Range) -> Option<Range> {
    if let (Some(a), Some(b)) = (as_exact(a), as_exact(b)) {
        return eval::narrow::binary(op, width, nsw, a, b).ok().map(|bits| exactly(width, bits));
    }
    match op {
        BinOp::Add => arithmetic(OverflowOp::Add, width, nsw, a, b),
        BinOp::Sub => arithmetic(OverflowOp::Sub, width, nsw, a, b),
        BinOp::Mul => arithmetic(OverflowOp::Mul, width, nsw, a, b),
        BinOp::UDiv => {
            let ((low, high), by) = (unsigned(a), positive(unsigned(b))?);
            of_unsigned(width, (low / by.1, high / by.0))
        }
        BinOp::URem => {
            let ((low, high), by) = (unsigned(a), positive(unsigned(b))?);
            of_unsigned(width, if high < by.0 { (low, high) } else { (0, high.min(by.1 - 1)) })
        }
        BinOp::SDiv => {
            let (a, b) = (signed(a), signed(b));
            let parts = [positive(b), negative(b)].into_iter().flatten();
            let quotients = parts.map(|by| corners(a, by, |x, y| x / y)).reduce(around)?;
            of_signed(width, quotients)
        }
        BinOp::SRem => {
            let (a, b) = (signed(a), signed(b));
            let parts = [positive(b), negative(b).map(|(low, high)| (-high, -low))].into_iter().flatten();
            let by = parts.reduce(around)?;
            if -by.0 < a.0 && a.1 < by.0 {
                return of_signed(width, a);
            }
            of_signed(width, (a.0.max(1 - by.1).min(0), a.1.min(by.1 - 1).max(0)))
        }
        BinOp::Shl => {
            let by = shift(width, b)?;
            if nsw {
                let natural = (signed(a).0.max(0), signed(a).1);
                return if natural.0 > natural.1 {
                    None
                } else {
                    of_signed(width, corners(natural, by, |x, y| x << y))
                };
            }
            let exact = [signed(a), unsigned(a)].map(|a| wrapped(width, corners(a, by, |x, y| x << y)));
            meet(width, exact[0], exact[1])
        }
        BinOp::LShr => of_unsigned(width, corners(unsigned(a), shift(width, b)?, |x, y| x >> y)),
        BinOp::AShr => of_signed(width, corners(signed(a), shift(width, b)?, |x, y| x >> y)),
        BinOp::And => {
            let (x, y) = (unsigned(a), unsigned(b));
            // A common sign stays.
            let least = if a.signed.1 < 0 && b.signed.1 < 0 { 1i128 << (width - 1) } else { 0 };
            of_unsigned(width, (least, x.1.min(y.1)))
        }
        BinOp::Or => {
            let (x, y) = (unsigned(a), unsigned(b));
            of_unsigned(width, (x.0.max(y.0), ones(x.1.max(y.1))))
        }
        BinOp::Xor => {
            let all = unsigned_limit(width);
            match [(a, b), (b, a)].into_iter().find(|(_, mask)| unsigned(*mask) == (all, all)) {
                Some((value, _)) => Some(wrapped(width, (-1 - signed(value).1, -1 - signed(value).0))),
                None => of_unsigned(width, (0, ones(unsigned(a).1.max(unsigned(b).1)))),
            }
        }
    }
}

/// Exact results for one way of reading; `None` if they may be too large to say.
pub fn exact(op: OverflowOp, a: Bounds, b: Bounds) -> Option<Bounds> {
    match op {
        OverflowOp::Add => Some((a.0 + b.0, a.1 + b.1)),
        OverflowOp::Sub => Some((a.0 - b.1, a.1 - b.0)),
        OverflowOp::Mul => {
            let products = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(x, y)| x.checked_mul(y));
            let [first, rest @ ..] = products;
            rest.into_iter().try_fold((first?, first?), |so_far, next| Some(around(so_far, (next?, next?))))
        }
    }
}

fn arithmetic(op: OverflowOp, width: u16, nsw: bool, a: Range, b: Range) -> Option<Range> {
    let of_signed = exact(op, signed(a), signed(b));
    let of_unsigned = exact(op, unsigned(a), unsigned(b)).map_or(full(width), |bounds| wrapped(width, bounds));
    match of_signed {
        Some(bounds) if nsw => meet(width, crate::interval::of_signed(width, bounds)?, of_unsigned),
        Some(bounds) => meet(width, wrapped(width, bounds), of_unsigned),
        None => Some(of_unsigned),
    }
}

/// See [`ir::InstKind::Overflows`]; `None` if it may be either.
pub fn overflows(op: OverflowOp, is_signed: bool, width: u16, a: Range, b: Range) -> Option<bool> {
    let (found, limits) = if is_signed {
        (exact(op, signed(a), signed(b))?, signed_limits(width))
    } else {
        (exact(op, unsigned(a), unsigned(b))?, (0, unsigned_limit(width)))
    };
    if limits.0 <= found.0 && found.1 <= limits.1 {
        Some(false)
    } else {
        (found.1 < limits.0 || limits.1 < found.0).then_some(true)
    }
}

/// `None` if it may be either.
pub fn compare(pred: Predicate, a: Range, b: Range) -> Option<bool> {
    let less = |(a, b): (Bounds, Bounds)| if a.1 < b.0 { Some(true) } else { (a.0 >= b.1).then_some(false) };
    let (x, y) = ((signed(a), signed(b)), (unsigned(a), unsigned(b)));
    let swapped = |(a, b): (Bounds, Bounds)| (b, a);
    match pred {
        Predicate::Eq => {
            let apart = x.0.1 < x.1.0 || x.1.1 < x.0.0 || y.0.1 < y.1.0 || y.1.1 < y.0.0;
            let same = as_exact(a).is_some() && as_exact(a) == as_exact(b);
            if apart { Some(false) } else { same.then_some(true) }
        }
        Predicate::Ne => compare(Predicate::Eq, a, b).map(|equal| !equal),
        Predicate::Slt => less(x),
        Predicate::Sgt => less(swapped(x)),
        Predicate::Sge => less(x).map(|less| !less),
        Predicate::Sle => less(swapped(x)).map(|less| !less),
        Predicate::Ult => less(y),
        Predicate::Ugt => less(swapped(y)),
        Predicate::Uge => less(y).map(|less| !less),
        Predicate::Ule => less(swapped(y)).map(|less| !less),
    }
}

pub fn bits(op: BitOp, width: u16, a: Range, nonzero: bool) -> Option<Range> {
    if let Some(a) = as_exact(a) {
        let zero = a == 0 && nonzero && matches!(op, BitOp::LeadingZeros | BitOp::TrailingZeros);
        return (!zero).then(|| exactly(width, eval::bits(op, width, u128::from(a)) as u64));
    }
    let limit = unsigned_limit(width);
    match op {
        BitOp::PopCount => of_unsigned(width, (0, i128::from(width).min(limit))),
        BitOp::LeadingZeros | BitOp::TrailingZeros => {
            of_unsigned(width, (0, (i128::from(width) - i128::from(nonzero)).min(limit)))
        }
        BitOp::Bswap | BitOp::Reverse => Some(full(width)),
    }
}

/// Of an integer to another.
pub fn cast(op: CastOp, to: u16, a: Range) -> Range {
    match op {
        CastOp::ZExt => wrapped(to, unsigned(a)),
        CastOp::SExt => wrapped(to, signed(a)),
        CastOp::Trunc | CastOp::Bitcast => {
            let both = [signed(a), unsigned(a)].map(|bounds| wrapped(to, bounds));
            meet(to, both[0], both[1]).unwrap_or_else(|| full(to))
        }
        CastOp::PtrToInt
        | CastOp::IntToPtr
        | CastOp::FloatToSigned
        | CastOp::FloatToUnsigned
        | CastOp::SignedToFloat
        | CastOp::UnsignedToFloat
        | CastOp::FloatToFloat => full(to),
    }
}

fn around(a: Bounds, b: Bounds) -> Bounds {
    (a.0.min(b.0), a.1.max(b.1))
}

/// Bounds of an operation that is monotone in each of its operands.
fn corners(a: Bounds, b: Bounds, op: impl Fn(i128, i128) -> i128) -> Bounds {
    let all = [op(a.0, b.0), op(a.0, b.1), op(a.1, b.0), op(a.1, b.1)];
    all.map(|each| (each, each)).into_iter().reduce(around).expect("invariant: there are four")
}

fn positive((low, high): Bounds) -> Option<Bounds> {
    (high > 0).then_some((low.max(1), high))
}

fn negative((low, high): Bounds) -> Option<Bounds> {
    (low < 0).then_some((low, high.min(-1)))
}

/// How far defined shifts go.
fn shift(width: u16, by: Range) -> Option<Bounds> {
    let (low, high) = unsigned(by);
    let most = i128::from(width) - 1;
    (low <= most).then_some((low, high.min(most)))
}

/// The least number of ones only that is no less.
fn ones(value: i128) -> i128 {
    (1i128 << (128 - value.leading_zeros())) - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::tests::{contains, members, ranges};

    #[test]
    fn binary_operations_cover_what_runs_compute() {
        for width in 1..=3 {
            let all = ranges(width);
            for (&a, &b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
                for (op, nsw) in BinOp::ALL.iter().flat_map(|&op| [(op, false), (op, true)]) {
                    let found = binary(op, width, nsw, a, b);
                    for (x, y) in members(width, a).flat_map(|x| members(width, b).map(move |y| (x, y))) {
                        if let Ok(bits) = eval::narrow::binary(op, width, nsw, x, y) {
                            let covered = found.is_some_and(|range| contains(width, range, bits));
                            assert!(covered, "{op:?} i{width} nsw {nsw} {x} {y} is {bits}, not in {found:?}");
                        }
                    }
                }
                for (op, is_signed) in OverflowOp::ALL.iter().flat_map(|&op| [(op, false), (op, true)]) {
                    if let Some(found) = overflows(op, is_signed, width, a, b) {
                        for (x, y) in members(width, a).flat_map(|x| members(width, b).map(move |y| (x, y))) {
                            assert_eq!(eval::narrow::overflows(op, is_signed, width, x, y), found);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn operations_on_one_number_cover_what_runs_compute() {
        for width in 1..=4 {
            for a in ranges(width) {
                for to in 1..=6 {
                    let ops: &[CastOp] = if to < width { &[CastOp::Trunc] } else { &[CastOp::ZExt, CastOp::SExt] };
                    for &op in ops {
                        let found = cast(op, to, a);
                        for x in members(width, a) {
                            let bits = eval::cast(op, width, to, u128::from(x)).expect("an integer operation");
                            assert!(contains(to, found, bits as u64), "{op:?} i{width} to i{to} of {x}: {found:?}");
                        }
                    }
                }
                for (op, nonzero) in BitOp::ALL.iter().flat_map(|&op| [(op, false), (op, true)]) {
                    let found = bits(op, width, a, nonzero);
                    for x in members(width, a) {
                        let counts = matches!(op, BitOp::LeadingZeros | BitOp::TrailingZeros);
                        if matches!(op, BitOp::Bswap) || x == 0 && nonzero && counts {
                            continue;
                        }
                        let bits = eval::bits(op, width, u128::from(x)) as u64;
                        let covered = found.is_some_and(|range| contains(width, range, bits));
                        assert!(covered, "{op:?} i{width} of {x} is {bits}, not in {found:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn wide_operations_do_not_leave_their_numbers() {
        let sides = [0, 1, u64::MAX / 2, u64::MAX / 2 + 1, u64::MAX];
        let some: Vec<Range> = sides.map(|bits| exactly(64, bits)).into_iter().chain([full(64)]).collect();
        for (&a, &b) in some.iter().flat_map(|a| some.iter().map(move |b| (a, b))) {
            for (op, nsw) in BinOp::ALL.iter().flat_map(|&op| [(op, false), (op, true)]) {
                let found = binary(op, 64, nsw, a, b);
                for (x, y) in sides.into_iter().flat_map(|x| sides.into_iter().map(move |y| (x, y))) {
                    if contains(64, a, x)
                        && contains(64, b, y)
                        && let Ok(bits) = eval::narrow::binary(op, 64, nsw, x, y)
                    {
                        assert!(
                            found.is_some_and(|range| contains(64, range, bits)),
                            "{op:?} {nsw} {x} {y}: {found:?}"
                        );
                    }
                }
            }
        }
    }
}
