//! Budgets that end in time.

use std::thread;
use std::time::Duration;

use engine::{Budget, Limit};

/// The budget, which now also ends in time; never when the time is zero.
pub fn within(limit: Duration, budget: Budget) -> Budget {
    let watched = budget.clone();
    if !limit.is_zero() {
        thread::spawn(move || {
            thread::sleep(limit);
            watched.stop(Limit::Time);
        });
    }
    budget
}
