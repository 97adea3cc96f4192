//! What pointers may lead to, wherever they are: in registers and in memory.
//!
//! Inclusions between sets, after Andersen, of the whole program and whatever the order of its instructions; places in objects are
//! told apart by a constant and a step. Only objects that are there once have a place in sets, and among them only those that
//! stay inside of the program: whoever gives an address to the outside (a function without a body, an integer, memory that is
//! not followed) gives away the object, and all that can be reached from it.

mod calls;
mod contents;
mod flow;
mod instructions;
mod once;
mod set;
mod sets;

pub use flow::{Flow, Followed};
pub use once::Once;
pub use set::Targets;
pub use sets::Sets;
