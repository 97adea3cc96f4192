//! Seeds: files of `tests/fuzz/TARGET`, and others of the project, as they are or compiled.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::Target;

/// Where the seeds of a target come from, besides its folder.
#[derive(Clone, Copy, Debug)]
pub struct Seeds {
    /// Files, relative to the project.
    pub also: &'static [&'static str],
    /// Arguments of a compiler that makes the seeds out of these files.
    pub compiled: Option<&'static [&'static str]>,
}

impl Seeds {
    pub const OWN: Seeds = Seeds { also: &[], compiled: None };
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All seeds, in a fixed order.
pub fn seeds(target: &Target) -> Result<Vec<Vec<u8>>> {
    let mut seeds = Vec::new();
    let folder = root().join("tests/fuzz").join(target.name);
    if folder.is_dir() {
        let entries = fs::read_dir(&folder).and_then(|entries| entries.collect::<Result<Vec<_>, _>>());
        let mut files: Vec<PathBuf> =
            entries.with_context(|| folder.display().to_string())?.iter().map(|entry| entry.path()).collect();
        files.sort();
        for file in files {
            seeds.push(fs::read(&file).with_context(|| file.display().to_string())?);
        }
    }
    for file in target.seeds.also.iter().map(|file| root().join(file)) {
        seeds.push(match target.seeds.compiled {
            None => fs::read(&file).with_context(|| file.display().to_string())?,
            Some(arguments) => compile(&file, arguments)?,
        });
    }
    ensure!(!seeds.is_empty(), "{} has no seeds", target.name);
    Ok(seeds)
}

fn compile(file: &Path, arguments: &[&str]) -> Result<Vec<u8>> {
    let mut clang = Command::new("clang-19");
    clang.args(["-O0", "-g", "-w", "-emit-llvm", "-Xclang", "-disable-O0-optnone"]);
    clang.args(["-fsanitize=shift-base,vla-bound", "-fsanitize-trap=shift-base,vla-bound"]);
    let output = clang.args(arguments).args(["-o", "-"]).arg(file).output().context("clang-19 cannot be run")?;
    ensure!(output.status.success(), "{}: {}", file.display(), String::from_utf8_lossy(&output.stderr));
    Ok(output.stdout)
}
