//! Answers every integer transition system below a folder.

use anyhow::Result;

pub fn run(arguments: &[String]) -> Result<()> {
    crate::cargo::harness("its", arguments)
}
