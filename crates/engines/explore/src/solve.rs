//! Turning one condition of a path: which inputs lead along the same way up to it, and then the other way?
//!
//! Three ways, cheapest first: guess a value that stands in the conditions; linear arithmetic, where nothing wraps that
//! did not wrap before; bit-vectors. Answers are aims, not truths (see `record`).

use encode::bits::Bits;
use encode::inputs::Inputs;
use encode::linear::Linear;
use encode::node::Arg;
use encode::reading::Reading;
use encode::slice::related_conditions;
use encode::translate::Translator;
use smt::{Limits, Session, Solver, Terms};

use crate::condition::{Kind, Path};
use crate::guess::guess;

/// Work the solver may do for one question, in its own deterministic unit; about a tenth of a second.
const WORK_PER_QUESTION: u32 = 400_000;
/// Terms after which the solver starts afresh, to give the memory back.
const MAX_TERMS: usize = 1_000_000;
/// Conditions that one question may involve.
const MAX_CONDITIONS: usize = 1_500;

#[derive(Debug, Default)]
pub struct Solving {
    /// Made for the first question that needs it: starting it costs as much as many runs.
    solver: Option<Solver>,
}

/// How much a solution is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Only if it comes easily.
    Low,
    /// No run has gone that way.
    High,
}

impl Solving {
    /// Inputs that keep the conditions before `index` and turn that one; `None` when there are none or it is too hard.
    pub fn turn(&mut self, path: &Path, index: usize, effort: Effort) -> Result<Option<Vec<u128>>, smt::Error> {
        let values = path.conditions[..=index].iter().map(|condition| condition.value);
        let mut related = related_conditions(&path.nodes, values);
        related.retain(|&earlier| path.conditions[earlier].kind != Kind::Hazard);
        if related.len() > MAX_CONDITIONS {
            return Ok(None);
        }
        if let Some(solution) = guess(path, &related, index) {
            return Ok(Some(solution));
        }
        let solver = self.solver()?;
        let terms = &solver.terms().clone();
        match solve(solver, terms, Linear::new(terms), path, &related, index) {
            Attempt::Solved(solution) => return Ok(Some(solution)),
            Attempt::NoSolution if effort == Effort::Low => return Ok(None),
            // Solutions that wrap around are invisible to linear arithmetic.
            Attempt::NoSolution | Attempt::Inexpressible => {}
        }
        Ok(match solve(solver, terms, Bits { terms }, path, &related, index) {
            Attempt::Solved(solution) => Some(solution),
            Attempt::NoSolution | Attempt::Inexpressible => None,
        })
    }

    fn solver(&mut self) -> Result<&mut Solver, smt::Error> {
        if self.solver.as_ref().is_some_and(|solver| solver.terms().len() > MAX_TERMS) {
            self.solver = None;
        }
        if self.solver.is_none() {
            let mut solver = Solver::new(&Session::new(&Terms::new())?);
            solver.set_limits(Limits::work(WORK_PER_QUESTION));
            self.solver = Some(solver);
        }
        Ok(self.solver.as_mut().expect("invariant: made above"))
    }
}

enum Attempt {
    Solved(Vec<u128>),
    NoSolution,
    /// The reading cannot express a condition.
    Inexpressible,
}

/// The conditions to keep, and the one to turn.
fn wanted<'p>(path: &'p Path, related: &'p [usize], index: usize) -> impl Iterator<Item = (Arg, bool)> + 'p {
    let kept = related.iter().map(|&earlier| (path.conditions[earlier].value, path.conditions[earlier].held));
    kept.chain([(path.conditions[index].value, !path.conditions[index].held)])
}

/// Asks for inputs in one of the readings.
fn solve<R: Reading>(
    solver: &mut Solver,
    terms: &Terms,
    reading: R,
    path: &Path,
    related: &[usize],
    index: usize,
) -> Attempt {
    let mut inputs = Inputs::default();
    let mut translator = Translator::new(&path.nodes, terms, reading, |reading: &mut R, index, width| {
        inputs.unknown(reading, index, width, Some(path.inputs[index as usize]))
    });
    let mut formulas = Vec::new();
    for (value, holds) in wanted(path, related, index) {
        let Some(formula) = translator.condition(value, holds) else { return Attempt::Inexpressible };
        formulas.extend(translator.reading.side_conditions());
        formulas.push(formula);
    }
    let solution = solver.scoped(|solver| {
        formulas.into_iter().for_each(|formula| solver.assert(formula));
        if !solver.check().is_sat() {
            return None;
        }
        let mut solution = path.inputs.clone();
        inputs.from_model::<R>(solver, &mut solution)?;
        Some(solution)
    });
    solution.map_or(Attempt::NoSolution, Attempt::Solved)
}
