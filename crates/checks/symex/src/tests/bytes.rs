//! Memory: what is stored, filled, copied and loaded, at places that are known and unknown, allows what happens to eight bytes.

use super::*;
use proptest::prelude::*;
use std::fmt::Write;

use crate::state::{Content, Fill, Words};

const SIZE: usize = 8;
/// Places that are inputs are at most this far from the start, and accesses there at most four bytes wide.
const FARTHEST: u64 = 4;

/// A constant that bytes are copied from, as its initialiser says it and byte by byte.
const TABLE: &str =
    "global @table: 12 align 4 const = { bytes \"\\x01\\x80\\x00\\x07\", zero 3, bytes \"\\xff\\x02\\x00\\x04\\x85\" }";
const TABLE_BYTES: [u8; 12] = [1, 0x80, 0, 7, 0, 0, 0, 0xff, 2, 0, 4, 0x85];

/// `X` and `Y` are inputs.
#[derive(Clone, Copy, Debug)]
enum Place {
    At(u64),
    X,
    Y,
}

#[derive(Clone, Copy, Debug)]
enum Written {
    Constant(u8),
    /// An input that is read in one way or the other.
    Signed,
    Unsigned,
    /// What was loaded last, as wide.
    Loaded,
}

#[derive(Clone, Copy, Debug)]
enum Op {
    Store {
        bytes: u64,
        place: Place,
        written: Written,
    },
    /// With the type's sign, as a hint for the reading.
    Load {
        bytes: u64,
        place: Place,
        unsigned: bool,
    },
    Zero {
        place: Place,
        len: Place,
    },
    Move {
        to: Place,
        from: Place,
        len: u64,
    },
    /// From the table.
    Copy {
        to: Place,
        from: u64,
        len: u64,
    },
    /// What was loaded last is negative, or small: only then the run goes on.
    AssumeNegative,
    AssumeBelow(u8),
    AssumeSame,
}

/// What is known of the bytes before.
#[derive(Clone, Debug)]
enum Before {
    Nothing,
    Zeros {
        from: usize,
        to: usize,
    },
    /// Words within bounds; of one that does not fit whole, nothing is said.
    Words {
        bytes: u64,
        reading: Reading,
        from: usize,
        to: usize,
        least: i8,
        most: i8,
    },
}

impl Before {
    fn fill(&self) -> Option<Fill> {
        let within =
            |from: usize, to: usize, content| Fill { from: constant(from as i128), to: constant(to as i128), content };
        match *self {
            Before::Nothing => None,
            Before::Zeros { from, to } => Some(within(from, to, Content::Zero)),
            Before::Words { bytes, reading, from, to, least, most } => {
                let bound = |number: i8| Some(constant(number.into()));
                let words = Words { bytes, reading, least: bound(least), most: bound(most) };
                Some(within(from, to, Content::Words(Box::new(words))))
            }
        }
    }

    /// Bytes that are as it says, with the help of any.
    fn bytes(&self, mut any: [u8; SIZE]) -> [u8; SIZE] {
        match *self {
            Before::Nothing => {}
            Before::Zeros { from, to } => any[from..to.max(from)].fill(0),
            Before::Words { bytes, from, to, least, most, .. } => {
                for word in any[from..to.max(from)].chunks_exact_mut(bytes as usize) {
                    let number = i64::from(least) + i64::from(word[0]) % (i64::from(most) - i64::from(least) + 1);
                    word.copy_from_slice(&number.to_le_bytes()[..bytes as usize]);
                }
            }
        }
        any
    }
}

fn before() -> impl Strategy<Value = Before> {
    let words = (some_bytes(), any::<bool>(), 0..SIZE, 0..=SIZE, 0..5_i8, 0..5_i8).prop_map(
        |(bytes, unsigned, from, to, least, more)| match unsigned {
            true => Before::Words { bytes, reading: Reading::Unsigned, from, to, least, most: least + more },
            false => Before::Words { bytes, reading: Reading::Signed, from, to, least: -least, most: more - least },
        },
    );
    let zeros = (0..SIZE, 0..=SIZE).prop_map(|(from, to)| Before::Zeros { from, to });
    prop_oneof![1 => Just(Before::Nothing), 1 => zeros, 2 => words]
}

fn a_place() -> impl Strategy<Value = Place> {
    prop_oneof![(0..=FARTHEST).prop_map(Place::At), Just(Place::X), Just(Place::Y)]
}

fn some_bytes() -> impl Strategy<Value = u64> {
    prop_oneof![Just(1_u64), Just(2), Just(4), Just(4)]
}

fn an_op() -> impl Strategy<Value = Op> {
    let written = prop_oneof![
        any::<u8>().prop_map(Written::Constant),
        Just(Written::Signed),
        Just(Written::Unsigned),
        Just(Written::Loaded)
    ];
    prop_oneof![
        4 => (some_bytes(), a_place(), written).prop_map(|(bytes, place, written)| Op::Store { bytes, place, written }),
        4 => (some_bytes(), a_place(), any::<bool>()).prop_map(|(bytes, place, unsigned)| Op::Load { bytes, place, unsigned }),
        1 => (a_place(), a_place()).prop_map(|(place, len)| Op::Zero { place, len }),
        1 => (a_place(), a_place(), 1..=4_u64).prop_map(|(to, from, len)| Op::Move { to, from, len }),
        2 => (a_place(), 0..=8_u64, 1..=4_u64).prop_map(|(to, from, len)| Op::Copy { to, from, len }),
        1 => Just(Op::AssumeNegative),
        1 => (0..9_u8).prop_map(Op::AssumeBelow),
        1 => Just(Op::AssumeSame),
    ]
}

/// The text of a program, line by line.
struct Text {
    lines: String,
    /// The next register.
    next: usize,
}

impl Text {
    fn effect(&mut self, line: &str) {
        writeln!(self.lines, "  {line}").expect("a string takes every write");
    }

    fn register(&mut self, line: &str) -> usize {
        self.next += 1;
        self.effect(&format!("%{} = {line}", self.next - 1));
        self.next - 1
    }

    fn address(&mut self, place: Place) -> usize {
        self.register(&match place {
            Place::At(at) => format!("offset %0 + {at}"),
            Place::X => "offset %0 + %1*1".to_string(),
            Place::Y => "offset %0 + %2*1".to_string(),
        })
    }

    /// An input of 32 bits, cut.
    fn cut(&mut self, from: usize, bits: u64) -> usize {
        if bits == 32 { from } else { self.register(&format!("trunc i32 %{from} to i{bits}")) }
    }
}

/// The text of the program; and the registers that were loaded, with their widths.
fn text(ops: &[Op]) -> (String, Vec<(usize, u16)>) {
    // 0: the object; 1, 2: places; 3, 4: what is written.
    let mut text = Text { lines: String::new(), next: 1 };
    for input in ["signed i64", "unsigned i64", "signed i32", "unsigned i32"] {
        text.register(&format!("nondet {input}"));
    }
    for place in [1, 2] {
        let inside = text.register(&format!("cmp ule i64 %{place}, {FARTHEST}"));
        text.effect(&format!("assume %{inside}"));
    }
    let mut loaded: Vec<(usize, u16)> = Vec::new();
    for op in ops {
        match *op {
            Op::Store { bytes, place, written } => {
                let (at, bits) = (text.address(place), bytes * 8);
                let value = match (written, loaded.last()) {
                    (Written::Loaded, Some((from, width))) if u64::from(*width) == bits => format!("%{from}"),
                    (Written::Constant(number), _) => (number as i8).to_string(),
                    (Written::Loaded, _) => "3".to_string(),
                    (Written::Signed, _) => format!("%{}", text.cut(3, bits)),
                    (Written::Unsigned, _) => format!("%{}", text.cut(4, bits)),
                };
                text.effect(&format!("store i{bits} {value} to %{at} align 1"));
            }
            Op::Load { bytes, place, unsigned } => {
                let at = text.address(place);
                let of = if unsigned { " of #0" } else { "" };
                let to = text.register(&format!("load i{} %{at} align 1{of}", bytes * 8));
                loaded.push((to, u16::try_from(bytes * 8).expect("it is small")));
            }
            Op::Zero { place, len } => {
                let at = text.address(place);
                let len = match len {
                    Place::At(len) => format!("i64 {len}"),
                    Place::X => "%1".to_string(),
                    Place::Y => "%2".to_string(),
                };
                text.effect(&format!("memset %{at}, i8 0, {len}"));
            }
            Op::Move { to, from, len } => {
                let (to, from) = (text.address(to), text.address(from));
                text.effect(&format!("memmove %{to}, %{from}, i64 {len}"));
            }
            Op::Copy { to, from, len } => {
                let (to, from) = (text.address(to), text.register(&format!("offset @table + {from}")));
                text.effect(&format!("memcpy %{to}, %{from}, i64 {len}"));
            }
            Op::AssumeNegative | Op::AssumeBelow(_) | Op::AssumeSame => {
                let condition = text.register(&match (*op, loaded.last()) {
                    (Op::AssumeNegative, Some((from, width))) => format!("cmp slt i{width} %{from}, 0"),
                    (Op::AssumeBelow(most), Some((from, width))) => format!("cmp ult i{width} %{from}, {most}"),
                    _ => "cmp eq i64 %1, %2".to_string(),
                });
                text.effect(&format!("assume %{condition}"));
            }
        }
    }
    let types = "type #0 = base \"unsigned\" 4 unsigned\n";
    (format!("{TABLE}\n\nfunc @main(%0: ptr) -> i64 {{\nbb0:\n{}  return %1\n}}\n\n{types}", text.lines), loaded)
}

/// What the program does with inputs: the words that it loads, or nothing if an assumption fails.
fn run(ops: &[Op], inputs: [u64; 4], mut memory: [u8; SIZE]) -> Option<Vec<u128>> {
    let [x, y, signed, unsigned] = inputs;
    let place = |place: Place| match place {
        Place::At(at) => at as usize,
        Place::X => x as usize,
        Place::Y => y as usize,
    };
    let mut loaded: Vec<(u128, u64)> = Vec::new();
    for op in ops {
        match *op {
            Op::Store { bytes, place: at, written } => {
                let word = match (written, loaded.last()) {
                    (Written::Loaded, Some((word, wide))) if *wide == bytes => *word as u64,
                    (Written::Constant(number), _) => i64::from(number as i8) as u64,
                    (Written::Loaded, _) => 3,
                    (Written::Signed, _) => signed,
                    (Written::Unsigned, _) => unsigned,
                };
                let (at, bytes) = (place(at), bytes as usize);
                memory[at..at + bytes].copy_from_slice(&word.to_le_bytes()[..bytes]);
            }
            Op::Load { bytes, place: at, .. } => {
                let at = place(at);
                let word = memory[at..at + bytes as usize].iter().rev();
                loaded.push((word.fold(0, |word, byte| word << 8 | u128::from(*byte)), bytes));
            }
            Op::Zero { place: at, len } => memory[place(at)..place(at) + place(len)].fill(0),
            Op::Move { to, from, len } => memory.copy_within(place(from)..place(from) + len as usize, place(to)),
            Op::Copy { to, from, len } => {
                let (to, from, len) = (place(to), from as usize, len as usize);
                memory[to..to + len].copy_from_slice(&TABLE_BYTES[from..from + len]);
            }
            Op::AssumeNegative | Op::AssumeBelow(_) | Op::AssumeSame => {
                let holds = match (*op, loaded.last()) {
                    (Op::AssumeNegative, Some((word, bytes))) => word >> (bytes * 8 - 1) == 1,
                    (Op::AssumeBelow(most), Some((word, _))) => *word < u128::from(most),
                    _ => x == y,
                };
                if !holds {
                    return None;
                }
            }
        }
    }
    Some(loaded.into_iter().map(|(word, _)| word).collect())
}

/// Inputs that are written, and bytes before.
type Numbers = (i8, u32, [u8; SIZE]);

/// Executes the program, and compares with runs from all places and with all the numbers.
fn check(
    before: &Before,
    ops: &[Op],
    places: std::ops::RangeInclusive<u64>,
    numbers: &[Numbers],
) -> Result<(), String> {
    let (text, registers) = text(ops);
    let module = parsed(&text);
    with_machine(&module, Overflow::Blocks, |machine| {
        let mut state = State::default();
        let known = Object { fills: before.fill().into_iter().collect(), ..object(Storage::Heap, SIZE as i128) };
        let known = state.add_object(known);
        state.set_register(reg(0), pointer(known, 0));
        let ends = executed(machine, state);
        if !machine.findings.is_empty() {
            return Err(format!("{:?} is found\n{text}", findings(machine)));
        }
        for x in places.clone() {
            for y in places.clone() {
                for (signed, unsigned, memory) in numbers {
                    let inputs = [x, y, i64::from(*signed) as u64, u64::from(*unsigned)];
                    let memory = before.bytes(*memory);
                    let Some(loaded) = run(ops, inputs, memory) else { continue };
                    let inputs = [x, y, inputs[2] & 0xffff_ffff, inputs[3]];
                    let given = inputs.into_iter().zip([64, 64, 32, 32]).enumerate();
                    let given = given.map(|(index, (word, width))| (index + 1, u128::from(word), width));
                    let words = registers.iter().zip(&loaded).map(|((index, width), word)| (*index, *word, *width));
                    let words: Vec<(usize, u128, u16)> = given.chain(words).collect();
                    let allowed = ends.iter().any(|end| {
                        let End::Return(state, _) = end else { return false };
                        let state = words.iter().try_fold(state.clone(), |state, (index, word, width)| {
                            let value = state.register(reg(*index)).expect("it is kept").clone();
                            where_it_is(state, &value, *word, *width)
                        });
                        state.is_some_and(|state| !machine.prover.is_contradictory(&state.knowledge))
                    });
                    if !allowed {
                        return Err(format!(
                            "{loaded:?} of {inputs:?} and {memory:?} is not there\n{before:?}\n{text}"
                        ));
                    }
                }
            }
        }
        Ok(())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn runs_are_allowed(
        before in before(),
        ops in proptest::collection::vec(an_op(), 1..10),
        numbers in proptest::collection::vec((any::<i8>(), any::<u32>(), any::<[u8; SIZE]>()), 3),
    ) {
        prop_assert_eq!(check(&before, &ops, 0..=FARTHEST, &numbers), Ok(()));
    }
}

/// Every store into words, wherever it begins and however wide it is, and every word that is loaded then.
#[test]
fn words_that_are_overwritten() {
    let wide = [1_u64, 2, 4];
    for word in wide {
        for from in 0..2 {
            let to = SIZE - from;
            let before = Before::Words { bytes: word, reading: Reading::Signed, from, to, least: 2, most: 3 };
            for stored in wide {
                for at in 0..=SIZE as u64 - stored {
                    let store = Op::Store { bytes: stored, place: Place::At(at), written: Written::Constant(0x55) };
                    let loads = (0..=SIZE as u64 - word).map(|at| (word, Place::At(at)));
                    let load = loads.map(|(bytes, place)| Op::Load { bytes, place, unsigned: false });
                    let ops: Vec<Op> = [store].into_iter().chain(load).collect();
                    let numbers = [(0, 0, [0; SIZE]), (0, 0, [255; SIZE]), (0, 0, [1, 2, 3, 4, 5, 6, 7, 8])];
                    check(&before, &ops, 0..=0, &numbers).unwrap_or_else(|why| panic!("{why}"));
                }
            }
        }
    }
}

/// Every stretch of the table, wherever it comes, with every word that is loaded then; and once more copied within.
#[test]
fn stretches_of_the_table() {
    for (from, len) in (0..=8).flat_map(|from| (1..=4).map(move |len| (from, len))) {
        for at in 0..=FARTHEST {
            let copy = Op::Copy { to: Place::At(at), from, len };
            let again = Op::Move { to: Place::At(0), from: Place::At(at), len };
            let loads =
                [1_u64, 2, 4].into_iter().flat_map(|bytes| (0..=SIZE as u64 - bytes).map(move |at| (bytes, at)));
            let loads = loads.map(|(bytes, at)| Op::Load { bytes, place: Place::At(at), unsigned: false });
            let ops: Vec<Op> = [copy, again].into_iter().chain(loads).collect();
            let numbers = [(0, 0, [0; SIZE]), (0, 0, [1, 2, 3, 4, 5, 6, 7, 8])];
            check(&Before::Nothing, &ops, 0..=0, &numbers).unwrap_or_else(|why| panic!("{why}"));
        }
    }
}
