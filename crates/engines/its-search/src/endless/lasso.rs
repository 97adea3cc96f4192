//! Runs that come back to a state: the same location with the same values.
//!
//! From a reachable state, concrete steps are taken breadth first, with values that the solver chooses. A state that is its
//! own ancestor is a recurrent set of one element, whatever the way back looks like; so loops inside of loops need no
//! invariant here, only patience.

use std::collections::VecDeque;

use engine::Budget;
use its::certificate::{Endless, Leg, Recurrence, Recurrent, State, Taken};
use its::check::Logic;
use its::system::{Atom, IntVar, Poly, System};
use rustc_hash::FxHashMap;

use super::stem::stem;

/// States that are visited from one place.
const MOST_STATES: usize = 300;
/// Entries into a component that are tried, and values for each.
const MOST_ENTRIES: usize = 6;
const MOST_VALUES: usize = 4;

/// A run that repeats a state of the component.
pub fn lasso(system: &System, component: &[usize], logic: &mut Logic, budget: &Budget) -> Option<Endless> {
    for index in component.iter().take(MOST_ENTRIES) {
        if budget.exhausted().is_some() {
            return None;
        }
        let transition = &system.transitions[*index];
        let own = |atom: &&Atom| atom.poly.vars().iter().all(|var| var.index() < system.vars.len());
        let mut entry: Vec<Atom> = transition.guard.iter().filter(own).cloned().collect();
        // Some values lead nowhere and the next ones come back; larger ones are tried then.
        for _ in 0..MOST_VALUES {
            let Some(mut stem) = stem(system, transition.from, &entry, logic, budget) else { break };
            let (location, values) = stem.run(system)?;
            let larger = beyond(system, &values);
            if let Some((more, recurrent)) = Search::run(system, component, (location, values), logic, budget) {
                stem.legs.extend(more.into_iter().map(Leg::Step));
                return Some(Endless::new(stem, Recurrence::Cycle(recurrent)));
            }
            entry.extend(larger);
        }
    }
    None
}

/// Demands a larger sum of all values.
fn beyond(system: &System, values: &[i128]) -> Option<Atom> {
    let mut sum = Poly::zero();
    for index in 0..system.vars.len() {
        sum = sum.add(&Poly::var(IntVar(index as u32)))?;
    }
    let reached = values.iter().try_fold(0_i128, |sum, value| sum.checked_add(*value))?;
    Atom::gt(&sum, &Poly::constant(reached))
}

struct Search {
    states: Vec<State>,
    /// How each state was reached first.
    parents: Vec<Option<(usize, Taken)>>,
    numbers: FxHashMap<State, usize>,
}

impl Search {
    fn run(
        system: &System,
        component: &[usize],
        start: State,
        logic: &mut Logic,
        budget: &Budget,
    ) -> Option<(Vec<Taken>, Recurrent)> {
        let mut search =
            Search { states: vec![start.clone()], parents: vec![None], numbers: FxHashMap::from_iter([(start, 0)]) };
        let mut work = VecDeque::from([0]);
        while let Some(number) = work.pop_front() {
            if search.states.len() > MOST_STATES || budget.exhausted().is_some() {
                return None;
            }
            let (location, values) = search.states[number].clone();
            for index in component.iter().filter(|index| system.transitions[**index].from == location) {
                let Some(taken) = taken(system, *index, &values, logic) else { continue };
                let transition = &system.transitions[*index];
                let Some(next) = transition.step(&values, &taken.1) else { continue };
                let next = (transition.to, next);
                match search.numbers.get(&next) {
                    Some(&known) if search.is_ancestor(known, number) => {
                        return search.found(system, known, number, taken);
                    }
                    Some(_) => {}
                    None => {
                        let fresh = search.states.len();
                        search.numbers.insert(next.clone(), fresh);
                        search.states.push(next);
                        search.parents.push(Some((number, taken)));
                        work.push_back(fresh);
                    }
                }
            }
        }
        None
    }

    fn is_ancestor(&self, ancestor: usize, of: usize) -> bool {
        let mut at = of;
        while at != ancestor {
            match &self.parents[at] {
                Some((parent, _)) => at = *parent,
                None => return false,
            }
        }
        true
    }

    fn path(&self, from: usize, to: usize) -> Vec<Taken> {
        let mut path = Vec::new();
        let mut at = to;
        while at != from {
            let Some((parent, taken)) = &self.parents[at] else { break };
            path.push(taken.clone());
            at = *parent;
        }
        path.reverse();
        path
    }

    fn found(&self, system: &System, head: usize, end: usize, last: Taken) -> Option<(Vec<Taken>, Recurrent)> {
        let mut round = self.path(head, end);
        round.push(last);
        let values = &self.states[head].1;
        debug_assert_eq!(values.len(), system.vars.len());
        let fixed =
            |(index, value): (usize, &i128)| Atom::eq(&Poly::var(IntVar(index as u32)), &Poly::constant(*value));
        let set = values.iter().enumerate().map(fixed).collect::<Option<_>>()?;
        let cycle = round.iter().map(|(index, _)| *index).collect();
        let choices = round.iter().flat_map(|(_, chosen)| chosen.iter().map(|value| Poly::constant(*value))).collect();
        Some((self.path(0, head), Recurrent { cycle, choices, set }))
    }
}

/// Values of the transition's own variables with which it can be taken.
fn taken(system: &System, index: usize, values: &[i128], logic: &mut Logic) -> Option<Taken> {
    let transition = &system.transitions[index];
    if transition.chosen.is_empty() {
        return transition.step(values, &[]).map(|_| (index, Vec::new()));
    }
    let of = |var: IntVar| values.get(var.index()).map(|value| Poly::constant(*value));
    let guard: Vec<Atom> = transition.guard.iter().map(|atom| atom.substitute(&of)).collect::<Option<_>>()?;
    // What becomes of a variable should rather be what it was: that is how runs come back.
    let mut kept = guard.clone();
    for (position, update) in transition.update.iter().enumerate() {
        let own = update.vars().iter().any(|var| var.index() >= system.vars.len());
        if let Some(poly) = update.substitute(&of).filter(|_| own) {
            kept.push(Atom::eq(&poly, &Poly::constant(values[position]))?);
        }
    }
    let count = system.vars.len() + transition.chosen.len();
    let found = logic.values(&kept, count).or_else(|| logic.values(&guard, count))?;
    Some((index, found[system.vars.len()..].to_vec()))
}
