//! Engines that take more memory than there is for them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use account::process::memory;
use engine::{Budget, Limit};
use portfolio::Limits;

use crate::common::{Quiet, fake, give_up, prove, reason, run, threads, work_until};

/// One at a time: what the process uses is the sum of what its tests do.
static ALONE: Mutex<()> = Mutex::new(());

/// So much more than the process has now.
fn with_memory(mib: u64) -> Limits {
    Limits { memory_mib: Some(memory().now_mib + mib), ..threads(3) }
}

/// MiB that are taken at a time: so many that the C library gives them back to the system when they are freed, whatever it
/// has seen before.
const BLOCK: usize = 34;

/// Takes so many blocks, slowly enough for somebody to notice; what it has, and the limit if it was stopped.
fn take(blocks: usize, budget: &Budget) -> (Vec<Vec<u8>>, Option<Limit>) {
    let mut taken = Vec::new();
    while taken.len() < blocks {
        if let Some(limit) = budget.exhausted() {
            return (taken, Some(limit));
        }
        taken.push(vec![1; BLOCK << 20]);
        std::thread::sleep(Duration::from_millis(30));
    }
    (taken, None)
}

#[test]
fn an_engine_over_its_share_stops_alone() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let stopped = AtomicUsize::new(0);
    let hungry = fake("hungry", |task, budget, tell| {
        let (_taken, limit) = take(usize::MAX, budget);
        stopped.store(1, Ordering::Relaxed);
        give_up(task, limit.expect("only a limit ends it"), tell);
    });
    let modest =
        fake("modest", |task, budget, tell| match work_until(budget, || stopped.load(Ordering::Relaxed) == 1) {
            None => prove(task, tell),
            Some(limit) => give_up(task, limit, tell),
        });
    let run = run(&[&hungry, &modest], &with_memory(400), &Quiet);
    assert!(run.results.iter().all(|settled| settled.engine == Some("modest")), "{:?}", run.results);
    assert_eq!((run.engines[0].stopped, run.engines[1].stopped), (Some(Limit::Memory), None));
    assert!(run.engines[0].peak_bytes > 150 << 20, "{:?}", run.engines);
    assert!(run.engines[1].peak_bytes < 10 << 20, "{:?}", run.engines);
}

#[test]
fn who_is_alone_has_all_of_it() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let hungry = fake("hungry", |task, budget, tell| {
        let (_taken, limit) = take(9, budget);
        match limit {
            None => prove(task, tell),
            Some(limit) => give_up(task, limit, tell),
        }
    });
    let run = run(&[&hungry], &with_memory(400), &Quiet);
    assert!(run.results.iter().all(|settled| settled.verdict.is_settled()), "{:?}", run.results);
}

#[test]
fn when_the_process_has_too_much_the_largest_stops_first() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (large_has_it, gone) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let large = fake("large", |task, budget, tell| {
        let (taken, _) = take(5, budget);
        large_has_it.store(1, Ordering::Relaxed);
        let limit = work_until(budget, || false).expect("only a limit ends it");
        drop(taken);
        gone.store(1, Ordering::Relaxed);
        give_up(task, limit, tell);
    });
    let small = |id| {
        fake(id, |task, budget, tell| {
            work_until(budget, || large_has_it.load(Ordering::Relaxed) == 1);
            let (_taken, _) = take(4, budget);
            match work_until(budget, || gone.load(Ordering::Relaxed) == 1) {
                None => prove(task, tell),
                Some(limit) => give_up(task, limit, tell),
            }
        })
    };
    let run = run(&[&small("one"), &large, &small("other")], &with_memory(400), &Quiet);
    let stopped: Vec<Option<Limit>> = run.engines.iter().map(|engine| engine.stopped).collect();
    assert_eq!(stopped, [None, Some(Limit::Memory), None]);
    assert!(run.results.iter().all(|settled| settled.engine == Some("one")), "{:?}", run.results);
}

#[test]
fn an_unknown_names_the_limit_of_whoever_stopped_alone() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let hungry = fake("hungry", |task, budget, tell| {
        let (_taken, limit) = take(usize::MAX, budget);
        give_up(task, limit.expect("only a limit ends it"), tell);
    });
    let idle = fake("idle", |task, budget, tell| {
        let began = std::time::Instant::now();
        work_until(budget, || began.elapsed() > Duration::from_secs(2));
        give_up(task, Limit::Effort, tell);
    });
    for settled in run(&[&hungry, &idle], &with_memory(300), &Quiet).results {
        assert_eq!((reason(&settled), settled.limit), (&engine::Unknown::Limit(Limit::Memory), Some(Limit::Memory)));
    }
}
