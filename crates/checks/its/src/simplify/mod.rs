//! A smaller system with the same question: the system before the search for a proof is made shorter, step by step.
//!
//! A [`Simplification`] says what one step does, as data; [`Simplified::apply`] does it, and `legal` checks that it may be
//! done. The search for steps (`strategy`) is not trusted: a proof carries the log, and `check` starts from the original
//! system and checks and does every step again.
//!
//! What each kind keeps, with its reason, stands in its module. In short, for a legal step:
//! - *every infinite run of the system before is still there after it*, in the sense that one exists before only if one
//!   exists after. So a proof that all runs of the simplified system end is one for the original system.
//! - *every run after stands for a run before*: [`OriginalPath`] says which transitions, with which chosen values. So a run
//!   of the simplified system that does not end is translated back ([`Simplified::undo`]), and checked on the original.
//!
//! Locations are numbered anew once, at the beginning: one that is chained away has no transitions any more. Transitions and
//! variables are numbered anew by every step, without gaps, so what a step says is about the system as the steps before it
//! left it.

mod chained;
mod determined;
mod equal;
mod facts;
mod graph;
mod guard;
mod impossible;
mod order;
mod origin;
mod ranges;
mod sliced;
mod strategy;
mod strengthened;
mod subsumed;

use crate::atom::Atom;
use crate::logic::Logic;
use crate::poly::{IntVar, Poly};
use crate::proof::Endless;
use crate::system::{Location, System, Transition};

pub use origin::OriginalPath;
pub use strategy::simplify;

/// One step, about the system that the steps before it left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Simplification {
    /// No path of transitions leads from the start to where these begin.
    Unreachable { transitions: Vec<usize> },
    /// No cycle can be reached after one of these.
    Irrelevant { transitions: Vec<usize> },
    /// The guards of these never hold.
    Impossible { transitions: Vec<usize> },
    /// Whatever the first of a pair can do, the second can do as well; the first ones are taken away.
    Subsumed { pairs: Vec<(usize, usize)> },
    /// Each transition into the location becomes one with each transition out of it.
    Chained { location: Location },
    /// A value that the transition chooses is this one without loss.
    Determined { transition: usize, var: IntVar, value: Poly },
    /// No guard needs these variables, neither directly nor through other variables.
    Sliced { vars: Vec<IntVar> },
    /// Whenever a run is at the location, the variable has the value; it is put in the variable's place in what starts
    /// there.
    Equal { values: Vec<(Location, IntVar, Poly)> },
    /// This holds whenever a run is at the location; guards of what starts there get it.
    Strengthened { facts: Vec<(Location, Atom)> },
}

/// A system with the steps that led to it.
#[derive(Clone, Debug)]
pub struct Simplified<'a> {
    original: &'a System,
    system: System,
    log: Vec<Simplification>,
    /// What each transition stands for.
    origins: Vec<OriginalPath>,
    /// For each variable the original one.
    vars: Vec<IntVar>,
    /// What `Equal` and `Strengthened` used at each location, over the original variables.
    facts: Vec<Vec<Atom>>,
    /// Where the original's locations are.
    places: Vec<Location>,
}

impl<'a> Simplified<'a> {
    /// Nothing done yet, but that locations, transitions and constraints are put into an order of their own, simple
    /// transitions first: nothing that is found afterwards depends on that of the original ones.
    pub fn new(original: &'a System) -> Simplified<'a> {
        let places = order::places(original);
        let mut numbered: Vec<(usize, Transition)> = original.transitions.iter().cloned().enumerate().collect();
        for (_, transition) in &mut numbered {
            transition.from = places[transition.from.index()];
            transition.to = places[transition.to.index()];
            transition.guard.sort();
        }
        numbered.sort_by(|(_, one), (_, other)| {
            let key = |transition: &Transition| {
                (transition.from, transition.to, transition.chosen.len(), transition.guard.len())
            };
            key(one).cmp(&key(other)).then_with(|| (&one.guard, &one.update).cmp(&(&other.guard, &other.update)))
        });
        let mut locations = original.locations.clone();
        for (name, place) in original.locations.iter().zip(&places) {
            locations[place.index()].clone_from(name);
        }
        let (order, transitions): (Vec<usize>, Vec<Transition>) = numbered.into_iter().unzip();
        let start = places[original.start.index()];
        Simplified {
            original,
            system: System { vars: original.vars.clone(), locations, start, transitions },
            log: Vec::new(),
            origins: order.iter().map(|index| OriginalPath::of(original, *index)).collect(),
            vars: (0..original.vars.len()).map(|index| IntVar(index as u32)).collect(),
            facts: vec![Vec::new(); original.locations.len()],
            places,
        }
    }

    /// The system after the steps of a log; `None` when a step does not fit.
    pub fn replay(original: &'a System, log: &[Simplification]) -> Option<Simplified<'a>> {
        let mut simplified = Simplified::new(original);
        log.iter().try_for_each(|step| simplified.apply(step.clone()))?;
        Some(simplified)
    }

    /// As [`Simplified::replay`], for a log that nobody is to be believed. `Ok` means: if the original system has an
    /// infinite run, so has the simplified one.
    pub fn checked(original: &'a System, log: &[Simplification], logic: &mut Logic) -> Result<Simplified<'a>, String> {
        let mut simplified = Simplified::new(original);
        for (number, step) in log.iter().enumerate() {
            let done = simplified
                .legal(step, logic)
                .and_then(|()| simplified.apply(step.clone()).ok_or_else(|| "it does not fit the system".to_string()));
            done.map_err(|what| format!("simplification {}: {what}", number + 1))?;
        }
        Ok(simplified)
    }

    pub fn system(&self) -> &System {
        &self.system
    }

    pub fn origins(&self) -> &[OriginalPath] {
        &self.origins
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

    /// Does the step, legal or not; `None`, and nothing done, when it does not fit the system or a number gets too large.
    pub fn apply(&mut self, step: Simplification) -> Option<()> {
        match &step {
            Simplification::Unreachable { transitions }
            | Simplification::Irrelevant { transitions }
            | Simplification::Impossible { transitions } => self.remove(transitions)?,
            Simplification::Subsumed { pairs } => {
                let gone: Vec<usize> = pairs.iter().map(|(gone, _)| *gone).collect();
                self.remove(&gone)?;
            }
            Simplification::Chained { location } => chained::apply(self, *location)?,
            Simplification::Determined { transition, var, value } => {
                determined::apply(self, *transition, *var, value)?;
            }
            Simplification::Sliced { vars } => sliced::apply(self, vars)?,
            Simplification::Equal { values } => equal::apply(self, values)?,
            Simplification::Strengthened { facts } => strengthened::apply(self, facts)?,
        }
        self.log.push(step);
        debug_assert_eq!(self.system.check(), Ok(()));
        debug_assert_eq!(self.system.transitions.len(), self.origins.len());
        Some(())
    }

    /// Says why the step must not be done, if it must not.
    fn legal(&self, step: &Simplification, logic: &mut Logic) -> Result<(), String> {
        let system = &self.system;
        match step {
            Simplification::Unreachable { transitions } => graph::legal_unreachable(system, transitions),
            Simplification::Irrelevant { transitions } => graph::legal_irrelevant(system, transitions),
            Simplification::Impossible { transitions } => impossible::legal(system, transitions, logic),
            Simplification::Subsumed { pairs } => subsumed::legal(system, pairs, logic),
            Simplification::Chained { location } => chained::legal(system, *location),
            Simplification::Determined { transition, var, value } => {
                determined::legal(system, *transition, *var, value, logic)
            }
            Simplification::Sliced { vars } => sliced::legal(system, vars),
            Simplification::Equal { values } => equal::legal(system, values, logic),
            Simplification::Strengthened { facts } => strengthened::legal(system, facts, logic),
        }
    }

    /// Takes transitions away; the others keep their order.
    fn remove(&mut self, transitions: &[usize]) -> Option<()> {
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

    /// The run on the original system. `None` when a number gets too large, or the run is none.
    pub fn undo(&self, endless: Endless) -> Option<Endless> {
        origin::undo(self, endless)
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

/// Known transitions, each of them once.
fn known_once(system: &System, transitions: &[usize]) -> Result<(), String> {
    let mut seen = vec![false; system.transitions.len()];
    for index in transitions {
        match seen.get_mut(*index) {
            Some(seen) if !*seen => *seen = true,
            Some(_) => return Err(format!("transition {index} is named twice")),
            None => return Err("there is no such transition".to_string()),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use engine::Budget;
    use proptest::prelude::*;

    use super::*;
    use crate::format::samples;
    use crate::stem::{Leg, Stem};

    /// A run of the system: at each step the first of the numbers picks the transition, the others are what it chooses.
    fn run(system: &System, start: &[i128], picks: &[(usize, Vec<i128>)]) -> Stem {
        let mut stem = Stem { start: start[..system.vars.len()].to_vec(), legs: Vec::new() };
        let (mut location, mut values) = (system.start, stem.start.clone());
        for (pick, numbers) in picks {
            let possible = (0..system.transitions.len()).filter(|at| system.transitions[*at].from == location);
            let steps = possible.filter_map(|at| {
                let count = system.transitions[at].chosen.len();
                let chosen: Vec<i128> = numbers.iter().copied().cycle().take(count).collect();
                Some((at, system.transitions[at].step(&values, &chosen)?, chosen))
            });
            let steps: Vec<_> = steps.collect();
            let Some((at, after, chosen)) = steps.get(pick % steps.len().max(1)).cloned() else { break };
            stem.legs.push(Leg::Step((at, chosen)));
            (location, values) = (system.transitions[at].to, after);
        }
        stem
    }

    proptest! {
        /// Every step of the search is legal; and every run after it is one before it, with the same values.
        #[test]
        fn simplification_is_legal_and_undone(
            system in samples::system(),
            start in prop::array::uniform2(-4_i128..=4),
            picks in prop::collection::vec((0..4_usize, prop::collection::vec(-3_i128..=3, 5)), 0..6),
        ) {
            let simplified = simplify(&system, &Budget::new());
            let mut logic = Logic::for_check().expect("the solver starts");
            let again = Simplified::checked(&system, simplified.log(), &mut logic);
            prop_assert!(again.is_ok_and(|again| again.system() == simplified.system()));
            let stem = run(simplified.system(), &start, &picks);
            let (location, values) = stem.run(simplified.system()).expect("it was run");
            if let Some(original) = origin::stem(&simplified, &stem) {
                let (place, all) = original.run(&system).expect("the same run");
                let same: Vec<i128> = simplified.vars.iter().map(|var| all[var.index()]).collect();
                prop_assert_eq!((simplified.place(place), same), (Some(location), values));
            } else {
                prop_assert!(values.iter().any(|value| value.unsigned_abs() > 1 << 60), "a run was lost");
            }
        }
    }
}
