//! `cargo xtask random`: random programs against Cairn for as long as one likes.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use engine::Property;
use harness::ask::Engines;
use harness::generate::{BATCH, Options, Program, generate};
use harness::native;
use harness::random::{Effort, Failure, Kind, check};
use harness::shrink::shrink;
use harness::{claims, lists, loops, parallel};
use ir::DataModel;

const USAGE: &str =
    "usage: cargo xtask random [--lists | --loops] [--seconds N | --programs N] [--runs-only] [--seed N] [--out DIR]
Generates programs and checks front end, interpreter and engines against native runs, for N seconds (60) or until there
were N programs; engines are left out with --runs-only. Failing programs are shrunk and saved below DIR (target/random).
With --lists, programs that handle lists, and with --loops, programs with loops and recursion that may not end: engines
against runs of the interpreter.";

/// Runs of the interpreter against each proof about a program that handles lists, or that may not end.
const LIST_RUNS: u64 = 2_000;
const LOOP_RUNS: u64 = 300;
/// How far each engine may go with a program; on a usual machine about half a second, and a second for lists.
const STEPS: u64 = 1_000_000;
const LIST_STEPS: u64 = 2_000_000;
/// Candidates that the shrinker tries for one program.
const ATTEMPTS: usize = 600;
/// Failing programs that are shrunk and saved; more of them would say the same.
const MOST_FAILURES: usize = 5;

struct Arguments {
    lists: bool,
    loops: bool,
    seconds: u64,
    /// Goes before `seconds`.
    programs: Option<u64>,
    runs_only: bool,
    seed: u64,
    out: PathBuf,
}

impl Arguments {
    fn is_over(&self, started: Instant, programs: u64) -> bool {
        match self.programs {
            Some(wanted) => programs >= wanted,
            None => started.elapsed() >= Duration::from_secs(self.seconds),
        }
    }
}

fn parse(arguments: &[String]) -> Result<Arguments> {
    let mut parsed = Arguments {
        lists: false,
        loops: false,
        seconds: 60,
        programs: None,
        runs_only: false,
        seed: 0,
        out: PathBuf::from("target/random"),
    };
    let mut rest = arguments.iter().cloned();
    while let Some(name) = rest.next() {
        let mut value = || rest.next().with_context(|| format!("{name} needs a value\n{USAGE}"));
        match name.as_str() {
            "--lists" => parsed.lists = true,
            "--loops" => parsed.loops = true,
            "--runs-only" => parsed.runs_only = true,
            "--programs" => parsed.programs = Some(value()?.parse().context("--programs takes a number")?),
            "--seconds" => parsed.seconds = value()?.parse().context("--seconds takes a number")?,
            "--seed" => parsed.seed = value()?.parse().context("--seed takes a number")?,
            "--out" => parsed.out = value()?.into(),
            _ => bail!("{USAGE}"),
        }
    }
    Ok(parsed)
}

/// Every fourth batch is compiled for 32 bits. Of runs alone, every eighth batch is also checked with sanitizers, which
/// take most of the time.
fn effort(batch: u64, arguments: &Arguments) -> Effort {
    let data_model = if batch % 4 == 3 { DataModel::Ilp32 } else { DataModel::Lp64 };
    let check_generator = !arguments.runs_only || batch.is_multiple_of(8);
    Effort { data_model, check_generator, engines: (!arguments.runs_only).then(|| Engines::all(STEPS)) }
}

/// Programs whose claims are compared with runs.
struct Claimed {
    name: &'static str,
    program: fn(u64) -> String,
    properties: &'static [Property],
    runs: u64,
}

const LISTS: Claimed =
    Claimed { name: "list", program: lists::program, properties: &lists::PROPERTIES, runs: LIST_RUNS };
const LOOPS: Claimed =
    Claimed { name: "loop", program: loops::program, properties: &loops::PROPERTIES, runs: LOOP_RUNS };

/// Programs whose proofs are compared with runs of the interpreter, until the time is over.
fn run_claims(arguments: &Arguments) -> Result<()> {
    let Claimed { name, program, properties, runs } = if arguments.loops { LOOPS } else { LISTS };
    fs::create_dir_all(&arguments.out)?;
    let started = Instant::now();
    let (mut programs, mut made, mut failures) = (0, 0, 0);
    while !arguments.is_over(started, programs) && failures < MOST_FAILURES {
        let seeds: Vec<u64> = (0..BATCH).map(|number| arguments.seed + programs + number).collect();
        let file = |seed: u64| arguments.out.join(format!("{name}-{seed}.c"));
        let checked = parallel::map(&seeds, |&seed| {
            claims::check(&program(seed), &file(seed), properties, runs, Engines::all(LIST_STEPS))
        });
        for (&seed, result) in seeds.iter().zip(checked) {
            match result {
                Ok(claims) => {
                    made += claims;
                    fs::remove_file(file(seed))?;
                }
                Err(problem) => {
                    failures += 1;
                    println!("{}: {problem}", file(seed).display());
                }
            }
        }
        programs += BATCH;
        println!("{programs} programs, {made} claims, {failures} failures, {} s", started.elapsed().as_secs());
    }
    if failures == 0 { Ok(()) } else { bail!("{failures} programs fail") }
}

pub fn run(arguments: &[String]) -> Result<()> {
    let arguments = parse(arguments)?;
    if arguments.lists || arguments.loops {
        return run_claims(&arguments);
    }
    let scratch = tempfile::tempdir()?;
    let started = Instant::now();
    let (mut programs, mut failures) = (0, Vec::new());
    for batch in 0.. {
        if arguments.is_over(started, programs as u64) || failures.len() >= MOST_FAILURES {
            break;
        }
        // Files begin where their programs agree on who defines the library.
        let first = arguments.seed / BATCH * BATCH + batch * BATCH;
        let generated: Vec<Program> = (first..first + BATCH).map(|seed| generate(Options::mixed(seed))).collect();
        programs += generated.len();
        for failure in check_apart(&generated, scratch.path(), effort(batch, &arguments))? {
            println!("seed {}: {:?}: {}", failure.program.options.seed, failure.kind, failure.message);
            failures.push((failure, effort(batch, &arguments)));
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

/// One program that does not lower, or on which clang gives up, makes the whole file fail: then each is checked alone. There
/// is no native run of a program on which clang gives up, so nothing to compare with.
fn check_apart(programs: &[Program], work: &Path, effort: Effort) -> Result<Vec<Failure>> {
    match (check(programs, work, effort), programs) {
        (Ok(failures), [_]) => return Ok(failures),
        (Ok(failures), _) if !failures.iter().any(|failure| failure.kind == Kind::Lowering) => return Ok(failures),
        (Err(native::Error::CompilerGivesUp), [program]) => {
            println!("seed {}: skipped, clang gives up", program.options.seed);
            return Ok(Vec::new());
        }
        (Ok(_) | Err(native::Error::CompilerGivesUp), _) => {}
        (Err(error @ (native::Error::Compile(_) | native::Error::Io(_))), _) => bail!("{error}"),
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
    fs::create_dir_all(out)?;
    let message: String = failure.message.lines().map(|line| format!("// {line}\n")).collect();
    let keep = |name: String, program: &Program| -> Result<()> {
        let path = out.join(name);
        fs::write(&path, format!("{message}{}", program.source()))?;
        println!("saved {} ({} lines)", path.display(), program.source().lines().count());
        Ok(())
    };
    keep(format!("seed-{seed}.c"), &failure.program)?;
    keep(format!("seed-{seed}-small.c"), &shrink(&failure.program, ATTEMPTS, same))
}
