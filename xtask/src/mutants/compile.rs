//! The mutated workspace, built: mutants that do not compile are left out until the rest does.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::rewrite::Rewritten;
use super::scratch::Scratch;
use super::trusted::File;

/// How often the compiler is asked. Errors hide others: those of lifetimes show when all types are right.
const ROUNDS: usize = 25;

/// Packages with tests that exercise the checks.
const PACKAGES: [&str; 10] =
    ["certify", "check", "explore", "harness", "its", "its-search", "lasso", "portfolio", "smg", "smg-search"];

/// A program with tests.
#[derive(Clone, Debug)]
pub struct Tests {
    pub package: String,
    pub name: String,
    pub executable: PathBuf,
    /// Where its tests run.
    pub folder: PathBuf,
}

#[derive(Deserialize)]
struct Line {
    reason: String,
    message: Option<Message>,
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
    profile: Option<Profile>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Message {
    level: String,
    rendered: Option<String>,
    spans: Vec<Span>,
    #[serde(default)]
    children: Vec<Message>,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// Writes the mutated sources so that they compile; the numbers of mutants that are not in them.
pub fn compile(scratch: &Scratch, files: &[File]) -> Result<BTreeSet<u32>> {
    let remembered = scratch.folder.join("dropped");
    let mut dropped = recall(&remembered, files);
    for round in 1..=ROUNDS {
        let written: Vec<Rewritten> = files.iter().map(|file| file.rewritten(&dropped)).collect();
        for (file, rewritten) in files.iter().zip(&written) {
            scratch.write(&file.path, rewritten.text.as_bytes())?;
        }
        let lines =
            cargo(scratch, &["build", "--keep-going", "-p", "certify", "-p", "its", "-p", "lasso", "-p", "smg"])?;
        let errors: Vec<Message> =
            lines.into_iter().filter_map(|line| line.message).filter(Message::is_error).collect();
        if errors.is_empty() {
            remember(&remembered, files, &dropped)?;
            return Ok(dropped);
        }
        let before = dropped.len();
        for error in &errors {
            dropped.extend(blamed(error, files, &written));
        }
        println!("round {round}: {} errors, {} mutants do not compile", errors.len(), dropped.len());
        if dropped.len() == before {
            let shown: Vec<&str> = errors.iter().filter_map(|error| error.rendered.as_deref()).collect();
            bail!("the copy does not compile, by no mutant's fault:\n{}", shown.join("\n"));
        }
    }
    bail!("the copy does not compile after {ROUNDS} rounds")
}

/// The mutants that an error speaks of: where it begins in the text of some, those; else those between the places that it
/// names by which control goes on where it did not; else the smallest around each place.
fn blamed(error: &Message, files: &[File], written: &[Rewritten]) -> BTreeSet<u32> {
    let [mut pointed, mut mentioned, mut around, mut between] = [const { BTreeSet::new() }; 4];
    for span in error.spans.iter().chain(error.children.iter().flat_map(|child| &child.spans)) {
        let Some(at) = files.iter().position(|file| file.path == span.file_name) else { continue };
        let begins_in = |text: &Range<usize>| text.contains(&span.byte_start);
        let texts = written[at].written.iter().filter(|(text, _)| begins_in(text)).map(|(_, number)| *number);
        (if span.is_primary { &mut pointed } else { &mut mentioned }).extend(texts);
        let inside = |extent: &Range<usize>| extent.start <= span.byte_start && span.byte_end <= extent.end;
        let extents = written[at].extents.iter().filter(|(extent, _)| inside(extent));
        around.extend(extents.min_by_key(|(extent, _)| extent.len()).map(|(_, number)| *number));
        let others = error.spans.iter().filter(|other| other.file_name == span.file_name);
        let whole = others.fold(span.byte_start..span.byte_end, |whole, other| {
            whole.start.min(other.byte_start)..whole.end.max(other.byte_end)
        });
        let passed = written[at].extents.iter().filter(|(extent, number)| {
            whole.start <= extent.start && extent.end <= whole.end && files[at].goes_on(*number)
        });
        between.extend(passed.map(|(_, number)| *number));
    }
    [pointed, mentioned, between, around].into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

impl Message {
    fn is_error(&self) -> bool {
        self.level == "error" && !self.spans.is_empty()
    }
}

/// Builds the tests of these packages, or of all if there are none, and the commands that some of them run.
pub fn build_tests(scratch: &Scratch, only: &[String]) -> Result<Vec<Tests>> {
    cargo(scratch, &["build", "-p", "cli", "-p", "check"])?;
    let mut arguments = vec!["test", "--no-run"];
    let wanted = |package: &&str| only.is_empty() || only.iter().any(|name| name == package);
    let packages: Vec<&str> = PACKAGES.into_iter().filter(wanted).collect();
    ensure!(!packages.is_empty(), "tests that exercise the checks are in {}", PACKAGES.join(", "));
    arguments.extend(packages.iter().flat_map(|package| ["-p", *package]));
    let lines = cargo(scratch, &arguments)?;
    let mut tests = Vec::new();
    for line in lines {
        if let (Some(executable), Some(target), Some(Profile { test: true }), Some(manifest)) =
            (line.executable, line.target, line.profile, line.manifest_path)
        {
            let folder = manifest.parent().context("a manifest lies in a folder")?.to_path_buf();
            let package = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            tests.push(Tests { package, name: target.name, executable, folder });
        }
    }
    ensure!(!tests.is_empty(), "no tests were built");
    Ok(tests)
}

/// Runs cargo in the copy. Only the compiler's own errors are no failure.
fn cargo(scratch: &Scratch, arguments: &[&str]) -> Result<Vec<Line>> {
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(arguments)
        .args(["--offline", "--message-format=json"])
        .current_dir(&scratch.copy)
        .env_remove("CARGO_TARGET_DIR")
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .stderr(Stdio::piped())
        .output()
        .context("cannot run cargo")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<Line> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let has_errors = lines.iter().filter_map(|line| line.message.as_ref()).any(Message::is_error);
    let known = lines.iter().any(|line| line.reason == "build-finished");
    if !(output.status.success() || has_errors && known) {
        bail!("cargo {} failed:\n{}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
    }
    Ok(lines)
}

/// Mutants by what they are, not by their numbers, which change with the sources.
fn key(file: &File, at: usize) -> String {
    let mutant = &file.mutants[at].1;
    format!("{}:{}:{}: {}", file.path, mutant.line, mutant.column, mutant.what)
}

fn recall(path: &PathBuf, files: &[File]) -> BTreeSet<u32> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let known: BTreeSet<&str> = text.lines().collect();
    let numbers = files.iter().flat_map(|file| (0..file.mutants.len()).map(move |at| (file, at)));
    numbers.filter(|(file, at)| known.contains(key(file, *at).as_str())).map(|(file, at)| file.mutants[at].0).collect()
}

fn remember(path: &PathBuf, files: &[File], dropped: &BTreeSet<u32>) -> Result<()> {
    let mut out = fs::File::create(path)?;
    for file in files {
        for at in (0..file.mutants.len()).filter(|at| dropped.contains(&file.mutants[*at].0)) {
            writeln!(out, "{}", key(file, at))?;
        }
    }
    Ok(())
}
