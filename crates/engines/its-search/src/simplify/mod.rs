//! A smaller system with the same question: which steps lead to it, and the way back for runs.
//!
//! All steps are found without the solver, and none of them is trusted: a certificate carries the log, and its check starts from
//! the original system and checks and does every step again.

mod chained;
mod determined;
mod equal;
mod ranges;
mod strategy;
mod subsumed;
mod undo;

pub use strategy::simplify;
pub use undo::{undo, undo_stem};
