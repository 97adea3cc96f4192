//! `cairn its` from the outside.

use std::path::PathBuf;
use std::process::{Command, Output};

fn cairn(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cairn")).arg("its").args(arguments).output().expect("cairn starts")
}

fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the folder for temporary files is writable");
    path.display().to_string()
}

fn koat(rules: &str) -> String {
    format!("(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS s))\n(VAR x u)\n(RULES\n{rules}\n)")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn answers_have_a_word_and_a_status() {
    let ends = file("its_ends.koat", &koat("s(x) -> l(x)\nl(x) -> l(x - 1) :|: x > 0"));
    let output = cairn(&[&ends]);
    assert_eq!((stdout(&output).as_str(), output.status.code()), ("YES\n", Some(0)));
    let runs = file("its_runs.koat", &koat("s(x) -> l(x)\nl(x) -> l(x + 1) :|: x > 0"));
    let output = cairn(&["--explain", &runs]);
    assert!(stdout(&output).starts_with("NO\nstart at `s` with x = "), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(1));
    let collatz = "s(x) -> l(x)\nl(x) -> l(u) :|: x > 1 && x = 2*u\nl(x) -> l(3*x + 1) :|: x > 1 && x = 2*u + 1";
    let open = file("its_open.koat", &koat(collatz));
    let output = cairn(&["--timeout", "100", &open]);
    assert_eq!(stdout(&output), "MAYBE\nnothing was found for the cycle through `l`\n");
    assert_eq!(output.status.code(), Some(2));
    let output = cairn(&["--steps", "5", &open]);
    let told = "MAYBE\nnothing was found for the cycle through `l`\nnot everything was tried: the steps were used up\n";
    assert_eq!((stdout(&output).as_str(), output.status.code()), (told, Some(2)));
}

#[test]
fn proofs_can_be_read() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/its/two_phases.koat");
    let text = stdout(&cairn(&["--explain", example]));
    assert!(text.contains("in phases:") && text.contains("2. at `l`: "), "{text}");
    let json: serde_json::Value = serde_json::from_slice(&cairn(&["--format", "json", example]).stdout).expect("JSON");
    assert_eq!(json["answer"], "YES");
    assert_eq!(json["proof"]["steps"][0]["kind"], "phases");
}

#[test]
fn simplifications_are_told_and_transitions_are_original_ones() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/its/branches.koat");
    let text = stdout(&cairn(&["--explain", example]));
    for part in
        ["no cycle comes after: head → done (5)", "no guard depends on", "`test` is chained away: ", "(1, 2, 4)"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let json: serde_json::Value = serde_json::from_slice(&cairn(&["--format", "json", example]).stdout).expect("JSON");
    assert_eq!(json["proof"]["simplifications"][0]["kind"], "irrelevant");
    let stands_for = |transition: &serde_json::Value| transition["original"] == serde_json::json!([1, 2, 4]);
    assert!(json["proof"]["transitions"].as_array().expect("a list").iter().any(stands_for), "{json}");
}

#[test]
fn formats_are_converted_and_answered_alike() {
    let text = koat("s(x) -> l(x)\nl(x) -> l(x - 1) :|: x > 0");
    let koat = file("its_convert.koat", &text);
    for format in ["ari", "koat", "smt2"] {
        let output = cairn(&["--convert", format, &koat]);
        assert_eq!(output.status.code(), Some(0));
        let converted = file(&format!("its_converted.{format}"), &stdout(&output));
        assert_eq!(stdout(&cairn(&[&converted])), "YES\n", "{format}");
    }
}

#[test]
fn bad_files_get_a_message_with_a_place() {
    let bad = file("its_bad.ari", "(format LCTRS)\n(theory Ints)\n(rule (f x");
    let output = cairn(&[&bad]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("its_bad.ari: line "), "{message}");
    assert_eq!(output.status.code(), Some(65));
    assert_eq!(cairn(&["missing.koat"]).status.code(), Some(64));
    assert_eq!(cairn(&[&file("its.txt", "")]).status.code(), Some(64));
}

#[test]
fn integers_may_wrap_around() {
    let rules = file("its_wrap.koat", &koat("s(x) -> l(x)\nl(x) -> l(x + 1) :|: x >= 0"));
    assert!(stdout(&cairn(&[&rules])).starts_with("NO"));
    assert_eq!(stdout(&cairn(&["--integers", "Z", &rules])), stdout(&cairn(&[&rules])));
    let output = cairn(&["--integers", "i32", "--explain", &rules]);
    let text = stdout(&output);
    assert!(text.starts_with("YES\n") && text.contains("x as i32 wraps 0 to 1 times on l → l (1)"), "{text}");
    assert_eq!(output.status.code(), Some(0));
    let converted = file("its_wrapped.koat", &stdout(&cairn(&["--integers", "i32", "--convert", "koat", &rules])));
    assert_eq!(stdout(&cairn(&[&converted])), "YES\n", "what is proved is what is written");
    let output = cairn(&["--integers", "i99", &rules]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("`i99` is no type of integers"), "{output:?}");
}
