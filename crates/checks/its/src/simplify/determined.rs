//! Values that a transition chooses, and need not.
//!
//! A chosen variable c is replaced by a value v over the other variables, when the guard implies itself with v in the
//! place of c, and that the values after the step are the same. Then every step with any c is also one with c = v, with
//! the same result; and a step of the new transition is one of the old with c = v.
//!
//! Two ways to find v. An equation of the guard gives it. Or no value after the step depends on c, and the guard bounds
//! it from one side only once, with coefficient ±1: then the limit is as good as any other value for the bounds of the
//! other side, which is how variables are eliminated by Fourier and Motzkin, exact over integers here.

use super::Simplified;
use super::guard::tidy_or_false;
use crate::atom::{Atom, Relation};
use crate::logic::Logic;
use crate::poly::{IntVar, Poly};
use crate::system::{System, Transition};

/// Terms of a value beyond which it is not put in a variable's place.
const MOST_TERMS: usize = 30;

/// A chosen variable of the transition with the value that can be put in its place.
pub fn determined(system: &System, transition: &Transition) -> Option<(IntVar, Poly)> {
    let count = system.vars.len();
    let own = (0..transition.chosen.len()).map(|own| IntVar((count + own) as u32));
    own.filter_map(|var| Some((var, value(transition, var)?))).find(|(_, value)| value.terms().len() <= MOST_TERMS)
}

fn value(transition: &Transition, var: IntVar) -> Option<Poly> {
    let about: Vec<&Atom> = transition.guard.iter().filter(|atom| atom.poly.mentions(var)).collect();
    let unit = |atom: &&&Atom| linear_in(&atom.poly, var) && atom.poly.coefficient(var).unsigned_abs() == 1;
    if let Some(equation) = about.iter().filter(|atom| atom.relation == Relation::Zero).find(unit) {
        return limit(&equation.poly, var);
    }
    let bounds = about.iter().all(|atom| atom.relation == Relation::AtLeastZero && linear_in(&atom.poly, var));
    if !bounds || transition.update.iter().any(|poly| poly.mentions(var)) {
        return None;
    }
    if about.is_empty() {
        return Some(Poly::zero());
    }
    let (below, above): (Vec<&Atom>, Vec<&Atom>) = about.iter().partition(|atom| atom.poly.coefficient(var) > 0);
    [below, above].iter().find_map(|side| match side.as_slice() {
        [only] if unit(&only) => limit(&only.poly, var),
        _ => None,
    })
}

/// The variable occurs in one term, by itself.
fn linear_in(poly: &Poly, var: IntVar) -> bool {
    poly.coefficient(var) != 0 && poly.terms().iter().filter(|(monomial, _)| monomial.contains(&var)).count() == 1
}

/// The value of the variable for which the polynomial, in which it has coefficient ±1, is zero.
fn limit(poly: &Poly, var: IntVar) -> Option<Poly> {
    let coefficient = poly.coefficient(var);
    poly.combine(&Poly::var(var), coefficient.checked_neg()?)?.scale(coefficient.checked_neg()?)
}

/// The guard and the results with the value in the variable's place; the variables after it keep their numbers.
fn replaced(transition: &Transition, var: IntVar, value: &Poly) -> Option<(Vec<Atom>, Vec<Poly>)> {
    let of = |other: IntVar| (other == var).then(|| value.clone());
    let put = |poly: &Poly| if poly.mentions(var) { poly.substitute(&of) } else { Some(poly.clone()) };
    let guard = transition.guard.iter().map(|atom| Some(Atom { poly: put(&atom.poly)?, relation: atom.relation }));
    Some((guard.collect::<Option<_>>()?, transition.update.iter().map(put).collect::<Option<_>>()?))
}

pub fn legal(system: &System, index: usize, var: IntVar, value: &Poly, logic: &mut Logic) -> Result<(), String> {
    let transition = system.transitions.get(index).ok_or("there is no such transition")?;
    let count = system.vars.len();
    let all = count + transition.chosen.len();
    let chosen = (count..all).contains(&var.index());
    if !chosen || value.mentions(var) || value.vars().iter().any(|var| var.index() >= all) {
        return Err(format!("transition {index} chooses no such value"));
    }
    let (mut claims, update) = replaced(transition, var, value).ok_or("a number gets too large")?;
    for (old, new) in transition.update.iter().zip(&update) {
        claims.push(Atom::eq(old, new).ok_or("a number gets too large")?);
    }
    match logic.implies(&transition.guard, &claims) {
        true => Ok(()),
        false => Err(format!("transition {index} may need another chosen value")),
    }
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
    let origin = simplified.origins[index].chosen_as(simplified, &|at| {
        if at == own { value.clone() } else { Poly::var(move_up(IntVar((count + at) as u32))) }
    })?;
    simplified.origins[index] = origin;
    let transition = &mut simplified.system.transitions[index];
    transition.chosen.remove(own);
    transition.guard = tidy_or_false(&guard);
    transition.update = update;
    Some(())
}
