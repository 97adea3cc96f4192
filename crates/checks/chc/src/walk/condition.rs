//! The condition under which control comes to a point: a conjunction that remembers how it grew.

use smt::{Term, Terms};

#[derive(Clone, Debug, Default)]
pub(super) struct Condition(Vec<Term>);

impl Condition {
    pub fn and(&mut self, terms: &Terms, term: Term) {
        if term != terms.tt() {
            self.0.push(term);
        }
    }

    pub fn term(&self, terms: &Terms) -> Term {
        terms.and(self.0.iter().copied())
    }

    pub fn is_false(&self, terms: &Terms) -> bool {
        self.0.contains(&terms.ff())
    }

    /// Either holds. Where two ways part by one condition and meet again, nothing of it is left.
    pub fn or(&self, terms: &Terms, other: &Condition) -> Condition {
        let common = self.0.iter().zip(&other.0).take_while(|(a, b)| a == b).count();
        let (mine, theirs) = (&self.0[common..], &other.0[common..]);
        let mut joined = self.0[..common].to_vec();
        match (mine, theirs) {
            ([], _) | (_, []) => {}
            ([a], [b]) if terms.not(*a) == *b => {}
            _ => joined.push(terms.or([terms.and(mine.iter().copied()), terms.and(theirs.iter().copied())])),
        }
        Condition(joined)
    }
}
