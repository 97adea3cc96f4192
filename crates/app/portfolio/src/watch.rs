//! The calling thread watches clock and memory, and hears the answers.
//!
//! Limits are kept in three steps: at the limit every budget is stopped, so that engines come back with what they
//! have; a little later running checks are stopped too; and if an engine still has not come back, the caller is told
//! ([`Watch::overdue`]) and can answer without it.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use account::process::memory;
use certify::{Settled, Verdict};
use engine::{Budget, Limit, Property, Unknown, Work};

use crate::asked::{Asked, News};
use crate::board::Board;
use crate::limits::{CHECKS, Limits, OVERDUE, SHORT_TICK, TICK};
use crate::permits::Permits;
use crate::shares::{Holder, Measure, Shares};
use crate::stages::Rank;
use crate::work::Run;

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

    /// Once, when every property is settled and engines that have nothing left to find out have not come back yet: inside
    /// a question to a solver they do not hear that they are stopped. The caller may end the process here; when it
    /// returns, the run goes on waiting.
    fn settled(&self, run: Run);

    /// Once, when an engine ignores its budget. This is what is known without it; the caller may end the process here.
    /// When it returns, the run goes on waiting.
    fn overdue(&self, run: Run);
}

/// An answer waits at least so long for those that might precede it, and a fifth of the time it took.
const LEAST_PATIENCE: Duration = Duration::from_millis(20);

pub(crate) struct Watcher<'w, 'e, 'm> {
    engines: &'w [Asked<'e, 'm>],
    limits: &'w Limits,
    watch: &'w dyn Watch,
    checks: &'w Budget,
    permits: &'w Permits,
    board: Board,
    states: Vec<State>,
    /// Settled, but not finally: somebody might have come to an answer in fewer steps. Until when to wait for them.
    waiting: Vec<(Property, Instant)>,
    shares: Shares,
    /// When the engines did.
    began: Instant,
    /// At the clock and the memory.
    looked: Option<Instant>,
    /// Everybody was.
    stopped: Option<(Instant, Limit)>,
    /// The caller knows that all is settled.
    told_settled: bool,
    /// The caller knows that somebody is overdue.
    told_overdue: bool,
}

/// What the watcher knows of an engine.
#[derive(Clone)]
struct State {
    working: bool,
    /// Of which properties it has told what it knows, and which of those that settled.
    answered: Vec<Property>,
    settled: Vec<Property>,
    /// What stopped it while it was working.
    stopped: Option<Limit>,
}

impl<'w, 'e, 'm> Watcher<'w, 'e, 'm> {
    pub(crate) fn new(
        properties: &[Property],
        engines: &'w [Asked<'e, 'm>],
        limits: &'w Limits,
        watch: &'w dyn Watch,
        checks: &'w Budget,
        permits: &'w Permits,
    ) -> Self {
        let state = State { working: true, answered: Vec::new(), settled: Vec::new(), stopped: None };
        Watcher {
            engines,
            limits,
            watch,
            checks,
            permits,
            board: Board::new(properties),
            states: vec![state; engines.len()],
            waiting: Vec::new(),
            shares: Shares::new(limits.memory_mib),
            began: Instant::now(),
            looked: None,
            stopped: None,
            told_settled: false,
            told_overdue: false,
        }
    }

    pub(crate) fn until_done(mut self, receiver: &mpsc::Receiver<News>) -> Run {
        loop {
            // Before anything else: a limit that is exceeded from the beginning is kept, too.
            if self.looked.is_none_or(|looked| looked.elapsed() >= TICK) {
                self.looked = Some(Instant::now());
                self.keep_limits();
            }
            match receiver.recv_timeout(if self.waiting.is_empty() { TICK } else { SHORT_TICK }) {
                Ok(News::Judged(index, verdict, steps)) => self.hear(index, verdict, steps),
                Ok(News::Done(index)) => self.states[index].working = false,
                Err(RecvTimeoutError::Disconnected) => return self.run(),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.release_idle();
            if !self.told_settled && self.only_idle_are_left() {
                self.told_settled = true;
                self.watch.settled(self.run());
            }
        }
    }

    /// Is everything settled for good, and all that is missing the end of engines that were stopped?
    fn only_idle_are_left(&self) -> bool {
        self.waiting.is_empty()
            && self.board.is_settled()
            && self.states.iter().any(|state| state.working)
            && !self.engines.iter().any(Asked::is_judging)
    }

    fn hear(&mut self, index: usize, verdict: Verdict, steps: u64) {
        let property = verdict.property();
        let state = &mut self.states[index];
        state.answered.push(property);
        if verdict.is_settled() {
            state.settled.push(property);
            if !self.waiting.iter().any(|(other, _)| *other == property) {
                let patience = (self.began.elapsed() / 5).max(LEAST_PATIENCE);
                self.waiting.push((property, Instant::now() + patience));
            }
        }
        let stage = self.engines[index].stage_for(property).expect("invariant: it was asked");
        let settled = self.settled(Some(index), verdict);
        self.board.post(settled, Rank::new(stage, steps, index));
    }

    /// Might an engine that still works come to an answer that counts before this one? Which answer is reported then does
    /// not depend on how fast the engines were, as long as they are not much slower than that.
    fn may_be_preceded(&self, property: Property) -> bool {
        let Some(rank) = self.board.rank(property) else { return false };
        self.engines.iter().zip(&self.states).any(|(asked, state)| {
            state.working
                && !state.answered.contains(&property)
                && (asked.stage_for(property))
                    .is_some_and(|stage| rank.may_be_preceded(stage, asked.budget.least_steps()))
        })
    }

    fn settled(&self, index: Option<usize>, verdict: Verdict) -> Settled {
        let asked = index.map(|index| &self.engines[index]);
        Settled {
            verdict,
            engine: asked.map(Asked::id),
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
        for asked in self.engines {
            if !asked.properties().iter().any(is_open) {
                asked.budget.stop(Limit::Cancelled);
            }
        }
    }

    fn keep_limits(&mut self) {
        let memory = memory().now_mib;
        let runaway = self.limits.memory_mib.is_some_and(|most| memory > most + most / 4);
        match self.stopped {
            None => {
                let measure = self.measure(memory);
                if let Some(limit) = self.reached() {
                    self.stop_all(limit);
                } else if runaway || measure == Measure::StopAll {
                    self.stop_all(Limit::Memory);
                } else if let Measure::Stop(index) = measure {
                    self.states[index].stopped = Some(Limit::Memory);
                    self.engines[index].budget.stop(Limit::Memory);
                }
            }
            Some((since, limit)) => {
                if since.elapsed() >= CHECKS || runaway {
                    self.checks.stop(limit);
                }
                if (since.elapsed() >= OVERDUE || runaway) && !self.told_overdue {
                    self.told_overdue = true;
                    self.watch.overdue(self.run());
                }
            }
        }
        let running: Vec<Status> = (self.engines.iter().zip(&self.states))
            .filter(|(_, state)| state.working)
            .map(|(asked, _)| Status {
                engine: asked.id(),
                functions_done: asked.budget.functions_done(),
                states: asked.budget.states(),
                elapsed: self.limits.started.elapsed(),
            })
            .collect();
        self.watch.progress(&running);
    }

    fn measure(&mut self, used_mib: u64) -> Measure {
        let holder = |(asked, state): (&Asked<'_, '_>, &State)| Holder::of(asked, state.working, state.stopped);
        let holders: Vec<Holder> = self.engines.iter().zip(&self.states).map(holder).collect();
        self.shares.keep(used_mib, &holders, Instant::now())
    }

    fn stop_all(&mut self, limit: Limit) {
        for (asked, state) in self.engines.iter().zip(&mut self.states) {
            asked.budget.stop(limit);
            if state.working {
                state.stopped.get_or_insert(limit);
            }
        }
        self.stopped = Some((Instant::now(), limit));
    }

    fn reached(&self) -> Option<Limit> {
        if self.watch.cancelled() {
            Some(Limit::Cancelled)
        } else if self.limits.timeout.is_some_and(|most| self.limits.started.elapsed() >= most) {
            Some(Limit::Time)
        } else {
            None
        }
    }

    fn run(&self) -> Run {
        Run { results: self.results(), engines: self.work() }
    }

    fn results(&self) -> Vec<Settled> {
        let asked_about = |property: Property| {
            let engines = self.engines.iter().zip(&self.states).enumerate();
            engines.filter(move |(_, (asked, _))| asked.stage_for(property).is_some())
        };
        let overdue =
            |property: Property| asked_about(property).find(|(_, (_, state))| state.working).map(|(index, _)| index);
        let reason = self.stopped.map(|(_, limit)| Unknown::Limit(limit));
        let mut results = self.board.results(reason, |verdict| self.settled(overdue(verdict.property()), verdict));
        for settled in results.iter_mut().filter(|settled| !settled.verdict.is_settled()) {
            // Where one stopped for itself and all others for another limit, the latter cut the search short.
            let mut limits: Vec<Limit> =
                asked_about(settled.verdict.property()).filter_map(|(_, (_, state))| state.stopped).collect();
            limits.sort_by_key(|limit| self.stopped.is_none_or(|(_, all)| all != *limit));
            settled.limit = limits.first().copied();
        }
        results
    }

    fn work(&self) -> Vec<Work> {
        let work = |(index, (asked, state)): (usize, (&Asked<'_, '_>, &State))| {
            let costs = self.permits.costs(index);
            Work {
                engine: asked.id(),
                stage: asked.stage(),
                worked: costs.worked,
                waited: costs.waited,
                peak_bytes: asked.account.peak_bytes(),
                states: asked.budget.states(),
                queries: costs.questions,
                counts: asked.budget.counts(),
                settled: state.settled.clone(),
                stopped: state.stopped,
            }
        };
        self.engines.iter().zip(&self.states).enumerate().map(work).collect()
    }
}
