//! The checks of certificates, each with a solver of its own: of proofs, of runs that do not end, of encodings.
//!
//! A certificate may be wrong in any way. `Ok` is said only of what holds; whoever looks for certificates may use the same
//! [`Logic`] and the same claims, but nothing here believes what it found.

mod checker;
mod claims;
mod closure;
mod disjunction;
mod encoding;
mod endless;
mod invariants;
mod logic;
mod proof;
mod rays;
mod refusal;
mod simplification;
mod size_change;

pub use claims::{
    Obligation, arc_claims, first_obligation, later_obligation, measure_claims, phase_claims, ranking_claims,
};
pub use closure::{SizeChangeGraph, every_sequence_ends};
pub use encoding::{check_encoding, encoding_premises, is_in_range};
pub use endless::{check_endless, is_computable};
pub use logic::Logic;
pub use proof::check_proof;
pub use refusal::Refusal;
pub use simplification::check_simplifications;
