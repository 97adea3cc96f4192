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
    let origins = Origins::of(system);
    let clauses = system.horn.clauses();
    let queries = (0..clauses.len()).filter(|clause| clauses[*clause].head.is_none());
    let spoken_of = |(query, excluded): (usize, &Vec<Excluded>)| {
        excluded.iter().flat_map(|excluded| origins.of_term(query, matters(excluded))).collect::<Vec<At>>()
    };
    let needed = origins.closed(queries.zip(&system.obligations).flat_map(spoken_of).collect());
    let (mut found, mut all): (Vec<What>, Vec<What>) = (Vec::new(), Vec::new());
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

/// Whether an access is in bounds depends on the tests before it; whether an object is there does not.
fn matters(excluded: &Excluded) -> Term {
    match excluded.obligation.trouble {
        Trouble::Bug(BugKind::OutOfBounds) => excluded.condition,
        Trouble::Bug(_) | Trouble::Misfit | Trouble::Unsupported(_) | Trouble::Beyond(_) => excluded.happens,
    }
}

/// What is computed from what.
struct Origins<'a> {
    system: &'a System,
    /// For each clause, the arguments of its body that are made of a variable.
    given: Vec<FxHashMap<Term, Vec<At>>>,
    /// The clauses that lead to a relation.
    leading: FxHashMap<usize, Vec<usize>>,
}

impl<'a> Origins<'a> {
    fn of(system: &'a System) -> Origins<'a> {
        let relations = Relations::of(system);
        let mut origins = Origins { system, given: Vec::new(), leading: FxHashMap::default() };
        for (index, clause) in system.horn.clauses().iter().enumerate() {
            let mut given: FxHashMap<Term, Vec<At>> = FxHashMap::default();
            for atom in system.horn.atoms(clause.body) {
                let relation = relations.of_atom(atom);
                for (at, arg) in system.horn.applied(atom).1.into_iter().enumerate() {
                    for variable in system.terms.free_vars([arg]) {
                        given.entry(variable).or_default().push((relation, at));
                    }
                }
            }
            origins.given.push(given);
            if let Some(head) = clause.head {
                origins.leading.entry(relations.of_atom(head)).or_default().push(index);
            }
        }
        origins
    }

    fn of_term(&self, clause: usize, term: Term) -> Vec<At> {
        let variables = self.system.terms.free_vars([term]);
        variables.iter().filter_map(|variable| self.given[clause].get(variable)).flatten().copied().collect()
    }

    /// These arguments, and all that they are computed from.
    fn closed(&self, mut work: Vec<At>) -> FxHashSet<At> {
        let mut found: FxHashSet<At> = FxHashSet::default();
        while let Some((relation, at)) = work.pop() {
            if !found.insert((relation, at)) {
                continue;
            }
            for clause in self.leading.get(&relation).into_iter().flatten() {
                let head = self.system.horn.clauses()[*clause].head.expect("invariant: it leads to the relation");
                work.extend(self.of_term(*clause, self.system.horn.applied(head).1[at]));
            }
        }
        found
    }
}
