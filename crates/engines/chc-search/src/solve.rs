//! How Spacer is asked: in rounds, with more and more work, each time in several ways.

use engine::Budget;
use smt::{Guidance, Horn, HornAnswer, Limits, Session};

/// What the solver may spend in each round, in its own units; a million take about half a second.
pub const ROUNDS: [u32; 5] = [50_000, 400_000, 3_000_000, 20_000_000, 200_000_000];

pub const GUIDANCE: [Guidance; 3] = [
    Guidance { global: true, simplify: false, few_numbers: false },
    Guidance { global: false, simplify: true, few_numbers: false },
    Guidance { global: true, simplify: true, few_numbers: true },
];

/// Asks once, within the budget. A unit of the solver's work is a step.
pub fn ask(horn: &Horn, session: &Session, guidance: Guidance, work: u32, budget: &Budget) -> HornAnswer {
    let left = budget.steps_left().map_or(work, |left| u32::try_from(left).map_or(work, |left| work.min(left)));
    let stop = || budget.stopped().is_some();
    let answer = session.stoppable(&stop, || horn.solve(session, guidance, Limits::work(left)));
    budget.step(u64::from(left));
    answer
}

/// Relations that satisfy every clause, or why there are none; as long as the budget lasts.
pub fn solve(horn: &Horn, session: &Session, budget: &Budget) -> HornAnswer {
    let mut why = String::new();
    for work in ROUNDS {
        for guidance in GUIDANCE {
            if budget.exhausted().is_some() {
                return HornAnswer::Unknown("a limit was reached".to_string());
            }
            match ask(horn, session, guidance, work, budget) {
                HornAnswer::Unknown(reason) => why = reason,
                answer @ (HornAnswer::Safe(_) | HornAnswer::Unsafe(_)) => return answer,
            }
        }
    }
    HornAnswer::Unknown(why)
}
