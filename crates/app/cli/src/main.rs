//! `cairn`, the command.
//!
//! What it shares with `cairn-check`, a command of its own because it must not contain engines, is in `command`.

mod args;
mod bench;
mod chc;
mod check;
mod doctor;
mod interrupt;
mod its;
mod points_to;
mod progress;
mod run;
mod show_ir;
mod verify;
mod why;
mod within;

use std::time::Instant;

use anyhow::Result;
use args::{Cli, Command};
use clap::CommandFactory;
use command::{exit, output};

/// Engines make and drop many small things, and what lies close together stays in the cache: the points-to analysis of a
/// large program takes at least an eighth less time than with the C library's allocator.
/// What it gives out is counted for the engine that asks.
#[global_allocator]
static ALLOCATOR: account::Counting<mimalloc::MiMalloc> = account::Counting(mimalloc::MiMalloc);

fn main() {
    let started = Instant::now();
    let cli: Cli = output::arguments();
    output::log_to_stderr(&cli.talk);
    output::conclude(|| dispatch(&cli, started))
}

fn dispatch(cli: &Cli, started: Instant) -> Result<u8> {
    match &cli.command {
        Command::Verify(args) => verify::command(args, cli.talk.quiet, started),
        Command::Check(_) => check::command(),
        Command::Ir(args) => show_ir::command(args),
        Command::Run(args) => run::command(args),
        Command::PointsTo(args) => points_to::command(args),
        Command::Bench(args) => bench::command(args, cli.talk.quiet),
        Command::Its(args) => its::command(args, started),
        Command::Chc(args) => chc::command(args),
        Command::Doctor(_) => doctor::command(),
        Command::Completions(args) => {
            let mut script = Vec::new();
            clap_complete::generate(args.shell, &mut Cli::command(), "cairn", &mut script);
            output::print(&script)?;
            Ok(exit::HOLDS)
        }
    }
}
