//! Random C programs that are well defined by construction, or have exactly one known bug.
//!
//! Guarantees, for every seed (checked natively by `cargo xtask random`):
//! - the text depends on the options alone;
//! - without a bug, every run is free of undefined behaviour and leaks, and independent of evaluation order and of
//!   addresses, for all inputs and in both data models;
//! - with a bug, the run on the listed inputs shows it, first and only, at the line marked `//~ BUG code`;
//! - a run takes few steps (about a million at most), and ends by printing a checksum of what it computed.

mod aggregate;
mod bug;
mod declare;
mod edge;
mod expr;
mod flow;
mod function;
mod heap;
mod int;
mod library;
mod own;
mod place;
mod program;
pub(crate) mod rng;
mod statement;
pub(crate) mod tree;

use function::Function;
use place::{Object, Record, Shape};
pub(crate) use rng::Rng;
use tree::Item;

pub use bug::BUGS;
pub use program::{Batch, batch, clang_args, entry, of_lines};

/// Programs of one file in random testing.
pub const BATCH: u64 = 24;

/// What to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    pub seed: u64,
    /// The code of the bug to put in, one of [`BUGS`].
    pub bug: Option<&'static str>,
    /// Ask for `__VERIFIER_nondet_*` inputs.
    pub inputs: bool,
    /// The program has its own definitions of functions of the library. Such programs have no bug.
    pub own: bool,
    /// About how many functions; the length of the program grows with it.
    pub functions: u32,
}

impl Options {
    /// A small program without bug and inputs.
    pub fn clean(seed: u64) -> Options {
        Options { seed, bug: None, inputs: false, own: false, functions: 5 }
    }

    /// The mix that random testing uses: half of the seeds clean, half with a bug, a third of each with inputs. Of every
    /// sixth file, all programs share their own definitions of functions of the library.
    pub fn mixed(seed: u64) -> Options {
        let own = seed / BATCH % 6 == 5;
        let bug = (seed % 2 == 1 && !own).then(|| BUGS[(seed / 2) as usize % BUGS.len()]);
        Options { seed, bug, inputs: seed % 3 == 2, own, functions: 5 }
    }
}

/// A generated program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    pub options: Options,
    /// Values for the inputs, in the order in which a run asks; after them come zeros.
    pub inputs: Vec<i64>,
    pub(crate) items: Vec<Item>,
}

pub fn generate(options: Options) -> Program {
    program::generate(options)
}

/// One program being made.
struct Gen {
    rng: Rng,
    options: Options,
    records: Vec<Record>,
    functions: Vec<Function>,
    /// Innermost scope last.
    objects: Vec<Object>,
    /// Number of open scopes.
    depth: usize,
    next_name: u32,
    flow: Flow,
    /// Items of file scope that statements ask for, to stand before the function that uses them first.
    helpers: Vec<Item>,
    helpers_made: Vec<&'static str>,
    /// What the current function returns.
    result: Shape,
    inputs: Vec<i64>,
    /// Variables that hold bounded inputs, with the value that the listed inputs give them.
    asked: Vec<(String, i128)>,
}

/// What statements may do where they stand.
#[derive(Clone, Default, Debug)]
struct Flow {
    /// How often this place is executed in one call, at most.
    times: u64,
    /// Steps of the function so far, roughly and at most.
    cost: u64,
    /// Every run of the program comes here.
    certain: bool,
    /// Some run may have left the innermost loop, or the function, before it comes here.
    left_loop: bool,
    left_function: bool,
    /// `break` and `continue` lead out of a loop without passing a `free`.
    may_break: bool,
    may_continue: bool,
    may_return: bool,
    /// No effects outside, no output: the function can be called in expressions.
    pure_code: bool,
    /// How deep statements nest.
    nesting: u32,
}

impl Gen {
    fn name(&mut self, stem: &str) -> String {
        self.next_name += 1;
        format!("{stem}{}", self.next_name)
    }

    fn charge(&mut self, steps: u64) {
        self.flow.cost = self.flow.cost.saturating_add(self.flow.times.saturating_mul(steps));
    }

    /// Runs `inner` in a scope of its own; the flow is as before afterwards, except for what was spent.
    fn scoped<R>(&mut self, inner: impl FnOnce(&mut Gen) -> R) -> R {
        let (objects, flow) = (self.objects.len(), self.flow.clone());
        self.depth += 1;
        self.flow.nesting += 1;
        let result = inner(self);
        self.depth -= 1;
        self.objects.truncate(objects);
        let Flow { cost, left_loop, left_function, .. } = self.flow;
        let certain = flow.certain && !left_loop && !left_function;
        self.flow = Flow { cost, left_loop, left_function, certain, ..flow };
        result
    }

    /// An integer type, the usual ones more often.
    fn int_type(&mut self) -> int::Int {
        if self.rng.chance(40) {
            self.rng.pick(&[int::Int::I32, int::Int::I32, int::Int::U32, int::Int::U8, int::Int::I64])
        } else {
            self.rng.pick(&int::Int::ALL)
        }
    }
}
