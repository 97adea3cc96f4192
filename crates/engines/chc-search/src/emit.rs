//! The clauses of a program, for other solvers.

use chc::{Pointers, Unencodable, Words, clauses};
use engine::{Budget, Property, Task};
use smt::Terms;

use crate::plan::plan;

/// The clauses as a script in the format of the CHC competition; why there are none.
pub fn script(task: &Task<'_>, property: Property, budget: &Budget) -> Result<String, String> {
    let plan = plan(task.module, Words::Integers, Pointers::Followed, 0);
    match clauses(task, property, &plan, &Terms::new(), budget) {
        Ok(system) if system.assumed.is_empty() => Ok(system.horn.to_smtlib()),
        Ok(_) => Err("there are others for each object of those that are allocated many times".to_string()),
        Err(Unencodable::Limit(_)) => Err("a limit was reached".to_string()),
        Err(Unencodable::Plan(why)) => Err(why),
    }
}
