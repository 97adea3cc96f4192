//! Clauses of programs, and proofs about them.

mod addresses;
mod clauses;
mod common;
