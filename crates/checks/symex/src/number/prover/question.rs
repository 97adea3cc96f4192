//! Questions to the solver.

use engine::Budget;
use rustc_hash::FxHashMap;
use smt::{Limits, SatAnswer, Session, Solver, Sort, Term, Terms};

use crate::number::fact::{Fact, Relation};
use crate::number::linear::{Linear, Var};

use super::models::Assignment;

/// What a question costs, in steps of the budget.
const STEPS_OF_QUESTION: u64 = 200;
/// What the solver may spend on one question, in its own units. Questions here are linear and small, so that nearly all
/// take a hundredth of it; a limit is needed because bounds and divisibility together may keep it busy for ever.
const WORK: u32 = 5_000_000;

/// Terms are kept by the store for ever; when there are so many, solver and store start anew.
const MOST_TERMS: usize = 200_000;

#[derive(Debug)]
pub(super) enum Answer {
    /// The facts cannot hold without the conclusion.
    Impossible,
    /// They can, and perhaps so.
    Possible(Option<Assignment>),
    /// The solver does not know.
    Open,
    /// The budget is used up, or there is no solver.
    NotAsked,
}

/// The solver, once it is needed.
#[derive(Debug)]
pub(super) struct Questions {
    budget: Budget,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    terms: Terms,
    solver: Solver,
    vars: FxHashMap<Var, Term>,
}

impl Questions {
    pub fn new(budget: &Budget) -> Questions {
        Questions { budget: budget.clone(), running: None }
    }

    /// Can all the facts hold, and the conclusion not?
    pub fn ask(&mut self, facts: &[Fact], conclusion: &Fact) -> Answer {
        if self.budget.exhausted().is_some() {
            return Answer::NotAsked;
        }
        self.budget.step(STEPS_OF_QUESTION);
        if self.running.as_ref().is_some_and(|running| running.terms.len() > MOST_TERMS) {
            self.running = None;
        }
        if self.running.is_none() {
            match Running::start() {
                Ok(running) => self.running = Some(running),
                Err(error) => {
                    tracing::error!(%error, "no question can be asked");
                    return Answer::NotAsked;
                }
            }
        }
        let running = self.running.as_mut().expect("invariant: it has just been started");
        running.ask(facts, conclusion)
    }
}

impl Running {
    fn start() -> Result<Running, smt::Error> {
        let terms = Terms::new();
        let session = Session::new(&terms)?;
        let mut solver = Solver::new(&session);
        solver.set_limits(Limits::work(WORK));
        Ok(Running { terms, solver, vars: FxHashMap::default() })
    }

    fn ask(&mut self, facts: &[Fact], conclusion: &Fact) -> Answer {
        let premises: Vec<Term> = facts.iter().map(|fact| self.fact(fact)).collect();
        let conclusion_term = self.fact(conclusion);
        let otherwise = self.terms.not(conclusion_term);
        let mut vars: Vec<Var> = facts.iter().chain([conclusion]).flat_map(|fact| fact.form.vars()).collect();
        vars.sort_unstable();
        vars.dedup();
        let vars: Vec<(Var, Term)> = vars.into_iter().map(|var| (var, self.var(var))).collect();
        self.solver.scoped(|solver| {
            premises.iter().for_each(|premise| solver.assert(*premise));
            solver.assert(otherwise);
            match solver.check() {
                SatAnswer::Unsat => Answer::Impossible,
                SatAnswer::Unknown(_) => Answer::Open,
                SatAnswer::Sat => {
                    let value = |(var, term): &(Var, Term)| Some((*var, solver.value(*term)?.as_int()?));
                    let values: Option<Vec<(Var, i128)>> = vars.iter().map(value).collect();
                    Answer::Possible(values.map(Assignment::new))
                }
            }
        })
    }

    fn var(&mut self, var: Var) -> Term {
        *self.vars.entry(var).or_insert_with(|| self.terms.var(&format!("v{}", var.0), Sort::Int))
    }

    fn sum(&mut self, form: &Linear) -> Term {
        let mut summands = Vec::with_capacity(form.terms().len() + 1);
        for (var, coefficient) in form.terms() {
            let (factor, var) = (self.terms.int(*coefficient), self.var(*var));
            summands.push(self.terms.mul(factor, var));
        }
        summands.push(self.terms.int(form.constant_term()));
        self.terms.add(summands)
    }

    fn fact(&mut self, fact: &Fact) -> Term {
        let (value, zero) = (self.sum(&fact.form), self.terms.int(0));
        match fact.relation {
            Relation::AtLeastZero => self.terms.ge(value, zero),
            Relation::Zero => self.terms.eq(value, zero),
            Relation::NotZero => self.terms.ne(value, zero),
        }
    }
}
