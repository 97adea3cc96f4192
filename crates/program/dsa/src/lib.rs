//! Points-to graphs: which memory every pointer of a program may refer to, in regions that verifiers can use.
//!
//! Paper: [SAS17] Gurfinkel, Navas: A Context-Sensitive Memory Model for Verification of C/C++ Programs.
//!
//! Invariants: no I/O, no clock, no verdicts. The analysis is total: what it does not know is an external region.
//!
//! The rooms, each of which knows only those before it: [`graph`] (nodes and their unification), [`state`] (what is known while the
//! analysis works), `local` (one function at a time), `calls` (all functions together), [`result`] (what users ask). [`check`] and
//! [`pure`] (programs as functions of their regions) look at results only.

mod calls;
pub mod check;
pub mod graph;
mod local;
mod options;
pub mod pure;
pub mod result;
mod state;

pub use options::Options;
pub use result::{PointsTo, analyze};
