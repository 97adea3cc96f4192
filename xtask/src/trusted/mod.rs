//! What a verdict rests on, file by file.
//!
//! The list is no convention: it is everything that the judge can reach by its dependencies, and what makes the program
//! that is judged. Whatever is not in it can make a verdict neither TRUE nor FALSE by being wrong.

#[cfg(test)]
mod wildcards;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use serde::Deserialize;

/// The judge, and what turns files into the program that it judges.
const ROOTS: [&str; 3] = ["certify", "frontend", "outside"];

/// Whatever comes after this line is not in the product.
const FOR_TESTS: &str = "#[cfg(test)]";

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

/// A crate, or the library models.
struct Part {
    name: String,
    files: Vec<PathBuf>,
}

/// Without arguments every file; with `--sum` one line a crate.
pub fn run(arguments: &[String]) -> anyhow::Result<()> {
    ensure!(arguments.is_empty() || arguments == ["--sum"], "takes nothing but --sum");
    let every_file = arguments.is_empty();
    let Metadata { packages, workspace_root } = metadata()?;
    let mut total = 0;
    for part in crates(&packages)? {
        total += show(&part, &workspace_root, every_file)?;
    }
    println!("{total:>7}  lines of Rust in all, without tests");
    let models = Part { name: "models".to_string(), files: files(&workspace_root.join("models"), "c")? };
    show(&models, &workspace_root, every_file)?;
    Ok(())
}

fn metadata() -> anyhow::Result<Metadata> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked", "--no-deps"])
        .output()
        .context("cannot run `cargo metadata`")?;
    ensure!(output.status.success(), "`cargo metadata` failed:\n{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).context("cannot read `cargo metadata`")
}

/// The trusted crates with their files.
fn crates(packages: &[Package]) -> anyhow::Result<Vec<Part>> {
    let part = |package: &Package| {
        let folder = package.manifest_path.parent().context("a manifest lies in a folder")?;
        Ok(Part { name: package.name.clone(), files: files(&folder.join("src"), "rs")? })
    };
    trusted(packages).into_iter().map(part).collect()
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
fn show(part: &Part, root: &Path, every_file: bool) -> anyhow::Result<usize> {
    let mut sum = 0;
    for file in &part.files {
        let lines = product(&read(file)?).count();
        sum += lines;
        if every_file {
            println!("{lines:>7}  {}", file.strip_prefix(root).unwrap_or(file).display());
        }
    }
    println!("{sum:>7}  {}", part.name);
    Ok(sum)
}

fn read(file: &Path) -> anyhow::Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

/// The lines of a file, with their numbers, without items that are there for tests only.
fn product(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut lines = (1..).zip(text.lines());
    iter::from_fn(move || {
        loop {
            let (number, line) = lines.next()?;
            if line != FOR_TESTS {
                return Some((number, line));
            }
            let (_, item) = lines.next()?;
            if !item.ends_with(';') {
                lines.find(|(_, line)| *line == "}");
            }
        }
    })
}

/// The files below a folder, in order, without those of tests.
pub(crate) fn files(folder: &Path, extension: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(folder, extension, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let tests = test_modules(folder)?;
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.file_stem().is_some_and(|name| tests.iter().any(|test| name == test.as_str())) {
            continue;
        }
        if path.is_dir() {
            collect(&path, extension, found)?;
        } else if path.extension().is_some_and(|its| its == extension) {
            found.push(path);
        }
    }
    Ok(())
}

/// The modules of a folder that are there for tests only.
fn test_modules(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut modules = vec!["tests".to_string()];
    for file in ["lib.rs", "mod.rs"].map(|name| folder.join(name)).iter().filter(|file| file.exists()) {
        let text = read(file)?;
        let items = text.lines().zip(text.lines().skip(1)).filter(|(line, _)| *line == FOR_TESTS);
        let names = items.filter_map(|(_, item)| item.strip_prefix("mod ")?.strip_suffix(';'));
        modules.extend(names.map(str::to_string));
    }
    Ok(modules)
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

    #[test]
    fn lines_of_tests_do_not_count() {
        let text = "a\n#[cfg(test)]\nmod samples;\nb\n#[cfg(test)]\nmod tests {\n    c\n}\nd\n";
        assert_eq!(product(text).collect::<Vec<_>>(), [(1, "a"), (4, "b"), (9, "d")]);
    }
}
