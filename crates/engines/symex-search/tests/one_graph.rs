//! Functions that are called from many places are looked at once.

use engine::{Budget, Flows, Property, Task};
use symex::exec::{Machine, Overflow, Prepared};
use symex_search::explore::{Effort, explore};

/// `sum` reads as many words as it is told; `main` calls it with the arguments, each time with as many words.
fn entries_of_sum(sizes: &[u64]) -> usize {
    let mut text = "module lp64

func @sum(%0: ptr, %1: i64) -> i64 {
bb0:
  jump bb1(i64 0, i64 0)
bb1(%2: i64, %3: i64):
  %4 = cmp ult i64 %2, %1
  branch %4, bb2, bb3
bb2:
  %5 = offset %0 + %2 * 8
  %6 = load i64 %5 align 8
  %7 = xor i64 %3, %6
  %8 = add i64 %2, 1
  jump bb1(%8, %7)
bb3:
  return %3
}

func @malloc(i64) -> ptr builtin malloc
func @free(ptr) builtin free

func @main() -> i32 {
bb0:
"
    .to_string();
    for (index, size) in sizes.iter().enumerate() {
        let (words, sum) = (2 * index, 2 * index + 1);
        text += &format!("  %{words} = call ptr @malloc(i64 {})\n", 8 * size);
        text += &format!("  %{sum} = call i64 @sum(ptr %{words}, i64 {size})\n");
        text += &format!("  call void @free(ptr %{words})\n");
    }
    text += "  return 0\n}\n";
    let module = ir::parse(&text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    let main = module.func_named("main").expect("there is a main");
    let task = Task::new(&module, main, vec![Property::Termination]);
    let (flows, budget) = (Flows::of(&module), Budget::new());
    let prepared = Prepared::of(&task, &flows);
    let mut machine = Machine::new(&prepared, Overflow::Blocks, &budget);
    let effort = Effort { joins: false, most_states: 1_000, most_kept: 100, most_resumed: 100 };
    let contexts = explore(&mut machine, effort, &budget).expect("it is a small program");
    contexts.iter().filter(|context| context.func != main).count()
}

#[test]
fn for_all_constants() {
    assert_eq!(entries_of_sum(&[7, 3, 12, 5]), 1);
    assert_eq!(entries_of_sum(&[1, 2, 3, 4, 5, 6, 7]), 1);
    assert_eq!(entries_of_sum(&[4, 4, 4, 4]), 1);
}

#[test]
fn apart_if_there_are_few() {
    assert_eq!(entries_of_sum(&[7, 3]), 2);
}
