//! Arithmetic: what is computed of unknown numbers allows what `ir::eval` computes of each number, and where it is to be exact,
//! nothing else.

use super::*;
use engine::BugKind;
use ir::eval::{self, Trouble};
use ir::{BinOp, BitOp, CastOp, OverflowOp, Predicate};

/// Words of three bits are all there are to try.
const WIDTH: u16 = 3;
const WORDS: u128 = 1 << WIDTH;

/// What is known of an operand: how it is read, and whether it is a constant.
#[derive(Clone, Copy, Debug)]
enum Given {
    Open(Reading),
    Constant(u128),
}

const OPEN: [Given; 2] = [Given::Open(Reading::Signed), Given::Open(Reading::Unsigned)];

/// The results of one instruction, `%2`, of operands `%0` and `%1`.
struct Computed {
    states: Vec<State>,
    found: Vec<BugKind>,
    given: [Given; 2],
    widths: [u16; 3],
}

fn computed(inst: &str, widths: [u16; 3], given: [Given; 2], overflow: Overflow) -> Computed {
    let [a, b, result] = widths;
    let text = format!("func @main(%0: i{a}, %1: i{b}) -> i{result} {{\nbb0:\n  %2 = {inst}\n  return %2\n}}\n");
    let module = parsed(&text);
    with_machine(&module, overflow, |machine| {
        let mut state = State::default();
        for (index, (given, width)) in given.into_iter().zip(widths).enumerate() {
            let value = match given {
                Given::Open(Reading::Mathematical) => number(state.fresh(), Reading::Mathematical),
                Given::Open(_) if width == 1 => Value::Truth(Condition::If(bit(&mut state))),
                Given::Open(reading) => state.unknown(width, reading),
                Given::Constant(bits) if width == 1 => Value::known(bits == 1),
                Given::Constant(bits) => Value::signed(ir::sign_extend(bits, width)),
            };
            state.set_register(reg(index), value);
        }
        let inst = &module.funcs[machine.func].blocks[BlockId::from_index(0)].insts[0];
        let Step::On(states) = machine.step(state, inst, &|_| true) else { panic!("arithmetic calls nothing") };
        let kind = |finding: &crate::exec::Finding| match finding.problem {
            Problem::Bug(kind) => kind,
            Problem::Unsupported => panic!("{} is supported", finding.message),
        };
        Computed { states, found: machine.findings.iter().map(kind).collect(), given, widths }
    })
}

fn bit(state: &mut State) -> Fact {
    let bit = state.fresh();
    state.learn_range(&bit, 1, Reading::Unsigned);
    Fact::ge(&bit, &constant(1)).expect("numbers are small")
}

impl Computed {
    /// All words that an operand can be.
    fn words(&self, operand: usize) -> Vec<u128> {
        match self.given[operand] {
            Given::Open(_) => (0..1 << self.widths[operand]).collect(),
            Given::Constant(bits) => vec![bits],
        }
    }

    /// All results that the states allow where the operands are these words.
    fn allowed(&self, a: u128, b: u128) -> Vec<u128> {
        let mut prover = crate::number::Prover::new(&Budget::new());
        let mut can_be = |result: u128| {
            self.states.iter().any(|state| {
                let words = [a, b, result].into_iter().zip(self.widths).enumerate();
                let state = words.into_iter().try_fold(state.clone(), |state, (index, (bits, width))| {
                    let value = state.register(reg(index)).expect("it was computed").clone();
                    where_it_is(state, &value, bits, width)
                });
                state.is_some_and(|state| !prover.is_contradictory(&state.knowledge))
            })
        };
        (0..1 << self.widths[2]).filter(|result| can_be(*result)).collect()
    }

    fn for_each(&self, mut check: impl FnMut(u128, u128)) {
        for a in self.words(0) {
            self.words(1).into_iter().for_each(|b| check(a, b));
        }
    }
}

fn text_of(op: BinOp) -> String {
    format!("{op:?}").to_lowercase()
}

const OPERATIONS: [BinOp; 13] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::UDiv,
    BinOp::SDiv,
    BinOp::URem,
    BinOp::SRem,
    BinOp::Shl,
    BinOp::LShr,
    BinOp::AShr,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
];

fn can_overflow(op: BinOp) -> bool {
    matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl)
}

fn blame(trouble: Trouble) -> BugKind {
    match trouble {
        Trouble::Overflow => BugKind::SignedOverflow,
        Trouble::DivisionByZero => BugKind::DivByZero,
        Trouble::ShiftOutOfRange => BugKind::ShiftOutOfRange,
    }
}

/// Executes the operation, and compares with every pair of words.
fn check_operation(op: BinOp, nsw: bool, given: [Given; 2], overflow: Overflow, exact: bool) {
    let nsw_text = if nsw { " nsw" } else { "" };
    let computed = computed(&format!("{}{nsw_text} i{WIDTH} %0, %1", text_of(op)), [WIDTH; 3], given, overflow);
    computed.for_each(|a, b| {
        let told = format!("{op:?}{nsw_text} of {a} and {b}, {given:?}, {overflow:?}: {:?}", computed.found);
        let result = eval::binary(op, WIDTH, nsw, a, b);
        match (result, overflow) {
            (Err(Trouble::Overflow), Overflow::Counts) if matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul) => {}
            (Err(trouble), _) if computed.found.contains(&blame(trouble)) => {}
            (Err(Trouble::Overflow), Overflow::Wraps) => {
                let wrapped = eval::binary(op, WIDTH, false, a, b).expect("it wraps");
                assert!(computed.allowed(a, b).contains(&wrapped), "{told}");
            }
            // A shift that may not fit is only counted.
            (Err(Trouble::Overflow), Overflow::Counts) => assert_eq!(op, BinOp::Shl, "{told}"),
            (Err(_), _) => panic!("nothing is found: {told}"),
            (Ok(result), _) => {
                let allowed = computed.allowed(a, b);
                assert!(allowed.contains(&result), "{result} is not among {allowed:?}: {told}");
                assert!(!exact || allowed.len() == 1, "{result} is not all of {allowed:?}: {told}");
            }
        }
    });
}

#[test]
fn operations_on_unknown_words() {
    for op in OPERATIONS {
        for nsw in [false, true].into_iter().take(if can_overflow(op) { 2 } else { 1 }) {
            for given in OPEN.map(|a| OPEN.map(|b| [a, b])).concat() {
                for overflow in [Overflow::Blocks, Overflow::Counts, Overflow::Wraps] {
                    check_operation(op, nsw, given, overflow, matches!(op, BinOp::Add | BinOp::Sub));
                }
            }
        }
    }
}

#[test]
fn operations_with_constants() {
    let bitwise = |op: BinOp, bits: u128| match op {
        BinOp::And => [0, 1, 3, 4, 6, 7].contains(&bits),
        BinOp::Or | BinOp::Xor => [0, 7].contains(&bits),
        _ => true,
    };
    for op in OPERATIONS {
        for nsw in [false, true].into_iter().take(if can_overflow(op) { 2 } else { 1 }) {
            for a in OPEN {
                for bits in 0..WORDS {
                    let overflow = if nsw { Overflow::Wraps } else { Overflow::Blocks };
                    check_operation(op, nsw, [a, Given::Constant(bits)], overflow, bitwise(op, bits));
                    let commutes = matches!(op, BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor);
                    check_operation(op, nsw, [Given::Constant(bits), a], overflow, commutes && bitwise(op, bits));
                }
            }
        }
    }
}

/// What has not overflowed is read with sign; the others are numbers that no word has, and nobody asks for them.
#[test]
fn operations_on_what_may_have_overflowed() {
    let mathematical = Given::Open(Reading::Mathematical);
    for op in OPERATIONS {
        for nsw in [false, true].into_iter().take(if can_overflow(op) { 2 } else { 1 }) {
            for b in [Given::Open(Reading::Signed), Given::Open(Reading::Unsigned), mathematical, Given::Constant(3)] {
                check_operation(op, nsw, [mathematical, b], Overflow::Counts, false);
                check_operation(op, nsw, [b, mathematical], Overflow::Counts, false);
            }
        }
    }
}

#[test]
fn comparisons() {
    let predicates = [
        Predicate::Eq,
        Predicate::Ne,
        Predicate::Ult,
        Predicate::Ule,
        Predicate::Ugt,
        Predicate::Uge,
        Predicate::Slt,
        Predicate::Sle,
        Predicate::Sgt,
        Predicate::Sge,
    ];
    let mathematical = Given::Open(Reading::Mathematical);
    let operands = [OPEN[0], OPEN[1], Given::Constant(5), mathematical];
    for pred in predicates {
        for width in [1, WIDTH] {
            for given in operands.map(|a| operands.map(|b| [a, b])).concat() {
                let given = if width == 1 { [OPEN[0], OPEN[0]] } else { given };
                let text = format!("cmp {} i{width} %0, %1", format!("{pred:?}").to_lowercase());
                let computed = computed(&text, [width, width, 1], given, Overflow::Counts);
                computed.for_each(|a, b| {
                    let expected = vec![u128::from(eval::compare(pred, width, a, b))];
                    let allowed = computed.allowed(a, b);
                    assert_eq!(allowed, expected, "{pred:?} of {a} and {b}, {given:?}");
                });
            }
        }
    }
}

#[test]
fn does_it_overflow() {
    for op in [OverflowOp::Add, OverflowOp::Sub, OverflowOp::Mul] {
        for signed in [false, true] {
            for b in [OPEN[0], OPEN[1], Given::Constant(3), Given::Constant(7)] {
                for a in OPEN {
                    let sign = if signed { "signed" } else { "unsigned" };
                    let name = format!("{op:?}").to_lowercase();
                    let text = format!("overflows {sign} {name} i{WIDTH} %0, %1");
                    let computed = computed(&text, [WIDTH, WIDTH, 1], [a, b], Overflow::Blocks);
                    let exact = op != OverflowOp::Mul || matches!(b, Given::Constant(_));
                    computed.for_each(|x, y| {
                        let expected = u128::from(eval::overflows(op, signed, WIDTH, x, y));
                        let allowed = computed.allowed(x, y);
                        assert!(allowed.contains(&expected), "{text} of {x} and {y}, {a:?} {b:?}: {allowed:?}");
                        assert!(!exact || allowed.len() == 1, "{text} of {x} and {y}, {a:?} {b:?}: {allowed:?}");
                    });
                }
            }
        }
    }
}

#[test]
fn casts() {
    let cases = [
        (CastOp::ZExt, 3, 5),
        (CastOp::SExt, 3, 5),
        (CastOp::ZExt, 1, 3),
        (CastOp::SExt, 1, 3),
        (CastOp::Trunc, 5, 3),
        (CastOp::Trunc, 5, 1),
        (CastOp::Trunc, 3, 2),
    ];
    for (op, from, to) in cases {
        for given in [OPEN[0], OPEN[1], Given::Open(Reading::Mathematical), Given::Constant(1)] {
            let given = if from == 1 { OPEN[0] } else { given };
            let text = format!("{} i{from} %0 to i{to}", format!("{op:?}").to_lowercase());
            let computed = computed(&text, [from, 2, to], [given, Given::Constant(0)], Overflow::Counts);
            computed.for_each(|a, b| {
                let expected = eval::cast(op, from, to, a).expect("it is defined");
                let allowed = computed.allowed(a, b);
                assert!(allowed.contains(&expected), "{text} of {a}, {given:?}: {allowed:?}");
                // What may have overflowed is any number when it is cut.
                let exact = op != CastOp::Trunc || !matches!(given, Given::Open(Reading::Mathematical));
                assert!(!exact || allowed.len() == 1, "{text} of {a}, {given:?}: {allowed:?}");
            });
        }
    }
}

#[test]
fn bits() {
    let cases = [
        (BitOp::PopCount, "popcount"),
        (BitOp::LeadingZeros, "clz"),
        (BitOp::TrailingZeros, "ctz"),
        (BitOp::Reverse, "bitreverse"),
    ];
    for (op, name) in cases {
        for given in OPEN {
            let text = format!("{name} i{WIDTH} %0");
            let computed = computed(&text, [WIDTH, 2, WIDTH], [given, Given::Constant(0)], Overflow::Blocks);
            computed.for_each(|a, b| {
                let (expected, allowed) = (eval::bits(op, WIDTH, a), computed.allowed(a, b));
                assert!(allowed.contains(&expected), "{text} of {a}, {given:?}: {allowed:?}");
            });
            assert_eq!(computed.found, [], "{text}");
        }
    }
    let scan = computed(&format!("clz nonzero i{WIDTH} %0"), [WIDTH, 2, WIDTH], [OPEN[0], OPEN[0]], Overflow::Blocks);
    assert_eq!(scan.found, [BugKind::BitScanOfZero]);
    scan.for_each(|a, b| {
        let most = scan.allowed(a, b).into_iter().max();
        assert!(a == 0 || most == Some(u128::from(WIDTH) - 1), "of {a}: {most:?}");
    });
}

/// Of words too wide to compute with nothing is known, so nothing that may go wrong can be excluded.
#[test]
fn wide_words() {
    let operations = ["add nsw", "mul nsw", "udiv", "sdiv", "urem", "srem", "shl", "shl nsw", "lshr", "ashr"];
    let binary = operations.map(|op| format!("{op} i128 %0, %1"));
    for inst in binary.into_iter().chain(["clz nonzero i128 %0".to_string()]) {
        for overflow in [Overflow::Blocks, Overflow::Counts, Overflow::Wraps] {
            let text = format!("func @main(%0: i128, %1: i128) -> i128 {{\nbb0:\n  %2 = {inst}\n  return %2\n}}\n");
            let module = parsed(&text);
            let found = with_machine(&module, overflow, |machine| {
                executed(machine, State::default());
                findings(machine)
            });
            assert!(!found.is_empty(), "{inst}");
        }
    }
}
