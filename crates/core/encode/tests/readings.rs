//! The exact readings against what the interpreter computes, for random operations and values; and the linear one against
//! the run that guides it.

use encode::bits::Bits;
use encode::integers::Integers;
use encode::linear::{Form, Linear};
use encode::reading::Reading;
use ir::eval::{self, Trouble};
use ir::{BinOp, BitOp, CastOp, OverflowOp, Predicate, sign_extend, truncate};
use proptest::prelude::*;
use rustc_hash::FxHashMap;
use smt::{Term, Terms, Value};

const CAST: [CastOp; 6] =
    [CastOp::Trunc, CastOp::ZExt, CastOp::SExt, CastOp::Bitcast, CastOp::PtrToInt, CastOp::IntToPtr];

/// A reading of which words can be looked at.
trait Tested: Reading<Word = Term> {
    fn value(&self, width: u16, bits: u128) -> Value;
}

impl Tested for Bits<'_> {
    fn value(&self, width: u16, bits: u128) -> Value {
        if width == 1 { Value::Bool(bits == 1) } else { Value::Bv { width: u32::from(width), value: bits } }
    }
}

impl Tested for Integers<'_> {
    fn value(&self, width: u16, bits: u128) -> Value {
        if width == 1 { Value::Bool(bits == 1) } else { Value::Int(sign_extend(bits, width)) }
    }
}

fn of_model<R: Reading>(_: &R, value: Value, width: u16) -> Option<u128> {
    R::bits_of(value, width)
}

/// Two operands, as variables or as constants, and what the variables are.
struct Operands {
    a: Term,
    b: Term,
    are: FxHashMap<Term, Value>,
}

impl Operands {
    fn new(reading: &mut impl Tested, width: u16, a: u128, b: u128, constants: (bool, bool)) -> Operands {
        let mut are = FxHashMap::default();
        let mut make = |number, bits, constant| {
            if constant {
                return reading.constant(width, bits).expect("a width with a reading");
            }
            let unknown = reading.unknown(number, width, None).expect("a width with a reading");
            let value = reading.value(width, bits);
            assert_eq!(of_model(reading, value, width), Some(bits));
            are.insert(unknown.term, value);
            unknown.word
        };
        let (a, b) = (make(0, a, constants.0), make(1, b, constants.1));
        Operands { a, b, are }
    }
}

fn check(
    terms: &Terms,
    reading: &mut impl Tested,
    width: u16,
    (a, b): (u128, u128),
    constants: (bool, bool),
) -> Result<(), TestCaseError> {
    let operands = Operands::new(reading, width, a, b, constants);
    let (x, y) = (operands.a, operands.b);
    // What does not fit the numbers of a term store cannot be looked at; a solver can.
    let agrees = |term: Term, expected: Value, what: &str| match terms.eval(term, &operands.are) {
        Some(found) => {
            prop_assert_eq!(found, expected, "{} of {} and {} ({} bits)", what, a, b, width);
            Ok(())
        }
        None => {
            prop_assert!(width > 32, "{what} of {a} and {b} ({width} bits) is left open");
            Ok(())
        }
    };
    for &op in BinOp::ALL {
        for nsw in [false, true] {
            let expected = eval::binary(op, width, nsw, a, b);
            let undefined = reading.undefined(op, width, nsw, x, y).expect("exact");
            agrees(undefined, Value::Bool(expected.is_err()), &format!("{op:?} undefined, nsw {nsw}"))?;
            if let Ok(bits) = expected {
                let result = reading.binary(op, width, x, y).expect("exact");
                agrees(result, reading.value(width, bits), &format!("{op:?}"))?;
            }
        }
    }
    for &op in OverflowOp::ALL {
        for signed in [false, true] {
            let expected = eval::overflows(op, signed, width, a, b);
            let found = reading.overflows(op, signed, width, x, y).expect("exact");
            agrees(found, Value::Bool(expected), &format!("{op:?} overflows, signed {signed}"))?;
        }
    }
    for &op in BitOp::ALL {
        if op != BitOp::Bswap || width.is_multiple_of(16) {
            let found = reading.bit_op(op, width, x).expect("exact");
            agrees(found, reading.value(width, truncate(eval::bits(op, width, a), width)), &format!("{op:?}"))?;
        }
    }
    for &pred in Predicate::ALL {
        let found = reading.compare(pred, width, x, y).expect("exact");
        agrees(found, Value::Bool(eval::compare(pred, width, a, b)), &format!("{pred:?}"))?;
    }
    for to in [1, 2, 7, 8, 16, 31, 32, 33, 64] {
        for op in CAST {
            let fits = match op {
                CastOp::Trunc => to < width,
                CastOp::ZExt | CastOp::SExt => to > width,
                CastOp::Bitcast => to == width,
                CastOp::PtrToInt | CastOp::IntToPtr => true,
                CastOp::FloatToSigned
                | CastOp::FloatToUnsigned
                | CastOp::SignedToFloat
                | CastOp::UnsignedToFloat
                | CastOp::FloatToFloat => false,
            };
            if fits {
                let expected = eval::cast(op, width, to, a).expect("a cast of integers");
                let found = reading.cast(op, width, to, x).expect("exact");
                agrees(found, reading.value(to, expected), &format!("{op:?} to {to}"))?;
            }
        }
    }
    Ok(())
}

/// Numbers around which things change.
fn bits_of(width: u16) -> impl Strategy<Value = u128> {
    let half = 1u128 << (width - 1);
    prop_oneof![
        any::<u128>(),
        (0u128..4),
        (0u128..4).prop_map(move |away| half.wrapping_sub(away)),
        (0u128..4).prop_map(move |away| half.wrapping_add(away)),
        (0u128..4).prop_map(|away| u128::MAX - away),
        (0u32..128).prop_map(|at| 1u128 << at),
        (0u32..128).prop_map(|at| u128::MAX << at),
        (0u128..70),
    ]
    .prop_map(move |bits| truncate(bits, width))
}

fn case(widths: &'static [u16]) -> impl Strategy<Value = (u16, u128, u128, bool, bool)> {
    proptest::sample::select(widths)
        .prop_flat_map(|width| (Just(width), bits_of(width), bits_of(width), any::<bool>(), any::<bool>()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn bits_mean_what_is_computed((width, a, b, fixed_a, fixed_b) in case(&[1, 2, 3, 8, 16, 32, 37, 64, 80, 128])) {
        let terms = Terms::new();
        check(&terms, &mut Bits { terms: &terms }, width, (a, b), (fixed_a, fixed_b))?;
    }

    #[test]
    fn integers_mean_what_is_computed((width, a, b, fixed_a, fixed_b) in case(&[1, 2, 3, 8, 16, 32, 37, 64])) {
        let terms = Terms::new();
        check(&terms, &mut Integers::new(&terms), width, (a, b), (fixed_a, fixed_b))?;
    }

    /// In the regime of the run, the linear reading says what the run computed: all that it requires holds there, and its
    /// words are congruent to the bits.
    #[test]
    fn the_run_that_guides_is_a_solution((width, a, b, _, fixed) in case(&[2, 3, 8, 16, 32, 37, 64])) {
        let terms = Terms::new();
        for &op in BinOp::ALL {
            let mut linear = Linear::new(&terms);
            let x = linear.unknown(0, width, Some(a)).expect("more than a bit");
            let mut are = FxHashMap::from_iter([(x.term, Value::Int(sign_extend(a, width)))]);
            let y = if fixed {
                linear.constant(width, b).expect("a number")
            } else {
                let y = linear.unknown(1, width, Some(b)).expect("more than a bit");
                are.insert(y.term, Value::Int(sign_extend(b, width)));
                y.word
            };
            let x = x.word;
            let computed = eval::binary(op, width, false, a, b);
            if let (Ok(bits), Some(Form::Number(result))) = (computed, linear.binary(op, width, x, y)) {
                let value = result.value.expect("guided");
                prop_assert_eq!(truncate(value as u128, width), bits, "{:?} of {} and {} ({})", op, a, b, width);
                prop_assert_eq!(terms.eval(result.term, &are), Some(Value::Int(value)));
            }
            for &pred in Predicate::ALL {
                if let Some(Form::Truth { term, value }) = linear.compare(pred, width, x, y) {
                    let expected = eval::compare(pred, width, a, b);
                    prop_assert_eq!(value, Some(expected));
                    prop_assert_eq!(terms.eval(term, &are), Some(Value::Bool(expected)));
                }
            }
            for formula in linear.side_conditions() {
                prop_assert_eq!(terms.eval(formula, &are), Some(Value::Bool(true)));
            }
        }
    }
}

#[test]
fn small_widths_are_read_exactly() {
    for width in [1u16, 2, 3] {
        for a in 0..1u128 << width {
            for b in 0..1u128 << width {
                for constants in [(false, false), (true, false), (false, true), (true, true)] {
                    let terms = Terms::new();
                    check(&terms, &mut Bits { terms: &terms }, width, (a, b), constants).expect("agrees");
                    let terms = Terms::new();
                    check(&terms, &mut Integers::new(&terms), width, (a, b), constants).expect("agrees");
                }
            }
        }
    }
}

#[test]
fn wide_words_have_no_reading_as_integers() {
    let terms = Terms::new();
    let mut integers = Integers::new(&terms);
    assert!(integers.unknown(0, 65, None).is_none());
    assert!(integers.constant(65, 1).is_none());
    let one = integers.constant(64, 1).expect("a width with a reading");
    assert!(integers.cast(CastOp::ZExt, 64, 128, one).is_none());
    assert_eq!(eval::binary(BinOp::SDiv, 64, false, 1 << 63, u128::from(u64::MAX)), Err(Trouble::Overflow));
}
