//! The architecture, as far as text shows it: who depends on whom, and what is absent from where.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Engines, and the layers they must not know.
const ENGINES: [&str; 4] = ["dsa", "explore", "its", "smg"];
const ABOVE_ENGINES: [&str; 5] = ["frontend", "certify", "portfolio", "report", "cli"];
/// What each crate below may use of this project; a new edge is a decision about the architecture.
const ALLOWED: [(&str, &[&str]); 6] = [
    ("ir", &[]),
    ("engine", &["ir"]),
    ("interp", &["engine", "ir"]),
    ("smt", &[]),
    ("frontend", &["ir"]),
    // A proof by symbolic memory graphs is checked with the engine's own step and entailment, and nothing else of it.
    ("certify", &["engine", "interp", "ir", "its", "smg"]),
];
const LONGEST_FILE: usize = 900;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project has a root")
}

/// Names in the sections of a manifest whose heading ends as given.
fn names_in(manifest: &str, section: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(heading) = line.strip_prefix('[') {
            inside = heading.trim_end_matches(']').ends_with(section);
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            let name = line.split(['.', '=', ' ']).next().expect("invariant: split gives one piece");
            names.insert(name.to_string());
        }
    }
    names
}

/// The dependencies of every crate under `crates`, those of its tests left out.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(root().join("crates")).expect("there are crates") {
        let folder = entry.expect("a readable folder").path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("every crate has a manifest");
        let name = folder.file_name().expect("a crate has a name").to_string_lossy().into_owned();
        let mut names = names_in(&manifest, "dependencies");
        for test_only in names_in(&manifest, "dev-dependencies") {
            if !names_in(&manifest.replace("dev-dependencies", "others"), "dependencies").contains(&test_only) {
                names.remove(&test_only);
            }
        }
        all.insert(name, names);
    }
    all
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Path relative to the root, and text, of all Rust files below the folders.
fn sources(folders: &[&str]) -> Vec<(String, String)> {
    let root = root();
    let mut files = Vec::new();
    for folder in folders {
        rust_files(&root.join(folder), &mut files);
    }
    files.sort();
    let name = |path: &Path| path.strip_prefix(&root).expect("invariant: below the root").display().to_string();
    files.iter().map(|path| (name(path), fs::read_to_string(path).expect("sources are text"))).collect()
}

/// Fails with everything that was found.
fn none(problems: Vec<String>) {
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn foreign_libraries_stay_in_their_crates() {
    let only: [(&str, &[&str]); 7] = [
        ("llvm-sys", &["frontend"]),
        ("z3", &["smt"]),
        ("z3-sys", &["smt"]),
        ("serde", &["report", "cli"]),
        ("serde_json", &["report", "cli"]),
        ("serde-saphyr", &["report", "cli"]),
        ("anyhow", &["cli"]),
    ];
    let mut problems = Vec::new();
    for (name, used) in dependencies() {
        for (library, homes) in only {
            if used.contains(library) && !homes.contains(&name.as_str()) {
                problems.push(format!("{name} uses {library}, which belongs to {homes:?}"));
            }
        }
    }
    none(problems);
}

#[test]
fn layers_know_only_what_is_below() {
    let all = dependencies();
    let own: BTreeSet<&String> = all.keys().collect();
    let mut problems = Vec::new();
    for (name, allowed) in ALLOWED {
        for used in &all[name] {
            if own.contains(used) && !allowed.contains(&used.as_str()) {
                problems.push(format!("{name} must not know {used}"));
            }
        }
    }
    for engine in ENGINES {
        for forbidden in ENGINES.iter().chain(&ABOVE_ENGINES) {
            if all[engine].contains(*forbidden) {
                problems.push(format!("the engine {engine} must not know {forbidden}"));
            }
        }
    }
    none(problems);
}

#[test]
fn unsafe_code_lives_in_two_crates() {
    let mut problems = Vec::new();
    for (path, text) in sources(&["crates", "xtask", "tests/harness/src"]) {
        if path.starts_with("crates/frontend/") || path.starts_with("crates/smt/") {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or(line);
            let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
            if words.any(|word| word == "unsafe" || word == "unsafe_code") {
                problems.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none(problems);
}

#[test]
fn nothing_is_left_for_later() {
    let words = ["TODO", "FIXME", "XXX", "dbg!", "todo!", "unimplemented!"];
    let mut problems = Vec::new();
    for (path, text) in sources(&["crates", "xtask"]) {
        for (number, line) in text.lines().enumerate() {
            if words.iter().any(|word| line.contains(word)) {
                problems.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none(problems);
}

#[test]
fn files_stay_readable() {
    let mut problems = Vec::new();
    for (path, text) in sources(&["crates", "xtask", "tests"]) {
        let lines = text.lines().count();
        if lines > LONGEST_FILE {
            problems.push(format!("{path} has {lines} lines, more than {LONGEST_FILE}"));
        }
        if !text.trim_start().starts_with("//!") && !text.is_empty() {
            problems.push(format!("{path} does not open by saying what it is (`//!`)"));
        }
    }
    none(problems);
}

#[test]
fn engines_do_no_io_and_read_no_clock() {
    let mut problems = Vec::new();
    let below = ["ir", "engine", "interp"].iter().chain(&ENGINES);
    let folders: Vec<String> = below.map(|name| format!("crates/{name}/src")).collect();
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    for (path, text) in sources(&folders) {
        for (number, line) in text.lines().enumerate() {
            let words = ["std::fs", "std::time", "Instant::now", "std::env::", "println!", "eprintln!", "std::net"];
            if words.iter().any(|word| line.contains(word)) {
                problems.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none(problems);
}
