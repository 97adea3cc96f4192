//! Bounds that get weaker until all steps keep them, and a little stronger again.

use engine::Budget;
use its::check::Logic;
use its::system::{Atom, Poly, System, after, all_reachable, during};

use super::forms::{Precision, forms, thresholds};
use super::least::{feasible, least};
use crate::linear::Premise;

/// Rounds after which a falling bound is widened, and after which it is given up.
const WIDEN_AFTER: u32 = 3;
const GIVE_UP_AFTER: u32 = 12;
/// Rounds in which bounds are improved again.
const NARROWINGS: usize = 2;

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
    /// How often it was gone on from each location. Where many steps lead, bounds may fall often before that.
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
            self.visits[location] += 1;
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
            // With each atom what it says after the step; what cannot be written down is not kept.
            let step = |atom: Atom| {
                let poly = after(system, transition, &atom.poly)?;
                let later = Atom { poly, relation: atom.relation };
                Some((atom, later))
            };
            let (atoms, later): (Vec<Atom>, Vec<Atom>) =
                std::mem::take(&mut found[target]).into_iter().filter_map(step).unzip();
            // Nearly all are kept, and seen to be so at once.
            found[target] = if logic.implies(&premises, &later) {
                atoms
            } else {
                let keeps = logic.implied(&premises, &later);
                atoms.into_iter().zip(keeps).filter(|(_, keeps)| *keeps).map(|(atom, _)| atom).collect()
            };
            dropped |= found[target].len() != before;
        }
        if !dropped {
            return found;
        }
    }
}
