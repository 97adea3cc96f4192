//! One location fewer: what leads into it and what leads out of it become one.
//!
//! Paper: chaining as in [Frohn et al., IJCAR 2016].

use super::guard::tidy;
use super::origin::OriginalPath;
use super::simplified::Simplified;
use crate::system::{Location, Transition, chain};

/// Atoms of a guard beyond which two transitions are left as they are.
const LONGEST_GUARD: usize = 60;
/// Terms of a transition beyond which it is left as it is.
const MOST_TERMS: usize = 2_000;

/// Each transition into the location becomes one with each transition out of it; pairs whose guards evidently contradict
/// each other make none.
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
