//! What became of the mutants, for people and for the next run.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::trial::Fate;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tried {
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub what: String,
    pub fate: Fate,
    pub seconds: f64,
}

impl Tried {
    /// Is this the same mutant, if perhaps of a later run?
    pub fn is(&self, other: &Tried) -> bool {
        self.file == other.file && (self.line, self.column) == (other.line, other.column) && self.what == other.what
    }
}

pub fn read(path: &Path) -> Result<Vec<Tried>> {
    let text = fs::read(path).with_context(|| format!("no results of an earlier run: {}", path.display()))?;
    serde_json::from_slice(&text).with_context(|| path.display().to_string())
}

pub fn write(path: &Path, tried: &[Tried]) -> Result<()> {
    fs::write(path, serde_json::to_vec_pretty(tried)?).with_context(|| path.display().to_string())
}

/// The table of those that were not caught, and the figures.
pub fn show(tried: &[Tried]) {
    for one in tried.iter().filter(|one| !one.fate.is_caught()) {
        let fate = if one.fate == Fate::NotReached { "not reached" } else { "survived" };
        println!("{fate:<12} {}:{}:{}: {}", one.file, one.line, one.column, one.what);
    }
    let count = |is: fn(&Fate) -> bool| tried.iter().filter(|one| is(&one.fate)).count();
    let caught = count(Fate::is_caught);
    println!(
        "{} mutants: {caught} caught ({:.1} %), of which {} by time; {} survived, {} were reached by no test",
        tried.len(),
        100.0 * caught as f64 / tried.len().max(1) as f64,
        count(|fate| matches!(fate, Fate::TimedOut(_))),
        count(|fate| *fate == Fate::Survived),
        count(|fate| *fate == Fate::NotReached),
    );
}
