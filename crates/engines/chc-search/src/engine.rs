//! The engine: what it is asked.

use chc::Pointers;
use engine::{Answer, Budget, Engine, EngineInfo, Outcome, Property, Setting, Stage, Task, Tell, Traits, Unknown};

use crate::search::Search;

/// Horn clauses.
#[derive(Debug)]
pub struct Chc;

const CONTEXTS: Setting = Setting {
    name: "contexts",
    about: "are functions that allocate told apart by how they are called? 1 or 0",
    default: 1,
    least: 0,
    most: 1,
};

static INFO: EngineInfo = EngineInfo {
    id: "chc",
    about: "Horn clauses: assertions, overflow and memory safety, by numeric invariants and summaries of functions",
    properties: &[
        Property::UnreachCall,
        Property::NoOverflow,
        Property::ValidMemsafety,
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::ValidMemcleanup,
    ],
    settings: &[CONTEXTS],
};

impl Engine for Chc {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    /// Where others are at their end: questions to the solver are dear.
    fn stage(&self, property: Property, _: &Traits) -> Option<Stage> {
        Some(if matches!(property, Property::UnreachCall | Property::NoOverflow) { Stage(1) } else { Stage(2) })
    }

    fn analyze(&self, task: &Task<'_>, budget: &Budget, tell: &Tell<'_>) {
        // What is beyond the clauses for one property is so for the others.
        let mut beyond: Option<Unknown> = None;
        let tells_apart = task.settings.get(&INFO, &CONTEXTS) == 1;
        let copied = tells_apart.then(|| chc::in_contexts(task)).flatten();
        for property in INFO.properties.iter().copied().filter(|property| task.properties.contains(property)) {
            let outcome = match &beyond {
                Some(reason) => Outcome::Unknown(reason.clone()),
                None => {
                    let (outcome, reason) =
                        Search::new(task, property, budget, Pointers::Followed).in_contexts(copied.as_ref()).settle();
                    beyond = reason;
                    outcome
                }
            };
            tell(Answer::new(property, outcome).after(budget));
        }
    }
}
