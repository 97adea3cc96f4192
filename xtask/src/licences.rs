//! Dependencies: every licence allowed, no crate in two versions.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::process::Command;

use anyhow::{Context, bail, ensure};
use serde::Deserialize;

/// Licences that ask for no more than their text and name to be kept.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that are there in several versions, and why that cannot be helped.
const DUPLICATES: &[(&str, &str)] = &[];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
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
    let external: Vec<Package> = metadata.packages.into_iter().filter(|package| package.source.is_some()).collect();

    let complaints = [licence_complaints(&external), duplicate_complaints(&external, DUPLICATES)].concat();
    if !complaints.is_empty() {
        bail!("\n{}", complaints.join("\n"));
    }
    println!("{} dependencies, licences allowed, no crate twice", external.len());
    Ok(())
}

fn licence_complaints(packages: &[Package]) -> Vec<String> {
    let complaint = |package: &Package| {
        let Package { name, version, license, .. } = package;
        match license {
            None => Some(format!("{name} {version} names no licence")),
            Some(licence) if !is_allowed(licence) => Some(format!("{name} {version} has the licence `{licence}`")),
            Some(_) => None,
        }
    };
    packages.iter().filter_map(complaint).collect()
}

fn duplicate_complaints(packages: &[Package], accepted: &[(&str, &str)]) -> Vec<String> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        versions.entry(&package.name).or_default().insert(&package.version);
    }
    let twice = |name: &str| versions.get(name).is_some_and(|versions| versions.len() > 1);
    let is_accepted = |name: &str| accepted.iter().any(|(known, _)| *known == name);
    let listed = |versions: &BTreeSet<&str>| versions.iter().copied().collect::<Vec<_>>().join(", ");
    let unexpected = versions
        .iter()
        .filter(|(name, _)| twice(name) && !is_accepted(name))
        .map(|(name, versions)| format!("{name} is there in versions {}", listed(versions)));
    let stale = accepted
        .iter()
        .filter(|(name, _)| !twice(name))
        .map(|(name, _)| format!("{name} is accepted as a duplicate and is none any more: remove it from the list"));
    unexpected.chain(stale).collect()
}

/// Whether an SPDX expression can be met with allowed licences alone. `AND` binds closer than `OR`; the old `/` is `OR`.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &tokens[..];
    any_of(&mut rest) == Some(true) && rest.is_empty()
}

/// `None` for what does not parse, which is never allowed.
fn any_of(rest: &mut &[&str]) -> Option<bool> {
    let mut allowed = all_of(rest)?;
    while let ["OR", after @ ..] = rest {
        *rest = after;
        allowed |= all_of(rest)?;
    }
    Some(allowed)
}

fn all_of(rest: &mut &[&str]) -> Option<bool> {
    let mut allowed = single(rest)?;
    while let ["AND", after @ ..] = rest {
        *rest = after;
        allowed &= single(rest)?;
    }
    Some(allowed)
}

fn single(rest: &mut &[&str]) -> Option<bool> {
    match *rest {
        ["(", after @ ..] => {
            *rest = after;
            let allowed = any_of(rest)?;
            let [")", after @ ..] = *rest else { return None };
            *rest = after;
            Some(allowed)
        }
        [licence, "WITH", exception, after @ ..] => {
            *rest = after;
            Some(ALLOWED.contains(&format!("{licence} WITH {exception}").as_str()))
        }
        [licence, after @ ..] => {
            *rest = after;
            Some(ALLOWED.contains(licence))
        }
        [] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_judged_by_what_they_require() {
        for allowed in [
            "MIT",
            "MIT OR GPL-3.0",
            "GPL-3.0 OR MIT",
            "MIT/Apache-2.0",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
        ] {
            assert!(is_allowed(allowed), "{allowed}");
        }
        for refused in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "MIT OR",
            "(MIT",
            "MIT)",
            "GPL-3.0 OR MIT AND LGPL-2.1",
            "GPL-2.0 WITH Classpath-exception-2.0",
        ] {
            assert!(!is_allowed(refused), "{refused}");
        }
    }

    fn package(name: &str, version: &str, license: Option<&str>) -> Package {
        Package { name: name.into(), version: version.into(), license: license.map(Into::into), source: None }
    }

    #[test]
    fn missing_licences_and_second_versions_are_reported() {
        let packages =
            [package("a", "1.0.0", None), package("b", "1.0.0", Some("MIT")), package("b", "2.0.0", Some("GPL-3.0"))];
        assert_eq!(licence_complaints(&packages), ["a 1.0.0 names no licence", "b 2.0.0 has the licence `GPL-3.0`"]);
        assert_eq!(duplicate_complaints(&packages, &[]), ["b is there in versions 1.0.0, 2.0.0"]);
        assert!(duplicate_complaints(&packages, &[("b", "a reason")]).is_empty());
        assert_eq!(
            duplicate_complaints(&packages[..1], &[("b", "a reason")]),
            ["b is accepted as a duplicate and is none any more: remove it from the list"]
        );
    }
}
