//! What `smg` computes is what the interpreter computes.
//!
//! Programs are random, without any structure: words of all widths, operations, casts, two buffers that are written to and
//! read from in pieces of any size, copied and filled. Most take no input, so that their one run has to be followed exactly:
//! its result must be proved, and any other must not be. Some take a small number: whatever a run returns, it must not be
//! proved that none does.

use std::cmp::Ordering;
use std::fmt::Write;

use engine::{Budget, Property};
use harness::ask::{Engines, ask};
use harness::case::Verdict;
use harness::parallel;
use interp::{End, ListedInputs, NoObserver, Options};
use ir::Module;

const STEPS: u64 = 100_000;
/// Bytes of each buffer.
const ROOM: u64 = 24;
const WIDTHS: [u16; 5] = [8, 16, 32, 64, 33];
/// Values that an input may take, from 0.
const INPUTS: u128 = 4;

/// Random numbers that depend on the seed only (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % most
    }

    fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    fn constant(&mut self, width: u16) -> i128 {
        let most = (1i128 << (width - 1)) - 1;
        match self.below(8) {
            0 => most,
            1 => -most - 1,
            2 => -1,
            3 => i128::from(self.below(1 << 30)).min(most),
            _ => i128::from(self.below(12)) - 2,
        }
    }
}

/// A program under construction: registers with their widths.
struct Program {
    random: Random,
    text: String,
    next: usize,
    words: Vec<(usize, u16)>,
    /// The input, as wide as a pointer.
    input: Option<usize>,
}

impl Program {
    /// Everything up to the end of the entry block, whose result is in the last register, 32 bits wide.
    fn new(seed: u64, with_input: bool) -> Program {
        let random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut program = Program { random, text: String::new(), next: 2, words: Vec::new(), input: None };
        program.line(format!("%0 = alloca {ROOM} align 8"));
        program.line(format!("%1 = alloca {ROOM} align 8"));
        for buffer in 0..2 {
            let byte = program.random.constant(8);
            program.line(format!("memset %{buffer}, {byte}, {ROOM}"));
        }
        if with_input {
            program.define(32, "nondet unsigned i32".to_string());
            let input = program.next - 1;
            program.line(format!("%{} = cmp ult i32 %{input}, {INPUTS}", program.next));
            program.line(format!("assume %{}", program.next));
            program.next += 1;
            program.input = Some(program.define(64, format!("zext i32 %{input} to i64")));
        }
        for width in WIDTHS {
            let (a, b) = (program.random.constant(width), program.random.constant(width));
            program.define(width, format!("add i{width} {a}, {b}"));
        }
        for _ in 0..program.random.below(14) + 4 {
            program.inst();
        }
        program.result();
        program
    }

    /// The last word, and something of what is in memory.
    fn result(&mut self) {
        let (word, width) = *self.words.last().expect("there are some");
        let word = match width.cmp(&32) {
            Ordering::Less => self.define(32, format!("zext i{width} %{word} to i32")),
            Ordering::Greater => self.define(32, format!("trunc i{width} %{word} to i32")),
            Ordering::Equal => word,
        };
        let place = self.place(4);
        let loaded = self.define(32, format!("load i32 %{place} align 1"));
        self.define(32, format!("xor i32 %{word}, %{loaded}"));
    }

    fn line(&mut self, line: String) {
        writeln!(self.text, "  {line}").expect("text");
    }

    fn define(&mut self, width: u16, what: String) -> usize {
        let new = self.next;
        self.next += 1;
        self.line(format!("%{new} = {what}"));
        self.words.push((new, width));
        new
    }

    /// A register of this width, or a constant.
    fn operand(&mut self, width: u16) -> String {
        let fitting: Vec<usize> = self.words.iter().filter(|word| word.1 == width).map(|word| word.0).collect();
        if fitting.is_empty() || self.random.below(4) == 0 {
            return self.random.constant(width).to_string();
        }
        // Late ones more often.
        let newest = fitting.len() as u64 - 1;
        let back = self.random.below(newest + 1).min(self.random.below(newest + 1));
        format!("%{}", fitting[(newest - back) as usize])
    }

    /// A register, even if it has to be made.
    fn register(&mut self, width: u16) -> String {
        let operand = self.operand(width);
        if operand.starts_with('%') {
            return operand;
        }
        format!("%{}", self.define(width, format!("or i{width} {operand}, 0")))
    }

    /// A place in one of the buffers for so many bytes. Where an input decides, they may be too many.
    fn place(&mut self, bytes: u64) -> usize {
        let (buffer, at) = (self.random.below(2), self.random.below(ROOM - bytes + 1));
        let new = self.next;
        self.next += 1;
        match self.input {
            Some(input) if self.random.below(3) == 0 => {
                let (scale, at) = (self.random.one_of(&[1, 2, 4, 8, -1]), at.min(ROOM / 2));
                self.line(format!("%{new} = offset %{buffer} + %{input}*{scale} + {at}"));
            }
            Some(_) | None => self.line(format!("%{new} = offset %{buffer} + {at}")),
        }
        new
    }

    fn inst(&mut self) {
        let width = self.random.one_of(&WIDTHS);
        let bytes = u64::from(width.div_ceil(8)).next_power_of_two();
        match self.random.below(13) {
            0..3 => {
                let op =
                    self.random.one_of(&["add", "sub", "mul", "and", "or", "xor", "add nsw", "sub nsw", "mul nsw"]);
                let (a, b) = (self.register(width), self.operand(width));
                self.define(width, format!("{op} i{width} {a}, {b}"));
            }
            3 => {
                let op = self.random.one_of(&["udiv", "sdiv", "urem", "srem"]);
                let a = self.register(width);
                let by = self.random.one_of(&[1, 2, 3, 7, 8, -1, -2, 100]);
                self.define(width, format!("{op} i{width} {a}, {by}"));
            }
            4 => {
                let op = self.random.one_of(&["shl", "lshr", "ashr"]);
                let (a, by) = (self.register(width), self.random.below(u64::from(width)));
                self.define(width, format!("{op} i{width} {a}, {by}"));
            }
            5 => {
                let (word, from) = self.random.one_of(&self.words.clone());
                let cast = match from.cmp(&width) {
                    Ordering::Less => self.random.one_of(&["zext", "sext"]),
                    Ordering::Greater => "trunc",
                    Ordering::Equal => return,
                };
                self.define(width, format!("{cast} i{from} %{word} to i{width}"));
            }
            6 => {
                let pred = self.random.one_of(&["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"]);
                let (a, b) = (self.register(width), self.operand(width));
                let (x, y) = (self.register(width), self.operand(width));
                let truth = self.next;
                self.next += 1;
                self.line(format!("%{truth} = cmp {pred} i{width} {a}, {b}"));
                self.define(width, format!("select i{width} %{truth}, {x}, {y}"));
            }
            7 => {
                let (kind, op) =
                    (self.random.one_of(&["signed", "unsigned"]), self.random.one_of(&["add", "sub", "mul"]));
                let (a, b) = (self.register(width), self.operand(width));
                let truth = self.next;
                self.next += 1;
                self.line(format!("%{truth} = overflows {kind} {op} i{width} {a}, {b}"));
                self.define(width, format!("zext i1 %{truth} to i{width}"));
            }
            8 => {
                let op = self.random.one_of(&["popcount", "clz", "ctz", "bitreverse"]);
                let a = self.register(width);
                self.define(width, format!("{op} i{width} {a}"));
            }
            9 => {
                let value = self.register(width);
                let place = self.place(bytes);
                self.line(format!("store i{width} {value} to %{place} align 1"));
            }
            10 => {
                let count = self.random.below(ROOM + 1);
                let (to, from) = (self.random.below(2), self.random.below(ROOM - count + 1));
                let start = self.next;
                self.next += 1;
                self.line(format!("%{start} = offset %{} + {from}", 1 - to));
                let to = if self.random.below(3) == 0 { 1 - to } else { to };
                self.line(format!("memmove %{to}, %{start}, {count}"));
            }
            11 => {
                let count = self.random.below(9);
                let place = self.place(count);
                let byte = self.random.constant(8);
                self.line(format!("memset %{place}, {byte}, {count}"));
            }
            _ => {
                let place = self.place(bytes);
                self.define(width, format!("load i{width} %{place} align 1"));
            }
        }
    }

    /// The program that calls `reach_error` if its result compares so.
    fn finished(&self, end: &str) -> String {
        format!(
            "module lp64\n\nfunc @reach_error() builtin reach_error\n\nfunc @main() -> i32 {{\nbb0:\n{}{end}}}\n",
            self.text
        )
    }

    fn returning(&self) -> String {
        self.finished(&format!("  return %{}\n", self.next - 1))
    }

    fn failing_if(&self, pred: &str, value: i32) -> String {
        let (result, truth) = (self.next - 1, self.next);
        let test = format!("  %{truth} = cmp {pred} i32 %{result}, {value}\n  branch %{truth}, bb1, bb2\n");
        self.finished(&format!("{test}bb1:\n  call void @reach_error()\n  return i32 1\nbb2:\n  return i32 0\n"))
    }
}

fn module(text: &str) -> Module {
    let module = ir::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    ir::verify(&module).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    module
}

fn run(module: &Module, input: u128) -> End {
    let entry = module.func_named("main").expect("there is a main");
    let mut inputs = ListedInputs::new(vec![input]);
    interp::run(module, entry, &Options::default(), &mut inputs, &mut (), &mut NoObserver, &Budget::new()).end
}

/// Is it proved? Fails with what is our own fault.
fn proves(text: &str, property: Property) -> bool {
    let module = module(text);
    let smg = &portfolio::engines()[..1];
    assert_eq!(smg[0].info().id, "smg");
    let entry = module.func_named("main").expect("there is a main");
    let claims = ask(&module, entry, &[property], Engines { list: smg, steps: STEPS });
    for claim in &claims {
        assert!(claim.fault.is_none(), "{:?}\n{text}", claim.fault);
    }
    claims.iter().any(|claim| claim.verdict == Verdict::True)
}

/// Must not be proved what is not so. How much of what is so is proved, and how much there is.
fn compare(seed: u64, with_input: bool) -> (u32, u32) {
    let program = Program::new(seed, with_input);
    let text = program.returning();
    let plain = module(&text);
    let ends: Vec<End> = (0..if with_input { INPUTS } else { 1 }).map(|input| run(&plain, input)).collect();
    let mut results: Vec<i32> = Vec::new();
    let (mut proved, mut so) = (0, 0);
    let mut count = |text: &str, property: Property, holds: bool| {
        let claimed = proves(text, property);
        assert!(holds || !claimed, "{property} is wrong, seed {seed}: {ends:?}\n{text}");
        so += u32::from(holds);
        proved += u32::from(claimed);
    };
    let safe = Property::ValidMemsafety;
    let breaks = |end: &End| match end {
        End::Violation(violation) => violation.kind.violates().is_some_and(|part| safe.includes(part)),
        End::Exited(_) => false,
        End::Aborted | End::AssumeFailed | End::Limit(_) | End::Unsupported { .. } => panic!("{end:?}\n{text}"),
    };
    count(&text, safe, !ends.iter().any(breaks));
    for end in &ends {
        if let End::Exited(result) = end {
            results.push(*result);
            count(&program.failing_if("eq", *result), Property::UnreachCall, false);
        }
    }
    for other in results.iter().take(1).flat_map(|result| [result.wrapping_add(1), !*result]) {
        if !results.contains(&other) {
            count(&program.failing_if("eq", other), Property::UnreachCall, true);
        }
    }
    (proved, so)
}

/// What is proved of so many programs is what was recorded: less is a loss, and more is to be recorded.
fn compare_all(programs: u64, with_input: bool, recorded: (u32, u32)) {
    let seeds: Vec<u64> = (1..=programs).collect();
    let found = parallel::map(&seeds, |seed| compare(*seed, with_input));
    let sum = found.iter().fold((0, 0), |(proved, so), one| (proved + one.0, so + one.1));
    let lost: Vec<u64> = seeds.into_iter().zip(found).filter(|(_, one)| one.0 < one.1).map(|(seed, _)| seed).collect();
    assert_eq!(sum, recorded, "not all was proved with these seeds: {lost:?}");
}

#[test]
fn what_has_one_run_is_followed_exactly() {
    compare_all(600, false, (1576, 1586));
}

#[test]
fn what_an_input_decides_is_followed() {
    compare_all(150, true, (207, 348));
}
