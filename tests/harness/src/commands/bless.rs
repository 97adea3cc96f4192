//! `cargo xtask bless verdicts`: records what engines settle of the annotated programs.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use harness::ask::Engines;
use harness::settled::{Record, STEPS, header, with_record};
use harness::{case, parallel, ui};

const USAGE: &str = "usage: cargo xtask bless verdicts [--losses] [FILE.c …]
Asks every engine about the annotated programs (or these) and writes what it settles into their headers. What an engine
no longer settles is printed and stays in the header, and the command fails; with --losses it is taken out.";

/// Programs that are asked about before their headers are written.
const CHUNK: usize = 20;

pub fn run(arguments: &[String]) -> Result<()> {
    let (mut accept_losses, mut files) = (false, Vec::new());
    for argument in arguments {
        match argument.as_str() {
            "--losses" => accept_losses = true,
            option if option.starts_with('-') => bail!("{USAGE}"),
            file => files.push(PathBuf::from(file).canonicalize()?),
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    // What is for people to read has no such headers.
    let mut cases = case::collect(&root, &["tests/ui"]).map_err(anyhow::Error::msg)?;
    cases.retain(|case| files.is_empty() || files.contains(&case.path));
    let (mut written, mut lost, mut wrong) = (0, 0, 0);
    // Written as it goes: whoever stops the command keeps what is done.
    let done = cases.chunks(CHUNK).flat_map(|cases| {
        let found = parallel::map(cases, |case| ui::settle(case, Engines::all(STEPS)));
        cases.iter().zip(found)
    });
    for (case, findings) in done {
        findings.failures.iter().for_each(|failure| println!("{}: {failure}", case.name));
        wrong += usize::from(!findings.failures.is_empty());
        let Some(now) = findings.settled.as_ref().filter(|_| findings.failures.is_empty()) else { continue };
        let (record, losses) = merged(&case.of_engines, now, accept_losses);
        lost += losses.len();
        losses.iter().for_each(|loss| println!("{}: {loss}", case.name));
        let text = fs::read_to_string(&case.path)?;
        let new = with_record(&text, &record);
        if new != text {
            fs::write(&case.path, new)?;
            written += 1;
        }
    }
    println!("{} programs, {written} of them with new headers", cases.len());
    if wrong > 0 {
        bail!("{wrong} programs fail; nothing is recorded for them");
    }
    if lost > 0 && !accept_losses {
        bail!("{lost} verdicts are lost; if that is meant, `cargo xtask bless verdicts --losses` takes them out");
    }
    Ok(())
}

/// What to record, and what was lost. A header of which something is lost stays as it was, unless losses are accepted.
fn merged(before: &Record, now: &Record, accept_losses: bool) -> (Record, Vec<String>) {
    let (mut record, mut losses) = (now.clone(), Vec::new());
    for (engine, old) in before {
        let new = now.iter().find(|(other, _)| other == engine).map(|(_, settled)| settled);
        if new.is_some_and(|new| new.includes(old)) {
            continue;
        }
        let shown = new.map_or("(nothing)".to_string(), |new| header(engine, new));
        losses.push(format!("a loss\n  - {}\n  + {shown}", header(engine, old)));
        if !accept_losses {
            record.retain(|(other, _)| other != engine);
            record.push((engine.clone(), old.clone()));
        }
    }
    record.sort_by(|(a, _), (b, _)| a.cmp(b));
    (record, losses)
}
