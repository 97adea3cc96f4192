//! Updates the snapshots of `expect-test` in all tests. `BUG` marks are no snapshots: nothing can bless a missed bug.

use anyhow::Result;

use crate::cargo::cargo;

pub fn run(arguments: &[String]) -> Result<()> {
    let mut command = cargo("test");
    command.env("UPDATE_EXPECT", "1");
    if arguments.is_empty() {
        command.arg("--workspace");
    }
    crate::cargo::run(command.args(arguments))
}
