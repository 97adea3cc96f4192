//! Ranking functions of degree two.
//!
//! Papers: [Bradley, Manna & Sipma, VMCAI 2005] for polynomial ranking functions, [Chatterjee, Fu & Goharshady, CAV 2016]
//! for the sums of products of guards that show them to be positive. As for linear functions, a polynomial is at least zero
//! wherever some facts are if it is a sum of multiples of facts; here products of two facts are facts, too, and so are
//! x·x - x and x·x + x for an integer x. Whether such factors exist is still a linear program: one row for each monomial.

use std::collections::BTreeMap;

use its::certificate::Ranking;
use its::system::{Component, IntVar, Location, Monomial, Poly, Transition};

use super::prover::Prover;
use crate::linear::{Column, Program, Row, integers, merged};

/// Limits of what is tried: the program has a row for every monomial and a column for every product, on each transition.
const MOST_TRANSITIONS: usize = 8;
const MOST_VARS: usize = 6;
const MOST_FACTS: usize = 9;

/// Takes away a part of the component; gives what is left of it.
pub fn attempt(prover: &mut Prover, component: &[usize]) -> Option<Vec<Component>> {
    if component.len() > MOST_TRANSITIONS {
        return None;
    }
    let vars = relevant(prover, component);
    if vars.len() > MOST_VARS {
        return None;
    }
    let steps: Vec<Known> = component.iter().map(|index| Known::new(prover, *index, &vars)).collect::<Option<_>>()?;
    let goals = std::iter::once(None).chain((0..component.len()).map(Some));
    for goal in goals {
        if prover.exhausted() {
            return None;
        }
        prover.asks(component.len());
        let Some(ranking) = Search::new(prover, component, &vars).run(&steps, goal) else { continue };
        if let Some((ranking, decreasing)) = prover.confirmed(component, ranking) {
            return Some(prover.take_away(component.to_vec(), ranking, decreasing));
        }
    }
    None
}

/// Program variables that guards of the component mention, and those that the values of such variables depend on.
fn relevant(prover: &Prover, component: &[usize]) -> Vec<IntVar> {
    let system = &prover.refined.system;
    let transitions: Vec<&Transition> = component.iter().map(|index| &system.transitions[*index]).collect();
    let guards = transitions.iter().flat_map(|transition| &transition.guard);
    let mut work: Vec<IntVar> = guards.flat_map(|atom| atom.poly.vars()).collect();
    let mut found = vec![false; system.vars.len()];
    while let Some(var) = work.pop() {
        if var.index() < found.len() && !std::mem::replace(&mut found[var.index()], true) {
            work.extend(transitions.iter().flat_map(|transition| transition.update[var.index()].vars()));
        }
    }
    (0..found.len()).filter(|index| found[*index]).map(|index| IntVar(index as u32)).collect()
}

/// What is known about a step: polynomials that are at least zero, and the values after it.
struct Known {
    from: Location,
    to: Location,
    facts: Vec<Poly>,
    update: Vec<Poly>,
}

impl Known {
    /// `None` when a number gets too large.
    fn new(prover: &Prover, index: usize, vars: &[IntVar]) -> Option<Known> {
        let transition = &prover.refined.system.transitions[index];
        let mut single = Vec::new();
        for atom in prover.facts(index) {
            single.extend(atom.inequalities()?);
        }
        single.retain(|poly| poly.as_constant().is_none());
        single.sort_by(|a, b| (a.terms().len(), a).cmp(&(b.terms().len(), b)));
        single.dedup();
        let mut facts = single.clone();
        let few: Vec<&Poly> = single.iter().filter(|poly| poly.is_linear()).take(MOST_FACTS).collect();
        for (at, a) in few.iter().enumerate() {
            for b in &few[at..] {
                facts.push(a.mul(b)?);
            }
        }
        for var in vars {
            let x = Poly::var(*var);
            let square = x.mul(&x)?;
            facts.extend([square.sub(&x)?, square.add(&x)?]);
        }
        facts.sort_unstable();
        facts.dedup();
        Some(Known { from: transition.from, to: transition.to, facts, update: transition.update.clone() })
    }
}

/// A polynomial whose coefficients are linear in unknowns, and a number.
#[derive(Default)]
struct Template {
    rows: BTreeMap<Monomial, Row>,
    number: f64,
}

impl Template {
    fn add(&mut self, poly: &Poly, unknown: Column, factor: f64) {
        for (monomial, coefficient) in poly.terms() {
            self.rows.entry(monomial.clone()).or_default().push((unknown, factor * *coefficient as f64));
        }
    }
}

struct Search {
    program: Program,
    /// Products of at most two variables.
    monomials: Vec<Poly>,
    /// Coefficients of these, by location.
    unknowns: Vec<(Location, Vec<Column>)>,
}

impl Search {
    fn new(prover: &Prover, component: &[usize], vars: &[IntVar]) -> Search {
        let mut monomials = vec![Poly::constant(1)];
        monomials.extend(vars.iter().map(|var| Poly::var(*var)));
        for (at, a) in vars.iter().enumerate() {
            monomials.extend(vars[at..].iter().filter_map(|b| Poly::var(*a).mul(&Poly::var(*b))));
        }
        let transitions = component.iter().map(|index| &prover.refined.system.transitions[*index]);
        let mut locations: Vec<Location> =
            transitions.flat_map(|transition| [transition.from, transition.to]).collect();
        locations.sort_unstable();
        locations.dedup();
        let mut program = Program::new();
        let unknowns = locations.into_iter().map(|location| {
            let coefficients = monomials.iter().map(|_| program.free(0.0)).collect();
            (location, coefficients)
        });
        let unknowns = unknowns.collect();
        Search { program, monomials, unknowns }
    }

    /// A function that decreases on the transition `goal`, by its place in the component; without one, that is bounded
    /// everywhere and decreases as much as possible.
    fn run(mut self, steps: &[Known], goal: Option<usize>) -> Option<Ranking> {
        for (place, step) in steps.iter().enumerate() {
            let mut difference = Template::default();
            self.put(step.from, &mut difference, 1.0, &|poly| Some(poly.clone()))?;
            let after = |poly: &Poly| poly.substitute(&|var| step.update.get(var.index()).cloned());
            self.put(step.to, &mut difference, -1.0, &after)?;
            let bounded = match goal {
                None => {
                    let decrease = self.program.between(1.0, 0.0, 1.0);
                    difference.add(&Poly::constant(1), decrease, -1.0);
                    true
                }
                Some(goal) if goal == place => {
                    difference.number -= 1.0;
                    true
                }
                Some(_) => false,
            };
            self.at_least_zero(difference, step);
            if bounded {
                let mut before = Template::default();
                self.put(step.from, &mut before, 1.0, &|poly| Some(poly.clone()))?;
                self.at_least_zero(before, step);
            }
        }
        self.solve()
    }

    /// Adds the function of a location, as it looks through `seen`.
    fn put(
        &self,
        location: Location,
        template: &mut Template,
        factor: f64,
        seen: &dyn Fn(&Poly) -> Option<Poly>,
    ) -> Option<()> {
        let (_, unknowns) = self.unknowns.iter().find(|(there, _)| *there == location)?;
        for (monomial, unknown) in self.monomials.iter().zip(unknowns) {
            template.add(&seen(monomial)?, *unknown, factor);
        }
        Some(())
    }

    /// The template is a sum of multiples of the facts and a constant, none of them negative.
    fn at_least_zero(&mut self, mut template: Template, step: &Known) {
        let rest = self.program.positive(0.0);
        template.add(&Poly::constant(1), rest, -1.0);
        for fact in &step.facts {
            let factor = self.program.positive(0.0);
            template.add(fact, factor, -1.0);
        }
        for (monomial, row) in &template.rows {
            let value = if monomial.is_empty() { -template.number } else { 0.0 };
            self.program.equal(&merged(row), value);
        }
    }

    fn solve(&self) -> Option<Ranking> {
        let solution = self.program.solve()?;
        let values: Vec<f64> =
            self.unknowns.iter().flat_map(|(_, row)| row).map(|unknown| solution.value(*unknown)).collect();
        let values = integers(&values)?;
        let mut of = Vec::with_capacity(self.unknowns.len());
        for ((location, _), row) in self.unknowns.iter().zip(values.chunks(self.monomials.len())) {
            let mut sum = Poly::zero();
            for (monomial, factor) in self.monomials.iter().zip(row) {
                sum = sum.combine(monomial, *factor)?;
            }
            of.push((*location, sum));
        }
        of.iter().any(|(_, poly)| poly.as_constant().is_none()).then_some(Ranking { of })
    }
}
