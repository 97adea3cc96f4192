//! The concrete interpreter of the IR: byte-precise, deterministic, the oracle of everything else.
//!
//! [`run`] takes a module, an entry function and a source of inputs, and says how the run ended. Given the same inputs
//! it does the same thing, byte for byte: addresses come from a deterministic allocator, and every choice that C leaves
//! open (nondeterministic values, the value of something never initialised, a failing allocation) is asked from the
//! [`InputSource`] and recorded in [`Run::inputs`], so that [`Replay`] reproduces the run.
//!
//! Invariants: no I/O, no clock; a violation reported here really happens in the program on these inputs, and no
//! violation of the kinds of [`engine::BugKind`] (except non-termination) passes unnoticed. What is not modelled ends
//! the run as [`End::Unsupported`].

mod exec;
mod input;
mod laps;
mod leak;
mod likeness;
mod memory;
mod number;
mod observer;
mod options;
mod report;
mod run;
mod shadow;
mod snapshot;
mod value;
mod visits;

pub use input::{InputSource, ListedInputs, MOST_STRINGS, Mismatch, Replay, Request, SeededInputs};
pub use laps::{Lap, NoLap, lap};
pub use observer::{MemoryEvent, NoObserver, ObjectKind, Observer, Through};
pub use options::{End, Layout, Options, Run};
pub use run::{run, run_with};
pub use shadow::{Point, Shadow, Shadowed, Use};
pub use snapshot::{Life, Object, Snapshot, Thing, Word};
pub use visits::{Anchor, Compared, Ends, Rerun, Visit, Visits};
