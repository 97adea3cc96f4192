//! Whole reports, as users and programs see them. Verdicts come from the judge, as always.

use std::time::Duration;

use certify::Settled;
use certify::{Verdict, judge};
use engine::{
    Answer, Budget, BugKind, FiniteTrace, Input, InputKind, Limit, OnlyRun, Outcome, Property, Task, Unknown, Violation,
};
use expect_test::{Expect, expect};
use ir::{Loc, LocId, Module, NondetKind, Places, Type};
use report::{Again, Document, Report, Style, document, write_json, write_text};

/// `fixtures/session.c`.
const SESSION: &str = r#"module lp64

func @malloc(i64) -> ptr builtin malloc

func @free(ptr) builtin free

func @main() -> i32 !f0:5:5 {
  var $session.0 !6:8
  var $requests.1 !7:7
bb0:
  %0 = call ptr @malloc(i64 4) !6:18
  bind $session.0, %0 !6:8
  bind $requests.1, i32 0 !7:7
  jump bb1(i32 0) !8:3
bb1(%1: i32):
  bind $requests.1, %1 !8:3
  %2 = nondet signed i32 !8:10
  %3 = cmp ne i32 %2, 0 !8:34
  branch %3, bb2, bb3 !8:3
bb2:
  %4 = add nsw i32 %1, 1 !9:13
  jump bb1(%4) !8:3
bb3:
  call void @free(ptr %0) !10:3
  %5 = load i32 %0 align 4 !11:10
  %6 = add nsw i32 %5, %1 !11:19
  return %6 !11:3
}

file f0 "tests/fixtures/session.c"
"#;

fn module() -> Module {
    let module = ir::parse(SESSION).expect("the program parses");
    ir::verify(&module).expect("the program verifies");
    module
}

fn place(module: &Module, line: u32, column: u32) -> LocId {
    let file = module.places.files.ids().next().expect("the program has a file");
    module.places.clone().intern(Loc { file, line, column })
}

fn settled(verdict: Verdict) -> Settled {
    Settled {
        verdict,
        engine: Some("explore"),
        time: Duration::from_millis(1500),
        peak_mib: 12,
        states: 30,
        limit: None,
    }
}

fn judged(module: &Module, property: Property, outcome: Outcome) -> Settled {
    let task = Task::new(module, module.func_named("main").expect("the program has a main"), vec![property]);
    settled(judge(&task, Answer::new(property, outcome), &Budget::new()))
}

fn violation(module: &Module, kind: BugKind) -> Violation {
    Violation {
        kind,
        loc: place(module, 11, 10),
        message: "`*session` reads a freed object".into(),
        related: vec![(place(module, 10, 3), "freed here".into())],
        stack: vec![],
    }
}

/// So many rounds of the loop, then the use after free.
fn use_after_free(module: &Module, rounds: usize) -> Settled {
    let input = |bits| Input {
        kind: InputKind::Nondet(NondetKind::Signed),
        ty: Type::Int(32),
        bits,
        loc: place(module, 8, 10),
    };
    let inputs = (0..rounds).map(|_| input(0xffff_ffff)).chain([input(0)]).collect();
    let trace = FiniteTrace { inputs, violation: violation(module, BugKind::UseAfterFree) };
    judged(module, Property::ValidMemsafety, Outcome::Refuted(trace.into()))
}

fn again(files: &[String]) -> Again<'_> {
    Again { options: &[], files, clang_args: &[] }
}

fn text(module: Option<&Module>, results: &[Settled], style: Style) -> String {
    let files = ["session.c".to_string()];
    let mut out = Vec::new();
    write_text(
        &Report { again: again(&files), module, results, shapes: None, grounds: None, stats: None },
        style,
        &mut out,
    )
    .expect("a vector takes everything");
    String::from_utf8(out).expect("reports are text")
}

fn check(results: &[Settled], module: &Module, expected: Expect) {
    expected.assert_eq(&text(Some(module), results, Style::PLAIN));
}

#[test]
fn a_violation_with_its_places_path_and_inputs() {
    let module = module();
    check(
        &[use_after_free(&module, 1)],
        &module,
        expect![[r#"
        tests/fixtures/session.c:11:10: error: `*session` reads 4 bytes at offset 0 of a heap object of 4 bytes, which was freed [use-after-free]
           |
        11 |   return *session + requests;
           |          ^
        tests/fixtures/session.c:6:18: note: allocated here
          |
        6 |   int *session = malloc(sizeof *session);
          |                  ^^^^^^
        tests/fixtures/session.c:10:3: note: freed here
           |
        10 |   free(session);
           |   ^^^^
        note: the path there:
          tests/fixtures/session.c:6:18  4 bytes allocated  int *session = malloc(sizeof *session);
          tests/fixtures/session.c:8:10  input -1           while (__VERIFIER_nondet_int() != 0)
          tests/fixtures/session.c:8:3   branch to line 9   while (__VERIFIER_nondet_int() != 0)
          tests/fixtures/session.c:8:10  input 0            while (__VERIFIER_nondet_int() != 0)
          tests/fixtures/session.c:8:3   branch to line 10  while (__VERIFIER_nondet_int() != 0)
          tests/fixtures/session.c:10:3  freed              free(session);
        note: to run it again: cairn run --property=valid-deref --inputs=-1,0 session.c

        Verdict: valid-memsafety FALSE(valid-deref)
    "#]],
    );
}

#[test]
fn a_long_path_stays_readable() {
    let module = module();
    let report = text(Some(&module), &[use_after_free(&module, 5000)], Style::PLAIN);
    assert!(report.lines().count() < 40, "{report}");
    assert!(report.contains("more steps"), "{report}");
    assert!(report.lines().all(|line| line.len() < 400), "{report}");
}

#[test]
fn what_is_not_known_says_why() {
    let module = module();
    let unknown = |property, reason| settled(Verdict::unknown(property, reason));
    let unsupported = Unknown::Unsupported { what: "inline assembly".into(), at: place(&module, 9, 13) };
    let refused =
        Outcome::Refuted(FiniteTrace { inputs: vec![], violation: violation(&module, BugKind::UseAfterFree) }.into());
    let results = [
        unknown(Property::UnreachCall, Unknown::Limit(Limit::Time)),
        unknown(Property::NoOverflow, unsupported),
        unknown(Property::Termination, Unknown::Internal("an invariant is broken".into())),
        judged(&module, Property::ValidMemsafety, refused),
    ];
    check(
        &results,
        &module,
        expect![[r#"
            tests/fixtures/session.c:11:10: warning: suspected, not confirmed: `*session` reads a freed object [use-after-free]
               |
            11 |   return *session + requests;
               |          ^
            tests/fixtures/session.c:10:3: note: freed here
               |
            10 |   free(session);
               |   ^^^^

            Verdict: unreach-call UNKNOWN (time limit reached)
            Verdict: no-overflow UNKNOWN (inline assembly at tests/fixtures/session.c:9:13)
            Verdict: termination UNKNOWN (internal: an invariant is broken)
            Verdict: valid-memsafety UNKNOWN (internal: evidence was refused: the replay's request 1 is Nondet(Signed), the trace has ended)
        "#]],
    );
}

#[test]
fn a_report_without_a_program_still_answers() {
    let late = settled(Verdict::unknown(Property::Termination, Unknown::Limit(Limit::Time)));
    let nowhere = Unknown::Imprecise { why: "too coarse".into(), at: Places::nowhere() };
    let results = [late, settled(Verdict::unknown(Property::NoOverflow, nowhere))];
    expect![[r#"
        Verdict: termination UNKNOWN (time limit reached)
        Verdict: no-overflow UNKNOWN (too coarse)
    "#]]
    .assert_eq(&text(None, &results, Style::PLAIN));
}

#[test]
fn proofs_are_one_line_and_colours_only_when_wanted() {
    let text_of_plain = "module lp64\n\nfunc @main() -> i32 {\nbb0:\n  return i32 0\n}\n";
    let plain = ir::parse(text_of_plain).expect("the program parses");
    let proof = Outcome::Proved(Box::new(OnlyRun { steps: 10 }));
    let proved = [judged(&plain, Property::Termination, proof)];
    assert_eq!(text(Some(&plain), &proved, Style::PLAIN), "Verdict: termination TRUE\n");
    assert_eq!(text(Some(&plain), &proved, Style { colour: true }), "Verdict: termination \x1b[1;32mTRUE\x1b[0m\n");
    let module = module();
    let coloured = text(Some(&module), &[use_after_free(&module, 1)], Style { colour: true });
    assert!(coloured.contains("\x1b["));
    assert!(!text(Some(&module), &[use_after_free(&module, 1)], Style::PLAIN).contains('\x1b'));
}

#[test]
fn json_has_every_key_and_comes_back() {
    let module = module();
    let unknown = settled(Verdict::unknown(Property::Termination, Unknown::Limit(Limit::Memory)));
    let results = [use_after_free(&module, 0), unknown];
    let files = ["session.c".to_string()];
    let report = Report {
        again: again(&files),
        module: Some(&module),
        results: &results,
        shapes: None,
        grounds: None,
        stats: None,
    };
    let mut out = Vec::new();
    write_json(&report, &mut out).expect("a vector takes everything");
    let line = String::from_utf8(out).expect("JSON is text");
    assert_eq!(line.lines().count(), 1);
    assert_eq!(Document::parse(&line), Ok(document(&report)));
    let pretty: serde_json::Value = serde_json::from_str(&line).expect("it is JSON");
    let pretty = serde_json::to_string_pretty(&pretty).expect("JSON prints");
    expect![[r#"
        {
          "file": "session.c",
          "results": [
            {
              "command": "cairn run --property=valid-deref --inputs=0 session.c",
              "engine": "explore",
              "location": {
                "column": 10,
                "file": "tests/fixtures/session.c",
                "line": 11
              },
              "message": "`*session` reads 4 bytes at offset 0 of a heap object of 4 bytes, which was freed [use-after-free]",
              "peak_mib": 12,
              "property": "valid-memsafety",
              "reason": null,
              "subproperty": "valid-deref",
              "time_s": 1.5,
              "trace": [
                {
                  "depth": 0,
                  "event": "call",
                  "function": "main",
                  "location": {
                    "column": 18,
                    "file": "tests/fixtures/session.c",
                    "line": 6
                  },
                  "message": "call of `malloc`",
                  "value": "malloc"
                },
                {
                  "depth": 0,
                  "event": "allocate",
                  "function": "main",
                  "location": {
                    "column": 18,
                    "file": "tests/fixtures/session.c",
                    "line": 6
                  },
                  "message": "4 bytes allocated",
                  "value": "4"
                },
                {
                  "depth": 0,
                  "event": "input",
                  "function": "main",
                  "location": {
                    "column": 10,
                    "file": "tests/fixtures/session.c",
                    "line": 8
                  },
                  "message": "input 0",
                  "value": "0"
                },
                {
                  "depth": 0,
                  "event": "branch",
                  "function": "main",
                  "location": {
                    "column": 3,
                    "file": "tests/fixtures/session.c",
                    "line": 8
                  },
                  "message": "branch to line 10",
                  "value": "false"
                },
                {
                  "depth": 0,
                  "event": "call",
                  "function": "main",
                  "location": {
                    "column": 3,
                    "file": "tests/fixtures/session.c",
                    "line": 10
                  },
                  "message": "call of `free`",
                  "value": "free"
                },
                {
                  "depth": 0,
                  "event": "free",
                  "function": "main",
                  "location": {
                    "column": 3,
                    "file": "tests/fixtures/session.c",
                    "line": 10
                  },
                  "message": "freed",
                  "value": null
                }
              ],
              "verdict": "false"
            },
            {
              "command": null,
              "engine": "explore",
              "location": null,
              "message": null,
              "peak_mib": 12,
              "property": "termination",
              "reason": "memory limit reached",
              "subproperty": null,
              "time_s": 1.5,
              "trace": [],
              "verdict": "unknown"
            }
          ],
          "tool": "cairn",
          "version": "0.1.0"
        }"#]].assert_eq(&pretty);
}
