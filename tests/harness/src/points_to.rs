//! Points-to graphs against their checker: what every instruction needs, the correctness condition at
//! every call, and the accesses of concrete runs.

use dsa::check::{check_calls, check_local, check_run};
use dsa::{Options, PointsTo};
use ir::Module;

/// Steps of one run: enough for every branch of a small program, and no more.
const STEPS: u64 = 20_000;

/// What was compared, and what did not agree.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    pub calls: usize,
    pub runs: u64,
    pub accesses: u64,
    pub failures: Vec<String>,
}

/// Analyses with and without contexts and checks both; runs only when there is a `main`.
pub fn check(module: &Module, seeds: u64) -> Checked {
    let mut checked = Checked::default();
    for options in [Options::default(), Options { context_insensitive: true, ..Options::default() }] {
        check_graphs(&dsa::analyze(module, &options), seeds, &mut checked);
    }
    checked
}

/// Checks finished graphs.
pub fn check_graphs(points_to: &PointsTo<'_>, seeds: u64, checked: &mut Checked) {
    let module = points_to.module();
    checked.calls += points_to.calls().len();
    let failures = check_local(points_to).into_iter().chain(check_calls(points_to));
    checked.failures.extend(failures.map(|failure| failure.render(module)));
    let Some(entry) = module.func_named("main").filter(|main| module.funcs[*main].is_defined()) else { return };
    for seed in 0..seeds {
        let run = check_run(points_to, entry, seed, STEPS);
        checked.runs += 1;
        checked.accesses += run.accesses;
        let failures = run.failures.iter().map(|failure| format!("seed {seed}: {}", failure.render(module)));
        checked.failures.extend(failures);
    }
}
