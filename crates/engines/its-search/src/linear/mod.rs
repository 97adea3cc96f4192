//! Linear programs, and what they find.

mod premise;
mod program;
mod ranking;

pub use premise::Premise;
pub use program::{Column, Program, Row, integers, merged};
pub use ranking::{Freedom, bounded_everywhere, decreasing_on, phases};
