//! Questions about transitions, asked from the solver.

use engine::Budget;
use smt::{Limits, Session, Solver, Sort, Term, Terms};

use crate::system::{Atom, IntVar, Poly, Relation};

/// What the solver may spend on one question of a check, in its own units: far more than a search gives it, so that a check,
/// which asks what a search asked, does not run out where that did not.
const CHECK: u32 = 50_000_000;

/// A solver with a variable for every `IntVar`.
#[derive(Debug)]
pub struct Logic {
    terms: Terms,
    solver: Solver,
    vars: Vec<Term>,
    /// Every question is a step; after the last one nothing is known, so that whoever asks in a loop comes to its end.
    budget: Budget,
}

impl Logic {
    /// For a check. The solver does not start only when the installation is broken.
    pub fn for_check(budget: &Budget) -> Result<Logic, String> {
        Logic::limited(CHECK, budget).map_err(|error| format!("the solver does not start: {error}"))
    }

    /// With so much work for each question, in the solver's own units; one that takes more is left open.
    pub fn limited(work: u32, budget: &Budget) -> Result<Logic, smt::Error> {
        let terms = Terms::new();
        let session = Session::new(&terms)?;
        let mut solver = Solver::new(&session);
        solver.set_limits(Limits::work(work));
        Ok(Logic { terms, solver, vars: Vec::new(), budget: budget.clone() })
    }

    fn is_over(&self) -> bool {
        self.budget.exhausted().is_some()
    }

    fn var(&mut self, var: IntVar) -> Term {
        while self.vars.len() <= var.index() {
            let name = format!("v{}", self.vars.len());
            self.vars.push(self.terms.var(&name, Sort::Int));
        }
        self.vars[var.index()]
    }

    fn poly(&mut self, poly: &Poly) -> Term {
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

    fn atom(&mut self, atom: &Atom) -> Term {
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
        if self.is_over() {
            return false;
        }
        let premises: Vec<Term> = premises.iter().map(|atom| self.atom(atom)).collect();
        let conclusions: Vec<Term> = conclusions.into_iter().map(|atom| self.atom(atom)).collect();
        let conclusion = self.terms.and(conclusions);
        self.budget.step(1);
        self.solver.scoped(|solver| {
            premises.iter().for_each(|premise| solver.assert(*premise));
            solver.proves(conclusion)
        })
    }

    /// Which of the conclusions do the atoms imply? `false` may also mean that the solver does not know.
    pub fn implied(&mut self, premises: &[Atom], conclusions: &[Atom]) -> Vec<bool> {
        if self.is_over() {
            return vec![false; conclusions.len()];
        }
        let premises: Vec<Term> = premises.iter().map(|atom| self.atom(atom)).collect();
        let conclusions: Vec<Term> = conclusions.iter().map(|atom| self.atom(atom)).collect();
        self.budget.step(conclusions.len() as u64);
        self.solver.scoped(|solver| {
            premises.iter().for_each(|premise| solver.assert(*premise));
            conclusions.iter().map(|conclusion| solver.proves(*conclusion)).collect()
        })
    }

    /// Do the atoms imply that all of some case hold? `false` may also mean that the solver does not know.
    pub fn covers(&mut self, premises: &[Atom], cases: &[Vec<Atom>]) -> bool {
        if self.is_over() {
            return false;
        }
        let premises: Vec<Term> = premises.iter().map(|atom| self.atom(atom)).collect();
        let mut disjuncts = Vec::with_capacity(cases.len());
        for case in cases {
            let atoms: Vec<Term> = case.iter().map(|atom| self.atom(atom)).collect();
            disjuncts.push(self.terms.and(atoms));
        }
        let conclusion = self.terms.or(disjuncts);
        self.budget.step(1);
        self.solver.scoped(|solver| {
            premises.iter().for_each(|premise| solver.assert(*premise));
            solver.proves(conclusion)
        })
    }

    /// Values of the first `count` variables for which all the atoms hold, if the solver finds some.
    pub fn values(&mut self, atoms: &[Atom], count: usize) -> Option<Vec<i128>> {
        if self.is_over() {
            return None;
        }
        let atoms: Vec<Term> = atoms.iter().map(|atom| self.atom(atom)).collect();
        let vars: Vec<Term> = (0..count).map(|index| self.var(IntVar(index as u32))).collect();
        self.budget.step(1);
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
        if self.is_over() {
            return true;
        }
        let atoms: Vec<Term> = atoms.iter().map(|atom| self.atom(atom)).collect();
        self.budget.step(1);
        self.solver.scoped(|solver| {
            atoms.iter().for_each(|atom| solver.assert(*atom));
            !solver.check().is_unsat()
        })
    }
}

#[cfg(test)]
mod tests {
    use engine::Limit;

    use super::*;

    #[test]
    fn nothing_is_known_when_the_budget_is_over() {
        let budget = Budget::new();
        let mut logic = Logic::for_check(&budget).expect("the solver starts");
        let x = Poly::var(IntVar(0));
        let above = |least: i128| Atom::ge(&x, &Poly::constant(least)).expect("small");
        let never = [above(1), Atom::at_least_zero(x.neg().expect("small"))];
        let mut asked = || {
            let (implied, covered) =
                (logic.implies(&[above(2)], &[above(1)]), logic.covers(&[], &[vec![], vec![above(1)]]));
            let (one, values) = (logic.implied(&[above(2)], &[above(1)]), logic.values(&[above(2)], 1).is_some());
            (implied, covered, one, values, logic.may_hold(&never))
        };
        assert_eq!(asked(), (true, true, vec![true], true, false));
        budget.stop(Limit::Time);
        assert_eq!(asked(), (false, false, vec![false], false, true));
    }
}
