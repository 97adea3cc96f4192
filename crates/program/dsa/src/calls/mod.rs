//! All functions together: what callees do goes into the graphs of their callers, what callers know keeps regions of callees
//! together, and indirect calls find their targets; again and again until nothing changes.

mod absorb;
mod components;
mod fixpoint;
#[cfg(debug_assertions)]
mod from_scratch;
mod funcsets;
mod passed;
mod program;
mod resolve;
mod rounds;
mod touched;

pub(crate) use program::Program;
pub(crate) use touched::Touched;
