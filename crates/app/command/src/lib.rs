//! What the commands of Cairn share: a program from the files of the command line, a question about it, messages, and exit
//! statuses.
//!
//! It knows no engine, so that a command without one can be built on it.

pub mod args;
pub mod asked;
pub mod exit;
pub mod given;
pub mod load;
pub mod output;
pub mod world;
