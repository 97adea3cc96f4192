//! Which steps are done, and in which order.
//!
//! All of them are found without the solver. Nothing depends on names, and on the order of rules only which of two
//! locations with equally many transitions goes first.

use engine::Budget;

use super::{Simplification, Simplified, chained, determined, equal, graph, impossible, ranges, sliced, subsumed};
use crate::system::System;

/// Rounds after which what still changes is not worth it.
const MOST_ROUNDS: usize = 4;

/// The system without what the search need not look at.
pub fn simplify<'a>(original: &'a System, budget: &Budget) -> Simplified<'a> {
    let mut work = Work { simplified: Simplified::new(original), budget };
    if std::env::var("CAIRN_NOSIMP").is_ok() {
        return work.simplified;
    }
    for _ in 0..MOST_ROUNDS {
        let before = work.simplified.log.len();
        work.useless();
        work.equal();
        work.determined();
        work.sliced();
        work.subsumed();
        work.chained();
        if work.simplified.log.len() == before || budget.exhausted().is_some() {
            break;
        }
    }
    if std::env::var("CAIRN_NOSTRENGTHEN").is_err() {
        work.strengthened();
    }
    work.simplified
}

struct Work<'a, 'b> {
    simplified: Simplified<'a>,
    budget: &'b Budget,
}

impl Work<'_, '_> {
    fn system(&self) -> &System {
        self.simplified.system()
    }

    /// Transitions that no infinite run takes.
    fn useless(&mut self) {
        let transitions = impossible::impossible(self.system());
        self.unless_empty(transitions, |transitions| Simplification::Impossible { transitions });
        let transitions = graph::unreachable(self.system());
        self.unless_empty(transitions, |transitions| Simplification::Unreachable { transitions });
        let transitions = graph::irrelevant(self.system());
        self.unless_empty(transitions, |transitions| Simplification::Irrelevant { transitions });
    }

    fn equal(&mut self) {
        let mut values = equal::equal(self.system());
        // What changes nothing is not worth a word.
        let system = self.system();
        values.retain(|(location, var, _)| {
            let starts = system.transitions.iter().filter(|transition| transition.from == *location);
            starts.into_iter().any(|transition| {
                let polys = transition.guard.iter().map(|atom| &atom.poly).chain(&transition.update);
                polys.into_iter().any(|poly| poly.mentions(*var))
            })
        });
        self.unless_empty(values, |values| Simplification::Equal { values });
    }

    /// What variables are bounded by, for the guards; some then turn out never to hold.
    fn strengthened(&mut self) {
        let facts = ranges::ranges(self.system(), self.budget);
        self.unless_empty(facts, |facts| Simplification::Strengthened { facts });
        self.useless();
    }

    fn determined(&mut self) {
        for transition in 0..self.system().transitions.len() {
            while let Some((var, value)) = determined::determined(self.system(), &self.system().transitions[transition])
            {
                let step = Simplification::Determined { transition, var, value };
                if self.budget.exhausted().is_some() || self.simplified.apply(step).is_none() {
                    break;
                }
            }
        }
    }

    fn sliced(&mut self) {
        let vars = sliced::unneeded(self.system());
        self.unless_empty(vars, |vars| Simplification::Sliced { vars });
    }

    fn subsumed(&mut self) {
        let pairs = subsumed::subsumed(self.system());
        self.unless_empty(pairs, |pairs| Simplification::Subsumed { pairs });
    }

    fn chained(&mut self) {
        let mut tried = vec![false; self.system().locations.len()];
        while let Some(location) = chained::candidate(self.system(), &tried) {
            if self.budget.exhausted().is_some() {
                return;
            }
            tried[location.index()] = true;
            self.simplified.apply(Simplification::Chained { location });
        }
    }

    fn unless_empty<T>(&mut self, items: Vec<T>, step: impl FnOnce(Vec<T>) -> Simplification) {
        if !items.is_empty() {
            // A number that gets too large leaves the system as it is.
            let _ = self.simplified.apply(step(items));
        }
    }
}
