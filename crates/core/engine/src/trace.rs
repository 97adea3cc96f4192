//! Runs: the inputs that determine one, and the steps that explain one.

use ir::{FuncId, LocId, Predicate, RegId, Type};
use serde::{Deserialize, Serialize};

use crate::Violation;

/// A claim that there is a run which violates something. `certify` believes it only after a replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trace {
    Finite(FiniteTrace),
    /// It never ends.
    Lasso(Lasso),
}

/// A claim that a run with these inputs ends in this violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FiniteTrace {
    pub inputs: Vec<Input>,
    pub violation: Violation,
}

/// A claim that a run goes round for ever. After `stem` steps it has a state from which `period` steps lead back to one
/// like it: the same but for the names of objects and for the numbers in `cells`. Whatever numbers are there, as long as
/// they satisfy `set` and the same way can be gone round at all (the recurrent set), they come back to where both hold again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    /// Of the stem and of one period; the same choices are made in every period.
    pub inputs: Vec<Input>,
    pub stem: u64,
    pub period: u64,
    pub cells: Vec<Cell>,
    /// What holds of the numbers whenever a lap begins, besides that it can be gone round. Often nothing.
    pub set: Vec<Comparison>,
}

/// A comparison of a linear form over the cells of a lasso with a number, as machines compare: modulo 2^`width`. Cells that
/// are wider are cut to their low bits, so that a width of one speaks of even and odd.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// Cells, by their index, and what they are multiplied with.
    pub terms: Vec<(u32, i64)>,
    /// From 1 to 128 bits.
    pub width: u16,
    /// Cells that are narrower are extended by their sign, otherwise by zeros.
    pub signed: bool,
    pub pred: Predicate,
    pub bound: i64,
}

/// A number in the state of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Cell {
    /// Of the call that is so deep, 0 for the entry function.
    Register {
        depth: u32,
        reg: RegId,
    },
    Memory {
        address: u64,
        bytes: u8,
    },
}

impl From<FiniteTrace> for Trace {
    fn from(trace: FiniteTrace) -> Trace {
        Trace::Finite(trace)
    }
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
