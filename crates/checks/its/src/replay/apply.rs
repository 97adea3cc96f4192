//! What each step of a simplification does.

use super::simplified::Simplified;
use super::{chained, determined, equal, sliced, strengthened};
use crate::certificate::Simplification;
use crate::system::System;

/// The system after the steps of a log; `None` when a step does not fit.
pub fn replay<'a>(original: &'a System, log: &[Simplification]) -> Option<Simplified<'a>> {
    let mut simplified = Simplified::new(original);
    log.iter().try_for_each(|step| apply(&mut simplified, step.clone()))?;
    Some(simplified)
}

/// Does the step, legal or not; `None`, and nothing done, when it does not fit the system or a number gets too large.
pub fn apply(simplified: &mut Simplified<'_>, step: Simplification) -> Option<()> {
    match &step {
        Simplification::Unreachable { transitions }
        | Simplification::Irrelevant { transitions }
        | Simplification::Impossible { transitions } => simplified.remove(transitions)?,
        Simplification::Subsumed { pairs } => {
            let gone: Vec<usize> = pairs.iter().map(|(gone, _)| *gone).collect();
            simplified.remove(&gone)?;
        }
        Simplification::Chained { location } => chained::apply(simplified, *location)?,
        Simplification::Determined { transition, var, value } => {
            determined::apply(simplified, *transition, *var, value)?;
        }
        Simplification::Sliced { vars } => sliced::apply(simplified, vars)?,
        Simplification::Equal { values } => equal::apply(simplified, values)?,
        Simplification::Strengthened { facts } => strengthened::apply(simplified, facts)?,
    }
    simplified.log.push(step);
    debug_assert_eq!(simplified.system.check(), Ok(()));
    debug_assert_eq!(simplified.system.transitions.len(), simplified.origins.len());
    Some(())
}
