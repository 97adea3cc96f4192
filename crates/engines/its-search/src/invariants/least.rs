//! The best bound of a form after a step, as a linear program.

use its::system::{IntVar, Poly};

use crate::linear::{Column, Premise, Program, Row};

/// A bound this far below an integer is that integer.
const SLACK: f64 = 1e-5;
/// Lower bounds below its negative mean nothing in floating point; above it they are taken to be it.
const LARGEST: f64 = 1e9;

/// The facts as rows of a program, whose unknowns are the premise's variables.
fn program(premise: &Premise, objective: Option<&Poly>) -> Program {
    let mut program = Program::new();
    let weight = |index: usize| objective.map_or(0.0, |poly| -(poly.coefficient(IntVar(index as u32)) as f64));
    let unknowns: Vec<Column> = (0..premise.vars).map(|index| program.free(weight(index))).collect();
    for fact in &premise.facts {
        let row: Row = fact
            .terms()
            .iter()
            .filter_map(|(monomial, factor)| monomial.first().map(|var| (unknowns[var.index()], -(*factor as f64))))
            .collect();
        program.at_most(&row, fact.constant_term() as f64);
    }
    program
}

pub fn feasible(premise: &Premise) -> bool {
    program(premise, None).solve().is_some()
}

/// The least integer that the linear polynomial can be, if there is one.
pub fn least(premise: &Premise, poly: &Poly) -> Option<i128> {
    if let Some(value) = poly.as_constant() {
        return Some(value);
    }
    let solution = program(premise, Some(poly)).solve()?;
    let value = -solution.objective() + poly.constant_term() as f64;
    (value >= -LARGEST).then(|| (value.min(LARGEST) - SLACK).ceil() as i128)
}
