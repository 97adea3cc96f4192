//! A value that a transition chooses is one over the other variables.

use super::guard::tidy_or_false;
use super::simplified::Simplified;
use crate::system::{Atom, IntVar, Poly, Transition};

/// The guard and the results with the value in the variable's place; the variables after it keep their numbers.
pub fn replaced(transition: &Transition, var: IntVar, value: &Poly) -> Option<(Vec<Atom>, Vec<Poly>)> {
    let of = |other: IntVar| (other == var).then(|| value.clone());
    let put = |poly: &Poly| if poly.mentions(var) { poly.substitute(&of) } else { Some(poly.clone()) };
    let guard = transition.guard.iter().map(|atom| Some(Atom { poly: put(&atom.poly)?, relation: atom.relation }));
    Some((guard.collect::<Option<_>>()?, transition.update.iter().map(put).collect::<Option<_>>()?))
}

pub fn apply(simplified: &mut Simplified<'_>, index: usize, var: IntVar, value: &Poly) -> Option<()> {
    let count = simplified.system.vars.len();
    let transition = simplified.system.transitions.get(index)?;
    let own = var.index().checked_sub(count).filter(|own| *own < transition.chosen.len())?;
    let (guard, update) = replaced(transition, var, value)?;
    // The numbers after the variable's move up.
    let move_up = |other: IntVar| if other > var { IntVar(other.0 - 1) } else { other };
    let moved = |poly: &Poly| {
        let later = poly.vars().last().is_some_and(|last| *last > var);
        if later { poly.substitute(&|other| Some(Poly::var(move_up(other)))) } else { Some(poly.clone()) }
    };
    let guard = guard.iter().map(|atom| Some(Atom { poly: moved(&atom.poly)?, relation: atom.relation }));
    let guard: Vec<Atom> = guard.collect::<Option<_>>()?;
    let update = update.iter().map(moved).collect::<Option<_>>()?;
    let value = moved(value)?;
    let origin = simplified.chosen_as(&simplified.origins[index], &|at| {
        if at == own { value.clone() } else { Poly::var(move_up(IntVar((count + at) as u32))) }
    })?;
    simplified.origins[index] = origin;
    let transition = &mut simplified.system.transitions[index];
    transition.chosen.remove(own);
    transition.guard = tidy_or_false(&guard);
    transition.update = update;
    Some(())
}
