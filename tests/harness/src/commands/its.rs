//! `cargo xtask its DIR [SECONDS] [--reordered]`: answers every integer transition system below a folder and checks the
//! answers; with `--reordered` also those of the same systems with other names, and everything in the opposite order.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{fs, thread};

use anyhow::{Context, Result, bail};
use engine::{Budget, Limit};
use harness::parallel;
use its::certificate::SystemAnswer;
use its::check::{check_endless, check_proof};
use its::format::Kind;
use its::replay::strongest_technique;
use its::system::{Location, System};
use its_search::prove::prove;

const USAGE: &str = "usage: cargo xtask its DIR [SECONDS] [--reordered]";
const SECONDS: u64 = 10;

/// What became of one system.
struct Answered {
    answer: &'static str,
    time: Duration,
    /// What the answer rests on.
    technique: Option<String>,
    problem: Option<String>,
}

pub fn run(arguments: &[String]) -> Result<()> {
    let folder = arguments.first().context(USAGE)?;
    let mut further: Vec<String> = arguments[1..].to_vec();
    let before = further.len();
    further.retain(|argument| argument != "--reordered");
    let reorder = further.len() < before;
    let seconds = further.first().map_or(Ok(SECONDS), |seconds| seconds.parse()).context(USAGE)?;
    let mut files = Vec::new();
    walk(Path::new(&folder), &mut files).with_context(|| format!("cannot read {folder}"))?;
    files.sort();
    if files.is_empty() {
        bail!("{folder}: no integer transition systems below it");
    }
    let started = Instant::now();
    let results = parallel::map(&files, |file: &PathBuf| answer(file, Duration::from_secs(seconds), reorder));
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
        bail!("{wrong} answers do not pass their check, or depend on how the system is written");
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

fn answer(file: &Path, limit: Duration, reorder: bool) -> Answered {
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
    let answer = within(limit, |budget| prove(&system, budget));
    let time = started.elapsed();
    let (answer, technique, checked) = match &answer {
        Ok(SystemAnswer::Terminates(proof)) => {
            let technique = strongest_technique(&system, proof).to_string();
            ("YES", Some(technique), within(limit, |budget| check_proof(&system, proof, budget)))
        }
        Ok(SystemAnswer::RunsForever(endless)) => {
            let kind = endless.kind().to_string();
            ("NO", Some(kind), within(limit, |budget| check_endless(&system, endless, budget)))
        }
        Ok(SystemAnswer::Maybe { .. }) => ("MAYBE", None, Ok(())),
        Err(error) => return fail(error.to_string()),
    };
    let mut checked = checked.map_err(|refusal| refusal.to_string());
    if reorder && checked.is_ok() {
        let other = match within(limit, |budget| prove(&reordered(&system), budget)) {
            Ok(SystemAnswer::Terminates(_)) => "YES",
            Ok(SystemAnswer::RunsForever(_)) => "NO",
            Ok(SystemAnswer::Maybe { .. }) => "MAYBE",
            Err(error) => return fail(error.to_string()),
        };
        if other != answer {
            checked = Err(format!("written in the opposite order it is {other}"));
        }
    }
    Answered { answer, time, technique, problem: checked.err() }
}

/// Locations, rules and constraints in the opposite order, and all names changed.
fn reordered(system: &System) -> System {
    let other = |id: Location| Location((system.locations.len() - 1 - id.index()) as u32);
    let renamed = |name: &String| format!("{name}_");
    let mut transitions = system.transitions.clone();
    transitions.reverse();
    for transition in &mut transitions {
        (transition.from, transition.to) = (other(transition.from), other(transition.to));
        transition.guard.reverse();
        transition.chosen.iter_mut().for_each(|name| name.push('_'));
    }
    System {
        vars: system.vars.iter().map(renamed).collect(),
        locations: system.locations.iter().rev().map(renamed).collect(),
        start: other(system.start),
        transitions,
    }
}

/// What comes of work whose budget ends in time.
fn within<T>(limit: Duration, work: impl FnOnce(&Budget) -> T) -> T {
    let budget = Budget::new();
    let (done, wait) = mpsc::channel::<()>();
    let watched = budget.clone();
    let clock = thread::spawn(move || {
        if wait.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout) {
            watched.stop(Limit::Time);
        }
    });
    let result = work(&budget);
    drop(done);
    let _ = clock.join();
    result
}
