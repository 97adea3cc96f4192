//! Random programs against Cairn, for as long as one likes.

use anyhow::Result;

pub fn run(arguments: &[String]) -> Result<()> {
    crate::cargo::harness("random", arguments)
}
