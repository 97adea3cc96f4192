//! Where the choices of a run come from.

use std::collections::VecDeque;

use engine::{Input, InputKind};
use ir::{LocId, NondetKind, Type};

/// The run needs a value that the program does not determine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    pub kind: InputKind,
    pub ty: Type,
    /// Where the program asks.
    pub loc: LocId,
    /// The run accepts no other value (a string is as long as strings get, and ends); it is an input all the same.
    pub only: Option<u128>,
    /// Of the value of an `Undef`: how many came to be before it in this run. It is asked for when it is read.
    pub undef: Option<usize>,
}

/// A mask: `main` gets at most this many strings besides the program's name.
pub const MOST_STRINGS: u128 = 7;

/// Answers requests. Bits above the type's width are ignored; answers outside what the kind allows (`Bool` is 0 or 1,
/// `StdinByte` is -1 to 255) are brought into it, and [`crate::Run::inputs`] records what was used.
pub trait InputSource {
    fn next(&mut self, request: &Request) -> u128;

    /// True when no further answer makes sense; the run then ends as `Limit(Cancelled)`.
    fn refuses(&self) -> bool {
        false
    }
}

/// The given values for `__VERIFIER_nondet_*`, standard input and arguments, in order, then zeros; zero for everything
/// else (uninitialised values are 0, allocations succeed, `main` gets a name without letters and nothing else).
#[derive(Clone, Debug, Default)]
pub struct ListedInputs {
    values: Vec<u128>,
    next: usize,
    command_line: VecDeque<u128>,
}

impl ListedInputs {
    /// Negative numbers are given as their two's complement in 128 bits.
    pub fn new(values: Vec<u128>) -> Self {
        ListedInputs { values, next: 0, command_line: VecDeque::new() }
    }

    /// `main` gets these after a name without letters.
    pub fn with_arguments(mut self, arguments: &[String]) -> Self {
        self.command_line.extend([arguments.len() as u128, 0]);
        for argument in arguments {
            self.command_line.extend(argument.bytes().map(u128::from).chain([0]));
        }
        self
    }
}

impl InputSource for ListedInputs {
    fn next(&mut self, request: &Request) -> u128 {
        let given = match request.kind {
            InputKind::Nondet(_) | InputKind::Argument => {
                let value = self.values.get(self.next).copied().unwrap_or(0);
                self.next += 1;
                value
            }
            InputKind::CommandLine => self.command_line.pop_front().unwrap_or(0),
            InputKind::Uninit | InputKind::AllocationFails => 0,
        };
        request.only.unwrap_or(given)
    }
}

/// Pseudo-random answers that depend on the seed only: a mixture of small numbers, boundary values and noise, because
/// uniformly random words rarely take a program anywhere.
#[derive(Clone, Debug)]
pub struct SeededInputs {
    state: u64,
}

impl SeededInputs {
    pub fn new(seed: u64) -> Self {
        SeededInputs { state: seed }
    }

    /// SplitMix64.
    fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn noise(&mut self) -> u128 {
        u128::from(self.word()) << 64 | u128::from(self.word())
    }

    fn number(&mut self, width: u32) -> u128 {
        let top = 1u128 << (width - 1);
        match self.word() % 8 {
            0..=3 => u128::from(self.word() % 8),
            4 => u128::from(self.word() % 256),
            5 => (u128::from(self.word() % 8)).wrapping_neg(),
            6 => [top, top - 1, top.wrapping_add(1), u128::MAX][self.word() as usize % 4],
            _ => self.noise(),
        }
    }
}

impl InputSource for SeededInputs {
    fn next(&mut self, request: &Request) -> u128 {
        if let Some(only) = request.only {
            return only;
        }
        let width = match request.ty {
            Type::Int(width) => u32::from(width),
            Type::Ptr => 64,
            Type::Float(kind) => kind.bits(),
        };
        match request.kind {
            InputKind::Nondet(NondetKind::Bool) => u128::from(self.word() & 1),
            InputKind::Nondet(NondetKind::StdinByte) => match self.word() % 8 {
                0 => u128::MAX,
                1 => u128::from(b'\n'),
                2 | 3 => u128::from(b'0') + u128::from(self.word() % 10),
                _ => u128::from(self.word() % 256),
            },
            InputKind::AllocationFails => u128::from(self.word().is_multiple_of(4)),
            InputKind::CommandLine if width > 8 => u128::from(self.word() % 4),
            // Short strings, of what programs compare arguments with.
            InputKind::CommandLine => match self.word() % 8 {
                0 | 1 => 0,
                2 => u128::from(b'-'),
                3 | 4 => u128::from(b'0') + u128::from(self.word() % 10),
                5 | 6 => u128::from(b'a') + u128::from(self.word() % 26),
                _ => u128::from(self.word() % 256),
            },
            InputKind::Nondet(NondetKind::Float) if self.word().is_multiple_of(2) => self.noise(),
            InputKind::Nondet(
                NondetKind::Signed
                | NondetKind::Unsigned
                | NondetKind::Char
                | NondetKind::Pointer
                | NondetKind::Float
                | NondetKind::Outside,
            )
            | InputKind::Uninit
            | InputKind::Argument => self.number(width),
        }
    }
}

/// The inputs of a recorded run. A request that does not match the record is a mismatch, after which the source
/// refuses; it never guesses.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    inputs: &'a [Input],
    next: usize,
    mismatch: Option<Mismatch>,
}

/// The run asked for something else than the recorded one, so it is another run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// How many inputs matched.
    pub index: usize,
    pub wanted: Request,
    /// `None`: the record had ended.
    pub recorded: Option<Input>,
}

impl<'a> Replay<'a> {
    pub fn new(inputs: &'a [Input]) -> Self {
        Replay::starting_at(inputs, 0)
    }

    /// The rest of a recorded run, whose first `next` inputs are used already.
    pub(crate) fn starting_at(inputs: &'a [Input], next: usize) -> Self {
        Replay { inputs, next, mismatch: None }
    }

    pub fn mismatch(&self) -> Option<&Mismatch> {
        self.mismatch.as_ref()
    }

    /// Inputs used so far.
    pub fn used(&self) -> usize {
        self.next
    }
}

impl InputSource for Replay<'_> {
    fn next(&mut self, request: &Request) -> u128 {
        let recorded = self.inputs.get(self.next).copied();
        match recorded {
            Some(input) if input.kind == request.kind && input.ty == request.ty && input.loc == request.loc => {
                self.next += 1;
                input.bits
            }
            Some(_) | None => {
                self.mismatch.get_or_insert(Mismatch { index: self.next, wanted: *request, recorded });
                0
            }
        }
    }

    fn refuses(&self) -> bool {
        self.mismatch.is_some()
    }
}
