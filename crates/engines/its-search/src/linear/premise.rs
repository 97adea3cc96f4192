//! A step as linear algebra sees it: what holds before and during it, and what it does.
//!
//! A product of variables becomes a variable of its own, the same one wherever the product occurs: that forgets how it
//! depends on the others, which makes the premise weaker, so that whatever follows from it holds for the step.

use its::system::{Atom, IntVar, Monomial, Poly, System, Transition};

#[derive(Clone, Debug)]
pub struct Premise {
    /// Number of variables: the program's, the transition's, and those that stand for products.
    pub vars: usize,
    /// Linear polynomials that are at least zero.
    pub facts: Vec<Poly>,
    /// Values after the step, linear.
    pub update: Vec<Poly>,
}

impl Premise {
    /// `invariants` hold before the step. `None` when a number gets too large.
    pub fn new(system: &System, transition: &Transition, invariants: &[Atom]) -> Option<Premise> {
        let mut products = Products { first: system.vars.len() + transition.chosen.len(), found: Vec::new() };
        let mut facts = Vec::new();
        for atom in transition.guard.iter().chain(invariants) {
            for poly in atom.inequalities()? {
                facts.push(products.linear(&poly)?);
            }
        }
        facts.sort_unstable();
        facts.dedup();
        let update = transition.update.iter().map(|poly| products.linear(poly)).collect::<Option<_>>()?;
        Some(Premise { vars: products.first + products.found.len(), facts, update })
    }
}

/// Variables that stand for products.
struct Products {
    /// The number of the first one.
    first: usize,
    found: Vec<Monomial>,
}

impl Products {
    fn linear(&mut self, poly: &Poly) -> Option<Poly> {
        if poly.is_linear() {
            return Some(poly.clone());
        }
        let mut coefficients = Vec::with_capacity(poly.terms().len());
        for (monomial, coefficient) in poly.terms() {
            match monomial.as_slice() {
                [] => {}
                [var] => coefficients.push((*var, *coefficient)),
                _ => coefficients.push((self.of(monomial), *coefficient)),
            }
        }
        Poly::linear(coefficients, poly.constant_term())
    }

    fn of(&mut self, monomial: &Monomial) -> IntVar {
        let at = self.found.iter().position(|there| there == monomial).unwrap_or_else(|| {
            self.found.push(monomial.clone());
            self.found.len() - 1
        });
        IntVar((self.first + at) as u32)
    }
}
