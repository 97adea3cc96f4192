//! The recurrent set of a lasso: the state after its stem is in it, and a solver shows that no lap leaves it.

use engine::{Budget, Frame, Input, Lasso, Limit, Task};
use ir::LocId;
use smt::{Limits, Session, Solver, Terms, Value};

use crate::round::{Claims, go_round};

/// What the solver may spend, in its own units.
const WORK: u32 = 50_000_000;

/// A run that never ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Where the lap begins.
    pub loc: LocId,
    pub stack: Vec<Frame>,
    /// As the run asked for them, in the stem and one lap.
    pub inputs: Vec<Input>,
    /// How many of them are asked for in the stem.
    pub stem_inputs: usize,
}

/// Why a lasso shows nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    Wrong(String),
    Stopped(Limit),
    /// The run reaches something that is not modelled.
    Unsupported {
        what: String,
        at: LocId,
    },
}

pub(crate) fn wrong<T>(why: &str) -> Result<T, Refusal> {
    Err(Refusal::Wrong(why.to_string()))
}

/// Accepts a lasso only if the program has a run that never ends and begins with its stem.
pub fn check(task: &Task<'_>, lasso: &Lasso, budget: &Budget) -> Result<Checked, Refusal> {
    let mut round = go_round(task, lasso, budget)?;
    let terms = Terms::new();
    let Some(claims) = round.claims(&terms, &lasso.set) else {
        return wrong("a condition cannot be expressed");
    };
    if claims.set_at_first.iter().any(|formula| terms.as_value(*formula) != Some(Value::Bool(true))) {
        return wrong("the state after the stem is not in the recurrent set");
    }
    if goes_on(&terms, &claims, budget)? {
        Ok(round.checked)
    } else {
        wrong("the lap cannot be shown to come back to where it can be gone round again")
    }
}

/// Do S(x) and C(x) imply P(x), C(f(x)) and S(f(x))?
fn goes_on(terms: &Terms, claims: &Claims, budget: &Budget) -> Result<bool, Refusal> {
    let wanted = terms.and(claims.stays.iter().chain(&claims.next).chain(&claims.set_next).copied());
    if terms.as_value(wanted) == Some(Value::Bool(true)) {
        return Ok(true);
    }
    let session = Session::new(terms).map_err(|error| Refusal::Wrong(format!("the solver does not start: {error}")))?;
    let mut solver = Solver::new(&session);
    solver.set_limits(Limits::work(WORK));
    budget.step(1);
    claims.here.iter().chain(&claims.set_here).for_each(|formula| solver.assert(*formula));
    let goes_on = solver.proves(wanted);
    match budget.exhausted() {
        Some(limit) => Err(Refusal::Stopped(limit)),
        None => Ok(goes_on),
    }
}
