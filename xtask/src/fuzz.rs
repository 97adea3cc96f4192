//! Mutated inputs for every reader, for as long as one likes.

use anyhow::Result;

pub fn run(arguments: &[String]) -> Result<()> {
    crate::cargo::harness("fuzz", arguments)
}
