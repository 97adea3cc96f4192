//! Accepts what is there today: snapshots of `expect-test`, and what engines settle of the annotated programs. `BUG` marks
//! are neither: nothing can bless a missed bug.

use anyhow::{Result, bail};

use crate::cargo::cargo;

/// `verdicts …` and `snapshots …` do one of them, with arguments of their own; without arguments both are done.
pub fn run(arguments: &[String]) -> Result<()> {
    match arguments.split_first() {
        None => {
            crate::cargo::harness("bless", &[])?;
            snapshots(&[])
        }
        Some((what, rest)) if what == "verdicts" => crate::cargo::harness("bless", rest),
        Some((what, rest)) if what == "snapshots" => snapshots(rest),
        Some((what, _)) => bail!("no `{what}`: it is `verdicts` or `snapshots`, or nothing for both"),
    }
}

fn snapshots(arguments: &[String]) -> Result<()> {
    let mut command = cargo("test");
    command.env("UPDATE_EXPECT", "1");
    if arguments.is_empty() {
        command.arg("--workspace");
    }
    crate::cargo::run(command.args(arguments))
}
