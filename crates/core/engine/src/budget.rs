//! How long an engine may work, and how it says what it has done.
//!
//! Engines read no clock: they ask the budget, which is told by its owner. Asking costs one atomic load, also for whether
//! the thread that asks should let others work first.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};

use crate::Limit;
use crate::turns::{Resting, Turns, Working};

/// Shared between an engine and whoever watches it; clones are the same budget.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Whoever works for it stops with it.
    parent: Option<Arc<Shared>>,
    /// 0 while work may go on, else the limit's code; with [`TURN`], a thread is asked for its turn.
    stop: AtomicU8,
    /// Who decides whose turn it is; what is a part of this asks here.
    turns: Option<Arc<dyn Turns>>,
    states: AtomicU64,
    functions_done: AtomicU64,
    /// Steps that were taken, and how many may be.
    steps: AtomicU64,
    most_steps: Option<u64>,
    failures: Mutex<Vec<String>>,
    counts: Mutex<Vec<(&'static str, u64)>>,
    /// Pieces of work that go on at the same time.
    shares: Mutex<Vec<Weak<Shared>>>,
}

const TIME: u8 = 1;
const MEMORY: u8 = 2;
const EFFORT: u8 = 3;
const CANCELLED: u8 = 4;
/// Beside the limit's code.
const TURN: u8 = 0x80;

impl Budget {
    pub fn new() -> Self {
        Budget::default()
    }

    /// For so many steps, whatever time they take: results then depend on neither the machine nor what else it does.
    pub fn of_steps(most: u64) -> Self {
        Budget { shared: Arc::new(Shared { most_steps: Some(most), ..Shared::default() }) }
    }

    /// For an engine whose threads take turns with others.
    pub fn with_turns(turns: Arc<dyn Turns>) -> Self {
        Budget { shared: Arc::new(Shared { turns: Some(turns), ..Shared::default() }) }
    }

    /// A part of this budget that can be stopped by itself; its work counts here too.
    pub fn part(&self) -> Self {
        Budget { shared: Arc::new(Shared { parent: Some(self.shared.clone()), ..Shared::default() }) }
    }

    /// A part for a piece of work that may take so many steps at most.
    pub fn limited(&self, most: u64) -> Self {
        let parent = Some(self.shared.clone());
        Budget { shared: Arc::new(Shared { parent, most_steps: Some(most), ..Shared::default() }) }
    }

    /// A part for one of `count` pieces of work that go on at the same time: it has its share of the steps that are left,
    /// so what it gets done does not depend on the others.
    pub fn share(&self, count: usize) -> Self {
        let parent = Some(self.shared.clone());
        let most_steps = self.steps_left().map(|left| left / count.max(1) as u64);
        let share = Budget { shared: Arc::new(Shared { parent, most_steps, ..Shared::default() }) };
        let mut shares = self.shared.shares.lock().expect("invariant: pushing does not panic");
        shares.push(Arc::downgrade(&share.shared));
        share
    }

    /// Steps that may still be taken; `None` when they are not limited.
    pub fn steps_left(&self) -> Option<u64> {
        self.chain()
            .filter_map(|shared| Some(shared.most_steps?.saturating_sub(shared.steps.load(Ordering::Relaxed))))
            .min()
    }

    /// Counts steps, here and in what this is a part of, and stops whoever has taken all of its own.
    pub fn step(&self, count: u64) {
        for shared in self.chain() {
            let taken = shared.steps.fetch_add(count, Ordering::Relaxed).saturating_add(count);
            if shared.most_steps.is_some_and(|most| taken >= most) {
                shared.stop(EFFORT);
            }
        }
    }

    pub fn steps(&self) -> u64 {
        self.shared.steps.load(Ordering::Relaxed)
    }

    /// Everybody who still works for this has taken at least so many steps; `u64::MAX` when nobody does any more.
    pub fn least_steps(&self) -> u64 {
        self.shared.least_steps()
    }

    /// This budget, what it is a part of, and so on.
    fn chain(&self) -> impl Iterator<Item = &Shared> {
        std::iter::successors(Some(&*self.shared), |shared| shared.parent.as_deref())
    }

    /// To be asked in every loop that a hostile program can make long. Lets others work first when it is their turn, so it
    /// is not asked while holding a lock that another thread of the engine needs.
    #[inline]
    pub fn exhausted(&self) -> Option<Limit> {
        let codes = self.chain().map(|shared| shared.stop.load(Ordering::Relaxed));
        match codes.into_iter().find(|code| *code != 0) {
            None => None,
            Some(code) => self.told(code),
        }
    }

    #[cold]
    fn told(&self, code: u8) -> Option<Limit> {
        match code & !TURN {
            0 => {
                if let Some(turns) = self.turns() {
                    turns.pass();
                }
                self.stopped()
            }
            _ => limit(code),
        }
    }

    /// For the owner: as [`Budget::exhausted`], and it is nobody's turn or another's.
    pub fn stopped(&self) -> Option<Limit> {
        self.chain().find_map(|shared| limit(shared.stop.load(Ordering::Relaxed)))
    }

    fn turns(&self) -> Option<&dyn Turns> {
        self.chain().find_map(|shared| shared.turns.as_deref())
    }

    /// Called by the owner: threads that ask this budget learn that one of them should let others work, until nobody is
    /// asked any more.
    pub fn ask_for_turn(&self, asked: bool) {
        if asked {
            self.shared.stop.fetch_or(TURN, Ordering::Relaxed);
        } else {
            self.shared.stop.fetch_and(!TURN, Ordering::Relaxed);
        }
    }

    /// What a thread that the engine has started does: it works when it is its turn, and for this engine's account.
    pub fn work<T>(&self, work: impl FnOnce() -> T) -> T {
        let _working = self.turns().map(|turns| Working::begin(turns, self));
        work()
    }

    /// Waits for other threads of the engine, which may need this thread's turn to come to an end. A question to the solver
    /// is no waiting, but work.
    pub fn wait<T>(&self, wait: impl FnOnce() -> T) -> T {
        let _resting = self.turns().map(Resting::begin);
        wait()
    }

    /// Called by the owner; the first limit stays.
    pub fn stop(&self, limit: Limit) {
        let code = match limit {
            Limit::Time => TIME,
            Limit::Memory => MEMORY,
            Limit::Effort => EFFORT,
            Limit::Cancelled => CANCELLED,
        };
        self.shared.stop(code);
        if let Some(turns) = self.turns() {
            turns.stopped();
        }
    }

    /// States, runs or whatever the engine counts its work in.
    pub fn add_states(&self, count: u64) {
        self.shared.states.fetch_add(count, Ordering::Relaxed);
        if let Some(parent) = &self.shared.parent {
            parent.states.fetch_add(count, Ordering::Relaxed);
        }
    }

    /// Says that a part of the engine failed (our own bug, caught) although the engine goes on without it: answers that it
    /// still gives hide that, and whoever tests the engine must not miss it.
    pub fn report_failure(&self, what: &str) {
        for shared in self.chain() {
            shared.failures.lock().expect("invariant: pushing does not panic").push(what.to_string());
        }
    }

    pub fn failures(&self) -> Vec<String> {
        self.shared.failures.lock().expect("invariant: pushing does not panic").clone()
    }

    /// Adds to what the engine counts under a name of its own, for people who tune it. Too slow for every step.
    pub fn count(&self, what: &'static str, number: u64) {
        for shared in self.chain() {
            let mut counts = shared.counts.lock().expect("invariant: adding does not panic");
            match counts.iter_mut().find(|(name, _)| *name == what) {
                Some((_, sum)) => *sum = sum.saturating_add(number),
                None => counts.push((what, number)),
            }
        }
    }

    /// In the order of first mention.
    pub fn counts(&self) -> Vec<(&'static str, u64)> {
        self.shared.counts.lock().expect("invariant: adding does not panic").clone()
    }

    pub fn add_function_done(&self) {
        self.shared.functions_done.fetch_add(1, Ordering::Relaxed);
    }

    pub fn states(&self) -> u64 {
        self.shared.states.load(Ordering::Relaxed)
    }

    pub fn functions_done(&self) -> u64 {
        self.shared.functions_done.load(Ordering::Relaxed)
    }
}

fn limit(code: u8) -> Option<Limit> {
    match code & !TURN {
        0 => None,
        TIME => Some(Limit::Time),
        MEMORY => Some(Limit::Memory),
        EFFORT => Some(Limit::Effort),
        _ => Some(Limit::Cancelled),
    }
}

impl Shared {
    /// The first limit stays.
    fn stop(&self, code: u8) {
        let first = |now: u8| (now & !TURN == 0).then_some(now | code);
        let _ = self.stop.fetch_update(Ordering::Relaxed, Ordering::Relaxed, first);
    }

    fn least_steps(&self) -> u64 {
        if limit(self.stop.load(Ordering::Relaxed)).is_some() {
            return u64::MAX;
        }
        let shares = self.shares.lock().expect("invariant: pushing does not panic");
        let least = shares.iter().filter_map(Weak::upgrade).map(|share| share.least_steps()).min();
        least.unwrap_or_else(|| self.steps.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_stops_with_the_whole_and_not_the_other_way() {
        let whole = Budget::new();
        let (one, other) = (whole.part(), whole.part());
        one.stop(Limit::Cancelled);
        one.add_states(3);
        assert_eq!(one.exhausted(), Some(Limit::Cancelled));
        assert_eq!((whole.exhausted(), other.exhausted(), whole.states()), (None, None, 3));
        whole.stop(Limit::Time);
        assert_eq!((other.exhausted(), one.exhausted()), (Some(Limit::Time), Some(Limit::Cancelled)));
    }

    #[test]
    fn failures_of_a_part_are_failures_of_the_whole() {
        let whole = Budget::new();
        whole.part().report_failure("lost its way");
        assert_eq!(whole.failures(), ["lost its way"]);
        assert_eq!(Budget::new().failures(), Vec::<String>::new());
    }

    #[test]
    fn counts_of_a_part_are_counts_of_the_whole() {
        let whole = Budget::new();
        whole.part().count("edges", 3);
        whole.count("states", 1);
        whole.part().count("edges", 4);
        assert_eq!(whole.counts(), [("edges", 7), ("states", 1)]);
    }

    #[test]
    fn steps_are_shared_out() {
        let whole = Budget::of_steps(10);
        whole.step(2);
        let (one, other) = (whole.share(2), whole.share(2));
        one.part().step(4);
        assert_eq!((one.exhausted(), other.exhausted()), (Some(Limit::Effort), None));
        assert_eq!((whole.steps(), whole.steps_left(), other.steps_left()), (6, Some(4), Some(4)));
        other.step(4);
        assert_eq!((other.exhausted(), whole.exhausted()), (Some(Limit::Effort), Some(Limit::Effort)));
        assert_eq!((Budget::new().steps_left(), Budget::new().share(3).steps_left()), (None, None));
    }

    /// Notes what it is told.
    #[derive(Debug, Default)]
    struct Noting(Mutex<Vec<&'static str>>);

    impl Noting {
        fn note(&self, what: &'static str) {
            self.0.lock().expect("invariant: pushing does not panic").push(what);
        }
    }

    impl Turns for Noting {
        fn begin(&self, budget: &Budget) {
            assert_eq!(budget.stopped(), None);
            self.note("begin");
        }
        fn end(&self) {
            self.note("end");
        }
        fn pass(&self) {
            self.note("pass");
        }
        fn rest(&self) {
            self.note("rest");
        }
        fn resume(&self) {
            self.note("resume");
        }
        fn stopped(&self) {
            self.note("stopped");
        }
    }

    #[test]
    fn only_who_is_asked_for_a_turn_passes_it_on() {
        let noting = Arc::new(Noting::default());
        let whole = Budget::with_turns(noting.clone());
        let part = whole.part();
        assert_eq!(part.exhausted(), None);
        whole.ask_for_turn(true);
        assert_eq!(part.exhausted(), None);
        assert_eq!(whole.least_steps(), 0, "it still works");
        whole.ask_for_turn(false);
        assert_eq!(part.exhausted(), None);
        whole.ask_for_turn(true);
        whole.stop(Limit::Memory);
        whole.part().stop(Limit::Time);
        whole.stop(Limit::Time);
        assert_eq!((part.exhausted(), part.stopped()), (Some(Limit::Memory), Some(Limit::Memory)));
        let noted = noting.0.lock().expect("invariant: pushing does not panic");
        assert_eq!(*noted, ["pass", "stopped", "stopped", "stopped"]);
    }

    #[test]
    fn turns_are_given_back_after_a_panic_too() {
        let noting = Arc::new(Noting::default());
        let budget = Budget::with_turns(noting.clone()).part();
        let panic: Result<(), String> = crate::catch(|| budget.work(|| budget.wait(|| panic!("lost"))));
        assert!(panic.is_err());
        assert_eq!(*noting.0.lock().expect("invariant: pushing does not panic"), ["begin", "rest", "resume", "end"]);
        assert_eq!(Budget::new().work(|| Budget::new().wait(|| 7)), 7, "without others there are no turns");
    }

    #[test]
    fn the_slowest_share_counts() {
        let whole = Budget::new();
        whole.step(5);
        assert_eq!(whole.least_steps(), 5);
        let (one, other) = (whole.share(2), whole.share(2));
        one.step(7);
        other.step(3);
        assert_eq!(whole.least_steps(), 3);
        other.stop(Limit::Cancelled);
        assert_eq!(whole.least_steps(), 7);
        one.stop(Limit::Cancelled);
        assert_eq!(whole.least_steps(), u64::MAX);
    }
}
