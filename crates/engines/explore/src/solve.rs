//! Turning one condition of a path: which inputs lead along the same way up to it, and then the other way?
//!
//! Three ways, cheapest first: guess a value that stands in the conditions; linear arithmetic, where nothing wraps that
//! did not wrap before; bit-vectors. Answers are aims, not truths (see `record`).

use encode::bits::Bits;
use encode::linear::{Form, Linear};
use encode::node::Arg;
use encode::slice::related_conditions;
use encode::translate::Translator;
use smt::{Limits, Session, Solver, Term, Terms};

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

/// The conditions to keep, and the one to turn.
fn wanted<'p>(path: &'p Path, related: &'p [usize], index: usize) -> impl Iterator<Item = (Arg, bool)> + 'p {
    let kept = related.iter().map(|&earlier| (path.conditions[earlier].value, path.conditions[earlier].held));
    kept.chain([(path.conditions[index].value, !path.conditions[index].held)])
}

fn linear(solver: &mut Solver, path: &Path, related: &[usize], index: usize) -> Attempt {
    let terms = solver.terms().clone();
    let mut inputs: Vec<(u32, u16, Term)> = Vec::new();
    let reading = Linear::new(&terms);
    let mut translator = Translator::new(&path.nodes, &terms, reading, |reading: &mut Linear<'_>, index, width| {
        // Truths as inputs are too few to be worth a form of their own.
        let bits = path.inputs[index as usize];
        let number = (width > 1).then(|| reading.variable(&format!("n{index}w{width}"), width, Some(bits)))?;
        inputs.push((index, width, number.term));
        Some(Form::Number(number))
    });
    for (value, holds) in wanted(path, related, index) {
        let Some(formula) = translator.condition(value, holds) else { return Attempt::NotLinear };
        translator.reading.require(formula);
    }
    let formulas = translator.reading.into_formulas();
    let solution = solver.scoped(|solver| {
        formulas.into_iter().for_each(|formula| solver.assert(formula));
        if !solver.check().is_sat() {
            return None;
        }
        let mut solution = path.inputs.clone();
        for (index, width, variable) in inputs {
            let value = solver.value(variable)?.as_int()?;
            solution[index as usize] = ir::truncate(value as u128, width);
        }
        Some(solution)
    });
    solution.map_or(Attempt::NoSolution, Attempt::Solved)
}

fn exact(solver: &mut Solver, path: &Path, related: &[usize], index: usize) -> Option<Vec<u128>> {
    let terms = solver.terms().clone();
    let mut inputs: Vec<(u32, Term)> = Vec::new();
    let reading = Bits { terms: &terms };
    let mut translator = Translator::new(&path.nodes, &terms, reading, |reading: &mut Bits<'_>, index, width| {
        let variable = reading.variable(&format!("i{index}w{width}"), width);
        inputs.push((index, variable));
        Some(variable)
    });
    let formulas: Option<Vec<Term>> =
        wanted(path, related, index).map(|(value, holds)| translator.condition(value, holds)).collect();
    let formulas = formulas?;
    solver.scoped(|solver| {
        formulas.into_iter().for_each(|formula| solver.assert(formula));
        if !solver.check().is_sat() {
            return None;
        }
        let mut solution = path.inputs.clone();
        for (input, variable) in inputs {
            solution[input as usize] = Bits::bits_of(solver.value(variable)?)?;
        }
        Some(solution)
    })
}
