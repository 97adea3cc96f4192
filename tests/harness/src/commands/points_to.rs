//! `cargo xtask points-to DIR [SEEDS]`: checks the points-to graphs of every C program below a folder.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use dsa::Options;
use dsa::result::Stats;
use harness::points_to::{Checked, check_graphs};
use harness::subject::{data_model, load};
use harness::{case, parallel};

const USAGE: &str = "usage: cargo xtask points-to DIR [SEEDS]";
const SEEDS: u64 = 20;
/// Failures of one program that are shown.
const SHOWN: usize = 4;

/// One way to analyse.
struct Mode {
    name: &'static str,
    options: Options,
    /// Trusts programs to keep C's aliasing rule, so a failure is the program's.
    trusting: bool,
}

fn modes() -> [Mode; 3] {
    let options = Options::default;
    [
        Mode { name: "with contexts", options: options(), trusting: false },
        Mode { name: "without", options: Options { context_insensitive: true, ..options() }, trusting: false },
        Mode { name: "type-aware", options: Options { type_aware: true, ..options() }, trusting: true },
    ]
}

pub fn run(arguments: &[String]) -> Result<()> {
    let folder = arguments.first().context(USAGE)?;
    let seeds = arguments.get(1).map_or(Ok(SEEDS), |seeds| seeds.parse()).context(USAGE)?;
    let mut files = Vec::new();
    case::walk(Path::new(&folder), &mut files).with_context(|| format!("cannot read {folder}"))?;
    files.sort();
    if files.is_empty() {
        bail!("{folder}: no C files below it");
    }
    let modes = modes();
    let all = parallel::map(&files, |file: &PathBuf| {
        let loaded = load(file, data_model(file), &[]).ok()?;
        Some(modes.each_ref().map(|mode| {
            let points_to = dsa::analyze(&loaded.module, &mode.options);
            let mut checked = Checked::default();
            check_graphs(&points_to, seeds, &mut checked);
            (checked, Stats::of(&points_to))
        }))
    });
    let broken = all.iter().filter(|seen| seen.is_none()).count();
    println!("{} programs, {broken} of them do not compile\n", files.len());
    println!(
        "{:<15} {:>7} {:>8} {:>10} {:>9} {:>10} {:>10} {:>12} {:>10}",
        "", "calls", "runs", "accesses", "regions", "collapsed", "sequences", "mean density", "failures"
    );
    let mut failed = 0;
    for (index, mode) in modes.iter().enumerate() {
        let seen: Vec<(&PathBuf, &Checked, &Stats)> = files
            .iter()
            .zip(&all)
            .filter_map(|(file, seen)| seen.as_ref().map(|seen| (file, &seen[index].0, &seen[index].1)))
            .collect();
        let bad = seen.iter().filter(|(_, checked, _)| !checked.failures.is_empty()).count();
        let regions: usize = seen.iter().map(|(_, _, stats)| stats.regions).sum();
        let percent = |of: fn(&Stats) -> usize| {
            100.0 * seen.iter().map(|(_, _, stats)| of(stats)).sum::<usize>() as f64 / regions.max(1) as f64
        };
        let density = |stats: &Stats| stats.densest as f64 / stats.accesses.max(1) as f64;
        let mean = seen.iter().map(|(_, _, stats)| density(stats)).sum::<f64>() / seen.len().max(1) as f64;
        println!(
            "{:<15} {:>7} {:>8} {:>10} {regions:>9} {:>8.1} % {:>8.1} % {mean:>12.3} {bad:>10}",
            mode.name,
            seen.iter().map(|(_, checked, _)| checked.calls).sum::<usize>(),
            seen.iter().map(|(_, checked, _)| checked.runs).sum::<u64>(),
            seen.iter().map(|(_, checked, _)| checked.accesses).sum::<u64>(),
            percent(|stats| stats.collapsed),
            percent(|stats| stats.sequences),
        );
        for (file, checked, _) in &seen {
            for failure in checked.failures.iter().take(SHOWN) {
                println!("  {}: {failure}", file.display());
            }
        }
        failed += if mode.trusting { 0 } else { bad };
    }
    if failed > 0 {
        bail!("{failed} programs fail");
    }
    Ok(())
}
