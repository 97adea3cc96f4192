//! What `cargo xtask` runs with the product linked in, one file per command: `harness COMMAND …`.

mod commands;

use std::process::ExitCode;

use anyhow::{Context, Result};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error:#}", arguments.first().map_or("harness", String::as_str));
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<()> {
    let (name, rest) = arguments.split_first().context("a command is missing")?;
    commands::named(name).with_context(|| format!("there is no command `{name}`"))?(rest)
}
