//! Runs that never end: laps of long runs that come back to where they began.

use engine::{Budget, Cell, Flows, Input, Lasso, Property, Task};
use interp::{Options, Replay, find_lap};

/// Steps after which a lap may begin: the sooner it does, the shorter is the stem that people have to read. Later ones are
/// for loops that need a while until nothing but numbers changes any more.
const STEMS: [u64; 6] = [20, 100, 500, 2_000, 8_000, 100_000];
/// Steps of a lap.
const LONGEST: u64 = 10_000;

/// Looks at a run that did not end within `steps`, given by its inputs.
pub(crate) fn find(task: &Task<'_>, flows: &Flows<'_>, inputs: &[Input], steps: u64, budget: &Budget) -> Option<Lasso> {
    let usual = Options::for_property(task, Property::Termination);
    let options = Options { max_steps: u64::MAX, rounds_of_nothing: true, ..usual };
    // The last one is for a run that has come to a loop that does nothing, after a few steps.
    let stems = STEMS.into_iter().filter(|stem| *stem <= steps / 2).chain([steps]);
    stems.into_iter().find_map(|stem| {
        let length = (stem, LONGEST);
        let mut source = Replay::new(inputs);
        let accept = |period: u64, cells: &[Cell], inputs: &[Input]| {
            let lasso = Lasso { inputs: inputs.to_vec(), stem, period, cells: cells.to_vec() };
            lasso::check(task, &lasso, budget).is_ok().then_some(lasso)
        };
        find_lap(flows, task.entry, &options, &mut source, length, accept, budget)
    })
}
