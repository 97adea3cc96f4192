//! `cairn its`.

use std::fs;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use ::its::{Kind, System, format};
use anyhow::Result;
use certify::SystemConclusion;
use engine::{Budget, Limit};

use crate::args::{Format, Its};
use crate::exit::{self, data, usage};

pub fn command(args: &Its, started: Instant) -> Result<u8> {
    let file = args.file.display().to_string();
    let system = read(args)?;
    if let Some(kind) = args.convert {
        crate::print(format::write(&system, kind.into()).as_bytes())?;
        return Ok(exit::HOLDS);
    }
    let verdict = certify::judge_system(&system, within(&system, args)?);
    let mut out = Vec::new();
    match args.format {
        Format::Text => report::its::write_text(&system, &verdict, args.explain, &mut out)?,
        Format::Json => {
            report::its::write_json(&system, &verdict, &file, started.elapsed().as_secs_f64(), &mut out)?;
        }
    }
    crate::print(&out)?;
    Ok(match verdict.conclusion() {
        SystemConclusion::Yes(_) => exit::HOLDS,
        SystemConclusion::No(_) => exit::VIOLATED,
        SystemConclusion::Maybe { .. } => exit::UNKNOWN,
        SystemConclusion::Rejected { .. } => exit::INTERNAL,
    })
}

fn read(args: &Its) -> Result<System> {
    let path = args.file.display();
    let kind = Kind::of_path(&args.file)
        .ok_or_else(|| usage(format!("{path}: not a system that is known here; pass .ari, .koat or .smt2")))?;
    let text = fs::read_to_string(&args.file).map_err(|error| usage(format!("cannot read {path}: {error}")))?;
    format::read(&text, kind).map_err(|error| data(format!("{path}: {error}")))
}

/// The prover's answer, with a budget that ends in time.
fn within(system: &System, args: &Its) -> Result<::its::Answer> {
    let budget = Budget::new();
    let (done, wait) = mpsc::channel::<()>();
    let watched = budget.clone();
    if !args.timeout.is_zero() {
        let limit = args.timeout;
        thread::spawn(move || {
            if wait.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                watched.stop(Limit::Time);
            }
        });
    }
    let answer = ::its::prove(system, &budget)?;
    drop(done);
    Ok(answer)
}
