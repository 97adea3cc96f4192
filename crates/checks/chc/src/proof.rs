//! Certificates: a plan, and a formula for every relation of the clauses that it leads to, or in how many steps everything is
//! derived that can be; several where objects are looked at one by one; and their check.
//!
//! Guarantees: if the check accepts, the property holds; where the plan trusts pointers, of the runs whose accesses are valid.
//! Clauses are made from the program again, and a solver that has seen nothing of the search shows that each holds, or that
//! nothing derivable is a violation.
//!
//! Why objects can be looked at one by one: what a run does wrong first, it does to one object, or to none. Plans that differ only in
//! what they ask about read the run alike, and follow it as long as nothing has gone wrong. So it is followed to that point
//! by all of them, and excluded by the one that asks about that object, or about what happens to none. What is no property of the run but
//! of how it is read (what is not modelled, numbers that are misread) is excluded by each. How many elements of arrays are known makes
//! no difference: that is known of values, and changes none.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::{Budget, Certificate, Property, Task, Unknown};
use serde::{Deserialize, Serialize};
use smt::{Limits, Session, Solution, Solver, Sort, Term, Terms};

use crate::memory::ObjectId;
use crate::plan::{Asks, Plan};
use crate::system::{Relation, System};
use crate::unroll::{Progress, Unrolling};
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
    /// One alone; or one for each object, and one for the rest.
    pub parts: Vec<Part>,
}

/// That nothing goes wrong with an object, or with any.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub plan: Plan,
    pub evidence: Evidence,
}

/// Why nothing that must not happen can be derived.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Evidence {
    /// For each relation, in the order in which the clauses mention them, its formula in SMT-LIB over `a0`, `a1`, ….
    Formulas(Vec<String>),
    /// No derivation is longer than this.
    Steps(usize),
    /// Nothing that must not happen does within so many steps, nor after so many steps without it, from any state in which the formulas hold.
    Induction { formulas: Vec<String>, steps: usize },
}

impl Proof {
    /// In one part.
    pub fn of(plan: Plan, evidence: Evidence) -> Proof {
        Proof { parts: vec![Part { plan, evidence }] }
    }

    /// Does it rest on every access through a pointer being valid?
    pub fn trusts_pointers(&self) -> bool {
        self.parts.iter().any(|part| part.plan.pointers.are_trusted())
    }
}

pub fn settles(property: Property) -> bool {
    match property {
        Property::UnreachCall
        | Property::NoOverflow
        | Property::ValidMemsafety
        | Property::ValidDeref
        | Property::ValidFree
        | Property::ValidMemtrack
        | Property::ValidMemcleanup => true,
        Property::Termination | Property::Shape => false,
    }
}

/// Does the proof show the property of the task's program? The reason if not.
pub fn check(task: &Task<'_>, property: Property, proof: &Proof, budget: &Budget) -> Result<(), Unknown> {
    let Some(first) = proof.parts.first() else { return Err(refused("it has no parts".to_string())) };
    let (mut assumed, mut shown, mut rest) = (BTreeSet::new(), BTreeSet::new(), false);
    for part in &proof.parts {
        if !is_read_alike(&part.plan, &first.plan) {
            return Err(refused("its parts read the program in different ways".to_string()));
        }
        assumed.extend(check_part(task, property, part, budget)?);
        match part.plan.asks {
            Asks::All | Asks::Rest => rest = true,
            Asks::Object(object) => {
                shown.insert(object);
            }
        }
    }
    if !rest || !assumed.is_subset(&shown) {
        return Err(refused("something was left out".to_string()));
    }
    Ok(())
}

/// Do the plans differ at most in what they ask about, and in how many elements of arrays are known?
fn is_read_alike(one: &Plan, other: &Plan) -> bool {
    let Plan { words, pointers, summarised, contexts, cells: _, asks: _ } = one;
    (*words, *pointers, summarised, *contexts) == (other.words, other.pointers, &other.summarised, other.contexts)
}

fn refused(why: String) -> Unknown {
    Unknown::Internal(format!("a proof by Horn clauses was refused: {why}"))
}

/// Does the part show what it is to show? What it takes for granted: that accesses of these objects are valid.
fn check_part(task: &Task<'_>, property: Property, part: &Part, budget: &Budget) -> Result<Vec<ObjectId>, Unknown> {
    let terms = Terms::new();
    let system = clauses(task, property, &part.plan, &terms, budget).map_err(|why| match why {
        Unencodable::Limit(limit) => Unknown::Limit(limit),
        Unencodable::Plan(why) => refused(why),
    })?;
    let session = Session::new(&terms).map_err(|error| refused(error.to_string()))?;
    let mut solver = Solver::new(&session);
    solver.set_limits(Limits::work(WORK));
    let holds = match &part.evidence {
        Evidence::Formulas(formulas) => all_hold(&system, formulas, &mut solver, budget)?,
        Evidence::Steps(most) => end_within(&system, *most, &mut solver, budget)?,
        Evidence::Induction { formulas, steps } => goes_on(&system, formulas, *steps, &mut solver, budget)?,
    };
    holds.map(|()| system.assumed).map_err(refused)
}

/// Does every clause hold, where relations mean these formulas? If not, why; or the limit that came before.
fn all_hold(
    system: &System,
    formulas: &[String],
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Result<(), String>, Unknown> {
    let solution = match read(system, formulas) {
        Ok(solution) => solution,
        Err(why) => return Ok(Err(why)),
    };
    for (index, clause) in system.horn.clauses().iter().enumerate() {
        a_step(budget)?;
        if !solution.holds(clause, solver) {
            return Ok(Err(format!("clause {index} does not hold")));
        }
    }
    Ok(Ok(()))
}

/// Does every derivation end within so many steps, and none in what must not happen?
fn end_within(
    system: &System,
    most: usize,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Result<(), String>, Unknown> {
    let Some(mut unrolling) = Unrolling::of(system) else {
        return Ok(Err("clauses with several relations are not unrolled".to_string()));
    };
    for _ in 0..most {
        a_step(budget)?;
        match unrolling.step(system, solver) {
            Progress::Open => {}
            Progress::Over => return Ok(Ok(())),
            Progress::Broken => return Ok(Err(format!("step {} breaks the property", unrolling.steps()))),
            Progress::Unknown(why) => return Ok(Err(why)),
        }
    }
    Ok(Err(format!("there are derivations of more than {most} steps")))
}

/// Is nothing broken within so many steps, and is the next one not broken either if these were not (k-induction, as in Sheeran, Singh,
/// Stålmarck: FMCAD 2000)?
///
/// Soundness: suppose that something is broken, by a derivation that is as short as possible, of `m` clauses. It has more than `steps` of them.
/// So it has a fact from which `steps` clauses lead to what is broken. The formulas hold of it, since they hold of all that can be derived. Nothing
/// is broken on the way with fewer clauses, by no value of any variable: that would be a shorter derivation. (No function has a summary, so each fact
/// but the first follows from one other, and from a fact alone it is known what follows.)
fn goes_on(
    system: &System,
    formulas: &[String],
    steps: usize,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Result<(), String>, Unknown> {
    let known = match read(system, formulas) {
        Ok(known) => known,
        Err(why) => return Ok(Err(why)),
    };
    for (index, clause) in system.horn.clauses().iter().enumerate().filter(|(_, clause)| clause.head.is_some()) {
        a_step(budget)?;
        if !known.holds(clause, solver) {
            return Ok(Err(format!("clause {index} does not hold")));
        }
    }
    let (Some(mut from_start), Some(mut anywhere)) = (Unrolling::of(system), Unrolling::anywhere(system, &known))
    else {
        return Ok(Err("clauses of functions with summaries are unrolled from the start only".to_string()));
    };
    for _ in 0..steps {
        a_step(budget)?;
        match from_start.step(system, solver) {
            Progress::Open => {}
            Progress::Over => return Ok(Ok(())),
            Progress::Broken => return Ok(Err(format!("step {} breaks the property", from_start.steps()))),
            Progress::Unknown(why) => return Ok(Err(why)),
        }
    }
    for step in 1..=steps {
        a_step(budget)?;
        match anywhere.step(system, solver) {
            Progress::Over => return Ok(Ok(())),
            Progress::Open if step == steps => return Ok(Ok(())),
            Progress::Open => {}
            Progress::Broken => solver.assert(system.terms.not(anywhere.broken(system))),
            Progress::Unknown(why) => return Ok(Err(why)),
        }
    }
    Ok(Err(format!("step {steps} may break the property")))
}

fn a_step(budget: &Budget) -> Result<(), Unknown> {
    budget.step(1);
    budget.exhausted().map_or(Ok(()), |limit| Err(Unknown::Limit(limit)))
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
