//! Other packages of the workspace, built and run.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

pub fn cargo(subcommand: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.arg(subcommand);
    command
}

pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status()?;
    if status.success() { Ok(()) } else { bail!("failed with {status}") }
}

/// Where what is built is.
pub fn target_dir() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()).into()
}

/// A command of the test harness, optimised: what it does takes long, or is measured.
pub fn harness(name: &str, arguments: &[String]) -> Result<()> {
    run(cargo("run").args(["--quiet", "--release", "--package", "harness", "--", name]).args(arguments))
}
