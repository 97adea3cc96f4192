//! Checks of a finished analysis that share no code with it.
//!
//! [`calls`] looks at every call and computes its simulation relation anew; [`runs`] watches the interpreter.

mod calls;
mod failure;
mod runs;

pub use calls::check_calls;
pub use failure::Failure;
pub use runs::{RunChecks, check_run};
