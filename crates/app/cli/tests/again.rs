//! The command that a report prints for a violation shows the same violation, when a shell runs it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().expect("the project has a root")
}

fn cairn(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cairn")).args(arguments).current_dir(root()).output().expect("cairn starts")
}

/// In a shell for which `cairn` is the binary under test, with something else on standard input.
fn shell(command: &str) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_cairn")).parent().expect("a file is in a folder");
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let script = format!("echo 7 8 9 other input | {command}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).env("PATH", path).current_dir(root()).stdin(Stdio::null());
    shell.output().expect("there is a shell")
}

/// Verifies, runs every command that is printed, and compares the first line of each error.
fn check(arguments: &[&str]) {
    let output = cairn(&[&["verify", "--quiet", "--timeout", "100"], arguments].concat());
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}\n{report}{}", String::from_utf8_lossy(&output.stderr));
    let errors: Vec<&str> = report.lines().filter(|line| line.contains(": error: ")).collect();
    let commands: Vec<&str> = report.lines().filter_map(|line| line.strip_prefix("note: to run it again: ")).collect();
    assert!(!errors.is_empty(), "{report}");
    assert_eq!(errors.len(), commands.len(), "{report}");
    for (error, command) in errors.iter().zip(&commands) {
        let again = shell(command);
        let said = String::from_utf8_lossy(&again.stderr);
        assert!(said.lines().any(|line| line == *error), "{command}\n{said}\nnot: {error}");
        assert_eq!(again.status.code(), Some(1), "{command}");
    }
}

fn file(name: &str, text: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("it's a folder");
    std::fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the folder for temporary files is writable");
    path.display().to_string()
}

#[test]
fn of_test_programs() {
    for program in [
        "examples/uaf.c",
        "tests/ui/bad/oob_scanf_bad.c",
        "tests/ui/bad/leak_getline_bad.c",
        "tests/ui/bad/uninit_branch_bad.c",
        "tests/ui/bad/uninit_local_pointer_bad.c",
    ] {
        check(&["--property", "valid-memsafety", program]);
    }
}

#[test]
fn of_programs_that_need_every_option() {
    let needs_all = file(
        "all $of them.c",
        "extern int __VERIFIER_nondet_int(void);\n\
         extern void stop(void);\n\
         #include <stdio.h>\n\
         #include <stdlib.h>\n\
         int start(int n) {\n\
           int *leaked = malloc(4);\n\
           char *p = malloc(SIZE);\n\
           leaked = 0;\n\
           if (!p && n == 5 && getchar() == 0 && __VERIFIER_nondet_int() == 0 && sizeof(void *) == 4) stop();\n\
           return TEXT[0];\n\
         }\n",
    );
    let property = file("stop.prp", "CHECK( init(start()), LTL(G ! call(stop())) )\n");
    check(&[
        "--data-model",
        "ilp32",
        "--malloc-may-fail",
        "--prp",
        &property,
        &needs_all,
        "--",
        "-DSIZE=4 + 4",
        "-DTEXT=\"a\"",
    ]);
}

#[test]
fn of_runs_with_unusual_inputs() {
    let zeros = file(
        "zeros.c",
        "extern int __VERIFIER_nondet_int(void);\n\
         #include <stdio.h>\n\
         int main(void) {\n\
           int n = 0, c;\n\
           while ((c = getchar()) == 0) n++;\n\
           if (n == 12 && c == -1 && __VERIFIER_nondet_int() == 0) return *(int *)0;\n\
           return 0;\n\
         }\n",
    );
    check(&["--property", "valid-memsafety", &zeros]);
    let nothing = file("nothing.c", "#include <stdio.h>\nint main(void) { int *p = 0; *p = 1; return getchar(); }\n");
    check(&["--property", "valid-memsafety", &nothing]);
    let assertion = file(
        "assertion.c",
        "#include <assert.h>\n#include <stdlib.h>\n\
         extern double __VERIFIER_nondet_double(void);\n\
         int main(void) { char *lost = malloc(1); lost = 0; double d = __VERIFIER_nondet_double(); assert(d == d); return 0; }\n",
    );
    check(&["--property", "unreach-call", &assertion]);
}

#[test]
fn of_programs_that_call_what_is_not_there() {
    let program = file(
        "outside.c",
        "#include <stdlib.h>\n\
         extern int log_it(const char *text);\n\
         extern char *make(unsigned long size);\n\
         int main(void) {\n\
           char *p = make(4);\n\
           if (p && log_it(p) == 5) { free(p); *p = 3; return 0; }\n\
           if (p) free(p);\n\
           return 0;\n\
         }\n",
    );
    let summaries = file("what they do.txt", "make: returns fresh arg0 bytes or null\n");
    for externs in ["pure", "havoc"] {
        check(&["--property", "valid-memsafety", "--externs", externs, "--summaries", &summaries, &program]);
    }
}
