//! Other variables in the same facts.

use std::sync::Arc;

use crate::number::fact::{Fact, leads_negative};
use crate::number::linear::{Linear, Var};

use super::Knowledge;
use super::content::Content;

/// See [`Knowledge::rename`].
pub(super) fn rename(content: &Content, of: &dyn Fn(Var) -> Linear) -> Option<Knowledge> {
    if let Some(names) = Names::find(content, of) {
        return Some(Knowledge { content: Arc::new(names.apply(content)) });
    }
    let renamed = content.facts().map(|fact| fact.substitute(&|var| Some(of(var))));
    renamed.collect()
}

/// A new variable for each, no two alike: then facts keep their shape, and need not be learnt anew.
struct Names {
    /// In ascending order of the old ones.
    names: Vec<(Var, Var)>,
}

impl Names {
    fn find(content: &Content, of: &dyn Fn(Var) -> Linear) -> Option<Names> {
        let mut old: Vec<Var> = content.vars().collect();
        old.sort_unstable();
        old.dedup();
        let names: Option<Vec<(Var, Var)>> = old.into_iter().map(|var| Some((var, of(var).as_var()?))).collect();
        let names = names?;
        let mut new: Vec<Var> = names.iter().map(|(_, name)| *name).collect();
        new.sort_unstable();
        new.is_sorted_by(|a, b| a < b).then_some(Names { names })
    }

    fn of(&self, var: Var) -> Var {
        let at = self.names.binary_search_by_key(&var, |(old, _)| *old);
        self.names[at.expect("invariant: every variable has a name")].1
    }

    fn of_sum(&self, form: &Linear) -> Linear {
        form.with_names(|var| self.of(var))
    }

    fn apply(&self, content: &Content) -> Content {
        const TURNS: &str = "invariant: stored numbers can be negated";
        let odd = |fact: &Fact| Fact { form: self.of_sum(&fact.form), relation: fact.relation };
        let mut renamed = Content {
            contradictory: content.contradictory,
            solved: content.solved.iter().map(|(var, sum)| (self.of(*var), self.of_sum(sum))).collect(),
            ranges: content.ranges.iter().map(|(var, interval)| (self.of(*var), *interval)).collect(),
            parts: content.parts.iter().map(|(part, interval)| (self.of_sum(part), *interval)).collect(),
            apart: content.apart.iter().map(|form| self.of_sum(form)).collect(),
            odd: content.odd.iter().map(odd).collect(),
        };
        // Another variable may come first now, and the first coefficient is positive.
        for (part, interval) in renamed.parts.iter_mut().filter(|(part, _)| leads_negative(part)) {
            *part = part.neg().expect(TURNS);
            *interval = interval.scale(-1);
        }
        for form in renamed.apart.iter_mut().filter(|form| leads_negative(form)) {
            *form = form.neg().expect(TURNS);
        }
        renamed.solved.sort_unstable();
        renamed.ranges.sort_unstable();
        renamed.parts.sort_unstable();
        renamed.apart.sort_unstable();
        renamed.odd.sort_unstable();
        debug_assert!(renamed.is_consistent(), "other names change no shape");
        renamed
    }
}
