//! What of a system needs a search.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Clause, Horn};
use crate::term::{Func, Term};

/// The part of a system that needs a search, and formulas for the relations outside it.
pub(super) struct Slice<'h> {
    pub relations: Vec<Func>,
    pub clauses: Vec<&'h Clause>,
    pub formulas: FxHashMap<Func, (Vec<Term>, Term)>,
}

impl<'h> Slice<'h> {
    /// A relation that no fact leads to is false; one that leads to no query is true.
    pub fn new(horn: &'h Horn) -> Slice<'h> {
        let never = horn.terms.ff();
        let parts: Vec<(&Clause, Vec<Func>, Option<Func>)> = horn
            .clauses
            .iter()
            .filter(|clause| clause.body != never)
            .map(|clause| (clause, horn.relations_in(clause.body), clause.head.and_then(|head| horn.relation_of(head))))
            .collect();
        let mut derived: FxHashSet<Func> = FxHashSet::default();
        grow(&mut derived, |derived| {
            let holds = |body: &[Func]| body.iter().all(|relation| derived.contains(relation));
            parts.iter().filter(|(_, body, _)| holds(body)).filter_map(|(.., head)| *head).collect()
        });
        let mut needed: FxHashSet<Func> = FxHashSet::default();
        grow(&mut needed, |needed| {
            let wanted = |head: &Option<Func>| head.is_none_or(|relation| needed.contains(&relation));
            parts.iter().filter(|(.., head)| wanted(head)).flat_map(|(_, body, _)| body.iter().copied()).collect()
        });
        let stays = |relation: &Func| derived.contains(relation) && needed.contains(relation);
        let (relations, others): (Vec<Func>, Vec<Func>) = horn.relations.iter().partition(|relation| stays(relation));
        let trivial =
            |relation: Func| (relation, (horn.parameters(relation), horn.terms.bool(derived.contains(&relation))));
        Slice {
            relations,
            clauses: parts
                .iter()
                .filter(|(_, body, head)| body.iter().all(stays) && head.as_ref().is_none_or(stays))
                .map(|&(clause, ..)| clause)
                .collect(),
            formulas: others.into_iter().map(trivial).collect(),
        }
    }
}

/// Adds what `more` derives from the set until nothing is new.
fn grow(set: &mut FxHashSet<Func>, more: impl Fn(&FxHashSet<Func>) -> Vec<Func>) {
    loop {
        let before = set.len();
        let new = more(set);
        set.extend(new);
        if set.len() == before {
            return;
        }
    }
}
