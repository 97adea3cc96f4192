//! Why a certificate is not accepted.

use std::fmt;

use engine::{Budget, Limit};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A claim that does not hold, or that the solver cannot show.
    Wrong(String),
    /// The budget ended before the check did: the certificate may be right.
    Stopped(Limit),
}

impl Refusal {
    /// What went wrong in a check with this budget. Where the budget has ended, the solver shows nothing any more, so that
    /// whatever was said then has no weight.
    pub(super) fn of(why: String, budget: &Budget) -> Refusal {
        match budget.exhausted() {
            Some(limit) => Refusal::Stopped(limit),
            None => Refusal::Wrong(why),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Wrong(why) => f.write_str(why),
            Refusal::Stopped(limit) => write!(f, "{LIMIT_REACHED}: {}", name(*limit)),
        }
    }
}

const LIMIT_REACHED: &str = "a limit was reached before the check came to its end";

fn name(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "time",
        Limit::Memory => "memory",
        Limit::Effort => "effort",
        Limit::Cancelled => "it was stopped",
    }
}

/// To be asked in every loop that a hostile certificate can make long.
pub(super) fn within(budget: &Budget) -> Result<(), String> {
    match budget.exhausted() {
        None => Ok(()),
        Some(_) => Err(LIMIT_REACHED.to_string()),
    }
}
