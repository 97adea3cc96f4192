//! What the heap looks like at loop heads.

use std::io::{self, Write};

use engine::{Limit, Unknown};
use ir::Module;
use serde::{Deserialize, Serialize};
use smg::survey::Survey;

use crate::heaps::{self, Shape, Suspect};
use crate::json::{Location, location};
use crate::style::{Paint, Style};

/// The heaps at a program's loop heads.
#[derive(Clone, Copy, Debug)]
pub struct Shapes<'a> {
    pub survey: &'a Survey,
    /// Also say what may go wrong: not of a program in which nothing does.
    pub suspects: bool,
}

impl Shapes<'_> {
    fn suspects(&self, module: &Module) -> Vec<Suspect> {
        if self.suspects { heaps::suspects(self.survey, module) } else { Vec::new() }
    }
}

/// More are not shown: nobody would read them.
const MOST_HEAPS: usize = 8;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoopShape {
    pub function: String,
    pub location: Option<Location>,
    /// The heap is like one of these. Each is a list of lines.
    pub heaps: Vec<Vec<String>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SuspectedBug {
    pub location: Option<Location>,
    pub message: String,
    /// Where the object comes from that it is about.
    pub allocated: Option<Location>,
    /// One heap before it: a list of lines.
    pub heap: Vec<String>,
}

pub(crate) fn suspected_bugs(shapes: &Shapes<'_>, module: &Module) -> Vec<SuspectedBug> {
    let bug = |suspect: &Suspect| SuspectedBug {
        location: location(suspect.loc, module),
        message: suspect.what.clone(),
        allocated: suspect.allocated.and_then(|loc| location(loc, module)),
        heap: suspect.heap.clone(),
    };
    shapes.suspects(module).iter().map(bug).collect()
}

pub(crate) fn loop_shapes(shapes: &Shapes<'_>, module: &Module) -> Vec<LoopShape> {
    let shape = |shape: &Shape| LoopShape {
        function: module.funcs[shape.func].name.clone(),
        location: location(shape.loc, module),
        heaps: shape.heaps.clone(),
    };
    heaps::shapes(shapes.survey, module).iter().map(shape).collect()
}

pub(crate) fn why_incomplete(shapes: &Shapes<'_>, module: &Module) -> Option<String> {
    let why = match shapes.survey.incomplete.as_ref()? {
        Unknown::Limit(Limit::Time) => "half of the time is over".to_string(),
        Unknown::Limit(Limit::Memory) => "memory limit reached".to_string(),
        Unknown::Limit(Limit::Effort) => "too many heaps".to_string(),
        Unknown::Limit(Limit::Cancelled) => "interrupted".to_string(),
        Unknown::Unsupported { what, at } | Unknown::Imprecise { why: what, at } => {
            format!("{what} at {}", module.places.render(*at))
        }
        Unknown::Internal(what) => format!("internal: {what}"),
    };
    Some(why)
}

pub(crate) fn write_shapes(shapes: &Shapes<'_>, module: &Module, style: Style, out: &mut dyn Write) -> io::Result<()> {
    for shape in heaps::shapes(shapes.survey, module) {
        let place = style.paint(Paint::Bold, format!("{}:", module.places.render(shape.loc)));
        let head = format!("{place} heap at this loop of `{}`", module.funcs[shape.func].name);
        match shape.heaps.as_slice() {
            [] if shapes.survey.incomplete.is_some() => writeln!(out, "{head}: not seen")?,
            [] => writeln!(out, "{head}: the loop is never reached")?,
            [only] => {
                writeln!(out, "{head}:")?;
                only.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
                if only.is_empty() {
                    writeln!(out, "  no pointers")?;
                }
            }
            several => {
                writeln!(out, "{head}, one of {}:", several.len())?;
                for (number, heap) in several.iter().enumerate().take(MOST_HEAPS) {
                    let no_pointers = vec!["no pointers".to_string()];
                    let heap = if heap.is_empty() { &no_pointers } else { heap };
                    for (index, line) in heap.iter().enumerate() {
                        let mark = if index == 0 { format!("{}.", number + 1) } else { String::new() };
                        writeln!(out, "  {mark:<2} {line}")?;
                    }
                }
                if several.len() > MOST_HEAPS {
                    writeln!(out, "  … and {} more", several.len() - MOST_HEAPS)?;
                }
            }
        }
    }
    for suspect in shapes.suspects(module) {
        let place = style.paint(Paint::Bold, format!("{}:", module.places.render(suspect.loc)));
        writeln!(out, "{place} {}", suspect.what)?;
        if let Some(allocated) = suspect.allocated {
            writeln!(out, "  of what was allocated at {}", module.places.render(allocated))?;
        }
        suspect.heap.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    if let Some(why) = why_incomplete(shapes, module) {
        let note = style.paint(Paint::Note, "note:");
        writeln!(out, "{note} the search for heaps did not end, and there may be more of them ({why})")?;
    }
    writeln!(out)
}
