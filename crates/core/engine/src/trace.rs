//! Runs: the inputs that determine one, and the steps that explain one.

use ir::{FuncId, LocId, Type};
use serde::{Deserialize, Serialize};

use crate::Violation;

/// A claim that a run with these inputs ends in this violation. `certify` believes it only after a replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    pub inputs: Vec<Input>,
    pub violation: Violation,
}

/// One nondeterministic choice, in the order in which a run asks for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Input {
    pub kind: InputKind,
    pub ty: Type,
    /// The bits of the value, zero above the type's width.
    pub bits: u128,
    /// Where the program asked.
    pub loc: LocId,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum InputKind {
    /// `__VERIFIER_nondet_*`.
    Nondet(ir::NondetKind),
    /// The value of something never initialised.
    Uninit,
    /// Does this allocation fail? Asked only under `--malloc-may-fail`.
    AllocationFails,
    /// A parameter of an entry function that is not `main`.
    Argument,
    /// What `main` is given: how many arguments follow the program's name (32 bits), then the bytes of each string, the
    /// zero at its end included; the same for the environment, with the number of its strings.
    CommandLine,
}

/// An event on the path of a replayed run, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub loc: LocId,
    /// The function it happens in.
    pub func: FuncId,
    /// Call depth, 0 in the entry function.
    pub depth: u32,
    pub event: Event,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    Input(Input),
    Branch { taken: bool },
    Switch { value: u128 },
    Call { callee: FuncId },
    Return { from: FuncId },
    Allocated { bytes: u64 },
    Freed,
}
