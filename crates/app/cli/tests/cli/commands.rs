//! The commands, from files to reports and statuses.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::Folder;

/// Exactly one run; everything holds.
const GOOD: &str = "#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 3;
  int value = *p;
  free(p);
  return value - 3;
}
";

const NULL_DEREF: &str = "#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = NULL;
  int x = __VERIFIER_nondet_int();
  if (x == 42)
    return *p;
  return 0;
}
";

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("the report is JSON")
}

#[test]
fn every_applicable_property_gets_a_verdict_line() {
    let folder = Folder::new();
    folder.file("good.c", GOOD);
    let ran = folder.cairn(&["verify", "good.c"]);
    let expected = "Verdict: valid-memsafety TRUE
Verdict: valid-memcleanup TRUE
Verdict: unreach-call TRUE
Verdict: no-overflow TRUE
Verdict: termination TRUE
";
    assert_eq!((ran.stdout.as_str(), ran.status), (expected, 0), "{}", ran.stderr);
    assert_eq!(ran.stderr, "", "nothing to say when the output is no terminal");
}

#[test]
fn a_violation_is_shown_with_its_place_and_input() {
    let folder = Folder::new();
    folder.file("bad.c", NULL_DEREF);
    let ran = folder.cairn(&["verify", "--property", "valid-memsafety", "bad.c"]);
    assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.starts_with("bad.c:7:12: error: "), "{}", ran.stdout);
    assert!(ran.stdout.contains("[null-deref]\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("7 |     return *p;\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("cairn run --property=valid-deref --inputs=42 bad.c\n"), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("Verdict: valid-memsafety FALSE(valid-deref)\n"), "{}", ran.stdout);
    let again = folder.cairn(&["run", "--inputs=42", "bad.c"]);
    assert_eq!(again.status, 1);
    assert!(again.stderr.starts_with("bad.c:7:12: error: "), "{}", again.stderr);
}

#[test]
fn the_same_input_gives_the_same_output() {
    let folder = Folder::new();
    folder.file("bad.c", NULL_DEREF);
    let args = ["verify", "--property", "valid-memsafety", "bad.c"];
    assert_eq!(folder.cairn(&args).stdout, folder.cairn(&args).stdout);
}

#[test]
fn json_is_one_object_with_every_key() {
    let folder = Folder::new();
    folder.file("bad.c", NULL_DEREF);
    let ran = folder.cairn(&["verify", "--format", "json", "--property", "valid-memsafety", "bad.c"]);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    let document = json(&ran.stdout);
    let keys = |value: &Value| -> Vec<String> { value.as_object().expect("an object").keys().cloned().collect() };
    assert_eq!(keys(&document), ["file", "results", "tool", "version"]);
    assert_eq!(document["tool"], "cairn");
    assert_eq!(document["file"], "bad.c");
    let result = &document["results"][0];
    let mut expected = [
        "command",
        "property",
        "verdict",
        "subproperty",
        "engine",
        "reason",
        "location",
        "message",
        "trace",
        "time_s",
        "peak_mib",
    ];
    expected.sort_unstable();
    assert_eq!(keys(result), expected);
    assert_eq!(result["verdict"], "false");
    assert_eq!(result["subproperty"], "valid-deref");
    assert_eq!(result["location"]["file"], "bad.c");
    assert_eq!(result["location"]["line"], 7);
    assert!(result["trace"].as_array().expect("a list").iter().any(|step| step["event"] == "input"));
}

#[test]
fn property_files_and_task_definitions_say_what_to_check() {
    let folder = Folder::new();
    folder.file("p/no-overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
    folder.file("t/long.c", "int main(void) { return sizeof(long) == 4 ? 0 : 1 / 0; }\n");
    let task = "format_version: '2.0'\ninput_files: long.c\nproperties:\n  - property_file: ../p/no-overflow.prp\n    \
                expected_verdict: true\noptions:\n  language: C\n  data_model: ILP32\n";
    folder.file("t/long.yml", task);
    let ran = folder.cairn(&["verify", "t/long.yml"]);
    assert_eq!((ran.stdout.as_str(), ran.status), ("Verdict: no-overflow TRUE\n", 0), "{}", ran.stderr);
    let ran = folder.cairn(&["verify", "--prp", "p/no-overflow.prp", "t/long.c"]);
    assert_eq!(ran.status, 2, "another data model, undefined behaviour: {}", ran.stdout);
    let ran = folder.cairn(&["verify", "--data-model", "ilp32", "--property", "termination", "t/long.c"]);
    assert_eq!((ran.stdout.as_str(), ran.status), ("Verdict: termination TRUE\n", 0), "{}", ran.stderr);
}

#[test]
fn the_error_function_is_the_property_files() {
    let folder = Folder::new();
    folder.file("oops.prp", "CHECK( init(main()), LTL(G ! call(oops())) )\n");
    folder.file("a.c", "void oops(void) {}\nvoid reach_error(void) {}\nint main(void) { oops(); return 0; }\n");
    let ran = folder.cairn(&["verify", "--prp", "oops.prp", "a.c"]);
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    assert!(ran.stdout.contains("[error-call]"), "{}", ran.stdout);
    let ran = folder.cairn(&["verify", "--property", "unreach-call", "a.c"]);
    assert_eq!(ran.status, 0, "{}", ran.stdout);
}

/// A number that takes seven values, all of them above what is told apart by itself.
const WHEEL: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned rounds = 0;
  int at = 20;
  while (__VERIFIER_nondet_int()) {
    rounds++;
    at = at < 140 ? at + 20 : 20;
  }
  if (at % 20)
    reach_error();
  return rounds > 3;
}
";

#[test]
fn engines_are_tuned() {
    let folder = Folder::new();
    folder.file("wheel.c", WHEEL);
    let verify = ["verify", "--engine", "smg", "--property", "unreach-call", "wheel.c"];
    assert_eq!(folder.cairn(&[&verify[..], &["--timeout", "1"]].concat()).status, 2);
    let ran = folder.cairn(&[&verify[..], &["--set", "smg.exact=200"]].concat());
    assert_eq!((ran.stdout.as_str(), ran.status), ("Verdict: unreach-call TRUE\n", 0), "{}", ran.stderr);

    for (wrong, why) in [
        ("smg.exakt=1", "no setting `exakt`"),
        ("smg.exact=-1", "a number from 0"),
        ("sgm.exact=1", "no engine `sgm`"),
        ("exact", "such as smg.exact=100"),
    ] {
        let ran = folder.cairn(&["verify", "--set", wrong, "wheel.c"]);
        assert!(ran.status == 64 && ran.stderr.contains(why), "{wrong}: {}", ran.stderr);
    }
}

#[test]
fn files_are_linked_and_clang_gets_its_arguments() {
    let folder = Folder::new();
    folder.file("a.c", "int twice(int);\nint main(void) { return twice(N) - 8; }\n");
    folder.file("b.c", "int twice(int x) { return 2 * x; }\n");
    let ran = folder.cairn(&["run", "a.c", "b.c", "--", "-DN=4"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
}

#[test]
fn a_run_passes_output_and_status_on() {
    let folder = Folder::new();
    folder.file("hello.c", "#include <stdio.h>\nint main(void) { printf(\"%d\\n\", 42); return 7; }\n");
    let ran = folder.cairn(&["run", "hello.c"]);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("42\n", "", 7));
    folder.file("abort.c", "#include <stdlib.h>\nint main(void) { abort(); }\n");
    assert_eq!(folder.cairn(&["run", "abort.c"]).status, 134);
    folder.file("forever.c", LONG_RUN);
    let ran = folder.cairn(&["run", "--max-steps", "1000", "forever.c"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("--max-steps"), "{}", ran.stderr);
}

#[test]
fn a_trace_shows_inputs_and_branches() {
    let folder = Folder::new();
    folder.file("bad.c", NULL_DEREF);
    let ran = folder.cairn(&["run", "--trace", "--inputs", "5", "bad.c"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("bad.c:5:11: input 5"), "{}", ran.stderr);
    assert!(ran.stderr.contains("bad.c:6:7: branch to line 8"), "{}", ran.stderr);
}

#[test]
fn the_ir_is_an_input_too() {
    let folder = Folder::new();
    folder.file("good.c", GOOD);
    let printed = folder.cairn(&["ir", "good.c"]);
    assert_eq!(printed.status, 0, "{}", printed.stderr);
    folder.file("good.cir", &printed.stdout);
    assert_eq!(folder.cairn(&["ir", "good.cir"]).stdout, printed.stdout);
    let ran = folder.cairn(&["verify", "--property", "valid-memsafety", "good.cir"]);
    assert_eq!(ran.stdout, "Verdict: valid-memsafety TRUE\n", "{}", ran.stderr);
}

/// It ends when it has been everywhere.
const LONG_RUN: &str = "int main(void) {
  unsigned long x = 1;
  while (x)
    x = x * 6364136223846793005UL + 1442695040888963407UL;
  return 0;
}
";

#[test]
fn the_time_limit_is_kept() {
    let folder = Folder::new();
    folder.file("forever.c", LONG_RUN);
    let started = std::time::Instant::now();
    let ran = folder.cairn(&["verify", "--timeout", "0.5", "--property", "termination", "forever.c"]);
    assert_eq!(ran.status, 2, "{}", ran.stdout);
    assert!(ran.stdout.starts_with("Verdict: termination UNKNOWN (time limit reached"), "{}", ran.stdout);
    assert!(started.elapsed().as_secs() < 10);
}

#[test]
fn a_compiler_that_does_not_come_back_is_answered_for() {
    let folder = Folder::new();
    let pipe = folder.path().join("never.c");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts");
    assert!(made.success());
    let ran = folder.cairn(&["verify", "--timeout", "0.2", "--property", "termination", "never.c"]);
    assert_eq!((ran.stdout.as_str(), ran.status), ("Verdict: termination UNKNOWN (time limit reached)\n", 2));
}

#[test]
fn an_interrupt_asks_for_what_is_known() {
    let folder = Folder::new();
    folder.file("forever.c", LONG_RUN);
    let cairn = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .args(["verify", "--property", "termination", "forever.c"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("cairn starts");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let killed = Command::new("/bin/sh").args(["-c", &format!("kill -INT {}", cairn.id())]).status();
    assert!(killed.expect("a shell starts").success());
    let output = cairn.wait_with_output().expect("cairn ends");
    let stdout = String::from_utf8(output.stdout).expect("reports are text");
    assert!(stdout.starts_with("Verdict: termination UNKNOWN (interrupted"), "{stdout}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn stats_name_every_phase() {
    let folder = Folder::new();
    folder.file("good.c", GOOD);
    let ran = folder.cairn(&["verify", "--stats", "--property", "termination", "good.c"]);
    for phase in ["clang", "read", "lower", "engines", "total"] {
        assert!(ran.stderr.lines().any(|line| line.starts_with(phase)), "{phase}: {}", ran.stderr);
    }
    let explore = ran.stderr.lines().find(|line| line.starts_with("explore")).expect("the engine that was asked");
    assert!(explore.ends_with(" termination"), "{explore}");
    assert!(!ran.stderr.contains("smg"), "it knows nothing of termination: {}", ran.stderr);
}

#[test]
fn stats_are_in_json_when_asked_for() {
    let folder = Folder::new();
    folder.file("list.c", LIST);
    let verify = ["verify", "--format", "json", "--property", "valid-memsafety", "list.c"];
    let document = |arguments: &[&str]| -> serde_json::Value {
        serde_json::from_str(&folder.cairn(arguments).stdout).expect("the report is JSON")
    };
    assert_eq!(document(&verify).get("stats"), None);
    let stats = &document(&[&verify[..], &["--stats"]].concat())["stats"];
    assert_eq!(stats["phases"][0]["phase"], "clang");
    let smg = &stats["engines"][0];
    assert_eq!(
        (&smg["engine"], &smg["stage"], &smg["settled"][0]),
        (&"smg".into(), &1.into(), &"valid-memsafety".into())
    );
    assert!(smg["worked_s"].as_f64().is_some_and(|seconds| seconds > 0.0), "{smg}");
    assert!(smg["states"].as_u64().is_some_and(|states| states > 0), "{smg}");
    assert!(smg["peak_mib"].is_number() && smg["queries"].is_number(), "{smg}");
}

const LIST: &str = "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
";

#[test]
fn shapes_are_told_when_asked_for() {
    let folder = Folder::new();
    folder.file("list.c", LIST);
    let verify = ["verify", "--property", "valid-memsafety", "--shapes", "list.c"];
    let ran = folder.cairn(&verify);
    let described = "`list` → singly linked list of 0 or more `struct node`, `next` at +0";
    let expected = format!("list.c:6:3: heap at this loop of `main`:\n  {described}\n");
    assert!(ran.stdout.starts_with(&expected), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("Verdict: valid-memsafety TRUE\n"), "{}", ran.stdout);
    let document = json(&folder.cairn(&[&verify[..], &["--format", "json"]].concat()).stdout);
    assert_eq!(document["shapes"][0]["location"]["line"], 6);
    assert_eq!(document["shapes"][0]["heaps"][0][0], described);
    assert_eq!(document["shapes_incomplete"], Value::Null);
}

#[test]
fn graphs_are_written_as_files() {
    let folder = Folder::new();
    folder.file("list.c", LIST);
    let ran = folder.cairn(&["verify", "--property", "valid-memsafety", "--dump", "smg=in/pictures", "list.c"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let picture = std::fs::read_to_string(folder.path().join("in/pictures/main-6-3-1.dot")).expect("a picture");
    assert!(picture.starts_with("digraph heap {"), "{picture}");
    assert_eq!(folder.cairn(&["verify", "--dump", "nonsense", "list.c"]).status, 64);
}

#[test]
fn a_benchmark_scores_and_resumes() {
    let folder = Folder::new();
    folder.file("p/termination.prp", "CHECK( init(main()), LTL(F end) )\n");
    folder.file("set/good.c", GOOD);
    folder.file("set/broken.c", "int main(void) { return }\n");
    let task = |input: &str, expected: bool| {
        format!(
            "input_files: {input}\nproperties:\n  - property_file: ../p/termination.prp\n    expected_verdict: {expected}\n"
        )
    };
    folder.file("set/good.yml", task("good.c", true));
    folder.file("set/broken.yml", task("broken.c", true));
    let ran = folder.cairn(&["bench", "set", "--csv", "r.csv", "--jobs", "2", "--timeout", "100"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let total = ran.stdout.lines().find(|line| line.starts_with("total")).expect("a line of sums");
    let sums: Vec<&str> = total.split_whitespace().collect();
    assert_eq!(sums[..10], ["total", "2", "1", "0", "0", "0", "0", "0", "0", "1"], "{}", ran.stdout);
    let csv = std::fs::read_to_string(folder.path().join("r.csv")).expect("the results are there");
    assert_eq!(csv.lines().count(), 3, "{csv}");
    assert!(csv.contains("failed"), "{csv}");

    folder.file("set/wrong.yml", task("good.c", false));
    let ran = folder.cairn(&["bench", "set", "--csv", "r.csv", "--resume", "--timeout", "100"]);
    assert_eq!(ran.status, 1, "a wrong verdict");
    assert!(ran.stdout.contains("WRONG: set/wrong.yml termination: expected false, got true from "), "{}", ran.stdout);
    let csv = std::fs::read_to_string(folder.path().join("r.csv")).expect("the results are there");
    assert_eq!(csv.lines().count(), 4, "{csv}");
}

#[test]
fn engines_are_compared_over_tasks() {
    let folder = Folder::new();
    folder.file("p/valid-memsafety.prp", "CHECK( init(main()), LTL(G valid-free) )\n");
    folder.file("set/list.c", LIST);
    folder.file("set/good.c", GOOD);
    let task = |input: &str, expected: bool| {
        format!(
            "input_files: {input}\nproperties:\n  - property_file: ../p/valid-memsafety.prp\n    expected_verdict: {expected}\n"
        )
    };
    folder.file("set/list.yml", task("list.c", true));
    folder.file("set/good.yml", task("good.c", true));
    let compare = ["bench", "set", "--timeout", "5"];
    let ran = folder.cairn(&[&compare[..], &["--engines-table=json"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let table: serde_json::Value = serde_json::from_str(&ran.stdout).expect("the table is JSON");
    let line = |who: &str| {
        let mut lines = table["lines"].as_array().expect("a list").iter();
        let line = lines.find(|line| line["who"] == who).expect("everybody is there");
        ["correct", "wrong", "unknown"].map(|what| line[what].as_u64().expect("a number"))
    };
    assert_eq!((line("smg"), line("explore")), ([2, 0, 0], [1, 0, 1]), "lists of every length are for smg: {table}");
    assert_eq!((line("portfolio"), line("virtual best")), ([2, 0, 0], [2, 0, 0]), "{table}");
    assert_eq!(table["correct_percent"], 100.0);
    assert!(table["time_ratio"].as_f64().is_some_and(|ratio| ratio > 0.0), "{table}");

    folder.file("set/good.yml", task("good.c", false));
    let ran = folder.cairn(&[&compare[..], &["--engines-table"]].concat());
    assert_eq!(ran.status, 1, "a wrong verdict");
    assert!(ran.stdout.contains("virtual best") && ran.stdout.contains("the fastest engine's"), "{}", ran.stdout);
    assert_eq!(folder.cairn(&[&compare[..], &["--engines-table", "--engine", "smg"]].concat()).status, 64);
}

/// Two blocks of one helper: regions of their own with contexts, one region without.
const WRAPPED: &str = "#include <stdlib.h>
static int *zeroed(void) { int *p = malloc(sizeof *p); if (!p) abort(); *p = 0; return p; }
int main(void) { int *a = zeroed(), *b = zeroed(); *a = *b; free(a); free(b); return 0; }
";

#[test]
fn contexts_are_compared_over_tasks() {
    let folder = Folder::new();
    folder.file("p/valid-memsafety.prp", "CHECK( init(main()), LTL(G valid-free) )\n");
    folder.file("p/no-overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
    folder.file("set/wrapped.c", WRAPPED);
    folder.file("set/broken.c", "int main(void) { return }\n");
    let task = |input: &str, properties: [(&str, bool); 2]| {
        let [one, other] = properties.map(|(property, expected)| {
            format!("  - property_file: ../p/{property}.prp\n    expected_verdict: {expected}\n")
        });
        format!("input_files: {input}\nproperties:\n{one}{other}")
    };
    folder.file("set/wrapped.yml", task("wrapped.c", [("valid-memsafety", true), ("no-overflow", true)]));
    let compare = ["bench", "set", "--timeout", "10"];
    let ran = folder.cairn(&[&compare[..], &["--compare-contexts=json"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let table: serde_json::Value = serde_json::from_str(&ran.stdout).expect("the table is JSON");
    let number = |way: &str, what: &str| table[way][what].as_u64().expect("a number");
    assert_eq!(number("context_sensitive", "correct"), 2, "{table}");
    for way in ["context_sensitive", "context_insensitive"] {
        assert_eq!(["correct", "wrong", "unknown"].map(|what| number(way, what)).iter().sum::<u64>(), 2, "{table}");
        assert!(table[way]["sum_s"].as_f64().is_some_and(|seconds| seconds > 0.0), "{table}");
    }
    assert!(number("context_sensitive", "regions") > number("context_insensitive", "regions"), "{table}");
    assert_eq!((&table["programs"], &table["programs_with_graphs"]), (&1.into(), &1.into()), "one program, twice");

    folder.file("set/broken.yml", task("broken.c", [("valid-memsafety", true), ("no-overflow", true)]));
    folder.file("set/wrapped.yml", task("wrapped.c", [("valid-memsafety", true), ("no-overflow", false)]));
    let ran = folder.cairn(&[&compare[..], &["--compare-contexts"]].concat());
    assert_eq!(ran.status, 1, "a wrong verdict");
    assert!(ran.stdout.contains("no points-to graphs of 1 of 2 programs"), "{}", ran.stdout);
    assert_eq!(folder.cairn(&[&compare[..], &["--compare-contexts", "--engines-table"]].concat()).status, 64);
}

#[test]
fn help_has_examples_and_completions_complete() {
    let folder = Folder::new();
    for command in ["verify", "ir", "run", "bench", "completions"] {
        let ran = folder.cairn(&[command, "--help"]);
        assert_eq!(ran.status, 0);
        assert!(ran.stdout.contains("Examples:"), "{command}: {}", ran.stdout);
    }
    assert_eq!(folder.cairn(&["--version"]).stdout, format!("cairn {}\n", env!("CARGO_PKG_VERSION")));
    for shell in ["bash", "zsh", "fish"] {
        let ran = folder.cairn(&["completions", shell]);
        assert!(ran.stdout.contains("verify"), "{shell}");
    }
}

#[test]
fn the_doctor_knows_what_is_needed() {
    let ran = Folder::new().cairn(&["doctor"]);
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    for what in ["clang", "lp64", "ilp32", "solver"] {
        assert!(ran.stdout.contains(what), "{}", ran.stdout);
    }
}
