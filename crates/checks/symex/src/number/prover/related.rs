//! Which variables hang together.

use crate::number::knowledge::Content;
use crate::number::linear::{Linear, Var};

/// Variables, together with all that some fact relates them to, and so on.
#[derive(Debug)]
pub(super) struct Related {
    /// Ascending.
    vars: Vec<Var>,
    /// Whether a fact is about several of them, or says that something is not zero.
    joined: bool,
}

impl Related {
    /// The variables that hang together with these, in content without odd facts.
    pub fn to(content: &Content, vars: impl Iterator<Item = Var>) -> Related {
        let mut related = Related { vars: vars.collect(), joined: false };
        related.vars.sort_unstable();
        related.vars.dedup();
        let mut open: Vec<&Linear> = sums(content).collect();
        loop {
            let before = open.len();
            open.retain(|sum| {
                let touches = sum.vars().any(|var| related.contains(var));
                if touches {
                    sum.vars().for_each(|var| related.insert(var));
                }
                !touches
            });
            if open.len() == before {
                return related;
            }
            related.joined = true;
        }
    }

    pub fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// Whether nothing but ranges is known of the variables: then each may be anything in its range, whatever the others are.
    pub fn are_independent(&self) -> bool {
        !self.joined
    }

    fn contains(&self, var: Var) -> bool {
        self.vars.binary_search(&var).is_ok()
    }

    fn insert(&mut self, var: Var) {
        if let Err(at) = self.vars.binary_search(&var) {
            self.vars.insert(at, var);
        }
    }
}

/// All groups of variables that facts about several of them relate; no two have a variable in common.
pub(super) fn groups(content: &Content) -> Vec<Related> {
    let mut groups: Vec<Related> = Vec::new();
    for sum in sums(content).filter(|sum| sum.terms().len() > 1) {
        let known = |group: &Related| sum.vars().any(|var| group.contains(var));
        if !groups.iter().any(known) {
            groups.push(Related::to(content, sum.vars()));
        }
    }
    groups
}

/// The sums that facts other than ranges are about.
fn sums(content: &Content) -> impl Iterator<Item = &Linear> {
    content.parts().iter().map(|(part, _)| part).chain(content.apart())
}
