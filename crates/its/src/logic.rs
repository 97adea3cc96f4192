//! Questions about transitions, asked from the solver.

use std::time::Duration;

use smt::{Limits, Session, Solver, Sort, Term, Terms};

use crate::atom::{Atom, Relation};
use crate::poly::{Poly, Var};
use crate::system::{System, Transition};

/// Steps of the solver for one question of a search: far more than linear ones need, about a second for products.
const MOST_WORK: u32 = 1_000_000;
/// The net below it: some of the solver's procedures do not count their steps.
const MOST_TIME: Duration = Duration::from_secs(3);

/// A solver with a variable for every `Var`.
#[derive(Debug)]
pub struct Logic {
    terms: Terms,
    solver: Solver,
    vars: Vec<Term>,
}

impl Logic {
    /// The solver does not start only when the installation is broken.
    pub fn new() -> Result<Logic, smt::Error> {
        let terms = Terms::new();
        let session = Session::new(&terms)?;
        let solver = Solver::new(&session);
        Ok(Logic { terms, solver, vars: Vec::new() })
    }

    /// For a search: a question that takes too long is left open. A check has no such limit, because what it is asked was
    /// answered before.
    pub fn limited() -> Result<Logic, smt::Error> {
        let mut logic = Logic::new()?;
        logic.solver.set_limits(Limits { time: Some(MOST_TIME), work: Some(MOST_WORK) });
        Ok(logic)
    }

    pub fn var(&mut self, var: Var) -> Term {
        while self.vars.len() <= var.index() {
            let name = format!("v{}", self.vars.len());
            self.vars.push(self.terms.var(&name, Sort::Int));
        }
        self.vars[var.index()]
    }

    pub fn poly(&mut self, poly: &Poly) -> Term {
        let mut sum = Vec::with_capacity(poly.terms().len());
        for (monomial, coefficient) in poly.terms() {
            let mut product = self.terms.int(*coefficient);
            for var in monomial {
                let factor = self.var(*var);
                product = self.terms.mul(product, factor);
            }
            sum.push(product);
        }
        self.terms.add(sum)
    }

    pub fn atom(&mut self, atom: &Atom) -> Term {
        let (value, zero) = (self.poly(&atom.poly), self.terms.int(0));
        match atom.relation {
            Relation::AtLeastZero => self.terms.ge(value, zero),
            Relation::Zero => self.terms.eq(value, zero),
        }
    }

    /// Do the atoms imply all the conclusions? `false` may also mean that the solver does not know.
    pub fn implies(&mut self, premises: &[Atom], conclusions: &[Atom]) -> bool {
        // What is among the premises, or is about constants, needs no solver.
        let open = |atom: &&Atom| atom.truth() != Some(true) && !premises.contains(atom);
        let conclusions: Vec<&Atom> = conclusions.iter().filter(open).collect();
        if conclusions.is_empty() {
            return true;
        }
        let premises: Vec<Term> = premises.iter().map(|atom| self.atom(atom)).collect();
        let conclusions: Vec<Term> = conclusions.into_iter().map(|atom| self.atom(atom)).collect();
        let conclusion = self.terms.and(conclusions);
        self.solver.scoped(|solver| {
            premises.iter().for_each(|premise| solver.assert(*premise));
            solver.proves(conclusion)
        })
    }

    /// Do the atoms imply that in one of the cases all atoms hold? `false` may also mean that the solver does not know.
    pub fn implies_one_of(&mut self, premises: &[Atom], cases: &[Vec<Atom>]) -> bool {
        let premises: Vec<Term> = premises.iter().map(|atom| self.atom(atom)).collect();
        let mut disjuncts = Vec::with_capacity(cases.len());
        for case in cases {
            let atoms: Vec<Term> = case.iter().map(|atom| self.atom(atom)).collect();
            disjuncts.push(self.terms.and(atoms));
        }
        let conclusion = self.terms.or(disjuncts);
        self.solver.scoped(|solver| {
            premises.iter().for_each(|premise| solver.assert(*premise));
            solver.proves(conclusion)
        })
    }

    /// Values of the first `count` variables for which all the atoms hold, if the solver finds some.
    pub fn values(&mut self, atoms: &[Atom], count: usize) -> Option<Vec<i128>> {
        let atoms: Vec<Term> = atoms.iter().map(|atom| self.atom(atom)).collect();
        let vars: Vec<Term> = (0..count).map(|index| self.var(Var(index as u32))).collect();
        self.solver.scoped(|solver| {
            atoms.iter().for_each(|atom| solver.assert(*atom));
            if !solver.check().is_sat() {
                return None;
            }
            vars.iter().map(|var| solver.value(*var)?.as_int()).collect()
        })
    }

    /// Can all the atoms hold? `true` may also mean that the solver does not know.
    pub fn may_hold(&mut self, atoms: &[Atom]) -> bool {
        let atoms: Vec<Term> = atoms.iter().map(|atom| self.atom(atom)).collect();
        self.solver.scoped(|solver| {
            atoms.iter().for_each(|atom| solver.assert(*atom));
            !solver.check().is_unsat()
        })
    }
}

/// What holds during a step that starts where the invariants do.
pub fn during(transition: &Transition, invariants: &[Atom]) -> Vec<Atom> {
    transition.guard.iter().chain(invariants).cloned().collect()
}

/// A statement about the values after a step, as one about those before it. `None` when a number gets too large.
pub fn after(system: &System, transition: &Transition, poly: &Poly) -> Option<Poly> {
    poly.substitute(&|var| {
        debug_assert!(var.index() < system.vars.len());
        Some(transition.update[var.index()].clone())
    })
}
