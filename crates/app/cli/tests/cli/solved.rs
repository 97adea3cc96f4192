//! `cairn verify --explain` of proofs by Horn clauses.

use std::path::Path;
use std::process::Command;

use expect_test::{Expect, expect};

use crate::common::Folder;

const DECLARED: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n";

fn check(program: &str, expected: Expect) {
    let folder = Folder::new();
    folder.file("a.c", format!("{DECLARED}{program}"));
    let ran = folder.cairn(&["verify", "--engine", "chc", "--property", "unreach-call", "--explain", "a.c"]);
    expected.assert_eq(&ran.stdout);
}

#[test]
fn a_loop_and_what_is_needed_of_it() {
    check(
        "int main(void) {
  int total = __VERIFIER_nondet_int(), done = 0, left = total, other = 0;
  while (left > 0) {
    left--;
    done++;
    other = __VERIFIER_nondet_int();
  }
  if (total >= 0 && done != total) reach_error();
  return other;
}
",
        expect![[r#"
            note: why unreach-call:
              a.c:4:3: at the start of each round of the loop of `main`:
                `total == done + left`, `done <= total || done <= 0`

            Verdict: unreach-call TRUE
        "#]],
    );
}

#[test]
fn summaries() {
    check(
        "int twice(int n) { return n <= 0 ? 0 : twice(n - 1) + 2; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 0 && n < 1000 && twice(n) != 2 * n) reach_error();
  return 0;
}
",
        expect![[r#"
            note: why unreach-call:
              a.c:2: whenever `twice` is called:
                `n <= 999`, `n >= 0`
              a.c:2: whenever `twice` returns:
                `\result == 2*\old(n)`, `\result <= \old(n) + 999`

            Verdict: unreach-call TRUE
        "#]],
    );
}

#[test]
fn every_element_of_an_array() {
    check(
        "int main(void) {
  int a[1000];
  for (int i = 0; i < 1000; i++) a[i] = 42;
  for (int i = 0; i < 1000; i++) if (a[i] != 42) reach_error();
  return 0;
}
",
        expect![[r#"
            note: why unreach-call:
              a.c:4:3: at the start of each round of the loop of `main`:
                `i >= 0`
                if `k < i` then `a[k] == 42`
              a.c:5:3: at the start of each round of the loop of `main`:
                `a[k] == 42`, `i >= 0`

            Verdict: unreach-call TRUE
        "#]],
    );
}

#[test]
fn addresses_and_functions() {
    check(
        "struct pair { int one, two; } pair;
int *second;
static void start(void) {}
static void stop(void) {}
void (*next)(void) = start;
int main(void) {
  second = &pair.two;
  while (__VERIFIER_nondet_int())
    if (*second < 100) ++*second;
  if (second != &pair.two || pair.two > 100 || next == stop) reach_error();
  return 0;
}
",
        expect![[r#"
            note: why unreach-call:
              a.c:9:3: at the start of each round of the loop of `main`:
                `pair.two <= 100`, `second != NULL`

            Verdict: unreach-call TRUE
        "#]],
    );
}

#[test]
fn one_function_called_from_two_places() {
    check(
        "static int up_to(int n) { int c = 0; while (c < n) c++; return c; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000) return 0;
  int few = up_to(n);
  int many = up_to(n + 1);
  if (few + 1 != many) reach_error();
  return 0;
}
",
        expect![[r#"
            note: why unreach-call:
              a.c:2:38: at the start of each round of the loop of `up_to`, called at line 6:
                `n == main::n`, `main::n <= 100000`, `c >= 0`, `c <= main::n`
              a.c:2:38: at the start of each round of the loop of `up_to`, called at line 7:
                `main::few + 1 == n`, `c <= main::few + 1`

            Verdict: unreach-call TRUE
        "#]],
    );
}

#[test]
fn what_is_followed_to_its_end() {
    check(
        "int main(void) {
  unsigned bits = __VERIFIER_nondet_int() & 0xff, ones = 0;
  for (unsigned left = bits; left != 0; left &= left - 1) ones++;
  if (ones > 8) reach_error();
  return 0;
}
",
        expect![[r#"
            note: why unreach-call:
              every run ends within 10 rounds of loops and calls, and all of them were followed to their ends

            Verdict: unreach-call TRUE
        "#]],
    );
}

/// The page about the engine shows what is really printed.
#[test]
fn the_page_is_real() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let page = std::fs::read_to_string(root.join("docs/engines/chc.md")).expect("the page is there");
    let args = "verify --explain --engine chc --property unreach-call examples/transfer.c";
    let output = Command::new(env!("CARGO_BIN_EXE_cairn")).args(args.split(' ')).current_dir(&root).output();
    let stdout = String::from_utf8(output.expect("cairn starts").stdout).expect("reports are text");
    assert!(page.contains(&format!("$ cairn {args}\n{stdout}")), "{stdout}");
}
