//! A location less: what leads into it and what leads out of it become one.
//!
//! The location is not the start, and no transition leads from it to itself. An infinite run that gets there came by one
//! transition and goes on with another: both together are one of the new transitions, and the run that takes these
//! instead is infinite, too, since no two of its visits there are next to each other. The other way round, a new
//! transition is its two old ones, with the values that each chooses.
//!
//! Paper: chaining as in [Frohn et al., IJCAR 2016].

use std::cmp::Reverse;

use super::guard::tidy;
use super::{OriginalPath, Simplified};
use crate::chain::chain;
use crate::system::{Location, System, Transition};

/// More transitions than were there before, which one location may cost.
const MOST_GROWTH: usize = 0;
/// Atoms of a guard beyond which two transitions are left as they are.
const LONGEST_GUARD: usize = 60;
/// Terms of a transition beyond which it is left as it is.
const MOST_TERMS: usize = 2_000;

/// A location that can be chained away, the one that leaves the fewest transitions first; of several the one that is
/// furthest `away` from the start, so that of a loop its head stays. `tried` ones are left out.
pub fn candidate(system: &System, away: &[usize], tried: &[bool]) -> Option<Location> {
    let count = system.locations.len();
    let (mut into, mut out, mut looped) = (vec![0_usize; count], vec![0_usize; count], vec![false; count]);
    for transition in &system.transitions {
        out[transition.from.index()] += 1;
        into[transition.to.index()] += 1;
        looped[transition.from.index()] |= transition.from == transition.to;
    }
    let possible = (0..count).filter(|&at| {
        let between = into[at] > 0 && out[at] > 0 && at != system.start.index() && !looped[at];
        between && !tried[at] && into[at] * out[at] <= into[at] + out[at] + MOST_GROWTH
    });
    let left = |at: usize| system.transitions.len() + into[at] * out[at] - into[at] - out[at];
    let at = possible.min_by_key(|&at| (left(at), Reverse(away[at]), at))?;
    Some(Location(u32::try_from(at).ok()?))
}

pub fn legal(system: &System, location: Location) -> Result<(), String> {
    if location == system.start || location.index() >= system.locations.len() {
        return Err("this location cannot be chained away".to_string());
    }
    let looped = |transition: &Transition| transition.from == location && transition.to == location;
    match system.transitions.iter().any(looped) {
        false => Ok(()),
        true => Err(format!("`{}` has a transition to itself", system.location_name(location))),
    }
}

/// Pairs whose guards evidently contradict each other make no transition.
pub fn apply(simplified: &mut Simplified<'_>, location: Location) -> Option<()> {
    let system = &simplified.system;
    let numbered = || system.transitions.iter().enumerate();
    let into: Vec<usize> = numbered().filter(|(_, step)| step.to == location).map(|(index, _)| index).collect();
    let out: Vec<usize> = numbered().filter(|(_, step)| step.from == location).map(|(index, _)| index).collect();
    let mut made: Vec<(Transition, OriginalPath)> = Vec::new();
    for &first in &into {
        for &second in &out {
            let (one, two) = (&system.transitions[first], &system.transitions[second]);
            let mut both = chain(system, one, two)?;
            let Some(guard) = tidy(&both.guard) else { continue };
            both.guard = guard;
            if both.guard.len() > LONGEST_GUARD || terms(&both) > MOST_TERMS.max(terms(one)).max(terms(two)) {
                return None;
            }
            let origins = (&simplified.origins[first], &simplified.origins[second]);
            let origin = origins.0.then(simplified.original, one.chosen.len(), origins.1)?;
            made.push((both, origin));
        }
    }
    let gone: Vec<usize> = into.into_iter().chain(out).collect();
    simplified.remove(&gone)?;
    for (transition, origin) in made {
        simplified.system.transitions.push(transition);
        simplified.origins.push(origin);
    }
    Some(())
}

fn terms(transition: &Transition) -> usize {
    let polys = transition.guard.iter().map(|atom| &atom.poly).chain(&transition.update);
    polys.map(|poly| poly.terms().len()).sum()
}
