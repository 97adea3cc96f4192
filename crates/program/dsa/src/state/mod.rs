//! What the analysis knows of a program while it works: its functions, its calls, and the graph of all of them.
//!
//! Data, which the rooms above fill.

mod analysis;
mod call;
mod classes;
mod places;

pub(crate) use analysis::Analysis;
pub(crate) use call::{CallState, TargetState};
pub(crate) use classes::Classes;
pub(crate) use places::{Images, Places};
