//! The best bound of a form after a step, as a linear program.

use its::system::{IntVar, Poly};

use crate::linear::{Column, Premise, Program, Row};

/// A bound this far below an integer is that integer.
const SLACK: f64 = 1e-5;
/// Lower bounds below its negative mean nothing in floating point; above it they are taken to be it.
const LARGEST: f64 = 1e9;

/// Facts as rows of a program, whose unknowns are their variables and those of the objective.
fn program<'f>(vars: usize, facts: impl Iterator<Item = &'f Poly>, objective: &Poly) -> Program {
    let mut program = Program::new();
    let mut unknowns: Vec<Option<Column>> = vec![None; vars];
    let weight = |var: IntVar| -(objective.coefficient(var) as f64);
    for var in objective.vars() {
        unknowns[var.index()].get_or_insert_with(|| program.free(weight(var)));
    }
    for fact in facts {
        let mut row: Row = Row::default();
        for (monomial, factor) in fact.terms() {
            if let Some(var) = monomial.first() {
                let unknown = *unknowns[var.index()].get_or_insert_with(|| program.free(weight(*var)));
                row.push((unknown, -(*factor as f64)));
            }
        }
        program.at_most(&row, fact.constant_term() as f64);
    }
    program
}

pub fn feasible(premise: &Premise) -> bool {
    program(premise.vars, premise.facts.iter(), &Poly::zero()).solve().is_some()
}

/// Facts that hang together with the polynomial, by the variables that they share: if all facts can hold together, the others
/// have nothing to do with its bounds.
fn related<'p>(premise: &'p Premise, poly: &Poly) -> impl Iterator<Item = &'p Poly> {
    let mut reached = vec![false; premise.vars];
    poly.vars().iter().for_each(|var| reached[var.index()] = true);
    let mut taken = vec![false; premise.facts.len()];
    loop {
        let mut more = false;
        for (fact, taken) in premise.facts.iter().zip(&mut taken) {
            let vars = fact.vars();
            if !*taken && vars.iter().any(|var| reached[var.index()]) {
                vars.iter().for_each(|var| reached[var.index()] = true);
                (*taken, more) = (true, true);
            }
        }
        if !more {
            return premise.facts.iter().zip(taken).filter(|(_, taken)| *taken).map(|(fact, _)| fact);
        }
    }
}

/// The least integer that the linear polynomial can be where the premise, which can, holds; if there is one.
pub fn least(premise: &Premise, poly: &Poly) -> Option<i128> {
    if let Some(value) = poly.as_constant() {
        return Some(value);
    }
    let solution = program(premise.vars, related(premise, poly), poly).solve()?;
    let value = -solution.objective() + poly.constant_term() as f64;
    (value >= -LARGEST).then(|| (value.min(LARGEST) - SLACK).ceil() as i128)
}
