//! Every test program lowers, to the same module in any number of threads, and its text form is read back as it was written.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use frontend::{Error, Options, load};
use ir::{DataModel, Module};

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut found = Vec::new();
    let mut folders = vec![root.join("tests/ui"), root.join("examples")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "c") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The program's module, unless it is meant to be refused or for the other data model.
fn lowered(path: &Path, options: &Options) -> Result<Option<Module>, String> {
    match load(&[path.to_path_buf()], options) {
        Ok(loaded) => Ok(Some(loaded.module)),
        Err(Error::CompileError { .. } | Error::Empty { .. } | Error::NotText { .. }) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// Is the module the same in several threads, and its text form read back? Programs are small here: most threads have a
/// function or two, some have none.
fn check(path: &Path, data_model: DataModel, threads: usize) -> Result<(), String> {
    let options = |threads| Options { data_model, threads: Some(threads), ..Options::default() };
    let Some(module) = lowered(path, &options(1))? else { return Ok(()) };
    let text = module.to_string();
    if lowered(path, &options(threads))?.is_none_or(|module| module.to_string() != text) {
        return Err(format!("{threads} threads make another module than one"));
    }
    let again = ir::parse(&text).map_err(|error| error.to_string())?;
    if again.to_string() != text {
        return Err("its text form changes when it is read back".to_string());
    }
    ir::verify(&again).map_err(|errors| errors[0].to_string())
}

/// Runs the check on every program, on all processors.
fn check_all(check: impl Fn(&Path) -> Result<(), String> + Sync) {
    let programs = programs();
    assert!(!programs.is_empty());
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    let work = || {
        while let Some(path) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(problem) = check(path) {
                let line = format!("{}: {problem}", path.display());
                problems.lock().expect("no worker panics").push(line);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |count| count.get()) {
            scope.spawn(work);
        }
    });
    let mut problems = problems.into_inner().expect("no worker panics");
    problems.sort();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_program_lowers_to_lp64() {
    check_all(|path| check(path, DataModel::Lp64, 2));
}

#[test]
fn every_program_lowers_to_ilp32() {
    check_all(|path| check(path, DataModel::Ilp32, 3));
}
