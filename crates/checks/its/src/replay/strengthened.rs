//! Guards get what holds anyway, about variables that their transition looks at or changes: other facts do not help there.

use super::guard::tidy_or_false;
use super::simplified::Simplified;
use crate::system::{Atom, IntVar, Location, Poly, System};

/// By location. `None` when a fact does not fit the system.
pub fn by_location(system: &System, facts: &[(Location, Atom)]) -> Option<Vec<Vec<Atom>>> {
    let mut found = vec![Vec::new(); system.locations.len()];
    for (location, atom) in facts {
        let fits = atom.poly.vars().iter().all(|var| var.index() < system.vars.len());
        found.get_mut(location.index()).filter(|_| fits)?.push(atom.clone());
    }
    Some(found)
}

pub fn apply(simplified: &mut Simplified<'_>, facts: &[(Location, Atom)]) -> Option<()> {
    let facts = by_location(&simplified.system, facts)?;
    simplified.remember(&facts)?;
    for transition in &mut simplified.system.transitions {
        let here = &facts[transition.from.index()];
        if here.is_empty() {
            continue;
        }
        let mut concerned: Vec<IntVar> = transition.guard.iter().flat_map(|atom| atom.poly.vars()).collect();
        for (index, poly) in transition.update.iter().enumerate() {
            let var = IntVar(index as u32);
            if *poly != Poly::var(var) {
                concerned.extend(poly.vars().into_iter().chain([var]));
            }
        }
        let concerns =
            |atom: &&Atom| atom.truth().is_some() || atom.poly.vars().iter().any(|var| concerned.contains(var));
        let guard: Vec<Atom> = transition.guard.iter().chain(here.iter().filter(concerns)).cloned().collect();
        transition.guard = tidy_or_false(&guard);
    }
    Some(())
}
