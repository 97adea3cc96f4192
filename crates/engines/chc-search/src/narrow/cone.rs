//! A first guess at what matters: what must not happen speaks of it, or of something that is computed from it.
//!
//! Which ways lead to a place is left out: a loop before it may have run as often as it likes. Where that is not enough, derivations say so.

use chc::system::{Excluded, System, Trouble, What};
use engine::BugKind;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::Term;

use super::seen::Relations;

/// An argument of a relation.
type At = (usize, usize);

/// None if that is a large part of all there is: then a guess is worth nothing.
pub fn cone(system: &System) -> Vec<What> {
    let relations = Relations::of(system);
    let terms = &system.terms;
    let clauses = system.horn.clauses();
    // For each clause, which arguments of its body are made of a variable.
    let given: Vec<FxHashMap<Term, Vec<At>>> = clauses
        .iter()
        .map(|clause| {
            let mut given: FxHashMap<Term, Vec<At>> = FxHashMap::default();
            for atom in system.horn.atoms(clause.body) {
                let relation = relations.of_atom(atom);
                for (at, arg) in system.horn.applied(atom).1.into_iter().enumerate() {
                    for variable in terms.free_vars([arg]) {
                        given.entry(variable).or_default().push((relation, at));
                    }
                }
            }
            given
        })
        .collect();
    let made_of = |clause: usize, term: Term| -> Vec<At> {
        terms
            .free_vars([term])
            .iter()
            .flat_map(|variable| given[clause].get(variable).into_iter().flatten())
            .copied()
            .collect()
    };

    // Whether an access is in bounds depends on the tests before it; whether an object is there does not.
    let matters = |excluded: &Excluded| match excluded.obligation.trouble {
        Trouble::Bug(BugKind::OutOfBounds) => excluded.condition,
        Trouble::Bug(_) | Trouble::Misfit | Trouble::Unsupported(_) | Trouble::Beyond(_) => excluded.happens,
    };
    let mut work: Vec<At> = Vec::new();
    let queries = (0..clauses.len()).filter(|clause| clauses[*clause].head.is_none());
    for (query, excluded) in queries.zip(&system.obligations) {
        work.extend(excluded.iter().flat_map(|excluded| made_of(query, matters(excluded))));
    }
    let mut leading: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (index, clause) in clauses.iter().enumerate() {
        if let Some(head) = clause.head {
            leading.entry(relations.of_atom(head)).or_default().push(index);
        }
    }
    let mut needed: FxHashSet<At> = FxHashSet::default();
    while let Some((relation, at)) = work.pop() {
        if !needed.insert((relation, at)) {
            continue;
        }
        for clause in leading.get(&relation).into_iter().flatten() {
            let head = clauses[*clause].head.expect("invariant: it leads to the relation");
            work.extend(made_of(*clause, system.horn.applied(head).1[at]));
        }
    }
    let mut found: Vec<What> = Vec::new();
    let mut all: Vec<What> = Vec::new();
    for (number, relation) in system.relations.iter().enumerate() {
        for (at, arg) in relation.args.iter().enumerate() {
            if !all.contains(&arg.what) {
                all.push(arg.what);
            }
            if needed.contains(&(number, at)) && !found.contains(&arg.what) {
                found.push(arg.what);
            }
        }
    }
    if 2 * found.len() > all.len() { Vec::new() } else { found }
}
