//! A step as linear algebra sees it: what holds before and during it, and what it does.
//!
//! What is not linear is left out of what holds, and a value after the step that is not linear becomes a new, free
//! variable: both make the premise weaker, so that whatever follows from it holds for the step.

use crate::atom::Atom;
use crate::poly::{Poly, Var};
use crate::system::{System, Transition};

#[derive(Clone, Debug)]
pub struct Premise {
    /// Number of variables: the program's, the transition's, and those that stand for what is not linear.
    pub vars: usize,
    /// Linear polynomials that are at least zero.
    pub facts: Vec<Poly>,
    /// Values after the step, linear.
    pub update: Vec<Poly>,
}

impl Premise {
    /// `invariants` hold before the step. `None` when a number gets too large.
    pub fn new(system: &System, transition: &Transition, invariants: &[Atom]) -> Option<Premise> {
        let mut vars = system.vars.len() + transition.chosen.len();
        let mut facts = Vec::new();
        for atom in transition.guard.iter().chain(invariants).filter(|atom| atom.is_linear()) {
            facts.extend(atom.inequalities()?);
        }
        facts.sort_unstable();
        facts.dedup();
        let mut update = Vec::with_capacity(transition.update.len());
        for poly in &transition.update {
            if poly.is_linear() {
                update.push(poly.clone());
            } else {
                update.push(Poly::var(Var(vars as u32)));
                vars += 1;
            }
        }
        Some(Premise { vars, facts, update })
    }
}
