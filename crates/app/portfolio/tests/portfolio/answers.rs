//! What becomes of answers, and of engines that give none.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use certify::{Conclusion, Settled};
use engine::{Answer, Budget, Engine, EngineInfo, Limit, Outcome, Property, Task, Tell, Unknown};
use portfolio::{Limits, Run, Status, Watch};

use crate::common::{PROPERTIES, Quiet, all, ask, limits, proof, reason};

macro_rules! engine {
    ($name:ident, $id:literal, $properties:expr, |$task:ident, $budget:ident| $body:expr) => {
        struct $name;
        impl Engine for $name {
            fn info(&self) -> &'static EngineInfo {
                static INFO: EngineInfo =
                    EngineInfo { id: $id, about: "for tests", properties: $properties, settings: &[] };
                &INFO
            }
            fn analyze(&self, $task: &Task<'_>, $budget: &Budget, tell: &Tell<'_>) {
                let answers = || -> Vec<Answer> { $body };
                answers().into_iter().for_each(tell);
            }
        }
    };
}

/// Knows one answer at once, and looks for the other as long as it may.
struct Early;

impl Engine for Early {
    fn info(&self) -> &'static EngineInfo {
        static INFO: EngineInfo =
            EngineInfo { id: "early", about: "for tests", properties: &PROPERTIES, settings: &[] };
        &INFO
    }
    fn analyze(&self, _task: &Task<'_>, budget: &Budget, tell: &Tell<'_>) {
        tell(Answer::new(Property::ValidMemsafety, proof()));
        // Deaf for longer than anybody waits.
        std::thread::sleep(Duration::from_millis(3_000));
        let limit = budget.exhausted().expect("the time is over");
        tell(Answer::new(Property::Termination, Outcome::Unknown(Unknown::Limit(limit))));
    }
}

/// Notes what it would have to answer with.
#[derive(Default)]
struct Noting(RefCell<Vec<Settled>>);

impl Watch for Noting {
    fn progress(&self, _running: &[Status]) {}
    fn cancelled(&self) -> bool {
        false
    }
    fn settled(&self, _run: Run) {
        panic!("one property is open");
    }
    fn overdue(&self, run: Run) {
        *self.0.borrow_mut() = run.results;
    }
}

#[test]
fn what_is_known_early_does_not_wait_for_the_rest() {
    let noting = Noting::default();
    ask(&[&Early], &limits(100), &noting);
    let results = noting.0.into_inner();
    assert_eq!(results.len(), 2);
    assert!(matches!(results[0].verdict.conclusion(), Conclusion::True(_)));
    assert_eq!((reason(&results[1]), results[1].limit), (&Unknown::Limit(Limit::Time), Some(Limit::Time)));
}

#[test]
fn memory_that_is_used_up_is_no_time_to_begin() {
    let limits = Limits { timeout: None, memory_mib: Some(1), ..limits(0) };
    for settled in ask(&[&Sure], &limits, &Quiet) {
        assert_eq!(reason(&settled), &Unknown::Limit(Limit::Memory));
    }
}

engine!(Sure, "sure", &PROPERTIES, |task, _budget| all(task, proof));
engine!(Panics, "panics", &PROPERTIES, |_task, _budget| panic!("an invariant is broken"));
engine!(Silent, "silent", &PROPERTIES, |_task, _budget| vec![]);
engine!(Patient, "patient", &PROPERTIES, |task, budget| {
    let limit = loop {
        match budget.exhausted() {
            Some(limit) => break limit,
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    budget.add_states(42);
    all(task, || Outcome::Unknown(Unknown::Limit(limit)))
});
const DEAF_FOR: Duration = Duration::from_secs(4);
engine!(Deaf, "deaf", &PROPERTIES, |task, _budget| {
    std::thread::sleep(DEAF_FOR);
    all(task, || Outcome::Unknown(Unknown::Limit(Limit::Effort)))
});
engine!(Narrow, "narrow", &[Property::Termination], |task, _budget| all(task, proof));

#[test]
fn a_checked_proof_settles_every_property() {
    let results = ask(&[&Sure], &limits(10_000), &Quiet);
    assert_eq!(results.len(), 2);
    for (settled, property) in results.iter().zip(PROPERTIES) {
        assert_eq!(settled.verdict.property(), property);
        assert!(matches!(settled.verdict.conclusion(), Conclusion::True(_)), "{settled:?}");
        assert_eq!(settled.engine, Some("sure"));
    }
}

#[test]
fn a_panic_becomes_unknown_and_costs_nobody_else() {
    let results = ask(&[&Panics], &limits(10_000), &Quiet);
    for settled in &results {
        let Unknown::Internal(message) = reason(settled) else { panic!("{settled:?}") };
        assert!(message.contains("an invariant is broken") && message.contains("please report"), "{message}");
    }
    let results = ask(&[&Panics, &Sure], &limits(10_000), &Quiet);
    assert!(results.iter().all(|settled| settled.verdict.is_settled()), "{results:?}");
}

#[test]
fn an_engine_that_says_nothing_is_noticed() {
    for settled in ask(&[&Silent], &limits(10_000), &Quiet) {
        assert!(matches!(reason(&settled), Unknown::Internal(_)), "{settled:?}");
    }
}

#[test]
fn whoever_has_settled_everything_sends_the_others_home() {
    let started = Instant::now();
    let results = ask(&[&Patient, &Sure], &limits(30_000), &Quiet);
    assert!(results.iter().all(|settled| settled.engine == Some("sure")), "{results:?}");
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[test]
fn what_is_settled_does_not_wait_for_who_cannot_hear() {
    struct Hasty(Instant, RefCell<Vec<(Duration, Run)>>);
    impl Watch for Hasty {
        fn progress(&self, _running: &[Status]) {}
        fn cancelled(&self) -> bool {
            false
        }
        fn settled(&self, run: Run) {
            self.1.borrow_mut().push((self.0.elapsed(), run));
        }
        fn overdue(&self, _run: Run) {
            panic!("no limit was reached");
        }
    }
    let hasty = Hasty(Instant::now(), RefCell::default());
    ask(&[&Deaf, &Sure], &limits(30_000), &hasty);
    assert!(hasty.0.elapsed() >= DEAF_FOR);
    let told = hasty.1.into_inner();
    let [(after, run)] = told.as_slice() else { panic!("told {} times", told.len()) };
    assert!(*after < DEAF_FOR, "{after:?}");
    assert!(run.results.iter().all(|settled| settled.engine == Some("sure") && settled.verdict.is_settled()));
}

#[test]
fn the_time_limit_is_kept_and_named() {
    for settled in ask(&[&Patient], &limits(50), &Quiet) {
        assert_eq!(reason(&settled), &Unknown::Limit(Limit::Time));
        assert_eq!(settled.states, 42, "what was reached is told");
    }
}

#[test]
fn the_memory_limit_is_kept_and_named() {
    let limits = Limits { memory_mib: Some(1), ..limits(30_000) };
    for settled in ask(&[&Patient], &limits, &Quiet) {
        assert_eq!(reason(&settled), &Unknown::Limit(Limit::Memory));
    }
}

#[test]
fn the_user_can_stop_it() {
    struct Impatient;
    impl Watch for Impatient {
        fn progress(&self, running: &[Status]) {
            assert!(running.len() <= 1);
        }
        fn cancelled(&self) -> bool {
            true
        }
        fn settled(&self, _run: Run) {}
        fn overdue(&self, _run: Run) {}
    }
    for settled in ask(&[&Patient], &limits(30_000), &Impatient) {
        assert_eq!(reason(&settled), &Unknown::Limit(Limit::Cancelled));
    }
}

#[test]
fn an_engine_that_ignores_its_budget_is_answered_for() {
    #[derive(Default)]
    struct Told(RefCell<Vec<Settled>>);
    impl Watch for Told {
        fn progress(&self, _running: &[Status]) {}
        fn cancelled(&self) -> bool {
            false
        }
        fn settled(&self, _run: Run) {}
        fn overdue(&self, run: Run) {
            self.0.replace(run.results);
        }
    }
    let told = Told::default();
    ask(&[&Deaf], &limits(10), &told);
    let results = told.0.into_inner();
    assert_eq!(results.len(), 2);
    for settled in &results {
        assert_eq!(reason(settled), &Unknown::Limit(Limit::Time));
        assert_eq!(settled.engine, Some("deaf"));
    }
}

#[test]
fn properties_that_nobody_knows_are_unknown() {
    let results = ask(&[&Narrow], &limits(10_000), &Quiet);
    assert!(matches!(reason(&results[0]), Unknown::Unsupported { .. }), "{results:?}");
    assert!(matches!(results[1].verdict.conclusion(), Conclusion::True(_)));
}
