//! Exit statuses, and failures that carry one.

use std::fmt;

use certify::{Conclusion, Verdict};

/// Every property holds.
pub const HOLDS: u8 = 0;
/// Some property is violated, or a check failed.
pub const VIOLATED: u8 = 1;
/// Nothing is violated, but something is unknown.
pub const UNKNOWN: u8 = 2;
/// What was asked for makes no sense: options, files that are not there, property and task files that do not parse.
pub const USAGE: u8 = 64;
/// The input is no program that can be read.
pub const DATA: u8 = 65;
/// Something that Cairn needs is not installed.
pub const UNAVAILABLE: u8 = 69;
/// Our own bug.
pub const INTERNAL: u8 = 70;
/// A file, a folder or standard output cannot be written, or standard input not be read.
pub const IO: u8 = 74;

/// A failure whose message is complete: it names the problem and the remedy.
#[derive(Debug)]
pub struct Failure {
    pub status: u8,
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// A failure of the request.
pub fn usage(message: impl Into<String>) -> anyhow::Error {
    Failure { status: USAGE, message: message.into() }.into()
}

/// A failure of the input program.
pub fn data(message: impl Into<String>) -> anyhow::Error {
    Failure { status: DATA, message: message.into() }.into()
}

/// The status of an error: its own, that of what the system refuses, else an internal one, because everything that a
/// user can cause has a status.
pub fn status_of(error: &anyhow::Error) -> u8 {
    let refused = error.chain().any(|cause| cause.is::<std::io::Error>());
    error.downcast_ref::<Failure>().map_or(if refused { IO } else { INTERNAL }, |failure| failure.status)
}

/// The status for these verdicts: that of the worst.
pub fn of_verdicts<'v>(verdicts: impl Iterator<Item = &'v Verdict>) -> u8 {
    let worst = |verdict: &Verdict| match verdict.conclusion() {
        Conclusion::True(_) => (0, HOLDS),
        Conclusion::Unknown(_) => (1, UNKNOWN),
        Conclusion::False(_) => (2, VIOLATED),
    };
    verdicts.map(worst).max().map_or(UNKNOWN, |(_, status)| status)
}
