//! Every package that `Cargo.lock` names comes from crates.io, with a checksum, or is one of the workspace: for every
//! platform, and whatever registry this machine fetches from instead.

use std::collections::BTreeSet;

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// What `Cargo.lock` says of a package.
#[derive(Default)]
struct Locked<'t> {
    name: &'t str,
    version: &'t str,
    source: Option<&'t str>,
    checksum: Option<&'t str>,
}

/// `members`: names of the workspace's packages.
pub(super) fn complaints(lock: &str, members: &BTreeSet<&str>) -> Vec<String> {
    let complaint = |package: &Locked<'_>| {
        let Locked { name, version, source, checksum } = package;
        match (*source, checksum) {
            (None, _) if members.contains(name) => None,
            (None, _) => Some(format!("{name} {version} lies in a folder and is not part of the workspace")),
            (Some(CRATES_IO), Some(checksum)) if is_checksum(checksum) => None,
            (Some(CRATES_IO), _) => Some(format!("{name} {version} has no checksum in Cargo.lock")),
            (Some(source), _) => Some(format!("{name} {version} comes from {source}, not from crates.io")),
        }
    };
    packages(lock).iter().filter_map(complaint).collect()
}

fn is_checksum(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Cargo writes one `key = "value"` a line.
fn packages(lock: &str) -> Vec<Locked<'_>> {
    let mut packages: Vec<Locked<'_>> = Vec::new();
    for line in lock.lines() {
        if line == "[[package]]" {
            packages.push(Locked::default());
        }
        let Some((key, value)) = line.split_once(" = ") else { continue };
        let (Some(package), value) = (packages.last_mut(), value.trim_matches('"')) else { continue };
        match key {
            "name" => package.name = value,
            "version" => package.version = value,
            "source" => package.source = Some(value),
            "checksum" => package.checksum = Some(value),
            _ => {}
        }
    }
    packages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_crates_io_and_the_workspace_are_sources() {
        let package = |name: &str, rest: &str| format!("\n[[package]]\nname = \"{name}\"\nversion = \"1.0.0\"\n{rest}");
        let registry = format!("source = \"{CRATES_IO}\"\n");
        let lock = [
            "version = 4\n".to_string(),
            package("good", &format!("{registry}checksum = \"{}\"\ndependencies = [\n \"own\",\n]\n", "0a".repeat(32))),
            package("own", ""),
            package("stray", ""),
            package("unchecked", &registry),
            package("forked", "source = \"git+https://example.org/forked#1\"\n"),
        ]
        .concat();
        assert_eq!(
            complaints(&lock, &BTreeSet::from(["own"])),
            [
                "stray 1.0.0 lies in a folder and is not part of the workspace",
                "unchecked 1.0.0 has no checksum in Cargo.lock",
                "forked 1.0.0 comes from git+https://example.org/forked#1, not from crates.io",
            ]
        );
    }
}
