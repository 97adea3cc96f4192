//! Exact linear arithmetic over the mathematical integers, and what is known of the numbers in a state.
//!
//! [`linear`] has sums, [`fact`] what can be said of a sum, [`knowledge`] conjunctions of facts, [`prover`] the questions
//! whose answers need work.
//!
//! Architecture invariants: nothing wraps (what leaves `i128` is `None` or is kept as it came); nothing here knows the IR
//! or memory. Whatever is said to be implied, or contradictory, is; "no" may mean "not shown".

pub mod fact;
mod interval;
pub mod knowledge;
pub mod linear;
pub mod prover;

#[cfg(test)]
mod tests;

pub use fact::{Fact, Relation};
pub use knowledge::Knowledge;
pub use linear::{Linear, Var};
pub use prover::{Counts, Prover};
