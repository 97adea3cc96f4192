//! `cairn chc`, `--emit-chc`, and certificates of the engine `chc`.

use crate::common::Folder;

const COUNTING: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int total = __VERIFIER_nondet_int(), done = 0;
  if (total < 0)
    return 0;
  for (int left = total; left > 0; left--)
    done++;
  if (done != total)
    reach_error();
  return 0;
}
";

/// The clauses of an example, written out and read back, give the same answer.
#[test]
fn clauses_are_written_and_solved() {
    let folder = Folder::new();
    for (program, verdict, answer, status) in
        [(COUNTING.to_string(), "TRUE", "sat\n", 0), (COUNTING.replace("done = 0", "done = 1"), "FALSE", "unsat\n", 1)]
    {
        folder.file("a.c", program);
        let args = ["verify", "--engine", "chc", "--property", "unreach-call", "--emit-chc", "a.smt2", "a.c"];
        let ran = folder.cairn(&args);
        assert!(ran.stdout.contains(&format!("Verdict: unreach-call {verdict}")), "{}{}", ran.stdout, ran.stderr);
        let ran = folder.cairn(&["chc", "a.smt2"]);
        assert_eq!((ran.stdout.as_str(), ran.status), (answer, status), "{}", ran.stderr);
    }
}

#[test]
fn a_solution_is_printed_as_a_model() {
    let folder = Folder::new();
    folder.file(
        "a.smt2",
        "(set-logic HORN)(declare-fun p (Int) Bool)(assert (p 0))(assert (forall ((x Int)) (=> (and (p x) (< x 9)) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (and (p x) (> x 9)) false)))(check-sat)",
    );
    let ran = folder.cairn(&["chc", "--explain", "a.smt2"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.starts_with("sat\n(define-fun p ((a0 Int)) Bool "), "{}", ran.stdout);
}

#[test]
fn what_is_no_system_is_refused() {
    let folder = Folder::new();
    folder.file("a.smt2", "(assert (p 1))");
    let ran = folder.cairn(&["chc", "a.smt2"]);
    assert_eq!(ran.status, 65);
    assert!(ran.stderr.contains("a.smt2: "), "{}", ran.stderr);
    assert_eq!(folder.cairn(&["chc", "nothing.smt2"]).status, 64);
}

#[test]
fn certificates_hold_formulas() {
    let folder = Folder::new();
    folder.file("a.c", COUNTING);
    let question = ["--property", "unreach-call", "a.c"];
    let ran = folder.cairn(&[&["verify", "--engine", "chc", "--certificate", "a.cert"][..], &question].concat());
    assert!(ran.stdout.contains("unreach-call TRUE"), "{}{}", ran.stdout, ran.stderr);
    let text = std::fs::read_to_string(folder.path().join("a.cert")).expect("it was written");
    assert!(text.contains("\"kind\":\"solved\"") && text.contains("\"formulas\":[\"("), "{text}");
}

const LOCKED: &str = "#include <stdlib.h>
#include <stdio.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct device { int id; struct device *next; int (*probe)(struct device *); };
static int is_locked;
static int touch(struct device *device) {
  if (is_locked)
    reach_error();
  is_locked = 1;
  printf(\"%d\\n\", device->id);
  is_locked = 0;
  return device->next != NULL;
}
int main(void) {
  struct device *all = NULL;
  while (__VERIFIER_nondet_int()) {
    struct device *one = malloc(sizeof *one);
    if (!one)
      return 1;
    one->id = __VERIFIER_nondet_int();
    one->next = all;
    one->probe = touch;
    all = one;
    all->probe(all);
  }
  if (is_locked)
    reach_error();
  return 0;
}
";

const TRUSTING: &str = "assuming that every access through a pointer and every call of the library is valid";

/// What pointers lead to is not followed; that they are valid is assumed, and said.
#[test]
fn trust_in_pointers_is_said() {
    let folder = Folder::new();
    folder.file("a.c", LOCKED);
    let args = ["verify", "--engine", "chc", "--property", "unreach-call"];
    let ran = folder.cairn(&[&args[..], &["--certificate", "a.cert", "a.c"]].concat());
    assert!(ran.stdout.contains(&format!("Verdict: unreach-call TRUE, {TRUSTING}")), "{}{}", ran.stdout, ran.stderr);
    let ran = folder.cairn(&[&args[..], &["--format", "json", "a.c"]].concat());
    assert!(ran.stdout.contains(r#""assumes_valid_pointers":true"#), "{}", ran.stdout);
    let ran = folder.cairn(&["check", "a.c", "a.cert"]);
    assert!(ran.stdout.contains(TRUSTING), "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn trust_is_worth_nothing_where_it_is_broken() {
    let folder = Folder::new();
    // With one input only, so that the runs that are tried first do not come to it. Of blocks that a loop allocates, none is followed
    // for assertions.
    folder.file(
        "a.c",
        "#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int is_open;
static void use(int **place) {
  if (is_open)
    reach_error();
  **place = 1;
}
int main(void) {
  int *one = NULL, **place = &one;
  for (int i = 0; i < 2; i++) {
    free(one);
    one = malloc(sizeof *one);
    if (!one)
      return 1;
  }
  use(place);
  free(one);
  return __VERIFIER_nondet_int() == 12345 ? **place : 0;
}
",
    );
    let ran = folder.cairn(&["verify", "--property", "unreach-call", "--property", "valid-deref", "a.c"]);
    assert!(ran.stdout.contains("Verdict: valid-deref FALSE"), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("Verdict: unreach-call UNKNOWN (it holds if every access is valid"), "{}", ran.stdout);
    // In every run: nothing is said in the first place.
    folder.file("a.c", LOCKED.replace("struct device *all = NULL;", "struct device *all = NULL; all->id = 1;"));
    let ran = folder.cairn(&["verify", "--engine", "chc", "--property", "unreach-call", "a.c"]);
    assert!(ran.stdout.contains("Verdict: unreach-call UNKNOWN"), "{}", ran.stdout);
}
