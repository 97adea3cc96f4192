//! One engine at work on its part of the task.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use account::Account;
use certify::{Verdict, catch, judge};
use engine::{Answer, Budget, Engine, Outcome, Property, Stage, Task, Traits, Unknown};

use crate::permits::{Permits, Place};

/// An engine that has something to say, and about what.
pub(crate) struct Part<'e, 'm> {
    engine: &'e dyn Engine,
    task: Task<'m>,
    /// One for each property.
    stages: Vec<Stage>,
}

impl<'e, 'm> Part<'e, 'm> {
    pub(crate) fn of(task: &Task<'m>, engine: &'e dyn Engine, traits: &Traits) -> Option<Self> {
        let known = engine.info().properties;
        let staged = task.properties.iter().copied().filter(|property| known.contains(property));
        let (properties, stages): (Vec<Property>, Vec<Stage>) =
            staged.filter_map(|property| Some((property, engine.stage(property, traits)?))).unzip();
        let task = Task { properties, ..task.clone() };
        (!stages.is_empty()).then_some(Part { engine, task, stages })
    }

    /// One call answers for all of its properties, so the most urgent decides.
    pub(crate) fn stage(&self) -> Stage {
        *self.stages.iter().min().expect("invariant: there is a property")
    }
}

/// An engine with its budget, its place in the line and its account.
pub(crate) struct Asked<'e, 'm> {
    part: Part<'e, 'm>,
    pub(crate) budget: Budget,
    pub(crate) account: &'static Account,
    place: Arc<Place>,
    /// Answers that are being checked.
    judging: AtomicUsize,
}

pub(crate) enum News {
    /// The engine, what became of its answer, and the steps that led to it.
    Judged(usize, Verdict, u64),
    Done(usize),
}

impl<'e, 'm> Asked<'e, 'm> {
    pub(crate) fn new(part: Part<'e, 'm>, permits: &Arc<Permits>, index: usize) -> Self {
        let account = Account::open();
        let place = permits.place(index, account);
        let budget = Budget::with_turns(place.clone());
        Asked { part, budget, account, place, judging: AtomicUsize::new(0) }
    }

    pub(crate) fn id(&self) -> &'static str {
        self.part.engine.info().id
    }

    pub(crate) fn stage(&self) -> Stage {
        self.part.stage()
    }

    pub(crate) fn properties(&self) -> &[Property] {
        &self.part.task.properties
    }

    /// `None` when it is not asked about the property.
    pub(crate) fn stage_for(&self, property: Property) -> Option<Stage> {
        let at = self.properties().iter().position(|other| *other == property)?;
        Some(self.part.stages[at])
    }

    /// Has it found something that may yet contradict what others found?
    pub(crate) fn is_judging(&self) -> bool {
        self.judging.load(Ordering::Acquire) > 0
    }

    /// Everything the engine has to say, judged. Answers are judged where they are found, which is work as well; a check is
    /// not asked for its turn, because it is all that stands between an answer and a verdict.
    pub(crate) fn work(&self, checks: &Budget, tell: &(dyn Fn(Verdict, u64) + Sync)) {
        let _span = tracing::debug_span!("engine", id = self.id()).entered();
        self.place.work_first(&self.budget, || match self.budget.exhausted() {
            // Stopped in the line: it has nothing to put in order.
            Some(limit) => {
                let unknown = |property: &Property| Verdict::unknown(*property, Unknown::Limit(limit));
                self.properties().iter().for_each(|property| tell(unknown(property), 0));
            }
            None => self.analyze(checks, tell),
        });
    }

    fn analyze(&self, checks: &Budget, tell: &(dyn Fn(Verdict, u64) + Sync)) {
        let (id, task) = (self.id(), &self.part.task);
        let open = Mutex::new(task.properties.clone());
        let close = |property: Property| {
            let mut open = open.lock().expect("invariant: nobody panics while holding this lock");
            open.retain(|other| *other != property);
        };
        let judged = |answer: Answer| {
            close(answer.property);
            let steps = answer.steps;
            self.judging.fetch_add(1, Ordering::AcqRel);
            tell(judge(task, answer, checks), steps);
            self.judging.fetch_sub(1, Ordering::AcqRel);
        };
        if let Err(panic) = catch(|| self.part.engine.analyze(task, &self.budget, &judged)) {
            tracing::debug!("engine {id} panicked: {panic}");
            let sorry = format!("engine {id} failed: {panic}; this is a bug of Cairn, please report it with the input");
            let failed = open.lock().expect("invariant: nobody panics while holding this lock").clone();
            for property in failed {
                judged(Answer::new(property, Outcome::Unknown(Unknown::Internal(sorry.clone()))));
            }
        }
        for property in open.into_inner().expect("invariant: nobody panics while holding this lock") {
            tell(Verdict::unknown(property, Unknown::Internal(format!("engine {id} gave no answer"))), 0);
        }
    }
}
