//! Integer transition systems: polynomials, constraints, transitions; and what follows from the graph alone.
//!
//! Arithmetic is exact: a number that leaves 128 bits makes an operation give `None`, nothing wraps unless a [`Types`] says so.

mod atom;
mod chain;
mod components;
mod poly;
mod slice;
mod transition;
mod types;

pub use atom::{Atom, Relation};
pub use chain::{chain, chain_all};
pub use components::{Component, all_reachable, components, irrelevant, reachable, reachable_transitions, unreachable};
pub use poly::{IntVar, Monomial, Poly, gcd};
pub use slice::unneeded;
pub use transition::{Location, System, Transition, after, during};
pub use types::{IntType, Types, wrapped_step};
