//! Every engine alone, and all of them together, over the same tasks.

use anyhow::Result;
use report::bench::Row;
use report::engines_table::{engines_table, write_engines_json, write_engines_table};

use command::args::Format;
use command::output;

use crate::args::{Bench, Effort};
use crate::bench::measure;
use crate::bench::tasks::Job;
use crate::exit;
use crate::progress::Progress;

pub fn compare(jobs: &[Job], args: &Bench, format: Format, progress: &Progress) -> Result<u8> {
    let asked = |engine: &str| -> Result<Vec<Row>> {
        let effort = Effort { engine: engine.to_string(), ..args.effort.clone() };
        let mut rows = measure(jobs, args.jobs, &effort, None, None, progress)?;
        rows.sort_by_key(Row::key);
        Ok(rows)
    };
    let portfolio = asked(&args.effort.engine)?;
    let ids = portfolio::engines().iter().map(|engine| engine.info().id);
    let engines: Vec<(&str, Vec<Row>)> = ids.map(|id| Ok((id, asked(id)?))).collect::<Result<_>>()?;
    let table = engines_table(&portfolio, &engines);
    let mut text = Vec::new();
    match format {
        Format::Text => write_engines_table(&table, &mut text)?,
        Format::Json => write_engines_json(&table, &mut text)?,
    }
    output::print(&text)?;
    let wrong = table.lines.iter().any(|line| line.wrong > 0);
    Ok(if wrong { exit::VIOLATED } else { exit::HOLDS })
}
