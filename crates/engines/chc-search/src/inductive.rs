//! Induction over several steps: what has not happened in so many steps, from any state that lemmas allow, does not happen in the next.
//!
//! Where no formula that the solver can find is kept by each step, the last few steps may say enough: a number that goes round in a circle, a
//! flag that was set two rounds ago.

use chc::system::System;
use chc::unroll::{Progress, Unrolling};
use engine::Budget;
use smt::{Limits, Session, Solution, Solver};

use crate::solve::{UNITS_OF_STEP, size};

/// What a step costs beside what the solver counts, for each term of the system.
const WORK_OF_TERM: usize = 20;
/// More steps than these are no induction that anybody wants to check.
const MOST_STEPS: usize = 64;
const MOST_TERMS: usize = 1_000_000;

/// How far was looked.
pub struct Inductive {
    /// Nothing inside when it is of no use to go on.
    unrolling: Option<Unrolling>,
    solver: Solver,
    known: Solution,
    steps: usize,
}

impl Inductive {
    pub fn new(system: &System, session: &Session, known: Solution) -> Inductive {
        let unrolling = Unrolling::anywhere(system, &known);
        Inductive { unrolling, solver: Solver::new(session), known, steps: 0 }
    }

    /// Goes on for about so many units of the solver, but for no more steps than are known to break nothing from the start. The number of
    /// steps that are enough, and what is known of all states.
    pub fn go_on(&mut self, system: &System, safe: usize, work: u32, budget: &Budget) -> Option<(usize, &Solution)> {
        let mut unrolling = self.unrolling.take()?;
        let stop = || budget.stopped().is_some();
        let session = self.solver.session().clone();
        let shown = session
            .stoppable(&stop, || self.unroll(&mut unrolling, system, &session, safe.min(MOST_STEPS), work, budget));
        tracing::debug!(steps = self.steps, work, shown, "induction");
        if shown {
            return Some((self.steps, &self.known));
        }
        if self.steps < MOST_STEPS && system.terms.len() < MOST_TERMS {
            self.unrolling = Some(unrolling);
        }
        None
    }

    fn unroll(
        &mut self,
        unrolling: &mut Unrolling,
        system: &System,
        session: &Session,
        most: usize,
        work: u32,
        budget: &Budget,
    ) -> bool {
        let mut left = work;
        let made = u32::try_from(size(&system.horn, &system.terms).saturating_mul(WORK_OF_TERM)).unwrap_or(u32::MAX);
        while left > 0 && self.steps < most && budget.exhausted().is_none() {
            self.solver.set_limits(Limits::work(left));
            let (progress, spent) = session.counted(|| unrolling.step(system, &mut self.solver));
            let spent = spent.saturating_add(made);
            budget.step(1 + u64::from(spent) / UNITS_OF_STEP);
            left = left.saturating_sub(spent);
            match progress {
                // What is open may be taken up again; what was asked of the solver is forgotten.
                Progress::Unknown(_) => return false,
                Progress::Over | Progress::Open => {
                    self.steps += 1;
                    return true;
                }
                Progress::Broken => {
                    self.steps += 1;
                    self.solver.assert(system.terms.not(unrolling.broken(system)));
                }
            }
        }
        false
    }
}
