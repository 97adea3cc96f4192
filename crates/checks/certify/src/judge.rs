//! From an engine's answer to a verdict.
//!
//! Guarantees: TRUE only when the certificate passed its check; FALSE only when the interpreter, given the trace's
//! inputs, ran into a violation of the part that the trace claims, or lost memory before, where the property forbids that:
//! the part that a run breaks first is the one that is reported. Undefined behaviour that comes earlier ends the replay:
//! what a program does after it proves nothing. A run that depends on where objects lie has to end in the same
//! violation when they lie elsewhere and in another order, because C leaves that open.

use std::any::Any;

use engine::{Answer, Budget, Certificate, OnlyRun, Outcome, Property, Task, Trace, Unknown, Violation};
use interp::{End, Layout, ListedInputs, Mismatch, NoObserver, Replay};

use crate::assumed;
use crate::{Recorder, Refutation, Verdict};
use engine::catch;

/// Checks an answer. Never panics, whatever the engine said.
pub fn judge(task: &Task<'_>, answer: Answer, budget: &Budget) -> Verdict {
    let verdict = conclude(task, answer, budget);
    let assumed = assumed::functions(task, verdict.conclusion());
    verdict.assuming(assumed)
}

fn conclude(task: &Task<'_>, answer: Answer, budget: &Budget) -> Verdict {
    let property = answer.property;
    match answer.outcome {
        Outcome::Unknown(reason) => Verdict::unknown(property, reason),
        Outcome::Proved(certificate) => match catch(|| check_certificate(task, property, &*certificate, budget)) {
            Ok(Ok(())) => Verdict::holds(property),
            Ok(Err(reason)) => Verdict::unknown(property, reason),
            Err(panic) => Verdict::unknown(property, refused(&format!("its check failed: {panic}"))),
        },
        // A run past unknown calls refutes nothing, whatever it shows.
        Outcome::Suspected(trace, reason) => match catch(|| replay(task, property, &trace, true, budget)) {
            Ok(Ok(seen)) => Verdict::warning(property, reason, seen),
            Ok(Err(_)) => Verdict::doubt(property, reason, None),
            Err(panic) => Verdict::unknown(property, refused(&format!("its replay failed: {panic}"))),
        },
        Outcome::Refuted(trace) => match catch(|| replay(task, property, &trace, false, budget)) {
            Ok(Ok(refutation)) => Verdict::refuted(property, refutation),
            Ok(Err(reason)) => Verdict::doubt(property, reason, Some(trace.violation)),
            Err(panic) => {
                Verdict::doubt(property, refused(&format!("its replay failed: {panic}")), Some(trace.violation))
            }
        },
    }
}

/// The interpreter's settings under which a run decides `property`: what the property does not forbid must not end
/// the run, except undefined behaviour, which ends every run.
pub fn checks(task: &Task<'_>, property: Property) -> interp::Options {
    interp::Options {
        malloc_may_fail: task.malloc_may_fail,
        check_leaks: property.includes(Property::ValidMemtrack),
        check_cleanup: property.includes(Property::ValidMemcleanup),
        error_functions: if property == Property::UnreachCall { task.error_functions.clone() } else { Vec::new() },
        ..interp::Options::default()
    }
}

fn check_certificate(
    task: &Task<'_>,
    property: Property,
    certificate: &dyn Certificate,
    budget: &Budget,
) -> Result<(), Unknown> {
    let certificate: &dyn Any = certificate;
    if let Some(only_run) = certificate.downcast_ref::<OnlyRun>() {
        check_only_run(task, property, *only_run, budget)
    } else if let Some(covered) = certificate.downcast_ref::<smg::proof::Covered>() {
        smg::proof::check(task, property, &covered.0, budget)
    } else {
        Err(refused("nobody can check this kind of certificate"))
    }
}

/// The program has one run, and it breaks nothing: it must end within the steps, ask for nothing, and look at no
/// address.
fn check_only_run(task: &Task<'_>, property: Property, claim: OnlyRun, budget: &Budget) -> Result<(), Unknown> {
    let options = interp::Options { max_steps: claim.steps, ..checks(task, property) };
    let mut no_inputs = ListedInputs::default();
    let run = interp::run(task.module, task.entry, &options, &mut no_inputs, &mut (), &mut NoObserver, budget);
    if let Some(limit) = budget.exhausted() {
        return Err(Unknown::Limit(limit));
    }
    if !run.inputs.is_empty() {
        return Err(refused("the program asks for inputs, so it has more than one run"));
    }
    if run.address_dependent {
        return Err(refused("the program's run depends on where objects lie"));
    }
    match run.end {
        End::Exited(_) | End::Aborted | End::AssumeFailed => Ok(()),
        End::Violation(violation) => {
            Err(refused(&format!("the run ends in {}: {}", violation.kind, violation.message)))
        }
        End::Limit(_) => Err(refused("the run does not end within the claimed steps")),
        End::Unsupported { what, at } => Err(Unknown::Unsupported { what, at }),
    }
}

/// Runs the trace again. With `past_unknown_calls` nothing is refuted by it.
fn replay(
    task: &Task<'_>,
    property: Property,
    trace: &Trace,
    past_unknown_calls: bool,
    budget: &Budget,
) -> Result<Refutation, Unknown> {
    let claimed = trace.violation.kind;
    let Some(part) = claimed.violates().filter(|part| property.includes(*part)) else {
        return Err(refused(&format!("{claimed} does not violate {property}")));
    };
    if part == Property::Termination {
        return Err(refused("a run of bounded length does not show that a program runs forever"));
    }
    let pass_unknown_calls = past_unknown_calls;
    let options = interp::Options { max_steps: u64::MAX, pass_unknown_calls, ..checks(task, property) };
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
            Ok(Refutation { part, violation, path: recorder.into_path(), inputs: run.inputs, steps: run.steps })
        }
        End::Exited(_) | End::Aborted | End::AssumeFailed => Err(refused("the replay ends without a violation")),
        End::Limit(limit) => Err(match inputs.mismatch() {
            Some(mismatch) => refused(&describe_mismatch(mismatch)),
            None => Unknown::Limit(limit),
        }),
        End::Unsupported { what, at } => Err(Unknown::Unsupported { what, at }),
    }
}

/// Does the same happen when objects lie elsewhere, and in the opposite order?
fn happens_in_other_layouts(
    task: &Task<'_>,
    trace: &Trace,
    options: &interp::Options,
    violation: &Violation,
    budget: &Budget,
) -> bool {
    [Layout::Shifted, Layout::Reversed].into_iter().all(|layout| {
        let options = interp::Options { layout, ..options.clone() };
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

fn refused(why: &str) -> Unknown {
    Unknown::Internal(format!("an engine's answer was refused: {why}"))
}
