//! From a program to clauses.
//!
//! From every place that has a relation, all acyclic ways to the next such places are followed at once: blocks in an order in
//! which nobody comes before those that lead to it, values of ways that meet joined by what decides between them. Calls are
//! followed into the function, unless it has a summary.

mod access;
mod blocks;
mod builtins;
mod calls;
mod cells;
mod clause;
mod compare;
mod condition;
mod given;
mod initial;
mod instances;
mod pointers;
mod program;
mod reach;
mod relations;
mod state;
mod step;
mod trouble;
mod walker;

use encode::bits::Bits;
use encode::ranged::Ranged;
use engine::{Budget, Limit, Property, Task};
use smt::Terms;

use crate::plan::{MOST_CELLS, Plan, Words};
use crate::system::System;
use program::Program;
use walker::Walker;

/// Why a program has no clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unencodable {
    Limit(Limit),
    /// The plan does not fit the program.
    Plan(String),
}

/// The clauses of a program under a plan: they have a solution only if the property holds.
///
/// Soundness condition: every run of the task's program, as `interp` has it, from its entry function on, is covered by what is
/// derivable, up to where it breaks an obligation; and one that violates the property breaks one.
pub fn clauses(
    task: &Task<'_>,
    property: Property,
    plan: &Plan,
    terms: &Terms,
    budget: &Budget,
) -> Result<System, Unencodable> {
    if plan.cells > MOST_CELLS {
        return Err(Unencodable::Plan(format!("{} elements of each array", plan.cells)));
    }
    system(&Program::of(task, property, plan), plan.words, terms, budget)
}

/// The clauses of the runs in which every number fits its type: what is derivable happens, and a solution proves nothing.
pub fn fitting_runs(
    task: &Task<'_>,
    property: Property,
    plan: &Plan,
    terms: &Terms,
    budget: &Budget,
) -> Result<System, Unencodable> {
    let mut program = Program::of(task, property, plan);
    program.follows_misfits = false;
    system(&program, Words::Fitting, terms, budget)
}

fn system(program: &Program<'_>, words: Words, terms: &Terms, budget: &Budget) -> Result<System, Unencodable> {
    match words {
        Words::Integers => Walker::new(program, terms, Ranged::new(terms), budget).system(),
        Words::Fitting => Walker::new(program, terms, Ranged::fitting(terms), budget).system(),
        Words::Rough => Walker::new(program, terms, Ranged::rough(terms), budget).system(),
        Words::Bits => Walker::new(program, terms, Bits { terms }, budget).system(),
    }
}
