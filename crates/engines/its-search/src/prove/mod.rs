//! The search for a proof, or for a run that does not end: what is tried, and in which order.

mod cases;
mod disjunction;
mod measures;
mod parallel;
mod prover;
mod quadratic;
mod regions;
mod size_change;
mod split;
mod strategy;

pub use strategy::{prove, prove_up_to};
