//! The search for a concrete run from the start into a set.
//!
//! Paths are tried in the order of their length; the solver says whether one can be taken so that it ends in the set, and
//! with which values.

use std::collections::VecDeque;

use engine::Budget;
use its::certificate::{Leg, Stem};
use its::check::Logic;
use its::system::{Atom, IntVar, Location, Poly, System};

/// Paths that are asked about, and when many of them are long steps.
const MOST_PATHS: usize = 400;
const MOST_DEEP_PATHS: usize = 1600;
/// Transitions of the longest path.
const LONGEST: usize = 40;

/// A run that ends at the location with values in the set.
pub fn stem(system: &System, location: Location, set: &[Atom], logic: &mut Logic, budget: &Budget) -> Option<Stem> {
    along_paths(system, location, logic, budget, |path, logic| path.solve(system, set, logic))
}

/// As [`stem`], for a system in which several transitions differ only in how often they do the same.
pub fn deep_stem(
    system: &System,
    location: Location,
    set: &[Atom],
    logic: &mut Logic,
    budget: &Budget,
) -> Option<Stem> {
    along(system, location, MOST_DEEP_PATHS, logic, budget, |path, logic| path.solve(system, set, logic))
}

/// What is found for the first path to the location for which something is.
pub fn along_paths<T>(
    system: &System,
    location: Location,
    logic: &mut Logic,
    budget: &Budget,
    find: impl FnMut(&Path, &mut Logic) -> Option<T>,
) -> Option<T> {
    along(system, location, MOST_PATHS, logic, budget, find)
}

fn along<T>(
    system: &System,
    location: Location,
    most: usize,
    logic: &mut Logic,
    budget: &Budget,
    mut find: impl FnMut(&Path, &mut Logic) -> Option<T>,
) -> Option<T> {
    let away = distances(system, location);
    let start = Path::at_start(system);
    if start.end == location
        && let Some(found) = find(&start, logic)
    {
        return Some(found);
    }
    let mut queue: VecDeque<Path> = VecDeque::from([start]);
    let mut asked = 0;
    while let Some(path) = queue.pop_front() {
        if path.steps.len() >= LONGEST {
            continue;
        }
        let next = system.transitions.iter().enumerate().filter(|(_, transition)| transition.from == path.end);
        for (index, transition) in next.filter(|(_, transition)| away[transition.to.index()].is_some()) {
            if asked >= most || budget.exhausted().is_some() {
                return None;
            }
            let Some(longer) = path.extended(system, index) else { continue };
            debug_assert_eq!(longer.end, transition.to);
            asked += 1;
            if !logic.may_hold(&longer.guard) {
                continue;
            }
            if longer.end == location {
                asked += 1;
                if let Some(found) = find(&longer, logic) {
                    return Some(found);
                }
            }
            queue.push_back(longer);
        }
    }
    None
}

/// Steps from each location to the one; `None` where there is no way.
fn distances(system: &System, location: Location) -> Vec<Option<usize>> {
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
pub struct Path {
    pub end: Location,
    steps: Vec<usize>,
    pub guard: Vec<Atom>,
    /// At the end.
    pub values: Vec<Poly>,
    chosen: usize,
}

impl Path {
    fn at_start(system: &System) -> Path {
        let values = (0..system.vars.len()).map(|index| Poly::var(IntVar(index as u32))).collect();
        Path { end: system.start, steps: Vec::new(), guard: Vec::new(), values, chosen: 0 }
    }

    fn extended(&self, system: &System, index: usize) -> Option<Path> {
        let transition = &system.transitions[index];
        let of = |var: IntVar| match self.values.get(var.index()) {
            Some(value) => Some(value.clone()),
            None => Some(Poly::var(IntVar(var.0 + self.chosen as u32))),
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
        let values = logic.values(&wanted, self.vars(system))?;
        Some(self.stem(system, &values))
    }

    /// How many variables it has.
    pub fn vars(&self, system: &System) -> usize {
        system.vars.len() + self.chosen
    }

    /// The path with values for its variables.
    pub fn stem(&self, system: &System, values: &[i128]) -> Stem {
        let (start, mut rest) = values.split_at(system.vars.len());
        let mut legs = Vec::with_capacity(self.steps.len());
        for index in &self.steps {
            let (own, later) = rest.split_at(system.transitions[*index].chosen.len());
            legs.push(Leg::Step((*index, own.to_vec())));
            rest = later;
        }
        Stem { start: start.to_vec(), legs }
    }
}
