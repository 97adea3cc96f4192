//! What a run met on its way: conditions over its inputs, each of which another input may turn.

use interp::Point;

use crate::rounds::StateId;
use encode::node::{Arg, Nodes};

/// Why a condition was met.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A branch or one case of a switch.
    Branch,
    /// Held if it held; a run that broke it ended there.
    Assume,
    /// Did not happen, but would be a violation if it did: an access out of bounds, an overflow.
    Hazard,
}

#[derive(Clone, Copy, Debug)]
pub struct Condition {
    pub kind: Kind,
    pub at: Point,
    /// Tells apart several conditions of one place (cases of a switch).
    pub which: u32,
    /// One bit.
    pub value: Arg,
    /// What it was in this run.
    pub held: bool,
    /// What the program's own variables said when the round began in which it was met; see [`crate::rounds`].
    pub state: StateId,
}

/// A finished run, as far as its conditions go.
#[derive(Debug)]
pub struct Path {
    pub nodes: Nodes,
    pub conditions: Vec<Condition>,
    /// The bits of every input, in order.
    pub inputs: Vec<u128>,
    /// Conditions met before the run came for the last time to a part of the program where no run had been.
    pub news: Option<usize>,
}

impl Path {
    /// Nobody will turn a condition after this one: they go, and what only they are made of.
    pub fn forget_after(&mut self, last: usize) {
        self.conditions.truncate(last + 1);
        self.conditions.shrink_to_fit();
        let used = self.conditions.iter().filter_map(|condition| condition.value.node()).max();
        self.nodes.truncate(used);
    }
}

/// A direction of a condition at a place in the program, for counting how often it was taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    func: ir::FuncId,
    block: ir::BlockId,
    inst: u32,
    which: u32,
    holds: bool,
}

impl Condition {
    pub fn edge(&self, holds: bool) -> Edge {
        Edge { func: self.at.func, block: self.at.block, inst: self.at.inst, which: self.which, holds }
    }
}
