//! Invariants: lower bounds of linear forms at every location.
//!
//! Paper: template constraint matrices, [Sankaranarayanan et al., VMCAI 2005]. The forms are the same at all locations:
//! variables and what guards compare (intervals and a little more), on demand also sums and differences of two variables
//! (octagons). The best bound of a form after a step is a linear program over what holds before it.
//! Guarantees: what is returned holds whenever a run gets to the location: the bounds, found in floating point, are
//! checked with the solver, and those that a step does not keep are dropped until all are kept.
//! DIVERGENCE: bounds that fall are first tried at constants that guards of the system mention, then given up.

mod forms;
mod least;
mod search;

pub use forms::Precision;
pub(crate) use search::invariants;

use engine::Budget;
use its::system::{Atom, System};

use crate::solver::for_search;

/// What holds at each location, for whoever has only the system. Empty where nothing was found, and where the solver does not
/// start: who cannot do without it notices that himself.
pub fn find(system: &System, precision: Precision, budget: &Budget) -> Vec<Vec<Atom>> {
    let nothing = |_| vec![Vec::new(); system.locations.len()];
    for_search(budget).map_or_else(nothing, |mut logic| invariants(system, precision, &mut logic, budget))
}
