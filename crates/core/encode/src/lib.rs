//! The meaning of the IR in logic: integer operations, instructions and paths as terms of `smt`.
//!
//! Four readings of one language:
//! - [`bits`]: bit-vectors. Exact for every width, slow to solve.
//! - [`integers`]: mathematical integers that wrap around where the machine does. Exact up to 64 bits; linear as long as
//!   the program is.
//! - [`ranged`]: mathematical integers that carry their range, so that little wraps and nothing needs a remainder that the
//!   program does not compute. Covers the machine, and is exact but for bits: for proofs.
//! - [`linear`]: linear arithmetic in which nothing wraps that did not wrap in a given run. Not exact: its solutions are
//!   aims, to be tried. A hundred times as quick.
//!
//! [`node`] is an arena for expressions over a run's inputs, cheap to fill while a program runs; [`translate`] reads it in
//! any of these ways, [`slice`] finds the conditions that matter to one of them. [`inst`] reads instructions, [`block`]
//! blocks, and [`path`] follows them through a function, with the conditions so far in a solver; what is no number is for a
//! [`block::World`] to say. [`inputs`] leads from a model back to inputs.
//!
//! Invariant: knows no engine. The exact readings are tested against [`ir::eval`], which the interpreter runs with, and
//! paths against runs of the interpreter.

pub mod bits;
pub mod block;
pub mod inputs;
pub mod inst;
pub mod integers;
pub mod linear;
pub mod node;
pub mod path;
pub mod ranged;
pub mod reading;
pub mod slice;
pub mod translate;
