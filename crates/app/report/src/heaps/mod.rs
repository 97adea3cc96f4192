//! Heaps at loop heads in words and pictures, read off what the prover met there. Decides nothing.

mod dot;
mod names;
mod words;

use ir::{FuncId, LocId, Module};
use smg::exec::{Finding, Problem};
use smg::survey::{Head, Survey};

use crate::heaps::names::Names;

/// A loop head in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    pub func: FuncId,
    pub loc: LocId,
    /// The heap is like one of these; nothing if the loop is never reached. Each is a list of lines.
    pub heaps: Vec<Vec<String>>,
}

/// Something that may go wrong, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suspect {
    pub loc: LocId,
    pub what: String,
    /// Where the object comes from that it is about.
    pub allocated: Option<LocId>,
    /// One heap before it: a list of lines.
    pub heap: Vec<String>,
}

/// A picture of one heap at one loop head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Says which loop and which heap; fit for a file's name.
    pub name: String,
    /// In Graphviz's language.
    pub dot: String,
}

pub fn shapes(survey: &Survey, module: &Module) -> Vec<Shape> {
    let names = Names::new(module);
    let shape = |head: &Head| {
        let mut heaps: Vec<Vec<String>> = Vec::new();
        for state in &head.summary {
            let lines = words::describe(&names, state, head.block);
            if !heaps.contains(&lines) {
                heaps.push(lines);
            }
        }
        Shape { func: head.func, loc: head.loc, heaps }
    };
    survey.heads.iter().map(shape).collect()
}

/// What may go wrong. What the prover does not follow is not among it.
pub fn suspects(survey: &Survey, module: &Module) -> Vec<Suspect> {
    let names = Names::new(module);
    let suspect = |finding: &Finding| {
        let Problem::Bug(kind) = &finding.problem else { return None };
        let heap = finding.heap.as_ref().map(|(block, state)| words::describe(&names, state, *block));
        Some(Suspect {
            loc: finding.place(),
            what: format!("possible {kind}: {}", finding.message),
            allocated: finding.allocated.filter(|loc| module.places.is_of_user(*loc)),
            heap: heap.unwrap_or_default(),
        })
    };
    survey.findings.iter().filter_map(suspect).collect()
}

/// One for each heap that the prover keeps apart.
pub fn pictures(survey: &Survey, module: &Module) -> Vec<Picture> {
    let names = Names::new(module);
    let mut pictures = Vec::new();
    for head in &survey.heads {
        let function = &module.funcs[head.func].name;
        let place = module.places.get(head.loc).map_or((0, 0), |loc| (loc.line, loc.column));
        for (number, state) in head.states.iter().enumerate() {
            let number = number + 1;
            let name: String = format!("{function}-{}-{}-{number}", place.0, place.1)
                .chars()
                .map(|letter| if letter.is_ascii_alphanumeric() || "_-.".contains(letter) { letter } else { '_' })
                .collect();
            let title = format!("{function}, loop at {}, heap {number}", module.places.render(head.loc));
            pictures.push(Picture { name, dot: dot::dot(&names, state, head.block, &title) });
        }
    }
    pictures
}
