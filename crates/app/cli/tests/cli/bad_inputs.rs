//! Whatever the input, the answer is a message that names the problem and the remedy, with the documented status.

use crate::common::Folder;

const MAIN: &str = "int main(void) { return 0; }\n";

/// Runs in a folder with these files; the message must contain all of `parts`.
fn refused(files: &[(&str, &[u8])], args: &[&str], status: i32, parts: &[&str]) {
    let folder = Folder::new();
    for (name, contents) in files {
        folder.file(name, contents);
    }
    let ran = folder.cairn(args);
    assert_eq!(ran.status, status, "{args:?}: {}", ran.stderr);
    assert_eq!(ran.stdout, "", "{args:?}");
    for part in parts {
        assert!(ran.stderr.contains(part), "{args:?}: expected {part:?} in {}", ran.stderr);
    }
}

#[test]
fn no_such_file() {
    refused(&[], &["verify", "gone.c"], 64, &["gone.c", "no such file"]);
    refused(&[], &["run", "gone.c"], 64, &["gone.c", "no such file"]);
    refused(&[], &["ir", "gone.bc"], 64, &["gone.bc", "no such file"]);
}

#[test]
fn a_directory() {
    refused(&[("src/a.c", MAIN.as_bytes())], &["verify", "src"], 64, &["src", "directory"]);
}

#[test]
fn not_c() {
    let poem = b"Shall I compare thee to a summer's day?\n";
    refused(&[("poem.c", poem)], &["verify", "poem.c"], 65, &["poem.c:1:", "error:"]);
}

#[test]
fn an_unknown_kind_of_file() {
    refused(&[("a.txt", b"hello")], &["verify", "a.txt"], 64, &["a.txt", ".c"]);
}

#[test]
fn an_empty_file() {
    refused(&[("empty.c", b"")], &["verify", "empty.c"], 65, &["empty.c", "empty"]);
}

#[test]
fn an_empty_file_of_every_kind() {
    for name in ["empty.bc", "empty.ll", "empty.cir"] {
        let folder = Folder::new();
        folder.file(name, b"");
        let ran = folder.cairn(&["verify", name]);
        assert_eq!(ran.status, 65, "{name}: {}", ran.stderr);
        assert!(ran.stderr.contains(name), "{}", ran.stderr);
    }
}

#[test]
fn noise() {
    let mut state = 1u64;
    let noise: Vec<u8> = (0..100 << 20)
        .map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 56) as u8
        })
        .collect();
    let folder = Folder::new();
    for name in ["noise.c", "noise.bc", "noise.ll", "noise.cir", "noise.prp", "noise.yml"] {
        folder.file(name, &noise);
    }
    folder.file("main.c", MAIN);
    for (args, status) in [
        (["verify", "noise.c"].as_slice(), 65),
        (&["verify", "noise.bc"], 65),
        (&["verify", "noise.ll"], 65),
        (&["verify", "noise.cir"], 65),
        (&["verify", "noise.yml"], 64),
        (&["verify", "--prp", "noise.prp", "main.c"], 64),
        (&["bench", "noise.yml"], 64),
    ] {
        let ran = folder.cairn(args);
        assert_eq!(ran.status, status, "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains("noise."), "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.len() < 20_000, "{args:?}: a message of {} bytes", ran.stderr.len());
    }
}

#[test]
fn bitcode_that_is_none() {
    let broken = [b"BC\xc0\xde".as_slice(), &[0x35; 64]].concat();
    refused(&[("broken.bc", &broken)], &["verify", "broken.bc"], 65, &["broken.bc"]);
}

#[test]
fn a_property_file_that_does_not_parse() {
    let prp = b"CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-fre) )\n";
    let files = [("p.prp", prp.as_slice()), ("a.c", MAIN.as_bytes())];
    refused(&files, &["verify", "--prp", "p.prp", "a.c"], 64, &["p.prp:2:", "expected `valid-deref`", "`valid-fre`"]);
    refused(&files, &["verify", "--prp", "gone.prp", "a.c"], 64, &["gone.prp", "no such property file"]);
}

#[test]
fn a_task_file_without_inputs() {
    let task = b"format_version: '2.0'\nproperties:\n  - property_file: p.prp\n";
    refused(&[("t.yml", task)], &["verify", "t.yml"], 64, &["t.yml", "names no input", "input_files"]);
    refused(&[("t.yml", b"a: [")], &["verify", "t.yml"], 64, &["t.yml", "not a task definition"]);
    refused(&[("t.yml", task), ("a.c", b"")], &["verify", "t.yml", "a.c"], 64, &["must be the only input"]);
}

#[test]
fn an_entry_function_that_does_not_exist() {
    let files = [("a.c", b"int start(void) { return 0; }\n".as_slice())];
    refused(&files, &["verify", "--entry", "begin", "a.c"], 64, &["no function `begin` in a.c", "start"]);
    refused(&files, &["run", "--entry", "begin", "a.c"], 64, &["no function `begin`"]);
    refused(&files, &["verify", "a.c"], 65, &["no function `main` in a.c", "--entry", "start"]);
}

#[test]
fn options_that_make_no_sense() {
    let files = [("a.c", MAIN.as_bytes())];
    refused(&files, &["verify", "--engine", "magic", "a.c"], 64, &["magic", "auto", "explore"]);
    refused(&files, &["verify", "--property", "beauty", "a.c"], 64, &["beauty", "valid-memsafety", "termination"]);
    refused(&files, &["verify", "--timeout", "soon", "a.c"], 64, &["number of seconds"]);
    refused(&files, &["verify", "--no-such-option", "a.c"], 64, &["--no-such-option"]);
    refused(&files, &["verify"], 64, &["FILE"]);
    refused(&files, &["run", "--inputs", "1,two", "a.c"], 64, &["`two` is no input"]);
    refused(&files, &["bench", "nowhere"], 64, &["nowhere", "no such folder"]);
    refused(&[("tasks/readme", b"")], &["bench", "tasks"], 64, &["no task definitions"]);
}
