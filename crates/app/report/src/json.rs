//! JSON for programs: one object, every key always there (but for what has to be asked for), absent values null.

use std::io::{self, Write};

use certify::Settled;
use certify::{Conclusion, Path};
use engine::{Event, Step, Unknown};
use ir::{LocId, Module};
use serde::{Deserialize, Serialize};

use crate::reason::reason;
use crate::shapes::{LoopShape, SuspectedBug, loop_shapes, suspected_bugs, why_incomplete};
use crate::stats::{Stats, StatsDocument};
use crate::step::Steps;
use crate::value::show_input;
use crate::why::{WhyTrue, why_true};
use crate::{Report, TOOL, VERSION, assumed};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Document {
    pub tool: String,
    pub version: String,
    /// The inputs, separated by spaces when there are several.
    pub file: String,
    pub results: Vec<PropertyResult>,
    /// What the heap looks like at loop heads; only when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shapes: Option<Vec<LoopShape>>,
    /// What may go wrong as far as that search sees; only when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspects: Option<Vec<SuspectedBug>>,
    /// Why there may be more heaps; only when asked for, and only then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shapes_incomplete: Option<String>,
    /// What the run cost; only when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<StatsDocument>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PropertyResult {
    pub property: String,
    /// `true`, `false` or `unknown`.
    pub verdict: String,
    /// The violated part.
    pub subproperty: Option<String>,
    pub engine: Option<String>,
    /// Why it is unknown.
    pub reason: Option<String>,
    /// Of the violation; under an unknown of the suspicion, or of what could not be followed or excluded.
    pub location: Option<Location>,
    pub message: Option<String>,
    /// The run that leads to the violation, or to what is suspected if calls of functions without body return.
    pub trace: Vec<TraceStep>,
    /// Functions without a body that the verdict takes to do what the user says of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<Assumption>,
    /// It is said of those runs only whose accesses through pointers are all valid.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assumes_valid_pointers: bool,
    /// Why it is true; only when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Vec<WhyTrue>>,
    /// Shows the violation again, in a shell.
    pub command: Option<String>,
    pub time_s: f64,
    pub peak_mib: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Assumption {
    pub function: String,
    /// `pure`, `havoc` or `summary`.
    pub does: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Location {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TraceStep {
    pub location: Option<Location>,
    pub function: Option<String>,
    /// Call depth, 0 in the entry function.
    pub depth: u32,
    /// `input`, `branch`, `switch`, `call`, `return`, `allocate`, `free`, or `omitted` for steps that were not kept.
    pub event: String,
    /// Of inputs and switches the value, of branches the truth of the IR's condition, of calls the function, of allocations the
    /// bytes, of omitted steps how many.
    pub value: Option<String>,
    pub message: String,
}

/// The report as one line of JSON.
pub fn write_json(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &document(report))?;
    writeln!(out)
}

impl Document {
    /// Reads what [`write_json`] wrote.
    pub fn parse(text: &str) -> Result<Document, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}

pub fn document(report: &Report<'_>) -> Document {
    let shapes = report.shapes.as_ref().zip(report.module);
    Document {
        tool: TOOL.to_string(),
        version: VERSION.to_string(),
        file: report.again.files.join(" "),
        results: report.results.iter().map(|settled| result(settled, report)).collect(),
        shapes: shapes.map(|(shapes, module)| loop_shapes(shapes, module)),
        suspects: shapes.map(|(shapes, module)| suspected_bugs(shapes, module)),
        shapes_incomplete: shapes.and_then(|(shapes, module)| why_incomplete(shapes, module)),
        stats: report.stats.map(Stats::document),
    }
}

fn result(settled: &Settled, report: &Report<'_>) -> PropertyResult {
    let module = report.module;
    let place = |at| module.and_then(|module| location(at, module));
    let mut result = PropertyResult {
        property: settled.verdict.property().to_string(),
        verdict: String::new(),
        subproperty: None,
        engine: settled.engine.map(str::to_string),
        reason: None,
        location: None,
        message: None,
        trace: Vec::new(),
        assumptions: assumed::list(&settled.verdict, module)
            .into_iter()
            .map(|(function, does)| Assumption { function, does: does.to_string() })
            .collect(),
        assumes_valid_pointers: settled.verdict.trusts_pointers(),
        why: report
            .grounds
            .zip(module)
            .and_then(|(grounds, module)| why_true(grounds, settled.verdict.property(), module)),
        command: None,
        time_s: (settled.time.as_secs_f64() * 1e3).round() / 1e3,
        peak_mib: settled.peak_mib,
    };
    match settled.verdict.conclusion() {
        Conclusion::True(_) => result.verdict = "true".to_string(),
        Conclusion::False(refutation) => {
            result.verdict = "false".to_string();
            result.subproperty = Some(refutation.part.to_string());
            result.location = place(refutation.violation.loc);
            result.message = Some(format!("{} [{}]", refutation.violation.message, refutation.violation.kind));
            result.trace = module.map(|module| trace(&refutation.path, module)).unwrap_or_default();
            result.command = module.and_then(|module| report.again.command(refutation, module));
        }
        Conclusion::Unknown(doubt) => {
            result.verdict = "unknown".to_string();
            result.reason = Some(reason(&doubt.reason, settled, module));
            result.location = match &doubt.reason {
                Unknown::Unsupported { at, .. } | Unknown::Imprecise { at, .. } => place(*at),
                Unknown::Limit(_) | Unknown::Internal(_) => None,
            };
            if let Some(suspicion) = &doubt.suspicion {
                result.location = place(suspicion.loc);
                result.message = Some(format!("suspected, not confirmed: {} [{}]", suspicion.message, suspicion.kind));
            }
            if let (Some(seen), Some(module)) = (&doubt.seen, module) {
                result.trace = trace(&seen.run().path, module);
            }
        }
    }
    result
}

pub(crate) fn location(at: LocId, module: &Module) -> Option<Location> {
    let loc = module.places.get(at)?;
    Some(Location { file: module.places.files[loc.file].path.clone(), line: loc.line, column: loc.column })
}

fn trace(path: &Path, module: &Module) -> Vec<TraceStep> {
    let words = Steps::new(module);
    // Inside library models, the place of the user's call.
    let mut user = None;
    let mut placed = |step: &Step| {
        if !module.funcs[step.func].model {
            user = Some(step.loc);
        }
        trace_step(step, user.unwrap_or(step.loc), &words)
    };
    let mut steps: Vec<TraceStep> = path.head.iter().map(&mut placed).collect();
    if path.omitted > 0 {
        steps.push(TraceStep {
            location: None,
            function: None,
            depth: 0,
            event: "omitted".to_string(),
            value: Some(path.omitted.to_string()),
            message: format!("{} steps omitted", path.omitted),
        });
    }
    steps.extend(path.tail.iter().map(placed));
    steps
}

fn trace_step(step: &Step, at: LocId, words: &Steps<'_>) -> TraceStep {
    let module = words.module();
    let (event, value) = match &step.event {
        Event::Input(input) => ("input", Some(show_input(input))),
        Event::Branch { taken } => ("branch", Some(taken.to_string())),
        Event::Switch { value } => ("switch", Some(value.to_string())),
        Event::Call { callee } => ("call", Some(module.funcs[*callee].name.clone())),
        Event::Return { from } => ("return", Some(module.funcs[*from].name.clone())),
        Event::Allocated { bytes } => ("allocate", Some(bytes.to_string())),
        Event::Freed => ("free", None),
    };
    TraceStep {
        location: location(at, module),
        function: Some(module.funcs[step.func].name.clone()),
        depth: step.depth,
        event: event.to_string(),
        value,
        message: words.describe(step),
    }
}
