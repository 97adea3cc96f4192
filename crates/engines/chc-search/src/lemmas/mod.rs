//! Lemmas: what holds of the arguments of every relation, found before Spacer looks for what it needs.
//!
//! A *hull* is the least formula of a simple family (intervals, differences, equations, remainders) that holds of the states
//! that were seen. As long as a clause leads from states within hulls to one outside, that one is seen too; the solver finds it.
//! Where elements of arrays are known, there is a hull for each order of their indices and what they are compared with.
//! In the end the hulls are inductive. After Reps, Sagiv, Yorsh (VMCAI 2004), with widening to the numbers of the program.
//!
//! Nothing rests on them but the time that Spacer takes: they are part of the solution that is checked.

mod congruences;
mod find;
mod hull;
mod pairs;
mod products;
mod rates;
mod regions;

use engine::Budget;
use smt::{Clause, Horn, Limits, Session, Solution, Solver, Term};

use crate::solve::UNITS_OF_STEP;

pub use find::{Indices, lemmas};

/// What the solver may spend on one question about lemmas, and what it costs besides, in steps of the budget.
const WORK: u32 = 300_000;
const STEPS_OF_QUESTION: u64 = 20;
/// With more things that must not happen, to see of each whether lemmas exclude it takes longer than it saves.
const MOST_QUERIES: usize = 30;

/// The system with what is known of relations wherever they are in the body of a clause, without what that excludes already.
pub fn strengthened(horn: &Horn, known: &Solution, session: &Session, budget: &Budget) -> Horn {
    let mut solver = Solver::new(session);
    solver.set_limits(Limits::work(WORK));
    let has_few = horn.clauses().iter().filter(|clause| clause.head.is_none()).count() <= MOST_QUERIES;
    let mut strong = Horn::like(horn);
    for clause in horn.clauses() {
        let body = assumed(horn, clause, known);
        match clause.head {
            Some(head) => strong.rule(body, head),
            None if has_few && is_excluded(clause, known, &mut solver, budget) => {}
            None => strong.query(body),
        }
    }
    strong
}

/// The body, and what is known of relations in it.
fn assumed(horn: &Horn, clause: &Clause, known: &Solution) -> Vec<Term> {
    let holds = horn.atoms(clause.body).into_iter().map(|atom| known.apply(atom));
    std::iter::once(clause.body).chain(holds).collect()
}

fn is_excluded(query: &Clause, known: &Solution, solver: &mut Solver, budget: &Budget) -> bool {
    if budget.exhausted().is_some() {
        return false;
    }
    let session = solver.session().clone();
    let (holds, spent) = session.counted(|| known.holds(query, solver));
    budget.step(STEPS_OF_QUESTION + u64::from(spent) / UNITS_OF_STEP);
    holds
}
