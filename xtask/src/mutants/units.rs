//! What can be run by itself: a test, or a test with one annotated program; how long it takes and which mutants it reaches.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, UNIX_EPOCH};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::compile::Tests;
use super::pool;
use super::scratch::Scratch;

/// Tests that look at every annotated program, and at one or some when they are told which.
const BY_PROGRAM: [(&str, &str); 2] = [("ui", "annotated_programs"), ("covered", "annotated_programs_are_covered")];
/// How they are told; names are separated by commas.
const PROGRAMS: &str = "CAIRN_PROGRAMS";

/// Without a mutant, no test takes longer.
const PATIENCE: Duration = Duration::from_secs(600);
/// What a mutant makes grow for ever is stopped.
const MOST_KIB: u64 = 8 << 20;

#[derive(Clone, Debug)]
pub struct Unit {
    /// Which of the programs with tests.
    pub tests: usize,
    pub test: String,
    pub program: Option<String>,
}

/// A unit without a mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Baseline {
    pub passes: bool,
    pub seconds: f64,
    pub reaches: BTreeSet<u32>,
    /// Of what was run; another one is run again.
    stamp: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Passed,
    Failed,
    TimedOut,
}

/// Everything that can be run.
pub fn units(scratch: &Scratch, tests: &[Tests]) -> Result<Vec<Unit>> {
    let is_program = |file: &&String| {
        ["tests/ui/", "examples/"].iter().any(|folder| file.starts_with(folder))
            && [".c", ".i"].iter().any(|end| file.ends_with(end))
    };
    let programs: Vec<&String> = scratch.files.iter().filter(is_program).collect();
    let mut units = Vec::new();
    for (at, of) in tests.iter().enumerate() {
        let listed = command(of, &["--list", "--format", "terse"]).stdout(Stdio::piped()).output()?;
        let text = String::from_utf8_lossy(&listed.stdout).into_owned();
        for test in text.lines().filter_map(|line| line.strip_suffix(": test")) {
            let unit = |program| Unit { tests: at, test: test.to_string(), program };
            if BY_PROGRAM.contains(&(of.name.as_str(), test)) {
                units.extend(programs.iter().map(|program| unit(Some((*program).clone()))));
            } else {
                units.push(unit(None));
            }
        }
    }
    Ok(units)
}

/// Runs every unit once without a mutant, unless that was done already.
pub fn baselines(scratch: &Scratch, tests: &[Tests], units: &[Unit]) -> Result<Vec<Baseline>> {
    let remembered = scratch.folder.join("baseline.json");
    let known: BTreeMap<String, Baseline> =
        fs::read(&remembered).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
    let known = Mutex::new(known);
    let done = AtomicUsize::new(0);
    let measured = pool::map(units, |unit| {
        let (key, stamp) = (unit.key(tests), stamp(scratch, tests, unit));
        let before = known.lock().expect("invariant: nothing below panics").get(&key).cloned();
        let baseline = match before {
            Some(baseline) if baseline.stamp == stamp => baseline,
            Some(_) | None => measure(scratch, tests, unit, stamp)?,
        };
        let mut known = known.lock().expect("invariant: nothing below panics");
        known.insert(key, baseline.clone());
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(100) || done == units.len() {
            println!("{done} of {} tests run without a mutant", units.len());
            fs::write(&remembered, serde_json::to_vec(&*known)?)?;
        }
        anyhow::Ok(baseline)
    });
    measured.into_iter().collect()
}

fn measure(scratch: &Scratch, tests: &[Tests], unit: &Unit, stamp: String) -> Result<Baseline> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let file = scratch.folder.join(format!("reached-{}", NUMBER.fetch_add(1, Ordering::Relaxed)));
    let _ = fs::remove_file(&file);
    let start = Instant::now();
    let end = run(tests, &[unit], &[("CAIRN_MUTANT_REACHED", &file.to_string_lossy())], PATIENCE)?;
    let seconds = start.elapsed().as_secs_f64();
    let reached = fs::read_to_string(&file).unwrap_or_default();
    let _ = fs::remove_file(&file);
    let reaches = reached.lines().filter_map(|line| line.parse().ok()).collect();
    Ok(Baseline { passes: end == End::Passed, seconds, reaches, stamp })
}

/// Runs units of one program with tests, in one process.
pub fn run(tests: &[Tests], units: &[&Unit], environment: &[(&str, &str)], patience: Duration) -> Result<End> {
    let Some(first) = units.first() else { return Ok(End::Passed) };
    let of = &tests[first.tests];
    let limit = format!("ulimit -v {MOST_KIB}; exec timeout -s KILL {:.1} \"$0\" \"$@\"", patience.as_secs_f64());
    let mut command = Command::new("sh");
    command.args(["-c", &limit]).arg(&of.executable).args(["--exact", "--test-threads=1"]);
    let names: BTreeSet<&str> = units.iter().map(|unit| unit.test.as_str()).collect();
    command.args(names).current_dir(&of.folder).env("CARGO_MANIFEST_DIR", &of.folder);
    let programs: Vec<&str> = units.iter().filter_map(|unit| unit.program.as_deref()).collect();
    if !programs.is_empty() {
        command.env(PROGRAMS, programs.join(","));
    }
    command.envs(environment.iter().copied()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status().context("cannot run a test")?;
    Ok(end(status, start.elapsed() >= patience))
}

fn end(status: ExitStatus, late: bool) -> End {
    match (status.success(), late) {
        (true, _) => End::Passed,
        (false, true) => End::TimedOut,
        (false, false) => End::Failed,
    }
}

fn command(of: &Tests, arguments: &[&str]) -> Command {
    let mut command = Command::new(&of.executable);
    command.args(arguments).current_dir(&of.folder);
    command
}

impl Unit {
    pub fn key(&self, tests: &[Tests]) -> String {
        let of = &tests[self.tests];
        let program = self.program.as_ref().map_or(String::new(), |program| format!(" {program}"));
        format!("{}/{} {}{program}", of.package, of.name, self.test)
    }
}

/// Changes with the program with tests and the annotated program.
fn stamp(scratch: &Scratch, tests: &[Tests], unit: &Unit) -> String {
    let of = |path: &Path| {
        let Ok(data) = path.metadata() else { return String::new() };
        let written = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
        format!("{} {}", data.len(), written.as_nanos())
    };
    let program = unit.program.as_ref().map_or(String::new(), |program| of(&scratch.copy.join(program)));
    format!("{} {program}", of(&tests[unit.tests].executable))
}

#[cfg(test)]
impl Baseline {
    pub fn passing(seconds: f64) -> Baseline {
        Baseline { passes: true, seconds, reaches: BTreeSet::new(), stamp: String::new() }
    }
}
