//! Runs engines on a task, side by side, within limits, and collects one judged answer per property.
//!
//! Invariants: an engine's panic costs that engine's answer and nothing else; every answer passes through `certify`;
//! every property of the task gets exactly one result, whatever happens.

mod asked;
mod board;
mod facts;
mod limits;
mod list;
mod permits;
mod run;
mod shares;
mod stages;
mod survey;
mod watch;
mod work;

pub use chc_search::emit::script as clauses;
pub use chc_search::needed::needed;
pub use chc_search::solve::solve;
pub use facts::ProgramFacts;
pub use limits::{Limits, cores};
pub use list::{applicable, engines, named};
pub use run::verify;
pub use survey::survey;
pub use watch::{Status, Watch};
pub use work::Run;
