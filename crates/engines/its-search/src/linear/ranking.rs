//! Linear ranking functions, one for every location of a component.
//!
//! Paper: [Podelski & Rybalchenko, VMCAI 2004] for the use of Farkas' lemma, [Alias et al., SAS 2010] for the program that
//! finds a function with the largest number of decreasing transitions, [Bradley et al., CAV 2005] for lexicographic ones.
//! A linear function is at least zero wherever some facts are if it is a sum of multiples of the facts, with factors
//! that are not negative, and a constant that is not negative. Whether such factors exist for a function with unknown
//! coefficients is a linear program. So are nested functions for several phases, [Leike & Heizmann, LMCS 2015].
//! Guarantees: none; the result is a guess that `prove` checks.

use its::certificate::Ranking;
use its::system::{IntVar, Location, Poly, System};

use super::premise::Premise;
use super::program::{Column, Program, Row, integers, merged};

/// What is asked of a transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Demand {
    /// Not more after the step than before it.
    NotMore,
    /// As `NotMore`, and as many of these as possible decrease. At least zero before the step.
    Bounded,
    /// One less, and at least zero before the step.
    Decreases,
}

/// How much the functions of different locations may differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Freedom {
    /// Only in the constant: a program whose size hardly depends on the number of locations.
    Constants,
    All,
}

/// A function that is at least zero on all transitions, never increases, and decreases on as many as possible.
pub fn bounded_everywhere(system: &System, component: &[(usize, Premise)], freedom: Freedom) -> Option<Ranking> {
    Search::new(system, component, 1, freedom).run(|_| Demand::Bounded)
}

/// A function that decreases on one transition, is at least zero there, and never increases.
pub fn decreasing_on(system: &System, component: &[(usize, Premise)], one: usize, freedom: Freedom) -> Option<Ranking> {
    let demand = |index| if index == one { Demand::Decreases } else { Demand::NotMore };
    Search::new(system, component, 1, freedom).run(demand)
}

/// Functions of which the first always decreases, each other one decreases as soon as the one before it is not positive,
/// and the last one is at least zero.
pub fn phases(system: &System, component: &[(usize, Premise)], count: usize) -> Option<Vec<Ranking>> {
    Search::new(system, component, count, Freedom::All).run_phases()
}

/// A linear polynomial over a transition's variables whose coefficients are linear in unknowns.
struct Template {
    /// By variable.
    coefficients: Vec<Row>,
    constant: Row,
    /// Added to the constant.
    number: f64,
}

impl Template {
    fn add(&mut self, other: Template) {
        for (row, more) in self.coefficients.iter_mut().zip(other.coefficients) {
            row.extend(more);
        }
        self.constant.extend(other.constant);
        self.number += other.number;
    }
}

struct Search<'a> {
    system: &'a System,
    component: &'a [(usize, Premise)],
    program: Program,
    /// Coefficients and constant, by location, for each phase.
    phases: Vec<Vec<(Location, Vec<Column>, Column)>>,
}

impl<'a> Search<'a> {
    fn new(system: &'a System, component: &'a [(usize, Premise)], phases: usize, freedom: Freedom) -> Search<'a> {
        let mut locations: Vec<Location> = component
            .iter()
            .flat_map(|(index, _)| [system.transitions[*index].from, system.transitions[*index].to])
            .collect();
        locations.sort_unstable();
        locations.dedup();
        let mut program = Program::new();
        let mut phase = || {
            let mut shared: Option<Vec<Column>> = None;
            let unknowns = locations.iter().map(|location| {
                let fresh = || (0..system.vars.len()).map(|_| program.free(0.0)).collect();
                let coefficients = shared.take().unwrap_or_else(fresh);
                shared = (freedom == Freedom::Constants).then(|| coefficients.clone());
                (*location, coefficients, program.free(0.0))
            });
            unknowns.collect()
        };
        let phases = (0..phases).map(|_| phase()).collect();
        Search { system, component, program, phases }
    }

    fn run(mut self, demand: impl Fn(usize) -> Demand) -> Option<Ranking> {
        let mut any = false;
        for (index, premise) in self.component {
            let demand = demand(*index);
            let before = self.before(0, *index, premise);
            let mut difference = self.difference(0, *index, premise);
            match demand {
                Demand::NotMore => {}
                Demand::Bounded => {
                    let decrease = self.program.between(1.0, 0.0, 1.0);
                    difference.constant.push((decrease, -1.0));
                    self.at_least_zero(&before, premise);
                    any = true;
                }
                Demand::Decreases => {
                    difference.number -= 1.0;
                    self.at_least_zero(&before, premise);
                    any = true;
                }
            }
            self.at_least_zero(&difference, premise);
        }
        debug_assert!(any, "something is to decrease");
        let ranking = self.solve()?.pop()?;
        let constant = ranking.of.iter().all(|(_, poly)| poly.as_constant().is_some())
            && ranking.of.windows(2).all(|two| two[0].1 == two[1].1);
        (!constant).then_some(ranking)
    }

    fn run_phases(mut self) -> Option<Vec<Ranking>> {
        let last = self.phases.len() - 1;
        for (index, premise) in self.component {
            for phase in 0..=last {
                let mut difference = self.difference(phase, *index, premise);
                difference.number -= 1.0;
                if phase > 0 {
                    difference.add(self.before(phase - 1, *index, premise));
                }
                self.at_least_zero(&difference, premise);
            }
            let bounded = self.before(last, *index, premise);
            self.at_least_zero(&bounded, premise);
        }
        self.solve()
    }

    /// The functions of all phases, with integer coefficients.
    fn solve(&self) -> Option<Vec<Ranking>> {
        let solution = self.program.solve()?;
        let mut values = Vec::new();
        for (_, coefficients, constant) in self.phases.iter().flatten() {
            values.extend(coefficients.iter().map(|unknown| solution.value(*unknown)));
            values.push(solution.value(*constant));
        }
        let values = integers(&values)?;
        let width = self.system.vars.len() + 1;
        let mut rows = values.chunks(width);
        let mut found = Vec::with_capacity(self.phases.len());
        for phase in &self.phases {
            let mut of = Vec::with_capacity(phase.len());
            for (location, _, _) in phase {
                let row = rows.next()?;
                let coefficients = row[..width - 1].iter().enumerate().map(|(index, c)| (IntVar(index as u32), *c));
                of.push((*location, Poly::linear(coefficients, row[width - 1])?));
            }
            found.push(Ranking { of });
        }
        Some(found)
    }

    fn at(&self, phase: usize, location: Location) -> &(Location, Vec<Column>, Column) {
        let unknowns = &self.phases[phase];
        unknowns.iter().find(|(there, _, _)| *there == location).expect("invariant: all locations are there")
    }

    /// The function before the step.
    fn before(&self, phase: usize, index: usize, premise: &Premise) -> Template {
        let (_, coefficients, constant) = self.at(phase, self.system.transitions[index].from);
        let mut rows = vec![Row::new(); premise.vars];
        for (row, unknown) in rows.iter_mut().zip(coefficients) {
            row.push((*unknown, 1.0));
        }
        Template { coefficients: rows, constant: vec![(*constant, 1.0)], number: 0.0 }
    }

    /// The function before the step minus the function after it.
    fn difference(&self, phase: usize, index: usize, premise: &Premise) -> Template {
        let mut template = self.before(phase, index, premise);
        let (_, coefficients, constant) = self.at(phase, self.system.transitions[index].to);
        template.constant.push((*constant, -1.0));
        for (unknown, update) in coefficients.iter().zip(&premise.update) {
            for (monomial, factor) in update.terms() {
                let row = match monomial.first() {
                    Some(var) => &mut template.coefficients[var.index()],
                    None => &mut template.constant,
                };
                row.push((*unknown, -(*factor as f64)));
            }
        }
        template
    }

    /// The template is a sum of multiples of the facts and a constant, none of them negative.
    fn at_least_zero(&mut self, template: &Template, premise: &Premise) {
        let factors: Vec<Column> = premise.facts.iter().map(|_| self.program.positive(0.0)).collect();
        let rest = self.program.positive(0.0);
        let mut rows = template.coefficients.clone();
        let mut constant = template.constant.clone();
        constant.push((rest, -1.0));
        for (fact, factor) in premise.facts.iter().zip(&factors) {
            for (monomial, coefficient) in fact.terms() {
                let row = match monomial.first() {
                    Some(var) => &mut rows[var.index()],
                    None => &mut constant,
                };
                row.push((*factor, -(*coefficient as f64)));
            }
        }
        for row in rows.iter().map(merged).filter(|row| !row.is_empty()) {
            self.program.equal(&row, 0.0);
        }
        self.program.equal(&merged(&constant), -template.number);
    }
}
