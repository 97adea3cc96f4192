//! What is claimed about a system.

use engine::Limit;

use super::endless::Endless;
use super::proof::Proof;

/// What the prover says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SystemAnswer {
    Terminates(Proof),
    /// A run gets into a set of values from which a cycle can be taken again and again.
    RunsForever(Box<Endless>),
    /// Components for which nothing was found, by their transitions; and what ended the search, if it did not come to its
    /// own end.
    Maybe {
        open: Vec<Vec<usize>>,
        stopped: Option<Limit>,
    },
}
