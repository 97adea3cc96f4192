//! What the user says of functions that are not there: `--externs` and `--summaries`.

use std::path::Path;

use anyhow::Result;
use ir::Module;
use outside::{BadSummary, Summaries};

use crate::args::{Externs, World};
use crate::exit::usage;

impl World {
    /// The options that say the same.
    pub fn words(&self) -> Vec<String> {
        let externs = match self.externs {
            Externs::Unknown => None,
            Externs::Pure => Some("--externs=pure".to_string()),
            Externs::Havoc => Some("--externs=havoc".to_string()),
        };
        let summaries = self.summaries.iter().map(|path| format!("--summaries={}", path.display()));
        externs.into_iter().chain(summaries).collect()
    }

    /// Gives bodies to functions without one, as far as the user says what they do.
    pub fn supply(&self, module: &mut Module) -> Result<()> {
        let mut summaries = Summaries::none();
        if let Some(path) = &self.summaries {
            extend(&mut summaries, path)?;
        }
        outside::supply(module, self.externs.into(), &summaries);
        Ok(())
    }
}

/// Adds the lines of a file of summaries.
pub fn extend(summaries: &mut Summaries, path: &Path) -> Result<()> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => usage(format!("{shown}: no such file of summaries; check the path")),
        std::io::ErrorKind::InvalidData => usage(format!("{shown}: no summaries: it is not text")),
        _ => usage(format!("{shown}: cannot read the summaries: {error}")),
    })?;
    summaries.extend(&text).map_err(|BadSummary { line, what }| {
        usage(format!("{shown}:{line}: {what}; `cairn points-to --help` lists the effects"))
    })
}
