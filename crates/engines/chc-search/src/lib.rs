//! The search for solutions of a program's Horn clauses.
//!
//! Paper: [SAS17] Gurfinkel, Navas: A Context-Sensitive Memory Model for Verification of C/C++ Programs, section 5 (SeaHorn).
//!
//! `tried` looks at a few runs, `plan` decides how a program is read, `lemmas` finds what is cheap to find, [`solve`] says how the
//! solver is asked, `narrow` looks at the variables that matter, `bounded` at runs of so many steps,
//! `accelerate` at runs of many turns, `inductive` at what follows
//! from the last steps, `attempt` holds one reading,
//! `search` says what is tried in which order, `sites` asks about objects one by one; `refute` leads from a derivation to a run, [`needed`] says what of a solution is
//! worth reading. Nothing here is trusted: clauses and the check of solutions are the crate `chc`.
//!
//! Invariants: no I/O, no clock; knows neither LLVM nor other engines.

mod accelerate;
mod attempt;
mod bounded;
pub mod emit;
pub mod engine;
mod inductive;
mod lemmas;
mod narrow;
pub mod needed;
mod plan;
mod refute;
mod search;
mod sites;
pub mod solve;
mod tried;
