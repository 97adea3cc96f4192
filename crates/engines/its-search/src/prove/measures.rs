//! Expressions worth looking at in a component: what its guards compare, and how that changes.

use std::collections::BTreeSet;

use its::system::{Atom, IntVar, Poly, Relation, System, Transition, after};

/// Transitions of a component beyond which no conditions are looked for.
const MOST_TRANSITIONS: usize = 60;

/// Polynomials over the program's variables that guards of the component say to be at least zero, each once, then the
/// component's variables; at most `most`. Guards come first because they bound.
pub fn measures(system: &System, component: &[usize], most: usize) -> Vec<Poly> {
    let mut found: Vec<Poly> = Vec::new();
    let guards = component.iter().flat_map(|index| &system.transitions[*index].guard);
    let bounded = guards.filter_map(Atom::inequalities).flatten().filter(|poly| is_of_state(system, poly));
    let mut bounded: Vec<Poly> = bounded.collect();
    bounded.sort_by(|a, b| (a.degree(), a.terms().len(), a).cmp(&(b.degree(), b.terms().len(), b)));
    let vars = (0..system.vars.len()).map(|index| Poly::var(IntVar(index as u32)));
    for poly in bounded.into_iter().chain(vars.filter(|var| matters(system, component, var))) {
        if found.len() < most && poly.as_constant().is_none() && !found.contains(&poly) {
            found.push(poly);
        }
    }
    found
}

/// Conditions on the state by which a component's steps may be told apart, each with its opposite: what guards demand, and
/// whether what a guard bounds decreases. Each condition once, in either form; at most `most`, simple ones first, whatever
/// the order of the rules is. None for a component that is too large for splits.
pub fn conditions(system: &System, component: &[usize], most: usize) -> Vec<(Atom, Atom)> {
    if component.len() > MOST_TRANSITIONS {
        return Vec::new();
    }
    let transitions: Vec<&Transition> = component.iter().map(|index| &system.transitions[*index]).collect();
    let guards = transitions.iter().flat_map(|transition| &transition.guard);
    let guards = guards.filter_map(Atom::inequalities).flatten().filter(|poly| is_of_state(system, poly));
    let guards: BTreeSet<Poly> = guards.collect();
    let mut found = BTreeSet::new();
    let mut add = |poly: Poly| {
        let atom = Atom::at_least_zero(poly).normal();
        if let Some(opposite) = opposite(&atom).filter(|_| is_of_state(system, &atom.poly)) {
            found.insert(if atom < opposite { (atom, opposite) } else { (opposite, atom) });
        }
    };
    for poly in &guards {
        add(poly.clone());
        for transition in &transitions {
            // At least zero when the step makes it smaller.
            let change = after(system, transition, poly).and_then(|then| poly.sub(&then));
            if let Some(change) = change.and_then(|change| change.sub(&Poly::constant(1))) {
                add(change);
            }
        }
    }
    let mut found: Vec<(Atom, Atom)> =
        found.into_iter().filter(|(atom, _)| atom.poly.as_constant().is_none()).collect();
    // Stable, so that equally simple ones stay in their order.
    found.sort_by_key(|(atom, _)| (atom.poly.degree(), atom.poly.terms().len()));
    found.truncate(most);
    found
}

/// The integers for which the inequality does not hold.
fn opposite(atom: &Atom) -> Option<Atom> {
    debug_assert_eq!(atom.relation, Relation::AtLeastZero);
    Some(Atom::at_least_zero(atom.poly.neg()?.sub(&Poly::constant(1))?))
}

fn is_of_state(system: &System, poly: &Poly) -> bool {
    poly.vars().iter().all(|var| var.index() < system.vars.len())
}

/// Does a guard of the component mention the variable?
fn matters(system: &System, component: &[usize], var: &Poly) -> bool {
    let vars = var.vars();
    component.iter().any(|index| {
        let transition = &system.transitions[*index];
        transition.guard.iter().any(|atom| vars.iter().any(|var| atom.poly.mentions(*var)))
    })
}
