//! What is known of the numbers in a state: a conjunction of facts, in a form in which most questions are looked up.
//!
//! Guarantees: after any sequence of [`Knowledge::learn`], the facts that are stored hold exactly where all facts that were
//! learnt hold, over the integers.                                                     (tested by `stored_as_learnt`)
//! Loses nothing; but a contradiction is seen only if equations, intervals or two facts about the same sum show it.

mod content;
mod eliminate;
mod learn;
mod rename;
mod written;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::fact::Fact;
use super::linear::{Linear, Var};
pub(super) use content::Content;
use written::Written;

/// A conjunction of facts. Clones share what they hold until one of them learns something new.
#[derive(Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Knowledge {
    content: Arc<Content>,
}

impl Knowledge {
    /// Nothing is known.
    pub fn new() -> Self {
        Knowledge::default()
    }

    /// Adds a fact. `false` if it can be seen cheaply that nothing satisfies the knowledge any more: then it is
    /// contradictory, and stays so.
    pub fn learn(&mut self, fact: Fact) -> bool {
        if !self.content.is_contradictory() {
            // What adds nothing costs no copy.
            let reduced = self.content.reduce_fact(&fact).unwrap_or(fact);
            if !self.content.shows(&reduced) {
                learn::learn(Arc::make_mut(&mut self.content), reduced);
            }
        }
        !self.content.is_contradictory()
    }

    /// Whether `learn` has seen that nothing satisfies the facts. `false` does not mean that something does.
    pub fn is_contradictory_at_sight(&self) -> bool {
        self.content.is_contradictory()
    }

    /// All facts, in a fixed order, equations included: their conjunction is equivalent to everything learnt.
    pub fn facts(&self) -> impl Iterator<Item = Fact> {
        self.content.facts()
    }

    /// The form with what equations determine put in its place; equal to it wherever the facts hold. A form whose numbers
    /// would leave `i128` stays as it is.
    pub fn reduce(&self, form: &Linear) -> Linear {
        self.content.reduce(form).map_or_else(|| form.clone(), |reduced| reduced.into_owned())
    }

    /// Least and greatest value of a form, as far as intervals of variables and what is known of the very form say.
    /// Bounds hold, and need not be the best.
    pub fn bounds(&self, form: &Linear) -> (Option<i128>, Option<i128>) {
        if self.is_contradictory_at_sight() {
            // Every bound holds where nothing is; none is the harmless one.
            return (None, None);
        }
        let interval = self.content.reduce(form).map(|reduced| self.content.interval(&reduced)).unwrap_or_default();
        (interval.low, interval.high)
    }

    /// What is known of the variables to keep: implied by this knowledge, over those variables only. The strongest that
    /// elimination gives: equations exactly where they are solved without division, then Fourier and Motzkin's steps, and
    /// where these would grow beyond a limit, facts are dropped.
    pub fn project(&self, keep: &dyn Fn(Var) -> bool) -> Knowledge {
        eliminate::project(&self.content, keep)
    }

    /// Every variable replaced, in all facts; `None` if a number leaves `i128`.
    pub fn rename(&self, of: &dyn Fn(Var) -> Linear) -> Option<Knowledge> {
        rename::rename(&self.content, of)
    }

    pub(super) fn content(&self) -> &Content {
        &self.content
    }
}

impl fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.facts()).finish()
    }
}

impl FromIterator<Fact> for Knowledge {
    fn from_iter<I: IntoIterator<Item = Fact>>(facts: I) -> Knowledge {
        let mut knowledge = Knowledge::new();
        knowledge.extend(facts);
        knowledge
    }
}

impl Extend<Fact> for Knowledge {
    fn extend<I: IntoIterator<Item = Fact>>(&mut self, facts: I) {
        for fact in facts {
            self.learn(fact);
        }
    }
}
