//! Lowers every C program below a folder and counts what did not lower.

use anyhow::Result;

pub fn run(arguments: &[String]) -> Result<()> {
    crate::cargo::harness("roundtrip", arguments)
}
