//! The search for proofs by symbolic execution graphs.
//!
//! Paper: "AProVE: Modular Termination Analysis of Memory-Manipulating C Programs", called [AProVE] here.
//!
//! [`explore`] executes functions from entry states until nothing new arrives anywhere; [`generalize`] finds states that stand
//! for two others; what comes out is a claim, which [`assemble`] walks through once more, as its check will, and whose cycles
//! [`ending`] gives to `its-search`. Where numbers are in the way of a proof, `strengthen` asks `its-search` for what holds of
//! them in the whole graph. `search` does all that for one task.
//!
//! Nothing here is trusted: states, their execution and the check of proofs are the crate `symex`.
//!
//! Invariants: no I/O, no clock; knows neither LLVM nor other engines.

pub mod assemble;
pub mod ending;
pub mod engine;
mod enrich;
pub mod explore;
pub mod generalize;
mod rests;
mod search;
mod strengthen;
