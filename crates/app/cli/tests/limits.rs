//! What `cairn verify` says when it may not use, or cannot write, what it needs.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn cairn(arguments: &[&str]) -> Command {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.args(arguments).current_dir(root).stdin(Stdio::null());
    command
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn full() -> File {
    OpenOptions::new().write(true).open("/dev/full").expect("Linux has a full device")
}

fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the folder for temporary files is writable");
    path.display().to_string()
}

#[test]
fn memory_that_is_used_up_before_it_begins() {
    let output = cairn(&["verify", "--memory", "1", "examples/sum.c"]).output().expect("cairn starts");
    let (status, report, _) = said(&output);
    assert_eq!(status, Some(2), "{report}");
    assert!(report.lines().all(|line| line.ends_with("UNKNOWN (memory limit reached)")), "{report}");
}

/// The solver is at work when the time is over, and does not look up.
#[test]
fn what_was_settled_in_time_has_its_certificate() {
    let program = file(
        "squares.c",
        "int main(void) {
           unsigned long i = 0, n = 0;
           while (1) {
             i++;
             if (i * i == 1ul << 62) break;
             n += i;
           }
           return 0;
         }",
    );
    let certificate = file("squares.cert", "old");
    let properties = ["--property", "valid-memsafety", "--property", "termination"];
    let output = cairn(&["verify", "--timeout", "2", "--certificate", &certificate, &program])
        .args(properties)
        .output()
        .expect("cairn starts");
    let (_, report, errors) = said(&output);
    assert!(report.contains("valid-memsafety TRUE"), "{report}{errors}");
    let written = std::fs::read_to_string(&certificate).expect("it was there before");
    assert!(written.contains("valid-memsafety"), "{written}");
}

#[test]
fn a_folder_that_cannot_be_made() {
    let output = cairn(&["verify", "--dump", "smg=/proc/x", "examples/sum.c"]).output().expect("cairn starts");
    let (status, _, errors) = said(&output);
    assert_eq!(status, Some(74), "{errors}");
    assert!(errors.contains("cannot make the folder /proc/x: "), "{errors}");
    assert!(!errors.contains("internal"), "{errors}");
}

#[test]
fn a_full_disk() {
    for arguments in [
        &["verify", "examples/sum.c"][..],
        &["verify", "--format", "json", "examples/sum.c"],
        &["ir", "examples/sum.c"],
    ] {
        let output = cairn(arguments).stdout(full()).output().expect("cairn starts");
        let (status, _, errors) = said(&output);
        assert_eq!(status, Some(74), "{arguments:?} {errors}");
        assert!(errors.contains("cannot write to standard output: No space left"), "{errors}");
    }
    for arguments in [&["verify", "--stats", "examples/sum.c"][..], &["verify", "-vvv", "examples/sum.c"]] {
        let status = cairn(arguments).stdout(Stdio::null()).stderr(full()).status().expect("cairn starts");
        assert_eq!(status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn a_time_limit_is_named_beside_what_is_known() {
    // No prover sees why `p` is never null there (a prime has no factors), and there are too many ways to try them all.
    let program = file(
        "long_search.c",
        "extern unsigned __VERIFIER_nondet_uint(void);\n\
         int main(void) {\n\
           int x = 0, *p = &x;\n\
           unsigned h = 0;\n\
           for (unsigned i = 0; i < 40; i++) {\n\
             h = h * 31 + __VERIFIER_nondet_uint() % 7;\n\
             h ^= h >> 7;\n\
           }\n\
           unsigned long a = h, b = __VERIFIER_nondet_uint();\n\
           if (a > 1 && a < 2147483647 && a * b == 2147483647ul * 2147483647) p = 0;\n\
           *p = 1;\n\
           return 0;\n\
         }\n",
    );
    let arguments = ["verify", "--timeout", "2", "--property", "valid-memsafety", &program];
    let (status, report, _) = said(&cairn(&arguments).output().expect("cairn starts"));
    assert_eq!(status, Some(2), "{report}");
    assert!(report.contains("UNKNOWN (time limit reached"), "{report}");
}

#[test]
fn what_cannot_be_excluded_inside_the_library_is_reported_at_the_call() {
    let program = file(
        "copies.c",
        "#include <stdlib.h>\n\
         #include <string.h>\n\
         extern unsigned __VERIFIER_nondet_uint(void);\n\
         int main(void) {\n\
           char from[64], to[64];\n\
           for (unsigned i = 0; i < __VERIFIER_nondet_uint() % 64; i++) from[i] = (char)__VERIFIER_nondet_uint();\n\
           for (unsigned i = 0; i < 64; i++) if (from[i] == 0) break; else if (i == 63) return 0;\n\
           strcpy(to, from);\n\
           return 0;\n\
         }\n",
    );
    let arguments = ["verify", "--timeout", "3", "--engine", "smg", "--property", "valid-memsafety"];
    let output = cairn(&[&arguments[..], &[&program]].concat()).output().expect("cairn starts");
    let (_, report, _) = said(&output);
    assert!(!report.contains("<cairn>") && !report.contains("cairn-models"), "{report}");
    assert!(report.contains("copies.c:8:1"), "{report}");
    let output = cairn(&[&arguments[..], &["--format", "json", &program]].concat()).output().expect("cairn starts");
    let (_, report, _) = said(&output);
    let document: serde_json::Value = serde_json::from_str(&report).expect("it is JSON");
    let location = &document["results"][0]["location"];
    assert_eq!((location["line"].as_u64(), location["column"].as_u64()), (Some(8), Some(1)), "{report}");
}
