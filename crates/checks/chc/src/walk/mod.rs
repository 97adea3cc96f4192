//! From a program to clauses.
//!
//! From every place that has a relation, all acyclic ways to the next such places are followed at once: blocks in an order in
//! which nobody comes before those that lead to it, values of ways that meet joined by what decides between them. Calls are
//! followed into the function, unless it has a summary.

mod access;
mod allocate;
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
mod leaks;
mod pointers;
mod program;
mod reach;
mod relations;
mod sizes;
mod state;
mod step;
mod trouble;
mod walker;

use encode::bits::Bits;
use encode::ranged::Ranged;
use engine::{Budget, BugKind, Limit, Property, Task};
use smt::Terms;

use crate::contexts::in_contexts;
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
    if plan.pointers.are_trusted() && !matches!(property, Property::UnreachCall | Property::NoOverflow) {
        return Err(Unencodable::Plan(format!("{property} is not shown of accesses that are taken to be valid")));
    }
    // Where the program ends, it is asked what is lost and what is left; a function with a summary has no end but its summary.
    let asks_at_the_end = property == Property::ValidMemcleanup || BugKind::Leak.blocks(property);
    if asks_at_the_end && plan.summarised.contains(&task.entry) {
        return Err(Unencodable::Plan("a summary of the function that the program begins with".to_string()));
    }
    of_contexts(task, plan, |task| system(&Program::of(task, property, plan), plan.words, terms, budget))
}

/// Of the program with copies of functions, if the plan wants them.
fn of_contexts(
    task: &Task<'_>,
    plan: &Plan,
    of: impl Fn(&Task<'_>) -> Result<System, Unencodable>,
) -> Result<System, Unencodable> {
    if !plan.contexts {
        return of(task);
    }
    let Some(copied) = in_contexts(task) else { return of(task) };
    let with_copies = Task {
        error_functions: task.error_functions.clone(),
        malloc_may_fail: task.malloc_may_fail,
        ..Task::new(&copied, task.entry, task.properties.clone())
    };
    let system = of(&with_copies)?;
    Ok(System { copied: Some(copied), ..system })
}

/// The clauses of the runs in which every number fits its type: what is derivable happens, and a solution proves nothing.
pub fn fitting_runs(
    task: &Task<'_>,
    property: Property,
    plan: &Plan,
    terms: &Terms,
    budget: &Budget,
) -> Result<System, Unencodable> {
    of_contexts(task, plan, |task| {
        let mut program = Program::of(task, property, plan);
        program.follows_misfits = false;
        system(&program, Words::Fitting, terms, budget)
    })
}

fn system(program: &Program<'_>, words: Words, terms: &Terms, budget: &Budget) -> Result<System, Unencodable> {
    match words {
        Words::Integers => Walker::new(program, terms, Ranged::new(terms), budget).system(),
        Words::Fitting => Walker::new(program, terms, Ranged::fitting(terms), budget).system(),
        Words::Rough => Walker::new(program, terms, Ranged::rough(terms), budget).system(),
        Words::Bits => Walker::new(program, terms, Bits { terms }, budget).system(),
    }
}
