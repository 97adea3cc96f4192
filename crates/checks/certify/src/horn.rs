//! Verdicts about systems of Horn clauses.

use engine::{Budget, Unknown};
use smt::{Derivation, Horn, HornAnswer, Limits, Session, Solution, Solver, Term, Terms};

use crate::verdict::{Conclusion, refused};

/// What the solver may spend on one clause or one step.
const WORK: u32 = 200_000_000;

/// An answer about a system whose evidence was checked; only [`judge_horn`] makes one that says yes or no.
#[derive(Debug)]
pub struct HornVerdict {
    conclusion: HornConclusion,
}

/// TRUE: there are relations that satisfy every clause. FALSE: there are none, since the query follows.
pub type HornConclusion = Conclusion<Solution, Derivation, Unknown>;

impl HornVerdict {
    pub fn conclusion(&self) -> &HornConclusion {
        &self.conclusion
    }
}

/// Checks what the solver says of a system, with a solver of its own.
pub fn judge_horn(terms: &Terms, horn: &Horn, answer: HornAnswer, budget: &Budget) -> HornVerdict {
    let unknown = |reason: Unknown| HornVerdict { conclusion: Conclusion::Unknown(Box::new(reason)) };
    let mut solver = match Session::new(terms) {
        Ok(session) => Solver::new(&session),
        Err(error) => return unknown(refused(&error.to_string())),
    };
    solver.set_limits(Limits::work(WORK));
    let checked = match &answer {
        HornAnswer::Safe(solution) => check_solution(horn, solution, &mut solver, budget),
        HornAnswer::Unsafe(derivation) => check_derivation(horn, derivation, &mut solver, budget),
        HornAnswer::Unknown(_) => Ok(()),
    };
    match (checked, answer) {
        (Err(reason), _) => unknown(reason),
        (Ok(()), HornAnswer::Safe(solution)) => HornVerdict { conclusion: Conclusion::True(solution) },
        (Ok(()), HornAnswer::Unsafe(derivation)) => HornVerdict { conclusion: Conclusion::False(Box::new(derivation)) },
        (Ok(()), HornAnswer::Unknown(why)) => unknown(Unknown::Imprecise { why, at: ir::Places::nowhere() }),
    }
}

fn check_solution(horn: &Horn, solution: &Solution, solver: &mut Solver, budget: &Budget) -> Result<(), Unknown> {
    for (index, clause) in horn.clauses().iter().enumerate() {
        goes_on(budget)?;
        if !solution.holds(clause, solver) {
            return Err(refused(&format!("clause {index} does not hold")));
        }
    }
    Ok(())
}

/// Every fact follows from those before it, and the last of them is the query.
fn check_derivation(horn: &Horn, derivation: &Derivation, solver: &mut Solver, budget: &Budget) -> Result<(), Unknown> {
    let is_fact = |term: Term| horn.is_atom(term);
    let query = derivation.facts.iter().position(|derived| !is_fact(derived.fact));
    let Some(query) = query else { return Err(refused("the derivation does not lead to a query")) };
    for (index, derived) in derivation.facts.iter().enumerate().take(query + 1) {
        goes_on(budget)?;
        if index < query && !horn.is_ground(derived.fact) {
            return Err(refused("the derivation leaves something open"));
        }
        if derived.premises.iter().any(|premise| *premise >= index) {
            return Err(refused("a fact is derived from later ones"));
        }
        let premises: Vec<Term> = derived.premises.iter().map(|premise| derivation.facts[*premise].fact).collect();
        let reached = (index < query).then_some(derived.fact);
        let follows = horn.clauses().iter().any(|clause| {
            horn.step(clause, reached, &premises).is_some_and(|formulas| solver.check_assuming(&formulas).is_sat())
        });
        if !follows {
            return Err(refused("a fact of the derivation does not follow"));
        }
    }
    Ok(())
}

fn goes_on(budget: &Budget) -> Result<(), Unknown> {
    budget.step(1);
    budget.exhausted().map_or(Ok(()), |limit| Err(Unknown::Limit(limit)))
}
