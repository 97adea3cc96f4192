//! What the analysis knows of every call while it works.

use engine::CodePlace;
use ir::{Call, FuncId};
use smallvec::SmallVec;

use crate::graph::Cell;

#[derive(Debug)]
pub(crate) struct CallState<'m> {
    pub site: CodePlace,
    pub call: &'m Call,
    /// The called pointer, for an indirect call.
    pub pointer: Option<Cell>,
    /// May it reach functions outside of the program?
    pub outside: bool,
    /// Memory for variable arguments.
    pub area: Option<Cell>,
    /// The first argument that is there: of several callees, some may name fewer than others.
    pub in_area: usize,
    /// Indices into [`Analysis::targets`](super::Analysis::targets).
    pub targets: Vec<usize>,
    /// The callees of `targets`. Sorted.
    pub reached: SmallVec<[FuncId; 1]>,
}

/// One function that a call may reach: what has to be known of it in every round.
#[derive(Clone, Debug)]
pub(crate) struct TargetState {
    /// An index into [`Analysis::calls`](super::Analysis::calls).
    pub call: usize,
    pub caller: FuncId,
    pub callee: FuncId,
    /// Caller and callee have one graph: they are mutually recursive, or the analysis is context-insensitive.
    pub inner: bool,
    /// They have to have one graph, since separate ones would be too large.
    pub joined: bool,
    /// The version of the callee's graph when it was last brought into the caller's,
    pub absorbed: u64,
    /// and the time, as [`Graph::changed_since`](crate::graph::Graph::changed_since) has it.
    pub absorbed_at: u64,
    /// The versions of the caller's and the callee's graph when it was last made sure that regions stay apart,
    pub kept_apart: (u64, u64),
    /// and when [`Places::shared`](super::Places::shared) was found.
    pub shared_in: (u64, u64),
    /// Is there anything in it?
    pub has_shared: bool,
}

impl TargetState {
    pub fn new(call: usize, caller: FuncId, callee: FuncId) -> TargetState {
        TargetState {
            call,
            caller,
            callee,
            inner: false,
            joined: false,
            absorbed: 0,
            absorbed_at: 0,
            kept_apart: (0, 0),
            shared_in: (0, 0),
            has_shared: false,
        }
    }
}
