//! Dependencies: where they come from, their licences, none in two versions.
//!
//! Known vulnerabilities are not looked up: their database is a repository of its own, which a build must not need.

mod duplicates;
mod licences;
mod sources;

use std::collections::BTreeSet;
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, bail, ensure};
use serde::Deserialize;

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_root: String,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    /// Absent for the crates of the workspace.
    source: Option<String>,
}

pub fn run(arguments: &[String]) -> anyhow::Result<()> {
    ensure!(arguments.is_empty(), "takes no arguments");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", "x86_64-unknown-linux-gnu"])
        .output()
        .context("cannot run `cargo metadata`")?;
    ensure!(output.status.success(), "`cargo metadata` failed:\n{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Metadata = serde_json::from_slice(&output.stdout).context("cannot read `cargo metadata`")?;
    let lock = format!("{}/Cargo.lock", metadata.workspace_root);
    let lock = fs::read_to_string(&lock).with_context(|| lock.clone())?;
    let (external, own): (Vec<Package>, Vec<Package>) =
        metadata.packages.into_iter().partition(|package| package.source.is_some());
    let members: BTreeSet<&str> = own.iter().map(|package| package.name.as_str()).collect();

    let complaints =
        [sources::complaints(&lock, &members), licences::complaints(&external), duplicates::complaints(&external)]
            .concat();
    if !complaints.is_empty() {
        bail!("\n{}", complaints.join("\n"));
    }
    println!("{} dependencies: all from crates.io, licences allowed, no crate twice", external.len());
    Ok(())
}

#[cfg(test)]
impl Package {
    fn test(name: &str, version: &str, license: Option<&str>) -> Package {
        Package { name: name.into(), version: version.into(), license: license.map(Into::into), source: None }
    }
}
