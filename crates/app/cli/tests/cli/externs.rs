//! Functions without a body: `--externs` and `--summaries`.

use crate::common::Folder;

/// The verdict lines of a run with these arguments on this program.
fn verdicts(program: &str, args: &[&str]) -> (Vec<String>, String) {
    let folder = Folder::new();
    folder.file("p.c", program);
    let run = folder.cairn(&[&["verify", "--timeout", "100"], args, &["p.c"]].concat());
    let lines = run.stdout.lines().filter(|line| line.starts_with("Verdict: ")).map(str::to_string).collect();
    (lines, run.stdout.clone())
}

fn verdict(program: &str, args: &[&str]) -> String {
    let (lines, text) = verdicts(program, args);
    assert_eq!(lines.len(), 1, "{text}");
    lines[0].strip_prefix("Verdict: ").expect("all do").to_string()
}

const AFTER_LOG: &str = "
#include <stdlib.h>
void log_it(const char *text);
int main(void) {
    char *p = malloc(4);
    log_it(\"hi\");
    free(p);
    *p = 3;
    return 0;
}
";

#[test]
fn what_happens_after_an_unknown_call_is_a_warning() {
    let (lines, text) = verdicts(AFTER_LOG, &["--property", "valid-memsafety"]);
    assert!(lines[0].contains("UNKNOWN (call of `log_it`, which has no body"), "{text}");
    assert!(text.contains("p.c:8:8: warning: ") && text.contains("[use-after-free]"), "{text}");
    assert!(text.contains("the path there:") && text.contains("call of `log_it`"), "{text}");
    let before =
        AFTER_LOG.replace("    free(p);\n", "    free(p);\n    *p = 2;\n").replace("    log_it(\"hi\");\n", "");
    assert_eq!(verdict(&before, &["--property", "valid-memsafety"]), "valid-memsafety FALSE(valid-deref)");
}

#[test]
fn no_warning_rests_on_what_an_unknown_call_did() {
    let programs = [
        "int probe(void); int main(void) { if (probe()) *(volatile int *)0 = 1; return 0; }",
        "int *probe(void); int main(void) { return *probe(); }",
        "void fill(int *x); int main(void) { int x = 0; fill(&x); if (x == 0) *(volatile int *)0 = 1; return 0; }",
        "int g; void fill(void); int main(void) { fill(); if (g == 0) *(volatile int *)0 = 1; return 0; }",
        "#include <stdlib.h>\nvoid keep(void *); int main(void) { keep(malloc(4)); return 0; }",
        "#include <stdlib.h>\nvoid keep(void *); int main(void) { void *p = malloc(4); keep(p); free(p); free(p); return 0; }",
    ];
    for program in programs {
        let (lines, text) = verdicts(program, &["--property", "valid-memsafety"]);
        assert!(lines[0].contains("UNKNOWN (call of `"), "{text}");
        assert!(!text.contains("warning:"), "{text}");
    }
}

#[test]
fn pure_functions_return_anything_and_the_verdict_says_so() {
    let program = "int probe(int x); void reach_error(void); int g;
int main(void) { g = 1; if (probe(3) == 42 && g == 1) reach_error(); return 0; }";
    assert_eq!(
        verdict(program, &["--externs", "pure", "--property", "unreach-call"]),
        "unreach-call FALSE(unreach-call), assuming that 1 function without body changes nothing: probe"
    );
    let safe = program.replace("g == 1)", "g == 2)");
    assert_eq!(
        verdict(&safe, &["--externs", "pure", "--property", "unreach-call"]),
        "unreach-call TRUE, assuming that 1 function without body changes nothing: probe"
    );
    let unused = "int probe(int); int main(void) { return 0; }";
    assert_eq!(verdict(unused, &["--externs", "pure", "--property", "unreach-call"]), "unreach-call TRUE");
}

#[test]
fn memory_of_the_outside_is_there_and_never_blamed() {
    let program =
        "struct dev { int n; struct dev *next; int (*op)(int); }; struct dev *get(void); void reach_error(void);
int main(void) {
    struct dev *d = get();
    if (!d) return 0;
    if (d->next && d->next->n == 42 && d->op && d->op(3) == 7) reach_error();
    return 0;
}";
    let expected = "unreach-call FALSE(unreach-call), assuming that 1 function without body changes nothing: get";
    assert_eq!(verdict(program, &["--externs", "pure", "--property", "unreach-call"]), expected);
    let beyond = "char *get(void); int main(void) { char *p = get(); if (p) p[1 << 20] = 1; return 0; }";
    let freed = "#include <stdlib.h>\nchar *get(void); int main(void) { char *p = get(); if (p) free(p); return 0; }";
    for program in [beyond, freed] {
        let said = verdict(program, &["--externs", "pure", "--property", "valid-memsafety"]);
        assert!(said.contains("UNKNOWN") && said.contains("outside of the program"), "{said}");
    }
    let null = "char *get(void); int main(void) { *get() = 1; return 0; }";
    let said = verdict(null, &["--externs", "pure", "--property", "valid-memsafety"]);
    assert!(said.starts_with("valid-memsafety FALSE(valid-deref), assuming"), "{said}");
}

#[test]
fn havoc_writes_to_what_arguments_lead_to() {
    let program = "void fill(int *x); void reach_error(void);
int main(void) { int x = 0, y = 0; int *q = &y; fill(&x); if (x == 5) reach_error(); return *q; }";
    assert_eq!(
        verdict(program, &["--externs", "pure", "--property", "unreach-call"]),
        "unreach-call TRUE, assuming that 1 function without body changes nothing: fill"
    );
    assert_eq!(
        verdict(program, &["--externs", "havoc", "--property", "unreach-call"]),
        "unreach-call FALSE(unreach-call), assuming that 1 function without body writes only to what its arguments lead to: fill"
    );
    let other = program.replace("x == 5", "y == 5");
    let said = verdict(&other, &["--externs", "havoc", "--property", "unreach-call"]);
    assert!(said.starts_with("unreach-call TRUE, assuming"), "{said}");
    let constant = "void show(const char *); void reach_error(void); static const char text[] = \"a\";
int main(void) { show(text); if (text[0] != 'a') reach_error(); return 0; }";
    let said = verdict(constant, &["--externs", "havoc", "--property", "unreach-call"]);
    assert!(said.starts_with("unreach-call TRUE, assuming"), "{said}");
}

#[test]
fn functions_that_never_return_do_not() {
    let program = "__attribute__((noreturn)) void die(void); int probe(void); void reach_error(void);
int main(void) { int x = probe(); if (x < 0) die(); if (x < 0) reach_error(); return 0; }";
    let said = verdict(program, &["--externs", "pure", "--property", "unreach-call"]);
    assert!(said.starts_with("unreach-call TRUE, assuming that 2 functions without body change nothing: "), "{said}");
}

#[test]
fn structs_are_returned_with_any_contents() {
    let program = "struct big { long a[9]; }; struct big get(void); void reach_error(void);
int main(void) { struct big b = get(); if (b.a[7] == 1234567) reach_error(); return 0; }";
    let said = verdict(program, &["--externs", "pure", "--property", "unreach-call"]);
    assert!(said.starts_with("unreach-call FALSE(unreach-call), assuming"), "{said}");
}

#[test]
fn summaries_say_what_functions_do() {
    let folder = Folder::new();
    folder.file("lib.txt", "make: returns fresh arg0 bytes or null\ndrop: frees arg0\nlevel: returns 0..9\n");
    let program = "#include <stddef.h>
void *make(size_t n); void drop(void *); int level(void); void reach_error(void);
int main(void) {
    int *p = make(4);
    if (!p) return 0;
    *p = level();
    if (*p > 9 || *p < 0) reach_error();
    drop(p);
    return 0;
}";
    folder.file("ok.c", program);
    folder.file("twice.c", program.replace("drop(p);", "drop(p); drop(p);"));
    folder.file("leak.c", program.replace("drop(p);", ""));
    folder.file("null.c", program.replace("if (!p) return 0;", ""));
    let ask = |file: &str| {
        let args = ["verify", "--summaries", "lib.txt", "--property", "valid-memsafety,unreach-call", file];
        folder.cairn(&args).stdout
    };
    let ok = ask("ok.c");
    let assuming = ", assuming that 3 functions without body do what their summaries say: make, level, drop";
    assert!(ok.contains(&format!("valid-memsafety TRUE{assuming}")), "{ok}");
    assert!(ok.contains(&format!("unreach-call TRUE{assuming}")), "{ok}");
    for (file, part) in [("twice.c", "valid-free"), ("leak.c", "valid-memtrack"), ("null.c", "valid-deref")] {
        let text = ask(file);
        assert!(text.contains(&format!("valid-memsafety FALSE({part}), assuming")), "{text}");
    }
    folder.file("bad.txt", "make: eats arg0\n");
    let refused = folder.cairn(&["verify", "--summaries", "bad.txt", "ok.c"]);
    assert_eq!(refused.status, 64, "{}", refused.stderr);
    assert!(refused.stderr.contains("bad.txt:1:"), "{}", refused.stderr);
}

#[test]
fn json_lists_what_is_assumed() {
    let folder = Folder::new();
    folder.file("p.c", "int probe(void); int main(void) { return probe() != 0; }");
    let args = ["verify", "--externs", "pure", "--property", "unreach-call", "--format", "json", "p.c"];
    let text = folder.cairn(&args).stdout;
    assert!(text.contains(r#""assumptions":[{"function":"probe","does":"pure"}]"#), "{text}");
}

#[test]
fn nothing_is_proved_that_a_function_of_the_outside_can_break() {
    let havoc = [
        "int get(const char *, ...); int main(void) { int x = 0; get(\"%d\", &x); if (x) reach_error(); return 0; }",
        "int get(); int main(void) { int x = 0; get(&x); if (x) reach_error(); return 0; }",
        "void fin(int **); int main(void) { int x = 1, *p = &x; fin(&p); if (p != &x) reach_error(); return 0; }",
        "void fin(char *); int main(void) { char b[4] = {1}; fin(b + 3); if (b[0] != 1) reach_error(); return 0; }",
        "static char big[2 << 20]; void fin(char *); int main(void) { fin(big); if (big[(1 << 20) + 5]) reach_error(); return 0; }",
        "void die(void); void other(void) { die(); __builtin_unreachable(); }
         int main(void) { void (*volatile f)(void) = die; f(); reach_error(); return 0; }",
    ];
    for program in havoc {
        let program = format!("void reach_error(void);\n{program}\n");
        let said = verdict(&program, &["--externs", "havoc", "--property", "unreach-call"]);
        assert!(!said.contains("TRUE"), "{said}: {program}");
    }
}

#[test]
fn what_is_passed_by_value_stays_the_callers() {
    let program = "void reach_error(void); struct big { long a[5]; }; void use(struct big);
        int main(void) { struct big b = {{1, 2, 3, 4, 5}}; use(b); if (b.a[0] != 1) reach_error(); return 0; }";
    let said = verdict(program, &["--externs", "havoc", "--property", "unreach-call"]);
    assert!(!said.contains("FALSE"), "{said}");
}

/// The verdict for `unreach-call` with a file of summaries.
fn with_summary(program: &str, summary: &str, args: &[&str]) -> String {
    let folder = Folder::new();
    folder.file("p.c", format!("#include <stdlib.h>\nvoid reach_error(void);\n{program}\n"));
    folder.file("s.txt", format!("{summary}\n"));
    let run = folder.cairn(&[&["verify", "--timeout", "100", "--summaries", "s.txt"], args, &["p.c"]].concat());
    run.stdout.lines().find(|line| line.starts_with("Verdict: ")).unwrap_or(&run.stderr).to_string()
}

#[test]
fn summaries_speak_of_c_and_of_what_they_say_only() {
    let reach = ["--property", "unreach-call"];
    let byte = "unsigned char get(void); int main(void) { if (get() == 7) reach_error(); return 0; }";
    assert!(with_summary(byte, "get: returns 0..255", &reach).contains("FALSE"));
    assert!(!with_summary(byte, "get: returns 8..255", &reach).contains("FALSE"));
    let word = "unsigned get(void); int main(void) { if (get() == 7) reach_error(); return 0; }";
    assert!(with_summary(word, "get: returns 0..4294967295", &reach).contains("FALSE"));
    let short = "short get(void); int main(void) { if (get() == -1) reach_error(); return 0; }";
    assert!(with_summary(short, "get: returns 70000..70001", &reach).contains("UNKNOWN"));
    let fresh = "void *grab(size_t, size_t); int main(void) { int *p = grab(2, 4); if (p) { if (p[1] == 5) reach_error(); free(p); } return 0; }";
    assert!(!with_summary(fresh, "grab: returns fresh arg0*arg1 bytes", &reach).contains("TRUE"));
    let safe = ["--property", "valid-memsafety"];
    let large = "char *make(void); int main(void) { char *p = make(); if (p) { p[5] = 1; free(p); } return 0; }";
    let ilp32 = ["--data-model", "ilp32", "--property", "valid-memsafety"];
    assert!(with_summary(large, "make: returns fresh 4294967297 bytes", &ilp32).contains("UNKNOWN"));
    let place = "struct big { long a[4]; }; struct big take(void *p); int main(void) { void *p = malloc(4); struct big b = take(p); return 0; }";
    let said = with_summary(place, "take: frees arg0", &safe);
    assert!(said.contains("TRUE"), "{said}");
}

/// Inline assembly does anything with what it names, and nothing else.
#[test]
fn assembly_changes_what_it_names() {
    let program = |named: &str, asked: &str| {
        format!(
            "extern void reach_error(void);
static int named, other;
int main(void) {{
  int result;
  named = other = 1;
  __asm__ volatile(\"strange %0\" : \"=r\"(result), \"+m\"({named}));
  if ({asked} != 1)
    reach_error();
  return 0;
}}
"
        )
    };
    let args = ["--engine", "chc", "--property", "unreach-call"];
    let pure = [&args[..], &["--externs", "pure"]].concat();
    let said = verdict(&program("named", "other"), &pure);
    assert!(said.starts_with("unreach-call TRUE, assuming that 1 function without body writes only to what"), "{said}");
    assert!(said.contains("inline_assembly.1"), "{said}");
    for asked in ["named", "result"] {
        let said = verdict(&program("named", asked), &pure);
        assert!(!said.starts_with("unreach-call TRUE"), "{asked}: {said}");
    }
    let said = verdict(&program("named", "other"), &args);
    assert!(said.starts_with("unreach-call UNKNOWN (inline assembly"), "{said}");
}
