//! Symbolic execution graphs: states, what instructions make of them, and the check of proofs that consist of them.
//!
//! Paper: "AProVE: Modular Termination Analysis of Memory-Manipulating C Programs", called [AProVE] here.
//!
//! A proof claims, for functions under given entry states, which states can arrive where loops begin and which can return. The
//! check executes every path between them and demands that whatever comes out is covered by what is claimed; the paths
//! are the transitions of integer systems, whose termination `its` checks. Who looks for proofs is not here.
//!
//! The rooms, each of which knows only those before it: [`number`] (linear forms over mathematical integers, and what is known of
//! them), [`state`], [`exec`] (one instruction makes from a state the states it can become), [`cover`] (does one state stand
//! for all that another stands for), [`walk`] (paths between the places where states are kept), [`call`] (what a function is
//! given, and what it gives back), [`proof`].
//!
//! Invariants: no I/O, no clock; numbers in states are mathematical integers and nothing in them wraps unless an
//! instruction does.

pub mod call;
pub mod cover;
pub mod exec;
pub mod number;
pub mod proof;
pub mod state;
pub mod walk;

#[cfg(test)]
mod tests;
