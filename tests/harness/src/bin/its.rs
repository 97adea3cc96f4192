//! `cargo xtask its DIR [SECONDS]`: answers every integer transition system below a folder and checks the answers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{fs, thread};

use anyhow::{Context, Result, bail};
use engine::{Budget, Limit};
use harness::parallel;
use its::{Answer, Kind, System};

const USAGE: &str = "usage: cargo xtask its DIR [SECONDS]";
const SECONDS: u64 = 10;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("its: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// What became of one system.
struct Answered {
    answer: &'static str,
    time: Duration,
    /// What the answer rests on.
    technique: Option<String>,
    problem: Option<String>,
}

fn run() -> Result<()> {
    let folder = std::env::args().nth(1).context(USAGE)?;
    let seconds = std::env::args().nth(2).map_or(Ok(SECONDS), |seconds| seconds.parse()).context(USAGE)?;
    let mut files = Vec::new();
    walk(Path::new(&folder), &mut files).with_context(|| format!("cannot read {folder}"))?;
    files.sort();
    if files.is_empty() {
        bail!("{folder}: no integer transition systems below it");
    }
    let started = Instant::now();
    let results = parallel::map(&files, |file: &PathBuf| answer(file, Duration::from_secs(seconds)));
    let mut rows: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
    let mut shares: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut times: Vec<Duration> = Vec::new();
    let mut wrong = 0;
    for (file, result) in files.iter().zip(&results) {
        let parent = file.parent().unwrap_or(Path::new("")).display().to_string();
        *rows.entry(parent).or_default().entry(result.answer).or_default() += 1;
        if result.answer != "MAYBE" {
            times.push(result.time);
        }
        let technique = result.technique.as_deref().unwrap_or_default();
        if !technique.is_empty() {
            *shares.entry((result.answer, technique)).or_default() += 1;
        }
        println!("{:<6} {:>8.3} {} {technique}", result.answer, result.time.as_secs_f64(), file.display());
        if let Some(problem) = &result.problem {
            wrong += 1;
            println!("       {problem}");
        }
    }
    for (folder, counts) in rows {
        println!("{folder}: {counts:?}");
    }
    for ((answer, technique), count) in shares {
        println!("{answer:<6} {count:>4} {technique}");
    }
    times.sort_unstable();
    let median = times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64);
    println!(
        "{} of {} answered, median {median:.3} s, {:.0} s in all",
        times.len(),
        files.len(),
        started.elapsed().as_secs_f64()
    );
    if wrong > 0 {
        bail!("{wrong} answers do not pass their check");
    }
    Ok(())
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else if Kind::of_path(&path).is_some() {
            files.push(path);
        }
    }
    Ok(())
}

fn answer(file: &Path, limit: Duration) -> Answered {
    let started = Instant::now();
    let fail =
        |problem: String| Answered { answer: "ERROR", time: Duration::ZERO, technique: None, problem: Some(problem) };
    let kind = Kind::of_path(file).expect("invariant: other files were left out");
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => return fail(error.to_string()),
    };
    let system = match its::format::read(&text, kind) {
        Ok(system) => system,
        Err(error) => return fail(error.to_string()),
    };
    let answer = within(&system, limit);
    let time = started.elapsed();
    let (answer, technique, checked) = match &answer {
        Ok(Answer::Terminates(proof)) => {
            ("YES", Some(proof.technique(&system).to_string()), its::check(&system, proof))
        }
        Ok(Answer::RunsForever(endless)) => {
            ("NO", Some(endless.kind().to_string()), its::check_endless(&system, endless))
        }
        Ok(Answer::Maybe { .. }) => ("MAYBE", None, Ok(())),
        Err(error) => return fail(error.to_string()),
    };
    Answered { answer, time, technique, problem: checked.err() }
}

/// The prover's answer with a budget that ends in time.
fn within(system: &System, limit: Duration) -> Result<Answer> {
    let budget = Budget::new();
    let (done, wait) = mpsc::channel::<()>();
    let watched = budget.clone();
    let clock = thread::spawn(move || {
        if wait.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout) {
            watched.stop(Limit::Time);
        }
    });
    let answer = its::prove(system, &budget);
    drop(done);
    let _ = clock.join();
    Ok(answer?)
}
