//! `cairn-check`, the command behind `cairn check`: judges what a certificate claims about a program.
//!
//! It contains the front end and the judge with its checks, and no engine: what it says rests on the trusted code alone.

mod judged;

use std::time::Instant;

use clap::Parser;
use command::args::{Check, Talk};
use command::output;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Debug, Parser)]
#[command(name = "cairn check", bin_name = "cairn check", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    check: Check,

    #[command(flatten)]
    talk: Talk,
}

fn main() {
    let started = Instant::now();
    let cli: Cli = output::arguments();
    output::log_to_stderr(&cli.talk);
    output::conclude(|| judged::command(&cli.check, started))
}
