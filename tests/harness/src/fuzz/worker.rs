//! The process that reads inputs. What it says, a line each, on standard output:
//!
//! ```text
//! at 17                            before input 17 is read
//! accepted                         if it was accepted
//! panic MESSAGE, wrong MESSAGE     if something is wrong
//! done                             after the last one
//! ```

use std::io::Write;
use std::thread;

use anyhow::{Context, Result};

use super::mutate::Mutator;
use super::{Read, Target, corpus};

/// As the main thread of a process has; more would hide recursion that users' inputs may reach.
const STACK: usize = 8 << 20;

/// What to read.
#[derive(Clone, Debug)]
pub enum Work {
    Inputs { seed: u64, from: u64, count: u64 },
    One(Vec<u8>),
}

pub fn run(target: &'static Target, work: Work) -> Result<()> {
    let thread = thread::Builder::new().stack_size(STACK).spawn(move || work_on(target, work))?;
    thread.join().expect("invariant: panics of readers are caught")
}

fn work_on(target: &Target, work: Work) -> Result<()> {
    match work {
        Work::One(input) => read(target, 0, &input)?,
        Work::Inputs { seed, from, count } => {
            let mutator = Mutator::new(corpus::seeds(target)?);
            for number in from..from.saturating_add(count) {
                read(target, number, &mutator.input(seed, number))?;
            }
        }
    }
    say("done")
}

fn read(target: &Target, number: u64, input: &[u8]) -> Result<()> {
    say(&format!("at {number}"))?;
    match engine::catch(|| (target.run)(input)) {
        Ok(Ok(Read::Accepted)) => say("accepted"),
        Ok(Ok(Read::Refused)) => Ok(()),
        Ok(Err(wrong)) => say(&format!("wrong {}", wrong.escape_debug())),
        Err(panic) => say(&format!("panic {}", panic.escape_debug())),
    }
}

fn say(line: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).context("nobody listens")
}
