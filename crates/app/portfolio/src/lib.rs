//! Runs engines on a task, side by side, within limits, and collects one judged answer per property.
//!
//! Invariants: an engine's panic costs that engine's answer and nothing else; every answer passes through `certify`;
//! every property of the task gets exactly one result, whatever happens.

mod board;
mod facts;
mod list;
mod memory;
mod run;
mod survey;

pub use facts::ProgramFacts;
pub use list::{applicable, engines, named};
pub use memory::{Memory, memory};
pub use run::{Limits, Status, Watch, verify};
pub use survey::survey;
