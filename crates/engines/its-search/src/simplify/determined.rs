//! Values that a transition chooses, and need not.
//!
//! Two ways to find a value that is as good as any other. An equation of the guard gives it. Or no value after the step depends
//! on the variable, and the guard bounds it from one side only once, with coefficient ±1: then the limit is as good as any other
//! value for the bounds of the other side, which is how variables are eliminated by Fourier and Motzkin, exact over integers
//! here.

use its::system::{Atom, IntVar, Poly, Relation, System, Transition};

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
