//! Every test program lowers, and its text form is read back as it was written.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use frontend::{Error, Options, load};
use ir::DataModel;

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui");
    let mut found = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("tests/ui can be read") {
            let path = entry.expect("tests/ui can be read").path();
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

/// What is wrong with lowering the program, if something is.
fn problem(path: &Path, data_model: DataModel) -> Option<String> {
    let options = Options { data_model, ..Options::default() };
    let module = match load(&[path.to_path_buf()], &options) {
        Ok(loaded) => loaded.module,
        // Programs for one data model, and programs that are meant to be refused.
        Err(Error::CompileError { .. } | Error::Empty { .. } | Error::NotText { .. }) => return None,
        Err(error) => return Some(error.to_string()),
    };
    let text = module.to_string();
    match ir::parse(&text) {
        Ok(again) if again.to_string() == text => ir::verify(&again).err().map(|errors| errors[0].to_string()),
        Ok(_) => Some("its text form changes when it is read back".to_string()),
        Err(error) => Some(error.to_string()),
    }
}

#[test]
fn every_program_lowers_in_both_data_models() {
    let programs = programs();
    assert!(!programs.is_empty());
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    let work = || {
        while let Some(path) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            for data_model in [DataModel::Lp64, DataModel::Ilp32] {
                if let Some(problem) = problem(path, data_model) {
                    let line = format!("{} ({data_model}): {problem}", path.display());
                    problems.lock().expect("no worker panics").push(line);
                }
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
