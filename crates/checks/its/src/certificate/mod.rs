//! Certificates: what a proof that all runs end consists of, and what a run that does not; and of an encoding of integers of
//! fixed width. Only data, which nothing here claims to be right.

mod answer;
mod encoding;
mod endless;
mod geometric;
mod proof;
mod recurrent;
mod simplification;
mod stem;
mod technique;

pub use answer::SystemAnswer;
pub use encoding::{WrapEncoding, Wraps};
pub use endless::{Endless, Recurrence};
pub use geometric::{Geometric, Ray};
pub use proof::{Between, Conjunction, Proof, ProofStep, Ranking, SizeChangeArc};
pub use recurrent::{Move, Recurrent, RecurrentMoves};
pub use simplification::Simplification;
pub use stem::{Leg, State, Stem, Taken};
pub use technique::{EndlessKind, Technique};
