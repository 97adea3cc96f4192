//! Clauses of which only some variables are seen (localization reduction).
//!
//! A large program has many variables, and few of them matter. Relations without the others have fewer arguments: a solution of them is
//! one of all clauses, since what is not seen may be anything. A derivation of them may be none: where its clauses, put together with all their
//! variables, contradict each other, the variables that it takes to say so are seen from now on. At first none is; of questions about one
//! object, what its accesses are computed from (`cone`).
//!
//! `seen` holds clauses without what is not seen, `used` says of which clauses a derivation is made, `missing` which variables
//! contradict it.

mod cone;
mod missing;
mod seen;
mod used;

use chc::system::{System, What};
use chc::unroll::Step;
use smt::{Derivation, HornAnswer, Limits, Solution, Solver};

use crate::refute::{Found, Question, refute_steps};
use crate::solve::{Known, Strategy, UNITS_OF_STEP, ask};
use missing::Lacks;
use seen::Narrowed;

/// What the solver may spend on one question about a derivation.
const WORK: u32 = 5_000_000;
/// What is spent without lemmas.
const GLANCE: u32 = 2_000_000;

/// What narrowing shows.
pub enum Shown {
    Nothing,
    /// Relations that satisfy every clause of the system.
    Solved(Solution),
    Broken(Found),
}

/// What is seen of a system.
#[derive(Debug, Default)]
pub struct Narrow {
    visible: Vec<What>,
    /// Nothing is to be gained.
    is_over: bool,
}

impl Narrow {
    /// At first, what must not happen speaks of is seen.
    pub fn from_what_is_asked(system: &System) -> Narrow {
        Narrow { visible: cone::cone(system), is_over: false }
    }

    /// Goes on for about so many units of the solver.
    pub fn go_on(&mut self, question: &Question<'_>, work: u32) -> Shown {
        let mut left = work;
        while !self.is_over && left > 0 && question.budget.exhausted().is_none() {
            let (shown, spent) = question.session.counted(|| self.round(question, left));
            if !matches!(shown, Shown::Nothing) {
                return shown;
            }
            left = left.saturating_sub(spent.max(1));
        }
        Shown::Nothing
    }

    fn round(&mut self, question: &Question<'_>, work: u32) -> Shown {
        let Question { system, session, budget, .. } = *question;
        let narrowed = Narrowed::of(system, &self.visible);
        let guidance = Strategy::EXACT;
        let mut answer = ask(&narrowed.horn, session, guidance, work.min(GLANCE), budget);
        if matches!(answer, HornAnswer::Unknown(_)) && work > GLANCE {
            answer = Known::default().ask(&narrowed.horn, session, guidance, work, budget);
        }
        let derivation = match answer {
            HornAnswer::Safe(solution) => return Shown::Solved(narrowed.widened(&solution)),
            HornAnswer::Unsafe(derivation) => derivation,
            HornAnswer::Unknown(why) => {
                tracing::debug!(seen = self.visible.len(), why, "not solved");
                return Shown::Nothing;
            }
        };
        let stop = || budget.stopped().is_some();
        let look = || session.stoppable(&stop, || self.look(question, &narrowed, &derivation));
        let (shown, spent) = session.counted(look);
        budget.step(u64::from(spent) / UNITS_OF_STEP);
        tracing::debug!(seen = self.visible.len(), steps = derivation.facts.len(), is_over = self.is_over, "narrowed");
        shown
    }

    /// Is it a derivation with all variables, too? If not, more of them are seen from now on.
    fn look(&mut self, question: &Question<'_>, narrowed: &Narrowed<'_>, derivation: &Derivation) -> Shown {
        let mut solver = Solver::new(question.session);
        solver.set_limits(Limits::work(WORK));
        let used = narrowed.clauses_of(derivation, &mut solver);
        let lacks = used.as_ref().map_or(Lacks::Unknown, |used| narrowed.missing(used, &mut solver));
        match (lacks, used) {
            (Lacks::Variables(missing), _) if !missing.is_empty() => {
                self.visible.extend(missing);
                Shown::Nothing
            }
            (Lacks::Nothing(copies), Some(used)) => {
                self.is_over = true;
                let steps = used.iter().zip(&copies);
                let steps =
                    steps.map(|(used, copy)| Step { clause: used.clause, renamed: &copy.renamed, returns: false });
                // Where functions have summaries, the order of the steps is another one.
                let is_a_path = used.iter().all(|used| used.premises.len() <= 1);
                let steps: Vec<Step<'_>> = steps.rev().collect();
                Shown::Broken(refute_steps(question, &steps, is_a_path, &mut solver))
            }
            (Lacks::Variables(_) | Lacks::Nothing(_) | Lacks::Unknown, _) => {
                self.is_over = true;
                Shown::Nothing
            }
        }
    }
}
