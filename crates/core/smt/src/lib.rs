//! Terms, the solver, Horn clauses and interpolants. The only crate that knows Z3.
//!
//! ```no_run
//! use smt::{Session, Solver, Sort, Terms};
//!
//! let t = Terms::new();
//! let (x, y) = (t.var("x", Sort::Int), t.var("y", Sort::Int));
//! let mut solver = Solver::new(&Session::new(&t)?);
//! solver.assert(t.and([t.lt(x, y), t.lt(y, t.int(10))]));
//! assert!(solver.proves(t.lt(x, t.int(9))));
//! assert!(solver.check().is_sat());
//! assert!(solver.value(x) < solver.value(y));
//! # Ok::<(), smt::Error>(())
//! ```
//!
//! - [`Terms`] stores terms, hash-consed and independent of the solver: a [`Term`] is a number that an engine can keep,
//!   compare, order and look into. Building terms costs no solver call, and a program that never asks a question never
//!   starts one.
//! - [`Session`] is a running Z3 over a store; starting it is the expensive step.
//! - [`Solver`] answers questions incrementally. One per engine, reused: that is where the time goes.
//! - [`Horn`] is a system of Horn clauses; solved, it gives an invariant per relation, which [`Solution::check`] checks
//!   again without trusting who found it.
//! - [`interpolants`] explains why a path is infeasible, cut by cut.
//!
//! Architecture invariants: no type of Z3 is visible from outside; `unsafe` lives in the modules that call it, `z3`,
//! `solver` and `horn`. "Unknown" is an answer, never an error; an error means that the environment is broken.

#![allow(unsafe_code)]

mod arena;
mod construct;
mod construct_bv;
mod count;
mod horn;
mod interpolate;
mod pool;
mod read;
mod session;
mod smtlib;
mod solver;
mod term;
mod value;
mod walk;
mod z3;

pub use count::questions;
pub use horn::{Clause, Derivation, Derived, Guidance, Horn, HornAnswer, Solution};
pub use interpolate::{Interpolation, interpolants};
pub use pool::Terms;
pub use session::Session;
pub use smtlib::quote as quoted;
pub use solver::{SatAnswer, Solver};
pub use term::{BvCmp, BvOp, Func, Node, Scalar, Sort, Term};
pub use value::{MAX_BV_WIDTH, Value};
pub use z3::Limits;

/// The version of Z3 this crate was written for, and refuses to do without: `scripts/z3.txt` fetches it.
pub const REQUIRED_VERSION: &str = "5.4.0.0";

/// The environment is broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error(
        "the solver library that was loaded is Z3 {found}, and Cairn needs Z3 {REQUIRED_VERSION}: run scripts/setup and build again"
    )]
    WrongVersion { found: String },
    #[error("the solver could not be started: out of memory")]
    OutOfMemory,
}

/// The version of Z3, if it is the one needed. Costs nothing: to be called at start-up.
pub fn check_version() -> Result<&'static str, Error> {
    match z3::loaded_version() {
        REQUIRED_VERSION => Ok(REQUIRED_VERSION),
        found => Err(Error::WrongVersion { found: found.to_string() }),
    }
}
