//! The engine: what it is asked, and in which order it tries to answer.

use engine::{Acyclic, Answer, Budget, Engine, EngineInfo, Outcome, Property, Task, Tell};
use symex::exec::{Overflow, Prepared};

use crate::explore::Effort;
use crate::search::Search;

/// Symbolic execution graphs.
#[derive(Debug)]
pub struct Symex;

static INFO: EngineInfo = EngineInfo {
    id: "symex",
    about: "symbolic execution graphs: termination, overflow and memory safety, function by function",
    properties: &[
        Property::ValidMemsafety,
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::UnreachCall,
        Property::NoOverflow,
        Property::Termination,
    ],
    settings: &[],
};

impl Engine for Symex {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn analyze(&self, task: &Task<'_>, budget: &Budget, tell: &Tell<'_>) {
        let asked = task.properties.iter().copied().filter(|property| INFO.properties.contains(property));
        let mut asked: Vec<Property> = asked.collect();
        // What does nothing twice ends; no state is needed for that.
        if asked.contains(&Property::Termination) && ir::repetition(task.module, task.entry).is_none() {
            tell(Answer::new(Property::Termination, Outcome::Proved(Box::new(Acyclic {}))));
            asked.retain(|property| *property != Property::Termination);
        }
        if asked.is_empty() {
            return;
        }
        let flows = task.flows();
        let prepared = Prepared::of(task, &flows);
        let mut search = Search::new(&prepared, asked.into_iter(), budget, tell);
        for effort in [CAREFUL, COARSE] {
            // What settles most comes first: where nothing overflows, one graph serves all properties.
            for overflow in [Overflow::Blocks, Overflow::Counts, Overflow::Wraps] {
                search.explore(overflow, effort);
            }
            search.strengthen();
        }
        search.give_up();
    }
}

const CAREFUL: Effort = Effort { joins: false, most_states: 2_000, most_kept: 300, most_resumed: 1_000 };
const COARSE: Effort = Effort { joins: true, most_states: 20_000, most_kept: 3_000, most_resumed: 20_000 };
