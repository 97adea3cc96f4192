//! The world outside of a program: what functions without a body do, as far as somebody says so.
//!
//! Engines are not told: [`supply`] gives such functions bodies, in the IR that everybody reads already, marked as
//! assumed. So what is assumed can be printed (`cairn ir --externs pure`), is the same for every engine, and a verdict
//! that rests on it can name it.
//!
//! Absent from here: what any engine does with it, and functions of the C library that Cairn has models of.

mod assembly;
mod bodies;
mod summaries;

pub use bodies::{Externs, supply};
pub use summaries::{BadSummary, Effect, Given, Size, Summaries};
