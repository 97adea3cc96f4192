//! Runs of a bounded number of steps: clauses are unrolled, a little further whenever it is their turn.

use chc::system::System;
use chc::unroll::{Progress, Unrolling};
use engine::{Budget, Property, Task};
use smt::{Limits, Session, Solver};

use crate::accelerate::{Accelerated, Turns};
use crate::refute::{Found, refute_unrolled};
use crate::solve::{UNITS_OF_STEP, size};

/// What a step costs, and a term that it makes, in units of the solver.
const WORK_OF_STEP: usize = 100;
const WORK_OF_TERM: usize = 20;
/// Steps between two looks at what was spent, of a system of few terms.
const STEPS_AT_ONCE: usize = 8;
const FEW_TERMS: usize = 1_000;
/// Terms that steps may make in all: they stay.
const MOST_TERMS: usize = 3_000_000;

/// How far a system was unrolled.
pub struct Bounded {
    /// Nothing inside when it is of no use to go on.
    unrolling: Option<Unrolling>,
    solver: Solver,
    /// What is unrolled instead of the system itself.
    accelerated: Option<Accelerated>,
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
        Bounded { unrolling: Unrolling::of(system), solver: Solver::new(session), accelerated: None }
    }

    /// Loops may turn many times in one step. `None` if that makes no difference.
    pub fn accelerated(system: &System, session: &Session, budget: &Budget) -> Option<Bounded> {
        let accelerated = Accelerated::of(system, session, budget)?;
        let unrolling = Unrolling::of(&accelerated.system);
        Some(Bounded { unrolling, solver: Solver::new(session), accelerated: Some(accelerated) })
    }

    /// How many steps break nothing, as far as is known.
    pub fn safe(&self) -> usize {
        self.unrolling.as_ref().map_or(0, Unrolling::steps)
    }

    /// Goes on for about so many units of the solver.
    pub fn go_on(&mut self, task: &Task<'_>, property: Property, system: &System, work: u32, budget: &Budget) -> Shown {
        let Some(mut unrolling) = self.unrolling.take() else { return Shown::Nothing };
        let single = Turns::default();
        let accelerated = self.accelerated.as_ref();
        let (system, turns) = accelerated.map_or((system, &single), |fast| (&fast.system, &fast.turns));
        let stop = || budget.stopped().is_some();
        let session = self.solver.session().clone();
        let progress =
            session.stoppable(&stop, || unroll(&mut unrolling, system, &session, &mut self.solver, work, budget));
        tracing::debug!(steps = unrolling.steps(), work, ?progress, "unrolled");
        match progress {
            Progress::Over => return Shown::Ends(unrolling.steps()),
            Progress::Broken => {
                return Shown::Broken(refute_unrolled(
                    task,
                    property,
                    (system, turns),
                    &unrolling,
                    &mut self.solver,
                    budget,
                ));
            }
            Progress::Open if system.terms.len() >= MOST_TERMS => {}
            // The next time there is more to spend.
            Progress::Open | Progress::Unknown(_) => self.unrolling = Some(unrolling),
        }
        Shown::Nothing
    }
}

/// One step after the other, as long as it lasts.
fn unroll(
    unrolling: &mut Unrolling,
    system: &System,
    session: &Session,
    solver: &mut Solver,
    work: u32,
    budget: &Budget,
) -> Progress {
    let mut left = work;
    solver.set_limits(Limits::work(work));
    let at_once = (STEPS_AT_ONCE * FEW_TERMS / size(&system.horn, &system.terms).max(1)).clamp(1, STEPS_AT_ONCE);
    while left > 0 && budget.exhausted().is_none() && system.terms.len() < MOST_TERMS {
        let terms = system.terms.len();
        // To ask what was spent takes longer than many a step.
        let (progress, spent) = session.counted(|| {
            let mut steps = (0..at_once).map(|_| unrolling.step(system, solver));
            steps.find(|progress| *progress != Progress::Open).unwrap_or(Progress::Open)
        });
        let made = (system.terms.len() - terms).saturating_mul(WORK_OF_TERM) + at_once * WORK_OF_STEP;
        let spent = spent.saturating_add(u32::try_from(made).unwrap_or(u32::MAX));
        budget.step(1 + u64::from(spent) / UNITS_OF_STEP);
        left = left.saturating_sub(spent);
        if progress != Progress::Open {
            return progress;
        }
    }
    Progress::Open
}
