//! The engine: what it is asked, and in which order it tries to answer.

use engine::{Budget, Engine, EngineInfo, Property, Task, Tell};
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
        let flows = task.flows();
        let prepared = Prepared::of(task, &flows);
        let mut search = Search::new(&prepared, asked, budget, tell);
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
