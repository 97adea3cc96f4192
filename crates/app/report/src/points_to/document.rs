//! What is said about a program's points-to graphs, whatever the format: every key always there, absent values null.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::json::Location;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Document {
    pub tool: String,
    pub version: String,
    /// The inputs, separated by spaces when there are several.
    pub file: String,
    pub mode: Mode,
    pub functions: Vec<FunctionGraph>,
    /// Regions that all functions share, as far as the functions above reach them.
    pub shared: Vec<Region>,
    /// Only when asked for, as is the check.
    pub stats: Option<StatsOf>,
    pub check: Option<CheckResult>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mode {
    pub context_sensitive: bool,
    pub type_aware: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FunctionGraph {
    pub name: String,
    pub location: Option<Location>,
    /// Its own regions, `R1` and so on.
    pub regions: Vec<Region>,
    pub variables: Vec<Variable>,
    /// What it returns points here.
    pub returns: Vec<Place>,
    /// Shared regions that it, or what it calls, touches.
    pub shared: Vec<SharedUse>,
    pub calls: Vec<CallMap>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Region {
    /// `R1` in its function, `G1` when all functions share it.
    pub name: String,
    /// Some of `heap`, `stack`, `global`, `external`, `function`, `varargs`; none for what only callers know.
    pub kinds: Vec<String>,
    /// The bytes of an element, for a sequence.
    pub element: Option<u64>,
    /// All its bytes are one.
    pub collapsed: bool,
    /// Bytes that are used, of an element for a sequence; null where there is no known end.
    pub size: Option<u64>,
    #[serde(rename = "type")]
    pub ty: Option<String>,
    pub read: bool,
    pub modified: bool,
    pub fields: Vec<FieldOf>,
    /// In whatever context. Large programs mention each in thousands of regions.
    pub allocated: Vec<Rc<AllocationSite>>,
    /// Functions whose address it is.
    pub functions: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FieldOf {
    /// `next`, `[2].x`; empty for a whole value of the region's type.
    pub name: Option<String>,
    /// From the first byte of the region's type.
    pub offset: i64,
    /// Null where there is no known end.
    pub bytes: Option<i64>,
    #[serde(rename = "type")]
    pub ty: Option<String>,
    pub read: bool,
    pub modified: bool,
    pub points_to: Option<Place>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Place {
    pub region: String,
    pub offset: i64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AllocationSite {
    /// `heap`, `stack` or `global`.
    pub kind: String,
    /// The function called, or the variable; null for what has no name.
    pub name: Option<String>,
    /// Where it is, for what is in a function.
    pub function: Option<String>,
    pub location: Option<Location>,
    /// Inside the model of a library function.
    pub library: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Variable {
    pub name: String,
    pub parameter: bool,
    /// One place for every region it may point to at some time.
    pub points_to: Vec<Place>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SharedUse {
    pub region: String,
    pub read: bool,
    pub modified: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CallMap {
    pub location: Option<Location>,
    pub indirect: bool,
    pub callees: Vec<CalleeMap>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CalleeMap {
    pub function: String,
    /// A library model, or a function without a body.
    pub library: bool,
    pub regions: Vec<RegionMap>,
}

/// A region of the callee is here in the caller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RegionMap {
    pub callee: String,
    pub caller: Place,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct StatsOf {
    pub context_sensitive: Numbers,
    pub context_insensitive: Numbers,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Numbers {
    pub functions: usize,
    pub instructions: usize,
    pub regions: usize,
    pub collapsed: usize,
    pub sequences: usize,
    pub accesses: usize,
    /// The largest share of accesses that goes to one region.
    pub max_density: f64,
    pub allocation_sites: usize,
    pub indirect_calls: usize,
    pub indirect_calls_resolved: usize,
    /// Of an indirect call that has some.
    pub callees_on_average: f64,
    pub rounds: u32,
    pub time_ms: f64,
    pub peak_mib: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CheckResult {
    pub calls: usize,
    pub runs: u64,
    pub accesses: u64,
    pub failures: Vec<Failure>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// `null` for what all functions share.
    pub function: Option<String>,
    pub location: Option<Location>,
    pub message: String,
}

impl Document {
    /// Reads what [`super::write_json`] wrote.
    pub fn parse(text: &str) -> Result<Document, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}
