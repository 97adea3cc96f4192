//! Paths against runs: what the formulas of a path say is what the interpreter does.
//!
//! Programs are random: numbers of several widths, inputs, blocks with parameters, and ways that part. All their paths are
//! followed; the inputs of each must lead a run along it, to the value that the formulas give, or to the undefined behaviour
//! that they promise. And whatever way a run with random inputs takes, it is a path that was found.

use encode::bits::Bits;
use encode::block::{BlockReader, Kind, OnlyNumbers, Registers, Unreadable, World};
use encode::integers::Integers;
use encode::path::Path;
use encode::reading::Reading;
use engine::{Budget, Step};
use interp::{End, ListedInputs, Observer, Options, SeededInputs, Snapshot};
use ir::{BlockId, Const, Inst, InstKind, Module, Operand, TermKind};
use proptest::prelude::*;
use smt::{Limits, SatAnswer, Session, Solver, Term, Terms};

fn module(text: &str) -> Module {
    let module = ir::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    ir::verify(&module).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    module
}

/// The blocks that a run comes to.
#[derive(Default)]
struct Blocks(Vec<BlockId>);

impl Observer for Blocks {
    const ACTIVE: bool = false;
    const BLOCKS: bool = true;

    fn step(&mut self, _: Step) {}

    fn block(&mut self, snapshot: Snapshot) {
        self.0.push(snapshot.block);
    }
}

fn run(module: &Module, inputs: &mut dyn interp::InputSource) -> (End, Vec<BlockId>) {
    let entry = module.func_named("main").expect("there is a main");
    let mut blocks = Blocks::default();
    let options = Options { max_steps: 10_000, ..Options::default() };
    let run = interp::run(module, entry, &options, inputs, &mut (), &mut blocks, &Budget::default());
    (run.end, blocks.0)
}

/// How a path ends.
#[derive(PartialEq, Debug)]
enum Ending {
    Returned,
    /// At this condition of the last block.
    Stopped(Kind),
    /// Where the search stops.
    TooLong,
}

struct Found {
    blocks: Vec<BlockId>,
    ending: Ending,
}

/// All paths, unless the solver did not know an answer.
#[derive(Default)]
struct Search {
    found: Vec<Found>,
    left_open: bool,
}

impl Search {
    fn add(&mut self, blocks: &[BlockId], ending: Ending) {
        self.found.push(Found { blocks: blocks.to_vec(), ending });
    }

    fn is_sat(&mut self, answer: SatAnswer) -> bool {
        self.left_open |= !answer.is_sat() && !answer.is_unsat();
        answer.is_sat()
    }
}

/// Follows all paths of `main` that are no longer than this; every one is tried in the interpreter.
fn follow<R: Reading<Word = Term>, W: World<R>>(
    module: &Module,
    terms: &Terms,
    reading: R,
    world: W,
    longest: usize,
) -> Search {
    let mut solver = Solver::new(&Session::new(terms).expect("the solver starts"));
    solver.set_limits(Limits::work(1_000_000));
    let func = &module.funcs[module.func_named("main").expect("there is a main")];
    let reader = BlockReader { module, terms, reading };
    let mut search = Search::default();
    {
        let mut path = Path::new(func, reader, &mut solver, world, &[]).expect("it can be read");
        follow_from(module, &mut path, longest, &mut search);
        assert!(!path.back(), "it is back at the beginning");
    }
    assert_eq!(solver.scopes(), 0, "the solver is as it was");
    search
}

fn follow_from<R: Reading<Word = Term>, W: World<R>>(
    module: &Module,
    path: &mut Path<'_, R, W>,
    longest: usize,
    search: &mut Search,
) {
    let blocks: Vec<BlockId> = path.blocks().collect();
    assert_eq!(blocks.last(), Some(&path.block()));
    for condition in 0..path.conditions().len() {
        if search.is_sat(path.ends(condition)) {
            let kind = path.conditions()[condition].kind;
            let inputs = path.inputs().expect("a model has values");
            let (end, ran) = run(module, &mut ListedInputs::new(inputs.clone()));
            assert_eq!(ran, blocks, "inputs {inputs:?}");
            match kind {
                Kind::Assumed => assert_eq!(end, End::AssumeFailed, "inputs {inputs:?}"),
                Kind::Defined(_) | Kind::Allowed(_) => {
                    assert!(matches!(end, End::Violation(_)), "{kind:?} with {inputs:?}: {end:?}");
                }
            }
            search.add(&blocks, Ending::Stopped(kind));
        }
    }
    let func = &module.funcs[module.func_named("main").expect("there is a main")];
    if let TermKind::Return(values) = &func.blocks[path.block()].term.kind {
        if search.is_sat(path.passes()) {
            let inputs = path.inputs().expect("a model has values");
            let word = path.word(values[0]).expect("it is a number");
            let bits = path.value(word).and_then(|value| R::bits_of(value, 32)).expect("a model has values");
            let (end, ran) = run(module, &mut ListedInputs::new(inputs.clone()));
            assert_eq!(ran, blocks, "inputs {inputs:?}");
            assert_eq!(end, End::Exited(bits as u32 as i32), "inputs {inputs:?}");
            search.add(&blocks, Ending::Returned);
        }
        return;
    }
    if blocks.len() == longest {
        search.add(&blocks, Ending::TooLong);
        return;
    }
    for way in 0..path.ways().len() {
        if search.is_sat(path.goes(way)) {
            path.take(way).expect("it can be read");
            assert!(!path.comes().is_unsat());
            follow_from(module, path, longest, search);
            assert!(path.back());
        }
    }
}

/// The run with these inputs takes one of the paths, and ends as it does.
fn is_among(module: &Module, search: &Search, seed: u64) {
    let (end, blocks) = run(module, &mut SeededInputs::new(seed));
    let ending = |ending: &Ending| match (&end, ending) {
        (End::Exited(_), Ending::Returned)
        | (End::AssumeFailed, Ending::Stopped(Kind::Assumed))
        | (End::Violation(_), Ending::Stopped(Kind::Defined(_) | Kind::Allowed(_))) => true,
        (_, Ending::Returned | Ending::Stopped(_) | Ending::TooLong) => false,
    };
    let same = |path: &Found| match path.ending {
        Ending::TooLong => blocks.starts_with(&path.blocks),
        Ending::Returned | Ending::Stopped(_) => path.blocks == blocks && ending(&path.ending),
    };
    assert!(search.left_open || search.found.iter().any(same), "seed {seed}: {blocks:?} ends as {end:?}");
}

fn agrees(text: &str, longest: usize) -> (usize, usize) {
    let module = module(text);
    let terms = Terms::new();
    let as_bits = follow(&module, &terms, Bits { terms: &terms }, OnlyNumbers, longest);
    let terms = Terms::new();
    let as_integers = follow(&module, &terms, Integers::new(&terms), OnlyNumbers, longest);
    for seed in 0..40 {
        is_among(&module, &as_bits, seed);
        is_among(&module, &as_integers, seed);
    }
    (as_bits.found.len(), as_integers.found.len())
}

#[test]
fn loops_are_followed_round_by_round() {
    let text = "module lp64

func @main() -> i32 {
bb0:
  %0 = nondet unsigned i8
  %1 = nondet bool i8
  %2 = nondet stdin i32
  %3 = zext i8 %0 to i32
  %4 = zext i8 %1 to i32
  jump bb1(i32 0, %2)
bb1(%5: i32, %6: i32):
  %7 = cmp slt i32 %5, %3
  branch %7, bb2, bb3
bb2:
  %8 = add nsw i32 %5, 1
  %9 = mul nsw i32 %6, 300
  %10 = add nsw i32 %9, %4
  jump bb1(%8, %10)
bb3:
  %11 = cmp ne i32 %6, 77
  assume %11
  return %6
}
";
    // Round by round: out by the way to bb3 with 77 (by the first only) or another number, or an overflow from the third on.
    let (bits, integers) = agrees(text, 9);
    assert_eq!(bits, integers);
    assert!(bits > 6, "{bits}");
}

/// A cell of four bytes, which may be written to while it is positive.
#[derive(Clone)]
struct Cell<'t> {
    terms: &'t Terms,
    holds: Option<Term>,
}

impl<'t> World<Bits<'t>> for Cell<'t> {
    fn inst(
        &mut self,
        reading: &mut Bits<'t>,
        inst: &Inst,
        registers: &mut Registers<Term>,
    ) -> Option<Vec<(Kind, Term)>> {
        match &inst.kind {
            InstKind::Load { .. } => {
                registers.set(inst.dst?, self.holds);
                let zero = reading.constant(32, 0)?;
                let held = self.holds.unwrap_or(zero);
                Some(vec![(Kind::Allowed(1), self.terms.ne(held, zero))])
            }
            InstKind::Store { value: Operand::Reg(value), .. } => {
                self.holds = registers.get(*value);
                Some(Vec::new())
            }
            _ => None,
        }
    }

    fn constant(&mut self, reading: &mut Bits<'t>, _: Const) -> Option<Term> {
        reading.constant(64, 4096)
    }
}

#[test]
fn what_is_no_number_is_the_worlds() {
    let text = "module lp64

global @cell: 4 align 4 = { zero 4 }

func @main() -> i32 {
bb0:
  %0 = nondet signed i32
  %1 = cmp slt i32 %0, 5
  branch %1, bb1, bb2
bb1:
  store i32 %0 to @cell align 4
  jump bb2
bb2:
  %2 = load i32 @cell align 4
  return %2
}
";
    let module = module(text);
    let func = &module.funcs[module.func_named("main").expect("it is there")];
    let terms = Terms::new();
    let mut solver = Solver::new(&Session::new(&terms).expect("the solver starts"));
    let reader = || BlockReader { module: &module, terms: &terms, reading: Bits { terms: &terms } };

    let mut blind = Path::new(func, reader(), &mut solver, OnlyNumbers, &[]).expect("the entry has numbers alone");
    assert_eq!(blind.take(0).err(), Some(Unreadable { inst: Some(0) }));
    assert_eq!(blind.block(), func.entry(), "it stands where it stood");
    drop(blind);

    let world = Cell { terms: &terms, holds: None };
    let mut path = Path::new(func, reader(), &mut solver, world, &[]).expect("it can be read");
    // Around the store nothing is in the cell; through it, what was stored.
    path.take(1).expect("it can be read");
    assert!(path.passes().is_unsat());
    assert!(path.ends(0).is_sat());
    assert!(path.back());
    path.take(0).expect("it can be read");
    path.take(0).expect("it can be read");
    assert!(path.ends(0).is_sat());
    assert_eq!(path.inputs(), Some(vec![0]));
    assert!(path.passes().is_sat());
    let inputs = path.inputs().expect("a model has values");
    let (end, _) = run(&module, &mut ListedInputs::new(inputs.clone()));
    assert_eq!(end, End::Exited(inputs[0] as u32 as i32));
}

/// A random program: every block computes from its three parameters, and passes what it has to later ones.
fn program() -> impl Strategy<Value = String> {
    let inst = (0..14u8, 0..8usize, 0..8usize, prop_oneof![-2..40i64, Just(i64::from(i32::MAX))]);
    let block = (proptest::collection::vec(inst, 1..5), 0..5u8, any::<[u8; 8]>());
    proptest::collection::vec(block, 2..6).prop_map(|blocks| {
        use std::fmt::Write;
        let mut text = String::from("module lp64\n\nfunc @main() -> i32 {\nbb0:\n");
        text += "  %0 = nondet signed i32\n  %1 = nondet unsigned i8\n  %2 = zext i8 %1 to i32\n";
        text += "  jump bb1(%0, %2, i32 7)\n";
        let mut next = 3;
        let count = blocks.len();
        for (at, (insts, end, pick)) in blocks.into_iter().enumerate() {
            let number = at + 1;
            writeln!(text, "bb{number}(%{next}: i32, %{}: i32, %{}: i32):", next + 1, next + 2).expect("text");
            let mut words = vec![next, next + 1, next + 2];
            next += 3;
            for (op, a, b, constant) in insts {
                let (a, b) = (words[a % words.len()], words[b % words.len()]);
                let new = next;
                next += 1;
                match op {
                    0 => writeln!(text, "  %{new} = add nsw i32 %{a}, %{b}"),
                    1 => writeln!(text, "  %{new} = sub i32 %{a}, {constant}"),
                    2 => writeln!(text, "  %{new} = mul nsw i32 %{a}, {constant}"),
                    3 => writeln!(text, "  %{new} = sdiv i32 %{a}, %{b}"),
                    4 => writeln!(text, "  %{new} = urem i32 %{a}, {}", constant.unsigned_abs() + 1),
                    5 => writeln!(text, "  %{new} = and i32 %{a}, {}", constant.unsigned_abs() & 15),
                    6 => writeln!(text, "  %{new} = xor i32 %{a}, {}", constant.unsigned_abs() & 3),
                    7 => writeln!(text, "  %{new} = shl i32 %{a}, {}", constant.unsigned_abs() % 33),
                    8 => writeln!(text, "  %{new} = ashr i32 %{a}, {}", constant.unsigned_abs() % 32),
                    9 => writeln!(text, "  %{new} = nondet signed i32"),
                    10 => {
                        next += 1;
                        writeln!(text, "  %{new} = cmp ult i32 %{a}, %{b}\n  %{} = zext i1 %{new} to i32", new + 1)
                    }
                    11 => {
                        next += 1;
                        writeln!(text, "  %{new} = cmp sle i32 %{a}, {constant}\n  assume %{new}").expect("text");
                        writeln!(text, "  %{} = add i32 %{a}, 1", new + 1)
                    }
                    12 => {
                        next += 1;
                        writeln!(text, "  %{new} = trunc i32 %{a} to i8\n  %{} = sext i8 %{new} to i32", new + 1)
                    }
                    _ => {
                        next += 1;
                        writeln!(text, "  %{new} = overflows signed add i32 %{a}, %{b}").expect("text");
                        writeln!(text, "  %{} = select i32 %{new}, %{a}, %{b}", new + 1)
                    }
                }
                .expect("text");
                words.push(next - 1);
            }
            let word = |index: usize| words[usize::from(pick[index]) % words.len()];
            let args = |from: usize| format!("(%{}, %{}, %{})", word(from), word(from + 1), word(from + 2));
            let later = |index: usize| number + 1 + usize::from(pick[index]) % (count - number).max(1);
            if number == count {
                writeln!(text, "  return %{}", word(0)).expect("text");
            } else if end == 0 {
                writeln!(text, "  jump bb{}{}", later(0), args(1)).expect("text");
            } else if end == 1 {
                let (some, other, none) = (later(0), later(1), later(2));
                writeln!(
                    text,
                    "  switch i32 %{} {{ 0 -> bb{some}{} 7 -> bb{other}{} default -> bb{none}{} }}",
                    word(3),
                    args(0),
                    args(1),
                    args(2)
                )
                .expect("text");
            } else {
                let new = next;
                next += 1;
                writeln!(text, "  %{new} = cmp slt i32 %{}, %{}", word(0), word(1)).expect("text");
                writeln!(text, "  branch %{new}, bb{}{}, bb{}{}", later(2), args(3), later(4), args(5)).expect("text");
            }
        }
        text + "}\n"
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn paths_are_what_runs_take(text in program()) {
        agrees(&text, 20);
    }
}
