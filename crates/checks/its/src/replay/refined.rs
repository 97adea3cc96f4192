//! The system that the later steps of a proof are about: transitions in cases, locations in regions.
//!
//! Shared by the search and the check, because it is no argument but bookkeeping: what a split adds gets the next free
//! numbers, and nothing that is there changes its number. What a split replaces is taken away by whoever asked for it.
//!
//! Why a split loses no run. A case is the transition with a stronger guard; when the cases cover the guard, each time a
//! run takes the transition it takes one of them. A region is a location with a condition on the values; when the regions
//! cover the location's invariant, each visit is a visit of one of them, and a step between two locations is one between
//! two of their regions, in whose guard stand the condition of the first before the step and that of the second after it.
//! So the part of a run that uses only what was split is a run of what replaces it, with the same values.

use crate::certificate::{Conjunction, ProofStep};
use crate::system::{Atom, Location, Poly, System, Transition, after};

/// A system that splits have added to.
#[derive(Clone, Debug)]
pub struct Refined {
    pub system: System,
    /// By location.
    pub invariants: Vec<Conjunction>,
    /// The transition of the system as it was given, by transition.
    pub origin: Vec<usize>,
}

impl Refined {
    /// As it was given; an invariant for each location.
    pub fn new(system: &System, invariants: Vec<Conjunction>) -> Refined {
        Refined { system: system.clone(), invariants, origin: (0..system.transitions.len()).collect() }
    }

    pub fn invariants_before(&self, index: usize) -> &[Atom] {
        &self.invariants[self.system.transitions[index].from.index()]
    }

    /// Is the polynomial about the program's variables only?
    pub fn is_of_state(&self, poly: &Poly) -> bool {
        poly.vars().iter().all(|var| var.index() < self.system.vars.len())
    }

    /// Adds a transition for each case, which may speak of the transition's own variables; gives their numbers. `None`
    /// when a case is about other variables.
    pub fn add_cases(&mut self, index: usize, cases: &[Conjunction]) -> Option<Vec<usize>> {
        let transition = self.system.transitions.get(index)?.clone();
        let bound = self.system.vars.len() + transition.chosen.len();
        if !cases.iter().flatten().all(|atom| atom.poly.vars().iter().all(|var| var.index() < bound)) {
            return None;
        }
        let mut added = Vec::with_capacity(cases.len());
        for case in cases {
            let mut with = transition.clone();
            with.guard.extend(case.iter().cloned());
            added.push(self.add(with, index));
        }
        Some(added)
    }

    /// Adds a location for each region, and the component's transitions between them; gives the numbers of these. `None`
    /// when a region is about what is no state, or a number gets too large.
    pub fn add_regions(&mut self, component: &[usize], regions: &[(Location, Vec<Conjunction>)]) -> Option<Vec<usize>> {
        let of_state = |atom: &Atom| self.is_of_state(&atom.poly);
        if !regions.iter().flat_map(|(_, parts)| parts).flatten().all(of_state) {
            return None;
        }
        // By location that is split: its regions, with their new places.
        let mut placed: Vec<(Location, Vec<(Location, Conjunction)>)> = Vec::with_capacity(regions.len());
        for (location, parts) in regions {
            let name = self.system.locations.get(location.index())?.clone();
            let invariant = self.invariants.get(location.index())?.clone();
            let mut places = Vec::with_capacity(parts.len());
            for part in parts {
                let place = Location(u32::try_from(self.system.locations.len()).ok()?);
                let shown: Vec<String> = part.iter().map(|atom| self.shown(atom)).collect();
                self.system.locations.push(format!("{name} with {}", shown.join(", ")));
                self.invariants.push(invariant.iter().chain(part).cloned().collect());
                places.push((place, part.clone()));
            }
            placed.push((*location, places));
        }
        let places = |location: Location| match placed.iter().find(|(there, _)| *there == location) {
            Some((_, places)) => places.clone(),
            None => vec![(location, Vec::new())],
        };
        let mut added = Vec::new();
        for index in component {
            let transition = self.system.transitions.get(*index)?.clone();
            for (from, before) in places(transition.from) {
                for (to, then) in places(transition.to) {
                    let mut guard = transition.guard.clone();
                    guard.extend(before.iter().cloned());
                    for atom in &then {
                        let poly = after(&self.system, &transition, &atom.poly)?;
                        guard.push(Atom { poly, relation: atom.relation });
                    }
                    added.push(self.add(Transition { from, to, guard, ..transition.clone() }, *index));
                }
            }
        }
        Some(added)
    }

    /// Adds what a step of a proof adds, if it fits.
    pub fn apply(&mut self, step: &ProofStep) {
        match step {
            ProofStep::Cases { transition, cases } => drop(self.add_cases(*transition, cases)),
            ProofStep::Regions { component, regions } => drop(self.add_regions(component, regions)),
            ProofStep::Impossible { .. }
            | ProofStep::Ranked { .. }
            | ProofStep::Phases { .. }
            | ProofStep::SizeChange { .. }
            | ProofStep::Disjunction { .. } => {}
        }
    }

    fn shown(&self, atom: &Atom) -> String {
        atom.show(&|var| self.system.vars[var.index()].clone()).to_string()
    }

    fn add(&mut self, transition: Transition, of: usize) -> usize {
        self.origin.push(self.origin[of]);
        self.system.transitions.push(transition);
        self.system.transitions.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::IntVar;

    /// x' = x - 1, always.
    fn falling() -> Refined {
        let x = Poly::var(IntVar(0));
        let step = Transition {
            from: Location(0),
            to: Location(0),
            chosen: Vec::new(),
            guard: Vec::new(),
            update: vec![x.sub(&Poly::constant(1)).expect("small")],
        };
        let system = System {
            vars: vec!["x".to_string()],
            locations: vec!["l".to_string()],
            start: Location(0),
            transitions: vec![step],
        };
        Refined::new(&system, vec![Vec::new()])
    }

    fn sign() -> Vec<Conjunction> {
        let x = Poly::var(IntVar(0));
        vec![vec![Atom::at_least_zero(x.clone())], vec![Atom::gt(&Poly::zero(), &x).expect("small")]]
    }

    #[test]
    fn a_step_leads_from_region_to_region() {
        let mut refined = falling();
        let added = refined.add_regions(&[0], &[(Location(0), sign())]).expect("it fits");
        assert_eq!(added, [1, 2, 3, 4]);
        assert_eq!(refined.system.check(), Ok(()));
        let taken = |x: i128| {
            let possible = |index: &&usize| refined.system.transitions[**index].step(&[x], &[]).is_some();
            added.iter().filter(possible).copied().collect::<Vec<_>>()
        };
        // From 3 to 2 within the first region, from 0 to the second, and then there.
        assert_eq!((taken(3), taken(0), taken(-2)), (vec![1], vec![2], vec![4]));
        assert_eq!(refined.origin, [0; 5]);
    }

    #[test]
    fn cases_are_about_known_variables() {
        let mut refined = falling();
        let unknown = vec![vec![Atom::at_least_zero(Poly::var(IntVar(7)))]];
        assert_eq!(refined.add_cases(0, &unknown), None);
        assert_eq!(refined.add_regions(&[0], &[(Location(0), unknown)]), None);
    }
}
