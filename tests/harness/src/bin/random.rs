//! `cargo xtask random`: random programs against Cairn for as long as one likes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use harness::generate::{Options, Program, generate};
use harness::random::{Effort, Failure, Kind, check};
use harness::shrink::shrink;
use ir::DataModel;

const USAGE: &str = "usage: cargo xtask random [--seconds N] [--seed N] [--out DIR]
Generates programs and checks front end, interpreter and engines against native runs. Failing programs are shrunk and
saved below DIR (target/random).";

/// Programs of one file.
const BATCH: u64 = 24;
/// Candidates that the shrinker tries for one program.
const ATTEMPTS: usize = 600;
/// Failing programs that are shrunk and saved; more of them would say the same.
const MOST_FAILURES: usize = 5;

struct Arguments {
    seconds: u64,
    seed: u64,
    out: PathBuf,
}

fn arguments() -> Result<Arguments> {
    let mut parsed = Arguments { seconds: 60, seed: 0, out: PathBuf::from("target/random") };
    let mut rest = std::env::args().skip(1);
    while let Some(name) = rest.next() {
        let mut value = || rest.next().with_context(|| format!("{name} needs a value\n{USAGE}"));
        match name.as_str() {
            "--seconds" => parsed.seconds = value()?.parse().context("--seconds takes a number")?,
            "--seed" => parsed.seed = value()?.parse().context("--seed takes a number")?,
            "--out" => parsed.out = value()?.into(),
            _ => bail!("{USAGE}"),
        }
    }
    Ok(parsed)
}

/// Every fourth batch is compiled for 32 bits.
fn effort(batch: u64) -> Effort {
    let data_model = if batch % 4 == 3 { DataModel::Ilp32 } else { DataModel::Lp64 };
    Effort { data_model, check_generator: true, engines: Some(Duration::from_millis(500)) }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("random: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let arguments = arguments()?;
    let scratch = tempfile::tempdir()?;
    let started = Instant::now();
    let (mut programs, mut failures) = (0, Vec::new());
    for batch in 0.. {
        if started.elapsed() >= Duration::from_secs(arguments.seconds) || failures.len() >= MOST_FAILURES {
            break;
        }
        let first = arguments.seed + batch * BATCH;
        let generated: Vec<Program> = (first..first + BATCH).map(|seed| generate(Options::mixed(seed))).collect();
        programs += generated.len();
        for failure in check_apart(&generated, scratch.path(), effort(batch))? {
            println!("seed {}: {:?}: {}", failure.program.options.seed, failure.kind, failure.message);
            failures.push((failure, effort(batch)));
        }
        println!("{programs} programs, {} failures, {} s", failures.len(), started.elapsed().as_secs());
    }
    for (failure, effort) in failures.iter().take(MOST_FAILURES) {
        save(failure, *effort, scratch.path(), &arguments.out)?;
    }
    if !failures.is_empty() {
        bail!(
            "{} of {programs} programs fail; the first ones are saved in {}",
            failures.len(),
            arguments.out.display()
        );
    }
    Ok(())
}

/// One program that does not lower makes the whole file fail: then each is checked alone.
fn check_apart(programs: &[Program], work: &Path, effort: Effort) -> Result<Vec<Failure>> {
    let failures = check(programs, work, effort).map_err(|error| anyhow::anyhow!("{error}"))?;
    if programs.len() == 1 || !failures.iter().any(|failure| failure.kind == Kind::Lowering) {
        return Ok(failures);
    }
    let mut alone = Vec::new();
    for program in programs {
        alone.extend(check_apart(std::slice::from_ref(program), work, effort)?);
    }
    Ok(alone)
}

fn save(failure: &Failure, effort: Effort, work: &Path, out: &Path) -> Result<()> {
    let seed = failure.program.options.seed;
    println!("shrinking the program of seed {seed} …");
    // A candidate that clang rejects, or that is not what it claims any more, is none.
    let same = |program: &Program| {
        check(std::slice::from_ref(program), work, effort)
            .is_ok_and(|found| found.first().is_some_and(|found| found.kind == failure.kind))
    };
    let small = shrink(&failure.program, ATTEMPTS, same);
    fs::create_dir_all(out)?;
    let message: String = failure.message.lines().map(|line| format!("// {line}\n")).collect();
    for (name, program) in [(format!("seed-{seed}.c"), &failure.program), (format!("seed-{seed}-small.c"), &small)] {
        let path = out.join(name);
        fs::write(&path, format!("{message}{}", program.source()))?;
        println!("saved {} ({} lines)", path.display(), program.source().lines().count());
    }
    Ok(())
}
