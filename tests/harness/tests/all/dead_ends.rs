//! `explore` with what is known of the program's numbers, and without.

use std::fs;
use std::path::Path;

use engine::{Budget, Facts, Outcome, Property, Task};
use harness::subject;
use ir::{DataModel, Module};
use portfolio::ProgramFacts;

/// An error that no numbers lead to, and branches that have an only direction.
const SAFE: &str = "
extern int nondet(void) __asm__(\"__VERIFIER_nondet_int\");
extern void reach_error(void);
static void check(int cond) { if (!cond) reach_error(); }
int main(void) {
    unsigned n = (unsigned)nondet() % 8, i = 0;
    while (i < n) i++;
    check(i <= 8);
    return 0;
}
";

/// The same with an error for one of the numbers.
const UNSAFE: &str = "
extern int nondet(void) __asm__(\"__VERIFIER_nondet_int\");
extern void reach_error(void);
static void check(int cond) { if (!cond) reach_error(); }
int main(void) {
    int n = nondet();
    unsigned m = (unsigned)n % 8;
    if (m > 7) return 1;
    check(m < 8 && n != 12345);
    return 0;
}
";

/// What `explore` says of calls of error functions, and its runs.
fn explored(module: &Module, facts: Facts<'_>) -> (Outcome, u64) {
    let task = Task {
        error_functions: subject::ERROR_FUNCTIONS.map(str::to_string).into(),
        facts,
        ..Task::new(module, module.func_named("main").expect("there is a main"), vec![Property::UnreachCall])
    };
    let budget = Budget::of_steps(100_000_000);
    let explore = portfolio::named("explore").expect("the engine is there");
    let mut answers = engine::answers(explore, &task, &budget);
    (answers.pop().expect("one answer for each property").outcome, budget.states())
}

#[test]
fn nobody_runs_where_no_run_goes() {
    for (name, text, is_safe) in [("dead-ends-safe.c", SAFE, true), ("dead-ends-unsafe.c", UNSAFE, false)] {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, text).expect("the folder for temporary files is writable");
        let module = subject::load(&path, DataModel::Lp64, &[]).expect("the program compiles").module;
        let source = ProgramFacts::new(&module, module.func_named("main").expect("there is a main"));
        let (with, few) = explored(&module, Facts::of(&source));
        let (without, many) = explored(&module, Facts::none());
        if is_safe {
            assert!(matches!((with, without), (Outcome::Unknown(_), Outcome::Unknown(_))), "{name}");
            assert!(few == 1 && many > 50, "{few} and {many} runs");
        } else {
            assert!(matches!((with, without), (Outcome::Refuted(_), Outcome::Refuted(_))), "{name}");
            assert!(few <= many, "{few} and {many} runs");
        }
    }
}
