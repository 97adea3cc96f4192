//! Text-IR files: those in `ok` verify and print as they are written, those in `bad` are rejected, with a message that
//! contains what their `// error: …` line says.

use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/text").join(folder);
    let entries = fs::read_dir(&folder).expect("the folder of test files exists");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "cir"));
    paths.sort();
    assert!(!paths.is_empty(), "no test files in {}", folder.display());
    paths
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a readable test file")
}

#[test]
fn good_files_print_as_they_are_written() {
    for path in files("ok") {
        let text = read(&path);
        let module = ir::parse(&text).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        if let Err(errors) = ir::verify(&module) {
            panic!("{}: {}", path.display(), errors[0]);
        }
        let printed = module.to_string();
        if let Some((line, (want, got))) = text.lines().zip(printed.lines()).enumerate().find(|(_, (a, b))| a != b) {
            panic!("{}:{}: written\n{want}\nprinted\n{got}", path.display(), line + 1);
        }
        assert_eq!(printed.len(), text.len(), "{}", path.display());
    }
}

#[test]
fn bad_files_are_rejected_for_their_reason() {
    for path in files("bad") {
        let text = read(&path);
        let expected = text.lines().find_map(|line| line.split_once("// error: ")).map(|(_, message)| message.trim());
        let expected = expected.unwrap_or_else(|| panic!("{}: no `// error:` line", path.display()));
        let problems = match ir::parse(&text) {
            Err(error) => vec![error.to_string()],
            Ok(module) => {
                let errors = ir::verify(&module).expect_err(&format!("{} is accepted", path.display()));
                errors.iter().map(ToString::to_string).collect()
            }
        };
        let matched = problems.iter().any(|problem| problem.contains(expected));
        assert!(matched, "{}: expected {expected:?}, got {problems:#?}", path.display());
        assert_eq!(problems.len(), 1, "{}: more than the one error: {problems:#?}", path.display());
    }
}
