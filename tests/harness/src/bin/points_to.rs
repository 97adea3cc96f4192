//! `cargo xtask points-to DIR [SEEDS]`: checks the points-to graphs of every C program below a folder.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use harness::points_to::{Checked, check};
use harness::subject::{data_model, load};
use harness::{case, parallel};

const USAGE: &str = "usage: cargo xtask points-to DIR [SEEDS]";
const SEEDS: u64 = 20;
/// Failures of one program that are shown.
const SHOWN: usize = 4;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("points-to: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let folder = std::env::args().nth(1).context(USAGE)?;
    let seeds = std::env::args().nth(2).map_or(Ok(SEEDS), |seeds| seeds.parse()).context(USAGE)?;
    let mut files = Vec::new();
    case::walk(Path::new(&folder), &mut files).with_context(|| format!("cannot read {folder}"))?;
    files.sort();
    if files.is_empty() {
        bail!("{folder}: no C files below it");
    }
    let all = parallel::map(&files, |file: &PathBuf| {
        load(file, data_model(file), &[]).ok().map(|loaded| check(&loaded.module, seeds))
    });
    let (mut failed, mut broken) = (0, 0);
    let mut sum = Checked::default();
    for (file, checked) in files.iter().zip(all) {
        let Some(checked) = checked else {
            broken += 1;
            continue;
        };
        failed += usize::from(!checked.failures.is_empty());
        for failure in checked.failures.iter().take(SHOWN) {
            println!("{}: {failure}", file.display());
        }
        sum.calls += checked.calls;
        sum.runs += checked.runs;
        sum.accesses += checked.accesses;
    }
    println!(
        "{} programs, {failed} failed, {broken} do not compile; {} calls, {} runs, {} accesses",
        files.len(),
        sum.calls,
        sum.runs,
        sum.accesses
    );
    if failed > 0 {
        bail!("{failed} of {} programs fail", files.len());
    }
    Ok(())
}
