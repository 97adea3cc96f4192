//! What is written where: the report to standard output, everything else to standard error.

use std::io::{IsTerminal, Write};

use anyhow::{Context, Result};
use clap::Parser;
use report::Report;
use tracing::level_filters::LevelFilter;

use crate::args::{Format, Talk};
use crate::exit;

/// The arguments; or the end of the process, when they ask for help or make no sense.
pub fn arguments<C: Parser>() -> C {
    C::try_parse().unwrap_or_else(|error| {
        let shown = error.print();
        finish(match (error.use_stderr(), shown) {
            (true, _) => exit::USAGE,
            (false, Ok(())) => exit::HOLDS,
            (false, Err(_)) => exit::IO,
        })
    })
}

/// Does the work and ends the process. Every failure that a user can cause has a message with a remedy and a status of its
/// own; a panic is our bug and says so, without a stack trace.
pub fn conclude(work: impl FnOnce() -> Result<u8>) -> ! {
    finish(match certify::catch(work) {
        Ok(Ok(status)) => status,
        Ok(Err(error)) => refused(&error),
        Err(panic) => {
            complain(&format!("internal error: {panic}\nThis is a bug of Cairn; please report it with the input."));
            exit::INTERNAL
        }
    })
}

/// Writes a report in the format asked for; the status for it.
pub fn answer(report: &Report<'_>, format: Format) -> Result<u8> {
    let mut text = Vec::new();
    match format {
        Format::Text => {
            let colour = wants_colour(std::io::stdout().is_terminal());
            report::write_text(report, report::Style { colour }, &mut text)?;
        }
        Format::Json => report::write_json(report, &mut text)?,
    }
    print(&text)?;
    Ok(exit::of_verdicts(report.results.iter().map(|settled| &settled.verdict)))
}

/// Writes to standard output. A reader that has gone away is no failure of ours.
pub fn print(bytes: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// A line on standard error. Whoever does not want to hear it misses nothing of the report.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Errors look like a compiler's.
pub fn complain(message: &str) {
    let style = report::Style { colour: wants_colour(std::io::stderr().is_terminal()) };
    let _ = writeln!(std::io::stderr(), "{} {message}", style.error("cairn: error:"));
}

/// Says why there is no answer; the status for it.
pub fn refused(error: &anyhow::Error) -> u8 {
    complain(&format!("{error:#}"));
    exit::status_of(error)
}

pub fn wants_colour(terminal: bool) -> bool {
    terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

pub fn log_to_stderr(talk: &Talk) {
    let level = match (talk.quiet, talk.verbose) {
        (true, _) => LevelFilter::ERROR,
        (false, 0) => LevelFilter::WARN,
        (false, 1) => LevelFilter::INFO,
        (false, 2) => LevelFilter::DEBUG,
        (false, _) => LevelFilter::TRACE,
    };
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .log_internal_errors(false)
        .with_ansi(wants_colour(std::io::stderr().is_terminal()))
        .with_target(false)
        .without_time()
        .init();
}

/// Ends the process without taking the program apart first, which for a large one takes a while; nor does any library end
/// in order, because other threads may still be using it.
pub fn finish(status: u8) -> ! {
    let _ = std::io::stdout().flush();
    signal_hook::low_level::exit(status.into())
}
