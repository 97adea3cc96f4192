//! The path of a run, short enough to read: rounds of loops that look alike are shown once at either end.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use certify::Path;
use engine::{Event, InputKind, Step};
use ir::{Builtin, FuncBody, FuncId, LocId, Module};

/// A line of a condensed path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line<'p> {
    /// The place is the step's own, or for steps inside library models the user's call.
    Step { step: &'p Step, at: LocId },
    /// So many steps are not shown.
    Hidden(u64),
}

/// Longest loop body, in lines, that is looked for.
const LONGEST_ROUND: usize = 24;
/// Loops in loops: each pass folds one level.
const PASSES: usize = 3;
/// Lines shown at the two ends of a path that is still too long.
const HEAD: usize = 16;
const TAIL: usize = 32;

/// The steps worth showing, with rounds and what is in the middle hidden.
pub fn condense<'p>(path: &'p Path, module: &Module) -> Vec<Line<'p>> {
    let mut lines = visible(&path.head, module);
    if path.omitted > 0 {
        lines.push(Line::Hidden(path.omitted));
    }
    lines.extend(visible(&path.tail, module));
    for _ in 0..PASSES {
        lines = fold_rounds(&lines);
    }
    if lines.len() > HEAD + TAIL + 1 {
        let tail = lines.split_off(lines.len() - TAIL);
        let middle = lines.split_off(HEAD);
        lines.push(Line::Hidden(middle.iter().map(weight).sum()));
        lines.extend(tail);
    }
    merge_hidden(lines)
}

/// Steps of user code, and inputs wherever they are asked for. Returns only repeat what indentation shows.
fn visible<'p>(steps: &'p [Step], module: &Module) -> Vec<Line<'p>> {
    let mut lines = Vec::new();
    let mut user = None;
    for step in steps {
        let in_model = module.funcs[step.func].model;
        if !in_model {
            user = Some(step.loc);
        }
        let shown = match step.event {
            // Told in one line of their own.
            Event::Input(input) => input.kind != InputKind::CommandLine,
            Event::Return { .. } => false,
            Event::Call { callee } => !in_model && !manages_memory(module, callee),
            Event::Branch { .. } | Event::Switch { .. } | Event::Allocated { .. } | Event::Freed => !in_model,
        };
        if shown {
            lines.push(Line::Step { step, at: user.unwrap_or(step.loc) });
        }
    }
    lines
}

/// What such a call does is a step of its own.
fn manages_memory(module: &Module, callee: FuncId) -> bool {
    match module.funcs[callee].body {
        FuncBody::Builtin(builtin) => match builtin {
            Builtin::Malloc | Builtin::Calloc | Builtin::Realloc | Builtin::Free | Builtin::AlignedAlloc => true,
            Builtin::Memcpy
            | Builtin::Memmove
            | Builtin::Memset
            | Builtin::Exit
            | Builtin::Abort
            | Builtin::AssertFail
            | Builtin::VerifierError
            | Builtin::ReachError
            | Builtin::Write
            | Builtin::FormatDouble
            | Builtin::FormatLongDouble
            | Builtin::ParseDouble
            | Builtin::ParseFloat
            | Builtin::Havoc => false,
        },
        FuncBody::Defined | FuncBody::External => false,
    }
}

fn weight(line: &Line<'_>) -> u64 {
    match line {
        Line::Step { .. } => 1,
        Line::Hidden(steps) => *steps,
    }
}

/// Equal for lines that a reader would call the same: values of inputs do not count.
fn shape(line: &Line<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    match line {
        Line::Hidden(_) => 0u8.hash(&mut hasher),
        Line::Step { step, at } => {
            (1u8, at, step.func, step.depth).hash(&mut hasher);
            match &step.event {
                Event::Input(input) => (0u8, input.kind).hash(&mut hasher),
                Event::Branch { taken } => (1u8, taken).hash(&mut hasher),
                Event::Switch { value } => (2u8, value).hash(&mut hasher),
                Event::Call { callee } => (3u8, callee).hash(&mut hasher),
                Event::Return { from } => (4u8, from).hash(&mut hasher),
                Event::Allocated { bytes } => (5u8, bytes).hash(&mut hasher),
                Event::Freed => 6u8.hash(&mut hasher),
            }
        }
    }
    hasher.finish()
}

/// Of three or more equal rounds in a row, the first and the last stay.
fn fold_rounds<'p>(lines: &[Line<'p>]) -> Vec<Line<'p>> {
    let shapes: Vec<u64> = lines.iter().map(shape).collect();
    let mut folded = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        match (1..=LONGEST_ROUND).map(|length| (length, rounds(&shapes[at..], length))).find(|(_, count)| *count >= 3) {
            Some((length, count)) => {
                let last = at + length * (count - 1);
                folded.extend_from_slice(&lines[at..at + length]);
                folded.push(Line::Hidden(lines[at + length..last].iter().map(weight).sum()));
                folded.extend_from_slice(&lines[last..last + length]);
                at = last + length;
            }
            None => {
                folded.push(lines[at]);
                at += 1;
            }
        }
    }
    folded
}

/// How often the first `length` shapes come one after the other.
fn rounds(shapes: &[u64], length: usize) -> usize {
    let Some(first) = shapes.get(..length) else { return 0 };
    shapes.chunks_exact(length).take_while(|round| *round == first).count()
}

fn merge_hidden(lines: Vec<Line<'_>>) -> Vec<Line<'_>> {
    let mut merged: Vec<Line<'_>> = Vec::new();
    for line in lines {
        match (merged.last_mut(), line) {
            (Some(Line::Hidden(before)), Line::Hidden(more)) => *before += more,
            (Some(_) | None, line) => merged.push(line),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::{DataModel, Function, Id, Loc, Places, Signature};

    fn module() -> Module {
        let mut module = Module::new(DataModel::Lp64);
        let file = module.places.files.push(ir::SourceFile { path: "a.c".into(), model: false });
        for line in 1..100 {
            module.places.intern(Loc { file, line, column: 1 });
        }
        module.funcs.push(Function {
            name: "main".into(),
            signature: Signature { params: vec![], rets: vec![], variadic: false },
            params: vec![],
            body: ir::FuncBody::External,
            regs: ir::IdVec::new(),
            vars: ir::IdVec::new(),
            blocks: ir::IdVec::new(),
            ty: None,
            loc: Places::nowhere(),
            model: false,
            assumed: None,
            struct_return: None,
        });
        module
    }

    fn branch(line: usize, taken: bool) -> Step {
        let event = Event::Branch { taken };
        Step { loc: LocId::from_index(line), func: FuncId::from_index(0), depth: 0, event }
    }

    fn shown(steps: Vec<Step>) -> Vec<String> {
        let path = Path { head: steps, omitted: 0, tail: vec![] };
        let module = module();
        condense(&path, &module)
            .iter()
            .map(|line| match line {
                Line::Step { step, .. } => match step.event {
                    Event::Branch { taken } => format!("{} {taken}", step.loc.index()),
                    _ => panic!("the test has branches only"),
                },
                Line::Hidden(count) => format!("… {count}"),
            })
            .collect()
    }

    #[test]
    fn a_loop_shows_its_first_and_last_round() {
        let mut steps: Vec<Step> = (0..100).flat_map(|_| [branch(3, true), branch(4, false)]).collect();
        steps.push(branch(3, false));
        let expected = ["3 true", "4 false", "… 196", "3 true"];
        let got = shown(steps);
        assert_eq!(got[..4], expected);
        assert_eq!(got.len(), 6);
    }

    #[test]
    fn loops_in_loops_fold_too() {
        let inner = |count: usize| (0..count).map(|_| branch(5, true));
        let steps: Vec<Step> = (4..40).flat_map(|round| inner(round).chain([branch(6, true)])).collect();
        let got = shown(steps);
        assert!(got.len() <= 9, "{got:?}");
    }

    #[test]
    fn two_rounds_stay() {
        assert_eq!(shown(vec![branch(3, true), branch(3, true)]).len(), 2);
    }

    #[test]
    fn long_paths_keep_their_ends() {
        let steps: Vec<Step> = (1..99).map(|line| branch(line, true)).collect();
        let got = shown(steps);
        assert_eq!(got.len(), HEAD + TAIL + 1);
        assert_eq!(got[HEAD], "… 50");
    }
}
