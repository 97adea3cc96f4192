//! The time of every phase, and the figures that the project wants to reach.

use anyhow::Result;

use crate::cargo::{cargo, harness, run as execute};

pub fn run(arguments: &[String]) -> Result<()> {
    execute(cargo("build").args(["--quiet", "--release", "--package", "cli"]))?;
    harness("phases", arguments)
}
