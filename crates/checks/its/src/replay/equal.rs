//! Known values are put in the place of variables.

use super::guard::tidy_or_false;
use super::simplified::Simplified;
use crate::system::{Atom, IntVar, Location, Poly, System, Transition};

/// As facts, by location. `None` when a value does not fit the system.
pub fn equations(system: &System, values: &[(Location, IntVar, Poly)]) -> Option<Vec<Vec<Atom>>> {
    let mut facts = vec![Vec::new(); system.locations.len()];
    for (location, var, value) in values {
        let known = |var: &IntVar| var.index() < system.vars.len();
        let fits = known(var) && value.vars().iter().all(known);
        facts.get_mut(location.index())?.push(Atom::eq(&Poly::var(*var), value).filter(|_| fits)?);
    }
    Some(facts)
}

pub fn apply(simplified: &mut Simplified<'_>, values: &[(Location, IntVar, Poly)]) -> Option<()> {
    let facts = equations(&simplified.system, values)?;
    let mut known: Vec<Vec<(IntVar, &Poly)>> = vec![Vec::new(); facts.len()];
    for (location, var, value) in values {
        known[location.index()].push((*var, value));
    }
    let mut new = Vec::new();
    for (index, transition) in simplified.system.transitions.iter().enumerate() {
        let here = &known[transition.from.index()];
        if here.is_empty() {
            continue;
        }
        let of = |var: IntVar| here.iter().find(|(known, _)| *known == var).map(|(_, value)| (*value).clone());
        let put = |poly: &Poly| {
            let concerned = poly.vars().into_iter().any(|var| of(var).is_some());
            if concerned { poly.substitute(&of) } else { Some(poly.clone()) }
        };
        let guard = transition.guard.iter().map(|atom| Some(Atom { poly: put(&atom.poly)?, relation: atom.relation }));
        let guard = tidy_or_false(&guard.collect::<Option<Vec<_>>>()?);
        let update = transition.update.iter().map(put).collect::<Option<_>>()?;
        new.push((index, Transition { guard, update, ..transition.clone() }));
    }
    simplified.remember(&facts)?;
    for (index, transition) in new {
        simplified.system.transitions[index] = transition;
    }
    Some(())
}
