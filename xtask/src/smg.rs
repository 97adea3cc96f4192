//! How the memory-graph engine's cost grows, and how its time compares with the compiler's.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::cargo::{cargo, run as execute};

/// With folders or files: the ratio of Cairn's time to the compiler's for each program in them. Without: the growth.
pub fn run(arguments: &[String]) -> Result<()> {
    execute(cargo("build").args(["--quiet", "--release", "--package", "cli"]))?;
    let cairn = Path::new(&env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into())).join("release/cairn");
    if arguments.is_empty() {
        growth(&cairn, "nested lists, K levels", "benches/smg/nested.c", &[], 5)?;
        growth(&cairn, "nested lists, freed from the top", "benches/smg/nested.c", &["-DTOPDOWN"], 5)?;
        growth(&cairn, "K lists, all built, then all freed", "benches/smg/independent.c", &[], 12)?;
        return growth(&cairn, "K lists, one after the other", "benches/smg/independent.c", &["-DEACH"], 12);
    }
    let mut programs = Vec::new();
    arguments.iter().try_for_each(|argument| collect(Path::new(argument), &mut programs))?;
    programs.sort();
    ratios(&cairn, &programs)
}

/// One `cairn verify`, as its report tells.
struct Run {
    time: Duration,
    verdict: String,
    states: Option<u64>,
    peak_mib: u64,
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
    peak_mib: u64,
}

fn verify(cairn: &Path, file: &Path, clang_args: &[String]) -> Result<Run> {
    let mut command = Command::new(cairn);
    command.args(["verify", "--engine", "smg", "--property", "valid-memsafety", "--format", "json", "--stats"]);
    if is_32_bit(file)? {
        command.args(["--data-model", "ilp32"]);
    }
    let started = Instant::now();
    let output = command.arg(file).arg("--").args(clang_args).output().context("cairn does not start")?;
    let time = started.elapsed();
    let parsed: Result<Document, _> = serde_json::from_slice(&output.stdout);
    let Ok(Document { results, stats }) = parsed else {
        bail!("{}: {}", file.display(), String::from_utf8_lossy(&output.stderr).trim())
    };
    let Some(result) = results.into_iter().next() else { bail!("{}: no result", file.display()) };
    let states = stats.engines.first().map(|engine| engine.states);
    Ok(Run { time, verdict: result.verdict, states, peak_mib: result.peak_mib })
}

/// Does the program say that it is one for 32 bits? See tests/README.md.
fn is_32_bit(file: &Path) -> Result<bool> {
    let text = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(String::from_utf8_lossy(&text).lines().any(|line| line.trim() == "//@ data-model: ilp32"))
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

/// Cairn's time over the compiler's, program by program.
fn ratios(cairn: &Path, programs: &[PathBuf]) -> Result<()> {
    let mut proved: Vec<f64> = Vec::new();
    let mut peak = 0;
    println!(" cairn ms   clang ms   ratio   MiB  verdict  program");
    for program in programs {
        let compile = || -> Result<Duration> {
            let mut command = Command::new("clang-19");
            command.args(["-O0", "-g", "-c", "-emit-llvm", "-w", "-o", "/dev/null"]).arg(program);
            command.args(is_32_bit(program)?.then_some("-m32"));
            let started = Instant::now();
            command.output().context("clang-19 does not start")?;
            Ok(started.elapsed())
        };
        let run = match median(|| verify(cairn, program, &[]), |run| run.time) {
            Ok(run) => run,
            Err(error) => {
                println!("{error:#}");
                continue;
            }
        };
        let clang = median(compile, |time| *time)?;
        let ratio = run.time.as_secs_f64() / clang.as_secs_f64();
        let (time, clang) = (millis(run.time), millis(clang));
        println!(
            "{time:>9.1} {clang:>10.1} {ratio:>7.2} {:>5}  {:<7}  {}",
            run.peak_mib,
            run.verdict,
            program.display()
        );
        if run.verdict == "true" {
            proved.push(ratio);
            peak = peak.max(run.peak_mib);
        }
    }
    proved.sort_by(f64::total_cmp);
    let at = |part: f64| proved.get(((proved.len() as f64 * part).ceil() as usize).saturating_sub(1)).copied();
    if let (Some(middle), Some(most)) = (at(0.5), at(0.9)) {
        println!(
            "\n{} of {} proved; ratio: median {middle:.2}, 90th percentile {most:.2}; peak {peak} MiB",
            proved.len(),
            programs.len()
        );
    }
    Ok(())
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

/// C programs below a folder.
fn collect(path: &Path, programs: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))? {
            collect(&entry?.path(), programs)?;
        }
    } else if path.extension().is_some_and(|extension| extension == "c" || extension == "i") {
        programs.push(path.to_path_buf());
    } else if !path.exists() {
        bail!("there is no {}", path.display());
    }
    Ok(())
}
