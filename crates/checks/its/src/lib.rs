//! Integer transition systems: do all their runs end?
//!
//! Knows nothing of programs. A [`System`] has locations, and transitions with a guard and an update over mathematical
//! integers. [`prove`] looks for an argument that all runs end; [`check`] checks it with a solver of its own.
//!
//! Invariants: no I/O, no clock; arithmetic is exact where something rests on it; nothing wraps.

mod accelerate;
mod atom;
mod chain;
mod check;
mod check_endless;
mod cycles;
pub mod format;
mod geometric;
mod going_on;
mod invariants;
mod lasso;
mod logic;
mod lp;
mod measures;
mod moves;
mod poly;
mod premise;
mod proof;
mod prove;
mod rank;
mod rays;
mod recur;
mod refine;
mod scc;
mod simplify;
mod size_change;
mod stem;
mod system;
mod technique;
pub mod wrap;

pub use atom::{Atom, Relation};
pub use check::check;
pub use check_endless::check_endless;
pub use format::{FormatError, Kind};
pub use geometric::{Geometric, Ray};
pub use moves::{Move, RecurrentMoves};
pub use poly::{IntVar, Monomial, Poly};
pub use proof::{Between, Endless, Proof, ProofStep, Recurrence, SystemAnswer};
pub use prove::{prove, prove_up_to};
pub use rank::Ranking;
pub use recur::Recurrent;
pub use refine::{Conjunction, Refined};
pub use simplify::{OriginalPath, Simplification, Simplified, simplify};
pub use size_change::SizeChangeArc;
pub use stem::{Leg, Stem};
pub use system::{Location, System, Transition};
pub use technique::{EndlessKind, Technique};
