//! Integer transition systems: do all their runs end?
//!
//! Knows nothing of programs. A [`System`] has locations, and transitions with a guard and an update over mathematical
//! integers.
//!
//! Invariants: no I/O, no clock; arithmetic is exact; nothing wraps.

mod atom;
mod poly;
mod system;

pub use atom::{Atom, Relation};
pub use poly::{Monomial, Poly, Var};
pub use system::{LocId, System, Transition};
