//! Points-to graphs: which memory every pointer of a program may refer to, in regions that verifiers can use.
//!
//! Paper: [SAS17] Gurfinkel, Navas: A Context-Sensitive Memory Model for Verification of C/C++ Programs.
//!
//! Invariants: no I/O, no clock, no verdicts. The analysis is total: what it does not know is an external region.

mod absorb;
mod carriers;
mod cell;
pub mod check;
mod classes;
mod components;
mod consistency;
mod facts;
mod forest;
#[cfg(debug_assertions)]
mod from_scratch;
mod funcsets;
mod globals;
mod graph;
mod images;
mod inter;
mod library;
mod local;
mod names;
mod node;
mod numbers;
mod order;
mod passed;
mod resolve;
mod result;
mod rounds;
mod state;
mod stats;
#[cfg(test)]
mod tests;
mod touched;

pub use cell::{Cell, Flags, NodeId};
pub use names::{Names, Typed};
pub use node::{Class, ENDLESS, Field, Node, Shape, Site};
pub use order::Order;
pub use result::{CallFacts, PointsTo, TargetFacts, analyze};
pub use state::CallSite;
pub use stats::Stats;

/// How to analyse.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// One graph for all functions, as a baseline.
    pub context_insensitive: bool,
    /// Trust C's rule that an object is accessed with its own type or as characters (6.5, paragraph 7): contents of
    /// different types are then kept apart even where their bytes are one. Unsound for programs that break the rule.
    pub type_aware: bool,
    /// What functions without a body do.
    pub summaries: outside::Summaries,
}
