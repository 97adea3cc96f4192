//! The way back for runs of a simplified system.
//!
//! With the values of all original variables at hand, the path that each transition stands for is taken on the original system,
//! which also computes the variables that were sliced away. These start with 0: any value would do, since no guard depends on
//! it.
//!
//! A set that a simplified cycle does not leave lacks what `Equal` and `Strengthened` used. That holds whenever a run is
//! at the location, so the stem ends where it holds, and it is kept by every transition: it is added to the set.

use its::certificate::{Endless, Leg, Recurrence, Recurrent, Stem, Taken};
use its::check::is_computable;
use its::replay::{OriginalPath, Simplified};
use its::system::{Atom, IntVar, Poly, System};

/// The run on the original system. `None` when a number gets too large, or the run is none.
///
/// A cycle is translated; other arguments stay about the simplified system, which the log leads to.
pub fn undo(simplified: &Simplified<'_>, endless: Endless) -> Option<Endless> {
    let stem = undo_stem(simplified, &endless.stem)?;
    let translated = match &endless.recurrence {
        // Numbers may be too large for the original system although they are not for the simplified one.
        Recurrence::Cycle(cycle) => {
            recurrent(simplified, cycle).filter(|cycle| is_computable(simplified.original(), cycle))
        }
        Recurrence::Moves(_) | Recurrence::Geometric(_) => None,
    };
    // A cycle whose steps together are of too high a degree cannot be checked anywhere.
    if translated.is_none()
        && let Recurrence::Cycle(cycle) = &endless.recurrence
        && !is_computable(simplified.system(), cycle)
    {
        return None;
    }
    Some(match translated {
        Some(cycle) => Endless::new(stem, Recurrence::Cycle(cycle)),
        None => Endless { stem, simplifications: Some(simplified.log().to_vec()), recurrence: endless.recurrence },
    })
}

/// Steps of a repeated part that are written out when what they choose is different each time.
const MOST_STEPS: u64 = 1 << 12;

/// As [`undo`], for the way into the set.
pub fn undo_stem(simplified: &Simplified<'_>, stem: &Stem) -> Option<Stem> {
    let mut start = vec![0; simplified.original().vars.len()];
    for (var, value) in simplified.vars().iter().zip(&stem.start) {
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
                let free = |origin: &OriginalPath| is_free(simplified.original(), origin);
                if round.iter().all(|(index, _)| simplified.origins().get(*index).is_some_and(free)) {
                    let steps = once(&mut values)?;
                    let location = simplified.original().transitions[steps.first()?.0].from;
                    let rest = Leg::Repeat { steps: steps.clone(), times: times.checked_sub(1)? };
                    let (_, after) = rest.run(simplified.original(), (location, values), &mut u64::MAX.clone())?;
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
    let origin = simplified.origins().get(*index)?;
    let count = values.len();
    let of = |var: IntVar| {
        let own = || chosen.get(var.index() - count);
        values.get(var.index()).or_else(own).copied().unwrap_or(0)
    };
    let choices: Vec<i128> = origin.choices.iter().map(|poly| poly.eval(&of)).collect::<Option<_>>()?;
    let (mut choices, mut taken) = (choices.as_slice(), Vec::new());
    for index in &origin.path {
        let transition = &simplified.original().transitions[*index];
        let (own, later) = choices.split_at_checked(transition.chosen.len())?;
        choices = later;
        *values = transition.step(values, own)?;
        taken.push((*index, own.to_vec()));
    }
    Some(taken)
}

fn recurrent(simplified: &Simplified<'_>, recurrent: &Recurrent) -> Option<Recurrent> {
    let system = simplified.original();
    let renamed = |poly: &Poly| simplified.in_original(poly);
    let mut now: Vec<Poly> = (0..system.vars.len()).map(|index| Poly::var(IntVar(index as u32))).collect();
    let (mut cycle, mut choices) = (Vec::new(), Vec::new());
    let mut rest = recurrent.choices.as_slice();
    for index in &recurrent.cycle {
        let origin = simplified.origins().get(*index)?;
        let (own, later) = rest.split_at_checked(simplified.system().transitions[*index].chosen.len())?;
        rest = later;
        let own: Vec<Poly> = own.iter().map(renamed).collect::<Option<_>>()?;
        let origin =
            origin.substitute(&|var| now.get(var.index()).or_else(|| own.get(var.index() - now.len())).cloned())?;
        now = origin.after(system, now)?;
        cycle.extend(origin.path);
        choices.extend(origin.choices);
    }
    let location = simplified.system().transitions.get(*recurrent.cycle.first()?)?.from;
    let set = recurrent.set.iter().map(|atom| Some(Atom { poly: renamed(&atom.poly)?, relation: atom.relation }));
    let mut set: Vec<Atom> = set.collect::<Option<_>>()?;
    for fact in simplified.facts(location) {
        if !set.contains(fact) {
            set.push(fact.clone());
        }
    }
    Some(Recurrent { cycle, choices, set })
}

/// Does the path choose the same whatever the values of the original's variables are?
fn is_free(original: &System, origin: &OriginalPath) -> bool {
    let vars = original.vars.len();
    origin.choices.iter().all(|poly| poly.vars().iter().all(|var| var.index() >= vars))
}
