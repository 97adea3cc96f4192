//! Numbers with ranges against what the interpreter computes: what it computes is always among what the reading allows, and
//! where nothing was chosen it is the only one.

use encode::ranged::{Ranged, Word};
use encode::reading::Reading;
use ir::eval;
use ir::{BinOp, BitOp, CastOp, OverflowOp, Predicate, sign_extend, truncate};
use proptest::prelude::*;
use smt::{Session, Solver, Sort, Term, Terms};

/// How an operand is known.
#[derive(Clone, Copy, Debug)]
enum Known {
    Constant,
    Signed,
    Unsigned,
    /// With a range around its value that is in neither type's.
    Around,
}

struct Tested<'t> {
    terms: &'t Terms,
    reading: Ranged<'t>,
    solver: Solver,
    count: u32,
}

impl Tested<'_> {
    fn operand(&mut self, width: u16, bits: u128, known: Known) -> Word {
        let t = self.terms;
        if width == 1 || matches!(known, Known::Constant) {
            return self.reading.constant(width, bits).expect("a width with a reading");
        }
        self.count += 1;
        let term = t.var(&format!("x{}", self.count), Sort::Int);
        let (signed, unsigned) = (sign_extend(bits, width), bits as i128);
        let (word, value) = match known {
            Known::Unsigned => (self.reading.of_type(term, width, false), unsigned),
            Known::Around => {
                let quarter = 1i128 << (width - 2);
                let (least, most) = (-quarter, (1i128 << width) - 1 - quarter);
                (Word { term, least, most }, if unsigned <= most { unsigned } else { signed })
            }
            Known::Signed | Known::Constant => (self.reading.of_type(term, width, true), signed),
        };
        self.solver.assert(t.eq(term, t.int(value)));
        word
    }

    /// May the word have these bits?
    fn allows(&mut self, word: Word, width: u16, bits: u128) -> bool {
        self.reading.side_conditions().into_iter().for_each(|bound| self.solver.assert(bound));
        let is = is(self.terms, &self.reading, word, width, bits);
        self.solver.check_assuming(&[is]).is_sat()
    }

    /// Nothing was chosen: may it have others?
    fn allows_others(&mut self, word: Word, width: u16, bits: u128) -> bool {
        let is = self.terms.not(is(self.terms, &self.reading, word, width, bits));
        self.solver.check_assuming(&[is]).is_sat()
    }
}

fn is(t: &Terms, reading: &Ranged<'_>, word: Word, width: u16, bits: u128) -> Term {
    if width == 1 {
        return if bits == 1 { word.term } else { t.not(word.term) };
    }
    t.eq(reading.read(word, width, true).term, t.int(sign_extend(bits, width)))
}

const EXACT: [BinOp; 3] = [BinOp::Add, BinOp::Sub, BinOp::Mul];

fn check(width: u16, a: u128, b: u128, known: (Known, Known)) {
    let terms = Terms::new();
    let solver = Solver::new(&Session::new(&terms).expect("the solver starts"));
    let mut t = Tested { terms: &terms, reading: Ranged::new(&terms), solver, count: 0 };
    let (x, y) = (t.operand(width, a, known.0), t.operand(width, b, known.1));
    let about = format!("of {a} and {b}, {width} bits, {known:?}");
    for &op in BinOp::ALL {
        for nsw in [false, true] {
            let expected = eval::binary(op, width, nsw, a, b);
            let undefined = t.reading.undefined(op, width, nsw, x, y).expect("readable");
            assert!(t.allows(undefined, 1, u128::from(expected.is_err())), "{op:?} {about}: undefined, nsw {nsw}");
            if let Ok(bits) = expected {
                let result = t.reading.binary(op, width, x, y).expect("readable");
                assert!(t.allows(result, width, bits), "{op:?} {about}: {bits}");
                if EXACT.contains(&op) {
                    assert!(!t.allows_others(result, width, bits), "{op:?} {about}: others");
                }
            }
        }
    }
    for &op in OverflowOp::ALL {
        for signed in [false, true] {
            let expected = u128::from(eval::overflows(op, signed, width, a, b));
            let found = t.reading.overflows(op, signed, width, x, y).expect("readable");
            assert!(t.allows(found, 1, expected), "{op:?} {about}: overflows, signed {signed}");
        }
    }
    for &op in BitOp::ALL {
        if op != BitOp::Bswap || width.is_multiple_of(16) {
            let found = t.reading.bit_op(op, width, x).expect("readable");
            assert!(t.allows(found, width, truncate(eval::bits(op, width, a), width)), "{op:?} {about}");
        }
    }
    for &pred in Predicate::ALL {
        let expected = u128::from(eval::compare(pred, width, a, b));
        let found = t.reading.compare(pred, width, x, y).expect("readable");
        assert!(t.allows(found, 1, expected) && !t.allows_others(found, 1, expected), "{pred:?} {about}");
    }
    for to in [1, 7, 8, 32, 64] {
        for op in [CastOp::Trunc, CastOp::ZExt, CastOp::SExt] {
            if (op == CastOp::Trunc) == (to < width) && to != width {
                let expected = eval::cast(op, width, to, a).expect("it is defined");
                let found = t.reading.cast(op, width, to, x).expect("readable");
                let only = t.allows(found, to, expected) && !t.allows_others(found, to, expected);
                assert!(only, "{op:?} to {to} {about}");
            }
        }
    }
    let no = t.reading.constant(1, 0).expect("readable");
    let chosen = t.reading.select(width, no, x, y).expect("readable");
    assert!(t.allows(chosen, width, b) && !t.allows_others(chosen, width, b), "select {about}");
}

fn known() -> impl Strategy<Value = Known> {
    prop_oneof![Just(Known::Constant), Just(Known::Signed), Just(Known::Unsigned), Just(Known::Around)]
}

fn number() -> impl Strategy<Value = u128> {
    prop_oneof![0..4u128, Just(u128::MAX), Just(1 << 7), Just(1 << 31), Just(1 << 63), any::<u128>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn covers_the_machine(
        width in prop_oneof![Just(1u16), Just(2), Just(8), Just(16), Just(32), Just(63), Just(64)],
        a in number(),
        b in number(),
        known in (known(), known()),
    ) {
        check(width, truncate(a, width), truncate(b, width), known);
    }
}

#[test]
fn what_nothing_is_has_bits_too() {
    let terms = Terms::new();
    let mut reading = Ranged::new(&terms);
    let nothing = Word { term: terms.var("x", Sort::Int), least: 5, most: -3 };
    let any = reading.of_type(terms.var("y", Sort::Int), 8, false);
    for &op in BinOp::ALL {
        for (a, b) in [(nothing, any), (any, nothing), (nothing, nothing)] {
            assert!(reading.binary(op, 8, a, b).is_some(), "{op:?}");
            assert!(reading.undefined(op, 8, true, a, b).is_some(), "{op:?}");
        }
    }
}
