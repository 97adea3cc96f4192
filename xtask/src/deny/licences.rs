//! Licences: those that ask for no more than their text and name to be kept.

use super::Package;

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

pub(super) fn complaints(packages: &[Package]) -> Vec<String> {
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

    #[test]
    fn missing_and_refused_licences_are_reported() {
        let packages = [
            Package::test("a", "1.0.0", None),
            Package::test("b", "1.0.0", Some("MIT")),
            Package::test("b", "2.0.0", Some("GPL-3.0")),
        ];
        assert_eq!(complaints(&packages), ["a 1.0.0 names no licence", "b 2.0.0 has the licence `GPL-3.0`"]);
    }
}
