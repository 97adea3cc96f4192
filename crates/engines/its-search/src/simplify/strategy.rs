//! Which steps are done, and in which order.
//!
//! All of them are found without the solver. Nothing depends on names; which of two locations that look alike goes first
//! depends on the order of locations, but not on that of rules.

use engine::Budget;
use its::certificate::Simplification;
use its::replay::{Simplified, apply, tidy};
use its::system::{System, irrelevant, unneeded, unreachable};

use super::chained::{candidate, distances};
use super::determined::determined;
use super::equal::equal;
use super::ranges::ranges;
use super::subsumed::subsumed;

/// Times that ranges are looked for.
const MOST_PASSES: usize = 2;
/// Rounds after which what still changes is not worth it.
const MOST_ROUNDS: usize = 4;

/// The system without what the search need not look at.
pub fn simplify<'a>(original: &'a System, budget: &Budget) -> Simplified<'a> {
    let mut work = Work { simplified: Simplified::new(original), budget };
    // Ranges come last, since guards that mention more need more variables; what they exclude is worth another look.
    for _ in 0..MOST_PASSES {
        work.rounds();
        if !work.strengthened() {
            break;
        }
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

    fn rounds(&mut self) {
        for _ in 0..MOST_ROUNDS {
            let before = self.simplified.log().len();
            self.useless();
            self.equal();
            self.determined();
            self.sliced();
            self.subsumed();
            self.chained();
            if self.simplified.log().len() == before || self.budget.exhausted().is_some() {
                break;
            }
        }
    }

    /// Transitions that no infinite run takes.
    fn useless(&mut self) {
        let transitions = impossible(self.system());
        self.unless_empty(transitions, |transitions| Simplification::Impossible { transitions });
        let transitions = unreachable(self.system());
        self.unless_empty(transitions, |transitions| Simplification::Unreachable { transitions });
        let transitions = irrelevant(self.system());
        self.unless_empty(transitions, |transitions| Simplification::Irrelevant { transitions });
    }

    fn equal(&mut self) {
        let mut values = equal(self.system(), self.budget);
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

    /// What variables are bounded by, for the guards; says whether some then turn out never to hold.
    fn strengthened(&mut self) -> bool {
        let facts = ranges(self.system(), self.budget);
        self.unless_empty(facts, |facts| Simplification::Strengthened { facts });
        let before = self.system().transitions.len();
        self.useless();
        self.system().transitions.len() < before
    }

    fn determined(&mut self) {
        for transition in 0..self.system().transitions.len() {
            while let Some((var, value)) = determined(self.system(), &self.system().transitions[transition]) {
                let step = Simplification::Determined { transition, var, value };
                if self.budget.exhausted().is_some() || apply(&mut self.simplified, step).is_none() {
                    break;
                }
            }
        }
    }

    fn sliced(&mut self) {
        let vars = unneeded(self.system());
        self.unless_empty(vars, |vars| Simplification::Sliced { vars });
    }

    fn subsumed(&mut self) {
        let pairs = subsumed(self.system());
        self.unless_empty(pairs, |pairs| Simplification::Subsumed { pairs });
    }

    fn chained(&mut self) {
        let away = distances(self.system());
        let mut tried = vec![false; away.len()];
        while let Some(location) = candidate(self.system(), &away, &tried) {
            if self.budget.exhausted().is_some() {
                return;
            }
            tried[location.index()] = true;
            apply(&mut self.simplified, Simplification::Chained { location });
        }
    }

    fn unless_empty<T>(&mut self, items: Vec<T>, step: impl FnOnce(Vec<T>) -> Simplification) {
        if !items.is_empty() {
            // A number that gets too large leaves the system as it is.
            let _ = apply(&mut self.simplified, step(items));
        }
    }
}

/// Transitions whose guard evidently never holds.
fn impossible(system: &System) -> Vec<usize> {
    let never = |index: &usize| tidy(&system.transitions[*index].guard).is_none();
    (0..system.transitions.len()).filter(never).collect()
}
