//! What users and programs read: diagnostics, verdict lines, JSON, the IR's text, points-to graphs, benchmark
//! tables and CSV.
//!
//! Invariant: nothing else in Cairn serialises anything, and nothing here decides anything. The same results give the
//! same bytes.

mod again;
mod assumed;
pub mod bench;
mod bindings;
pub mod contexts_table;
pub mod engines_table;
pub mod grounds;
pub mod heaps;
mod inputs;
pub mod its;
mod json;
mod path;
pub mod points_to;
mod pure;
mod reason;
mod shapes;
mod source;
mod stats;
mod step;
mod style;
mod text;
mod value;
mod why;

pub use again::{Again, USUAL_STEPS};
pub use inputs::{GivenInputs, reads_stdin};
pub use json::{Document, Location, PropertyResult, TraceStep, document, write_json};
pub use pure::write_pure;
pub use reason::reason;
pub use shapes::{LoopShape, Shapes, SuspectedBug};
pub use stats::{Stats, write_stats};
pub use step::Steps;
pub use style::Style;
pub use text::{Diagnostics, Severity, write_text};
pub use why::WhyTrue;

use std::io::{self, Write};

use certify::Settled;
use ir::Module;

use crate::grounds::Grounds;

pub const TOOL: &str = "cairn";
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The results of one `verify`.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// What the user asked about, and how.
    pub again: Again<'a>,
    /// `None` when the program could not be read in time; results then name no places.
    pub module: Option<&'a Module>,
    pub results: &'a [Settled],
    /// When somebody asked for them.
    pub shapes: Option<Shapes<'a>>,
    /// What those that are TRUE rest on, when somebody asked.
    pub grounds: Option<&'a [Grounds<'a>]>,
    /// For programs, when somebody asked for them; people read them on standard error.
    pub stats: Option<&'a Stats>,
}

/// The intermediate representation as text that `cairn verify` accepts again.
pub fn write_ir(module: &Module, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{module}")
}
