//! Arithmetic: how much is known of results, number by number.

use super::arith::{executed, program, signed};
use super::*;
use crate::graph::Range;
use ir::{BitOp, OverflowOp, eval};

fn result(state: &State) -> Range {
    state.graph.range(state.frame().reg(RegId::from_index(2)))
}

fn bits(number: i64, width: u16) -> u128 {
    ir::truncate(number as u128, width)
}

/// All pairs of numbers of five bits, and of neighbours among them.
#[test]
fn overflows_of_small_numbers_are_known() {
    let width = 5;
    for &op in OverflowOp::ALL {
        for (is_signed, how) in [(true, "signed"), (false, "unsigned")] {
            let module = program(["i5", "i5", "i1"], &format!("overflows {how} {} i5 %0, %1", op.name()));
            for (a, b, wide) in (-16..16).flat_map(|a| (-16..16).flat_map(move |b| [0, 1].map(|wide| (a, b, wide)))) {
                let range = Range { lo: a, hi: (a + wide).min(15), align: 0 };
                let found: Vec<i64> =
                    executed(&module, range, Range::exactly(b)).0.iter().map(|state| result(state).lo).collect();
                let mut expected: Vec<i64> = (range.members())
                    .map(|a| i64::from(eval::overflows(op, is_signed, width, bits(a, width), bits(b, width))))
                    .collect();
                expected.sort();
                expected.dedup();
                if is_signed || a >= 0 && b >= 0 && op != OverflowOp::Sub {
                    assert_eq!(found, expected, "{how} {op:?} {range:?} {b}");
                } else {
                    assert!(expected.iter().all(|outcome| found.contains(outcome)), "{how} {op:?} {range:?} {b}");
                }
            }
        }
    }
}

#[test]
fn overflows_of_wide_numbers_may_be() {
    for (ty, ways) in [("i62", 1), ("i63", 1), ("i64", 2), ("i128", 2)] {
        for how in ["signed", "unsigned"] {
            let module = program([ty, ty, "i1"], &format!("overflows {how} add {ty} %0, %1"));
            let range = Range { lo: 1, hi: 3, align: 0 };
            assert_eq!(executed(&module, range, range).0.len(), ways, "{how} {ty}");
        }
    }
    let module = program(["i63", "i63", "i1"], "overflows unsigned mul i63 %0, %1");
    for (factor, ways) in [(2, 1), (3, 2), (4, 2)] {
        let found = executed(&module, Range::exactly((1 << 62) - 1), Range::exactly(factor)).0;
        assert_eq!(found.len(), ways, "{factor}");
    }
}

/// Bits of a known number are known, and those of an unknown one counted.
#[test]
fn bits_of_known_numbers_are_known() {
    let ops = [
        ("popcount", BitOp::PopCount),
        ("clz", BitOp::LeadingZeros),
        ("ctz", BitOp::TrailingZeros),
        ("bswap", BitOp::Bswap),
        ("bitreverse", BitOp::Reverse),
    ];
    for (name, op) in ops {
        for width in [8u16, 16, 64] {
            if width == 8 && op == BitOp::Bswap {
                continue;
            }
            let ty = format!("i{width}");
            let module = program([&ty; 3], &format!("{name} {ty} %0"));
            for number in [0, 1, -1, 5, 64, -128, 127, 96] {
                let (states, _) = executed(&module, Range::exactly(number), Range::exactly(0));
                let expected = signed(eval::bits(op, width, bits(number, width)), u32::from(width));
                assert_eq!(
                    states.iter().map(|state| result(state).as_exact()).collect::<Vec<_>>(),
                    [Some(expected)],
                    "{name} {ty} {number}"
                );
            }
        }
    }
    let counted = |name: &str, ty: &str, number: Range| {
        let module = program([ty; 3], &format!("{name} {ty} %0"));
        let (states, _) = executed(&module, number, Range::exactly(0));
        (result(&states[0]).lo, result(&states[0]).hi)
    };
    let several = Range { lo: 1, hi: 3, align: 0 };
    for name in ["popcount", "clz", "ctz"] {
        assert_eq!(counted(name, "i8", several), (-128, 127), "{name}");
        assert_eq!(counted(name, "i9", several), (0, 9), "{name}");
        assert_eq!(counted(name, "i64", several), (0, 64), "{name}");
        assert_eq!(counted(name, "i65", Range::exactly(1)), (0, 65), "{name}");
        assert_eq!(counted(name, "i128", Range::exactly(1)), (0, 128), "{name}");
    }
    assert_eq!(counted("ctz nonzero", "i16", several), (0, 15));
    assert_eq!(counted("bswap", "i16", several), (-32768, 32767));
}

/// Ranges say nothing of wider numbers: what is cut from one is another number.
#[test]
fn wide_numbers_are_not_tracked() {
    let symbols = |types: [&str; 3], inst: &str, a: Range| {
        let (states, _) = executed(&program(types, inst), a, Range::exactly(0));
        let [state] = states.as_slice() else { panic!("there is one way") };
        let reg = |reg| state.frame().reg(RegId::from_index(reg));
        (reg(0).symbol() == reg(2).symbol(), result(state))
    };
    for wide in ["i65", "i128"] {
        let cut = format!("trunc {wide} %0 to i64");
        assert_eq!(symbols([wide, wide, "i64"], &cut, Range::ALL), (false, Range::ALL));
        let small = Range { lo: 1, hi: 3, align: 0 };
        assert_eq!(symbols([wide, wide, "i64"], &cut, small), (true, small), "what is known to be small stays");
    }
    for (ty, known) in [("i63", true), ("i64", true), ("i65", false), ("i128", false)] {
        let module = program([ty; 3], &format!("add {ty} %0, %1"));
        let (states, _) = executed(&module, Range::exactly(2), Range::exactly(3));
        assert_eq!(result(&states[0]).as_exact(), known.then_some(5), "{ty}");
    }
}

/// Widening: from the bits, with and without their sign.
#[test]
fn numbers_are_widened() {
    let widened = |inst: &str, from: &str, to: &str, a: Range| {
        let (states, _) =
            executed(&program([from, from, to], &format!("{inst} {from} %0 to {to}")), a, Range::exactly(0));
        let found = result(&states[0]);
        (found.lo, found.hi)
    };
    let exactly = Range::exactly;
    let some = |lo, hi| Range { lo, hi, align: 0 };
    assert_eq!(widened("zext", "i8", "i16", exactly(-1)), (255, 255));
    assert_eq!(widened("zext", "i8", "i16", exactly(-128)), (128, 128));
    assert_eq!(widened("zext", "i8", "i16", exactly(0)), (0, 0));
    assert_eq!(widened("zext", "i62", "i64", exactly(-1)), ((1 << 62) - 1, (1 << 62) - 1));
    assert_eq!(widened("zext", "i63", "i64", exactly(-1)), (i64::MIN, i64::MAX));
    assert_eq!(widened("zext", "i62", "i64", some(-1, 1)), (0, (1 << 62) - 1));
    assert_eq!(widened("zext", "i63", "i64", some(-1, 1)), (i64::MIN, i64::MAX));
    assert_eq!(widened("zext", "i8", "i16", some(-1, 1)), (0, 255));
    assert_eq!(widened("zext", "i8", "i16", some(0, 1)), (0, 1));
    assert_eq!(widened("sext", "i8", "i16", exactly(-1)), (-1, -1));
    assert_eq!(widened("sext", "i1", "i16", exactly(1)), (-1, -1));
    assert_eq!(widened("sext", "i2", "i16", exactly(1)), (1, 1));
    assert_eq!(widened("sext", "i1", "i16", exactly(0)), (0, 0));
    assert_eq!(widened("sext", "i1", "i16", some(0, 1)), (-1, 0));
    assert_eq!(widened("inttoptr", "i62", "ptr", exactly(-1)), ((1 << 62) - 1, (1 << 62) - 1));
    assert_eq!(widened("inttoptr", "i63", "ptr", exactly(-1)), (i64::MIN, i64::MAX));
    assert_eq!(widened("inttoptr", "i64", "ptr", exactly(-1)), (-1, -1));
    assert_eq!(widened("inttoptr", "i8", "ptr", exactly(0)), (0, 0));
    assert_eq!(widened("inttoptr", "i8", "ptr", some(-1, 1)), (0, 255));
    assert_eq!(widened("inttoptr", "i8", "ptr", some(0, 1)), (0, 1));
    assert_eq!(widened("inttoptr", "i64", "ptr", some(-1, 1)), (-1, 1));
    assert_eq!(widened("inttoptr", "i128", "ptr", some(0, 1)), (0, 1));
}

/// A divisor that is known not to be 0, though its range does not say so.
#[test]
fn divisors_that_are_not_zero() {
    use super::explorer::{shows, with_number};
    use expect_test::expect;
    let divide =
        |other: i64| format!("  %3 = cmp ne i64 %0, {other}\n  assume %3\n  %4 = sdiv i64 100, %0 !8:1\n  return %4");
    shows(
        "",
        &with_number(-5, 5, &divide(0)),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -9223372036854775808..9223372036854775807
        ends without heap objects"#]],
    );
    shows(
        "",
        &with_number(-5, 5, &divide(1)),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -9223372036854775808..9223372036854775807
        line 8: div-by-zero: a division by zero is possible
        ends without heap objects"#]],
    );
}

/// Sums of unknowns that just fit are as small as they can be, others anything.
#[test]
fn sums_that_just_fit() {
    let module = program(["i8"; 3], "add i8 %0, %1");
    let sum = |a: (i64, i64), b: (i64, i64)| {
        let [a, b] = [a, b].map(|(lo, hi)| Range { lo, hi, align: 0 });
        let found = result(&executed(&module, a, b).0[0]);
        (found.lo, found.hi)
    };
    assert_eq!(sum((0, 63), (0, 64)), (0, 127));
    assert_eq!(sum((0, 64), (0, 64)), (-128, 127));
    assert_eq!(sum((-64, 0), (-64, 0)), (-128, 0));
    assert_eq!(sum((-64, 0), (-65, 0)), (-128, 127));
}
