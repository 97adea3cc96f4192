//! The search for proofs that all runs of an integer transition system end, and for runs that do not.
//!
//! Everything here is a guess: what comes out is a certificate that `its` checks. Nothing is claimed that its check would not
//! accept, as far as that can be asked beforehand.
//!
//! The rooms, from below: [`simplify`] makes the system smaller; `linear` solves linear programs, for [`invariants`] and ranking
//! functions; `endless` looks for runs that do not end; [`prove`] decides what is tried when. [`wrap`] stands beside them: it
//! encodes integers of fixed width.
//!
//! Invariants: no I/O, no clock; results depend on the system and the number of steps alone.

mod endless;
pub mod invariants;
mod linear;
pub mod prove;
pub mod simplify;
mod solver;
pub mod wrap;
