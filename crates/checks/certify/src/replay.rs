//! Traces: run again, and compared with what they claim.

use engine::{Budget, BugKind, FiniteTrace, Lasso, Property, Task, Unknown, Violation};
use interp::{End, Layout, Mismatch, NoObserver, Options, Replay};

use crate::record::Recorder;
use crate::verdict::{Laps, Refutation, refused};

/// Runs the trace again. With `past_unknown_calls` nothing is refuted by it.
pub(crate) fn replay(
    task: &Task<'_>,
    property: Property,
    trace: &FiniteTrace,
    past_unknown_calls: bool,
    budget: &Budget,
) -> Result<Refutation, Unknown> {
    let claimed = trace.violation.kind;
    let Some(part) = claimed.violates().filter(|part| property.includes(*part)) else {
        return Err(refused(&format!("{claimed} does not violate {property}")));
    };
    if part == Property::Termination {
        return Err(refused("a run of bounded length does not show that a program runs for ever"));
    }
    let pass_unknown_calls = past_unknown_calls;
    let options = Options { max_steps: u64::MAX, pass_unknown_calls, ..Options::for_property(task, property) };
    let mut inputs = Replay::new(&trace.inputs);
    let mut recorder = Recorder::default();
    let run = interp::run(task.module, task.entry, &options, &mut inputs, &mut (), &mut recorder, budget);
    if let Some(limit) = budget.exhausted() {
        return Err(Unknown::Limit(limit));
    }
    match run.end {
        // The violation comes first: a leak is found only when the run stops, which may be past the trace's end.
        End::Violation(violation) => {
            let part = first_broken(property, part, &violation)?;
            if run.address_dependent && !happens_in_other_layouts(task, trace, &options, &violation, budget) {
                let why = "the run to the violation depends on where objects lie in memory".to_string();
                return Err(Unknown::Imprecise { why, at: violation.loc });
            }
            let path = recorder.into_path();
            Ok(Refutation { part, violation, path, inputs: run.inputs, steps: run.steps, laps: None })
        }
        End::Exited(_) | End::Aborted | End::AssumeFailed => Err(refused("the replay ends without a violation")),
        End::Limit(limit) => Err(match inputs.mismatch() {
            Some(mismatch) => refused(&describe_mismatch(mismatch)),
            None => Unknown::Limit(limit),
        }),
        End::Unsupported { what, at } => Err(Unknown::Unsupported { what, at }),
    }
}

/// Runs the stem and a lap of a run that never ends, and has the rest checked.
pub(crate) fn replay_lasso(
    task: &Task<'_>,
    property: Property,
    lasso: &Lasso,
    budget: &Budget,
) -> Result<Refutation, Unknown> {
    if !property.includes(Property::Termination) {
        return Err(refused(&format!("a run that never ends does not violate {property}")));
    }
    let checked = lasso::check(task, lasso, budget).map_err(|refusal| match refusal {
        lasso::Refusal::Wrong(why) => refused(&why),
        lasso::Refusal::Stopped(limit) => Unknown::Limit(limit),
        lasso::Refusal::Unsupported { what, at } => Unknown::Unsupported { what, at },
    })?;
    // Once more, for people.
    let steps = lasso.stem.saturating_add(lasso.period);
    let options = Options { max_steps: steps, ..Options::for_property(task, property) };
    let mut recorder = Recorder::default();
    let mut inputs = Replay::new(&lasso.inputs);
    interp::run(task.module, task.entry, &options, &mut inputs, &mut (), &mut recorder, budget);
    let violation = Violation {
        kind: BugKind::NonTermination,
        loc: checked.loc,
        message: "from here the program goes round for ever".to_string(),
        related: Vec::new(),
        stack: checked.stack,
    };
    let laps = Some(Laps { lasso: lasso.clone(), stem_inputs: checked.stem_inputs });
    let (part, path) = (Property::Termination, recorder.into_path());
    Ok(Refutation { part, violation, path, inputs: checked.inputs, steps, laps })
}

/// Does the same happen when objects lie elsewhere, and in the opposite order?
fn happens_in_other_layouts(
    task: &Task<'_>,
    trace: &FiniteTrace,
    options: &Options,
    violation: &Violation,
    budget: &Budget,
) -> bool {
    [Layout::Shifted, Layout::Reversed].into_iter().all(|layout| {
        let options = Options { layout, ..options.clone() };
        let mut inputs = Replay::new(&trace.inputs);
        let run = interp::run(task.module, task.entry, &options, &mut inputs, &mut (), &mut NoObserver, budget);
        matches!(run.end, End::Violation(found) if found.kind == violation.kind && found.loc == violation.loc)
    })
}

fn describe_mismatch(mismatch: &Mismatch) -> String {
    let asked = format!("the replay's request {} is {:?}", mismatch.index + 1, mismatch.wanted.kind);
    match mismatch.recorded {
        Some(input) => format!("{asked}, the trace has {:?} there", input.kind),
        None => format!("{asked}, the trace has ended"),
    }
}

/// The part of the property that the run breaks: the claimed one, unless memory was lost before. A loss by `free` gives
/// way to a later use of what was freed, which only the whole run shows.
fn first_broken(property: Property, claimed: Property, found: &Violation) -> Result<Property, Unknown> {
    match found.kind.violates() {
        Some(part) if part == claimed => Ok(part),
        Some(part @ Property::ValidMemtrack) if property.includes(part) => Ok(part),
        Some(part) if claimed == Property::ValidMemtrack && property.includes(part) => Ok(part),
        Some(_) | None => {
            let (kind, message) = (found.kind, &found.message);
            Err(refused(&format!("the replay ends in {kind} ({message}), which is no violation of {claimed}")))
        }
    }
}
