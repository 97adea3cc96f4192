//! How long an engine may work, and how it says what it has done.
//!
//! Engines read no clock: they ask the budget, which is told by its owner. Asking costs one atomic load.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::Limit;

/// Shared between an engine and whoever watches it; clones are the same budget.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Whoever works for it stops with it.
    parent: Option<Arc<Shared>>,
    /// 0 while work may go on, else the limit's code.
    stop: AtomicU8,
    states: AtomicU64,
    functions_done: AtomicU64,
}

const TIME: u8 = 1;
const MEMORY: u8 = 2;
const EFFORT: u8 = 3;
const CANCELLED: u8 = 4;

impl Budget {
    pub fn new() -> Self {
        Budget::default()
    }

    /// A part of this budget that can be stopped by itself; its work counts here too.
    pub fn part(&self) -> Self {
        Budget { shared: Arc::new(Shared { parent: Some(self.shared.clone()), ..Shared::default() }) }
    }

    /// To be asked in every loop that a hostile program can make long.
    #[inline]
    pub fn exhausted(&self) -> Option<Limit> {
        let own = self.shared.stop.load(Ordering::Relaxed);
        let code = match (&self.shared.parent, own) {
            (Some(parent), 0) => parent.stop.load(Ordering::Relaxed),
            (Some(_) | None, own) => own,
        };
        match code {
            0 => None,
            TIME => Some(Limit::Time),
            MEMORY => Some(Limit::Memory),
            EFFORT => Some(Limit::Effort),
            _ => Some(Limit::Cancelled),
        }
    }

    /// Called by the owner; the first limit stays.
    pub fn stop(&self, limit: Limit) {
        let code = match limit {
            Limit::Time => TIME,
            Limit::Memory => MEMORY,
            Limit::Effort => EFFORT,
            Limit::Cancelled => CANCELLED,
        };
        let _ = self.shared.stop.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// States, runs or whatever the engine counts its work in.
    pub fn add_states(&self, count: u64) {
        self.shared.states.fetch_add(count, Ordering::Relaxed);
        if let Some(parent) = &self.shared.parent {
            parent.states.fetch_add(count, Ordering::Relaxed);
        }
    }

    pub fn add_function_done(&self) {
        self.shared.functions_done.fetch_add(1, Ordering::Relaxed);
    }

    pub fn states(&self) -> u64 {
        self.shared.states.load(Ordering::Relaxed)
    }

    pub fn functions_done(&self) -> u64 {
        self.shared.functions_done.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_stops_with_the_whole_and_not_the_other_way() {
        let whole = Budget::new();
        let (one, other) = (whole.part(), whole.part());
        one.stop(Limit::Cancelled);
        one.add_states(3);
        assert_eq!(one.exhausted(), Some(Limit::Cancelled));
        assert_eq!((whole.exhausted(), other.exhausted(), whole.states()), (None, None, 3));
        whole.stop(Limit::Time);
        assert_eq!((other.exhausted(), one.exhausted()), (Some(Limit::Time), Some(Limit::Cancelled)));
    }
}
