//! Instructions and edges of a small function, against what the interpreter's operations compute.

use encode::bits::Bits;
use encode::inst::{Cause, Read, edges, read};
use encode::integers::Integers;
use encode::reading::Reading;
use ir::{BinOp, DataModel, Operand, RegId, eval};
use rustc_hash::FxHashMap;
use smt::{Term, Terms};

const PROGRAM: &str = "module lp64

func @f(%0: i32, %1: i32) -> i32 {
bb0:
  %2 = add nsw i32 %0, %1
  %3 = cmp slt i32 %2, 10
  %4 = select i32 %3, %2, %1
  %5 = sext i32 %4 to i64
  %6 = trunc i64 %5 to i8
  assume %3
  %7 = alloca 4 align 4
  switch i8 %6 { 3 -> bb1 4 -> bb2 default -> bb3 }
bb1:
  return i32 1
bb2:
  return i32 2
bb3:
  return i32 3
}
";

/// Walks the block with constants; the bits of the last number, and which way out is taken, if it has a meaning.
fn walk<R: Reading<Word = Term>>(terms: &Terms, reading: &mut R, a: u128, b: u128) -> Option<(Term, usize)> {
    let module = ir::parse(PROGRAM).expect("the test program parses");
    ir::verify(&module).expect("the test program verifies");
    let function = &module.funcs[module.func_named("f").expect("it is there")];
    let mut words: FxHashMap<RegId, Term> = FxHashMap::default();
    for (param, bits) in function.params.iter().zip([a, b]) {
        words.insert(*param, reading.constant(32, bits).expect("a width with a reading"));
    }
    let operand = |words: &FxHashMap<RegId, Term>, reading: &mut R, operand: Operand| match operand {
        Operand::Reg(reg) => words.get(&reg).copied(),
        Operand::Const(id) => {
            let value = module.consts.get(id);
            let ir::Const::Int { width, value } = value else { return None };
            reading.constant(width, value)
        }
    };
    let is =
        |term: Term| terms.as_value(term).and_then(smt::Value::as_bool).expect("of constants, everything is known");
    let block = &function.blocks[function.entry()];
    let mut elsewhere = 0;
    let mut last = None;
    for inst in &block.insts {
        match read(reading, DataModel::Lp64, inst, |reading, at| operand(&words, reading, at)) {
            Read::Computes(meaning) => {
                for (cause, undefined) in &meaning.undefined {
                    assert_eq!(*cause, Cause::Operation(BinOp::Add));
                    if is(*undefined) {
                        return None;
                    }
                }
                if meaning.assumed.is_some_and(|assumed| !is(assumed)) {
                    return None;
                }
                if let (Some(dst), Some(result)) = (inst.dst, meaning.result) {
                    words.insert(dst, result);
                    last = Some(result);
                }
            }
            Read::Elsewhere => elsewhere += 1,
            Read::Inexpressible => panic!("{inst:?}"),
        }
    }
    assert_eq!(elsewhere, 1, "memory is read elsewhere");
    let ways = edges(reading, terms, DataModel::Lp64, &block.term.kind, |reading, at| operand(&words, reading, at));
    let ways = ways.expect("a switch of numbers");
    let taken: Vec<usize> = ways.iter().enumerate().filter(|(_, (term, _))| is(*term)).map(|(way, _)| way).collect();
    let [way] = taken.as_slice() else { panic!("{taken:?}") };
    Some((last.expect("numbers were computed"), *way))
}

#[test]
fn a_block_means_what_is_computed() {
    for a in [0u128, 1, 3, 260, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe] {
        for b in [0u128, 1, 3, 9, 0x7fff_ffff, 0xffff_ffff] {
            let sum = eval::binary(BinOp::Add, 32, true, a, b).ok().filter(|sum| ir::sign_extend(*sum, 32) < 10);
            let expected = sum.map(|sum| {
                let low = sum & 0xff;
                (
                    low,
                    if low == 3 {
                        0
                    } else if low == 4 {
                        1
                    } else {
                        2
                    },
                )
            });
            let terms = Terms::new();
            let found = walk(&terms, &mut Bits { terms: &terms }, a, b);
            let bits = |term: Term| terms.as_value(term).and_then(smt::Value::as_bits).expect("known");
            assert_eq!(found.map(|(term, way)| (bits(term), way)), expected, "{a} and {b}");
            let terms = Terms::new();
            let found = walk(&terms, &mut Integers::new(&terms), a, b);
            let low = |term: Term| terms.as_value(term).and_then(smt::Value::as_int).expect("known") as u128 & 0xff;
            assert_eq!(found.map(|(term, way)| (low(term), way)), expected, "{a} and {b}");
        }
    }
}
