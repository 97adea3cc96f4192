//! The mutants of the trusted sources, with their numbers.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result};

use super::find::{self, Mutant};
use super::rewrite::{Rewritten, rewrite};
use super::scratch::Scratch;

/// The judge and the checks.
pub const CRATES: [&str; 4] =
    ["crates/checks/certify", "crates/checks/its", "crates/checks/lasso", "crates/checks/smg"];

pub struct File {
    pub path: String,
    source: String,
    /// Their numbers count through all files.
    pub mutants: Vec<(u32, Mutant)>,
}

/// All trusted files, and what of them can be mutated. What is there for tests is copied as it is.
pub fn files(scratch: &Scratch) -> Result<Vec<File>> {
    let mut found = Vec::new();
    let mut number = 0;
    for folder in CRATES {
        let sources = scratch.root.join(folder).join("src");
        let product: BTreeSet<_> = crate::trusted::files(&sources, "rs")?.into_iter().collect();
        let below = format!("{folder}/src/");
        for path in scratch.files.iter().filter(|path| path.starts_with(&below)) {
            let full = scratch.root.join(path);
            let Ok(source) = fs::read_to_string(&full) else { continue };
            let mut mutants = Vec::new();
            if product.contains(&full) {
                for mutant in find::mutants(&source).with_context(|| path.clone())? {
                    number += 1;
                    mutants.push((number, mutant));
                }
            }
            found.push(File { path: path.clone(), source, mutants });
        }
    }
    Ok(found)
}

impl File {
    /// Does control go on behind this mutant where it did not?
    pub fn goes_on(&self, number: u32) -> bool {
        let mutant = self.mutants.iter().find(|(other, _)| *other == number);
        mutant.is_some_and(|(_, mutant)| ["`return", "`continue"].iter().any(|word| mutant.what.starts_with(word)))
    }

    /// The source with its mutants, but for those that do not compile.
    pub fn rewritten(&self, without: &BTreeSet<u32>) -> Rewritten {
        let kept: Vec<(u32, &Mutant)> = self
            .mutants
            .iter()
            .filter(|(number, _)| !without.contains(number))
            .map(|(number, mutant)| (*number, mutant))
            .collect();
        rewrite(&self.source, &kept)
    }
}
