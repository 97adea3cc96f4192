//! Certificates: which states can arrive where, and why nothing goes on for ever; and their check.
//!
//! Paper: [AProVE] sections 3.3, 3.4 and 4.
//! Guarantees: if the claims hold, every run of the program stays within them, as long as nothing that [`Finding::blocks`] tells
//! of happens; and if every cycle of the graph terminates, every run ends. A run that does not end either calls deeper and
//! deeper for ever, along edges to entry states, or stays for ever in one activation from some time on, along the others.
//!
//! [`Finding::blocks`]: crate::exec::Finding::blocks

mod check;
mod edges;
mod ending;

pub use check::{Cycle, check, cycles, places, settles};
pub use edges::{Edge, Place, Uncovered, Walker, entry_update, keeps_heap};
pub use ending::{Component, components, system};

use std::sync::Arc;

use engine::Certificate;
use ir::{BlockId, FuncId};
use serde::{Deserialize, Serialize};

use crate::exec::Overflow;
use crate::state::State;

/// Evidence that no run of a program violates a property.
#[derive(Clone, Debug)]
pub struct Executed(pub Arc<Proof>);

impl Certificate for Executed {}

/// Claims about a program; the first context is the entry function's.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    pub overflow: Overflow,
    pub contexts: Vec<Context>,
    /// Why cycles end, one for each component of the graph, in its order. Empty where nobody asked.
    pub endings: Vec<its::certificate::Proof>,
}

/// One function under one entry state.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Context {
    pub func: FuncId,
    pub entry: State,
    /// States are kept wherever several ways meet, not only where loops begin.
    pub joins: bool,
    /// States at the start of blocks.
    pub cuts: Vec<(BlockId, State)>,
    /// States after the function returned; registers are its results.
    pub returns: Vec<State>,
}

impl Proof {
    /// How many states it claims.
    pub fn states(&self) -> usize {
        self.contexts.iter().map(|context| 1 + context.cuts.len() + context.returns.len()).sum()
    }
}

impl Proof {
    /// The state that is kept there.
    pub fn state(&self, place: Place) -> &State {
        let context = &self.contexts[place.context];
        place.cut.map_or(&context.entry, |cut| &context.cuts[cut].1)
    }
}
