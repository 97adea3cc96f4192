//! How Spacer is asked: in rounds, with more and more work, each time in several ways, and with lemmas.

use engine::Budget;
use smt::{Guidance, Horn, HornAnswer, Limits, Node, Session, Solution, Term, Terms};

use crate::lemmas::{Indices, lemmas, strengthened};

/// What the solver may spend in each round, in its own units; a million take about half a second.
const ROUNDS: [u32; 6] = [50_000, 400_000, 2_000_000, 10_000_000, 50_000_000, 400_000_000];
/// What is spent at first, without lemmas: many small systems do not need any, and some large ones are refuted at a glance.
const GLANCE: u32 = 500_000;
/// Units of the solver that are a step of the budget.
pub const UNITS_OF_STEP: u64 = 10;
/// What Spacer needs at least for each term of a system, and ten times as much for each of one of so many.
const WORK_OF_TERM: usize = 400;
const LARGE: usize = 500;

const PLAIN: Guidance = Guidance { global: false, simplify: false, equations: false, few_numbers: false };
const GUIDANCE: [Guidance; 4] = [
    Guidance { global: true, equations: true, ..PLAIN },
    Guidance { simplify: true, ..PLAIN },
    Guidance { global: true, ..PLAIN },
    Guidance { global: true, simplify: true, few_numbers: true, ..PLAIN },
];

/// How a system is asked.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// What the solver may spend, round after round.
    pub rounds: Vec<u32>,
    pub guidances: [Guidance; 4],
}

impl Strategy {
    /// Clauses stay as they are, so that derivations are made of them.
    pub const EXACT: Guidance = PLAIN;

    /// To read a large system takes more than the small rounds have, and to begin with another way is best. Where there are few steps
    /// to spend, the small rounds are all there is.
    pub fn of(horn: &Horn, terms: &Terms, budget: &Budget) -> Strategy {
        let size = size(horn, terms);
        let [equations, simplify, global, all] = GUIDANCE;
        let (least, guidances) = if size < LARGE {
            (size.saturating_mul(WORK_OF_TERM), GUIDANCE)
        } else {
            (size.saturating_mul(10 * WORK_OF_TERM), [simplify, equations, global, all])
        };
        let is_rich = budget.steps_left().is_none_or(|left| left.saturating_mul(UNITS_OF_STEP) / 10 >= least as u64);
        let least = if is_rich { least } else { 0 };
        let last = ROUNDS[ROUNDS.len() - 1];
        let rounds = ROUNDS.into_iter().filter(|work| *work as usize >= least || *work == last).collect();
        Strategy { rounds, guidances }
    }

    /// What the first look may spend.
    pub fn glance(&self) -> u32 {
        self.rounds.first().copied().unwrap_or_default().min(GLANCE)
    }
}

fn all_terms(horn: &Horn, terms: &Terms) -> Vec<Term> {
    let roots = horn.clauses().iter().flat_map(|clause| [clause.body].into_iter().chain(clause.head));
    terms.subterms(roots)
}

/// Terms of a system.
pub fn size(horn: &Horn, terms: &Terms) -> usize {
    all_terms(horn, terms).len()
}

/// Are there no products of unknown integers?
pub fn is_linear(horn: &Horn, terms: &Terms) -> bool {
    let is_product = |term: &Term| matches!(terms.node(*term), Node::Mul(a, _) if terms.as_value(*a).is_none());
    !all_terms(horn, terms).iter().any(is_product)
}

/// What is known of a system from one time that it is asked to the next.
#[derive(Debug, Default)]
pub struct Known {
    indices: Indices,
    /// The system with its lemmas, and these; nothing inside when there are none.
    strong: Option<Option<(Horn, Solution)>>,
}

impl Known {
    /// Nothing, but where indices of arrays are.
    pub fn new(indices: Indices) -> Known {
        Known { indices, ..Known::default() }
    }

    /// What was found of all states; nothing where that took too long, or was not tried.
    pub fn lemmas(&self) -> Option<&Solution> {
        self.strong.as_ref()?.as_ref().map(|(_, lemmas)| lemmas)
    }

    /// Asks with lemmas, once, within the budget.
    pub fn ask(
        &mut self,
        horn: &Horn,
        session: &Session,
        guidance: Guidance,
        work: u32,
        budget: &Budget,
    ) -> HornAnswer {
        let find = || {
            let stop = || budget.stopped().is_some();
            session.stoppable(&stop, || {
                let found = lemmas(horn, &self.indices, session, budget)?;
                Some((strengthened(horn, &found, session, budget), found))
            })
        };
        match self.strong.get_or_insert_with(find) {
            None => ask(horn, session, guidance, work, budget),
            Some((strong, lemmas)) if !strong.has_queries() => HornAnswer::Safe(lemmas.clone()),
            Some((strong, lemmas)) => match ask(strong, session, guidance, work, budget) {
                HornAnswer::Safe(solution) => HornAnswer::Safe(solution.and(lemmas)),
                answer @ (HornAnswer::Unsafe(_) | HornAnswer::Unknown(_)) => answer,
            },
        }
    }
}

/// Asks without lemmas.
pub fn ask(horn: &Horn, session: &Session, guidance: Guidance, work: u32, budget: &Budget) -> HornAnswer {
    let units = |steps: u64| u32::try_from(steps.saturating_mul(UNITS_OF_STEP)).unwrap_or(u32::MAX);
    let left = budget.steps_left().map_or(work, |left| work.min(units(left)));
    let stop = || budget.stopped().is_some();
    let solve = || horn.solve(session, guidance, Limits::work(left));
    let (answer, spent) = session.counted(|| session.stoppable(&stop, solve));
    budget.step(u64::from(spent) / UNITS_OF_STEP);
    tracing::debug!(?guidance, work, spent, "asked");
    answer
}

/// Relations that satisfy every clause, or why there are none; as long as the budget lasts.
pub fn solve(horn: &Horn, session: &Session, budget: &Budget) -> HornAnswer {
    let mut known = Known::default();
    let strategy = Strategy::of(horn, session.terms(), budget);
    let mut why = match ask(horn, session, strategy.guidances[0], strategy.glance(), budget) {
        HornAnswer::Unknown(reason) => reason,
        answer @ (HornAnswer::Safe(_) | HornAnswer::Unsafe(_)) => return answer,
    };
    for work in strategy.rounds {
        for guidance in strategy.guidances {
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
