//! Points-to graphs for people and programs: text, JSON, pictures, and how precise they are.
//!
//! One document holds all that is said about a program ([`document`]); every format shows it.

mod check;
mod document;
mod dot;
mod graphs;
mod json;
mod labels;
mod stats;
mod text;
mod words;

use std::time::Duration;

use dsa::result::PointsTo;
use ir::FuncId;

pub use check::{Checked, write_check};
pub use document::{
    AllocationSite, CallMap, CalleeMap, CheckResult, Document, Failure, FieldOf, FunctionGraph, Mode, Numbers, Place,
    Region, RegionMap, SharedUse, StatsOf, Variable,
};
pub use dot::write_dot;
pub use graphs::document;
pub use json::write_json;
pub use stats::write_stats;
pub use text::write_text;

/// What there is to report about one program.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a, 'm> {
    /// The inputs as the user named them.
    pub files: &'a [String],
    pub points_to: &'a PointsTo<'m>,
    pub context_insensitive: bool,
    pub type_aware: bool,
    /// In the order in which to show them.
    pub functions: &'a [FuncId],
    pub stats: Option<&'a Comparison>,
    pub check: Option<&'a Checked>,
}

/// The same program, analysed both ways.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    pub sensitive: Measured,
    pub insensitive: Measured,
}

/// One analysis and what it cost.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    pub stats: dsa::result::Stats,
    pub time: Duration,
    /// Of the process while it ran, the program itself included.
    pub peak_mib: u64,
}
