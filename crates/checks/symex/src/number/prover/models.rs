//! Assignments at hand. One that satisfies the facts and not the question answers it: no.

use std::collections::VecDeque;

use crate::number::fact::Fact;
use crate::number::knowledge::Content;
use crate::number::linear::Var;

use super::related::Related;

/// How many are kept: looking at one costs about as much as looking up a fact.
const KEPT: usize = 16;

/// Values of some variables, in ascending order of these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Assignment {
    values: Vec<(Var, i128)>,
}

impl Assignment {
    /// The variables ascend.
    pub fn new(values: Vec<(Var, i128)>) -> Assignment {
        assert!(values.is_sorted_by(|a, b| a.0 < b.0), "every variable has one value");
        Assignment { values }
    }

    pub fn get(&self, var: Var) -> Option<i128> {
        let at = self.values.binary_search_by_key(&var, |(own, _)| *own).ok()?;
        Some(self.values[at].1)
    }

    pub fn into_values(self) -> Vec<(Var, i128)> {
        self.values
    }
}

/// The last assignments that were of use.
#[derive(Debug, Default)]
pub(super) struct Models {
    /// The last one of use first.
    kept: VecDeque<Assignment>,
}

impl Models {
    pub fn remember(&mut self, found: Assignment) {
        self.kept.truncate(KEPT - 1);
        self.kept.push_front(found);
    }

    /// Whether some assignment satisfies all facts about the related variables, and not the question if there is one. The
    /// content has no odd facts, and the question's variables are among the related.
    pub fn refute(&mut self, content: &Content, related: &Related, question: Option<&Fact>) -> bool {
        let refutes = |of: &dyn Fn(Var) -> i128| {
            question.is_none_or(|fact| fact.holds(of) == Some(false)) && content.admits(related.vars(), of)
        };
        if corner_refutes(content, question, refutes) {
            return true;
        }
        // A variable without a value gets one from its range.
        let of = |model: &Assignment, var: Var| model.get(var).unwrap_or_else(|| content.range(var).nearest_to_zero());
        let Some(at) = self.kept.iter().position(|model| refutes(&|var| of(model, var))) else { return false };
        if let Some(found) = self.kept.remove(at) {
            self.kept.push_front(found);
        }
        true
    }
}

/// Tries the ends of all ranges. Learning narrows ranges by what sums say, and where it came to the end of that, the low ends
/// together satisfy all differences, and so do the high ends.
fn corner_refutes(content: &Content, question: Option<&Fact>, refutes: impl Fn(&dyn Fn(Var) -> i128) -> bool) -> bool {
    let low = |var: Var| content.range(var).low.unwrap_or_else(|| content.range(var).nearest_to_zero());
    let high = |var: Var| content.range(var).high.unwrap_or_else(|| content.range(var).nearest_to_zero());
    // Where the question's form is least.
    let least = |fact: &Fact| refutes(&|var| if fact.form.coefficient(var) < 0 { high(var) } else { low(var) });
    refutes(&low) || refutes(&high) || question.is_some_and(least)
}
