//! When exactly the last pointer to a heap object is lost, and when it is not.

mod common;

use common::{body, leak_options, main_of, module, outcome, run_with, summary};
use interp::Options;

/// `main` with two variables in registers.
fn with_vars(text: &str) -> String {
    outcome(&format!(
        "func @main() -> i32 !f0:1:0 {{\nvar $p.0 !1:1\nvar $q.1 !1:1\nbb0:\n{text}\n}}\nglobal @g: 8 align 8 = {{ zero 8 }}\n"
    ))
}

const NEW: &str = "%0 = call ptr @malloc(i64 16) !2:1\n";

#[test]
fn a_result_that_nobody_keeps() {
    assert_eq!(body(&format!("{NEW}return 0 !3:1")), "leak 2");
    assert_eq!(body("call void @malloc(i64 4) !2:1\nreturn 0"), "leak 2");
    let make = "func @make() -> ptr !f0:20:0 {\nbb0:\n%0 = call ptr @malloc(i64 4) !21:1\nreturn %0 !22:1\n}\n";
    assert_eq!(outcome(&format!("{make}{}", main_of("call void @make() !5:1\nreturn 0 !6:1"))), "leak 5");
    let kept = main_of("%0 = call ptr @make() !5:1\ncall void @free(ptr %0)\nreturn 0");
    assert_eq!(outcome(&format!("{make}{kept}")), "exit 0");
}

#[test]
fn a_variable_keeps_its_value_until_it_gets_another() {
    assert_eq!(with_vars(&format!("{NEW}bind $p.0, %0\nexit 0")), "exit 0");
    assert_eq!(with_vars(&format!("{NEW}bind $p.0, %0\nabort 0")), "abort");
    assert_eq!(with_vars(&format!("{NEW}bind $p.0, %0 !3:1\nbind $p.0, null !4:1\nexit 0 !5:1")), "leak 4");
    assert_eq!(with_vars(&format!("{NEW}bind $p.0, %0\nunbind $p.0 !6:1\nexit 0")), "leak 6");
    assert_eq!(with_vars(&format!("{NEW}bind $p.0, %0\nbind $q.1, %0\nbind $p.0, null\nexit 0")), "exit 0");
    assert_eq!(with_vars(&format!("{NEW}bind $p.0, %0\nreturn 0 !7:1")), "leak 7");
    // An address inside of the object is enough.
    assert_eq!(with_vars(&format!("{NEW}%1 = offset %0 + 9\nbind $p.0, %1\nexit 0")), "exit 0");
    assert_eq!(with_vars(&format!("{NEW}bind $p.0, %0\ncall void @free(ptr %0)\nbind $p.0, null\nreturn 0")), "exit 0");
}

#[test]
fn globals_keep_what_they_reach_even_at_the_end() {
    assert_eq!(with_vars(&format!("{NEW}store ptr %0 to @g align 8\nreturn 0")), "exit 0");
    assert_eq!(
        with_vars(&format!("{NEW}store ptr %0 to @g align 8\nstore ptr null to @g align 8 !4:1\nreturn 0")),
        "leak 4"
    );
    let chain = "%1 = call ptr @malloc(i64 8)\nstore ptr %1 to %0 align 8\nstore ptr %0 to @g align 8\n";
    assert_eq!(with_vars(&format!("{NEW}{chain}return 0")), "exit 0");
    assert_eq!(with_vars(&format!("{NEW}{chain}call void @free(ptr %0) !8:1\nreturn 0")), "leak 8");
    assert_eq!(with_vars(&format!("{NEW}{chain}memset @g, 0, 8 !9:1\nreturn 0")), "leak 9");
    // Seven bytes of a pointer are still something to find it by.
    assert_eq!(
        with_vars(&format!("{NEW}{chain}store i8 1 to @g align 1 !9:1\n%2 = load ptr @g align 8\nreturn 0")),
        "exit 0"
    );
}

#[test]
fn a_use_of_what_was_freed_comes_before_what_the_free_lost() {
    let owner = format!("{NEW}%1 = call ptr @malloc(i64 8)\nstore ptr %1 to %0 align 8\nbind $p.0, %0\n");
    let freed = format!("{owner}call void @free(ptr %0) !8:1\n");
    assert_eq!(with_vars(&format!("{freed}%2 = load ptr %0 align 8 !9:1\nreturn 0")), "use-after-free 9");
    assert_eq!(with_vars(&format!("{freed}call void @free(ptr %0) !9:1\nreturn 0")), "double-free 9");
    assert_eq!(with_vars(&format!("{freed}return 0 !9:1")), "leak 8");
    assert_eq!(with_vars(&format!("{freed}exit 0 !9:1")), "leak 8");
    assert_eq!(with_vars(&format!("{freed}%2 = load i32 null align 4 !9:1\nreturn 0")), "leak 8");
    // Only what that very `free` lost is excused.
    let another = "call void @malloc(i64 4) !7:1\n";
    assert_eq!(
        with_vars(&format!("{owner}{another}call void @free(ptr %0) !8:1\n%2 = load ptr %0 align 8\nreturn 0")),
        "leak 7"
    );
    assert_eq!(with_vars(&format!("{freed}{another}%2 = load ptr %0 align 8\nreturn 0")), "leak 7");
}

#[test]
fn locals_die_with_their_scope() {
    let local = "%1 = alloca 8 align 8 \"l\"\nlifetime.start %1\nstore ptr %0 to %1 align 8\n";
    assert_eq!(with_vars(&format!("{NEW}{local}exit 0")), "exit 0");
    assert_eq!(with_vars(&format!("{NEW}{local}lifetime.end %1 !5:1\nexit 0")), "leak 5");
    assert_eq!(with_vars(&format!("{NEW}{local}lifetime.start %1 !6:1\nexit 0")), "leak 6");
    assert_eq!(with_vars(&format!("{NEW}{local}return 0 !7:1")), "leak 7");
    assert_eq!(with_vars(&format!("{NEW}{local}store i64 0 to %1 align 8 !8:1\nexit 0")), "leak 8");
}

#[test]
fn structures_are_lost_as_a_whole() {
    let cycle = "%1 = call ptr @malloc(i64 8)\nstore ptr %1 to %0 align 8\nstore ptr %0 to %1 align 8\nbind $p.0, %1\n";
    assert_eq!(with_vars(&format!("{NEW}{cycle}exit 0")), "exit 0");
    assert_eq!(with_vars(&format!("{NEW}{cycle}bind $p.0, null !5:1\nexit 0")), "leak 5");
}

#[test]
fn callers_registers_are_roots_while_they_will_be_read() {
    let f = "func @f(%0: ptr) -> void !f0:20:0 {\nvar $a.0\nbb0:\nbind $a.0, %0\nexit 0 !21:1\n}\n";
    let main = main_of(&format!("{NEW}call void @f(ptr %0) !3:1\ncall void @free(ptr %0)\nreturn 0"));
    assert_eq!(outcome(&format!("{f}{main}")), "exit 0");
    let g = "func @g() -> void !f0:30:0 {\nbb0:\nexit 0\n}\n";
    let kept = main_of(&format!("{NEW}call void @g() !3:1\ncall void @free(ptr %0)\nreturn 0"));
    assert_eq!(outcome(&format!("{g}{kept}")), "exit 0");
    // A parameter is the callee's own variable; when the callee returns, it is gone.
    let h = "func @h(%0: ptr) -> void !f0:40:0 {\nvar $a.0\nbb0:\nbind $a.0, %0\nunbind $a.0 !41:1\nreturn !42:1\n}\n";
    let lost = main_of(&format!("{NEW}call void @h(ptr %0) !3:1\nreturn 0"));
    assert_eq!(outcome(&format!("{h}{lost}")), "leak 41");
}

#[test]
fn variable_arguments_are_roots() {
    let f = "func @f(%0: i32, ...) -> void !f0:20:0 {\nbb0:\nexit 0 !21:1\n}\n";
    let main = main_of(&format!("{NEW}call void @f(i32 1, ... %0) !3:1\nreturn 0"));
    assert_eq!(outcome(&format!("{f}{main}")), "exit 0");
}

#[test]
fn addresses_in_numbers_count() {
    let hidden = "%1 = ptrtoint ptr %0 to i64\n%2 = or i64 %1, 1\nbind $p.0, %2\n";
    assert_eq!(with_vars(&format!("{NEW}{hidden}exit 0")), "exit 0");
    let mixed = "%1 = call ptr @malloc(i64 8)\n%2 = ptrtoint ptr %0 to i64\n%3 = ptrtoint ptr %1 to i64
        %4 = xor i64 %2, %3\nbind $p.0, %4\n";
    assert_eq!(with_vars(&format!("{NEW}{mixed}exit 0")), "exit 0");
}

#[test]
fn the_leak_comes_first() {
    let text = "bind $p.0, %0\nbind $p.0, null !4:1\n%1 = load i32 null align 4 !5:1\nreturn 0";
    assert_eq!(with_vars(&format!("{NEW}{text}")), "leak 4");
    let without = main_of("%0 = call ptr @malloc(i64 4) !2:1\n%1 = load i32 null align 4 !5:1\nreturn 0");
    let module = module(&without);
    assert_eq!(summary(&module, &run_with(&module, &leak_options(), &[])), "leak 2");
    assert_eq!(summary(&module, &run_with(&module, &Options::default(), &[])), "null-deref 5");
}

#[test]
fn leaks_of_runs_that_never_end_are_found() {
    let text = main_of("jump bb1 !3:1\nbb1:\n%0 = call ptr @malloc(i64 4) !4:1\njump bb1 !5:1");
    assert_eq!(outcome(&text), "leak 4");
}

#[test]
fn the_place_is_exact_in_a_long_run() {
    // Builds a list of 20,000 nodes behind the global, then loses node 777 from the head.
    let text = "
        global @g: 8 align 8 = { zero 8 }
        func @main() -> i32 !f0:1:0 {
        bb0:
          jump bb1(i32 0)
        bb1(%i.0: i32):
          %1 = cmp ult i32 %i.0, 20000
          branch %1, bb2, bb3(i32 0, @g)
        bb2:
          %2 = call ptr @malloc(i64 8) !3:1
          %3 = load ptr @g align 8
          store ptr %3 to %2 align 8
          store ptr %2 to @g align 8
          %i.4 = add i32 %i.0, 1
          jump bb1(%i.4)
        bb3(%i.5: i32, %at.6: ptr):
          %7 = cmp ult i32 %i.5, 777
          branch %7, bb4, bb5
        bb4:
          %8 = load ptr %at.6 align 8
          %i.9 = add i32 %i.5, 1
          jump bb3(%i.9, %8)
        bb5:
          store ptr null to %at.6 align 8 !9:9
          jump bb6(i32 0)
        bb6(%i.10: i32):
          %i.11 = add i32 %i.10, 1
          %12 = cmp ult i32 %i.11, 50000
          branch %12, bb6(%i.11), bb7
        bb7:
          return 0 !20:1
        }";
    let module = module(text);
    let run = run_with(&module, &leak_options(), &[]);
    assert_eq!(summary(&module, &run), "leak 9");
    assert!(run.steps < 170_000, "the run is reported up to the leak: {} steps", run.steps);
}

#[test]
fn objects_left_at_the_end() {
    let options = Options { check_leaks: true, check_cleanup: true, ..Options::default() };
    let text = |end: &str| {
        format!("global @g: 8 align 8 = {{ zero 8 }}\n{}", main_of(&format!("{NEW}store ptr %0 to @g align 8\n{end}")))
    };
    for (end, expected) in [
        ("return 0 !5:1", "leak-at-exit 5"),
        ("exit 0 !6:1", "leak-at-exit 6"),
        ("abort 0 !7:1", "leak-at-exit 7"),
        ("call void @free(ptr %0)\nreturn 0", "exit 0"),
    ] {
        let module = module(&text(end));
        assert_eq!(summary(&module, &run_with(&module, &options, &[])), expected);
    }
}

#[test]
fn a_failing_program_is_not_blamed_for_what_its_last_instruction_had_in_hand() {
    // The pointer is an operand of the instruction that goes wrong.
    let text = "%1 = load i32 null align 4 !5:1\ncall void @free(ptr %0)\nreturn 0";
    assert_eq!(body(&format!("{NEW}{text}")), "null-deref 5");
    let stored = "store ptr %0 to null align 8 !6:1\nreturn 0";
    assert_eq!(body(&format!("{NEW}{stored}")), "null-deref 6");
}

#[test]
fn nor_for_what_its_last_statement_had_in_hand() {
    let find = "func @find(%0: ptr) -> ptr !f0:20:0 {\nbb0:\nreturn null !21:1\n}\n";
    let searched = |line: u32| {
        let made = "%0 = call ptr @malloc(i64 4) !5:9\n%1 = call ptr @find(ptr %0) !5:3\n";
        outcome(&format!("{find}{}", main_of(&format!("{made}%2 = load i8 %1 align 1 !{line}:1\nreturn 0 !7:1"))))
    };
    assert_eq!(searched(5), "null-deref 5");
    assert_eq!(searched(6), "leak 5");
}
