//! Engines that do what a test says, and how to ask them.

use std::time::{Duration, Instant};

use certify::{Conclusion, Settled};
use engine::{
    Answer, Budget, Engine, EngineInfo, Limit, OnlyRun, Outcome, Property, Stage, Task, Tell, Traits, Unknown,
};
use ir::Module;
use portfolio::{Limits, Run, Status, Watch, verify};

pub const PROPERTIES: [Property; 2] = [Property::ValidMemsafety, Property::Termination];

fn plain() -> Module {
    ir::parse("module lp64\n\nfunc @main() -> i32 {\nbb0:\n  return i32 0\n}\n").expect("the test program parses")
}

pub fn limits(timeout_ms: u64) -> Limits {
    let (started, timeout) = (Instant::now(), Some(Duration::from_millis(timeout_ms)));
    Limits { started, timeout, memory_mib: None, threads: portfolio::cores() }
}

/// So many threads at a time, and all the time in the world.
pub fn threads(threads: usize) -> Limits {
    Limits { threads, ..limits(60_000) }
}

pub fn run(engines: &[&dyn Engine], limits: &Limits, watch: &dyn Watch) -> Run {
    let module = plain();
    let task = Task::new(&module, module.func_named("main").expect("the test program has a main"), PROPERTIES.to_vec());
    verify(&task, engines, limits, watch)
}

pub fn ask(engines: &[&dyn Engine], limits: &Limits, watch: &dyn Watch) -> Vec<Settled> {
    run(engines, limits, watch).results
}

#[derive(Default)]
pub struct Quiet;

impl Watch for Quiet {
    fn progress(&self, _running: &[Status]) {}
    fn cancelled(&self) -> bool {
        false
    }
    fn settled(&self, _run: Run) {}
    fn overdue(&self, _run: Run) {}
}

pub fn reason(settled: &Settled) -> &Unknown {
    match settled.verdict.conclusion() {
        Conclusion::Unknown(doubt) => &doubt.reason,
        Conclusion::True(_) | Conclusion::False(_) => panic!("settled: {settled:?}"),
    }
}

/// An engine that does what it is told.
pub struct Fake<F> {
    info: &'static EngineInfo,
    stage: Stage,
    analyze: F,
}

pub fn fake<F: Fn(&Task<'_>, &Budget, &Tell<'_>) + Sync>(id: &'static str, analyze: F) -> Fake<F> {
    let info = EngineInfo { id, about: "for tests", properties: &PROPERTIES, settings: &[] };
    Fake { info: Box::leak(Box::new(info)), stage: Stage::FIRST, analyze }
}

impl<F> Fake<F> {
    pub fn in_stage(self, stage: u8) -> Self {
        Fake { stage: Stage(stage), ..self }
    }
}

impl<F: Fn(&Task<'_>, &Budget, &Tell<'_>) + Sync> Engine for Fake<F> {
    fn info(&self) -> &'static EngineInfo {
        self.info
    }
    fn stage(&self, _property: Property, _traits: &Traits) -> Option<Stage> {
        Some(self.stage)
    }
    fn analyze(&self, task: &Task<'_>, budget: &Budget, tell: &Tell<'_>) {
        (self.analyze)(task, budget, tell);
    }
}

pub fn all(task: &Task<'_>, outcome: impl Fn() -> Outcome) -> Vec<Answer> {
    task.properties.iter().map(|property| Answer::new(*property, outcome())).collect()
}

/// The test program runs once and ends.
pub fn proof() -> Outcome {
    Outcome::Proved(Box::new(OnlyRun { steps: 100 }))
}

pub fn prove(task: &Task<'_>, tell: &Tell<'_>) {
    all(task, proof).into_iter().for_each(tell);
}

pub fn give_up(task: &Task<'_>, limit: Limit, tell: &Tell<'_>) {
    all(task, || Outcome::Unknown(Unknown::Limit(limit))).into_iter().for_each(tell);
}

/// Works until `done`, as engines do; the limit if it was stopped before.
pub fn work_until(budget: &Budget, done: impl Fn() -> bool) -> Option<Limit> {
    while !done() {
        if let Some(limit) = budget.exhausted() {
            return Some(limit);
        }
        std::hint::spin_loop();
    }
    None
}

/// Works for so long, by the clock.
pub fn work_for(budget: &Budget, time: Duration) -> Option<Limit> {
    let began = Instant::now();
    work_until(budget, || began.elapsed() >= time)
}
