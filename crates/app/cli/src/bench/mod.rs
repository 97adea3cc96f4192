//! `cairn bench`: every task in a process of its own, so that a crash or a limit costs one row.

mod child;
mod contexts;
mod engines;
mod side_by_side;
mod tasks;

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::path::Path;

use anyhow::{Context, Result};
use command::exit::{self, usage};
use command::output;
use report::bench::{CsvRows, Row};
use side_by_side::side_by_side;
use tasks::Job;

use crate::args::{Bench, Effort};
use crate::progress::Progress;

pub fn command(args: &Bench, quiet: bool) -> Result<u8> {
    let mut jobs = tasks::find(&args.roots)?;
    if let Some(part) = &args.property {
        jobs.retain(|job| job.property.contains(part.as_str()));
    }
    if jobs.is_empty() {
        let roots: Vec<String> = args.roots.iter().map(|root| root.display().to_string()).collect();
        return Err(usage(format!("no task definitions (.yml) with properties under {}", roots.join(", "))));
    }
    if let Some(format) = args.engines_table {
        return engines::compare(&jobs, args, format, &Progress::new(quiet));
    }
    if let Some(format) = args.compare_contexts {
        return contexts::compare(&jobs, args, format, &Progress::new(quiet));
    }
    let mut rows = match &args.csv {
        Some(path) if args.resume && path.exists() => earlier(path)?,
        Some(_) | None => Vec::new(),
    };
    let done: BTreeSet<(String, String)> = rows.iter().map(Row::key).collect();
    jobs.retain(|job| !done.contains(&job.key()));
    let csv = args.csv.as_deref().map(|path| open(path, &rows)).transpose()?;

    rows.extend(measure(&jobs, args.jobs, &args.effort, None, csv, &Progress::new(quiet))?);
    rows.sort_by_key(Row::key);
    let mut table = Vec::new();
    report::bench::write_table(&rows, &mut table)?;
    output::print(&table)?;
    let wrong = rows.iter().any(|row| row.status.is_wrong());
    Ok(if wrong { exit::VIOLATED } else { exit::HOLDS })
}

fn earlier(path: &Path) -> Result<Vec<Row>> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    report::bench::read_rows(file).map_err(|error| {
        usage(format!(
            "{}: not results of `cairn bench`: {error}; name another file or leave out --resume",
            path.display()
        ))
    })
}

/// The file is written anew, with what is resumed first: a last line that was cut off disappears.
fn open(path: &Path, rows: &[Row]) -> Result<CsvRows<File>> {
    let file = OpenOptions::new().create(true).write(true).truncate(true).open(path);
    let file = file.map_err(|error| usage(format!("cannot write {}: {error}", path.display())))?;
    let mut csv = CsvRows::new(file, true);
    rows.iter().try_for_each(|row| csv.push(row))?;
    Ok(csv)
}

/// In no particular order. `set` is what `--set` says, if anything.
fn measure(
    jobs: &[Job],
    at_a_time: u16,
    effort: &Effort,
    set: Option<&str>,
    mut csv: Option<CsvRows<File>>,
    progress: &Progress,
) -> Result<Vec<Row>> {
    let mut failure = None;
    let done = |done: usize, job: &Job, row: &Row| {
        progress.tasks(done, jobs.len(), &job.task);
        if let Some(Err(error)) = csv.as_mut().map(|csv| csv.push(row)) {
            failure.get_or_insert(error);
        }
    };
    let rows = side_by_side(jobs, at_a_time, |job| child::run(job, effort, set), done);
    progress.clear();
    match failure {
        Some(error) => Err(error).context("cannot write the results"),
        None => Ok(rows),
    }
}
