//! The copy of the workspace that is mutated.
//!
//! Files are written only when they change: what is built there stays good from one run to the next.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::trusted::CRATES;

/// The crate that says which mutant is active.
const RUNTIME: &str = "crates/core/mutant";
const MANIFEST: &str = "[package]\nname = \"mutant\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n";

pub struct Scratch {
    /// The workspace.
    pub root: PathBuf,
    /// Its copy.
    pub copy: PathBuf,
    /// Results, and what is remembered between runs.
    pub folder: PathBuf,
    /// All files, relative to the root.
    pub files: Vec<String>,
}

impl Scratch {
    /// Copies the workspace, but for the files that are mutated.
    pub fn new() -> Result<Scratch> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
        let folder = root.join("target/mutants");
        let scratch = Scratch { copy: folder.join("scratch"), files: files(&root)?, root, folder };
        fs::create_dir_all(&scratch.copy)?;
        scratch.forget()?;
        let mutated: BTreeSet<&str> = scratch.files.iter().map(String::as_str).filter(|file| is_source(file)).collect();
        for file in scratch.files.iter().filter(|file| !mutated.contains(file.as_str())) {
            let from = scratch.root.join(file);
            if from.is_file() {
                scratch.write(file, &fs::read(&from)?)?;
                fs::set_permissions(scratch.copy.join(file), from.metadata()?.permissions())?;
            }
        }
        scratch.add_runtime()?;
        let deps = scratch.copy.join(".deps");
        if !deps.exists() {
            std::os::unix::fs::symlink(scratch.root.join(".deps"), deps)?;
        }
        Ok(scratch)
    }

    /// Writes a file of the copy, unless it is so already.
    pub fn write(&self, file: &str, content: &[u8]) -> Result<()> {
        let path = self.copy.join(file);
        if fs::read(&path).is_ok_and(|old| old == content) {
            return Ok(());
        }
        fs::create_dir_all(path.parent().context("a file lies in a folder")?)?;
        fs::write(&path, content).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Removes files of the copy that are no longer there.
    fn forget(&self) -> Result<()> {
        let list = self.folder.join("files");
        let now: BTreeSet<&str> = self.files.iter().map(String::as_str).collect();
        if let Ok(before) = fs::read_to_string(&list) {
            for gone in before.lines().filter(|file| !now.contains(file)) {
                let _ = fs::remove_file(self.copy.join(gone));
            }
        }
        Ok(fs::write(&list, self.files.join("\n"))?)
    }

    fn add_runtime(&self) -> Result<()> {
        self.write(&format!("{RUNTIME}/Cargo.toml"), MANIFEST.as_bytes())?;
        self.write(&format!("{RUNTIME}/src/lib.rs"), include_bytes!("runtime.rs"))?;
        for folder in CRATES {
            let manifest = format!("{folder}/Cargo.toml");
            let text = fs::read_to_string(self.root.join(&manifest))?;
            let table = "[dependencies]\n";
            ensure!(text.contains(table), "{manifest} has no dependencies");
            let with = text.replace(table, &format!("{table}mutant = {{ path = \"../../core/mutant\" }}\n"));
            self.write(&manifest, with.as_bytes())?;
        }
        Ok(())
    }
}

/// Is this a source of a crate that is mutated, or its manifest?
fn is_source(file: &str) -> bool {
    CRATES.iter().any(|folder| {
        let inside = file.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
        inside.is_some_and(|rest| rest == "Cargo.toml" || rest.starts_with("src/"))
    })
}

fn files(root: &Path) -> Result<Vec<String>> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .context("cannot run git")?;
    ensure!(listed.status.success(), "git cannot list the files of {}", root.display());
    let text = String::from_utf8(listed.stdout).context("names of files are text")?;
    let mut files: Vec<String> = text.split('\0').filter(|file| !file.is_empty()).map(str::to_string).collect();
    files.sort();
    files.dedup();
    Ok(files)
}
