//! Programs that do nothing twice, and programs that might.

use ir::{BlockId, FuncId, Id, Repetition, repetition};

fn found(text: &str) -> Option<Repetition> {
    let module = ir::parse(text).expect("the program parses");
    ir::verify(&module).expect("the program verifies");
    repetition(&module, module.func_named("main").expect("a main"))
}

fn main_with(code: &str, others: &str) -> String {
    format!("module lp64\n\nfunc @main() {{\nbb0:\n{code}}}\n\n{others}")
}

const ROUND: &str =
    "func @round() {\nbb0:\n  jump bb1\nbb1:\n  %0 = nondet bool i1\n  branch %0, bb1, bb2\nbb2:\n  return\n}\n";

#[test]
fn branches_and_calls_that_go_down_end() {
    let twice = "func @leaf() {\nbb0:\n  return\n}\n\nfunc @both() {\nbb0:\n  call void @leaf()\n  call void @leaf()\n  return\n}\n";
    let code = "  %0 = nondet bool i1\n  branch %0, bb1, bb2\nbb1:\n  call void @both()\n  jump bb2\nbb2:\n  call void @both()\n  return\n";
    assert_eq!(found(&main_with(code, twice)), None);
}

#[test]
fn loops_count_wherever_control_may_come_to_them() {
    let round = FuncId::from_index(1);
    let loops = Some(Repetition::Loop(round, BlockId::from_index(1)));
    assert_eq!(found(&main_with("  call void @round()\n  return\n", ROUND)), loops);
    assert_eq!(found(&main_with("  return\n", ROUND)), None, "nobody calls it");
    let itself = "  jump bb1\nbb1:\n  jump bb1\n";
    assert!(matches!(found(&main_with(itself, "")), Some(Repetition::Loop(..))));
    let behind_the_end = "  return\nbb1:\n  jump bb1\n";
    assert_eq!(found(&main_with(behind_the_end, "")), None);
}

#[test]
fn two_entries_into_a_cycle_are_one_too() {
    let code = "  %0 = nondet bool i1\n  branch %0, bb1, bb2\nbb1:\n  jump bb2\nbb2:\n  %1 = nondet bool i1\n  branch %1, bb1, bb3\nbb3:\n  return\n";
    assert!(matches!(found(&main_with(code, "")), Some(Repetition::Loop(..))));
}

#[test]
fn recursion_counts_also_through_others_and_through_pointers() {
    let first = "func @even() {\nbb0:\n  call void @odd()\n  return\n}\n\nfunc @odd() {\nbb0:\n  call void @even()\n  return\n}\n";
    assert!(matches!(found(&main_with("  call void @even()\n  return\n", first)), Some(Repetition::Recursion(_))));
    assert!(matches!(found(&main_with("  call void @main()\n  return\n", "")), Some(Repetition::Recursion(_))));
    // The pointer is null, and the function has another type: only what is taken counts.
    let taken = "global @keeps: 8 align 8 = { address 8 fn @other }\n\nfunc @other(%n.0: i32) {\nbb0:\n  call void @through()\n  return\n}\n\nfunc @through() {\nbb0:\n  call void *null()\n  return\n}\n";
    assert!(matches!(found(&main_with("  call void @through()\n  return\n", taken)), Some(Repetition::Recursion(_))));
    let not_taken = taken.replace("address 8 fn @other", "zero 8");
    assert_eq!(found(&main_with("  call void @through()\n  return\n", &not_taken)), None);
}

#[test]
fn nothing_is_said_of_what_is_not_known() {
    let outside = "func @outside() extern\n";
    assert!(matches!(found(&main_with("  call void @outside()\n  return\n", outside)), Some(Repetition::Unknown(_))));
    assert_eq!(found(&main_with("  return\n", outside)), None, "nobody calls it");
    let assembly = "  unsupported \"inline assembly\"()\n  return\n";
    assert!(matches!(found(&main_with(assembly, "")), Some(Repetition::Unknown(_))));
    let call = "  call void *null()\n  return\n";
    assert_eq!(found(&main_with(call, "")), None);
    let hidden = "global @hidden: 8 align 8 = { unsupported 8 \"a word\" }\n";
    assert!(matches!(found(&main_with(call, hidden)), Some(Repetition::Unknown(_))));
}
