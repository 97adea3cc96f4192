//! Verification conditions of programs as constrained Horn clauses, and the check of proofs that consist of their solutions.
//!
//! Paper: [SAS17] Gurfinkel, Navas: A Context-Sensitive Memory Model for Verification of C/C++ Programs, sections 1 and 5.
//!
//! A *relation* stands for all states that can come to a place: where a function begins, where a loop begins, behind a call,
//! and for what a function makes of its arguments (its summary). Acyclic code between two places is one clause. A solution
//! gives a formula for each relation that the clauses preserve and that excludes every violation; it is a proof.
//!
//! The rooms, each of which knows only those before it: [`numbers`] (how words become terms), [`memory`] (which objects are
//! known by what they hold), [`system`] (relations, clauses and what must never happen), `walk` (from a program to clauses),
//! [`unroll`] (clauses without relations, for so many steps), [`proof`] (certificates and their check). Who looks for solutions is
//! not here.
//!
//! Invariants: no I/O, no clock. Clauses are made from the program and the [`Plan`] alone, so that a check makes them again.

mod contexts;
pub mod library;
pub mod memory;
pub mod numbers;
mod plan;
pub mod proof;
pub mod system;
pub mod unroll;
mod walk;

pub use contexts::in_contexts;
pub use plan::{Asks, MOST_CELLS, Plan, Pointers, Words};
pub use walk::{Unencodable, clauses, fitting_runs};
