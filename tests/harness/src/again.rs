//! Does the command that a report prints show the violation again?

use certify::Refutation;
use engine::{Budget, BugKind, Limit, Property, Task};
use interp::{End, NoObserver};
use report::{Again, GivenInputs};

use crate::subject::{describe, describe_end};

/// Runs what the command says, as `cairn run` would; the error is for people.
pub fn runs_again(task: &Task<'_>, refutation: &Refutation) -> Result<(), String> {
    let again = Again { options: &[], files: &[], clang_args: &[] };
    let Some(words) = again.words(refutation, task.module) else { return Err("there is no command".to_string()) };
    let value = |option: &str| words.iter().find_map(|word| word.strip_prefix(option));
    let property = value("--property=").and_then(Property::named).ok_or("the command names no property")?;
    let inputs: Vec<String> =
        value("--inputs=").map_or(Vec::new(), |inputs| inputs.split(',').map(str::to_string).collect());
    let mut inputs = GivenInputs::parse(&inputs).map_err(|text| format!("`{text}` is no input"))?;
    let usual = interp::Options::for_property(task, property);
    let most = if property == Property::Termination { refutation.steps * 10 + 100_000 } else { usual.max_steps };
    let options = interp::Options { max_steps: most, ..usual };
    let run = interp::run(task.module, task.entry, &options, &mut inputs, &mut (), &mut NoObserver, &Budget::new());
    let told = &refutation.violation;
    match &run.end {
        End::Violation(found) if found.kind == told.kind && found.loc == told.loc => Ok(()),
        // A run that never ends is given up at some time.
        End::Limit(Limit::Effort) if told.kind == BugKind::NonTermination => Ok(()),
        end => Err(format!(
            "{}\n  shows: {}\n  not: {}",
            words.join(" "),
            describe_end(task.module, end),
            describe(task.module, told)
        )),
    }
}
