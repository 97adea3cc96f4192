//! Invariants: lower bounds of linear forms at every location.
//!
//! Paper: template constraint matrices, [Sankaranarayanan et al., VMCAI 2005]. The forms are the same at all locations:
//! variables and what guards compare (intervals and a little more), on demand also sums and differences of two variables
//! (octagons). The best bound of a form after a step is a linear program over what holds before it.
//! Guarantees: what is returned holds whenever a run gets to the location: the bounds, found in floating point, are
//! checked with the solver, and those that a step does not keep are dropped until all are kept.
//! DIVERGENCE: bounds that fall are first tried at constants that guards of the system mention, then given up.

use engine::Budget;
use rustc_hash::FxHashSet;

use crate::atom::Atom;
use crate::logic::{Logic, after, during};
use crate::lp::{Column, Program, Row};
use crate::poly::{IntVar, Poly};
use crate::premise::Premise;
use crate::scc::all_reachable;
use crate::system::System;

/// Which forms to bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Precision {
    /// Variables, and what guards compare.
    Guards,
    /// Also sums and differences of two variables.
    Pairs,
}

/// Forms beyond which no more are added: each costs a linear program for every step.
const MOST_FORMS: usize = 160;
/// Rounds after which a falling bound is widened, and after which it is given up.
const WIDEN_AFTER: u32 = 3;
const GIVE_UP_AFTER: u32 = 12;
/// Rounds in which bounds are improved again.
const NARROWINGS: usize = 2;
/// A bound this far below an integer is that integer.
const SLACK: f64 = 1e-5;
/// Lower bounds below its negative mean nothing in floating point; above it they are taken to be it.
const LARGEST: f64 = 1e9;

/// What holds at each location. Empty where nothing was found, or the budget ended.
pub fn invariants(system: &System, precision: Precision, logic: &mut Logic, budget: &Budget) -> Vec<Vec<Atom>> {
    let mut search = Search::new(system, precision, budget);
    search.ascend();
    for _ in 0..NARROWINGS {
        search.descend();
    }
    let found = search.atoms();
    kept(system, found, logic, budget)
}

struct Search<'a> {
    system: &'a System,
    budget: &'a Budget,
    /// Linear, without a constant.
    forms: Vec<Poly>,
    /// Candidates for bounds, ascending, by form.
    thresholds: Vec<Vec<i128>>,
    /// Bounds of the forms, by location; `None` for a location that was not reached yet.
    states: Vec<Option<State>>,
    visits: Vec<u32>,
}

/// The least value of each form, if there is one.
type State = Vec<Option<i128>>;

impl<'a> Search<'a> {
    fn new(system: &'a System, precision: Precision, budget: &'a Budget) -> Search<'a> {
        let forms = forms(system, precision);
        let thresholds = forms.iter().map(|form| thresholds(system, form)).collect();
        let mut states = vec![None; system.locations.len()];
        states[system.start.index()] = Some(vec![None; forms.len()]);
        Search { system, budget, forms, thresholds, states, visits: vec![0; system.locations.len()] }
    }

    fn ascend(&mut self) {
        let mut changed = vec![false; self.system.locations.len()];
        changed[self.system.start.index()] = true;
        while let Some(location) = changed.iter().position(|changed| *changed) {
            if self.budget.exhausted().is_some() {
                return self.states.iter_mut().for_each(|state| *state = None);
            }
            changed[location] = false;
            for index in 0..self.system.transitions.len() {
                let transition = &self.system.transitions[index];
                if transition.from.index() == location
                    && let Some(after) = self.post(index)
                {
                    changed[transition.to.index()] |= self.join(transition.to.index(), &after);
                }
            }
        }
    }

    /// Bounds after a step; `None` when it is impossible.
    fn post(&self, index: usize) -> Option<State> {
        let transition = &self.system.transitions[index];
        let before = self.states[transition.from.index()].as_ref()?;
        let premise = Premise::new(self.system, transition, &self.bounds(before))?;
        let to = &self.states[transition.to.index()];
        let mut after = vec![None; self.forms.len()];
        self.budget.step(1);
        if !feasible(&premise) {
            return None;
        }
        for (at, form) in self.forms.iter().enumerate() {
            // A bound that is given up stays given up.
            if to.as_ref().is_some_and(|state| state[at].is_none()) {
                continue;
            }
            let value = form.substitute(&|var| Some(premise.update[var.index()].clone()));
            self.budget.step(1);
            after[at] = value.and_then(|value| least(&premise, &value));
        }
        Some(after)
    }

    fn bounds(&self, state: &State) -> Vec<Atom> {
        let bounded = self.forms.iter().zip(state).filter_map(|(form, bound)| Some((form, (*bound)?)));
        bounded.filter_map(|(form, bound)| Some(Atom::at_least_zero(form.sub(&Poly::constant(bound))?))).collect()
    }

    fn join(&mut self, location: usize, new: &State) -> bool {
        let Some(old) = &mut self.states[location] else {
            self.states[location] = Some(new.clone());
            return true;
        };
        self.visits[location] += 1;
        let visits = self.visits[location];
        let mut changed = false;
        for ((old, new), thresholds) in old.iter_mut().zip(new).zip(&self.thresholds) {
            let Some(bound) = *old else { continue };
            match new {
                Some(new) if *new >= bound => continue,
                Some(new) if visits <= WIDEN_AFTER => *old = Some(*new),
                Some(new) if visits <= GIVE_UP_AFTER => {
                    *old = thresholds.iter().rev().find(|threshold| *threshold <= new).copied();
                }
                Some(_) | None => *old = None,
            }
            changed = true;
        }
        changed
    }

    /// One round in which every bound is what the steps into its location make of it.
    fn descend(&mut self) {
        if self.budget.exhausted().is_some() {
            return;
        }
        for location in 0..self.states.len() {
            if location == self.system.start.index() || self.states[location].is_none() {
                continue;
            }
            let old = self.states[location].take();
            let incoming = (0..self.system.transitions.len())
                .filter(|index| self.system.transitions[*index].to.index() == location);
            let mut joined: Option<State> = None;
            // With the location's own state in place for steps from it to itself.
            self.states[location] = old.clone();
            for index in incoming {
                let transition = &self.system.transitions[index];
                let from = self.states[transition.from.index()].clone();
                let Some(before) = from else { continue };
                let Some(premise) = Premise::new(self.system, transition, &self.bounds(&before)) else { continue };
                self.budget.step(1 + self.forms.len() as u64);
                if !feasible(&premise) {
                    continue;
                }
                let values = self.forms.iter().map(|form| {
                    let value = form.substitute(&|var| Some(premise.update[var.index()].clone()));
                    value.and_then(|value| least(&premise, &value))
                });
                let state: State = values.collect();
                joined = Some(match joined {
                    None => state,
                    Some(there) => there.iter().zip(&state).map(|(a, b)| Some((*a)?.min((*b)?))).collect(),
                });
            }
            let better =
                |old: &State, new: &State| -> State { old.iter().zip(new).map(|(a, b)| (*a).max(*b)).collect() };
            self.states[location] = match (old, joined) {
                (Some(old), Some(new)) => Some(better(&old, &new)),
                (old, None) => old,
                (None, new) => new,
            };
        }
    }

    fn atoms(&self) -> Vec<Vec<Atom>> {
        self.states.iter().map(|state| state.as_ref().map_or_else(Vec::new, |state| self.bounds(state))).collect()
    }
}

/// Drops what some step does not keep, until all is kept.
fn kept(system: &System, mut found: Vec<Vec<Atom>>, logic: &mut Logic, budget: &Budget) -> Vec<Vec<Atom>> {
    found[system.start.index()].retain(|atom| logic.implies(&[], std::slice::from_ref(atom)));
    let reached = all_reachable(system);
    loop {
        let mut dropped = false;
        for transition in reached.iter().map(|index| &system.transitions[*index]) {
            if budget.exhausted().is_some() {
                return vec![Vec::new(); system.locations.len()];
            }
            let premises = during(transition, &found[transition.from.index()]);
            let target = transition.to.index();
            let before = found[target].len();
            let keeps = |atom: &Atom| {
                let after = after(system, transition, &atom.poly);
                after.is_some_and(|poly| logic_implies(logic, &premises, Atom { poly, relation: atom.relation }))
            };
            let atoms = std::mem::take(&mut found[target]);
            found[target] = retained(atoms, keeps);
            dropped |= found[target].len() != before;
        }
        if !dropped {
            return found;
        }
    }
}

fn logic_implies(logic: &mut Logic, premises: &[Atom], conclusion: Atom) -> bool {
    logic.implies(premises, &[conclusion])
}

fn retained(atoms: Vec<Atom>, mut keeps: impl FnMut(&Atom) -> bool) -> Vec<Atom> {
    atoms.into_iter().filter(|atom| keeps(atom)).collect()
}

/// The forms to bound, in a fixed order.
fn forms(system: &System, precision: Precision) -> Vec<Poly> {
    let mut seen = FxHashSet::default();
    let mut forms = Vec::new();
    let mut add = |form: Poly| {
        if forms.len() < MOST_FORMS && form.as_constant().is_none() && seen.insert(form.clone()) {
            forms.push(form);
        }
    };
    let vars: Vec<Poly> = (0..system.vars.len()).map(|index| Poly::var(IntVar(index as u32))).collect();
    for var in &vars {
        [Some(var.clone()), var.neg()].into_iter().flatten().for_each(&mut add);
    }
    for atom in system.transitions.iter().flat_map(|transition| &transition.guard).filter(|atom| atom.is_linear()) {
        let own = atom.poly.vars().iter().all(|var| var.index() < system.vars.len());
        let form = atom.poly.sub(&Poly::constant(atom.poly.constant_term()));
        if let Some(form) = form.filter(|_| own) {
            [Some(form.clone()), form.neg()].into_iter().flatten().for_each(&mut add);
        }
    }
    if precision == Precision::Pairs {
        for (index, a) in vars.iter().enumerate() {
            for b in &vars[index + 1..] {
                let pairs = [a.sub(b), b.sub(a), a.add(b), a.add(b).and_then(|sum| sum.neg())];
                pairs.into_iter().flatten().for_each(&mut add);
            }
        }
    }
    forms
}

/// Bounds of the form that the system mentions, and a few that loops often have.
fn thresholds(system: &System, form: &Poly) -> Vec<i128> {
    let mut found = vec![-1, 0, 1];
    for atom in system.transitions.iter().flat_map(|transition| &transition.guard) {
        let constant = atom.poly.constant_term();
        for sign in [1, -1] {
            let same = atom.poly.sub(&Poly::constant(constant)).and_then(|rest| rest.scale(sign));
            if same.as_ref() == Some(form) {
                found.extend([-sign * constant, -sign * constant - 1, -sign * constant + 1]);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

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

fn feasible(premise: &Premise) -> bool {
    program(premise, None).solve().is_some()
}

/// The least integer that the linear polynomial can be, if there is one.
fn least(premise: &Premise, poly: &Poly) -> Option<i128> {
    if let Some(value) = poly.as_constant() {
        return Some(value);
    }
    let solution = program(premise, Some(poly)).solve()?;
    let value = -solution.objective() + poly.constant_term() as f64;
    (value >= -LARGEST).then(|| (value.min(LARGEST) - SLACK).ceil() as i128)
}
