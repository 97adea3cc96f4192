//! Symbolic memory graphs: memory safety of programs with linked data structures.
//!
//! Paper: "Byte-Precise Verification of Low-Level List Manipulation", called [SAS13] here.
//!
//! A *prover* computes, for every function and every point of it, graphs that cover all heaps that can occur there;
//! *hunters* run the same symbolic execution without abstraction, looking for a path that a real run can take. Only
//! the prover's finished state space is evidence for TRUE, and only a replayed run is evidence for FALSE.
//!
//! Invariants: no I/O, no clock; knows neither LLVM nor other engines.

mod abstraction;
mod alternation;
mod canon;
mod compare;
mod consistency;
mod content;
mod cover;
mod cut;
mod dot;
mod engine;
mod exec;
mod facts;
mod graph;
mod hunt;
mod join;
mod object;
mod proof;
mod prove;
mod range;
mod reach;
mod segment;
mod shapes;
mod start;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod trail;
mod value;

pub use self::engine::{Covered, Smg};
pub use abstraction::{AbstractionOptions, abstract_state};
pub use alternation::Alternation;
pub use consistency::check_consistency;
pub use cover::covers;
pub use dot::dot;
pub use facts::Facts;
pub use graph::Graph;
pub use hunt::hunt;
pub use join::{JoinOptions, Status, join};
pub use object::{Field, Fill, Kind, Life, Link, Links, Object, Segment, Storage};
pub use proof::{Context, Proof, check};
pub use range::Range;
pub use reach::collect_garbage;
pub use shapes::{Head, Shape, Survey, Suspect, survey};
pub use state::{ArgClass, Frame, Local, State, VarArg};
pub use trail::{Event, Trail};
pub use value::{Addr, Linear, ObjectId, Origin, SymId, SymInfo, Value, Which};
