//! Questions about knowledge.
//!
//! What looking up decides comes first, then assignments at hand that are a counterexample, then a short search for a
//! combination of facts, then answers remembered, then counterexamples among differences, and the solver last.
//!
//! Guarantees: `implies` and `is_contradictory` say yes only if it is so.
//!                                                         (tested by `yes_is_right`, `contradictions_have_no_points`)
//! Loses precision when: the budget is used up, or the solver is at its limit; then what only it could show is a "no".

mod combine;
mod differences;
mod models;
mod question;
mod related;

use engine::Budget;
use rustc_hash::FxHashMap;

use super::fact::{Fact, Relation};
use super::knowledge::{Content, Knowledge};
use super::linear::Var;
use models::Models;
use question::{Answer, Questions};
use related::Related;

/// How questions came to their answers.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub questions: u64,
    /// By looking up, by combining facts, or by an assignment at hand.
    pub answered_cheaply: u64,
    pub answered_by_cache: u64,
    pub asked_solver: u64,
}

/// Answers that are remembered; when there are more, all are forgotten.
const REMEMBERED: usize = 1 << 15;

/// Answers questions about knowledge, one after another. The solver starts with the first question that needs it.
///
/// Answers depend on the questions that were asked before (a counterexample may be found again without the solver), but on
/// nothing else.
#[derive(Debug)]
pub struct Prover {
    questions: Questions,
    models: Models,
    /// Whether facts imply another. Only what does not depend on the budget is here.
    answers: FxHashMap<(Vec<Fact>, Fact), bool>,
    counts: Counts,
}

impl Prover {
    pub fn new(budget: &Budget) -> Prover {
        Prover {
            questions: Questions::new(budget),
            models: Models::default(),
            answers: FxHashMap::default(),
            counts: Counts::default(),
        }
    }

    /// Whether the fact holds wherever the knowledge does. `false` may mean "not shown".
    ///
    /// Only facts that hang together with the question are looked at: that others contradict each other is seen by
    /// [`Prover::is_contradictory`], not here.
    pub fn implies(&mut self, knowledge: &Knowledge, fact: &Fact) -> bool {
        self.counts.questions += 1;
        let content = knowledge.content();
        if content.is_contradictory() {
            return self.cheaply(true);
        }
        match content.reduce_fact(fact) {
            Some(reduced) if content.shows(&reduced) => self.cheaply(true),
            Some(reduced) if !content.has_odd_facts() => self.implies_reduced(content, reduced),
            Some(_) | None => self.ask(content.facts().collect(), fact.clone()),
        }
    }

    /// For a normal fact about a reduced form that looking up does not show, and content without odd facts.
    fn implies_reduced(&mut self, content: &Content, fact: Fact) -> bool {
        if fact.truth().is_some() {
            return self.cheaply(false);
        }
        let related = Related::to(content, fact.form.vars());
        if related.are_independent() && is_exact_by_ranges(&fact) {
            return self.cheaply(false);
        }
        if self.models.refute(content, &related, Some(&fact)) {
            return self.cheaply(false);
        }
        if combine::shows(content, &fact) {
            return self.cheaply(true);
        }
        self.ask(content.facts_among(related.vars()).collect(), fact)
    }

    /// Whether nothing satisfies the knowledge. `false` may mean "not shown".
    pub fn is_contradictory(&mut self, knowledge: &Knowledge) -> bool {
        self.counts.questions += 1;
        let content = knowledge.content();
        if content.is_contradictory() {
            return self.cheaply(true);
        }
        if content.has_odd_facts() {
            return self.ask(content.facts().collect(), Fact::never());
        }
        // What has no variable in common is contradictory only by itself. Variables that occur in no sum of several have
        // a range, whose ends `learn` keeps possible.
        let before = self.counts;
        let contradictory = related::groups(content).iter().any(|group| self.is_group_contradictory(content, group));
        if self.counts == before {
            self.counts.answered_cheaply += 1;
        }
        contradictory
    }

    fn is_group_contradictory(&mut self, content: &Content, group: &Related) -> bool {
        if self.models.refute(content, group, None) {
            return false;
        }
        combine::shows_contradiction(content, group.vars())
            || self.ask(content.facts_among(group.vars()).collect(), Fact::never())
    }

    /// An assignment of the variables of the knowledge, in their order, that satisfies it, if the solver gives one.
    pub fn model(&mut self, knowledge: &Knowledge) -> Option<Vec<(Var, i128)>> {
        self.counts.questions += 1;
        if knowledge.is_contradictory_at_sight() {
            self.counts.answered_cheaply += 1;
            return None;
        }
        let facts: Vec<Fact> = knowledge.facts().collect();
        let answer = self.questions.ask(&facts, &Fact::never());
        self.counts.asked_solver += u64::from(!matches!(answer, Answer::NotAsked));
        let Answer::Possible(Some(found)) = answer else { return None };
        let holds = |fact: &Fact| fact.holds(&|var| found.get(var).unwrap_or(0)) == Some(true);
        if !facts.iter().all(holds) {
            return None;
        }
        self.models.remember(found.clone());
        Some(found.into_values())
    }

    pub fn counts(&self) -> Counts {
        self.counts
    }

    fn cheaply(&mut self, answer: bool) -> bool {
        self.counts.answered_cheaply += 1;
        answer
    }

    /// Whether the facts imply the other, by what was answered before, or by the solver.
    fn ask(&mut self, facts: Vec<Fact>, fact: Fact) -> bool {
        let key = (facts, fact);
        if let Some(answer) = self.answers.get(&key) {
            self.counts.answered_by_cache += 1;
            return *answer;
        }
        if let Some(found) = differences::counterexample(&key.0, &key.1) {
            self.models.remember(found);
            return self.cheaply(false);
        }
        let implied = match self.questions.ask(&key.0, &key.1) {
            Answer::NotAsked => return false,
            Answer::Impossible => true,
            Answer::Possible(found) => {
                found.into_iter().for_each(|found| self.models.remember(found));
                false
            }
            Answer::Open => false,
        };
        self.counts.asked_solver += 1;
        if self.answers.len() >= REMEMBERED {
            self.answers.clear();
        }
        self.answers.insert(key, implied);
        implied
    }
}

/// Whether ranges of variables that are independent decide a normal fact that is not constant: every value between the ends
/// of a single variable is taken, and the ends of a sum are.
fn is_exact_by_ranges(fact: &Fact) -> bool {
    match fact.relation {
        Relation::AtLeastZero | Relation::Zero => true,
        Relation::NotZero => fact.form.terms().len() == 1,
    }
}
