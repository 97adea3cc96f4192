//! A system with the steps that led to it.
//!
//! What the steps keep, for those that may be done (see [`crate::check`]):
//! - *every infinite run of the system before is still there after it*, in the sense that one exists before only if one
//!   exists after. So a proof that all runs of the simplified system end is one for the original system.
//! - *every run after stands for a run before*: [`OriginalPath`] says which transitions, with which chosen values. So a run
//!   of the simplified system that does not end can be translated back.
//!
//! Locations are numbered anew once, at the beginning: one that is chained away has no transitions any more. Transitions and
//! variables are numbered anew by every step, without gaps, so what a step says is about the system as the steps before it
//! left it.

use super::order::places;
use super::origin::OriginalPath;
use crate::certificate::Simplification;
use crate::system::{Atom, IntVar, Location, Poly, System, Transition};

/// A system with the steps that led to it.
#[derive(Clone, Debug)]
pub struct Simplified<'a> {
    pub(super) original: &'a System,
    pub(super) system: System,
    pub(super) log: Vec<Simplification>,
    /// What each transition stands for.
    pub(super) origins: Vec<OriginalPath>,
    /// For each variable the original one.
    pub(super) vars: Vec<IntVar>,
    /// What `Equal` and `Strengthened` used at each location, over the original variables.
    facts: Vec<Vec<Atom>>,
    /// Where the original's locations are.
    places: Vec<Location>,
}

impl<'a> Simplified<'a> {
    /// Nothing done yet, but that locations, transitions and constraints are put into an order of their own, simple
    /// transitions first: nothing that is found afterwards depends on that of the original ones.
    pub fn new(original: &'a System) -> Simplified<'a> {
        let placed = places(original);
        let mut numbered: Vec<(usize, Transition)> = original.transitions.iter().cloned().enumerate().collect();
        for (_, transition) in &mut numbered {
            transition.from = placed[transition.from.index()];
            transition.to = placed[transition.to.index()];
            transition.guard.sort();
        }
        numbered.sort_by(|(_, one), (_, other)| {
            let key = |transition: &Transition| {
                (transition.from, transition.to, transition.chosen.len(), transition.guard.len())
            };
            key(one).cmp(&key(other)).then_with(|| (&one.guard, &one.update).cmp(&(&other.guard, &other.update)))
        });
        let mut locations = original.locations.clone();
        for (name, place) in original.locations.iter().zip(&placed) {
            locations[place.index()].clone_from(name);
        }
        let (order, transitions): (Vec<usize>, Vec<Transition>) = numbered.into_iter().unzip();
        let start = placed[original.start.index()];
        Simplified {
            original,
            system: System { vars: original.vars.clone(), locations, start, transitions },
            log: Vec::new(),
            origins: order.iter().map(|index| OriginalPath::of(original, *index)).collect(),
            vars: (0..original.vars.len()).map(|index| IntVar(index as u32)).collect(),
            facts: vec![Vec::new(); original.locations.len()],
            places: placed,
        }
    }

    pub fn original(&self) -> &'a System {
        self.original
    }

    pub fn system(&self) -> &System {
        &self.system
    }

    /// What each transition stands for.
    pub fn origins(&self) -> &[OriginalPath] {
        &self.origins
    }

    /// For each variable the original one.
    pub fn vars(&self) -> &[IntVar] {
        &self.vars
    }

    /// What the simplification says to hold whenever a run is at the location, over the original variables.
    pub fn facts(&self, location: Location) -> &[Atom] {
        &self.facts[location.index()]
    }

    pub fn log(&self) -> &[Simplification] {
        &self.log
    }

    pub fn into_log(self) -> Vec<Simplification> {
        self.log
    }

    /// The original transitions that the given ones stand for, each once, in ascending order.
    pub fn original_transitions(&self, transitions: &[usize]) -> Vec<usize> {
        let paths = transitions.iter().flat_map(|index| self.origins[*index].path.iter().copied());
        let mut found: Vec<usize> = paths.collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Takes transitions away; the others keep their order.
    pub(super) fn remove(&mut self, transitions: &[usize]) -> Option<()> {
        let mut gone = vec![false; self.system.transitions.len()];
        for index in transitions {
            *gone.get_mut(*index)? = true;
        }
        let mut number = gone.iter();
        self.system.transitions.retain(|_| number.next() == Some(&false));
        let mut number = gone.iter();
        self.origins.retain(|_| number.next() == Some(&false));
        Some(())
    }

    /// Keeps the facts for the way back, over the original variables.
    pub(super) fn remember(&mut self, facts: &[Vec<Atom>]) -> Option<()> {
        let mut renamed = Vec::with_capacity(facts.len());
        for atoms in facts {
            let atoms =
                atoms.iter().map(|atom| Some(Atom { poly: self.in_original(&atom.poly)?, relation: atom.relation }));
            renamed.push(atoms.collect::<Option<Vec<_>>>()?);
        }
        for (known, new) in self.facts.iter_mut().zip(renamed) {
            known.extend(new);
        }
        Some(())
    }

    /// A value over the simplified system's variables and what a transition chooses, in the original numbers.
    pub fn in_original(&self, poly: &Poly) -> Option<Poly> {
        let (count, all) = (self.vars.len(), self.original.vars.len());
        poly.substitute(&|var| {
            let own = || IntVar((all + var.index() - count) as u32);
            Some(Poly::var(self.vars.get(var.index()).copied().unwrap_or_else(own)))
        })
    }

    /// Replaces what a simplified transition chooses, by number, by values over the simplified system's variables.
    pub(super) fn chosen_as(&self, origin: &OriginalPath, value: &dyn Fn(usize) -> Poly) -> Option<OriginalPath> {
        let count = self.original.vars.len();
        origin.substitute(&|var| self.in_original(&value(var.index().checked_sub(count)?)))
    }

    /// Where a location of the original system is in the simplified one.
    pub fn place(&self, original: Location) -> Option<Location> {
        self.places.get(original.index()).copied()
    }

    /// Values at a location of the original system, as the simplified one sees both; `None` when something does not hold
    /// for them that the simplification says holds there whenever a run gets there. Where it does hold, and the steps are
    /// legal, a run of the simplified system from there stands for one of the original: by induction over its steps, since
    /// each of them keeps all that the simplification used.
    pub fn seen(&self, location: Location, values: &[i128]) -> Option<(Location, Vec<i128>)> {
        let place = self.place(location)?;
        let of = |var: IntVar| values.get(var.index()).copied().unwrap_or(0);
        let holds = |atom: &Atom| atom.holds(&of) == Some(true);
        let right = self.facts.get(place.index())?.iter().all(holds);
        right.then(|| (place, self.vars.iter().map(|var| of(*var)).collect()))
    }
}
