//! What a verdict rests on, file by file.
//!
//! The list is no convention: it is everything that the judge can reach by its dependencies, and what makes the program
//! that is judged. Whatever is not in it can make a verdict neither TRUE nor FALSE by being wrong.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use serde::Deserialize;

/// The judge, and what turns files into the program that it judges.
const ROOTS: [&str; 3] = ["certify", "frontend", "outside"];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_root: PathBuf,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `None` for what the product uses.
    kind: Option<String>,
}

/// Without arguments every file; with `--sum` one line a crate.
pub fn run(arguments: &[String]) -> anyhow::Result<()> {
    ensure!(arguments.is_empty() || arguments == ["--sum"], "takes nothing but --sum");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked", "--no-deps"])
        .output()
        .context("cannot run `cargo metadata`")?;
    ensure!(output.status.success(), "`cargo metadata` failed:\n{}", String::from_utf8_lossy(&output.stderr));
    let Metadata { packages, workspace_root } =
        serde_json::from_slice(&output.stdout).context("cannot read `cargo metadata`")?;
    let mut total = 0;
    for package in trusted(&packages) {
        let folder = package.manifest_path.parent().context("a manifest lies in a folder")?;
        total += show(&package.name, &folder.join("src"), "rs", &workspace_root, arguments.is_empty())?;
    }
    println!("{total:>7}  lines of Rust in all, without tests");
    show("models", &workspace_root.join("models"), "c", &workspace_root, arguments.is_empty())?;
    Ok(())
}

/// The roots and what they use, transitively.
fn trusted(packages: &[Package]) -> Vec<&Package> {
    let mut names: BTreeSet<&str> = ROOTS.into();
    loop {
        let members = packages.iter().filter(|package| names.contains(package.name.as_str()));
        let used = members.flat_map(|package| &package.dependencies).filter(|dependency| dependency.kind.is_none());
        let more: BTreeSet<&str> = used.map(|dependency| dependency.name.as_str()).collect();
        let known = names.len();
        names.extend(more);
        if names.len() == known {
            return packages.iter().filter(|package| names.contains(package.name.as_str())).collect();
        }
    }
}

/// Prints the files of a part; how many lines they have together.
fn show(part: &str, folder: &Path, extension: &str, root: &Path, every_file: bool) -> anyhow::Result<usize> {
    let mut files = Vec::new();
    collect(folder, extension, &mut files)?;
    files.sort();
    let mut sum = 0;
    for file in files {
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let lines = text.lines().take_while(|line| *line != "#[cfg(test)]").count();
        sum += lines;
        if every_file {
            println!("{lines:>7}  {}", file.strip_prefix(root).unwrap_or(&file).display());
        }
    }
    println!("{sum:>7}  {part}");
    Ok(sum)
}

fn collect(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() && path.file_name().is_none_or(|name| name != "tests") {
            collect(&path, extension, files)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, uses: &[(&str, Option<&str>)]) -> Package {
        let dependency =
            |(name, kind): &(&str, Option<&str>)| Dependency { name: name.to_string(), kind: kind.map(str::to_string) };
        Package {
            name: name.to_string(),
            manifest_path: PathBuf::new(),
            dependencies: uses.iter().map(dependency).collect(),
        }
    }

    #[test]
    fn what_the_judge_reaches_is_trusted_and_its_tests_are_not() {
        let packages = [
            package("certify", &[("graphs", None), ("search", Some("dev"))]),
            package("frontend", &[("ir", None)]),
            package("graphs", &[("ir", None)]),
            package("ir", &[]),
            package("outside", &[]),
            package("search", &[("graphs", None)]),
        ];
        let names: Vec<&str> = trusted(&packages).iter().map(|package| package.name.as_str()).collect();
        assert_eq!(names, ["certify", "frontend", "graphs", "ir", "outside"]);
    }
}
