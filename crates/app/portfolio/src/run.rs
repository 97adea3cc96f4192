//! One thread per engine; the calling thread watches clock and memory.
//!
//! Limits are kept in three steps: at the limit every budget is stopped, so that engines come back with what they
//! have; a little later running checks are stopped too; and if an engine still has not come back, the caller is told
//! ([`Watch::overdue`]) and can answer without it.

use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use certify::{Verdict, catch, judge};
use engine::{Answer, Budget, Engine, Limit, Outcome, Property, Task, Unknown};

use crate::board::Board;
use certify::Settled;

use crate::memory;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// When the command started: reading the program counts too.
    pub started: Instant,
    pub timeout: Option<Duration>,
    pub memory_mib: Option<u64>,
}

/// What an engine has done so far, for the progress line.
#[derive(Clone, Copy, Debug)]
pub struct Status {
    pub engine: &'static str,
    pub functions_done: u64,
    pub states: u64,
    pub elapsed: Duration,
}

/// The caller's side of a run; called from the calling thread only.
pub trait Watch {
    /// Now and then, with the engines that still work.
    fn progress(&self, running: &[Status]);

    /// Has the user had enough?
    fn cancelled(&self) -> bool;

    /// Once, when an engine ignores its budget. These are the results without it; the caller may end the process here.
    /// When it returns, the run goes on waiting.
    fn overdue(&self, results: Vec<Settled>);
}

/// How often the watcher looks; and while an answer waits for others that might precede it.
pub(crate) const TICK: Duration = Duration::from_millis(20);
const SHORT_TICK: Duration = Duration::from_micros(500);
/// An answer waits at least so long for those that might precede it, and a fifth of the time it took.
const LEAST_PATIENCE: Duration = Duration::from_millis(20);
/// After the limit, until checks are stopped.
const CHECKS: Duration = Duration::from_millis(1000);
/// After the limit, until the caller is told.
pub(crate) const OVERDUE: Duration = Duration::from_millis(2000);
/// Engines and the interpreter may recurse on what the program nests; pages are committed only when touched.
pub(crate) const STACK: usize = 512 << 20;

/// Asks every engine about the properties it knows. One result per property of the task, in the task's order.
pub fn verify(task: &Task<'_>, engines: &[&dyn Engine], limits: &Limits, watch: &dyn Watch) -> Vec<Settled> {
    // Small programs are settled before anybody looks at the memory.
    if limits.memory_mib.is_some_and(|most| memory().now_mib > most) {
        return unknown(task, limits, Limit::Memory);
    }
    let asked: Vec<Asked<'_, '_>> = engines.iter().filter_map(|engine| Asked::new(*engine, task)).collect();
    let checks = Budget::new();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for (index, asked) in asked.iter().enumerate() {
            let (sender, checks) = (sender.clone(), &checks);
            let worker = move || {
                asked.work(checks, &|verdict, steps| {
                    let _ = sender.send(News::Judged(index, verdict, steps));
                });
                let _ = sender.send(News::Done(index));
            };
            let builder = thread::Builder::new().name(asked.engine.info().id.to_string()).stack_size(STACK);
            if let Err(error) = builder.spawn_scoped(scope, worker) {
                tracing::error!("no thread for {}: {error}", asked.engine.info().id);
            }
        }
        drop(sender);
        Watcher {
            asked: &asked,
            limits,
            watch,
            checks: &checks,
            board: Board::new(&task.properties),
            working: vec![true; asked.len()],
            answered: vec![Vec::new(); asked.len()],
            waiting: Vec::new(),
            began: Instant::now(),
            looked: None,
            stopped: None,
            interrupted: Vec::new(),
            told: false,
        }
        .until_done(&receiver)
    })
}

/// The limit was reached before any engine had something to say.
pub(crate) fn unknown(task: &Task<'_>, limits: &Limits, limit: Limit) -> Vec<Settled> {
    let settled = |property: &Property| Settled {
        verdict: Verdict::unknown(*property, Unknown::Limit(limit)),
        engine: None,
        time: limits.started.elapsed(),
        peak_mib: memory().peak_mib,
        states: 0,
        limit: Some(limit),
    };
    task.properties.iter().map(settled).collect()
}

/// An engine and its part of the task.
struct Asked<'e, 'm> {
    engine: &'e dyn Engine,
    task: Task<'m>,
    budget: Budget,
}

enum News {
    Judged(usize, Verdict, u64),
    Done(usize),
}

impl<'e, 'm> Asked<'e, 'm> {
    fn new(engine: &'e dyn Engine, task: &Task<'m>) -> Option<Self> {
        let known = engine.info().properties;
        let properties: Vec<Property> = task.properties.iter().copied().filter(|p| known.contains(p)).collect();
        (!properties.is_empty()).then(|| Asked {
            engine,
            task: Task { properties, ..task.clone() },
            budget: Budget::new(),
        })
    }

    fn work(&self, checks: &Budget, tell: &(dyn Fn(Verdict, u64) + Sync)) {
        let id = self.engine.info().id;
        let _span = tracing::debug_span!("engine", id).entered();
        let open = Mutex::new(self.task.properties.clone());
        let close = |property: Property| {
            let mut open = open.lock().expect("invariant: nobody panics while holding this lock");
            open.retain(|other| *other != property);
        };
        let judged = |answer: Answer| {
            close(answer.property);
            let steps = answer.steps;
            tell(judge(&self.task, answer, checks), steps);
        };
        if let Err(panic) = catch(|| self.engine.analyze(&self.task, &self.budget, &judged)) {
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

struct Watcher<'w, 'e, 'm> {
    asked: &'w [Asked<'e, 'm>],
    limits: &'w Limits,
    watch: &'w dyn Watch,
    checks: &'w Budget,
    board: Board,
    working: Vec<bool>,
    /// Of which properties each engine has told what it knows.
    answered: Vec<Vec<Property>>,
    /// Settled, but not finally: somebody might have come to an answer in fewer steps. Until when to wait for them.
    waiting: Vec<(Property, Instant)>,
    /// When the engines did.
    began: Instant,
    /// At the clock and the memory.
    looked: Option<Instant>,
    stopped: Option<(Instant, Limit)>,
    /// Engines that were working when the limit was reached.
    interrupted: Vec<bool>,
    /// The caller knows that somebody is overdue.
    told: bool,
}

impl Watcher<'_, '_, '_> {
    fn until_done(mut self, receiver: &mpsc::Receiver<News>) -> Vec<Settled> {
        loop {
            // Before anything else: a limit that is exceeded from the beginning is kept, too.
            if self.looked.is_none_or(|looked| looked.elapsed() >= TICK) {
                self.looked = Some(Instant::now());
                self.keep_limits();
            }
            match receiver.recv_timeout(if self.waiting.is_empty() { TICK } else { SHORT_TICK }) {
                Ok(News::Judged(index, verdict, steps)) => self.hear(index, verdict, steps),
                Ok(News::Done(index)) => self.working[index] = false,
                Err(RecvTimeoutError::Disconnected) => return self.results(),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.release_idle();
        }
    }

    fn hear(&mut self, index: usize, verdict: Verdict, steps: u64) {
        let property = verdict.property();
        self.answered[index].push(property);
        if verdict.is_settled() && !self.waiting.iter().any(|(other, _)| *other == property) {
            let patience = (self.began.elapsed() / 5).max(LEAST_PATIENCE);
            self.waiting.push((property, Instant::now() + patience));
        }
        let settled = self.settled(Some(index), verdict);
        self.board.post(settled, (steps, index));
    }

    /// Might an engine that still works settle the property in fewer steps than it took? Which answer is reported then does
    /// not depend on how fast the engines were, as long as they are not much slower than that.
    fn may_be_preceded(&self, property: Property) -> bool {
        let Some(steps) = self.board.steps_to(property) else { return false };
        self.asked.iter().enumerate().any(|(index, asked)| {
            self.working[index]
                && asked.task.properties.contains(&property)
                && !self.answered[index].contains(&property)
                && asked.budget.least_steps() <= steps
        })
    }

    fn settled(&self, index: Option<usize>, verdict: Verdict) -> Settled {
        let asked = index.map(|index| &self.asked[index]);
        Settled {
            verdict,
            engine: asked.map(|asked| asked.engine.info().id),
            time: self.limits.started.elapsed(),
            peak_mib: memory().peak_mib,
            states: asked.map_or(0, |asked| asked.budget.states()),
            limit: None,
        }
    }

    /// Stops engines that have nothing left to find out.
    fn release_idle(&mut self) {
        let now = Instant::now();
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.retain(|(property, until)| now < *until && self.may_be_preceded(*property));
        self.waiting = waiting;
        let is_open = |property: &Property| {
            self.board.is_open(*property) || self.waiting.iter().any(|(other, _)| other == property)
        };
        for asked in self.asked {
            if !asked.task.properties.iter().any(is_open) {
                asked.budget.stop(Limit::Cancelled);
            }
        }
    }

    fn keep_limits(&mut self) {
        let memory = memory().now_mib;
        match self.stopped {
            None => {
                if let Some(limit) = self.reached(memory) {
                    self.asked.iter().for_each(|asked| asked.budget.stop(limit));
                    self.stopped = Some((Instant::now(), limit));
                    self.interrupted.clone_from(&self.working);
                }
            }
            Some((since, limit)) => {
                let runaway = self.limits.memory_mib.is_some_and(|most| memory > most + most / 4);
                if since.elapsed() >= CHECKS || runaway {
                    self.checks.stop(limit);
                }
                if (since.elapsed() >= OVERDUE || runaway) && !self.told {
                    self.told = true;
                    self.watch.overdue(self.results());
                }
            }
        }
        let running: Vec<Status> = (self.asked.iter().zip(&self.working))
            .filter(|(_, working)| **working)
            .map(|(asked, _)| Status {
                engine: asked.engine.info().id,
                functions_done: asked.budget.functions_done(),
                states: asked.budget.states(),
                elapsed: self.limits.started.elapsed(),
            })
            .collect();
        self.watch.progress(&running);
    }

    fn reached(&self, memory: u64) -> Option<Limit> {
        if self.watch.cancelled() {
            Some(Limit::Cancelled)
        } else if self.limits.timeout.is_some_and(|most| self.limits.started.elapsed() >= most) {
            Some(Limit::Time)
        } else if self.limits.memory_mib.is_some_and(|most| memory > most) {
            Some(Limit::Memory)
        } else {
            None
        }
    }

    fn results(&self) -> Vec<Settled> {
        let overdue = |property: Property| {
            (self.asked.iter().zip(&self.working))
                .position(|(asked, working)| *working && asked.task.properties.contains(&property))
        };
        let reason = self.stopped.map(|(_, limit)| Unknown::Limit(limit));
        let mut results = self.board.results(reason, |verdict| self.settled(overdue(verdict.property()), verdict));
        if let Some((_, limit)) = self.stopped {
            for settled in results.iter_mut().filter(|settled| !settled.verdict.is_settled()) {
                let property = settled.verdict.property();
                let mut cut = (self.asked.iter().zip(&self.interrupted)).filter(|(_, interrupted)| **interrupted);
                settled.limit = cut.any(|(asked, _)| asked.task.properties.contains(&property)).then_some(limit);
            }
        }
        results
    }
}
