//! What users and programs read: diagnostics, verdict lines, JSON, the IR's text, points-to graphs, benchmark
//! tables and CSV.
//!
//! Invariant: nothing else in Cairn serialises anything, and nothing here decides anything. The same results give the
//! same bytes.

pub mod bench;
pub mod its;
mod json;
mod path;
pub mod points_to;
mod reason;
mod shapes;
mod source;
mod step;
mod style;
mod text;
mod value;

pub use json::{Document, Location, PropertyResult, TraceStep, document, write_json};
pub use reason::reason;
pub use shapes::{LoopShape, Shapes, SuspectedBug};
pub use step::Steps;
pub use style::Style;
pub use text::{Diagnostics, Severity, write_text};

use std::io::{self, Write};

use ir::Module;
use portfolio::Settled;

pub const TOOL: &str = "cairn";
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The results of one `verify`.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The inputs as the user named them.
    pub files: &'a [String],
    /// `None` when the program could not be read in time; results then name no places.
    pub module: Option<&'a Module>,
    pub results: &'a [Settled],
    /// When somebody asked for them.
    pub shapes: Option<Shapes<'a>>,
}

/// The intermediate representation as text that `cairn verify` accepts again.
pub fn write_ir(module: &Module, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{module}")
}
