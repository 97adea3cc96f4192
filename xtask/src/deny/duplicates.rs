//! No crate in two versions.

use std::collections::{BTreeMap, BTreeSet};

use super::Package;

/// Crates that are there in several versions, and why that cannot be helped.
const ACCEPTED: &[(&str, &str)] = &[];

pub(super) fn complaints(packages: &[Package]) -> Vec<String> {
    unless_accepted(packages, ACCEPTED)
}

fn unless_accepted(packages: &[Package], accepted: &[(&str, &str)]) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_versions_and_stale_exceptions_are_reported() {
        let packages =
            [Package::test("a", "1.0.0", None), Package::test("b", "1.0.0", None), Package::test("b", "2.0.0", None)];
        assert_eq!(unless_accepted(&packages, &[]), ["b is there in versions 1.0.0, 2.0.0"]);
        assert!(unless_accepted(&packages, &[("b", "a reason")]).is_empty());
        assert_eq!(
            unless_accepted(&packages[..1], &[("b", "a reason")]),
            ["b is accepted as a duplicate and is none any more: remove it from the list"]
        );
    }
}
