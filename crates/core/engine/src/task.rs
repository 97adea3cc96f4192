//! A question to an engine, and the engine.

use ir::{FuncId, Module};

use crate::{Answer, Budget, Facts, Property, Setting, Settings};

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

/// An analysis of whole programs.
///
/// Soundness condition: every concrete run that `interp` can show is covered by what the engine claims.
/// DIVERGENCE from the sketch in the house style: one call answers for all properties of the task, because one
/// exploration of the program serves them all.
pub trait Engine: Sync {
    fn info(&self) -> &'static EngineInfo;

    /// Total: one answer for each property of the task that `info` lists; what it cannot settle is `Unknown`.
    fn analyze(&self, task: &Task<'_>, budget: &Budget) -> Vec<Answer>;

    /// The same, but an answer that will not change may be told while the engine looks for the others, so that its check
    /// does not have to wait until the time is over. What was told is not given back.
    fn analyze_and_tell(&self, task: &Task<'_>, budget: &Budget, _tell: &(dyn Fn(Answer) + Sync)) -> Vec<Answer> {
        self.analyze(task, budget)
    }
}
