//! A few runs, before anything is searched for: some violations are nearly everywhere, and some runs show that accesses are not valid.

use engine::{Budget, BugKind, FiniteTrace, Property, Task};
use interp::{End, InputSource, ListedInputs, NoObserver, Options, SeededInputs};

use crate::refute::violates;

/// Runs with random inputs, beside those with zeros and ones, and steps of each; of the first one, more.
const RANDOM_RUNS: u64 = 4;
const MOST_STEPS: u64 = 20_000;
const MOST_STEPS_AT_FIRST: u64 = 40_000;
const MANY: usize = 1_000;

/// What was seen.
#[derive(Debug, Default)]
pub struct Tried {
    /// A run that violates the property.
    pub trace: Option<FiniteTrace>,
    /// Not all accesses of a run are valid: a proof that takes them to be is worth nothing.
    pub breaks_trust: bool,
}

/// Runs the program with simple and with random inputs.
pub fn tried(task: &Task<'_>, property: Property, budget: &Budget) -> Tried {
    let mut tried = Tried::default();
    // Functions that the user says something of may return any address, although those that they stand for do not: such runs say
    // nothing about the program.
    let says_nothing = task.module.funcs.iter().any(|func| func.assumed.is_some());
    let mut run = |source: &mut dyn InputSource, max_steps: u64| {
        if tried.trace.is_some() || budget.exhausted().is_some() {
            return;
        }
        let options = Options { max_steps, ..Options::for_property(task, property) };
        let run = interp::run_with(&task.flows(), task.entry, &options, source, &mut (), &mut NoObserver, budget);
        let End::Violation(violation) = run.end else { return };
        tried.breaks_trust |= !says_nothing && is_invalid(violation.kind);
        if violates(violation.kind, property) {
            tried.trace = Some(FiniteTrace { inputs: run.inputs, violation });
        }
    };
    run(&mut ListedInputs::default(), MOST_STEPS_AT_FIRST);
    run(&mut ListedInputs::new(vec![1; MANY]), MOST_STEPS);
    (0..RANDOM_RUNS).for_each(|seed| run(&mut SeededInputs::new(seed), MOST_STEPS));
    tried
}

fn is_invalid(kind: BugKind) -> bool {
    matches!(kind.violates(), Some(Property::ValidDeref | Property::ValidFree)) || kind == BugKind::OverlappingCopy
}
