//! Inputs for which a part of a run leads back to where it began.
//!
//! The run is noted as in the concolic search, and the solver is asked for inputs that go the same way, without overflow, and
//! for which the numbers at the end of the part are those at its beginning. Numbers for which that cannot be (they are
//! counted up, say) may go on changing.

use encode::bits::Bits;
use encode::inputs::Inputs;
use encode::node::{Arg, Node, NodeId};
use encode::translate::Translator;
use engine::{Cell, Input};
use interp::{Replay, Rerun, Shadowed};
use ir::{DataModel, Predicate};
use smt::{Limits, SatAnswer, Session, Solver, Term, Terms};

use super::Part;
use crate::record::{Aims, Recorder, Seen};

/// Work the solver may do for one question, in its own unit.
const WORK: u32 = 400_000;
/// Conditions that a question may involve, and expressions.
const MOST_CONDITIONS: usize = 500;
const MOST_NODES: usize = 5_000;

/// The inputs, and the cells that still change.
pub fn find(rerun: &Rerun<'_>, model: DataModel, part: Part<'_>, cells: &[Cell]) -> Option<(Vec<Input>, Vec<Cell>)> {
    let mut recorder = Recorder::new(model, Aims { overflow: true, access: false }, Seen::default());
    let between = (part.stem, part.stem + part.period);
    let (ends, mut inputs) = rerun.ends(&mut Replay::new(part.inputs), &mut recorder, between, cells)?;
    let (mut path, _) = recorder.finish(inputs.iter().map(|input| input.bits).collect());
    if path.conditions.len() > MOST_CONDITIONS || path.nodes.len() > MOST_NODES {
        return None;
    }
    let mut equations = Vec::new();
    let mut left = Vec::new();
    for (index, (width, before, after)) in ends.numbers.iter().enumerate() {
        let cell = cells.get(index);
        let (a, b) = (arg(*before), arg(*after));
        match (a, b) {
            (Arg::Bits(a), Arg::Bits(b)) if a != b => left.extend(cell),
            (Arg::Bits(_), Arg::Bits(_)) => {}
            (Arg::Node(a), Arg::Node(b)) if a == b => {}
            (Arg::Node(_), _) | (_, Arg::Node(_)) => {
                let same = Node::Compare { pred: Predicate::Eq, operand_width: *width, a, b };
                equations.push((path.nodes.push(same, 1), cell));
            }
        }
    }
    if equations.is_empty() {
        return None;
    }
    let terms = Terms::new();
    let mut solver = Solver::new(&Session::new(&terms).ok()?);
    solver.set_limits(Limits::work(WORK));
    let mut unknowns = Inputs::default();
    let mut translator = Translator::new(&path.nodes, &terms, Bits { terms: &terms }, |reading, index, width| {
        unknowns.unknown(reading, index, width, None)
    });
    for condition in &path.conditions {
        solver.assert(translator.condition(condition.value, condition.held)?);
    }
    let mut wanted: Vec<(Term, Option<&Cell>)> = equations
        .into_iter()
        .map(|(node, cell): (NodeId, _)| Some((translator.condition(Arg::Node(node), true)?, cell)))
        .collect::<Option<_>>()?;
    loop {
        let assumed: Vec<Term> = wanted.iter().map(|(equation, _)| *equation).collect();
        match solver.check_assuming(&assumed) {
            SatAnswer::Sat => break,
            SatAnswer::Unsat => {
                // One of those that cannot hold together goes on changing.
                let at =
                    wanted.iter().position(|(equation, cell)| cell.is_some() && solver.core().contains(equation))?;
                left.extend(wanted.remove(at).1);
            }
            SatAnswer::Unknown(_) => return None,
        }
    }
    if wanted.is_empty() {
        return None;
    }
    unknowns.from_model::<Bits<'_>>(&mut solver, &mut path.inputs)?;
    for (input, bits) in inputs.iter_mut().zip(&path.inputs) {
        input.bits = *bits;
    }
    Some((inputs, left.into_iter().copied().collect()))
}

fn arg(value: Shadowed<NodeId>) -> Arg {
    if value.tag.is_symbolic() { Arg::Node(value.tag) } else { Arg::Bits(value.bits) }
}
