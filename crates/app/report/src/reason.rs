//! Why there is no answer, in one sentence.

use certify::Settled;
use engine::{Limit, Unknown};
use ir::{LocId, Module};

/// The text between the parentheses of `UNKNOWN (…)`.
pub fn reason(unknown: &Unknown, settled: &Settled, module: Option<&Module>) -> String {
    match (unknown, settled.limit) {
        // More time might have led further: that comes first, then what was known by then.
        (Unknown::Limit(_), Some(limit)) => own_reason(&Unknown::Limit(limit), settled, module),
        (_, Some(limit)) => {
            format!("{}; {}", limit_words(limit), own_reason(unknown, settled, module))
        }
        (_, None) => own_reason(unknown, settled, module),
    }
}

pub(crate) fn limit_words(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "time limit reached",
        Limit::Memory => "memory limit reached",
        Limit::Effort => "no violation found within the engine's bounds",
        Limit::Cancelled => "interrupted",
    }
}

fn own_reason(unknown: &Unknown, settled: &Settled, module: Option<&Module>) -> String {
    match unknown {
        Unknown::Limit(limit) => {
            let what = limit_words(*limit);
            match (limit, settled.states) {
                // How far somebody came by the clock is another number every time.
                (Limit::Time | Limit::Memory | Limit::Cancelled, _) | (Limit::Effort, 0) => what.to_string(),
                (Limit::Effort, 1) => format!("{what}, after 1 state"),
                (Limit::Effort, states) => format!("{what}, after {states} states"),
            }
        }
        Unknown::Unsupported { what, at } | Unknown::Imprecise { why: what, at } => {
            format!("{what}{}", place(*at, module))
        }
        Unknown::Internal(what) => format!("internal: {what}"),
    }
}

fn place(at: LocId, module: Option<&Module>) -> String {
    match module {
        Some(module) if module.places.is_of_user(at) => format!(" at {}", module.places.render(at)),
        Some(_) | None => String::new(),
    }
}
