//! What the command is asked to do.

use anyhow::{Context, Result, bail};

#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// How many mutants are tried.
    pub sample: usize,
    pub seed: u64,
    /// Only mutants in files whose path begins so.
    pub only: String,
    /// Only tests of these packages; all that exercise the checks, if there are none.
    pub tests: Vec<String>,
    /// Only those of the sample that survived the last time.
    pub survivors: bool,
    /// No further tests for a mutant that so many seconds of them did not notice.
    pub seconds: f64,
}

const USAGE: &str = "cargo xtask mutants [--sample N] [--seed S] [--only PATH-PREFIX] [--tests PACKAGE,…] [--seconds PER-MUTANT] [--survivors]";

impl Options {
    pub fn parse(arguments: &[String]) -> Result<Options> {
        let mut options = Options {
            sample: 200,
            seed: 1,
            only: String::new(),
            tests: Vec::new(),
            survivors: false,
            seconds: f64::INFINITY,
        };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().with_context(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--sample" => options.sample = value()?.parse().context("--sample takes a number")?,
                "--seed" => options.seed = value()?.parse().context("--seed takes a number")?,
                "--only" => options.only.clone_from(value()?),
                "--tests" => options.tests = value()?.split(',').map(str::to_string).collect(),
                "--seconds" => options.seconds = value()?.parse().context("--seconds takes a number")?,
                "--survivors" => options.survivors = true,
                _ => bail!("usage: {USAGE}"),
            }
        }
        Ok(options)
    }
}
