//! Symbolic memory graphs: what they stand for, how a program's instructions change them, and the check of proofs that
//! consist of them.
//!
//! Paper: "Byte-Precise Verification of Low-Level List Manipulation", called [SAS13] here.
//!
//! Everything here is trusted. The search (joins, abstraction, the prover and the hunters) is the crate `smg-search`,
//! which this one cannot name. Modules, each of which knows only those before it: [`graph`], [`operations`], [`cover`] and
//! [`cut`], [`exec`], [`proof`].
//!
//! Invariants: no I/O, no clock; knows neither LLVM nor any engine.

pub mod cover;
pub mod cut;
pub mod exec;
pub mod graph;
pub mod operations;
pub mod proof;
pub mod survey;
#[cfg(test)]
mod tests;
