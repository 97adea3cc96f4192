//! A concrete run from the start into a set.
//!
//! Paths are tried in the order of their length; the solver says whether one can be taken so that it ends in the set, and
//! with which values.

use std::collections::VecDeque;

use engine::Budget;

use crate::atom::Atom;
use crate::logic::Logic;
use crate::poly::{Poly, Var};
use crate::system::{LocId, System};

/// A run: the values at the start, and the transitions with the values that each chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stem {
    pub start: Vec<i128>,
    pub steps: Vec<(usize, Vec<i128>)>,
}

impl Stem {
    /// Takes the run; the location and the values where it ends. `None` when a step is not possible.
    pub fn run(&self, system: &System) -> Option<(LocId, Vec<i128>)> {
        let (mut location, mut values) = (system.start, self.start.clone());
        if values.len() != system.vars.len() {
            return None;
        }
        for (index, chosen) in &self.steps {
            let transition = system.transitions.get(*index)?;
            if transition.from != location || chosen.len() != transition.chosen.len() {
                return None;
            }
            values = transition.step(&values, chosen)?;
            location = transition.to;
        }
        Some((location, values))
    }
}

/// Paths that are asked about.
const MOST_PATHS: usize = 400;
/// Transitions of the longest path.
const LONGEST: usize = 40;

/// A run that ends at the location with values in the set.
pub fn stem(system: &System, location: LocId, set: &[Atom], logic: &mut Logic, budget: &Budget) -> Option<Stem> {
    let away = distances(system, location);
    let mut queue: VecDeque<Path> = VecDeque::from([Path::at_start(system)]);
    let mut asked = 0;
    while let Some(path) = queue.pop_front() {
        if asked >= MOST_PATHS || budget.exhausted().is_some() {
            return None;
        }
        if path.end == location {
            asked += 1;
            if let Some(found) = path.solve(system, set, logic) {
                return Some(found);
            }
        }
        if path.steps.len() >= LONGEST {
            continue;
        }
        let next = system.transitions.iter().enumerate().filter(|(_, transition)| transition.from == path.end);
        for (index, transition) in next.filter(|(_, transition)| away[transition.to.index()].is_some()) {
            let Some(longer) = path.extended(system, index) else { continue };
            debug_assert_eq!(longer.end, transition.to);
            asked += 1;
            if logic.may_hold(&longer.guard) {
                queue.push_back(longer);
            }
        }
    }
    None
}

/// Steps from each location to the one; `None` where there is no way.
fn distances(system: &System, location: LocId) -> Vec<Option<usize>> {
    let mut away = vec![None; system.locations.len()];
    away[location.index()] = Some(0);
    let mut queue = VecDeque::from([location]);
    while let Some(at) = queue.pop_front() {
        let distance = away[at.index()];
        for transition in system.transitions.iter().filter(|transition| transition.to == at) {
            if away[transition.from.index()].is_none() {
                away[transition.from.index()] = distance.map(|distance: usize| distance + 1);
                queue.push_back(transition.from);
            }
        }
    }
    away
}

/// A path from the start; its variables are the values there, then everything that its transitions choose.
struct Path {
    end: LocId,
    steps: Vec<usize>,
    guard: Vec<Atom>,
    values: Vec<Poly>,
    chosen: usize,
}

impl Path {
    fn at_start(system: &System) -> Path {
        let values = (0..system.vars.len()).map(|index| Poly::var(Var(index as u32))).collect();
        Path { end: system.start, steps: Vec::new(), guard: Vec::new(), values, chosen: 0 }
    }

    fn extended(&self, system: &System, index: usize) -> Option<Path> {
        let transition = &system.transitions[index];
        let of = |var: Var| match self.values.get(var.index()) {
            Some(value) => Some(value.clone()),
            None => Some(Poly::var(Var(var.0 + self.chosen as u32))),
        };
        let mut guard = self.guard.clone();
        for atom in &transition.guard {
            let atom = atom.substitute(&of)?.normal();
            match atom.truth() {
                Some(true) => {}
                Some(false) => return None,
                None => guard.push(atom),
            }
        }
        let values = transition.update.iter().map(|poly| poly.substitute(&of)).collect::<Option<_>>()?;
        let steps = self.steps.iter().copied().chain([index]).collect();
        Some(Path { end: transition.to, steps, guard, values, chosen: self.chosen + transition.chosen.len() })
    }

    fn solve(&self, system: &System, set: &[Atom], logic: &mut Logic) -> Option<Stem> {
        let mut wanted = self.guard.clone();
        for atom in set {
            wanted.push(atom.substitute(&|var| self.values.get(var.index()).cloned())?);
        }
        let count = system.vars.len() + self.chosen;
        let values = logic.values(&wanted, count)?;
        let (start, mut rest) = values.split_at(system.vars.len());
        let mut steps = Vec::with_capacity(self.steps.len());
        for index in &self.steps {
            let (own, later) = rest.split_at(system.transitions[*index].chosen.len());
            steps.push((*index, own.to_vec()));
            rest = later;
        }
        Some(Stem { start: start.to_vec(), steps })
    }
}
