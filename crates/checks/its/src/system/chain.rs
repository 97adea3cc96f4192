//! Two steps as one.

use super::poly::{IntVar, Poly};
use super::transition::{System, Transition};

/// The first step and then the second; the transition's own variables are those of both, in that order.
/// `None` when they do not meet, or a number gets too large.
pub fn chain(system: &System, first: &Transition, second: &Transition) -> Option<Transition> {
    if first.to != second.from {
        return None;
    }
    let shift = first.chosen.len() as u32;
    let of = |var: IntVar| match first.update.get(var.index()) {
        Some(value) => Some(value.clone()),
        None => Some(Poly::var(IntVar(var.0 + shift))),
    };
    debug_assert_eq!(first.update.len(), system.vars.len());
    let mut guard = first.guard.clone();
    for atom in &second.guard {
        let atom = atom.substitute(&of)?.normal();
        if atom.truth() != Some(true) && !guard.contains(&atom) {
            guard.push(atom);
        }
    }
    let update = second.update.iter().map(|poly| poly.substitute(&of)).collect::<Option<_>>()?;
    let chosen = first.chosen.iter().chain(&second.chosen).cloned().collect();
    Some(Transition { from: first.from, to: second.to, chosen, guard, update })
}

/// All steps of a path as one.
pub fn chain_all(system: &System, path: &[usize]) -> Option<Transition> {
    let (first, rest) = path.split_first()?;
    rest.iter()
        .try_fold(system.transitions[*first].clone(), |sum, index| chain(system, &sum, &system.transitions[*index]))
}

#[cfg(test)]
mod tests {
    use super::super::atom::Atom;
    use super::super::transition::Location;
    use super::*;

    #[test]
    fn the_second_step_starts_where_the_first_ends() {
        // x > c, x' = x - c, twice.
        let (x, c) = (Poly::var(IntVar(0)), Poly::var(IntVar(1)));
        let step = Transition {
            from: Location(0),
            to: Location(0),
            chosen: vec!["c".to_string()],
            guard: vec![Atom::gt(&x, &c).expect("small")],
            update: vec![x.sub(&c).expect("small")],
        };
        let system = System {
            vars: vec!["x".to_string()],
            locations: vec!["l".to_string()],
            start: Location(0),
            transitions: vec![step],
        };
        let twice = chain_all(&system, &[0, 0]).expect("small");
        assert_eq!(twice.step(&[9], &[2, 3]), Some(vec![4]));
        assert_eq!(twice.step(&[4], &[2, 3]), None);
        assert_eq!(twice.step(&[1], &[2, 3]), None);
    }
}
