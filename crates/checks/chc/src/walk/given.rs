//! What holds of the variables of a walk.

use rustc_hash::{FxHashMap, FxHashSet};
use smt::Term;

/// Facts, each of some variables.
#[derive(Debug, Default)]
pub(super) struct Given {
    facts: Vec<(Term, Vec<Term>)>,
    of_variable: FxHashMap<Term, Vec<usize>>,
}

impl Given {
    pub fn push(&mut self, fact: Term, variables: Vec<Term>) {
        for variable in &variables {
            self.of_variable.entry(*variable).or_default().push(self.facts.len());
        }
        self.facts.push((fact, variables));
    }

    /// All that may say something of these variables, directly or through what others have to do with them, in their order.
    pub fn about(&self, variables: Vec<Term>) -> Vec<Term> {
        let mut seen: FxHashSet<Term> = variables.iter().copied().collect();
        let mut open = variables;
        let mut found: FxHashSet<usize> = FxHashSet::default();
        while let Some(variable) = open.pop() {
            for fact in self.of_variable.get(&variable).into_iter().flatten().filter(|fact| found.insert(**fact)) {
                open.extend(self.facts[*fact].1.iter().filter(|other| seen.insert(**other)));
            }
        }
        let mut found: Vec<usize> = found.into_iter().collect();
        found.sort_unstable();
        found.into_iter().map(|fact| self.facts[fact].0).collect()
    }
}
