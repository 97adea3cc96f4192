//! Mutation testing of the trusted code: would a test notice if a check were lost?
//!
//! All mutants are compiled into one copy of the workspace and sleep there; the environment wakes one of them. A random
//! sample is tried, each mutant against the tests that reach it. Those that no test notices are listed: each is a hole in
//! the tests, or changes nothing that matters (docs/mutants.md).

mod bodies;
mod compile;
mod find;
mod options;
mod pool;
mod results;
mod rewrite;
mod sample;
mod scratch;
mod trial;
mod trusted;
mod units;

use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Result, ensure};

use find::Mutant;
use options::Options;
use results::Tried;
use scratch::Scratch;
use trial::Fate;

/// A mutant that compiles.
struct Candidate<'f> {
    number: u32,
    file: &'f str,
    mutant: &'f Mutant,
}

pub fn run(arguments: &[String]) -> Result<()> {
    let options = Options::parse(arguments)?;
    let scratch = Scratch::new()?;
    let files = trusted::files(&scratch)?;
    let dropped = compile::compile(&scratch, &files)?;
    let all = files.iter().flat_map(|file| file.mutants.iter().map(|(number, mutant)| (*number, &file.path, mutant)));
    let candidates: Vec<Candidate<'_>> = all
        .filter(|(number, file, _)| !dropped.contains(number) && file.starts_with(&options.only))
        .map(|(number, file, mutant)| Candidate { number, file, mutant })
        .collect();
    println!("{} mutants; {} more do not compile", candidates.len(), dropped.len());

    let tests = compile::build_tests(&scratch, &options.tests)?;
    let units = units::units(&scratch, &tests)?;
    println!("{} tests in {} programs", units.len(), tests.len());
    let baselines = units::baselines(&scratch, &tests, &units)?;
    for (unit, _) in units.iter().zip(&baselines).filter(|(_, baseline)| !baseline.passes) {
        println!("fails without a mutant, not used: {}", unit.key(&tests));
    }

    let path = scratch.folder.join("results.json");
    let mut sample = sample::sample(candidates, options.sample, options.seed);
    let mut kept = Vec::new();
    if options.survivors {
        let before = results::read(&path)?;
        let caught: Vec<Tried> = before.into_iter().filter(|tried| tried.fate.is_caught()).collect();
        sample.retain(|candidate| match caught.iter().find(|tried| tried.is(&candidate.tried(Fate::Survived, 0.0))) {
            Some(tried) => {
                kept.push(tried.clone());
                false
            }
            None => true,
        });
    }
    ensure!(!(sample.is_empty() && kept.is_empty()), "there is nothing to try");

    let count = sample.len() + kept.len();
    let done = Mutex::new(kept);
    let tried = pool::map(&sample, |candidate| {
        let start = Instant::now();
        let fate = trial::try_mutant(candidate.number, options.seconds, &tests, &units, &baselines)?;
        let tried = candidate.tried(fate, start.elapsed().as_secs_f64());
        let mut done = done.lock().expect("invariant: nothing below panics");
        done.push(tried.clone());
        let Tried { file, line, column, what, fate, seconds } = &tried;
        println!("{} of {count}: {file}:{line}:{column}: {what}: {fate:?}, {seconds:.0} s", done.len());
        results::write(&path, &done)
    });
    tried.into_iter().collect::<Result<Vec<()>>>()?;
    let mut done = done.into_inner().expect("invariant: nothing above panics");
    done.sort_by(|a, b| (&a.file, a.line, a.column, &a.what).cmp(&(&b.file, b.line, b.column, &b.what)));
    results::write(&path, &done)?;
    results::show(&done);
    Ok(())
}

impl Candidate<'_> {
    fn tried(&self, fate: Fate, seconds: f64) -> Tried {
        let Mutant { line, column, what, .. } = self.mutant;
        Tried { file: self.file.to_string(), line: *line, column: *column, what: what.clone(), fate, seconds }
    }
}
