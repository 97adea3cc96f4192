//! Whole programs: types, globals, functions, `main`; and their text.

use super::expr::Expr;
use super::int::Int;
use super::own;
use super::place::{Object, Shape};
use super::rng::Rng;
use super::tree::{Item, count_slots, line, open_slot, render, template};
use super::{Flow, Gen, Options, Program};

/// `arbitrary(x)`: what `x` holds was never written, but is some value that stays. `long_double`: the memory sanitizer
/// forgets that a `long double` among variable arguments is aligned, and takes what follows it for uninitialised.
const INCLUDES: &str = "#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);
#if __has_feature(memory_sanitizer)
extern void __msan_unpoison(const volatile void *, unsigned long);
typedef double long_double;
#define arbitrary(x) __msan_unpoison(&(x), sizeof(x))
#elif defined __OPTIMIZE__
#define arbitrary(x) __asm__ volatile(\"\" : \"+m\"(x))
#else
#define arbitrary(x) ((void)0)
#endif
#if !__has_feature(memory_sanitizer)
typedef long double long_double;
#endif
";

/// Stands at the line of the bug, before its code.
const MARK: &str = "//~ BUG ";

const CHECKSUM: &str = "
static unsigned long long @sum = 14695981039346656037ull;
static void @mix(unsigned long long value) {
  @sum = (@sum ^ value) * 1099511628211ull;
  @sum ^= @sum >> 29;
}
";

pub(super) fn generate(options: Options) -> Program {
    let mut seed = options.seed;
    loop {
        let program = attempt(options, seed);
        if let Some(program) = program {
            return program;
        }
        // No place for the bug: rare, and another program will have one.
        seed = seed.wrapping_add(0x1_0000_0001);
    }
}

fn attempt(options: Options, seed: u64) -> Option<Program> {
    let mut generator = Gen {
        rng: Rng::new(seed),
        options,
        records: Vec::new(),
        functions: Vec::new(),
        objects: Vec::new(),
        depth: 0,
        next_name: 0,
        flow: Flow::default(),
        helpers: Vec::new(),
        helpers_made: Vec::new(),
        result: Shape::Scalar(Int::I32),
        inputs: Vec::new(),
        asked: Vec::new(),
    };
    let items = generator.program();
    let slots = count_slots(&items);
    let chosen = match options.bug {
        None => None,
        Some(_) if slots == 0 => return None,
        Some(_) => Some(generator.rng.index(slots)),
    };
    Some(Program { options, inputs: generator.inputs, items: open_slot(items, chosen) })
}

impl Gen {
    fn program(&mut self) -> Vec<Item> {
        let mut items = template(CHECKSUM, &[]);
        for _ in 0..self.rng.between(1, 3) {
            self.define_record(&mut items);
        }
        for _ in 0..self.rng.between(2, 5) {
            self.define_global(&mut items);
        }
        for number in 0..self.options.functions {
            // Long programs get new types and globals on the way, as real ones do.
            if number % 12 == 11 {
                self.define_record(&mut items);
                self.define_global(&mut items);
            }
            self.define_function(&mut items);
        }
        self.define_main(&mut items);
        items
    }

    fn define_main(&mut self, out: &mut Vec<Item>) {
        self.start_function(Shape::Scalar(Int::I32), false);
        self.flow.may_return = false;
        let globals: Vec<Object> = self.objects.clone();
        self.depth = 1;
        let mut body = Vec::new();
        if self.options.inputs {
            self.ask_for_inputs(&mut body);
        }
        let count = self.rng.between(4, 9);
        self.statements(count, &mut body);
        // Every function with effects is called, so that the bug in it happens.
        for function in self.functions.clone() {
            if !function.pure_code {
                self.call_with_effects(&function, &mut body);
                self.slot(&mut body);
            }
        }
        for object in self.objects.clone() {
            if object.depth == 1 && !object.behind_pointer && self.rng.chance(60) {
                self.mix_whole(&object.name, &object.shape, &mut body);
            }
        }
        for object in globals {
            self.mix_whole(&object.name, &object.shape, &mut body);
        }
        line(&mut body, "printf(\"%llx\\n\", @sum);");
        let mark = if self.options.bug == Some("leak-at-exit") { " //~ BUG leak-at-exit" } else { "" };
        line(&mut body, format!("return (int)(@sum & 127u);{mark}"));
        self.depth = 0;
        out.append(&mut self.helpers);
        out.push(Item::block("int @main(void) {", body));
    }

    /// Declares variables with inputs at the start of `main`, where their order is known.
    fn ask_for_inputs(&mut self, out: &mut Vec<Item>) {
        for _ in 0..self.rng.between(1, 4) {
            let ty = self.int_type();
            let name = self.name("in");
            line(out, format!("{} {name} = {}();", ty.name(), ty.nondet()));
            let bounded = ty.promoted() == Int::I32 && ty != Int::Bool && self.rng.chance(60);
            if bounded {
                let high = self.rng.between(2, 100) as i128;
                let low = if ty.signed() && self.rng.chance(50) { -high } else { 0 };
                line(out, format!("__VERIFIER_assume({name} >= {low} && {name} < {high});"));
                let value = low + self.rng.below((high - low) as u64) as i128;
                self.inputs.push(value as i64);
                self.objects.push(Object::scalar(&name, ty, Some((low, high - 1)), self.depth).read_only());
                self.asked.push((name, value));
            } else {
                let value = self.constant();
                let Expr { range: (value, _), .. } = value;
                let value = value.clamp(ty.range().0.max(i64::MIN as i128), ty.range().1.min(i64::MAX as i128));
                self.inputs.push(value as i64);
                self.objects.push(Object::scalar(&name, ty, None, self.depth));
            }
        }
    }
}

impl Program {
    /// A file of its own, with the annotations of the test programs.
    pub fn source(&self) -> String {
        let mut text = format!("// Random program, seed {}.\n", self.options.seed);
        text.push_str(&self.header());
        text.push_str(&prelude(std::slice::from_ref(self)));
        text.push_str(&render(&self.items, ""));
        text
    }

    fn header(&self) -> String {
        let mut text = String::new();
        if self.options.own {
            text.push_str(&format!("//@ args: {}\n", own::CLANG_ARGUMENT));
        }
        if !self.inputs.is_empty() {
            let inputs: Vec<String> = self.inputs.iter().map(i64::to_string).collect();
            text.push_str(&format!("//@ inputs: {}\n", inputs.join(" ")));
        }
        text
    }

    pub(crate) fn with_items(&self, items: Vec<Item>) -> Program {
        Program { options: self.options, inputs: self.inputs.clone(), items }
    }
}

fn prelude(programs: &[Program]) -> String {
    let mut text = INCLUDES.to_string();
    if programs.iter().any(|program| program.options.inputs) {
        for ty in Int::ALL {
            text.push_str(&format!("extern {} {}(void);\n", ty.name(), ty.nondet()));
        }
    }
    if programs.iter().any(|program| program.options.own) {
        text.push_str(own::DEFINITIONS);
    }
    text
}

/// What clang must be told, in every build.
pub fn clang_args(programs: &[Program]) -> Vec<String> {
    let own = programs.iter().any(|program| program.options.own);
    own.then(|| own::CLANG_ARGUMENT.to_string()).into_iter().collect()
}

/// Many programs in one file.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Number `n` starts at the function [`entry`]`(n)`; `main` runs the one that its first argument names.
    pub text: String,
    /// The line of each program's bug.
    pub bugs: Vec<Option<u32>>,
}

pub fn batch(programs: &[Program]) -> Batch {
    let mut text = prelude(programs);
    let mut bugs = Vec::new();
    for (number, program) in programs.iter().enumerate() {
        text.push_str(&format!("\n// Seed {}.\n", program.options.seed));
        let before = text.lines().count() as u32;
        let body = render(&program.items, &format!("p{number}_"));
        bugs.push(body.lines().position(|line| line.contains(MARK)).map(|at| before + 1 + at as u32));
        text.push_str(&body);
    }
    text.push_str("\nint main(int argc, char **argv) {\n  switch (argc > 1 ? atoi(argv[1]) : -1) {\n");
    for number in 0..programs.len() {
        text.push_str(&format!("  case {number}: return {}();\n", entry(number)));
    }
    text.push_str("  }\n  return 64;\n}\n");
    Batch { text, bugs }
}

/// The function at which a program of a [`batch`] starts.
pub fn entry(number: usize) -> String {
    format!("p{number}_main")
}

/// A program of at least so many lines.
pub fn of_lines(seed: u64, lines: usize) -> Program {
    let mut functions = 1 + lines as u32 / 40;
    loop {
        let program = generate(Options { functions, ..Options::clean(seed) });
        if program.source().lines().count() >= lines {
            return program;
        }
        functions += 1 + functions / 10;
    }
}
