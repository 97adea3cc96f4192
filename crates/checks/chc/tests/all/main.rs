//! Clauses of programs, and proofs about them.

mod addresses;
mod cells;
mod clauses;
mod common;
mod induction;
mod pointers;
mod sites;
mod trusted;
mod unrolled;
