//! The engine: what it is asked, and in which order it tries to answer.

use std::sync::Arc;

use chc::proof::{Proof, Solved, parameters};
use chc::system::{Obligation, Relation, System, Trouble};
use chc::{Plan, Pointers, Unencodable, Words, clauses, fitting_runs};
use engine::{
    Answer, Budget, Engine, EngineInfo, FiniteTrace, Limit, Outcome, Property, Stage, Task, Tell, Traits, Unknown,
};
use ir::{BinOp, InstKind, Module, Places};
use smt::{Guidance, HornAnswer, Session, Solution, Terms};

use crate::plan::plan;
use crate::refute::{Found, breaks_trust, refute};
use crate::solve::{Known, Strategy};

/// Horn clauses.
#[derive(Debug)]
pub struct Chc;

static INFO: EngineInfo = EngineInfo {
    id: "chc",
    about: "Horn clauses: assertions and overflow, by numeric invariants and summaries of functions",
    properties: &[Property::UnreachCall, Property::NoOverflow],
    settings: &[],
};

impl Engine for Chc {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    /// Where others are at their end: questions to the solver are dear.
    fn stage(&self, _: Property, _: &Traits) -> Option<Stage> {
        Some(Stage(1))
    }

    fn analyze(&self, task: &Task<'_>, budget: &Budget, tell: &Tell<'_>) {
        // What is beyond the clauses for one property is so for the other.
        let mut beyond: Option<Unknown> = None;
        for property in task.properties.iter().copied().filter(|property| INFO.properties.contains(property)) {
            let outcome = match &beyond {
                Some(reason) => Outcome::Unknown(reason.clone()),
                None => {
                    let mut search = Search::new(task, property, budget, Pointers::Followed);
                    let outcome = search.run();
                    beyond = search.reason.filter(|_| search.is_beyond);
                    match &beyond {
                        Some(_) if may_trust(task, property, budget) => {
                            // What is not shown soon needs to know what memory holds.
                            let budget = budget.steps_left().map_or(budget.part(), |left| budget.limited(left / 4));
                            Search::new(task, property, &budget, Pointers::Trusted).run()
                        }
                        Some(_) | None => outcome,
                    }
                }
            };
            tell(Answer::new(property, outcome).after(budget));
        }
    }
}

/// Is an answer wanted that takes pointers to be valid? Whether sums overflow that are made from memory of which nothing is known
/// is never shown so.
fn may_trust(task: &Task<'_>, property: Property, budget: &Budget) -> bool {
    property == Property::UnreachCall && !breaks_trust(task, property, budget)
}

/// One question.
struct Search<'a, 'm> {
    task: &'a Task<'m>,
    property: Property,
    budget: &'a Budget,
    pointers: Pointers,
    attempts: Vec<Attempt>,
    /// Why there is no answer, from the attempt that came closest.
    reason: Option<Unknown>,
    /// The program comes to something that no reading knows.
    is_beyond: bool,
    /// Runs without numbers that do not fit were looked for.
    sought_fitting: bool,
}

/// The program in one reading.
struct Attempt {
    plan: Plan,
    system: System,
    session: Session,
    known: Known,
    /// It has no solution.
    is_hopeless: bool,
}

impl Attempt {
    fn strategy(&self, budget: &Budget) -> Strategy {
        Strategy::of(&self.system.horn, &self.system.terms, budget)
    }
}

/// For programs with arrays: how many of their elements are known, see [`Plan::cells`].
const CELLS: [(Words, u8); 3] = [(Words::Fitting, 1), (Words::Integers, 1), (Words::Fitting, 2)];

enum Step {
    Settled(Outcome),
    Open,
}

impl<'a, 'm> Search<'a, 'm> {
    fn new(task: &'a Task<'m>, property: Property, budget: &'a Budget, pointers: Pointers) -> Self {
        Search {
            task,
            property,
            budget,
            pointers,
            attempts: Vec::new(),
            reason: None,
            is_beyond: false,
            sought_fitting: false,
        }
    }

    /// A run that violates the property may need no number that does not fit, although the first that was found does: the machine
    /// wraps around, and C has no meaning for it.
    fn fitting_run(&mut self, work: u32) -> Option<FiniteTrace> {
        if self.property != Property::UnreachCall || std::mem::replace(&mut self.sought_fitting, true) {
            return None;
        }
        let terms = Terms::new();
        let plan = plan(self.task.module, Words::Fitting, self.pointers, 0);
        let system = fitting_runs(self.task, self.property, &plan, &terms, self.budget).ok()?;
        let session = Session::new(&terms).ok()?;
        let mut known = Known::default();
        for guidance in Strategy::of(&system.horn, &terms, self.budget).guidances {
            match known.ask(&system.horn, &session, guidance, work.saturating_mul(4), self.budget) {
                HornAnswer::Unsafe(found) => {
                    return refute(self.task, self.property, &system, &session, &found, self.budget).trace;
                }
                HornAnswer::Safe(_) => return None,
                HornAnswer::Unknown(_) => {}
            }
        }
        None
    }

    fn run(&mut self) -> Outcome {
        // Numbers that come from memory of which nothing is known fit nowhere.
        let first = match self.pointers {
            Pointers::Followed => Words::Fitting,
            Pointers::Trusted => Words::Rough,
        };
        let mut readings = vec![(first, 0), (Words::Integers, 0)];
        if has_bit_operations(self.task.module) {
            readings.push((Words::Bits, 0));
        }
        // All readings are of about the same size.
        if let Err(reason) = self.attempt(readings[0]) {
            return Outcome::Unknown(reason);
        }
        if self.attempts[0].system.relations.iter().flat_map(|relation| &relation.args).any(|arg| arg.array) {
            readings.splice(1..1, CELLS);
        }
        let Strategy { rounds, guidances } = self.attempts[0].strategy(self.budget);
        for work in rounds {
            for guidance in guidances {
                for (index, (words, cells)) in readings.iter().enumerate() {
                    if let Some(limit) = self.budget.exhausted() {
                        return Outcome::Unknown(Unknown::Limit(limit));
                    }
                    if index == self.attempts.len()
                        && let Err(reason) = self.attempt((*words, *cells))
                    {
                        return Outcome::Unknown(reason);
                    }
                    if let Step::Settled(outcome) = self.solve(index, guidance, work) {
                        return outcome;
                    }
                    if self.is_beyond || self.attempts.len() == readings.len() && self.is_hopeless() {
                        return self.give_up();
                    }
                }
            }
        }
        self.give_up()
    }

    fn is_hopeless(&self) -> bool {
        self.attempts.iter().all(|attempt| attempt.is_hopeless)
    }

    fn give_up(&self) -> Outcome {
        Outcome::Unknown(self.reason.clone().unwrap_or(Unknown::Limit(Limit::Effort)))
    }

    fn attempt(&mut self, (words, cells): (Words, u8)) -> Result<(), Unknown> {
        let plan = plan(self.task.module, words, self.pointers, cells);
        let terms = Terms::new();
        let system = clauses(self.task, self.property, &plan, &terms, self.budget).map_err(|why| match why {
            Unencodable::Limit(limit) => Unknown::Limit(limit),
            Unencodable::Plan(why) => Unknown::Imprecise { why, at: Places::nowhere() },
        })?;
        let session = Session::new(&terms).map_err(|error| Unknown::Internal(error.to_string()))?;
        self.budget.count("relations", system.relations.len() as u64);
        self.budget.count("clauses", system.horn.clauses().len() as u64);
        self.attempts.push(Attempt { plan, system, session, known: Known::default(), is_hopeless: false });
        Ok(())
    }

    fn solve(&mut self, index: usize, guidance: Guidance, work: u32) -> Step {
        let Attempt { plan, system, session, known, is_hopeless } = &mut self.attempts[index];
        if *is_hopeless {
            return Step::Open;
        }
        let budget = self.budget;
        let answer = known.ask(&system.horn, session, guidance, work, budget);
        match answer {
            HornAnswer::Safe(solution) => {
                let proof = Proof { plan: plan.clone(), formulas: formulas(system, &solution) };
                Step::Settled(Outcome::Proved(Box::new(Solved(Arc::new(proof)))))
            }
            HornAnswer::Unsafe(derivation) => {
                *is_hopeless = true;
                // What is not known of memory may be at fault.
                let (knows_arrays, knows_objects) = (plan.cells == 0, plan.pointers == Pointers::Followed);
                let Found { trouble, trace } = refute(self.task, self.property, system, session, &derivation, budget);
                if let Some(trace) = trace {
                    return Step::Settled(Outcome::Refuted(trace.into()));
                }
                if knows_arrays
                    && knows_objects
                    && let Some(trace) = self.fitting_run(work)
                {
                    return Step::Settled(Outcome::Refuted(trace.into()));
                }
                if knows_arrays && let Some(trouble) = trouble {
                    self.is_beyond |= matches!(trouble.trouble, Trouble::Beyond(_) | Trouble::Unsupported(_));
                    self.reason = reason(trouble).or(self.reason.take());
                }
                Step::Open
            }
            HornAnswer::Unknown(why) => {
                tracing::debug!(why, "the clauses were not solved");
                Step::Open
            }
        }
    }
}

/// Mathematical integers have no exact words for them.
fn has_bit_operations(module: &Module) -> bool {
    let insts = module.funcs.iter().flat_map(|func| func.blocks.iter()).flat_map(|block| &block.insts);
    insts.into_iter().any(|inst| match inst.kind {
        InstKind::Binary { op, .. } => match op {
            BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Shl | BinOp::LShr | BinOp::AShr => true,
            BinOp::Add | BinOp::Sub | BinOp::Mul => false,
            BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => true,
        },
        InstKind::Bits { .. } => true,
        // Any other instruction reads alike.
        _ => false,
    })
}

/// Why something that is not excluded leaves the question open; nothing where it is the reading's fault.
fn reason(obligation: Obligation) -> Option<Unknown> {
    let at = obligation.at;
    match obligation.trouble {
        Trouble::Bug(kind) => Some(Unknown::Imprecise { why: format!("{kind} is not excluded"), at }),
        Trouble::Unsupported(what) => Some(Unknown::Unsupported { what, at }),
        Trouble::Beyond(what) => Some(Unknown::Imprecise { why: what.to_string(), at }),
        Trouble::Misfit => None,
    }
}

fn formulas(system: &System, solution: &Solution) -> Vec<String> {
    let formula = |relation: &Relation| {
        let params: Vec<_> = parameters(&system.terms, relation);
        let args: Vec<_> = params.iter().map(|(_, term)| *term).collect();
        let term = solution.apply(system.terms.apply(relation.symbol, &args));
        system.terms.to_named_smtlib(term, &params)
    };
    system.relations.iter().map(formula).collect()
}
