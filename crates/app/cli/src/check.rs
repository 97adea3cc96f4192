//! `cairn check`: hands over to the command that contains no engine.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::Command;

use anyhow::{Context, Result};
use command::exit::{Failure, UNAVAILABLE};

/// Installed beside this command.
const CHECKER: &str = "cairn-check";

pub fn command() -> Result<u8> {
    let checker = std::env::current_exe().context("cannot tell where this command is")?.with_file_name(CHECKER);
    // Before the command's name there are only options without values.
    let mut arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if let Some(name) = arguments.iter().position(|argument| argument == "check") {
        arguments.remove(name);
    }
    let error = Command::new(&checker).args(arguments).exec();
    let message = format!("{}: cannot be run: {error}; it is built and installed with cairn", checker.display());
    Err(Failure { status: UNAVAILABLE, message }.into())
}
