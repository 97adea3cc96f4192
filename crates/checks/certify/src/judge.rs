//! From an engine's answer to a verdict.
//!
//! Guarantees: TRUE only when the certificate passed its check, and where it takes pointers to be valid, the verdict says so; FALSE only when the interpreter, given the trace's
//! inputs, ran into a violation of the part that the trace claims, or lost memory before, where the property forbids that:
//! the part that a run breaks first is the one that is reported. Undefined behaviour that comes earlier ends the replay:
//! what a program does after it proves nothing. A run that depends on where objects lie has to end in the same
//! violation when they lie elsewhere and in another order, because C leaves that open. A run that never ends is shown by its
//! stem, which is run, and a lap that a solver shows to be followed by another one.

use engine::{Answer, Budget, Outcome, Task, Trace, catch};

use crate::assumed;
use crate::checkers;
use crate::replay::{replay, replay_lasso};
use crate::verdict::{Verdict, refused};

/// Checks an answer. Never panics, whatever the engine said.
pub fn judge(task: &Task<'_>, answer: Answer, budget: &Budget) -> Verdict {
    let verdict = conclude(task, answer, budget);
    let assumed = assumed::functions(task, verdict.conclusion());
    verdict.assuming(assumed)
}

fn conclude(task: &Task<'_>, answer: Answer, budget: &Budget) -> Verdict {
    let property = answer.property;
    if !task.properties.contains(&property) {
        return Verdict::unknown(property, refused("nobody asked about this property"));
    }
    // Whatever else is asked: a property means the same as when it is asked alone.
    let task = &Task { properties: vec![property], ..task.clone() };
    match answer.outcome {
        Outcome::Unknown(reason) => Verdict::unknown(property, reason),
        Outcome::Proved(certificate) => match catch(|| checkers::check(task, property, &*certificate, budget)) {
            Ok(Ok(())) => {
                let trusts_pointers = checkers::trusts_pointers(&*certificate);
                Verdict::holds(property, certificate).trusting_pointers(trusts_pointers)
            }
            Ok(Err(reason)) => Verdict::unknown(property, reason),
            Err(panic) => Verdict::unknown(property, refused(&format!("its check failed: {panic}"))),
        },
        // A run past unknown calls refutes nothing, whatever it shows.
        Outcome::Suspected(trace, reason) => match catch(|| replay(task, property, &trace, true, budget)) {
            Ok(Ok(seen)) => Verdict::warning(property, reason, seen),
            Ok(Err(_)) => Verdict::doubt(property, reason, None),
            Err(panic) => Verdict::unknown(property, refused(&format!("its replay failed: {panic}"))),
        },
        Outcome::Refuted(trace) => {
            let seen = catch(|| match &trace {
                Trace::Finite(trace) => replay(task, property, trace, false, budget),
                Trace::Lasso(lasso) => replay_lasso(task, property, lasso, budget),
            });
            let claimed = match trace {
                Trace::Finite(trace) => Some(trace.violation),
                Trace::Lasso(_) => None,
            };
            match seen {
                Ok(Ok(refutation)) => Verdict::refuted(property, refutation),
                Ok(Err(reason)) => Verdict::doubt(property, reason, claimed),
                Err(panic) => Verdict::doubt(property, refused(&format!("its replay failed: {panic}")), claimed),
            }
        }
    }
}
