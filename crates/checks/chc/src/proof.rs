//! Certificates: a plan, and a formula for every relation of the clauses that it leads to; and their check.
//!
//! Guarantees: if the check accepts, the property holds; where the plan trusts pointers, of the runs whose accesses are valid. Clauses are made from the program again, and a solver that has seen
//! nothing of the search shows that each holds.

use std::sync::Arc;

use engine::{Budget, Certificate, Property, Task, Unknown};
use serde::{Deserialize, Serialize};
use smt::{Limits, Session, Solution, Solver, Sort, Term, Terms};

use crate::plan::Plan;
use crate::system::{Relation, System};
use crate::walk::{Unencodable, clauses};

/// What the solver may spend on one clause, in its own units.
const WORK: u32 = 200_000_000;

/// Evidence that no run of a program violates a property.
#[derive(Clone, Debug)]
pub struct Solved(pub Arc<Proof>);

impl Certificate for Solved {}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    pub plan: Plan,
    /// For each relation, in the order in which the clauses mention them, its formula in SMT-LIB over `a0`, `a1`, ….
    pub formulas: Vec<String>,
}

impl Proof {
    /// Does it rest on every access through a pointer being valid?
    pub fn trusts_pointers(&self) -> bool {
        self.plan.pointers.are_trusted()
    }
}

pub fn settles(property: Property) -> bool {
    match property {
        Property::UnreachCall | Property::NoOverflow => true,
        Property::ValidMemsafety
        | Property::ValidDeref
        | Property::ValidFree
        | Property::ValidMemtrack
        | Property::ValidMemcleanup
        | Property::Termination
        | Property::Shape => false,
    }
}

/// Does the proof show the property of the task's program? The reason if not.
pub fn check(task: &Task<'_>, property: Property, proof: &Proof, budget: &Budget) -> Result<(), Unknown> {
    let refused = |why: String| Unknown::Internal(format!("a proof by Horn clauses was refused: {why}"));
    let terms = Terms::new();
    let system = clauses(task, property, &proof.plan, &terms, budget).map_err(|why| match why {
        Unencodable::Limit(limit) => Unknown::Limit(limit),
        Unencodable::Plan(why) => refused(why),
    })?;
    let solution = read(&system, &proof.formulas).map_err(refused)?;
    let session = Session::new(&terms).map_err(|error| refused(error.to_string()))?;
    let mut solver = Solver::new(&session);
    solver.set_limits(Limits::work(WORK));
    for (index, clause) in system.horn.clauses().iter().enumerate() {
        if let Some(limit) = budget.exhausted() {
            return Err(Unknown::Limit(limit));
        }
        budget.step(1);
        if !solution.holds(clause, &mut solver) {
            return Err(refused(format!("clause {index} does not hold")));
        }
    }
    Ok(())
}

/// The parameters of a relation, with their names in formulas.
pub fn parameters(terms: &Terms, relation: &Relation) -> Vec<(String, Term)> {
    let sorts: Vec<Sort> = terms.params(relation.symbol).to_vec();
    let name = |index: usize, sort: Sort| {
        // A name has one sort in the store of terms, whatever it is called in the formula.
        let unique = format!("a{index} of {}", terms.name(relation.symbol));
        (format!("a{index}"), terms.var(&unique, sort))
    };
    sorts.into_iter().enumerate().map(|(index, sort)| name(index, sort)).collect()
}

/// Formulas from their texts.
pub fn read(system: &System, formulas: &[String]) -> Result<Solution, String> {
    if formulas.len() != system.relations.len() {
        return Err(format!("{} formulas for {} relations", formulas.len(), system.relations.len()));
    }
    let mut found = Vec::with_capacity(formulas.len());
    for (relation, text) in system.relations.iter().zip(formulas) {
        let params = parameters(&system.terms, relation);
        let named: Vec<(&str, Term)> = params.iter().map(|(name, term)| (name.as_str(), *term)).collect();
        let formula = system.terms.from_smtlib(text, &named, Sort::Bool)?;
        found.push((relation.symbol, params.into_iter().map(|(_, term)| term).collect(), formula));
    }
    Ok(Solution::proposed(&system.terms, found))
}
