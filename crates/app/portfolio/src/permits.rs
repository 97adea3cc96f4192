//! As many threads work as the machine has cores; the others wait in line.
//!
//! A thread works while it holds a permit. Threads that wait look after the line themselves: when they have waited for a
//! slice, they ask a thread that comes after them for its permit, which it hands over at its next question to its budget.
//! While nobody waits nobody is asked, and a machine with enough cores does not notice any of this.
//!
//! Who goes first: the lower level, then the thread that has worked least, then the order of the list. The level of an
//! engine is its stage at first, and grows with every share of the time that it has used up: earlier stages have the
//! machine to themselves for that long, and nobody waits for ever.
//!
//! Guarantees: no thread keeps others from working by not asking its budget, be it in the solver, in a check, or because it
//! waits for a lock that somebody in the line holds. It loses its permit a moment later, and queues when it asks again. So
//! there may be more threads at work than permits for a while, and there is no deadlock.

use std::cell::Cell;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use account::Account;
use engine::{Budget, Stage, Turns};

/// A thread keeps its permit at least so long: long against the cost of changing, short against what people notice.
const SLICE: Duration = Duration::from_millis(4);
/// A thread that was asked for its permit loses it after this.
const DEAF: Duration = Duration::from_millis(100);

thread_local! {
    /// Which of the line's threads this one is.
    static WHO: Cell<Option<u64>> = const { Cell::new(None) };
    /// Questions to the solver that were counted already.
    static COUNTED: Cell<u64> = const { Cell::new(0) };
}

/// Questions to the solver since this was last asked, on this thread.
fn new_questions() -> u64 {
    let asked = smt::questions();
    asked - COUNTED.replace(asked)
}

/// Permits of one run.
#[derive(Debug)]
pub(crate) struct Permits {
    line: Mutex<Line>,
    /// What an engine works before it has no advantage over later stages any more.
    share: Duration,
}

#[derive(Debug)]
struct Line {
    free: usize,
    threads: Vec<Thread>,
    engines: Vec<Engine>,
    next: u64,
}

#[derive(Debug)]
struct Engine {
    stage: Stage,
    /// Of threads that have ended, and of the others until they last changed what they do.
    costs: Costs,
}

/// Summed up over threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Costs {
    pub(crate) worked: Duration,
    pub(crate) waited: Duration,
    /// To the solver; known when a thread lets others work, waits or ends.
    pub(crate) questions: u64,
}

#[derive(Debug)]
struct Thread {
    id: u64,
    engine: usize,
    doing: Doing,
    since: Instant,
    /// Before that.
    worked: Duration,
    /// Through it the thread learns that it is asked for its permit; `None` as long as the machine has not started it.
    budget: Option<Budget>,
    called: Arc<Condvar>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    /// Since when it has been asked for its permit.
    Working(Option<Instant>),
    Waiting,
    /// For something else than a permit.
    Resting,
    /// It works without a permit: it did not hear that it was asked for it, or is to stop.
    Loose,
}

impl Thread {
    /// It needs no permit to come to an end.
    fn is_to_stop(&self) -> bool {
        self.budget.as_ref().is_some_and(|budget| budget.stopped().is_some())
    }

    /// Keeps its budget informed of whether it is asked for.
    fn tell(&self) {
        if let Some(budget) = &self.budget {
            budget.ask_for_turn(matches!(self.doing, Doing::Working(Some(_)) | Doing::Loose));
        }
    }

    fn works(&self) -> bool {
        matches!(self.doing, Doing::Working(_) | Doing::Loose)
    }

    fn worked(&self, now: Instant) -> Duration {
        self.worked + if self.works() { now.duration_since(self.since) } else { Duration::ZERO }
    }
}

/// Least first.
type Key = (u32, Duration, usize, u64);

impl Permits {
    /// Engines stand in line in the order of the list before any of them begins, so that it does not matter whose thread
    /// the machine starts first.
    pub(crate) fn new(permits: usize, share: Duration, stages: impl IntoIterator<Item = Stage>) -> Arc<Permits> {
        let engine = |stage| Engine { stage, costs: Costs::default() };
        let engines: Vec<Engine> = stages.into_iter().map(engine).collect();
        let mut line = Line { free: permits.max(1), threads: Vec::new(), engines, next: 0 };
        for engine in 0..line.engines.len() {
            line.join(engine, None, Instant::now());
        }
        let permits = Permits { line: Mutex::new(line), share };
        permits.lock().call(Instant::now(), permits.share);
        Arc::new(permits)
    }

    /// The engine's place: its budget asks there. Its first thread stands in line already.
    pub(crate) fn place(self: &Arc<Permits>, engine: usize, account: &'static Account) -> Arc<Place> {
        Arc::new(Place { permits: self.clone(), engine, account })
    }

    /// The engine's first thread could not be started.
    pub(crate) fn give_up(&self, engine: usize) {
        let mut line = self.lock();
        let now = Instant::now();
        while let Some(id) = line.threads.iter().find(|thread| thread.engine == engine).map(|thread| thread.id) {
            line.leave(id, now, self.share);
        }
    }

    pub(crate) fn costs(&self, engine: usize) -> Costs {
        let line = self.lock();
        let now = Instant::now();
        let mut costs = line.engines[engine].costs;
        for thread in line.threads.iter().filter(|thread| thread.engine == engine) {
            let span = now.duration_since(thread.since);
            match thread.doing {
                Doing::Working(_) | Doing::Loose => costs.worked += span,
                Doing::Waiting => costs.waited += span,
                Doing::Resting => {}
            }
        }
        costs
    }

    fn lock(&self) -> MutexGuard<'_, Line> {
        self.line.lock().expect("invariant: nobody panics while holding this lock")
    }

    /// Returns when the thread has a permit, or needs none.
    fn wait(&self, id: u64, mut line: MutexGuard<'_, Line>) {
        loop {
            let thread = line.thread(id);
            if thread.doing == Doing::Waiting && thread.is_to_stop() {
                line.change(id, Doing::Loose, Instant::now());
                return;
            }
            if thread.doing != Doing::Waiting {
                return;
            }
            let called = thread.called.clone();
            // Those further back look less often: before it is their turn, it is somebody else's.
            let patience = SLICE * (1 + line.place_of(id, self.share));
            let (again, waited) =
                called.wait_timeout(line, patience).expect("invariant: nobody panics while holding this lock");
            line = again;
            if waited.timed_out() {
                line.ask(Instant::now(), self.share);
            }
        }
    }
}

impl Line {
    /// A new thread of the engine stands in line.
    fn join(&mut self, engine: usize, budget: Option<&Budget>, now: Instant) -> u64 {
        let id = self.next;
        self.next += 1;
        let (worked, budget, called) = (Duration::ZERO, budget.cloned(), Arc::new(Condvar::new()));
        self.threads.push(Thread { id, engine, doing: Doing::Waiting, since: now, worked, budget, called });
        id
    }

    fn thread(&mut self, id: u64) -> &mut Thread {
        self.threads.iter_mut().find(|thread| thread.id == id).expect("invariant: it has joined")
    }

    /// The thread does something else from now on; its permit, if it had one, is free.
    fn change(&mut self, id: u64, doing: Doing, now: Instant) {
        let thread = self.threads.iter_mut().find(|thread| thread.id == id).expect("invariant: it has joined");
        let span = now.duration_since(thread.since);
        let costs = &mut self.engines[thread.engine].costs;
        match thread.doing {
            Doing::Working(_) | Doing::Loose => {
                thread.worked += span;
                costs.worked += span;
            }
            Doing::Waiting => costs.waited += span,
            Doing::Resting => {}
        }
        let had = matches!(thread.doing, Doing::Working(_));
        thread.doing = doing;
        thread.since = now;
        thread.tell();
        self.free += usize::from(had);
    }

    fn leave(&mut self, id: u64, now: Instant, share: Duration) {
        self.change(id, Doing::Resting, now);
        self.threads.retain(|thread| thread.id != id);
        self.call(now, share);
    }

    fn level(&self, engine: usize, now: Instant, share: Duration) -> u32 {
        let running = self.threads.iter().filter(|thread| thread.engine == engine && thread.works());
        let worked = self.engines[engine].costs.worked
            + running.map(|thread| now.duration_since(thread.since)).sum::<Duration>();
        let used = worked.as_nanos() / share.as_nanos().max(1);
        u32::from(self.engines[engine].stage.0).max(u32::try_from(used).unwrap_or(u32::MAX))
    }

    fn key(&self, thread: &Thread, now: Instant, share: Duration) -> Key {
        (self.level(thread.engine, now, share), thread.worked(now), thread.engine, thread.id)
    }

    /// The threads that do such a thing, who goes first in front.
    fn sorted(&self, now: Instant, share: Duration, doing: impl Fn(Doing) -> bool) -> Vec<(Key, usize)> {
        let chosen = self.threads.iter().enumerate().filter(|(_, thread)| doing(thread.doing));
        let mut keys: Vec<(Key, usize)> = chosen.map(|(at, thread)| (self.key(thread, now, share), at)).collect();
        keys.sort_unstable();
        keys
    }

    fn place_of(&self, id: u64, share: Duration) -> u32 {
        let line = self.sorted(Instant::now(), share, |doing| doing == Doing::Waiting);
        line.iter().position(|(_, at)| self.threads[*at].id == id).map_or(0, |place| place as u32)
    }

    /// Gives free permits to those who are first in line.
    fn call(&mut self, now: Instant, share: Duration) {
        while self.free > 0 {
            let line = self.sorted(now, share, |doing| doing == Doing::Waiting);
            let Some((_, at)) = line.first() else { return };
            let (id, called) = (self.threads[*at].id, self.threads[*at].called.clone());
            self.change(id, Doing::Working(None), now);
            self.free -= 1;
            called.notify_one();
        }
    }

    /// Asks threads at work for their permits, for those in line who go before them; takes permits from those who were asked
    /// a while ago.
    fn ask(&mut self, now: Instant, share: Duration) {
        let waiting = self.sorted(now, share, |doing| doing == Doing::Waiting);
        let working = self.sorted(now, share, |doing| matches!(doing, Doing::Working(_)));
        let mut deaf = Vec::new();
        for ((first, _), (last, at)) in waiting.iter().zip(working.iter().rev()) {
            let thread = &mut self.threads[*at];
            let Doing::Working(asked) = &mut thread.doing else { continue };
            match asked {
                Some(since) if now.duration_since(*since) >= DEAF => deaf.push(thread.id),
                None if first < last && now.duration_since(thread.since) >= SLICE => {
                    *asked = Some(now);
                    thread.tell();
                }
                Some(_) | None => {}
            }
        }
        self.loosen(now, |thread| deaf.contains(&thread.id));
        self.call(now, share);
    }

    /// These threads work without a permit.
    fn loosen(&mut self, now: Instant, which: impl Fn(&Thread) -> bool) {
        let ids: Vec<u64> = self.threads.iter().filter(|thread| which(thread)).map(|thread| thread.id).collect();
        for id in ids {
            self.change(id, Doing::Loose, now);
            self.thread(id).called.notify_one();
        }
    }

    /// May the thread go on although its budget was asked? It may be another's turn to hand over, and whoever wanted the
    /// permit may have gone away.
    fn may_go_on(&mut self, id: u64, now: Instant, share: Duration) -> bool {
        let thread = self.thread(id);
        match &mut thread.doing {
            Doing::Working(None) => return true,
            Doing::Working(asked) => *asked = None,
            Doing::Loose => return thread.is_to_stop(),
            Doing::Waiting | Doing::Resting => panic!("a thread without a permit asks its budget"),
        }
        thread.tell();
        let working = self.threads.iter().find(|thread| thread.id == id).expect("invariant: it has joined");
        let own = self.key(working, now, share);
        let waiting = self.sorted(now, share, |doing| doing == Doing::Waiting);
        waiting.first().is_none_or(|(first, _)| *first > own)
    }
}

/// An engine's place in the line, for all of its threads.
#[derive(Debug)]
pub(crate) struct Place {
    permits: Arc<Permits>,
    engine: usize,
    /// What its threads use up.
    account: &'static Account,
}

impl Place {
    /// What the engine's first thread does, which stands in line from the beginning.
    pub(crate) fn work_first<T>(&self, budget: &Budget, work: impl FnOnce() -> T) -> T {
        struct Leaving<'p>(&'p Place);
        impl Drop for Leaving<'_> {
            fn drop(&mut self) {
                self.0.end();
            }
        }
        let mut line = self.permits.lock();
        let first = line.threads.iter_mut().find(|thread| thread.engine == self.engine);
        let thread = first.expect("invariant: it stands in line from the beginning");
        thread.budget = Some(budget.clone());
        let id = thread.id;
        WHO.set(Some(id));
        self.account.enter();
        let _leaving = Leaving(self);
        self.permits.wait(id, line);
        work()
    }
}

impl Turns for Place {
    fn begin(&self, budget: &Budget) {
        let now = Instant::now();
        let mut line = self.permits.lock();
        let id = line.join(self.engine, Some(budget), now);
        WHO.set(Some(id));
        self.account.enter();
        line.call(now, self.permits.share);
        self.permits.wait(id, line);
    }

    fn end(&self) {
        if let Some(id) = WHO.take() {
            Account::leave();
            let mut line = self.permits.lock();
            line.engines[self.engine].costs.questions += new_questions();
            line.leave(id, Instant::now(), self.permits.share);
        }
    }

    fn pass(&self) {
        // A thread that does not work through the budget is none of our business.
        let Some(id) = WHO.get() else { return };
        let now = Instant::now();
        let mut line = self.permits.lock();
        if !line.may_go_on(id, now, self.permits.share) {
            line.engines[self.engine].costs.questions += new_questions();
            line.change(id, Doing::Waiting, now);
            line.call(now, self.permits.share);
            self.permits.wait(id, line);
        }
    }

    fn rest(&self) {
        let Some(id) = WHO.get() else { return };
        let now = Instant::now();
        let mut line = self.permits.lock();
        line.engines[self.engine].costs.questions += new_questions();
        line.change(id, Doing::Resting, now);
        line.call(now, self.permits.share);
    }

    fn resume(&self) {
        let Some(id) = WHO.get() else { return };
        let now = Instant::now();
        let mut line = self.permits.lock();
        line.change(id, Doing::Waiting, now);
        line.call(now, self.permits.share);
        self.permits.wait(id, line);
    }

    fn stopped(&self) {
        let mut line = self.permits.lock();
        let waits = |thread: &Thread| thread.engine == self.engine && thread.doing == Doing::Waiting;
        line.loosen(Instant::now(), |thread| waits(thread) && thread.is_to_stop());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARE: Duration = Duration::from_secs(1);

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn line(permits: usize, stages: &[u8]) -> (Line, Instant) {
        let now = Instant::now();
        let engine = |stage: &u8| Engine { stage: Stage(*stage), costs: Costs::default() };
        let mut line =
            Line { free: permits, threads: Vec::new(), engines: stages.iter().map(engine).collect(), next: 0 };
        for engine in 0..stages.len() {
            line.join(engine, None, now);
        }
        line.call(now, SHARE);
        (line, now)
    }

    fn at_work(line: &Line) -> Vec<u64> {
        line.threads.iter().filter(|thread| matches!(thread.doing, Doing::Working(_))).map(|thread| thread.id).collect()
    }

    fn asked(line: &Line) -> Vec<u64> {
        let asked = |thread: &&Thread| matches!(thread.doing, Doing::Working(Some(_)));
        line.threads.iter().filter(asked).map(|thread| thread.id).collect()
    }

    #[test]
    fn the_stage_decides_then_the_work_then_the_list() {
        let (mut line, now) = line(1, &[1, 0, 0]);
        assert_eq!(at_work(&line), [1]);
        line.change(1, Doing::Waiting, now + ms(10));
        line.call(now + ms(10), SHARE);
        assert_eq!(at_work(&line), [2], "it has worked less");
        line.change(2, Doing::Waiting, now + ms(20));
        line.call(now + ms(20), SHARE);
        assert_eq!(at_work(&line), [1], "both have worked as long");
        line.leave(1, now + ms(30), SHARE);
        line.leave(2, now + ms(30), SHARE);
        assert_eq!((at_work(&line), line.free), (vec![0], 0));
    }

    #[test]
    fn nobody_is_asked_within_a_slice_or_by_a_later_stage() {
        let (mut line, now) = line(1, &[0, 0, 1]);
        line.ask(now + SLICE / 2, SHARE);
        assert_eq!(asked(&line), Vec::<u64>::new());
        line.ask(now + SLICE, SHARE);
        assert_eq!(asked(&line), [0]);
        line.leave(1, now + SLICE, SHARE);
        assert!(line.may_go_on(0, now + SLICE, SHARE), "who wanted its permit is gone");
        line.ask(now + SLICE * 2, SHARE);
        assert_eq!(asked(&line), Vec::<u64>::new());
        line.ask(now + SHARE, SHARE);
        assert_eq!(asked(&line), [0], "its share is used up");
        assert!(!line.may_go_on(0, now + SHARE, SHARE));
    }

    #[test]
    fn who_does_not_hear_loses_the_permit_and_queues_when_it_asks() {
        let (mut line, now) = line(1, &[0, 0]);
        line.ask(now + SLICE, SHARE);
        line.ask(now + SLICE + DEAF, SHARE);
        assert_eq!((at_work(&line), line.thread(0).doing), (vec![1], Doing::Loose));
        assert!(!line.may_go_on(0, now + SLICE + DEAF, SHARE));
        line.leave(1, now + ms(300), SHARE);
        assert_eq!(line.free, 1, "a permit that was taken is not given back twice");
    }

    #[test]
    fn costs_are_summed_up_over_threads() {
        let permits = Permits::new(1, SHARE, [Stage::FIRST]);
        let place = permits.place(0, Account::open());
        let budget = Budget::new();
        place.work_first(&budget, || {
            place.rest();
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    place.begin(&budget);
                    std::thread::sleep(ms(5));
                    place.end();
                });
            });
            place.resume();
            std::thread::sleep(ms(5));
        });
        let costs = permits.costs(0);
        assert!(costs.worked >= ms(10), "{costs:?}");
        let line = permits.lock();
        assert_eq!((line.free, line.threads.len()), (1, 0));
    }
}
