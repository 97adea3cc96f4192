//! What the README shows is what the command prints.

use std::path::Path;
use std::process::Command;

/// How far an engine got may change; the rest of a report may not.
fn without_counts(text: &str) -> String {
    let lines = text.lines().map(|line| line.split(", after ").next().unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn outputs_are_real() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README is there");
    let readme = without_counts(&readme);
    for args in [
        ["verify", "--property", "valid-memsafety,no-overflow", "examples/uaf.c"].as_slice(),
        &["verify", "examples/sum.c"],
        &["verify", "examples/sll_reverse.c"],
        &["verify", "--shapes", "--property", "valid-memsafety,valid-memcleanup", "examples/sll_reverse.c"],
    ] {
        assert!(readme.contains(&format!("./cairn {}", args.join(" "))), "{args:?} is not in the README");
        let output = Command::new(env!("CARGO_BIN_EXE_cairn")).args(args).current_dir(&root).output();
        let stdout = output.expect("cairn starts").stdout;
        let stdout = String::from_utf8(stdout).expect("reports are text");
        assert!(readme.contains(&without_counts(&stdout)), "{args:?} prints\n{stdout}");
    }
}
