//! `cairn verify --explain`, `--dump its` and what `--stats` counts for `symex`.

use expect_test::{Expect, expect};
use serde_json::Value;

use crate::common::{Folder, Ran};

const NONDET: &str = "extern int __VERIFIER_nondet_int(void);\n";

fn verify(program: &str, options: &[&str]) -> (Folder, Ran) {
    let folder = Folder::new();
    folder.file("a.c", format!("{NONDET}{program}"));
    let args = [&["verify", "--engine", "symex"], options, &["a.c"]].concat();
    let ran = folder.cairn(&args);
    (folder, ran)
}

fn check(program: &str, property: &str, expected: Expect) {
    let (_, ran) = verify(program, &["--explain", "--property", property]);
    expected.assert_eq(&ran.stdout);
}

const SIMPLE: &str = "int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  while (i < n)
    i++;
  return 0;
}
";

#[test]
fn a_loop() {
    check(
        SIMPLE,
        "no-overflow,termination",
        expect![[r#"
            note: why no-overflow:
              a.c:5:3: at the start of each round of the loop of `main`:
                `i >= 0`
            note: why termination:
              a.c:5:3: the loop of `main` ends: `n - i` decreases by at least 1 and is at least 0 while it runs

            Verdict: no-overflow TRUE
            Verdict: termination TRUE
        "#]],
    );
}

#[test]
fn nested_loops() {
    check(
        "int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    int j = __VERIFIER_nondet_int();
    while (j > 0)
      j--;
  }
  return 0;
}
",
        "termination",
        expect![[r#"
            note: why termination:
              a.c:4:3: the loops at lines 4 and 6 of `main` end:
                1. `n - i` never increases, and decreases by at least 1, from at least 0, on each way from the loop at line 6 through the loop at line 4 back to it
                2. `j` decreases by at least 1, from at least 0, in each round of the loop at line 6

            Verdict: termination TRUE
        "#]],
    );
}

#[test]
fn a_lexicographic_argument() {
    check(
        "int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = n;
  int y = n;
  while (x > 0) {
    if (y > 0)
      y--;
    else {
      x--;
      y = n;
    }
  }
  return 0;
}
",
        "termination",
        expect![[r#"
            note: why termination:
              a.c:6:3: the loop of `main` ends:
                1. `x` never increases, and decreases by at least 1, from at least 0, in 1 of 2 kinds of round of the loop at line 6
                2. `y` decreases by at least 1, from at least 0, in each other round of the loop at line 6

            Verdict: termination TRUE
        "#]],
    );
}

#[test]
fn recursion_and_mutual_recursion() {
    check(
        "int odd(int n);
int even(int n) { return n <= 0 ? 1 : odd(n - 1); }
int odd(int n) { return n <= 0 ? 0 : even(n - 1); }
int down(int n) { return n <= 0 ? 0 : down(n - 1); }
int main(void) { return even(__VERIFIER_nondet_int()) + down(__VERIFIER_nondet_int()); }
",
        "no-overflow,termination",
        expect![[r#"
            note: why no-overflow:
              a.c:3: whenever `even` is called:
                what has a name fits its type, and no more is known of it
              a.c:4: whenever `odd` is called:
                `n >= 0`, `n <= 2147483646`
              a.c:5: whenever `down` is called:
                what has a name fits its type, and no more is known of it
            note: why termination:
              a.c:3: the recursion of `even` and `odd` ends: `n` decreases by at least 1 and is at least 0 from call to call
              a.c:5: the recursion of `down` ends: `n` decreases by at least 1 and is at least 0 from call to call

            Verdict: no-overflow TRUE
            Verdict: termination TRUE
        "#]],
    );
}

#[test]
fn a_pointer_walks_over_an_array() {
    check(
        "void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1)
    return 0;
  char *a = malloc(n);
  if (!a)
    return 0;
  char *end = a + n;
  for (char *p = a; p < end; p++)
    *p = 'x';
  return 0;
}
",
        "termination",
        expect![[r#"
            note: why termination:
              a.c:11:3: the loop of `main` ends: `end - p` decreases by at least 1 and is at least 0 while it runs

            Verdict: termination TRUE
        "#]],
    );
}

const STRING: &str = "void *malloc(unsigned long);
unsigned length(const char *s) {
  const char *p = s;
  while (*p)
    p++;
  return p - s;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1)
    return 0;
  char *s = malloc(n);
  if (!s)
    return 0;
  s[n - 1] = 0;
  return length(s);
}
";

#[test]
fn a_string() {
    check(
        STRING,
        "valid-deref,termination",
        expect![[r#"
            note: why valid-deref:
              a.c:5:3: at the start of each round of the loop of `length`:
                the size of what `s` points to is at least `1`, the size of what `s` points to is at most `2147483647`, `p - s >= 0`, `p - s <= 2147483646`, the number of bytes from `p` to the end of its object is at least `1`
                `s` points to the start of an object
                `p` points into what `s` points to
            note: why termination:
              a.c:5:3: the loop of `length` ends: the number of bytes from `p` to the end of its object decreases by at least 1 and is at least 0 while it runs

            Verdict: valid-deref TRUE
            Verdict: termination TRUE
        "#]],
    );
}

#[test]
fn fields_and_parameters() {
    check(
        "struct range { int low, high; };
void shrink(struct range *r) {
  while (r->low < r->high)
    r->low++;
}
int main(void) {
  struct range r;
  r.low = __VERIFIER_nondet_int();
  r.high = __VERIFIER_nondet_int();
  shrink(&r);
  return 0;
}
",
        "termination",
        expect![[r#"
            note: why termination:
              a.c:4:3: the loop of `shrink` ends: `r->high - r->low` decreases by at least 1 and is at least 0 while it runs

            Verdict: termination TRUE
        "#]],
    );
}

#[test]
fn nothing_that_could_go_on() {
    check(
        "int main(void) { return __VERIFIER_nondet_int() % 10; }\n",
        "no-overflow,termination",
        expect![[r#"
            note: why no-overflow:
              every path was followed to its end: there is no loop and no recursion
            note: why termination:
              there is no loop and no recursion

            Verdict: no-overflow TRUE
            Verdict: termination TRUE
        "#]],
    );
    let folder = Folder::new();
    folder.file("a.c", "int main(void) { return 0; }\n");
    let ran = folder.cairn(&["verify", "--engine", "explore", "--explain", "--property", "termination", "a.c"]);
    assert!(ran.stdout.contains("there is only one run"), "{}", ran.stdout);
}

#[test]
fn in_json_too() {
    let (_, ran) = verify(SIMPLE, &["--explain", "--format", "json", "--property", "termination"]);
    let document: Value = serde_json::from_str(&ran.stdout).expect("the report is JSON");
    let why = &document["results"][0]["why"][0];
    assert_eq!(why["location"]["line"], 5, "{}", ran.stdout);
    assert!(why["message"].as_str().is_some_and(|text| text.contains("`n - i` decreases")), "{}", ran.stdout);
    let (_, ran) = verify(SIMPLE, &["--format", "json", "--property", "termination"]);
    let document: Value = serde_json::from_str(&ran.stdout).expect("the report is JSON");
    assert_eq!(document["results"][0].get("why"), None, "only when asked for");
}

#[test]
fn transition_systems_are_written() {
    let (folder, ran) = verify(SIMPLE, &["--dump", "its=made/systems", "--property", "termination"]);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    let file = folder.path().join("made/systems/main-5-3-1.koat");
    let text = std::fs::read_to_string(file).expect("one file, named after the loop");
    expect![[r#"
        # c0_0: a.c:5:3, in `main`
        #   v0 = `n`
        #   v1 = `i`
        (GOAL COMPLEXITY)
        (STARTTERM (FUNCTIONSYMBOLS start))
        (VAR v0 v1)
        (RULES
          start(v0, v1) -> Com_1(c0_0(v0, v1)) :|: 2147483648 + v0 >= 0 && 2147483647 - v0 >= 0 && v1 >= 0 && 2147483647 - v1 >= 0 && 2147483648 + v0 - v1 >= 0
          c0_0(v0, v1) -> Com_1(c0_0(v0, 1 + v1)) :|: -1 + v0 >= 0 && 2147483647 - v0 >= 0 && v1 >= 0 && 2147483646 - v1 >= 0 && -1 + v0 - v1 >= 0
        )
    "#]]
    .assert_eq(&text);
    let ran = folder.cairn(&["its", "made/systems/main-5-3-1.koat"]);
    assert_eq!(ran.stdout, "YES\n", "other commands read it");
}

#[test]
fn without_a_proof_there_are_no_systems() {
    let endless = "int main(void) {\n  while (__VERIFIER_nondet_int())\n    ;\n  return 0;\n}\n";
    for (program, why) in [(endless, "termination is not proved"), ("int main(void) { return 0; }", "no cycle")] {
        let (folder, ran) = verify(program, &["--dump", "its=systems", "--property", "termination"]);
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
        assert!(!folder.path().join("systems").exists(), "nothing is written");
    }
}

#[test]
fn what_symex_keeps_is_counted() {
    let (_, ran) = verify(SIMPLE, &["--stats", "--format", "json", "--property", "termination"]);
    let document: Value = serde_json::from_str(&ran.stdout).expect("the report is JSON");
    let counts = &document["stats"]["engines"][0]["counts"];
    for name in ["contexts", "kept_states", "edges", "questions", "questions_for_the_solver"] {
        assert!(counts[name].is_u64(), "{name}: {counts}");
    }
    assert!(ran.stderr.contains(" kept states, "), "{}", ran.stderr);
    assert!(ran.stderr.contains(" questions for the solver ("), "{}", ran.stderr);
}
