//! A program built like the running example of [AProVE] (section 2): a function that counts a number in memory down by
//! recursion, frees it and returns what is left, and a loop that calls it.
//!
//! The kept states, in the paper's words: of the function its entry states, of which the last one stands for the call inside it
//! as well (the paper has one, generalised when the recursion is met first), and the states that return from each; of `main`
//! the state where the loop begins. What the function returns is negative whatever it was given, and that is why the loop ends.

use engine::{Budget, Flows, Property, Task};
use expect_test::expect;
use symex::exec::{Machine, Overflow, Prepared};
use symex_search::assemble::assemble;
use symex_search::ending::endings;
use symex_search::explore::{Effort, explore};

const PROGRAM: &str = "module lp64

func @main() -> i32 {
bb0:
  %0 = nondet signed i32
  jump bb1(%0)
bb1(%1: i32):
  %2 = cmp sgt i32 %1, 0
  branch %2, bb2, bb3
bb2:
  %3 = call ptr @malloc(i64 4)
  store i32 %1 to %3 align 4
  %4 = call i32 @drain(ptr %3)
  %5 = add nsw i32 %1, %4
  jump bb1(%5)
bb3:
  return 0
}

func @drain(%0: ptr) -> i32 {
bb0:
  %1 = load i32 %0 align 4
  %2 = cmp slt i32 %1, 0
  branch %2, bb1, bb2
bb1:
  call void @free(ptr %0)
  jump bb3(%1)
bb2:
  %3 = sub nsw i32 %1, 1
  store i32 %3 to %0 align 4
  %4 = call i32 @drain(ptr %0)
  jump bb3(%4)
bb3(%5: i32):
  return %5
}

func @malloc(i64) -> ptr builtin malloc
func @free(ptr) builtin free
";

#[test]
fn state_by_state() {
    let module = ir::parse(PROGRAM).expect("the program is well formed");
    let task = Task::new(&module, module.func_named("main").expect("there is a main"), vec![Property::Termination]);
    let (flows, budget) = (Flows::of(&module), Budget::new());
    let prepared = Prepared::of(&task, &flows);
    let mut machine = Machine::new(&prepared, Overflow::Blocks, &budget);
    let effort = Effort { joins: false, most_states: 1_000, most_kept: 100, most_resumed: 100 };
    let contexts = explore(&mut machine, effort, &budget).expect("it is a small program");
    machine.findings.clear();
    let assembled = assemble(&mut machine, contexts, effort.most_states, &budget).expect("all states are covered");
    let mut text = String::new();
    for context in &assembled.contexts {
        text += &format!("{}: {}\n", module.funcs[context.func].name, context.entry);
        for (block, state) in &context.cuts {
            text += &format!("  {block:?}: {state}\n");
        }
        for state in &context.returns {
            text += &format!("  return: {state}\n");
        }
    }
    text += &format!("{:?}\n", machine.findings);
    expect![[r#"
        main: 
          BlockId(1): %1 = v0; v0 + 2147483648 ≥ 0; -v0 + 2147483647 ≥ 0
          return: %0 = 0
        drain: %0 = &o0[0]; o0 (4 bytes): {0..4: v0}; v0 - 1 ≥ 0; -v0 + 2147483647 ≥ 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 - 1 = 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 - 2 = 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 - 2 ≥ 0; -v0 + 4 ≥ 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 - 2 ≥ 0; -v0 + 5 ≥ 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 - 2 ≥ 0
        drain: %0 = &o0[0]; o0 (4 bytes): {0..4: v0}; v0 ≥ 0; -v0 + 2147483647 ≥ 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 = 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 - 1 = 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 - 1 ≥ 0; -v0 + 3 ≥ 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 - 1 ≥ 0; -v0 + 4 ≥ 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 - 1 ≥ 0; -v0 + 5 ≥ 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 - 1 ≥ 0
        drain: %0 = &o0[0]; o0 (4 bytes): {0..4: v0}; v0 + 1 ≥ 0; -v0 + 2147483647 ≥ 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 + 1 = 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 = 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 ≥ 0; -v0 + 1 ≥ 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 ≥ 0; -v0 + 3 ≥ 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 ≥ 0; -v0 + 4 ≥ 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 ≥ 0; -v0 + 5 ≥ 0
          return: %0 = -1; o0 (4 bytes freed): {}; v0 ≥ 0
        []
    "#]]
    .assert_eq(&text);
    let state = |place: symex::proof::Place| {
        let context = &assembled.contexts[place.context];
        place.cut.map_or(&context.entry, |cut| &context.cuts[cut].1)
    };
    let proofs = endings(&assembled.edges, Overflow::Blocks, &state, &budget);
    assert_eq!(proofs.map(|proofs| proofs.len()).map_err(|_| ()), Ok(2), "the recursion and the loop");
}
