//! What contexts are worth: the same tasks for the engine `chc` with and without them, and the points-to graphs of their
//! programs both ways.

use anyhow::Result;
use command::args::Format;
use command::output;
use report::bench::Row;
use report::contexts_table::{contexts_table, write_contexts_json, write_contexts_table};

use crate::args::{Bench, Effort};
use crate::bench::tasks::{Job, Source};
use crate::bench::{child, measure, side_by_side};
use crate::exit;
use crate::progress::Progress;

pub fn compare(jobs: &[Job], args: &Bench, format: Format, progress: &Progress) -> Result<u8> {
    let effort = Effort { engine: "chc".to_string(), ..args.effort.clone() };
    let asked = |set| measure(jobs, args.jobs, &effort, Some(set), None, progress);
    let (with, without) = (asked("chc.contexts=1")?, asked("chc.contexts=0")?);

    let programs = programs(jobs);
    let shown = |source: &Source| source.inputs.first().map(|input| input.display().to_string()).unwrap_or_default();
    let graphs = side_by_side(
        &programs,
        args.jobs,
        |source| child::graphs(source, &effort),
        |done, source, _| progress.tasks(done, programs.len(), &shown(source)),
    );
    progress.clear();

    let table = contexts_table(&with, &without, &graphs);
    let mut text = Vec::new();
    match format {
        Format::Text => write_contexts_table(&table, &mut text)?,
        Format::Json => write_contexts_json(&table, &mut text)?,
    }
    output::print(&text)?;
    let wrong = with.iter().chain(&without).any(|row: &Row| row.status.is_wrong());
    Ok(if wrong { exit::VIOLATED } else { exit::HOLDS })
}

/// Each once, whatever is asked about it.
fn programs(jobs: &[Job]) -> Vec<Source> {
    let mut programs: Vec<Source> = jobs.iter().map(|job| job.source.clone()).collect();
    programs.sort();
    programs.dedup();
    programs
}
