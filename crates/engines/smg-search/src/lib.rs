//! The search for proofs and violations with symbolic memory graphs.
//!
//! Paper: "Byte-Precise Verification of Low-Level List Manipulation", called [SAS13] here.
//!
//! A *prover* computes, for every function and every point of it, graphs that cover all heaps that can occur there;
//! *hunters* run the same symbolic execution without abstraction, looking for a path that a real run can take. Only
//! the prover's finished state space is evidence for TRUE, and only a replayed run is evidence for FALSE.
//!
//! Nothing here is trusted: graphs, their execution and the check of proofs are the crate `smg`.
//!
//! Invariants: no I/O, no clock; knows neither LLVM nor other engines.

pub mod abstraction;
pub mod engine;
pub mod hunt;
pub mod join;
pub mod prove;
pub mod survey;
