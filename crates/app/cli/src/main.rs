//! `cairn`, the command.
//!
//! Standard output is the report, everything else goes to standard error. Every failure that a user can cause has a
//! message with a remedy and a status of its own; a panic is our bug and says so, without a stack trace.

mod args;
mod bench;
mod children;
mod doctor;
mod exit;
mod given;
mod interrupt;
mod its;
mod load;
mod points_to;
mod progress;
mod run;
mod show_ir;
mod verify;
mod world;

use std::io::{IsTerminal, Write};
use std::time::Instant;

use anyhow::{Context, Result};
use clap::{CommandFactory, Parser};
use tracing::level_filters::LevelFilter;

use args::{Cli, Command};

/// Engines make and drop many small things, and what lies close together stays in the cache: the points-to analysis of a
/// large program takes at least an eighth less time than with the C library's allocator.
/// What it gives out is counted for the engine that asks.
#[global_allocator]
static ALLOCATOR: account::Counting<mimalloc::MiMalloc> = account::Counting(mimalloc::MiMalloc);

fn main() {
    let started = Instant::now();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let shown = error.print();
            finish(match (error.use_stderr(), shown) {
                (true, _) => exit::USAGE,
                (false, Ok(())) => exit::HOLDS,
                (false, Err(_)) => exit::IO,
            });
        }
    };
    log_to_stderr(&cli);
    let status = match certify::catch(|| dispatch(&cli, started)) {
        Ok(Ok(status)) => status,
        Ok(Err(error)) => refused(&error),
        Err(panic) => {
            complain(&format!("internal error: {panic}\nThis is a bug of Cairn; please report it with the input."));
            exit::INTERNAL
        }
    };
    finish(status)
}

fn dispatch(cli: &Cli, started: Instant) -> Result<u8> {
    match &cli.command {
        Command::Verify(args) => verify::command(args, cli.quiet, started),
        Command::Ir(args) => show_ir::command(args),
        Command::Run(args) => run::command(args),
        Command::PointsTo(args) => points_to::command(args),
        Command::Bench(args) => bench::command(args, cli.quiet),
        Command::Its(args) => its::command(args, started),
        Command::Doctor(_) => doctor::command(),
        Command::Completions(args) => {
            let mut script = Vec::new();
            clap_complete::generate(args.shell, &mut Cli::command(), "cairn", &mut script);
            print(&script)?;
            Ok(exit::HOLDS)
        }
    }
}

/// Writes to standard output. A reader that has gone away is no failure of ours.
fn print(bytes: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// A line on standard error. Whoever does not want to hear it misses nothing of the report.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Errors look like a compiler's.
fn complain(message: &str) {
    let style = report::Style { colour: wants_colour(std::io::stderr().is_terminal()) };
    let _ = writeln!(std::io::stderr(), "{} {message}", style.error("cairn: error:"));
}

/// Says why there is no answer; the status for it.
fn refused(error: &anyhow::Error) -> u8 {
    complain(&format!("{error:#}"));
    exit::status_of(error)
}

fn wants_colour(terminal: bool) -> bool {
    terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

fn log_to_stderr(cli: &Cli) {
    let level = match (cli.quiet, cli.verbose) {
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

/// Ends the process without taking the program apart first, which for a large one takes a while.
fn finish(status: u8) -> ! {
    let _ = std::io::stdout().flush();
    std::process::exit(status.into())
}
