//! `cargo xtask fuzz`: mutated inputs for the readers of the product, for as long as one likes.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use harness::fuzz::mutate::Mutator;
use harness::fuzz::supervise::{self, Failure, Kind, LIMITS, Until};
use harness::fuzz::targets::TARGETS;
use harness::fuzz::worker::{self, Work};
use harness::fuzz::{Target, corpus, shrink};

const USAGE: &str = "usage: cargo xtask fuzz [--target T] [--seconds N] [--seed S] [--out DIR] [--file F]
Gives mutated inputs to every reader, or to one, for N seconds each (20). Inputs that a reader fails on are shrunk and saved
below DIR (target/fuzz). With --file, one reader reads this one file.";

/// Candidates that the shrinker tries for one input; each in a process of its own when failing ends it.
const ATTEMPTS: usize = 3000;
const FATAL_ATTEMPTS: usize = 60;
const PATIENCE: Duration = Duration::from_secs(30);
/// Failures of a target after which it goes to the next.
const MOST_FAILURES: usize = 3;

struct Arguments {
    target: Option<&'static Target>,
    seconds: u64,
    seed: u64,
    out: PathBuf,
    file: Option<PathBuf>,
    /// This process is a worker, which reads a file or these: the seed, the first input and how many.
    worker: bool,
    numbers: Option<[u64; 3]>,
}

fn parse(arguments: &[String]) -> Result<Arguments> {
    let mut parsed = Arguments {
        target: None,
        seconds: 20,
        seed: 0,
        out: PathBuf::from("target/fuzz"),
        file: None,
        worker: false,
        numbers: None,
    };
    let mut rest = arguments.iter().cloned();
    while let Some(name) = rest.next() {
        let mut value = || rest.next().with_context(|| format!("{name} needs a value\n{USAGE}"));
        match name.as_str() {
            "--worker" => parsed.worker = true,
            "--target" => parsed.target = Some(target(&value()?)?),
            "--seconds" => parsed.seconds = value()?.parse().context("--seconds takes a number")?,
            "--seed" => parsed.seed = value()?.parse().context("--seed takes a number")?,
            "--out" => parsed.out = value()?.into(),
            "--file" => parsed.file = Some(value()?.into()),
            "--numbers" => parsed.numbers = Some(numbers(&value()?).context("--numbers takes three numbers")?),
            _ => bail!("{USAGE}"),
        }
    }
    Ok(parsed)
}

fn target(name: &str) -> Result<&'static Target> {
    let names = || TARGETS.iter().map(|target| target.name).collect::<Vec<_>>().join(", ");
    Target::named(name).with_context(|| format!("no target `{name}`; there are {}", names()))
}

fn numbers(text: &str) -> Option<[u64; 3]> {
    let numbers: Option<Vec<u64>> = text.split(',').map(|number| number.parse().ok()).collect();
    numbers?.try_into().ok()
}

pub fn run(arguments: &[String]) -> Result<()> {
    let arguments = parse(arguments)?;
    if arguments.worker { work(&arguments) } else { search(&arguments) }
}

fn work(arguments: &Arguments) -> Result<()> {
    let work = match (&arguments.file, arguments.numbers) {
        (Some(file), _) => Work::One(fs::read(file).with_context(|| file.display().to_string())?),
        (None, Some([seed, from, count])) => Work::Inputs { seed, from, count },
        (None, None) => bail!("{USAGE}"),
    };
    worker::run(arguments.target.context(USAGE)?, work)
}

fn search(arguments: &Arguments) -> Result<()> {
    let binary = std::env::current_exe()?;
    if let (Some(file), Some(target)) = (&arguments.file, arguments.target) {
        return match supervise::run_file(&binary, target, file, LIMITS)? {
            None => Ok(()),
            Some(failure) => bail!("{failure}"),
        };
    }
    let mut failures = 0;
    for target in TARGETS.iter().filter(|target| arguments.target.is_none_or(|only| only.name == target.name)) {
        failures += fuzz(&binary, target, arguments)?;
    }
    if failures == 0 { Ok(()) } else { bail!("{failures} inputs fail; they are below {}", arguments.out.display()) }
}

fn fuzz(binary: &Path, target: &Target, arguments: &Arguments) -> Result<usize> {
    let started = Instant::now();
    let until = Until::Time(started + Duration::from_secs(arguments.seconds));
    let seen = supervise::run(binary, target, arguments.seed, 0, until, MOST_FAILURES)?;
    let (rate, share) =
        (seen.inputs as f64 / started.elapsed().as_secs_f64(), 100 * seen.accepted / seen.inputs.max(1));
    println!("{:<14}{:>9} inputs, {rate:>7.0} a second, {share:>2} % accepted", target.name, seen.inputs);
    if !seen.failures.is_empty() {
        let mutator = Mutator::new(corpus::seeds(target)?);
        for failure in &seen.failures {
            let input = mutator.input(arguments.seed, failure.number);
            let file = save(binary, target, failure, &input, &arguments.out)?;
            println!("{failure}\n  in {}", file.display());
        }
    }
    Ok(seen.failures.len())
}

/// As small as it becomes, in a file.
fn save(binary: &Path, target: &Target, failure: &Failure, input: &[u8], out: &Path) -> Result<PathBuf> {
    fs::create_dir_all(out)?;
    let file = out.join(format!("{}-{}", target.name, failure.number));
    fs::write(&file, input)?;
    let small = match failure.kind {
        Kind::Panic | Kind::Wrong => {
            let started = Instant::now();
            shrink::shrink(input, ATTEMPTS, |input| started.elapsed() < PATIENCE && fails_here(target, failure, input))
        }
        Kind::Died | Kind::Slow | Kind::Memory => {
            let candidate = out.join(format!("{}-{}.candidate", target.name, failure.number));
            let small = shrink::shrink(input, FATAL_ATTEMPTS, |input| {
                let written = fs::write(&candidate, input).is_ok();
                let again = supervise::run_file(binary, target, &candidate, LIMITS).ok().flatten();
                written && again.is_some_and(|again| again.kind == failure.kind)
            });
            fs::remove_file(candidate)?;
            small
        }
    };
    fs::write(&file, small)?;
    Ok(file)
}

/// In the same way, and at the same place where it panics, in this process.
fn fails_here(target: &Target, failure: &Failure, input: &[u8]) -> bool {
    let place = |message: &str| message.rsplit_once(" (").map(|(_, place)| place.to_string());
    match engine::catch(|| (target.run)(input)) {
        Ok(read) => failure.kind == Kind::Wrong && read.is_err(),
        Err(message) => failure.kind == Kind::Panic && place(&message) == place(&failure.message),
    }
}
