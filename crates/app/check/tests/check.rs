//! Certificates through the real commands: `cairn verify` writes them, `cairn-check` judges them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

const CHECKER: &str = env!("CARGO_BIN_EXE_cairn-check");

const HOLDS: &str = "
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
";

const BROKEN: &str = "
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x * 3 == 21) reach_error();
    return 0;
}
";

struct Folder(tempfile::TempDir);

struct Ran {
    status: i32,
    stdout: String,
    stderr: String,
}

impl Folder {
    fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a temporary folder"));
        for (name, text) in files {
            std::fs::write(folder.path(name), text).expect("files can be written");
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, program: &Path, args: &[&str]) -> Ran {
        let output = Command::new(program).args(args).current_dir(self.0.path()).stdin(Stdio::null()).output();
        let output = output.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("what commands say is text");
        Ran {
            status: output.status.code().expect("commands end by themselves"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// The other command, which tests of the whole workspace build, too.
    fn cairn(&self, args: &[&str]) -> Ran {
        let cairn = Path::new(CHECKER).with_file_name("cairn");
        assert!(cairn.exists(), "{} is missing: build the package `cli` first", cairn.display());
        self.run(&cairn, args)
    }

    fn check(&self, args: &[&str]) -> Ran {
        self.run(Path::new(CHECKER), args)
    }
}

/// What the report says of properties, without what varies.
fn verdicts(report: &str) -> Vec<String> {
    let word = |line: &str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    report.lines().filter(|line| line.contains("TRUE") || line.contains("FALSE")).map(word).collect()
}

#[test]
fn what_was_proved_is_proved_again() {
    let folder = Folder::with(&[("list.c", HOLDS)]);
    let proved =
        folder.cairn(&["verify", "--property", "valid-memsafety,unreach-call", "--certificate", "c", "list.c"]);
    assert_eq!(proved.status, 0, "{}", proved.stdout);
    let checked = folder.check(&["list.c", "c"]);
    assert_eq!(checked.status, 0, "{}{}", checked.stdout, checked.stderr);
    assert_eq!(verdicts(&checked.stdout), verdicts(&proved.stdout));
    let through = folder.cairn(&["-q", "check", "list.c", "c"]);
    assert_eq!((through.status, verdicts(&through.stdout)), (0, verdicts(&proved.stdout)));
}

#[test]
fn what_was_refuted_is_run_again() {
    let folder = Folder::with(&[("broken.c", BROKEN)]);
    let refuted = folder.cairn(&["verify", "--property", "unreach-call", "--certificate", "c", "broken.c"]);
    assert_eq!(refuted.status, 1, "{}", refuted.stdout);
    let checked = folder.check(&["broken.c", "c"]);
    assert_eq!(checked.status, 1, "{}{}", checked.stdout, checked.stderr);
    assert!(checked.stdout.contains("reach_error"), "{}", checked.stdout);
}

#[test]
fn certificates_of_something_else_are_refused() {
    let folder = Folder::with(&[("list.c", HOLDS), ("broken.c", BROKEN)]);
    let options = ["verify", "--property", "valid-memsafety", "--certificate", "c", "list.c"];
    assert_eq!(folder.cairn(&options).status, 0);
    let written = std::fs::read_to_string(folder.path("c")).expect("the certificate is text");
    let at = written.find("entry").expect("the question has an entry");
    let mut changed = written.clone();
    changed.replace_range(at..at + 1, "E");
    std::fs::write(folder.path("changed"), changed).expect("files can be written");

    let refusals: [(&[&str], &str); 6] = [
        (&["list.c", "changed"], "was changed"),
        (&["broken.c", "c"], "about another program"),
        (&["--data-model", "ilp32", "list.c", "c"], "about another program"),
        (&["--malloc-may-fail", "list.c", "c"], "with another entry, error function or behaviour"),
        (&["list.c", "list.c"], "no certificate"),
        (&["list.c", "/dev/null"], "no certificate"),
    ];
    for (arguments, why) in refusals {
        let refused = folder.check(arguments);
        assert_eq!((refused.status, refused.stdout.as_str()), (65, ""), "{arguments:?}");
        assert!(refused.stderr.contains(why), "{arguments:?}: {}", refused.stderr);
    }
}

#[test]
fn what_a_certificate_leaves_open_is_unknown() {
    let folder = Folder::with(&[("list.c", HOLDS)]);
    let options = ["verify", "--property", "valid-memsafety", "--certificate", "c", "list.c"];
    assert_eq!(folder.cairn(&options).status, 0);
    let more = folder.check(&["--property", "valid-memsafety,termination", "list.c", "c"]);
    assert_eq!(more.status, 2, "{}{}", more.stdout, more.stderr);
    assert!(more.stdout.contains("says nothing about it"), "{}", more.stdout);
}

/// Of two claims, one that is wrong does not hide one that is right.
#[test]
fn limits_are_kept() {
    let folder = Folder::with(&[("list.c", HOLDS)]);
    folder.cairn(&["verify", "--property", "valid-memsafety", "--certificate", "list.cert", "list.c"]);
    for (limit, says) in [(["--memory", "1"], "memory limit"), (["--timeout", "0.000001"], "time limit")] {
        let ran = folder.check(&[&limit[..], &["list.c", "list.cert"]].concat());
        assert_eq!(ran.status, 2, "{limit:?}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains("UNKNOWN") && ran.stdout.contains(says), "{limit:?}: {}", ran.stdout);
    }
}

/// Nobody writes into this one.
#[test]
fn a_certificate_that_never_ends() {
    let folder = Folder::with(&[("list.c", HOLDS)]);
    let made = Command::new("mkfifo").arg(folder.path("pipe")).status().expect("there are pipes with names");
    assert!(made.success());
    let begun = Instant::now();
    let ran = folder.check(&["--timeout", "1", "list.c", "pipe"]);
    assert_eq!(ran.status, 2, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("could not be checked within its limits"), "{}", ran.stderr);
    assert!(begun.elapsed() < Duration::from_secs(20));

    let ran = folder.check(&["--timeout", "100", "list.c", "/dev/zero"]);
    assert_eq!(ran.status, 65, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("it is larger than 1024 MiB"), "{}", ran.stderr);
}

#[test]
fn several_claims_about_one_property() {
    let folder = Folder::with(&[("list.c", HOLDS)]);
    let options = ["verify", "--property", "valid-memsafety", "--certificate", "c", "list.c"];
    assert_eq!(folder.cairn(&options).status, 0);
    let written = std::fs::read_to_string(folder.path("c")).expect("the certificate is text");
    let (heading, rest) = written.split_at(written.match_indices('\n').nth(1).expect("there are two lines").0 + 1);
    let claims = &rest[..rest.rfind("sha256 ").expect("there is a digest")];
    let wrong = "{\"property\":\"valid-memsafety\",\"kind\":\"only-run\"}\n{\"steps\":1000}\n";
    for both in [format!("{heading}{wrong}{claims}"), format!("{heading}{claims}{wrong}")] {
        let digest: String = Sha256::digest(&both).iter().map(|byte| format!("{byte:02x}")).collect();
        std::fs::write(folder.path("both"), format!("{both}sha256 {digest}\n")).expect("files can be written");
        let checked = folder.check(&["list.c", "both"]);
        assert_eq!(checked.status, 0, "{}{}", checked.stdout, checked.stderr);
    }
}

#[test]
fn requests_that_make_no_sense() {
    let folder = Folder::with(&[("list.c", HOLDS)]);
    let cases: [(&[&str], &str); 3] = [
        (&["list.c"], "which certificate?"),
        (&["list.c", "absent"], "no such certificate"),
        (&["absent.c", "list.c"], "no certificate"),
    ];
    for (arguments, why) in cases {
        let refused = folder.check(arguments);
        assert!(matches!(refused.status, 64 | 65), "{arguments:?}: {}", refused.status);
        assert!(refused.stderr.contains(why), "{arguments:?}: {}", refused.stderr);
    }
    let help = folder.cairn(&["check", "--help"]);
    assert_eq!(help.status, 0);
    assert!(help.stdout.contains("certificate"), "{}", help.stdout);
}
