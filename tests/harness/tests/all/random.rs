//! A few random programs. `cargo xtask random` checks more of them.

use std::path::Path;

use harness::ask::Engines;
use harness::generate::{Options, Program, generate};
use harness::random::{Effort, check};
use ir::DataModel;

/// How far each engine may go with each program.
const STEPS: u64 = 100_000;

/// Programs of one file: either all of them have their own definitions of library functions, or none has.
fn seeds(from: u64, to: u64) -> Vec<Program> {
    (from..to).map(|seed| generate(Options { functions: 3, ..Options::mixed(seed) })).collect()
}

fn pass(name: &str, programs: &[Program], effort: Effort) {
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let failures = check(programs, &work, effort).unwrap_or_else(|error| panic!("{error}"));
    let mut text = String::new();
    for failure in &failures {
        let options = failure.program.options;
        text.push_str(&format!("seed {} ({:?}): {:?}: {}\n", options.seed, options.bug, failure.kind, failure.message));
    }
    assert!(
        failures.is_empty(),
        "{} of {} programs fail; they are in {}\n{text}",
        failures.len(),
        programs.len(),
        work.display()
    );
}

#[test]
fn same_seed_same_text() {
    let options = Options::mixed(77);
    assert_eq!(generate(options).source(), generate(options).source());
    assert_ne!(generate(options).source(), generate(Options::mixed(79)).source());
}

#[test]
fn every_bug_is_found_where_it_is() {
    // Two programs for each code; the clean ones between them are compared with their native runs.
    let engines = Some(Engines::all(STEPS));
    pass("random-64", &seeds(0, 80), Effort { data_model: DataModel::Lp64, check_generator: false, engines });
}

#[test]
fn programs_behave_as_natively_in_32_bits() {
    pass(
        "random-32",
        &seeds(1008, 1032),
        Effort { data_model: DataModel::Ilp32, check_generator: false, engines: None },
    );
}

#[test]
fn own_definitions_of_library_functions_are_called() {
    for (name, data_model) in [("random-own-64", DataModel::Lp64), ("random-own-32", DataModel::Ilp32)] {
        pass(name, &seeds(984, 992), Effort { data_model, check_generator: true, engines: None });
    }
}

#[test]
fn generated_programs_are_what_they_claim() {
    pass(
        "random-checked",
        &seeds(2016, 2032),
        Effort { data_model: DataModel::Lp64, check_generator: true, engines: None },
    );
}
