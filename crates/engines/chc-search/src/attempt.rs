//! The clauses of a program in one reading, and what was found out about them.

use chc::proof::parameters;
use chc::system::{Relation, System, What};
use chc::{Asks, Plan, Unencodable, clauses};
use engine::{Budget, Property, Task, Unknown};
use ir::Places;
use smt::{Session, Solution, Terms};

use crate::bounded::Bounded;
use crate::inductive::Inductive;
use crate::lemmas::Indices;
use crate::narrow::Narrow;
use crate::solve::{Known, Strategy};

/// The program in one reading.
pub struct Attempt {
    pub plan: Plan,
    pub system: System,
    pub session: Session,
    pub known: Known,
    pub narrow: Narrow,
    pub bounded: Bounded,
    /// With many turns of loops as one step, if that was tried and makes a difference.
    pub fast: Option<Option<Bounded>>,
    pub inductive: Option<Inductive>,
    /// It has no solution.
    pub is_hopeless: bool,
}

impl Attempt {
    pub fn new(task: &Task<'_>, property: Property, plan: Plan, budget: &Budget) -> Result<Attempt, Unknown> {
        let terms = Terms::new();
        let system = clauses(task, property, &plan, &terms, budget).map_err(|why| match why {
            Unencodable::Limit(limit) => Unknown::Limit(limit),
            Unencodable::Plan(why) => Unknown::Imprecise { why, at: Places::nowhere() },
        })?;
        tracing::debug!(
            words = ?plan.words,
            pointers = ?plan.pointers,
            cells = plan.cells,
            relations = system.relations.len(),
            arguments = system.relations.iter().map(|relation| relation.args.len()).max(),
            instances = system.instances.len(),
            size = crate::solve::size(&system.horn, &terms),
            "clauses"
        );
        let session = Session::new(&terms).map_err(|error| Unknown::Internal(error.to_string()))?;
        budget.count("relations", system.relations.len() as u64);
        budget.count("clauses", system.horn.clauses().len() as u64);
        let bounded = Bounded::new(&system, &session);
        let known = Known::new(indices(&system));
        let narrow = if plan.asks == Asks::All { Narrow::default() } else { Narrow::from_what_is_asked(&system) };
        Ok(Attempt { plan, system, session, known, narrow, bounded, fast: None, inductive: None, is_hopeless: false })
    }

    pub fn strategy(&self, budget: &Budget) -> Strategy {
        Strategy::of(&self.system.horn, &self.system.terms, budget)
    }
}

/// Where the numbers of known elements are among arguments.
fn indices(system: &System) -> Indices {
    let of = |relation: &Relation| {
        let args = relation.args.iter().enumerate();
        let chosen = args.filter(|(_, arg)| matches!(arg.what, What::Chosen(_))).map(|(index, _)| index);
        (relation.symbol, chosen.collect())
    };
    system.relations.iter().map(of).collect()
}

/// The formulas of a solution, as text.
pub fn formulas(system: &System, solution: &Solution) -> Vec<String> {
    let formula = |relation: &Relation| {
        let params: Vec<_> = parameters(&system.terms, relation);
        let args: Vec<_> = params.iter().map(|(_, term)| *term).collect();
        let term = solution.apply(system.terms.apply(relation.symbol, &args));
        system.terms.to_named_smtlib(term, &params)
    };
    system.relations.iter().map(formula).collect()
}
