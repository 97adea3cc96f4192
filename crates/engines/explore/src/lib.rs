//! Bounded concrete exploration: the bug hunter of last resort.
//!
//! Runs the program in `interp`, again and again, with inputs that are chosen: first a few simple ones, then those
//! that make a branch of an earlier run go the other way (found by the solver from the conditions the run met), and
//! random ones in between. Every answer is a run, so there are no false alarms by construction, and no proofs
//! either, except for one kind of program: one that takes no input at all has a single run, and that run is everything. A run
//! that is long is looked through for a lap that can be gone round for ever.
//!
//! Soundness: `Refuted` carries the inputs of a run that `interp` ended in the violation; `Proved` is claimed only for a
//! run that asked for nothing and depended on no address. Constraints may be incomplete (floats, symbolic addresses);
//! then fewer of the chosen inputs lead where they should, and no answer is wrong, because only runs count.

mod condition;
mod dead_ends;
mod endless;
mod frontier;
mod guess;
mod only_run;
mod record;
mod rounds;
mod search;
mod solve;
mod source;

use engine::{Answer, Budget, Engine, EngineInfo, Limit, Outcome, Property, Task, Tell, Unknown};

/// The engine; it has no state between tasks.
#[derive(Debug)]
pub struct Explore;

static INFO: EngineInfo = EngineInfo {
    id: "explore",
    about: "bounded concrete exploration: systematic, concolic and random inputs",
    properties: &[
        Property::ValidMemsafety,
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::ValidMemcleanup,
        Property::UnreachCall,
        Property::NoOverflow,
        Property::Termination,
    ],
    settings: &[],
};

impl Engine for Explore {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    /// Violations are told while the search for others goes on.
    fn analyze(&self, task: &Task<'_>, budget: &Budget, tell: &Tell<'_>) {
        let flows = task.flows();
        let properties: Vec<Property> =
            task.properties.iter().copied().filter(|property| INFO.properties.contains(property)).collect();
        let left = only_run::answer(task, &flows, &properties, budget, tell);
        let (hopeless, left): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|property| dead_ends::is_hopeless(task, *property));
        hopeless.into_iter().for_each(|property| tell(unknown(property, Unknown::Limit(Limit::Effort))));
        if !left.is_empty() {
            search::Search::new(task, &flows, left, budget, tell).run().into_iter().for_each(tell);
        }
    }
}

pub(crate) fn unknown(property: Property, reason: Unknown) -> Answer {
    Answer::new(property, Outcome::Unknown(reason))
}
