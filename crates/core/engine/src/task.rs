//! A question to an engine, and the engine.

use std::sync::{Arc, Mutex};

use ir::{FuncId, Module};

use crate::{Answer, Budget, Facts, Flows, Property, Setting, Settings, Traits};

/// A program and what is asked of it.
#[derive(Clone, Debug)]
pub struct Task<'m> {
    /// Satisfies `ir::verify`.
    pub module: &'m Module,
    /// A defined function.
    pub entry: FuncId,
    pub properties: Vec<Property>,
    /// Functions whose call violates `unreach-call`, by name.
    pub error_functions: Vec<String>,
    pub malloc_may_fail: bool,
    pub settings: Settings,
    pub facts: Facts<'m>,
}

impl<'m> Task<'m> {
    /// With nothing said of error functions and settings and nothing known of the program, in a world where memory never runs out.
    pub fn new(module: &'m Module, entry: FuncId, properties: Vec<Property>) -> Task<'m> {
        Task {
            module,
            entry,
            properties,
            error_functions: Vec::new(),
            malloc_may_fail: false,
            settings: Settings::default(),
            facts: Facts::none(),
        }
    }

    /// The control flow of the program's functions: shared with whoever else has these facts, or new where there are none.
    ///
    /// For the search. A check makes its own from the program, so that no verdict rests on what it was handed.
    pub fn flows(&self) -> Arc<Flows<'m>> {
        self.facts.flows().map_or_else(|| Arc::new(Flows::of(self.module)), Arc::clone)
    }
}

/// What the command line, the portfolio and the documentation know of an engine.
#[derive(Debug)]
pub struct EngineInfo {
    /// As in `--engine`.
    pub id: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// Properties it can settle; it is not asked about others.
    pub properties: &'static [Property],
    /// What users can tune.
    pub settings: &'static [Setting],
}

/// When an engine is asked. What is cheap and likely to answer comes first; on a machine with cores to spare, all come at
/// once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stage(pub u8);

impl Stage {
    pub const FIRST: Stage = Stage(0);
}

/// An analysis of whole programs.
///
/// Soundness condition: every concrete run that `interp` can show is covered by what the engine claims.
/// DIVERGENCE from the sketch in the house style: one call answers for all properties of the task, because one
/// exploration of the program serves them all.
pub trait Engine: Sync {
    fn info(&self) -> &'static EngineInfo;

    /// When to ask about one of its properties, for programs of this kind; `None` when it has nothing to say of them and is
    /// not to be asked at all. Nothing but time may depend on it: traits are hints.
    fn stage(&self, _property: Property, _traits: &Traits) -> Option<Stage> {
        Some(Stage::FIRST)
    }

    /// Total: tells one answer for each property of the task that `info` lists, each as soon as it will not change; what
    /// the engine cannot settle is `Unknown`.
    fn analyze(&self, task: &Task<'_>, budget: &Budget, tell: &Tell<'_>);
}

/// Takes an answer; from any thread of the engine.
pub type Tell<'t> = dyn Fn(Answer) + Sync + 't;

/// All that an engine tells, in the order in which it does.
pub fn answers(engine: &dyn Engine, task: &Task<'_>, budget: &Budget) -> Vec<Answer> {
    let told: Mutex<Vec<Answer>> = Mutex::default();
    engine.analyze(task, budget, &|answer| {
        told.lock().expect("invariant: nobody panics while holding this lock").push(answer);
    });
    told.into_inner().expect("invariant: nobody panics while holding this lock")
}
