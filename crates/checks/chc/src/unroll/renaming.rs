//! What variables of clauses stand for.

use rustc_hash::FxHashMap;
use smt::Term;

use super::layer::Fact;
use crate::system::System;

/// What variables stand for.
pub(super) struct Renaming<'a> {
    pub system: &'a System,
    pub renamed: FxHashMap<Term, Term>,
}

impl Renaming<'_> {
    /// An atom holds of a fact: variables among its arguments stand for those of the fact, and the pairs are equal.
    pub fn bind(&mut self, atom: Term, fact: &Fact) -> Vec<(Term, Term)> {
        let terms = &self.system.terms;
        let args = self.system.horn.applied(atom).1;
        let bound: Vec<(Term, Term)> = args.into_iter().zip(fact.args.iter().copied()).collect();
        for (arg, value) in bound.iter().filter(|(arg, _)| terms.as_var(*arg).is_some()) {
            self.renamed.entry(*arg).or_insert(*value);
        }
        self.renamed.insert(atom, terms.tt());
        bound
    }

    /// The terms of clauses, and these.
    pub fn roots(&self, clauses: &[usize], others: impl IntoIterator<Item = Term>) -> Vec<Term> {
        let horn = &self.system.horn;
        let mut roots: Vec<Term> = others.into_iter().collect();
        for clause in clauses.iter().map(|clause| &horn.clauses()[*clause]) {
            roots.push(clause.body);
            roots.extend(clause.head.into_iter().flat_map(|head| horn.applied(head).1));
        }
        roots
    }

    /// All other variables that are wanted stand for new ones.
    pub fn complete(&mut self, roots: &[Term], is_wanted: impl Fn(Term) -> bool) {
        let terms = &self.system.terms;
        for variable in terms.free_vars(roots.iter().copied()).into_iter().filter(|variable| is_wanted(*variable)) {
            self.renamed.entry(variable).or_insert_with(|| terms.fresh_var("step", terms.sort(variable)));
        }
    }
}
