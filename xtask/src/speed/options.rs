//! What the command is asked to do.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

const USAGE: &str = "usage: cargo xtask speed [--peer 'COMMAND {}']… [--best N] [--property P] [--timeout S] PATH…
Cairn, `clang -c` and every peer take turns on each program: C files, task definitions, or all of either below a folder.
In a peer's command, {} is the program and {bits} the size of its pointers; its words are separated by blanks.
--property is asked of C files; of task definitions, those with this property are taken.";

#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    pub peers: Vec<String>,
    /// How many rounds there are.
    pub best: usize,
    pub property: String,
    pub timeout: Duration,
    pub paths: Vec<PathBuf>,
}

impl Options {
    pub fn parse(arguments: &[String]) -> Result<Options> {
        let mut options = Options {
            peers: Vec::new(),
            best: 3,
            property: "valid-memsafety".to_string(),
            timeout: Duration::from_secs(10),
            paths: Vec::new(),
        };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().with_context(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--peer" => options.peers.push(value()?.clone()),
                "--best" => options.best = value()?.parse().context("--best takes a number")?,
                "--property" => options.property.clone_from(value()?),
                "--timeout" => {
                    options.timeout = Duration::from_secs(value()?.parse().context("--timeout takes seconds")?);
                }
                path => {
                    ensure!(!path.starts_with('-'), USAGE);
                    options.paths.push(PathBuf::from(path));
                }
            }
        }
        ensure!(!options.paths.is_empty() && options.best > 0, USAGE);
        Ok(options)
    }
}
