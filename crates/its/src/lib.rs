//! Integer transition systems: do all their runs end?
//!
//! Knows nothing of programs. A [`System`] has locations, and transitions with a guard and an update over mathematical
//! integers. [`prove`] looks for an argument that all runs end; [`check`] checks it with a solver of its own.
//!
//! Invariants: no I/O, no clock; arithmetic is exact where something rests on it; nothing wraps.

mod atom;
mod chain;
mod check;
mod cycles;
pub mod format;
mod invariants;
mod lasso;
mod logic;
mod lp;
mod poly;
mod premise;
mod proof;
mod prove;
mod rank;
mod recur;
mod scc;
mod simplify;
mod stem;
mod system;

pub use atom::{Atom, Relation};
pub use check::{check, check_endless};
pub use format::{FormatError, Kind};
pub use poly::{Monomial, Poly, Var};
pub use proof::{Answer, Endless, Proof, Step};
pub use prove::prove;
pub use rank::Ranking;
pub use recur::Recurrent;
pub use simplify::{Origin, Simplification, Simplified, simplify};
pub use stem::Stem;
pub use system::{LocId, System, Transition};
