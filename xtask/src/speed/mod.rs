//! Cairn's time beside the compiler's and any peer's, over the same programs.
//!
//! Commands take turns on every program and the best of several rounds counts, so that a busy machine slows all of them
//! alike; what is compared is ratios.

mod clock;
mod options;
mod subject;
mod table;

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::cargo::{cargo, run as execute};
use clock::Clock;
use options::Options;
use subject::Subject;

/// What takes longer is not repeated: chance plays no part.
const LONG: Duration = Duration::from_secs(5);

/// One program, measured.
struct Row {
    program: String,
    verdict: String,
    cairn: Duration,
    clang: Duration,
    /// Of every peer that ended.
    peers: Vec<Option<Duration>>,
    /// What Cairn did in its best round, in milliseconds.
    phases: Vec<(String, f64)>,
}

#[derive(Deserialize)]
struct Document {
    results: Vec<PropertyResult>,
    stats: Stats,
}

#[derive(Deserialize)]
struct PropertyResult {
    verdict: String,
}

#[derive(Deserialize)]
struct Stats {
    phases: Vec<Phase>,
}

#[derive(Deserialize)]
struct Phase {
    phase: String,
    time_s: f64,
}

pub fn run(arguments: &[String]) -> Result<()> {
    let options = Options::parse(arguments)?;
    execute(cargo("build").args(["--quiet", "--release", "--package", "cli"]))?;
    let cairn = Path::new(&env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into())).join("release/cairn");
    let mut files = Vec::new();
    options.paths.iter().try_for_each(|path| collect(path, &mut files))?;
    files.sort();
    let subjects: Vec<Subject> =
        files.iter().map(|file| Subject::all(file, &options.property)).collect::<Result<Vec<_>>>()?.concat();
    ensure!(!subjects.is_empty(), "there are no programs in what was named");

    table::head(&options.peers);
    let mut rows = Vec::new();
    for subject in &subjects {
        match measure(&cairn, subject, &options) {
            Ok(row) => {
                table::row(&row);
                rows.push(row);
            }
            Err(error) => println!("{}: {error:#}", subject.name),
        }
    }
    table::summary(&rows, &options.peers);
    Ok(())
}

fn measure(cairn: &Path, subject: &Subject, options: &Options) -> Result<Row> {
    let limit = options.timeout + Duration::from_secs(5);
    let mut best_cairn = Clock::new(limit);
    let mut best_clang = Clock::new(limit);
    let mut best_peers: Vec<Clock> = options.peers.iter().map(|_| Clock::new(limit)).collect();
    for _ in 0..options.best {
        best_cairn.time(&mut subject.verify(cairn, options.timeout))?;
        best_clang.time(&mut subject.compile())?;
        for (clock, peer) in best_peers.iter_mut().zip(&options.peers) {
            clock.time(&mut subject.ask(peer)?)?;
        }
        if best_cairn.best().is_some_and(|time| time > LONG) {
            break;
        }
    }
    let Document { results, stats } =
        serde_json::from_slice(best_cairn.output()).with_context(|| best_cairn.complaint())?;
    let Some(result) = results.into_iter().next() else { bail!("no result") };
    Ok(Row {
        program: subject.name.clone(),
        verdict: result.verdict,
        cairn: best_cairn.best().context("Cairn did not end")?,
        clang: best_clang.best().context("clang did not end")?,
        peers: best_peers.iter().map(Clock::best).collect(),
        phases: stats.phases.into_iter().map(|phase| (phase.phase, phase.time_s * 1e3)).collect(),
    })
}

/// Task definitions below a folder; where there are none, C programs.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if !path.is_dir() {
        ensure!(path.exists(), "there is no {}", path.display());
        files.push(path.to_path_buf());
        return Ok(());
    }
    let entries = fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
    let entries: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    let has_tasks = entries.iter().any(|entry| tasks::is_task_file(entry));
    for entry in entries {
        let is_program = entry.extension().is_some_and(|extension| extension == "c" || extension == "i");
        if entry.is_dir() || if has_tasks { tasks::is_task_file(&entry) } else { is_program } {
            collect(&entry, files)?;
        }
    }
    Ok(())
}
