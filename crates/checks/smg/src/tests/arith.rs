//! Arithmetic: what is computed of unknown numbers is compared with what `ir::eval` computes of each number.

use super::*;
use crate::exec::prepared::Prepared;
use crate::exec::{Machine, Successors};
use crate::graph::{Range, SymInfo};
use expect_test::expect;
use ir::{BinOp, BlockId, CastOp, OverflowOp, eval};

/// A program whose first instruction computes register 2 from registers 0 and 1.
pub fn program(types: [&str; 3], inst: &str) -> Module {
    let [a, b, result] = types;
    let text =
        format!("module lp64\n\nfunc @main(%0: {a}, %1: {b}) -> {result} {{\nbb0:\n  %2 = {inst}\n  return %2\n}}\n");
    let module = ir::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    ir::verify(&module).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    module
}

/// What the first instruction makes of the numbers, and whether something was found on the way.
pub fn executed(module: &Module, a: Range, b: Range) -> (Vec<State>, bool) {
    let task = task(module);
    let flows = task.flows();
    let prepared = Prepared::of(&task, &flows);
    let mut machine = Machine::new(&prepared);
    let mut state = empty();
    for (reg, range) in [a, b].into_iter().enumerate() {
        let value = match range.as_exact() {
            Some(number) => Value::Int(number),
            None => Value::sym(state.graph.add_sym(SymInfo::unknown(range))),
        };
        set_reg(&mut state, reg, value);
    }
    let block = BlockId::from_index(0);
    let inst = &module.funcs[FuncId::from_index(0)].blocks[block].insts[0];
    match machine.step(state, block, 0, inst) {
        Successors::On(states) => (states, !machine.findings.is_empty()),
        Successors::Enter(..) => panic!("arithmetic calls nothing"),
    }
}

fn range(lo: i64, hi: i64) -> Range {
    Range::new(lo, hi, 0).expect("a range")
}

/// Numbers of eight bits: single ones, and ranges around what is special.
fn numbers() -> Vec<Range> {
    let single = [-128, -127, -8, -4, -2, -1, 0, 1, 2, 3, 7, 8, 63, 127].map(Range::exactly);
    let several =
        [(-2, 1), (0, 1), (0, 3), (1, 4), (2, 5), (-4, -1), (-128, -127), (6, 9), (0, 7), (100, 127), (-128, 127)];
    let aligned = [Range::new(0, 12, 2), Range::new(-8, 8, 3)].map(|range| range.expect("a range"));
    single.into_iter().chain(several.map(|(lo, hi)| range(lo, hi))).chain(aligned).collect()
}

/// Could register 2 be `result` where the registers 0 and 1 are these?
pub fn allows(state: &State, given: [i64; 2], result: i64) -> bool {
    let reg = |reg| state.frame().reg(RegId::from_index(reg));
    let operands = [0, 1].map(reg);
    if operands.iter().zip(given).any(|(value, number)| !state.graph.range(*value).contains(number)) {
        return false;
    }
    match reg(2) {
        Value::Sym(linear) => {
            let of = operands.iter().zip(given).find(|(value, _)| value.symbol() == Some(linear.sym));
            match of {
                Some((_, number)) => (if linear.negated { -number } else { number }) + linear.add == result,
                None => state.graph.range(reg(2)).contains(result),
            }
        }
        other => other == Value::Int(result),
    }
}

/// As a signed number of so many bits, and of one bit as 0 or 1.
pub fn signed(bits: u128, width: u32) -> i64 {
    crate::operations::content::wrap(bits as i64, width)
}

#[test]
fn every_result_is_covered() {
    for &op in BinOp::ALL {
        let name = op.name();
        for width in [8, 32, 64] {
            let ty = format!("i{width}");
            let module = program([&ty; 3], &format!("{name} {ty} %0, %1"));
            for (a, b) in numbers().into_iter().flat_map(|a| numbers().into_iter().map(move |b| (a, b))) {
                let (states, found) = executed(&module, a, b);
                let mut undefined = false;
                for (x, y) in a.members().flat_map(|x| b.members().map(move |y| (x, y))) {
                    let bits = |number: i64| ir::truncate(number as u128, width as u16);
                    match eval::binary(op, width as u16, false, bits(x), bits(y)) {
                        Ok(result) => {
                            let result = signed(result, width);
                            let covered = states.iter().any(|state| allows(state, [x, y], result));
                            assert!(covered, "{name} {ty}: {x}, {y} of {a:?}, {b:?} is {result}: {states:?}");
                        }
                        Err(_) => undefined = true,
                    }
                }
                assert_eq!(found, undefined, "{name} {ty}: {a:?}, {b:?}");
            }
        }
    }
}

/// How much is known of results; nothing is said where they may be anything.
#[test]
fn results_are_known_well() {
    let numbers = [range(0, 7), range(2, 5), range(-4, 3), range(-6, -2), Range::exactly(3), Range::exactly(-8)];
    let mut lines = String::new();
    for name in BinOp::ALL.iter().map(|op| op.name()) {
        let module = program(["i32"; 3], &format!("{name} i32 %0, %1"));
        for (a, b) in numbers.into_iter().flat_map(|a| numbers.map(|b| (a, b))) {
            let (states, _) = executed(&module, a, b);
            let results = states.iter().map(|state| state.graph.range(state.frame().reg(RegId::from_index(2))));
            for result in results.filter(|result| *result != Range::of_width(32) && a.as_exact().is_none()) {
                let shown = |range: Range| format!("{}..{}", range.lo, range.hi);
                lines += &format!("{} {name} {} = {} by {}\n", shown(a), shown(b), shown(result), 1 << result.align);
            }
        }
    }
    expect![[r#"
        0..7 add 0..7 = 0..14 by 1
        0..7 add 2..5 = 2..12 by 1
        0..7 add -4..3 = -4..10 by 1
        0..7 add -6..-2 = -6..5 by 1
        0..7 add 3..3 = 3..10 by 1
        0..7 add -8..-8 = -8..-1 by 1
        2..5 add 0..7 = 2..12 by 1
        2..5 add 2..5 = 4..10 by 1
        2..5 add -4..3 = -2..8 by 1
        2..5 add -6..-2 = -4..3 by 1
        2..5 add 3..3 = 5..8 by 1
        2..5 add -8..-8 = -6..-3 by 1
        -4..3 add 0..7 = -4..10 by 1
        -4..3 add 2..5 = -2..8 by 1
        -4..3 add -4..3 = -8..6 by 1
        -4..3 add -6..-2 = -10..1 by 1
        -4..3 add 3..3 = -1..6 by 1
        -4..3 add -8..-8 = -12..-5 by 1
        -6..-2 add 0..7 = -6..5 by 1
        -6..-2 add 2..5 = -4..3 by 1
        -6..-2 add -4..3 = -10..1 by 1
        -6..-2 add -6..-2 = -12..-4 by 1
        -6..-2 add 3..3 = -3..1 by 1
        -6..-2 add -8..-8 = -14..-10 by 1
        0..7 sub 0..7 = -7..7 by 1
        0..7 sub 2..5 = -5..5 by 1
        0..7 sub -4..3 = -3..11 by 1
        0..7 sub -6..-2 = 2..13 by 1
        0..7 sub 3..3 = -3..4 by 1
        0..7 sub -8..-8 = 8..15 by 1
        2..5 sub 0..7 = -5..5 by 1
        2..5 sub 2..5 = -3..3 by 1
        2..5 sub -4..3 = -1..9 by 1
        2..5 sub -6..-2 = 4..11 by 1
        2..5 sub 3..3 = -1..2 by 1
        2..5 sub -8..-8 = 10..13 by 1
        -4..3 sub 0..7 = -11..3 by 1
        -4..3 sub 2..5 = -9..1 by 1
        -4..3 sub -4..3 = -7..7 by 1
        -4..3 sub -6..-2 = -2..9 by 1
        -4..3 sub 3..3 = -7..0 by 1
        -4..3 sub -8..-8 = 4..11 by 1
        -6..-2 sub 0..7 = -13..-2 by 1
        -6..-2 sub 2..5 = -11..-4 by 1
        -6..-2 sub -4..3 = -9..2 by 1
        -6..-2 sub -6..-2 = -4..4 by 1
        -6..-2 sub 3..3 = -9..-5 by 1
        -6..-2 sub -8..-8 = 2..6 by 1
        0..7 mul 0..7 = 0..49 by 1
        0..7 mul 2..5 = 0..35 by 1
        0..7 mul -4..3 = -28..21 by 1
        0..7 mul -6..-2 = -42..0 by 1
        0..7 mul 3..3 = 0..21 by 1
        0..7 mul -8..-8 = -56..0 by 8
        2..5 mul 0..7 = 0..35 by 1
        2..5 mul 2..5 = 4..25 by 1
        2..5 mul -4..3 = -20..15 by 1
        2..5 mul -6..-2 = -30..-4 by 1
        2..5 mul 3..3 = 6..15 by 1
        2..5 mul -8..-8 = -40..-16 by 8
        -4..3 mul 0..7 = -28..21 by 1
        -4..3 mul 2..5 = -20..15 by 1
        -4..3 mul -4..3 = -12..16 by 1
        -4..3 mul -6..-2 = -18..24 by 1
        -4..3 mul 3..3 = -12..9 by 1
        -4..3 mul -8..-8 = -24..32 by 8
        -6..-2 mul 0..7 = -42..0 by 1
        -6..-2 mul 2..5 = -30..-4 by 1
        -6..-2 mul -4..3 = -18..24 by 1
        -6..-2 mul -6..-2 = 4..36 by 1
        -6..-2 mul 3..3 = -18..-6 by 1
        -6..-2 mul -8..-8 = 16..48 by 8
        0..7 udiv 0..7 = 0..7 by 1
        0..7 udiv 2..5 = 0..3 by 1
        0..7 udiv 3..3 = 0..2 by 1
        2..5 udiv 0..7 = 0..5 by 1
        2..5 udiv 2..5 = 0..2 by 1
        2..5 udiv 3..3 = 0..1 by 1
        0..7 sdiv 0..7 = 0..7 by 1
        0..7 sdiv 2..5 = 0..3 by 1
        0..7 sdiv 3..3 = 0..2 by 1
        2..5 sdiv 0..7 = 0..5 by 1
        2..5 sdiv 2..5 = 0..2 by 1
        2..5 sdiv 3..3 = 0..1 by 1
        0..7 urem 0..7 = 0..6 by 1
        0..7 urem 2..5 = 0..4 by 1
        0..7 urem 3..3 = 0..2 by 1
        2..5 urem 0..7 = 0..5 by 1
        2..5 urem 2..5 = 0..4 by 1
        2..5 urem 3..3 = 0..2 by 1
        -4..3 urem 3..3 = 0..2 by 1
        -6..-2 urem 3..3 = 0..2 by 1
        0..7 srem 0..7 = 0..6 by 1
        0..7 srem 2..5 = 0..4 by 1
        0..7 srem 3..3 = 0..2 by 1
        0..7 srem -8..-8 = -7..7 by 1
        2..5 srem 0..7 = 0..5 by 1
        2..5 srem 2..5 = 0..4 by 1
        2..5 srem 3..3 = 0..2 by 1
        2..5 srem -8..-8 = -7..7 by 1
        -4..3 srem 3..3 = -2..2 by 1
        -4..3 srem -8..-8 = -7..7 by 1
        -6..-2 srem 3..3 = -2..2 by 1
        -6..-2 srem -8..-8 = -7..7 by 1
        0..7 shl 3..3 = 0..56 by 8
        2..5 shl 3..3 = 16..40 by 8
        -4..3 shl 3..3 = -32..24 by 8
        -6..-2 shl 3..3 = -48..-16 by 8
        0..7 lshr 0..7 = 0..7 by 1
        0..7 lshr 2..5 = 0..1 by 1
        0..7 lshr -4..3 = 0..7 by 1
        0..7 lshr -6..-2 = 0..7 by 1
        0..7 lshr 3..3 = 0..0 by 1
        0..7 lshr -8..-8 = 0..7 by 1
        2..5 lshr 0..7 = 0..5 by 1
        2..5 lshr 2..5 = 0..1 by 1
        2..5 lshr -4..3 = 0..5 by 1
        2..5 lshr -6..-2 = 0..5 by 1
        2..5 lshr 3..3 = 0..0 by 1
        2..5 lshr -8..-8 = 0..5 by 1
        0..7 ashr 0..7 = 0..7 by 1
        0..7 ashr 2..5 = 0..1 by 1
        0..7 ashr -4..3 = 0..7 by 1
        0..7 ashr -6..-2 = 0..7 by 1
        0..7 ashr 3..3 = 0..0 by 1
        0..7 ashr -8..-8 = 0..7 by 1
        2..5 ashr 0..7 = 0..5 by 1
        2..5 ashr 2..5 = 0..1 by 1
        2..5 ashr -4..3 = 0..5 by 1
        2..5 ashr -6..-2 = 0..5 by 1
        2..5 ashr 3..3 = 0..0 by 1
        2..5 ashr -8..-8 = 0..5 by 1
        0..7 and 0..7 = 0..7 by 1
        0..7 and 2..5 = 0..5 by 1
        0..7 and -4..3 = 0..7 by 1
        0..7 and -6..-2 = 0..7 by 1
        0..7 and 3..3 = 0..3 by 1
        0..7 and -8..-8 = 0..0 by 1
        2..5 and 0..7 = 0..5 by 1
        2..5 and 2..5 = 0..5 by 1
        2..5 and -4..3 = 0..5 by 1
        2..5 and -6..-2 = 0..5 by 1
        2..5 and 3..3 = 0..3 by 1
        2..5 and -8..-8 = 0..0 by 1
        -4..3 and 0..7 = 0..7 by 1
        -4..3 and 2..5 = 0..5 by 1
        -4..3 and 3..3 = 0..3 by 1
        -4..3 and -8..-8 = -8..0 by 8
        -6..-2 and 0..7 = 0..7 by 1
        -6..-2 and 2..5 = 0..5 by 1
        -6..-2 and 3..3 = 0..3 by 1
        -6..-2 and -8..-8 = -8..-8 by 1
        0..7 or 0..7 = 0..7 by 1
        0..7 or 2..5 = 0..7 by 1
        0..7 or 3..3 = 0..7 by 1
        2..5 or 0..7 = 0..7 by 1
        2..5 or 2..5 = 0..7 by 1
        2..5 or 3..3 = 0..7 by 1
        0..7 xor 0..7 = 0..7 by 1
        0..7 xor 2..5 = 0..7 by 1
        0..7 xor 3..3 = 0..7 by 1
        2..5 xor 0..7 = 0..7 by 1
        2..5 xor 2..5 = 0..7 by 1
        2..5 xor 3..3 = 0..7 by 1
    "#]]
    .assert_eq(&lines);
}

#[test]
fn casts_cover() {
    let casts = [
        (CastOp::Trunc, "trunc", 32, 8),
        (CastOp::Trunc, "trunc", 8, 1),
        (CastOp::Trunc, "trunc", 64, 32),
        (CastOp::ZExt, "zext", 1, 8),
        (CastOp::ZExt, "zext", 8, 16),
        (CastOp::ZExt, "zext", 8, 64),
        (CastOp::ZExt, "zext", 32, 64),
        (CastOp::SExt, "sext", 1, 8),
        (CastOp::SExt, "sext", 8, 32),
    ];
    let mut lines = String::new();
    for (op, name, from, to) in casts {
        let (source, target) = (format!("i{from}"), format!("i{to}"));
        let module = program([&source, &source, &target], &format!("{name} {source} %0 to {target}"));
        let fitting = numbers().into_iter().filter(|number| Range::of_width(from).includes(*number));
        for a in fitting {
            let (states, _) = executed(&module, a, Range::exactly(0));
            for x in a.members() {
                let bits = ir::truncate(x as u128, from as u16);
                let result = signed(eval::cast(op, from as u16, to as u16, bits).expect("a cast of numbers"), to);
                let covered = states.iter().any(|state| allows(state, [x, 0], result));
                assert!(covered, "{name} {source} to {target}: {x} of {a:?} is {result}: {states:?}");
            }
            for state in states.iter().filter(|_| [-128, -2, 2, 100].contains(&a.lo) && a.as_exact().is_none()) {
                let result = state.graph.range(state.frame().reg(RegId::from_index(2)));
                lines += &format!("{name} {source} to {target}: {}..{} = {}..{}\n", a.lo, a.hi, result.lo, result.hi);
            }
        }
    }
    expect![[r#"
        trunc i32 to i8: -2..1 = -2..1
        trunc i32 to i8: 2..5 = 2..5
        trunc i32 to i8: -128..-127 = -128..-127
        trunc i32 to i8: 100..127 = 100..127
        trunc i32 to i8: -128..127 = -128..127
        trunc i8 to i1: -2..1 = 0..1
        trunc i8 to i1: 2..5 = 0..1
        trunc i8 to i1: -128..-127 = 0..1
        trunc i8 to i1: 100..127 = 0..1
        trunc i8 to i1: -128..127 = 0..1
        trunc i64 to i32: -2..1 = -2..1
        trunc i64 to i32: 2..5 = 2..5
        trunc i64 to i32: -128..-127 = -128..-127
        trunc i64 to i32: 100..127 = 100..127
        trunc i64 to i32: -128..127 = -128..127
        zext i8 to i16: -2..1 = 0..255
        zext i8 to i16: 2..5 = 2..5
        zext i8 to i16: -128..-127 = 0..255
        zext i8 to i16: 100..127 = 100..127
        zext i8 to i16: -128..127 = 0..255
        zext i8 to i64: -2..1 = 0..255
        zext i8 to i64: 2..5 = 2..5
        zext i8 to i64: -128..-127 = 0..255
        zext i8 to i64: 100..127 = 100..127
        zext i8 to i64: -128..127 = 0..255
        zext i32 to i64: -2..1 = 0..4294967295
        zext i32 to i64: 2..5 = 2..5
        zext i32 to i64: -128..-127 = 0..4294967295
        zext i32 to i64: 100..127 = 100..127
        zext i32 to i64: -128..127 = 0..4294967295
        sext i8 to i32: -2..1 = -2..1
        sext i8 to i32: 2..5 = 2..5
        sext i8 to i32: -128..-127 = -128..-127
        sext i8 to i32: 100..127 = 100..127
        sext i8 to i32: -128..127 = -128..127
    "#]]
    .assert_eq(&lines);
}

#[test]
fn overflows_are_foreseen() {
    let mut decided = 0;
    for &op in OverflowOp::ALL {
        let name = op.name();
        for (is_signed, how) in [(true, "signed"), (false, "unsigned")] {
            let module = program(["i8", "i8", "i1"], &format!("overflows {how} {name} i8 %0, %1"));
            for (a, b) in numbers().into_iter().flat_map(|a| numbers().into_iter().map(move |b| (a, b))) {
                let (states, _) = executed(&module, a, b);
                decided += usize::from(states.len() == 1);
                for (x, y) in a.members().flat_map(|x| b.members().map(move |y| (x, y))) {
                    let bits = |number: i64| ir::truncate(number as u128, 8);
                    let result = i64::from(eval::overflows(op, is_signed, 8, bits(x), bits(y)));
                    let covered = states.iter().any(|state| allows(state, [x, y], result));
                    assert!(covered, "{how} {name}: {x}, {y} of {a:?}, {b:?}: {result}");
                }
            }
        }
    }
    expect!["2506"].assert_eq(&decided.to_string());
}

#[test]
fn bits_are_counted() {
    for name in ["popcount", "clz", "ctz", "bswap", "bitreverse"] {
        let op = match name {
            "popcount" => ir::BitOp::PopCount,
            "clz" => ir::BitOp::LeadingZeros,
            "ctz" => ir::BitOp::TrailingZeros,
            "bswap" => ir::BitOp::Bswap,
            _ => ir::BitOp::Reverse,
        };
        let module = program(["i16"; 3], &format!("{name} i16 %0"));
        for a in numbers() {
            let (states, _) = executed(&module, a, Range::exactly(0));
            for x in a.members() {
                let result = signed(eval::bits(op, 16, ir::truncate(x as u128, 16)), 16);
                assert!(states.iter().any(|state| allows(state, [x, 0], result)), "{name} {x} is {result}: {states:?}");
            }
        }
    }
}
