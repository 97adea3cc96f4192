//! The solver as a search uses it.

use engine::Budget;
use its::check::Logic;

/// What the solver may spend on one question, in its own units: far more than linear ones need, about a second for products.
const WORK: u32 = 2_000_000;

/// A question that takes too long is left open. The solver does not start only when the installation is broken.
pub fn for_search(budget: &Budget) -> Result<Logic, smt::Error> {
    Logic::limited(WORK, budget)
}
