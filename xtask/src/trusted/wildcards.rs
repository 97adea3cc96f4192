//! Trusted code has no arm `_ =>` that hides what it stands for.
//!
//! A new variant of an enum has to be thought about wherever the enum is looked at; a wildcard lets the compiler forget to say
//! so. Numbers, bytes and text have no variants: there wildcards are as they should be.

use super::{crates, metadata, product, read};

/// How the reason begins why a wildcard over variants is safe, or cannot be helped.
const REASON: &str = "// Any other";

#[test]
fn trusted_code_names_what_it_matches() {
    let metadata = metadata().expect("cargo knows the workspace");
    let mut problems = Vec::new();
    for file in crates(&metadata.packages).expect("crates have files").iter().flat_map(|part| &part.files) {
        let text = read(file).expect("sources are text");
        let path = file.strip_prefix(&metadata.workspace_root).unwrap_or(file).display();
        problems.extend(wildcards(&text).into_iter().map(|line| format!("{path}:{line}")));
    }
    assert!(
        problems.is_empty(),
        "These arms match whatever there is and will be. Name the variants that they stand for; or, if there are too many and \
         not ours, say in the line above why it is right for all of them: `{REASON} …`.\n{}\n",
        problems.join("\n")
    );
}

/// The lines of arms that match everything, beside arms that name variants.
fn wildcards(text: &str) -> Vec<usize> {
    let lines: Vec<(usize, &str)> = product(text).collect();
    let hides = |&at: &usize| {
        let is_explained = at > 0 && lines[at - 1].1.trim_start().starts_with(REASON);
        is_catch_all(lines[at].1) && !is_explained && names_variants(&lines[..at], indentation(lines[at].1))
    };
    (0..lines.len()).filter(hides).map(|at| lines[at].0).collect()
}

/// `_ =>`, `(_, _) =>`
fn is_catch_all(line: &str) -> bool {
    let Some((pattern, _)) = line.trim_start().split_once(" =>") else { return false };
    pattern.contains('_') && pattern.chars().all(|c| "_(), ".contains(c))
}

/// Does an arm of the match whose last arm is indented so name a variant? Arms begin in the same column.
fn names_variants(before: &[(usize, &str)], column: usize) -> bool {
    let lines = before.iter().rev().map(|(_, line)| *line);
    let inside = lines.take_while(|line| line.is_empty() || indentation(line) >= column);
    inside.filter(|line| indentation(line) == column).any(names_variant)
}

/// Variants are written `LikeThis`, constants `LIKE_THIS`.
fn names_variant(arm: &str) -> bool {
    let pattern = arm.split(" =>").next().unwrap_or(arm).split(" if ").next().unwrap_or(arm);
    let outside_text = pattern.split('"').step_by(2);
    let mut words = outside_text.flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && c != '_'));
    !pattern.trim_start().starts_with("//")
        && words.any(|word| word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase))
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[test]
fn wildcards_over_variants_are_found() {
    let variants = "match a {\n    Some(\n        b,\n    ) => 1,\n    _ => 2,\n}";
    assert_eq!(wildcards(variants), [5]);
    let pairs = "match a {\n    (Kind::A, _) => 1,\n    (_, _) => 2,\n}";
    assert_eq!(wildcards(pairs), [3]);
    let explained = "match a {\n    Some(1) => 1,\n    // Any other number is as good.\n    _ => 2,\n}";
    assert!(wildcards(explained).is_empty());
    let numbers =
        "match a {\n    FEW..=9 => Some(1),\n    b'A' | 12 => None,\n    \"Text\" => Some(3),\n    _ => None,\n}";
    assert!(wildcards(numbers).is_empty());
    let inner = "match a {\n    Some(b) => match b {\n        1 => 2,\n        _ => 3,\n    },\n    None => 4,\n}";
    assert!(wildcards(inner).is_empty());
    let in_tests = "#[cfg(test)]\nmod tests {\n    match a {\n        Some(1) => 1,\n        _ => 2,\n    }\n}\n";
    assert!(wildcards(in_tests).is_empty());
}
