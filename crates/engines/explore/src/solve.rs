//! Turning one condition of a path: which inputs lead along the same way up to it, and then the other way?
//!
//! Three ways, cheapest first: guess a value that stands in the conditions; linear arithmetic, where nothing wraps that
//! did not wrap before; bit-vectors. Answers are aims, not truths (see `record`).

use smt::{Limits, Session, Solver, Terms};

use crate::condition::Path;
use crate::exact::Exact;
use crate::guess::guess;
use crate::linear::Linear;
use crate::slice::related_conditions;

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
        let related = related_conditions(path, index);
        if related.len() > MAX_CONDITIONS {
            return Ok(None);
        }
        if let Some(solution) = guess(path, &related, index) {
            return Ok(Some(solution));
        }
        let solver = self.solver()?;
        match linear(solver, path, &related, index) {
            Attempt::Solved(solution) => return Ok(Some(solution)),
            Attempt::NoSolution if effort == Effort::Low => return Ok(None),
            // Solutions that wrap around are invisible to it.
            Attempt::NoSolution | Attempt::NotLinear => {}
        }
        Ok(exact(solver, path, &related, index))
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
    NotLinear,
}

fn linear(solver: &mut Solver, path: &Path, related: &[usize], index: usize) -> Attempt {
    let terms = solver.terms().clone();
    let mut linear = Linear::new(path, &terms);
    for (position, condition) in related.iter().chain([&index]).map(|&position| (position, &path.conditions[position]))
    {
        let holds = condition.held != (position == index);
        if linear.require(condition.value, holds).is_none() {
            return Attempt::NotLinear;
        }
    }
    let (formulas, inputs) = linear.finish();
    let solution = solver.scoped(|solver| {
        formulas.into_iter().for_each(|formula| solver.assert(formula));
        if !solver.check().is_sat() {
            return None;
        }
        let mut solution = path.inputs.clone();
        for input in inputs {
            let value = solver.value(input.variable)?.as_int()?;
            solution[input.index as usize] = ir::truncate(value as u128, input.width);
        }
        Some(solution)
    });
    solution.map_or(Attempt::NoSolution, Attempt::Solved)
}

fn exact(solver: &mut Solver, path: &Path, related: &[usize], index: usize) -> Option<Vec<u128>> {
    let terms = solver.terms().clone();
    let mut exact = Exact::new(path, &terms);
    let mut formulas: Vec<_> = related
        .iter()
        .map(|&earlier| &path.conditions[earlier])
        .map(|condition| exact.condition(condition.value, condition.held))
        .collect();
    let turned = &path.conditions[index];
    formulas.push(exact.condition(turned.value, !turned.held));
    let inputs = exact.into_inputs();
    solver.scoped(|solver| {
        formulas.into_iter().for_each(|formula| solver.assert(formula));
        if !solver.check().is_sat() {
            return None;
        }
        let mut solution = path.inputs.clone();
        for (input, variable) in inputs {
            solution[input as usize] = solver.value(variable)?.as_bits()?;
        }
        Some(solution)
    })
}
