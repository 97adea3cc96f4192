//! The linear forms whose bounds are looked for.

use its::system::{IntVar, Poly, System};
use rustc_hash::FxHashSet;

/// Which forms to bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Precision {
    /// Variables, and what guards compare.
    Guards,
    /// Also sums and differences of two variables.
    Pairs,
}

/// Forms beyond which no more are added: each costs a linear program for every step.
const MOST_FORMS: usize = 160;

/// The forms to bound, in a fixed order.
pub fn forms(system: &System, precision: Precision) -> Vec<Poly> {
    let mut seen = FxHashSet::default();
    let mut forms = Vec::new();
    let mut add = |form: Poly| {
        if forms.len() < MOST_FORMS && form.as_constant().is_none() && seen.insert(form.clone()) {
            forms.push(form);
        }
    };
    let vars: Vec<Poly> = (0..system.vars.len()).map(|index| Poly::var(IntVar(index as u32))).collect();
    for var in &vars {
        [Some(var.clone()), var.neg()].into_iter().flatten().for_each(&mut add);
    }
    for atom in system.transitions.iter().flat_map(|transition| &transition.guard).filter(|atom| atom.is_linear()) {
        let own = atom.poly.vars().iter().all(|var| var.index() < system.vars.len());
        let form = atom.poly.sub(&Poly::constant(atom.poly.constant_term()));
        if let Some(form) = form.filter(|_| own) {
            [Some(form.clone()), form.neg()].into_iter().flatten().for_each(&mut add);
        }
    }
    if precision == Precision::Pairs {
        for (index, a) in vars.iter().enumerate() {
            for b in &vars[index + 1..] {
                let pairs = [a.sub(b), b.sub(a), a.add(b), a.add(b).and_then(|sum| sum.neg())];
                pairs.into_iter().flatten().for_each(&mut add);
            }
        }
    }
    forms
}

/// Bounds of the form that the system mentions, and a few that loops often have.
pub fn thresholds(system: &System, form: &Poly) -> Vec<i128> {
    let mut found = vec![-1, 0, 1];
    for atom in system.transitions.iter().flat_map(|transition| &transition.guard) {
        let constant = atom.poly.constant_term();
        for sign in [1, -1] {
            let same = atom.poly.sub(&Poly::constant(constant)).and_then(|rest| rest.scale(sign));
            if same.as_ref() == Some(form) {
                found.extend([-sign * constant, -sign * constant - 1, -sign * constant + 1]);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
