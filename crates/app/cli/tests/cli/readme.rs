//! What the README and the pages show is what the command prints.

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

#[test]
fn the_walk_through_termination_is_real() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let page = std::fs::read_to_string(root.join("docs/engines/termination.md")).expect("the page is there");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let systems = folder.path().join("systems");
    let real = |text: &str| text.replace("=systems", &format!("={}", systems.display()));
    let inside = |text: &str| text.replace("systems/main", &format!("{}/main", systems.display()));
    for args in [
        "verify --explain --property no-overflow,termination examples/fill.c",
        "verify --dump its=systems --property termination examples/fill.c",
        "its --explain systems/main-15-3-1.koat",
    ] {
        assert!(page.contains(&format!("./cairn {args}\n")), "{args} is not on the page");
        let given = inside(&real(args));
        let output = Command::new(env!("CARGO_BIN_EXE_cairn")).args(given.split(' ')).current_dir(&root).output();
        let stdout = String::from_utf8(output.expect("cairn starts").stdout).expect("reports are text");
        // The second command writes a file instead.
        let shown = match args.contains("--dump") {
            true => std::fs::read_to_string(systems.join("main-15-3-1.koat")).expect("the system is written"),
            false => stdout,
        };
        assert!(page.contains(&shown), "{args} prints\n{shown}");
    }
}
