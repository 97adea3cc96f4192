//! The judge: the only place where a verdict is made.
//!
//! Engines propose, `certify` checks again: a certificate by its own rule, a trace by a replay in the interpreter. What
//! does not survive the check is UNKNOWN, with what was suspected.
//!
//! Invariant: a [`Verdict`] that says TRUE or FALSE can come only out of [`judge`]; nothing else can build one, and
//! whoever has one cannot change it.

mod assumed;
pub mod checkers;
pub mod file;
mod horn;
mod judge;
mod record;
mod replay;
mod settled;
mod system;
mod verdict;

pub use engine::catch;
pub use horn::{HornConclusion, HornVerdict, judge_horn};
pub use judge::judge;
pub use record::{Path, Recorder};
pub use settled::Settled;
pub use system::{SystemConclusion, SystemDoubt, SystemVerdict, judge_system, judge_typed_system};
pub use verdict::{Conclusion, Doubt, Laps, Proved, Refutation, Seen, Verdict};
