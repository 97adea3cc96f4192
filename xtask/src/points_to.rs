//! Checks the points-to graphs of every C program below a folder.

use anyhow::Result;

pub fn run(arguments: &[String]) -> Result<()> {
    crate::cargo::harness("points_to", arguments)
}
