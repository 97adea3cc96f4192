//! More engines than cores: who works, who waits, and that nobody waits for ever.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Engine, Limit};

use crate::common::{Quiet, ask, fake, give_up, limits, prove, run, threads, work_for, work_until};

const LONG: Duration = Duration::from_millis(40);

#[test]
fn all_get_their_turn_and_no_more_than_may_work_at_a_time() {
    for permits in [1, 2] {
        let (begun, at_work) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (rounds, crowded) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let needs_all = || {
            fake("one", |task, budget, tell| {
                begun.fetch_add(1, Ordering::Relaxed);
                work_until(budget, || {
                    let crowd = at_work.fetch_add(1, Ordering::Relaxed) + 1;
                    rounds.fetch_add(1, Ordering::Relaxed);
                    crowded.fetch_add(usize::from(crowd > permits), Ordering::Relaxed);
                    at_work.fetch_sub(1, Ordering::Relaxed);
                    begun.load(Ordering::Relaxed) == 5
                });
                prove(task, tell);
            })
        };
        let engines = [needs_all(), needs_all(), needs_all(), needs_all(), needs_all()];
        let engines: Vec<&dyn Engine> = engines.iter().map(|engine| engine as &dyn Engine).collect();
        let run = run(&engines, &threads(permits), &Quiet);
        assert!(run.results.iter().all(|settled| settled.verdict.is_settled()));
        assert!(run.engines[4].waited > Duration::ZERO, "{:?}", run.engines);
        // A machine that is busy otherwise can keep a thread from answering for so long that it loses its permit.
        let (rounds, crowded) = (rounds.into_inner(), crowded.into_inner());
        assert!(crowded * 20 < rounds, "{crowded} of {rounds}");
    }
}

#[test]
fn who_waits_for_its_own_threads_has_no_permit() {
    let began = Instant::now();
    let boss = fake("boss", |task, budget, tell| {
        thread::scope(|scope| {
            let helper = scope.spawn(|| budget.work(|| work_for(budget, LONG)));
            budget.wait(|| helper.join()).expect("the helper does not panic");
        });
        prove(task, tell);
    });
    let run = run(&[&boss], &threads(1), &Quiet);
    assert!(run.results.iter().all(|settled| settled.verdict.is_settled()));
    assert!(began.elapsed() < Duration::from_secs(20));
    let boss = &run.engines[0];
    assert!(boss.worked < began.elapsed(), "waiting for a helper is no work: {boss:?}");
}

#[test]
fn who_forgets_to_say_that_it_waits_loses_its_permit() {
    let forgetful = fake("forgetful", |task, budget, tell| {
        thread::scope(|scope| {
            let helper = scope.spawn(|| budget.work(|| work_for(budget, LONG)));
            helper.join().expect("the helper does not panic");
        });
        prove(task, tell);
    });
    assert!(ask(&[&forgetful], &threads(1), &Quiet).iter().all(|settled| settled.verdict.is_settled()));
}

#[test]
fn a_lock_that_somebody_in_the_line_holds_stops_nobody_for_ever() {
    let lock = Mutex::new(());
    let locking = fake("locking", |task, budget, tell| {
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    budget.work(|| {
                        let _held = lock.lock().expect("nobody panics");
                        work_for(budget, LONG);
                    });
                });
            }
        });
        prove(task, tell);
    });
    assert!(ask(&[&locking], &threads(1), &Quiet).iter().all(|settled| settled.verdict.is_settled()));
}

#[test]
fn earlier_stages_go_first_whatever_their_place_in_the_list() {
    let order = Mutex::new(Vec::new());
    let noting = |id: &'static str, stage: u8| {
        let order = &order;
        let engine = fake(id, move |task, budget, tell| {
            order.lock().expect("pushing does not panic").push(id);
            work_for(budget, LONG);
            order.lock().expect("pushing does not panic").push(id);
            give_up(task, Limit::Effort, tell);
        });
        engine.in_stage(stage)
    };
    let (late, early, middle) = (noting("late", 2), noting("early", 0), noting("middle", 1));
    ask(&[&late, &early, &middle], &threads(1), &Quiet);
    let order = order.into_inner().expect("pushing does not panic");
    assert_eq!(order, ["early", "early", "middle", "middle", "late", "late"]);
}

#[test]
fn a_free_core_is_used_by_whoever_is_next() {
    let endless = fake("endless", |task, budget, tell| {
        let limit = work_until(budget, || false).expect("only a limit ends it");
        give_up(task, limit, tell);
    });
    let late = fake("late", |task, _budget, tell| prove(task, tell)).in_stage(3);
    let run = run(&[&endless, &late], &threads(2), &Quiet);
    assert!(run.results.iter().all(|settled| settled.engine == Some("late")));
    assert!(run.engines[1].waited < Duration::from_secs(1), "{:?}", run.engines);
}

#[test]
fn a_stage_has_the_machine_to_itself_for_its_share_only() {
    let endless = fake("endless", |task, budget, tell| {
        let limit = work_until(budget, || false).expect("only a limit ends it");
        give_up(task, limit, tell);
    });
    let late = fake("late", |task, _budget, tell| prove(task, tell)).in_stage(1);
    // Of two seconds on one core each has a quarter before the other.
    let run = run(&[&endless, &late], &portfolio::Limits { threads: 1, ..limits(2_000) }, &Quiet);
    assert!(run.results.iter().all(|settled| settled.engine == Some("late")), "{:?}", run.engines);
    assert!(run.engines[1].waited >= Duration::from_millis(450), "{:?}", run.engines);
}

#[test]
fn a_panic_gives_the_permit_back() {
    let panics = fake("panics", |_task, budget, _tell| {
        thread::scope(|scope| {
            let helper = scope.spawn(|| engine::catch(|| budget.work(|| panic!("in a helper"))));
            let _: Result<(), String> = budget.wait(|| helper.join()).expect("the panic is caught");
        });
        panic!("an invariant is broken")
    });
    let late = fake("late", |task, _budget, tell| prove(task, tell)).in_stage(1);
    let results = ask(&[&panics, &late], &threads(1), &Quiet);
    assert!(results.iter().all(|settled| settled.engine == Some("late")), "{results:?}");
}

#[test]
fn who_never_asks_keeps_nobody_from_answering() {
    let deaf = fake("deaf", |task, _budget, tell| {
        thread::sleep(Duration::from_secs(3));
        give_up(task, Limit::Effort, tell);
    });
    let sure = fake("sure", |task, _budget, tell| prove(task, tell));
    for settled in ask(&[&deaf, &sure], &threads(1), &Quiet) {
        assert_eq!(settled.engine, Some("sure"));
        assert!(settled.time < Duration::from_secs(2), "{settled:?}");
    }
}

#[test]
fn who_is_stopped_in_the_line_does_not_begin() {
    let sure = fake("sure", |task, _budget, tell| prove(task, tell));
    let never = fake("never", |_task, _budget, _tell| panic!("it was to stop")).in_stage(1);
    let run = run(&[&sure, &never], &threads(1), &Quiet);
    assert!(run.results.iter().all(|settled| settled.engine == Some("sure")), "{:?}", run.results);
    assert_eq!(run.engines[0].settled, crate::common::PROPERTIES);
}
