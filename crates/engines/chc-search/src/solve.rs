//! How Spacer is asked: in rounds, with more and more work, each time in several ways, and with lemmas.

use engine::Budget;
use smt::{Guidance, Horn, HornAnswer, Limits, Session, Solution, Terms};

use crate::lemmas::{lemmas, strengthened};

/// What the solver may spend in each round, in its own units; a million take about half a second.
const ROUNDS: [u32; 5] = [50_000, 400_000, 3_000_000, 20_000_000, 200_000_000];
/// What Spacer needs at least for each term of a system.
const WORK_OF_TERM: usize = 400;

pub const GUIDANCE: [Guidance; 3] = [
    Guidance { global: true, simplify: false, few_numbers: false },
    Guidance { global: false, simplify: true, few_numbers: false },
    Guidance { global: true, simplify: true, few_numbers: true },
];

/// The rounds that a system is worth: to read a large one takes more than the small rounds have.
pub fn rounds(horn: &Horn, terms: &Terms) -> impl Iterator<Item = u32> {
    let roots = horn.clauses().iter().flat_map(|clause| [clause.body].into_iter().chain(clause.head));
    let least = terms.subterms(roots).len().saturating_mul(WORK_OF_TERM);
    let last = ROUNDS[ROUNDS.len() - 1];
    ROUNDS.into_iter().filter(move |work| *work as usize >= least || *work == last)
}

/// What is known of a system from one time that it is asked to the next.
#[derive(Debug, Default)]
pub struct Known {
    was_asked: bool,
    /// The system with its lemmas, and these; nothing inside when there are none.
    strong: Option<Option<(Horn, Solution)>>,
}

impl Known {
    /// Asks once, within the budget. A unit of the solver's work is a step.
    ///
    /// The first time without lemmas, which many small systems do not need.
    pub fn ask(
        &mut self,
        horn: &Horn,
        session: &Session,
        guidance: Guidance,
        work: u32,
        budget: &Budget,
    ) -> HornAnswer {
        if !std::mem::replace(&mut self.was_asked, true) && work <= ROUNDS[1] {
            return ask(horn, session, guidance, work, budget);
        }
        let find = || {
            let stop = || budget.stopped().is_some();
            let found = session.stoppable(&stop, || lemmas(horn, session, budget))?;
            Some((strengthened(horn, &found), found))
        };
        match self.strong.get_or_insert_with(find) {
            None => ask(horn, session, guidance, work, budget),
            Some((strong, lemmas)) => match ask(strong, session, guidance, work, budget) {
                HornAnswer::Safe(solution) => HornAnswer::Safe(solution.and(lemmas)),
                answer @ (HornAnswer::Unsafe(_) | HornAnswer::Unknown(_)) => answer,
            },
        }
    }
}

fn ask(horn: &Horn, session: &Session, guidance: Guidance, work: u32, budget: &Budget) -> HornAnswer {
    let left = budget.steps_left().map_or(work, |left| u32::try_from(left).map_or(work, |left| work.min(left)));
    let stop = || budget.stopped().is_some();
    let answer = session.stoppable(&stop, || horn.solve(session, guidance, Limits::work(left)));
    budget.step(u64::from(left));
    answer
}

/// Relations that satisfy every clause, or why there are none; as long as the budget lasts.
pub fn solve(horn: &Horn, session: &Session, budget: &Budget) -> HornAnswer {
    let mut known = Known::default();
    let mut why = String::new();
    for work in rounds(horn, session.terms()) {
        for guidance in GUIDANCE {
            if budget.exhausted().is_some() {
                return HornAnswer::Unknown("a limit was reached".to_string());
            }
            match known.ask(horn, session, guidance, work, budget) {
                HornAnswer::Unknown(reason) => why = reason,
                answer @ (HornAnswer::Safe(_) | HornAnswer::Unsafe(_)) => return answer,
            }
        }
    }
    HornAnswer::Unknown(why)
}
