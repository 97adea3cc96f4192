//! Runs of a bounded number of steps: clauses are unrolled, a little further whenever it is their turn.

use chc::system::System;
use chc::unroll::{Progress, Unrolling};
use engine::{Budget, Property, Task};
use smt::{Limits, Session, Solver};

use crate::refute::{Found, refute_unrolled};
use crate::solve::UNITS_OF_STEP;

/// What a term that a step makes costs, in units of the solver.
const WORK_OF_TERM: usize = 100;
/// Terms that steps may make in all: they stay.
const MOST_TERMS: usize = 3_000_000;

/// How far a system was unrolled.
pub struct Bounded {
    /// Nothing inside when it is of no use to go on.
    unrolling: Option<Unrolling>,
    solver: Solver,
}

/// What unrolling shows.
pub enum Shown {
    Nothing,
    /// All derivations end within so many steps, and none in a violation.
    Ends(usize),
    Broken(Found),
}

impl Bounded {
    pub fn new(system: &System, session: &Session) -> Bounded {
        Bounded { unrolling: Unrolling::of(system), solver: Solver::new(session) }
    }

    /// Goes on for about so many units of the solver.
    pub fn go_on(&mut self, task: &Task<'_>, property: Property, system: &System, work: u32, budget: &Budget) -> Shown {
        let Some(unrolling) = &mut self.unrolling else { return Shown::Nothing };
        let stop = || budget.stopped().is_some();
        let session = self.solver.session().clone();
        let mut left = work;
        while left > 0 && budget.exhausted().is_none() {
            self.solver.set_limits(Limits::work(left));
            let terms = system.terms.len();
            let (progress, spent) =
                session.counted(|| session.stoppable(&stop, || unrolling.step(system, &mut self.solver)));
            let made = u32::try_from((system.terms.len() - terms).saturating_mul(WORK_OF_TERM)).unwrap_or(u32::MAX);
            let spent = spent.saturating_add(made);
            budget.step(1 + u64::from(spent) / UNITS_OF_STEP);
            left = left.saturating_sub(spent);
            match progress {
                Progress::Open if system.terms.len() < MOST_TERMS => {}
                Progress::Over => return Shown::Ends(unrolling.steps()),
                Progress::Broken => {
                    let found = refute_unrolled(task, property, system, unrolling, &mut self.solver, budget);
                    self.unrolling = None;
                    return Shown::Broken(found);
                }
                // The step was not taken; the next time there is more to spend.
                Progress::Unknown(_) => break,
                Progress::Open => {
                    self.unrolling = None;
                    break;
                }
            }
        }
        tracing::debug!(steps = self.unrolling.as_ref().map(Unrolling::steps), work, "unrolled");
        Shown::Nothing
    }
}
