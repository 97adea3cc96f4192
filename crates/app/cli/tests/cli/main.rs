//! The command as users call it. One test program, because each would link LLVM again.

mod bad_inputs;
mod chc;
mod commands;
mod common;
mod explain;
mod externs;
mod points_to;
mod readme;
mod solved;
