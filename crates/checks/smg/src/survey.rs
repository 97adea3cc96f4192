//! What a prover met at loop heads, for people: data that decides nothing.

use engine::Unknown;
use ir::{BlockId, FuncId, LocId};

use crate::exec::Finding;
use crate::graph::State;

/// The loop heads of the program's own functions, with every heap that the prover met there.
#[derive(Debug)]
pub struct Survey {
    /// In the order of their places.
    pub heads: Vec<Head>,
    /// What may go wrong as far as the prover sees, in the order of their places.
    pub findings: Vec<Finding>,
    /// Why there may be more heaps: the prover did not finish, or met something that it does not follow.
    pub incomplete: Option<Unknown>,
}

#[derive(Debug)]
pub struct Head {
    pub func: FuncId,
    pub block: BlockId,
    /// Of the loop.
    pub loc: LocId,
    /// None of them covers another.
    pub states: Vec<State>,
    /// Fewer that cover the same heaps, for people.
    pub summary: Vec<State>,
}
