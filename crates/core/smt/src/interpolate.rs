//! Interpolants of an infeasible path, found as the solution of a chain of Horn clauses.
//!
//! For formulas A1 … An the chain is A1 ⇒ I1, I1 ∧ A2 ⇒ I2, …, I(n-1) ∧ An ⇒ false, with one relation per cut over
//! exactly the variables that occur on both sides of it. A solution is a sequence of interpolants.
//! Guarantees: each Ik follows from A1 … Ak, contradicts A(k+1) … An, has only variables of both sides, and together
//! with A(k+1) implies I(k+1).  (tested in `tests/interpolants.rs`)

use rustc_hash::FxHashSet;

use crate::horn::{Guidance, Horn, HornAnswer};
use crate::pool::Terms;
use crate::session::Session;
use crate::term::{Sort, Term};
use crate::z3::Limits;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// The formulas contradict each other; one interpolant per cut, so one less than formulas.
    Infeasible(Vec<Term>),
    /// The formulas have a common model.
    Feasible,
    Unknown(String),
}

/// The interpolants between the formulas of a path. Uninterpreted functions are not supported: they would have to be
/// shared like variables.
pub fn interpolants(session: &Session, path: &[Term], limits: Limits) -> Interpolation {
    let terms = session.terms();
    if path.is_empty() {
        return Interpolation::Feasible;
    }
    let functions = terms.applied(path.iter().copied());
    if let Some(&function) = functions.first() {
        let name = terms.name(function);
        return Interpolation::Unknown(format!("interpolation with the uninterpreted function `{name}`"));
    }
    let mut horn = Horn::new(terms);
    let cuts = shared_variables(terms, path);
    // Relations of the chain by cut; symbols are declared once, so the name carries the signature.
    let mut atoms = Vec::with_capacity(cuts.len());
    for (place, shared) in cuts.iter().enumerate() {
        let sorts: Vec<Sort> = shared.iter().map(|&variable| terms.sort(variable)).collect();
        let signature: String = sorts.iter().map(|sort| format!(" {sort}")).collect();
        let relation = horn.relation(&format!("cut {place}:{signature}"), &sorts);
        atoms.push((relation, terms.apply(relation, shared)));
    }
    for (place, &formula) in path.iter().enumerate() {
        let before = place.checked_sub(1).map(|cut| atoms[cut].1);
        let body = before.into_iter().chain([formula]);
        match atoms.get(place) {
            Some(&(_, after)) => horn.rule(body, after),
            None => horn.query(body),
        }
    }
    match horn.solve(session, Guidance::default(), limits) {
        HornAnswer::Safe(solution) => {
            Interpolation::Infeasible(atoms.into_iter().map(|(_, atom)| solution.apply(atom)).collect())
        }
        HornAnswer::Unsafe(_) => Interpolation::Feasible,
        HornAnswer::Unknown(why) => Interpolation::Unknown(why),
    }
}

/// For each cut, the variables that occur both before and after it.
fn shared_variables(terms: &Terms, path: &[Term]) -> Vec<Vec<Term>> {
    let variables: Vec<Vec<Term>> = path.iter().map(|&formula| terms.free_vars([formula])).collect();
    (1..path.len())
        .map(|cut| {
            let after: FxHashSet<Term> = variables[cut..].iter().flatten().copied().collect();
            let mut shared: Vec<Term> =
                variables[..cut].iter().flatten().copied().filter(|variable| after.contains(variable)).collect();
            shared.sort_unstable();
            shared.dedup();
            shared
        })
        .collect()
}
