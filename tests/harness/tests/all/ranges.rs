//! Ranges of all test programs, and of random ones, against runs.

use std::fs;
use std::path::Path;

use harness::generate::{Options as GenerateOptions, generate};
use harness::ranges::{Checked, check};
use harness::{case, lists, parallel, subject};
use ir::DataModel;

const SEEDS: u64 = 2;
/// `CAIRN_RANDOM_RANGES` asks for more.
const RANDOM_PROGRAMS: u64 = 40;

fn of_file(path: &Path, data_model: DataModel, clang_args: &[String]) -> Checked {
    let Ok(loaded) = subject::load(path, data_model, clang_args) else { return Checked::default() };
    let module = &loaded.module;
    match module.func_named("main").filter(|main| module.funcs[*main].is_defined()) {
        Some(entry) => check(module, entry, SEEDS),
        None => Checked::default(),
    }
}

/// Fails with what did not agree, and when next to nothing was compared or known.
fn pass(found: Vec<(String, Checked)>) {
    let mut all = Checked::default();
    for (name, mut checked) in found {
        checked.failures = checked.failures.into_iter().take(1).map(|failure| format!("{name}: {failure}")).collect();
        all.add(checked);
    }
    let Checked { blocks, registers, bounded, unreachable, failures } = all;
    println!("{registers} registers in {blocks} blocks compared, {bounded} bounded; {unreachable} blocks unreachable");
    assert!(failures.is_empty(), "{} programs\n{}", failures.len(), failures.join("\n"));
    assert!(bounded * 5 > registers && unreachable > 0, "ranges say next to nothing");
}

#[test]
fn runs_of_annotated_programs_stay_in_their_ranges() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project has a root");
    let cases = case::collect(&root, &["tests/ui", "examples"]).unwrap_or_else(|problems| panic!("\n{problems}\n"));
    pass(parallel::map(&cases, |case| (case.name.clone(), of_file(&case.path, case.data_model, &case.clang_args))));
}

#[test]
fn runs_of_random_programs_stay_in_their_ranges() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let asked = std::env::var("CAIRN_RANDOM_RANGES").ok().and_then(|count| count.parse().ok());
    let seeds: Vec<u64> = (0..asked.unwrap_or(RANDOM_PROGRAMS)).collect();
    pass(parallel::map(&seeds, |seed| {
        let mut checked = Checked::default();
        for (kind, text) in
            [("mixed", generate(GenerateOptions::mixed(*seed)).source()), ("list", lists::program(*seed))]
        {
            let file = folder.join(format!("ranges-{kind}-{seed}.c"));
            fs::write(&file, text).expect("the folder for temporary files is writable");
            checked.add(of_file(&file, DataModel::Lp64, &[]));
        }
        (format!("seed {seed}"), checked)
    }));
}
