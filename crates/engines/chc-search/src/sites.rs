//! Objects one by one, several at the same time: what a run does wrong first, it does to one object, or to none (`chc::proof`).

use std::any::Any;
use std::collections::BTreeSet;
use std::sync::Arc;

use chc::memory::ObjectId;
use chc::proof::{Part, Proof, Solved};
use chc::system::System;
use chc::{Asks, Plan, Words};
use engine::{Budget, Certificate, Limit, Outcome, Unknown, dealt};

/// With so many objects, each is looked at by itself.
pub const SEVERAL: usize = 2;
/// … and with so many, before the whole is.
pub const MANY: usize = 4;

/// Steps that each question may take at first, and how many times as many the next time.
const FIRST_STEPS: u64 = 200_000;
const MORE: u64 = 4;

/// Objects to which something might happen, as far as the clauses tell at a glance.
pub fn sites(system: &System) -> Vec<ObjectId> {
    let obligations = system.obligations.iter().flatten().filter_map(|excluded| excluded.obligation.object);
    let assumed = system.assumed.iter().copied();
    obligations.chain(assumed).collect::<BTreeSet<_>>().into_iter().collect()
}

/// How a question is asked, and what its clauses take for granted.
pub struct Questions<'a> {
    pub ask: &'a (dyn Fn(Words, Asks, &Budget) -> Outcome + Sync),
    /// Objects of which the clauses of a plan do not ask whether their accesses are valid, although that is not plain.
    pub assumed: &'a dyn Fn(&Plan) -> Vec<ObjectId>,
}

/// What is asked, with words of one kind.
struct Reading {
    words: Words,
    asked: Vec<Asks>,
    /// For each question, what shows that the answer is yes.
    shown: Vec<Option<Vec<Part>>>,
    is_hopeless: bool,
}

/// Asks about each object, and about the rest, in all ways to read words; a proof reads them alike in all its parts.
pub fn one_by_one(sites: &[ObjectId], words: &[Words], budget: &Budget, questions: &Questions<'_>) -> Outcome {
    let asked: Vec<Asks> = [Asks::Rest].into_iter().chain(sites.iter().map(|site| Asks::Object(*site))).collect();
    let reading = |words: &Words| Reading {
        words: *words,
        asked: asked.clone(),
        shown: vec![None; asked.len()],
        is_hopeless: false,
    };
    let mut readings: Vec<Reading> = words.iter().map(reading).collect();
    let mut reason = None;
    let mut steps = FIRST_STEPS;
    while budget.exhausted().is_none() {
        for reading in readings.iter_mut().filter(|reading| !reading.is_hopeless) {
            if let Some(outcome) = reading.ask(budget, steps, questions, &mut reason) {
                return outcome;
            }
        }
        if readings.iter().all(|reading| reading.is_hopeless) {
            break;
        }
        steps = steps.saturating_mul(MORE);
    }
    let limit = budget.exhausted().map(Unknown::Limit);
    Outcome::Unknown(limit.or(reason).unwrap_or(Unknown::Limit(Limit::Effort)))
}

impl Reading {
    /// What is still open, each for so many steps.
    fn ask(
        &mut self,
        budget: &Budget,
        steps: u64,
        questions: &Questions<'_>,
        reason: &mut Option<Unknown>,
    ) -> Option<Outcome> {
        loop {
            if let Some(outcome) = self.ask_open(budget, steps, questions, reason) {
                return Some(outcome);
            }
            let parts: Option<Vec<Part>> =
                self.shown.iter().cloned().collect::<Option<Vec<_>>>().map(|shown| shown.concat());
            let parts = parts?;
            if !self.add_assumed(&parts, questions) {
                return Some(Outcome::Proved(Box::new(Solved(Arc::new(Proof { parts })))));
            }
        }
    }

    /// What a part takes for granted is asked, too: where less is known of other objects, more may be open than was at first sight.
    fn add_assumed(&mut self, parts: &[Part], questions: &Questions<'_>) -> bool {
        let assumed: BTreeSet<ObjectId> = parts.iter().flat_map(|part| (questions.assumed)(&part.plan)).collect();
        let new: Vec<Asks> = assumed.into_iter().map(Asks::Object).filter(|asks| !self.asked.contains(asks)).collect();
        self.shown.extend(new.iter().map(|_| None));
        self.asked.extend(&new);
        !new.is_empty()
    }

    fn ask_open(
        &mut self,
        budget: &Budget,
        steps: u64,
        questions: &Questions<'_>,
        reason: &mut Option<Unknown>,
    ) -> Option<Outcome> {
        let open: Vec<usize> = (0..self.asked.len()).filter(|number| self.shown[*number].is_none()).collect();
        let shares: Vec<Budget> = open.iter().map(|_| budget.share(open.len())).collect();
        let budgets: Vec<Budget> = shares.iter().map(|share| share.limited(steps)).collect();
        let one = |number: usize| {
            let outcome = (questions.ask)(self.words, self.asked[open[number]], &budgets[number]);
            let is_limit = budgets[number].exhausted().is_some();
            let may_come = is_limit && matches!(outcome, Outcome::Unknown(_));
            if !may_come && !matches!(outcome, Outcome::Proved(_)) {
                // Later ones do not matter any more; earlier ones may have another answer.
                budgets[number + 1..].iter().for_each(|later| later.stop(Limit::Cancelled));
            }
            (outcome, is_limit)
        };
        let words = self.words;
        let failed = || Outcome::Unknown(Unknown::Internal(format!("a thread failed, with words as {words:?}")));
        let Some(outcomes) = dealt(open.len(), budget, &one) else { return Some(failed()) };
        for (number, (outcome, is_limit)) in open.into_iter().zip(outcomes) {
            match outcome {
                Outcome::Proved(certificate) => self.shown[number] = Some(parts_of(&*certificate)),
                Outcome::Refuted(_) | Outcome::Suspected(..) => return Some(outcome),
                Outcome::Unknown(_) if is_limit => {}
                Outcome::Unknown(why) => {
                    self.is_hopeless = true;
                    *reason = reason.take().or(Some(why));
                }
            }
        }
        None
    }
}

fn parts_of(certificate: &dyn Certificate) -> Vec<Part> {
    let certificate: &dyn Any = certificate;
    certificate.downcast_ref::<Solved>().map(|solved| solved.0.parts.clone()).unwrap_or_default()
}
