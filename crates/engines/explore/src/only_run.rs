//! Programs without input: one run is all there is.

use engine::{Answer, Budget, FiniteTrace, Flows, Limit, OnlyRun, Outcome, Property, Task, Tell, Trace, Unknown};
use interp::{End, InputSource, NoObserver, Options, Request, Run};
use ir::Places;

use crate::endless::Endless;

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

/// Steps after which a run may be one that never ends.
const LONG_RUN: u64 = 200_000;

/// Tells the answers, if this is such a program; the properties that are left if not.
///
/// Each property has a run of its own: a bug of one kind ends a run, and must not hide the answer about another. Whether the
/// run ends comes first: if it does not, the others take as long as they may.
pub(crate) fn answer(
    task: &Task<'_>,
    flows: &Flows<'_>,
    properties: &[Property],
    budget: &Budget,
    tell: &Tell<'_>,
) -> Vec<Property> {
    let mut left = properties.to_vec();
    let mut short =
        left.contains(&Property::Termination).then(|| only_run(task, flows, Property::Termination, LONG_RUN, budget));
    if let Some((run, false)) = &short
        && matches!(run.end, End::Limit(Limit::Effort))
    {
        if let Some(lasso) = Endless::new(task, flows, budget).look_at_long(&run.inputs, run.steps) {
            tell(Answer::new(Property::Termination, Outcome::Refuted(Trace::Lasso(lasso))).after(budget));
            left.retain(|property| *property != Property::Termination);
        }
        short = None;
    }
    while let Some(&property) = left.first() {
        let known = short.take_if(|_| property == Property::Termination);
        let (run, asked) = known.unwrap_or_else(|| only_run(task, flows, property, u64::MAX, budget));
        // What is not modelled has other runs, too; the search looks further.
        if asked || matches!(run.end, End::Unsupported { .. }) {
            break;
        }
        tell(judge(property, run).after(budget));
        left.remove(0);
    }
    left
}

/// The run, and whether it asked for an input.
fn only_run(task: &Task<'_>, flows: &Flows<'_>, property: Property, max_steps: u64, budget: &Budget) -> (Run, bool) {
    let options = Options { max_steps, ..Options::for_property(task, property) };
    let mut inputs = NoInputs::default();
    let run = interp::run_with(flows, task.entry, &options, &mut inputs, &mut (), &mut NoObserver, budget);
    budget.add_states(1);
    (run, inputs.asked)
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
            Some(part) if property.includes(part) => {
                Outcome::Refuted(FiniteTrace { inputs: run.inputs, violation }.into())
            }
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
