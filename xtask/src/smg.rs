//! How the memory-graph engine's cost grows.

use std::env;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::cargo::{cargo, run as execute};

pub fn run(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "usage: cargo xtask smg");
    execute(cargo("build").args(["--quiet", "--release", "--package", "cli"]))?;
    let cairn = Path::new(&env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into())).join("release/cairn");
    growth(&cairn, "nested lists, K levels", "benches/smg/nested.c", &[], 5)?;
    growth(&cairn, "nested lists, freed from the top", "benches/smg/nested.c", &["-DTOPDOWN"], 5)?;
    growth(&cairn, "nested lists, never empty, freed level by level", "benches/smg/levels.c", &[], 5)?;
    growth(&cairn, "K lists, all built, then all freed", "benches/smg/independent.c", &[], 12)?;
    growth(&cairn, "K lists, one after the other", "benches/smg/independent.c", &["-DEACH"], 12)
}

/// One `cairn verify`, as its report tells.
struct Run {
    time: Duration,
    verdict: String,
    states: Option<u64>,
}

#[derive(Deserialize)]
struct Document {
    results: Vec<PropertyResult>,
    stats: Stats,
}

#[derive(Deserialize)]
struct Stats {
    engines: Vec<EngineStats>,
}

#[derive(Deserialize)]
struct EngineStats {
    states: u64,
}

#[derive(Deserialize)]
struct PropertyResult {
    verdict: String,
}

fn verify(cairn: &Path, file: &Path, clang_args: &[String]) -> Result<Run> {
    let mut command = Command::new(cairn);
    command.args(["verify", "--engine", "smg", "--property", "valid-memsafety", "--format", "json", "--stats"]);
    let started = Instant::now();
    let output = command.arg(file).arg("--").args(clang_args).output().context("cairn does not start")?;
    let time = started.elapsed();
    let parsed: Result<Document, _> = serde_json::from_slice(&output.stdout);
    let Ok(Document { results, stats }) = parsed else {
        bail!("{}: {}", file.display(), String::from_utf8_lossy(&output.stderr).trim())
    };
    let Some(result) = results.into_iter().next() else { bail!("{}: no result", file.display()) };
    let states = stats.engines.first().map(|engine| engine.states);
    Ok(Run { time, verdict: result.verdict, states })
}

/// A table over K = 1, 2, …, as far as there are answers. States are those of the prover and of the hunters beside it.
fn growth(cairn: &Path, title: &str, file: &str, clang_args: &[&str], most: u32) -> Result<()> {
    println!("{title}\n\n  K     time ms   growth    states   growth   verdict");
    let mut before: Option<Run> = None;
    for k in 1..=most {
        let mut clang_args: Vec<String> = clang_args.iter().map(ToString::to_string).collect();
        clang_args.push(format!("-DK={k}"));
        let run = median(|| verify(cairn, Path::new(file), &clang_args), |run| run.time)?;
        let time = before.as_ref().map(|old| run.time.as_secs_f64() / old.time.as_secs_f64());
        let states = before.as_ref().and_then(|old| Some(run.states? as f64 / old.states? as f64));
        let shown = run.states.map_or_else(|| "-".to_string(), |states| states.to_string());
        println!(
            "{k:>3} {:>11.1} {:>8} {shown:>9} {:>8}   {}",
            millis(run.time),
            factor(time),
            factor(states),
            run.verdict
        );
        if run.verdict == "unknown" {
            break;
        }
        before = Some(run);
    }
    println!();
    Ok(())
}

fn factor(factor: Option<f64>) -> String {
    factor.map_or_else(|| "-".to_string(), |factor| format!("x{factor:.2}"))
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The middle one of three, by time; the first if it takes so long that chance plays no part.
fn median<T>(run: impl Fn() -> Result<T>, time: impl Fn(&T) -> Duration) -> Result<T> {
    let first = run()?;
    if time(&first) > LONG {
        return Ok(first);
    }
    let mut runs = vec![first, run()?, run()?];
    runs.sort_by_key(time);
    Ok(runs.swap_remove(1))
}

const LONG: Duration = Duration::from_secs(5);
