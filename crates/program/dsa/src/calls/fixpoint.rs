//! All functions together, until every call is as it has to be.
//!
//! Paper: [SAS17] section 4, Fig. 9 (`CSAnalysis`, `cloneSummaries`).
//! Guarantees: at every call the map from the callee's nodes to the caller's is a function, and where one of two nodes
//!             of the callee is modified there, they are different nodes in the caller: the correctness condition CC
//!             (checked again by `check::calls`).
//! DIVERGENCE: the paper maps cells; we ask for different *nodes*, since a region becomes one array: two regions that lie
//!             side by side in one region of the caller would both be updates of its array.
//! DIVERGENCE: indirect calls are resolved on the way.

use super::program::Program;
use crate::local::analyse_functions;

impl Program<'_> {
    pub fn run(&mut self) {
        analyse_functions(&mut self.analysis);
        loop {
            self.find_components();
            if self.settle() && !self.call_back() && !self.resolve() {
                #[cfg(debug_assertions)]
                self.check_from_scratch();
                return;
            }
        }
    }
}
