//! Checks the points-to graphs of every C program below a folder, or measures how the analysis grows.

use anyhow::Result;

pub fn run(arguments: &[String]) -> Result<()> {
    match arguments.split_first() {
        Some((first, rest)) if first == "--bench" => crate::cargo::harness("points-to-bench", rest),
        _ => crate::cargo::harness("points-to", arguments),
    }
}
