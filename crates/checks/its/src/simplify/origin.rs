//! What a simplified transition stands for, and the way back for runs.
//!
//! A simplified transition is a path of original ones. What these choose is given by the values of the original
//! variables where the path begins, and by what the simplified transition chooses. So no step of the simplification needs
//! to be undone by itself: with the values of all original variables at hand, each path is taken on the original system,
//! which also computes the variables that were sliced away. These start with 0: any value would do, since no guard
//! depends on it.
//!
//! A set that a simplified cycle does not leave lacks what `Equal` and `Strengthened` used. That holds whenever a run is
//! at the location, so the stem ends where it holds, and it is kept by every transition: it is added to the set.

use super::Simplified;
use crate::atom::Atom;
use crate::check_endless::is_computable;
use crate::poly::{IntVar, Poly};
use crate::proof::{Endless, Recurrence};
use crate::recur::Recurrent;
use crate::stem::{Leg, Stem, Taken};
use crate::system::System;

/// A path of original transitions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OriginalPath {
    pub path: Vec<usize>,
    /// What the path's transitions choose, all in order: over the original variables where the path begins, and from
    /// their number on what the simplified transition chooses.
    pub(super) choices: Vec<Poly>,
}

impl OriginalPath {
    /// A transition that stands for itself.
    pub(super) fn of(original: &System, index: usize) -> OriginalPath {
        let vars = original.vars.len();
        let own = 0..original.transitions[index].chosen.len();
        OriginalPath { path: vec![index], choices: own.map(|own| Poly::var(IntVar((vars + own) as u32))).collect() }
    }

    /// This path and then the other one; `chosen` is the number of values that the first transition chooses. `None` when
    /// a number gets too large.
    pub(super) fn then(&self, original: &System, chosen: usize, other: &OriginalPath) -> Option<OriginalPath> {
        let vars = original.vars.len();
        let depends = other.choices.iter().any(|poly| poly.vars().iter().any(|var| var.index() < vars));
        // Rarely needed, and long for systems with many variables.
        let between = if depends { self.after(original)? } else { Vec::new() };
        let of = |var: IntVar| match between.get(var.index()) {
            Some(value) => Some(value.clone()),
            None => Some(Poly::var(IntVar(var.0 + chosen as u32))),
        };
        let path = self.path.iter().chain(&other.path).copied().collect();
        let mut choices = self.choices.clone();
        for poly in &other.choices {
            choices.push(poly.substitute(&of)?);
        }
        Some(OriginalPath { path, choices })
    }

    /// The original variables after the path.
    fn after(&self, original: &System) -> Option<Vec<Poly>> {
        let start = (0..original.vars.len()).map(|index| Poly::var(IntVar(index as u32))).collect();
        along(original, &self.path, &self.choices, start)
    }

    /// Replaces what the simplified transition chooses, by number, by values over the simplified system's variables.
    pub(super) fn chosen_as(&self, simplified: &Simplified<'_>, value: &dyn Fn(usize) -> Poly) -> Option<OriginalPath> {
        let count = simplified.original.vars.len();
        let of = |var: IntVar| {
            let own = var.index().checked_sub(count)?;
            in_original(simplified, &value(own))
        };
        self.substitute(&of)
    }

    /// Does the path choose the same whatever the values of the original's variables are?
    fn is_free(&self, original: &System) -> bool {
        let vars = original.vars.len();
        self.choices.iter().all(|poly| poly.vars().iter().all(|var| var.index() >= vars))
    }

    fn substitute(&self, of: &dyn Fn(IntVar) -> Option<Poly>) -> Option<OriginalPath> {
        let choices = self.choices.iter().map(|poly| poly.substitute(of)).collect::<Option<_>>()?;
        Some(OriginalPath { path: self.path.clone(), choices })
    }
}

/// A value over the simplified system's variables and what a transition chooses, in the original numbers.
pub(super) fn in_original(simplified: &Simplified<'_>, poly: &Poly) -> Option<Poly> {
    let (count, all) = (simplified.vars.len(), simplified.original.vars.len());
    poly.substitute(&|var| {
        let own = || IntVar((all + var.index() - count) as u32);
        Some(Poly::var(simplified.vars.get(var.index()).copied().unwrap_or_else(own)))
    })
}

/// The values after a path, from those before it and all that is chosen on it.
fn along(original: &System, path: &[usize], choices: &[Poly], start: Vec<Poly>) -> Option<Vec<Poly>> {
    let (mut now, mut choices) = (start, choices);
    for index in path {
        let transition = &original.transitions[*index];
        let (own, later) = choices.split_at_checked(transition.chosen.len())?;
        choices = later;
        let of = |var: IntVar| now.get(var.index()).or_else(|| own.get(var.index() - now.len())).cloned();
        now = transition.update.iter().map(|poly| poly.substitute(&of)).collect::<Option<_>>()?;
    }
    Some(now)
}

/// A cycle is translated; other arguments stay about the simplified system, which the log leads to.
pub(super) fn undo(simplified: &Simplified<'_>, endless: Endless) -> Option<Endless> {
    let stem = stem(simplified, &endless.stem)?;
    let translated = match &endless.recurrence {
        // Numbers may be too large for the original system although they are not for the simplified one.
        Recurrence::Cycle(cycle) => {
            recurrent(simplified, cycle).filter(|cycle| is_computable(simplified.original, cycle))
        }
        Recurrence::Moves(_) | Recurrence::Geometric(_) => None,
    };
    // A cycle whose steps together are of too high a degree cannot be checked anywhere.
    if translated.is_none()
        && let Recurrence::Cycle(cycle) = &endless.recurrence
        && !is_computable(&simplified.system, cycle)
    {
        return None;
    }
    Some(match translated {
        Some(cycle) => Endless::new(stem, Recurrence::Cycle(cycle)),
        None => Endless { stem, simplifications: Some(simplified.log.clone()), recurrence: endless.recurrence },
    })
}

/// Steps of a repeated part that are written out when what they choose is different each time.
const MOST_STEPS: u64 = 1 << 12;

pub(super) fn stem(simplified: &Simplified<'_>, stem: &Stem) -> Option<Stem> {
    let mut start = vec![0; simplified.original.vars.len()];
    for (var, value) in simplified.vars.iter().zip(&stem.start) {
        start[var.index()] = *value;
    }
    let mut values = start.clone();
    let mut legs = Vec::new();
    for leg in &stem.legs {
        match leg {
            Leg::Step(taken) => legs.extend(steps(simplified, taken, &mut values)?.into_iter().map(Leg::Step)),
            Leg::Repeat { steps: round, times } => {
                let once = |values: &mut Vec<i128>| -> Option<Vec<Taken>> {
                    let taken = round.iter().map(|taken| steps(simplified, taken, values));
                    Some(taken.collect::<Option<Vec<_>>>()?.concat())
                };
                let free = |origin: &OriginalPath| origin.is_free(simplified.original);
                if round.iter().all(|(index, _)| simplified.origins.get(*index).is_some_and(free)) {
                    let steps = once(&mut values)?;
                    let location = simplified.original.transitions[steps.first()?.0].from;
                    let rest = Leg::Repeat { steps: steps.clone(), times: times.checked_sub(1)? };
                    let (_, after) = rest.run(simplified.original, (location, values), &mut u64::MAX.clone())?;
                    values = after;
                    legs.push(Leg::Repeat { steps, times: *times });
                } else {
                    if times.saturating_mul(round.len() as u64) > MOST_STEPS {
                        return None;
                    }
                    for _ in 0..*times {
                        legs.extend(once(&mut values)?.into_iter().map(Leg::Step));
                    }
                }
            }
        }
    }
    Some(Stem { start, legs })
}

/// A step of the simplified system, on the original one.
fn steps(simplified: &Simplified<'_>, (index, chosen): &Taken, values: &mut Vec<i128>) -> Option<Vec<Taken>> {
    let origin = simplified.origins.get(*index)?;
    let count = values.len();
    let of = |var: IntVar| {
        let own = || chosen.get(var.index() - count);
        values.get(var.index()).or_else(own).copied().unwrap_or(0)
    };
    let choices: Vec<i128> = origin.choices.iter().map(|poly| poly.eval(&of)).collect::<Option<_>>()?;
    let (mut choices, mut taken) = (choices.as_slice(), Vec::new());
    for index in &origin.path {
        let transition = &simplified.original.transitions[*index];
        let (own, later) = choices.split_at_checked(transition.chosen.len())?;
        choices = later;
        *values = transition.step(values, own)?;
        taken.push((*index, own.to_vec()));
    }
    Some(taken)
}

fn recurrent(simplified: &Simplified<'_>, recurrent: &Recurrent) -> Option<Recurrent> {
    let system = simplified.original;
    let renamed = |poly: &Poly| in_original(simplified, poly);
    let mut now: Vec<Poly> = (0..system.vars.len()).map(|index| Poly::var(IntVar(index as u32))).collect();
    let (mut cycle, mut choices) = (Vec::new(), Vec::new());
    let mut rest = recurrent.choices.as_slice();
    for index in &recurrent.cycle {
        let origin = simplified.origins.get(*index)?;
        let (own, later) = rest.split_at_checked(simplified.system.transitions[*index].chosen.len())?;
        rest = later;
        let own: Vec<Poly> = own.iter().map(renamed).collect::<Option<_>>()?;
        let origin =
            origin.substitute(&|var| now.get(var.index()).or_else(|| own.get(var.index() - now.len())).cloned())?;
        now = along(system, &origin.path, &origin.choices, now)?;
        cycle.extend(origin.path);
        choices.extend(origin.choices);
    }
    let location = simplified.system.transitions.get(*recurrent.cycle.first()?)?.from;
    let set = recurrent.set.iter().map(|atom| Some(Atom { poly: renamed(&atom.poly)?, relation: atom.relation }));
    let mut set: Vec<Atom> = set.collect::<Option<_>>()?;
    for fact in &simplified.facts[location.index()] {
        if !set.contains(fact) {
            set.push(fact.clone());
        }
    }
    Some(Recurrent { cycle, choices, set })
}
