//! Graphs: nodes with what is known of their bytes, and unification, which makes cells one.
//!
//! Knows nothing of instructions, functions' bodies and calls. `consistency` says what holds between two operations.

mod arena;
mod cell;
mod consistency;
mod contents;
mod forest;
mod node;
mod numbers;
#[cfg(test)]
mod tests;
mod unify;

pub(crate) use arena::Graph;
pub use cell::{Cell, Flags, NodeId};
pub use node::{Class, ENDLESS, Field, Node, Shape, Site};
