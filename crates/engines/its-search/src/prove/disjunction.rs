//! Disjunctively well-founded transition invariants, by abstraction with predicates over two states.
//!
//! Paper: [Podelski & Rybalchenko, POPL 2005]. A relation is a set of predicates that compare measures at a visit of a
//! location with measures later. Starting with what one step does, relations are extended step by step, each time to all
//! predicates that hold, until nothing new comes; the measure of a relation that leads back is one that the predicates say
//! to be at least zero first and less later.

use its::certificate::{Between, ProofStep};
use its::check::{first_obligation, later_obligation, measure_claims};
use its::system::{Atom, Component, IntVar, Location, Poly, components};

use super::measures::measures;
use super::prover::Prover;

/// Measures of a component, and with their sums; the predicates compare every two.
const MOST_SINGLE: usize = 4;
const MOST_MEASURES: usize = 6;
/// Relations that are looked at for one location.
const MOST_RELATIONS: usize = 60;
/// Locations of a component that are tried.
const MOST_LOCATIONS: usize = 4;

/// Gives what is left of the component when one of its locations is not visited for ever.
pub fn attempt(prover: &mut Prover, component: &[usize]) -> Option<Vec<Component>> {
    let measures = with_sums(measures(&prover.refined.system, component, MOST_SINGLE))?;
    let vars = prover.refined.system.vars.len();
    let predicates = predicates(vars, &measures)?;
    let mut locations: Vec<Location> =
        component.iter().map(|index| prover.refined.system.transitions[*index].from).collect();
    locations.sort_unstable();
    locations.dedup();
    for at in locations.into_iter().take(MOST_LOCATIONS) {
        let search = Search { component, at, measures: &measures, predicates: &predicates };
        if let Some(relations) = search.run(prover) {
            prover.steps.push(ProofStep::Disjunction { component: component.to_vec(), at, relations });
            let transitions = &prover.refined.system.transitions;
            let rest: Vec<usize> = component.iter().copied().filter(|index| transitions[*index].from != at).collect();
            return Some(components(&prover.refined.system, &rest));
        }
    }
    None
}

/// Sums of two measures may fall where neither does.
fn with_sums(mut measures: Vec<Poly>) -> Option<Vec<Poly>> {
    let single = measures.clone();
    for (at, a) in single.iter().enumerate() {
        for b in &single[at + 1..] {
            let sum = a.add(b)?;
            if measures.len() < MOST_MEASURES && sum.as_constant().is_none() && !measures.contains(&sum) {
                measures.push(sum);
            }
        }
    }
    Some(measures)
}

/// Over the values at the first visit, and then those at the second one.
fn predicates(vars: usize, measures: &[Poly]) -> Option<Vec<Atom>> {
    let mut found = Vec::new();
    for measure in measures {
        let later = measure.substitute(&|var| Some(Poly::var(IntVar(var.0 + vars as u32))))?;
        for state in [measure, &later] {
            found.push(Atom::at_least_zero(state.clone()));
            found.push(Atom::gt(&Poly::zero(), state)?);
        }
        found.push(Atom::ge(&later, measure)?);
        for before in measures {
            found.push(Atom::gt(before, &later)?);
            found.push(Atom::ge(before, &later)?);
        }
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// What a weaker relation says as well is not needed.
fn without_stronger(found: Vec<Between>) -> Vec<Between> {
    let weaker = |there: &Between, one: &Between| {
        there != one && there.to == one.to && there.atoms.iter().all(|atom| one.atoms.contains(atom))
    };
    let needed = |one: &&Between| !found.iter().any(|there| weaker(there, one));
    found.iter().filter(needed).cloned().collect()
}

struct Search<'a> {
    component: &'a [usize],
    at: Location,
    measures: &'a [Poly],
    predicates: &'a [Atom],
}

impl Search<'_> {
    /// Relations that cover all that happens after a visit.
    fn run(&self, prover: &mut Prover) -> Option<Vec<Between>> {
        let mut found: Vec<Between> = Vec::new();
        for index in self.component {
            if prover.refined.system.transitions[*index].from == self.at {
                self.extend(prover, None, *index, &mut found)?;
            }
        }
        let mut next = 0;
        while let Some(relation) = found.get(next).cloned() {
            for index in self.component {
                if prover.refined.system.transitions[*index].from == relation.to {
                    self.extend(prover, Some(&relation), *index, &mut found)?;
                }
            }
            next += 1;
        }
        Some(without_stronger(found))
    }

    /// Adds what the step does, after what the relation says. `None` when no argument comes out of this.
    fn extend(
        &self,
        prover: &mut Prover,
        relation: Option<&Between>,
        index: usize,
        found: &mut Vec<Between>,
    ) -> Option<()> {
        if prover.exhausted() || found.len() >= MOST_RELATIONS {
            return None;
        }
        let transition = &prover.refined.system.transitions[index];
        let to = transition.to;
        // All predicates at once, as if they were relations of their own, to see them after the step.
        let each = self.predicates.iter().map(|atom| Between { to, atoms: vec![atom.clone()], measure: None });
        let each: Vec<Between> = each.collect();
        let here = prover.refined.invariants_before(index);
        let step = match relation {
            None => first_obligation(&prover.refined.system, transition, here, &each)?,
            Some(relation) => later_obligation(&prover.refined.system, relation, transition, here, &each)?,
        };
        prover.asks(1);
        if !prover.logic.may_hold(&step.premises) {
            return Some(());
        }
        prover.asks(self.predicates.len());
        let holds = prover.logic.implied(&step.premises, &step.cases.concat());
        let atoms: Vec<Atom> =
            self.predicates.iter().zip(holds).filter(|(_, holds)| *holds).map(|(atom, _)| atom.clone()).collect();
        let weaker = |there: &Between| there.to == to && there.atoms.iter().all(|atom| atoms.contains(atom));
        if found.iter().any(weaker) {
            return Some(());
        }
        let measure = self.measure(prover, &atoms);
        if to == self.at && measure.is_none() {
            return None;
        }
        found.push(Between { to, atoms, measure: measure.filter(|_| to == self.at) });
        Some(())
    }

    fn measure(&self, prover: &Prover, atoms: &[Atom]) -> Option<Poly> {
        let vars = prover.refined.system.vars.len();
        let falls = |measure: &&Poly| {
            measure_claims(vars, measure).is_some_and(|claims| claims.iter().all(|claim| atoms.contains(claim)))
        };
        self.measures.iter().find(falls).cloned()
    }
}
