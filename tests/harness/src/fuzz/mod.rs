//! Mutated inputs for every reader of the product.
//!
//! Whatever the input is, a reader answers: it does not panic, overflow the stack or go beyond [`supervise::LIMITS`]. What
//! it accepts it can print, if it has a printer, and the printed form means the same.
//!
//! A [`Target`] is a reader with its seeds, and a new reader is one more in [`targets::TARGETS`] with a folder under
//! `tests/fuzz`. Inputs are numbered; target, seed and number determine an input. Workers are processes of their own
//! ([`worker`]), since some failures end a process; whoever started them says what happened ([`supervise`]).

pub mod corpus;
pub mod mutate;
pub mod shrink;
pub mod supervise;
pub mod targets;
pub mod worker;

/// A reader under test.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub name: &'static str,
    pub seeds: corpus::Seeds,
    /// Inputs that the normal tests try: a second or two of them.
    pub few: u64,
    /// What is wrong, if anything is; a panic is, too.
    pub run: fn(&[u8]) -> Result<Read, String>,
}

/// How a reader answered. Both are fine; of a good mutator many inputs are accepted and many are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Read {
    Accepted,
    Refused,
}

impl Target {
    pub fn named(name: &str) -> Option<&'static Target> {
        targets::TARGETS.iter().chain([&targets::FAULTY]).find(|target| target.name == name)
    }
}
