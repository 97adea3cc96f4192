//! Programs without input: one run is all there is.

use engine::{Answer, Budget, OnlyRun, Outcome, Property, Task, Trace, Unknown};
use interp::{End, InputSource, NoObserver, Options, Request, Run};
use ir::Places;

pub(crate) enum Finding {
    Settled(Vec<Answer>),
    /// Not this kind of program.
    HasInputs,
}

/// Refuses the first request, so that programs with inputs cost no more than the way to the first one.
#[derive(Default)]
struct NoInputs {
    asked: bool,
}

impl InputSource for NoInputs {
    fn next(&mut self, request: &Request) -> u128 {
        self.asked = true;
        request.only.unwrap_or(0)
    }

    fn refuses(&self) -> bool {
        self.asked
    }
}

/// Each property has a run of its own: a bug of one kind ends a run, and must not hide the answer about another.
pub(crate) fn answer(task: &Task<'_>, properties: &[Property], budget: &Budget) -> Finding {
    let mut answers = Vec::new();
    for &property in properties {
        let mut inputs = NoInputs::default();
        let options = Options { max_steps: u64::MAX, ..Options::for_property(task, property) };
        let run = interp::run(task.module, task.entry, &options, &mut inputs, &mut (), &mut NoObserver, budget);
        budget.add_states(1);
        // What is not modelled has other runs, too; the search looks further.
        if inputs.asked || matches!(run.end, End::Unsupported { .. }) {
            return Finding::HasInputs;
        }
        answers.push(judge(property, run).after(budget));
    }
    Finding::Settled(answers)
}

fn judge(property: Property, run: Run) -> Answer {
    let outcome = match run.end {
        End::Exited(_) | End::Aborted if run.address_dependent => Outcome::Unknown(Unknown::Imprecise {
            why: "what the program does depends on where objects lie in memory, and only one layout was tried".into(),
            at: Places::nowhere(),
        }),
        End::Exited(_) | End::Aborted => Outcome::Proved(Box::new(OnlyRun { steps: run.steps })),
        // An assumption that never holds leaves no run at all.
        End::AssumeFailed => Outcome::Proved(Box::new(OnlyRun { steps: run.steps })),
        End::Violation(violation) => match violation.kind.violates() {
            Some(part) if property.includes(part) => Outcome::Refuted(Trace { inputs: run.inputs, violation }),
            Some(_) | None => Outcome::Unknown(Unknown::Imprecise {
                why: format!("undefined behaviour ends the only run first: {} [{}]", violation.message, violation.kind),
                at: violation.loc,
            }),
        },
        End::Limit(limit) => Outcome::Unknown(Unknown::Limit(limit)),
        End::Unsupported { what, at } => Outcome::Unknown(Unknown::Unsupported { what, at }),
    };
    Answer::new(property, outcome)
}
