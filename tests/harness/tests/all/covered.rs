//! Runs of programs against the certificates of `smg`, state by state.

use std::path::Path;

use harness::covered::{self, Covering};
use harness::{case, generate, lists, parallel, subject};
use ir::DataModel;

/// How far `smg` may go with each program, and runs that are compared with what it came to.
const STEPS: u64 = 150_000;
/// Random programs count more.
const RANDOM_STEPS: u64 = 1_000_000;
const SEEDS: u64 = 4;

fn of_file(path: &Path, data_model: DataModel, clang_args: &[String], steps: u64) -> Covering {
    let Ok(loaded) = subject::load(path, data_model, clang_args) else { return Covering::default() };
    let module = &loaded.module;
    match module.func_named("main").filter(|main| module.funcs[*main].is_defined()) {
        Some(entry) => covered::check(module, entry, steps, SEEDS),
        None => Covering::default(),
    }
}

/// Fails with what was not covered, and when next to nothing was compared.
fn pass(found: Vec<(String, Covering)>, least_proofs: usize) {
    let proofs: usize = found.iter().map(|(_, covering)| covering.proofs).sum();
    let states: u64 = found.iter().map(|(_, covering)| covering.states).sum();
    println!("{states} states of runs compared with {proofs} certificates");
    let failed: Vec<String> = found
        .iter()
        .filter_map(|(name, covering)| covering.failures.first().map(|failure| format!("{name}: {failure}")))
        .collect();
    assert!(failed.is_empty(), "{} programs\n{}", failed.len(), failed.join("\n"));
    assert!(
        proofs >= least_proofs && (least_proofs == 0 || states > proofs as u64),
        "only {states} states of {proofs} certificates"
    );
}

#[test]
fn annotated_programs_are_covered() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project has a root");
    let cases = case::collect(&root, &["tests/ui", "examples"]).unwrap_or_else(|problems| panic!("\n{problems}\n"));
    let found = parallel::map(&cases, |case| {
        (case.name.clone(), of_file(&case.path, case.data_model, &case.clang_args, STEPS))
    });
    pass(found, if case::is_part() { 0 } else { 100 });
}

#[test]
fn programs_that_handle_lists_are_covered() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let seeds: Vec<u64> = (500..540).collect();
    let found = parallel::map(&seeds, |seed| {
        let file = folder.join(format!("covered-list-{seed}.c"));
        std::fs::write(&file, lists::program(*seed)).expect("the folder for temporary files is writable");
        (format!("seed {seed}"), of_file(&file, DataModel::Lp64, &[], STEPS))
    });
    pass(found, 10);
}

#[test]
fn random_programs_are_covered() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let seeds: Vec<u64> = (3000..3030).collect();
    let found = parallel::map(&seeds, |seed| {
        let options = generate::Options { functions: 0, ..generate::Options::clean(*seed) };
        let program = generate::generate(options);
        let file = folder.join(format!("covered-random-{seed}.c"));
        std::fs::write(&file, program.source()).expect("the folder for temporary files is writable");
        (format!("seed {seed}"), of_file(&file, DataModel::Lp64, &generate::clang_args(&[program]), RANDOM_STEPS))
    });
    pass(found, 1);
}
