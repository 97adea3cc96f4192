//! The architecture, as far as text shows it: who depends on whom, and what is absent from where.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of `crates`, each with the folders below it; within its own folder a crate knows what [`ALLOWED`] says.
const LAYERS: [(&str, &[&str]); 5] = [
    ("core", &[]),
    ("program", &["core"]),
    ("checks", &["core"]),
    ("engines", &["core", "checks"]),
    ("app", &["core", "program", "checks", "engines"]),
];
/// Edges that layers do not give; a new one is a decision about the architecture. Engines know none of each other, but for the
/// one that hands its graphs to the prover of transition systems.
const ALLOWED: [(&str, &[&str]); 10] = [
    ("engine", &["ir"]),
    ("interp", &["engine", "ir"]),
    ("encode", &["ir", "smt"]),
    ("dsa", &["outside"]),
    ("symex", &["its"]),
    ("certify", &["chc", "its", "lasso", "smg", "symex"]),
    ("symex-search", &["its-search"]),
    ("command", &["report", "tasks"]),
    ("check", &["command", "report"]),
    ("cli", &["command", "portfolio", "report", "tasks"]),
];
/// Edges that layers would give and that must not be: engines propose, they do not judge.
const FORBIDDEN: [(&str, &str); 1] = [("engines", "certify")];
/// What does no I/O and reads no clock.
const PURE: [&str; 7] = ["core/ir", "core/engine", "core/interp", "program/dsa", "program/ranges", "checks", "engines"];
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

/// A crate: its layer, and its dependencies without those of its tests.
struct Member {
    layer: String,
    uses: BTreeSet<String>,
}

fn members() -> BTreeMap<String, Member> {
    let mut all = BTreeMap::new();
    for layer in folders(&root().join("crates")) {
        for folder in folders(&layer) {
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("every crate has a manifest");
            let uses = names_in(&manifest.replace("dev-dependencies", "others"), "dependencies");
            all.insert(name_of(&folder), Member { layer: name_of(&layer), uses });
        }
    }
    all
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a readable folder");
    entries.map(|entry| entry.expect("a readable entry").path()).filter(|path| path.is_dir()).collect()
}

fn name_of(path: &Path) -> String {
    path.file_name().expect("folders have names").to_string_lossy().into_owned()
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
    let only: [(&str, &[&str]); 8] = [
        ("llvm-sys", &["frontend"]),
        ("z3", &["smt"]),
        ("z3-sys", &["smt"]),
        ("microlp", &["its-search"]),
        ("serde", &["ir", "engine", "chc", "its", "smg", "symex", "certify", "report", "tasks"]),
        ("serde_json", &["certify", "report", "cli"]),
        ("serde-saphyr", &["tasks"]),
        ("anyhow", &["command", "check", "cli"]),
    ];
    let mut problems = Vec::new();
    for (name, member) in members() {
        for (library, homes) in only {
            if member.uses.contains(library) && !homes.contains(&name.as_str()) {
                problems.push(format!("{name} uses {library}, which belongs to {homes:?}"));
            }
        }
    }
    none(problems);
}

#[test]
fn layers_know_only_what_is_below() {
    let all = members();
    let listed = |table: &[(&str, &[&str])], name: &str, other: &str| {
        table.iter().any(|(of, known)| *of == name && known.contains(&other))
    };
    let mut problems = Vec::new();
    for (name, member) in &all {
        if !LAYERS.iter().any(|(layer, _)| *layer == member.layer) {
            problems.push(format!("{name} lies in {}, which is no layer", member.layer));
        }
        for (used, other) in all.iter().filter(|(other, _)| member.uses.contains(*other)) {
            let given = listed(&LAYERS, &member.layer, &other.layer) || listed(&ALLOWED, name, used);
            if !given || FORBIDDEN.contains(&(&member.layer, used)) {
                problems.push(format!("{name} must not know {used}"));
            }
        }
    }
    none(problems);
}

#[test]
fn the_checker_contains_no_engine() {
    let all = members();
    let mut reached = BTreeSet::from(["check".to_string()]);
    let mut work = vec!["check".to_string()];
    while let Some(name) = work.pop() {
        for used in all[&name].uses.iter().filter(|used| all.contains_key(*used)) {
            if reached.insert(used.clone()) {
                work.push(used.clone());
            }
        }
    }
    assert!(reached.contains("certify"), "{reached:?}");
    let engines = reached.iter().filter(|name| all[*name].layer == "engines" || *name == "portfolio");
    none(engines.map(|name| format!("`cairn-check` contains {name}")).collect());
}

#[test]
fn unsafe_code_lives_in_three_crates() {
    let homes = ["crates/program/frontend/", "crates/core/smt/", "crates/core/account/"];
    let mut problems = Vec::new();
    for (path, text) in sources(&["crates", "xtask", "tests/harness/src"]) {
        if homes.iter().any(|home| path.starts_with(home)) {
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
    let folders: Vec<String> = PURE.iter().map(|folder| format!("crates/{folder}")).collect();
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let product = |path: &str| path.contains("/src/");
    for (path, text) in sources(&folders).into_iter().filter(|(path, _)| product(path)) {
        for (number, line) in text.lines().enumerate() {
            let words = ["std::fs", "Instant::now", "SystemTime", "std::env::", "println!", "eprintln!", "std::net"];
            if words.iter().any(|word| line.contains(word)) {
                problems.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none(problems);
}
