//! Engines that fail, on purpose: every test of whole programs notices.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{
    Answer, Budget, BugKind, Certificate, Engine, EngineInfo, FiniteTrace, Limit, OnlyRun, Outcome, Property, Task,
    Tell, Unknown, Violation,
};
use harness::ask::Engines;
use harness::generate::{Options, generate};
use harness::native::Native;
use harness::random::{self, Effort, Kind};
use harness::{case, claims, lists, ui};
use ir::{DataModel, Places};

static PROPERTIES: [Property; 3] = [Property::ValidMemsafety, Property::ValidMemcleanup, Property::UnreachCall];

macro_rules! engine {
    ($name:ident, $id:literal, |$task:ident, $budget:ident| $body:expr) => {
        struct $name;
        impl Engine for $name {
            fn info(&self) -> &'static EngineInfo {
                static INFO: EngineInfo =
                    EngineInfo { id: $id, about: "for tests", properties: &PROPERTIES, settings: &[] };
                &INFO
            }
            fn analyze(&self, $task: &Task<'_>, $budget: &Budget, tell: &Tell<'_>) {
                let answers = || -> Vec<Answer> { $body };
                answers().into_iter().for_each(tell);
            }
        }
    };
}

fn all(task: &Task<'_>, outcome: impl Fn() -> Outcome) -> Vec<Answer> {
    task.properties.iter().map(|property| Answer::new(*property, outcome())).collect()
}

fn unknown(task: &Task<'_>) -> Vec<Answer> {
    all(task, || Outcome::Unknown(Unknown::Limit(Limit::Effort)))
}

#[derive(Debug)]
struct Word;

impl Certificate for Word {}

/// What nobody saw: no inputs lead to it.
fn invented() -> Outcome {
    let loc = Places::nowhere();
    Outcome::Refuted(
        FiniteTrace {
            inputs: Vec::new(),
            violation: Violation {
                kind: BugKind::NullDeref,
                loc,
                message: "made up".to_string(),
                related: Vec::new(),
                stack: Vec::new(),
            },
        }
        .into(),
    )
}

engine!(Honest, "honest", |task, _budget| unknown(task));
engine!(Panics, "panics", |_task, _budget| panic!("an invariant is broken"));
engine!(Limps, "limps", |task, budget| {
    budget.part().report_failure("a part of it is gone");
    unknown(task)
});
engine!(Silent, "silent", |_task, _budget| Vec::new());
engine!(Sorry, "sorry", |task, _budget| all(task, || Outcome::Unknown(Unknown::Internal("a bug".to_string()))));
engine!(Unfounded, "unfounded", |task, _budget| all(task, || Outcome::Proved(Box::new(Word))));
engine!(Hasty, "hasty", |task, _budget| all(task, || Outcome::Proved(Box::new(OnlyRun { steps: 1 }))));
engine!(Empty, "empty", |task, _budget| {
    let proof = Arc::new(smg::proof::Proof { contexts: Vec::new() });
    all(task, || Outcome::Proved(Box::new(smg::proof::Covered(proof.clone()))))
});
engine!(Slanders, "slanders", |task, _budget| all(task, invented));

/// Each with a part of what is said of it.
static FAULTY: [(&[&dyn Engine], &str); 8] = [
    (&[&Panics], "an invariant is broken"),
    (&[&Limps], "a part of it is gone"),
    (&[&Silent], "gives no answer"),
    (&[&Sorry], "a bug"),
    (&[&Unfounded], "nobody can check"),
    (&[&Hasty], "refused"),
    (&[&Empty], "it is empty"),
    (&[&Slanders], "refused"),
];
static HONEST: [&dyn Engine; 1] = [&Honest];

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
    folder
}

#[test]
fn annotated_programs_notice() {
    let folder = folder("faults-ui");
    let text = "// Nothing is wrong.\n//@ verdict: true\nint main(void) { int x = 1; return x - 1; }\n";
    let programs = folder.join("programs");
    fs::create_dir_all(&programs).expect("the folder for temporary files is writable");
    fs::write(programs.join("plain_ok.c"), text).expect("the folder for temporary files is writable");
    let cases = case::collect(&programs, &["."]).expect("the program is well annotated");
    let native = Native::new(&folder.join("work"), None).expect("a folder to work in");
    let failures = |list| ui::check(&cases[0], &native, Some(Engines { list, steps: 1_000 })).failures;
    assert_eq!(failures(&HONEST), Vec::<String>::new());
    for (list, said) in FAULTY {
        let failures = failures(list).join("\n");
        assert!(failures.contains(said), "{}: {failures:?}", list[0].info().id);
    }
}

#[test]
fn lists_notice() {
    let file = folder("faults-lists").join("list.c");
    let check = |list| claims::check(&lists::program(1), &file, &lists::PROPERTIES, 1, Engines { list, steps: 1_000 });
    assert_eq!(check(&HONEST), Ok(0));
    for (list, said) in FAULTY {
        let problem = check(list).expect_err(list[0].info().id);
        assert!(problem.contains(said), "{}: {problem:?}", list[0].info().id);
    }
}

#[test]
fn random_programs_notice() {
    let folder = folder("faults-random");
    let programs = [generate(Options { functions: 1, ..Options::clean(5) })];
    let check = |list| {
        let engines = Some(Engines { list, steps: 1_000 });
        let effort = Effort { data_model: DataModel::Lp64, check_generator: false, engines };
        random::check(&programs, &folder, effort).unwrap_or_else(|error| panic!("{error}"))
    };
    assert!(check(&HONEST).is_empty());
    for (list, said) in FAULTY {
        let failures = check(list);
        let found = failures.iter().any(|failure| failure.kind == Kind::Engine && failure.message.contains(said));
        assert!(found, "{}: {failures:?}", list[0].info().id);
    }
}
