//! Checks of a finished analysis that share no code with it.
//!
//! [`local`] looks at every instruction and what it needs of the graph; [`calls`] looks at every call and computes its
//! simulation relation anew; [`runs`] watches the interpreter.

mod bytes;
mod calls;
mod failure;
mod local;
mod numbers;
mod runs;
#[cfg(test)]
mod tests;

pub use calls::check_calls;
pub use failure::Failure;
pub use local::check_local;
pub use runs::{RunChecks, check_run};
