//! Numbers of one bit: they are kept as 0 and 1, and whatever has a sign takes the 1 for -1.

use ir::{BinOp, OverflowOp, Predicate, eval};

use super::arith::{allows, executed, program, signed};
use crate::graph::Range;

const NUMBERS: [Range; 3] =
    [Range { lo: 0, hi: 0, align: 0 }, Range { lo: 1, hi: 1, align: 0 }, Range { lo: 0, hi: 1, align: 0 }];

/// Every result of the instruction is among those that were found; `None`: the run ends, which has to be found.
fn covers(instruction: &str, result: impl Fn(u128, u128) -> Option<u128>) {
    let module = program(["i1"; 3], instruction);
    for (a, b) in NUMBERS.into_iter().flat_map(|a| NUMBERS.map(|b| (a, b))) {
        let (states, found) = executed(&module, a, b);
        for (x, y) in a.members().flat_map(|x| b.members().map(move |y| (x, y))) {
            match result(x as u128, y as u128) {
                Some(result) => {
                    let result = signed(result, 1);
                    let covered = states.iter().any(|state| allows(state, [x, y], result));
                    assert!(covered, "{instruction}: {x}, {y} of {a:?}, {b:?} is {result}: {states:?}");
                }
                None => assert!(found, "{instruction}: {x}, {y} of {a:?}, {b:?}"),
            }
        }
    }
}

#[test]
fn operations() {
    for &op in BinOp::ALL {
        covers(&format!("{} i1 %0, %1", op.name()), |x, y| eval::binary(op, 1, false, x, y).ok());
    }
}

#[test]
fn overflows() {
    for &op in OverflowOp::ALL {
        for (is_signed, how) in [(true, "signed"), (false, "unsigned")] {
            covers(&format!("overflows {how} {} i1 %0, %1", op.name()), |x, y| {
                Some(u128::from(eval::overflows(op, is_signed, 1, x, y)))
            });
        }
    }
}

#[test]
fn comparisons() {
    for &pred in Predicate::ALL {
        covers(&format!("cmp {} i1 %0, %1", pred.name()), |x, y| Some(u128::from(eval::compare(pred, 1, x, y))));
    }
}
