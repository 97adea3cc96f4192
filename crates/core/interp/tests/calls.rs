//! Calls, variable arguments, inputs, and what a run says about itself.

mod common;

use common::{main_of, module, module_of, outcome, run_with, summary};
use engine::{Budget, Event, Input, InputKind, Limit, Step};
use interp::{End, ListedInputs, NoObserver, Options, Replay, SeededInputs};
use ir::{NondetKind, Type};

const SUM: &str = "
    func @sum(%n.0: i32, ...) -> i32 !f0:5:0 {
    bb0:
      %1 = alloca 24 align 16 \"ap\"
      va_start %1
      jump bb1(i32 0, i32 0)
    bb1(%i.2: i32, %s.3: i32):
      %4 = cmp slt i32 %i.2, %n.0
      branch %4, bb2, bb6
    bb2:
      %5 = load i32 %1 align 4
      %6 = cmp ule i32 %5, 40
      branch %6, bb3, bb4
    bb3:
      %7 = offset %1 + 16
      %8 = load ptr %7 align 8
      %9 = zext i32 %5 to i64
      %10 = offset %8 + %9*1
      %11 = add i32 %5, 8
      store i32 %11 to %1 align 4
      jump bb5(%10)
    bb4:
      %12 = offset %1 + 8
      %13 = load ptr %12 align 8
      %14 = offset %13 + 8
      store ptr %14 to %12 align 8
      jump bb5(%13)
    bb5(%at.15: ptr):
      %16 = load i32 %at.15 align 4 !7:1
      %17 = add nsw i32 %s.3, %16
      %18 = add nsw i32 %i.2, 1
      jump bb1(%18, %17)
    bb6:
      return %s.3
    }";

#[test]
fn variable_arguments_of_lp64() {
    let call = |n: u32, args: &str| {
        outcome(&format!("{SUM}{}", main_of(&format!("%0 = call i32 @sum(i32 {n}, ... {args})\nreturn %0"))))
    };
    assert_eq!(call(3, "i32 1, i32 20, i32 300"), "exit 321");
    assert_eq!(call(8, "i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8"), "exit 36");
    // Floats travel elsewhere and do not use up what integers need.
    assert_eq!(call(3, "i32 1, f64 9.0, i32 20, f64 9.0, i32 300"), "exit 321");
    assert_eq!(call(7, "i32 1, i32 2, i32 3, i32 4, i32 5, i32 6"), "out-of-bounds 7");
}

#[test]
fn structs_as_variable_arguments_lie_in_memory() {
    let callee = "
        func @f(%n.0: i32, ...) -> i32 {
        bb0:
          %1 = alloca 24 align 16
          va_start %1
          %2 = offset %1 + 8
          %3 = load ptr %2 align 8
          %4 = offset %3 + 16
          %5 = load i32 %4 align 4
          return %5
        }";
    let main = main_of(
        "%0 = alloca 20 align 4\nmemset %0, 0, 20\n%1 = offset %0 + 16\nstore i32 77 to %1 align 4
         %2 = call i32 @f(i32 1, ... %0 byval 20 align 8)\nreturn %2",
    );
    assert_eq!(outcome(&format!("{callee}{main}")), "exit 77");
}

#[test]
fn variable_arguments_of_ilp32() {
    let text = "
        func @f(%n.0: i32, ...) -> i32 {
        bb0:
          %1 = alloca 4 align 4
          va_start %1
          %2 = load ptr %1 align 4
          %3 = load i32 %2 align 4
          %4 = offset %2 + 4
          %5 = load f64 %4 align 4
          %6 = offset %2 + 12
          %7 = load i64 %6 align 4
          %8 = fptosi f64 %5 to i32
          %9 = trunc i64 %7 to i32
          %10 = add i32 %3, %8
          %11 = add i32 %10, %9
          return %11
        }"
    .to_string()
        + &main_of("%0 = call i32 @f(i32 1, ... i32 1, f64 20.0, i64 300)\nreturn %0");
    let module = module_of("ilp32", &text);
    assert_eq!(summary(&module, &run_with(&module, &Options::default(), &[])), "exit 321");
}

#[test]
fn several_results_and_parallel_jumps() {
    let pair = "func @pair(%0: i32) -> {i32, i64} {\nbb0:\n%1 = add i32 %0, 1\nreturn %1, 5\n}\n";
    let main = main_of(
        "%0, %1 = call {i32, i64} @pair(i32 6)\n%2 = trunc i64 %1 to i32\njump bb1(%0, %2, i32 0)
         bb1(%3: i32, %4: i32, %5: i32):\n%6 = add i32 %5, 1\n%7 = cmp ult i32 %6, 4\nbranch %7, bb1(%4, %3, %6), bb2
         bb2:\n%8 = mul i32 %3, 10\n%9 = add i32 %8, %4\nreturn %9",
    );
    assert_eq!(outcome(&format!("{pair}{main}")), "exit 57");
}

#[test]
fn switches() {
    let text = |value: i32| {
        main_of(&format!(
            "switch i32 {value} {{\n1 -> bb1(i32 10)\n-3 -> bb1(i32 30)\ndefault -> bb1(i32 0)\n}}\nbb1(%0: i32):\nreturn %0"
        ))
    };
    assert_eq!(outcome(&text(1)), "exit 10");
    assert_eq!(outcome(&text(-3)), "exit 30");
    assert_eq!(outcome(&text(7)), "exit 0");
}

#[test]
fn deep_recursion_is_no_violation() {
    let text = "func @down(%0: i32) -> i32 {\nbb0:\n%1 = cmp eq i32 %0, 0\nbranch %1, bb1, bb2\nbb1:\nreturn 0\nbb2:\n%2 = sub i32 %0, 1\n%3 = call i32 @down(i32 %2)\n%4 = add i32 %3, 1\nreturn %4\n}\n"
        .to_string()
        + &main_of("%0 = call i32 @down(i32 50000)\n%1 = sub i32 %0, 49990\nreturn %1");
    assert_eq!(outcome(&text), "exit 10");
    let module = module(&text);
    let options = Options { max_depth: 1000, ..Options::default() };
    assert_eq!(run_with(&module, &options, &[]).end, End::Limit(Limit::Effort));
}

#[test]
fn inputs_are_recorded_and_replayed() {
    let text = main_of(
        "%0 = nondet signed i32 !3:1\n%1 = nondet bool i8\n%2 = nondet stdin i32\n%3 = nondet stdin i32\n%4 = nondet stdin i32
         %5 = zext i8 %1 to i32\n%6 = add i32 %0, %5\n%7 = add i32 %6, %2\n%8 = add i32 %7, %4\nreturn %8",
    );
    let module = module(&text);
    let entry = module.func_named("main").expect("a main");
    let first = run_with(&module, &Options::default(), &[40, 7, 65, -1]);
    // The end of standard input stays, and is asked for once.
    assert_eq!(summary(&module, &first), "exit 105");
    let expected = [
        (InputKind::Nondet(NondetKind::Signed), 40),
        (InputKind::Nondet(NondetKind::Bool), 1),
        (InputKind::Nondet(NondetKind::StdinByte), 65),
        (InputKind::Nondet(NondetKind::StdinByte), 0xffff_ffff),
    ];
    assert_eq!(first.inputs.iter().map(|input| (input.kind, input.bits)).collect::<Vec<_>>(), expected);

    let mut replay = Replay::new(&first.inputs);
    let again = interp::run(&module, entry, &Options::default(), &mut replay, &mut (), &mut NoObserver, &Budget::new());
    assert_eq!(again, first);
    assert!(replay.mismatch().is_none());

    let mut other: Vec<Input> = first.inputs.clone();
    other[1].ty = Type::Int(16);
    let mut replay = Replay::new(&other);
    let stopped =
        interp::run(&module, entry, &Options::default(), &mut replay, &mut (), &mut NoObserver, &Budget::new());
    assert_eq!(stopped.end, End::Limit(Limit::Cancelled));
    assert_eq!(replay.mismatch().map(|mismatch| mismatch.index), Some(1));

    let given = Options { stdin: Some(b"A".to_vec()), ..Options::default() };
    let run = run_with(&module, &given, &[1, 0]);
    assert_eq!((summary(&module, &run), run.inputs.len()), ("exit 65".to_string(), 2));

    for seed in 0..50 {
        let run = |source: &mut dyn interp::InputSource| {
            interp::run(&module, entry, &Options::default(), source, &mut (), &mut NoObserver, &Budget::new())
        };
        let seeded = run(&mut SeededInputs::new(seed));
        assert_eq!(run(&mut SeededInputs::new(seed)), seeded);
        assert_eq!(run(&mut Replay::new(&seeded.inputs)), seeded);
    }
}

#[test]
fn arguments_of_main_are_inputs_when_used() {
    let used = "func @main(%argc.0: i32, %argv.1: ptr) -> i32 {
        var $argv.0\nbb0:\nbind $argv.0, %argv.1\nreturn %argc.0\n}\n";
    let module_used = module(used);
    let run = run_with(&module_used, &Options::default(), &[5]);
    assert_eq!(summary(&module_used, &run), "exit 1");
    let asked: Vec<_> = run.inputs.iter().map(|input| (input.kind, input.bits)).collect();
    assert_eq!(asked, [(InputKind::CommandLine, 0)]);
    let name = "func @main(%argc.0: i32, %argv.1: ptr) -> i32 {\nbb0:\n%2 = load ptr %argv.1 align 8\n%3 = load i8 %2 align 1
        %4 = zext i8 %3 to i32\n%5 = offset %argv.1 + 8\n%6 = load ptr %5 align 8\n%7 = cmp eq ptr %6, null\nassume %7\nreturn %4\n}\n";
    let module_name = module(name);
    let run = run_with(&module_name, &Options::default(), &[]);
    assert_eq!((summary(&module_name, &run), run.inputs.len()), ("exit 0".to_string(), 2));
    let unused = "func @main(%argc.0: i32, %argv.1: ptr) -> i32 {\nbb0:\nreturn 0\n}\n";
    assert!(run_with(&module(unused), &Options::default(), &[]).inputs.is_empty());
}

#[test]
fn parameters_of_another_entry_are_inputs() {
    let module =
        module("func @f(%0: i32, %1: ptr) -> i32 {\nbb0:\n%2 = cmp eq ptr %1, null\nassume %2\nreturn %0\n}\n");
    let entry = module.func_named("f").expect("the function");
    let mut inputs = ListedInputs::new(vec![6, 0]);
    let run = interp::run(&module, entry, &Options::default(), &mut inputs, &mut (), &mut NoObserver, &Budget::new());
    assert_eq!((run.end, run.inputs.len()), (End::Exited(6), 2));
}

#[test]
fn allocations_fail_when_told() {
    let text =
        main_of("%0 = call ptr @malloc(i64 4)\nstore i32 1 to %0 align 4 !3:1\ncall void @free(ptr %0)\nreturn 0");
    let module = module(&text);
    let entry = module.func_named("main").expect("a main");
    let options = Options { malloc_may_fail: true, ..Options::default() };
    let run = run_with(&module, &options, &[]);
    assert_eq!((summary(&module, &run), run.inputs.len()), ("exit 0".to_string(), 1));
    let mut failing = run.inputs.clone();
    failing[0].bits = 1;
    let mut source = Replay::new(&failing);
    let run = interp::run(&module, entry, &options, &mut source, &mut (), &mut NoObserver, &Budget::new());
    assert_eq!(summary(&module, &run), "null-deref 3");
}

#[test]
fn a_failed_allocation_sets_errno() {
    let text = "global @__cairn_errno: 4 align 4 = { zero 4 }\n".to_string()
        + &main_of("%0 = call ptr @malloc(i64 -1)\n%1 = load i32 @__cairn_errno align 4\nreturn %1");
    let module = module(&text);
    assert_eq!(summary(&module, &run_with(&module, &Options::default(), &[])), "exit 12");
}

#[test]
fn output_goes_where_it_is_sent() {
    let text = "global @t: 3 align 1 const = { bytes \"abc\" }\n".to_string()
        + &main_of(
            "call void @__cairn_write(i32 1, ptr @t, i64 2)\ncall void @__cairn_write(i32 2, ptr @t+2, i64 1)\ncall void @__cairn_write(i32 1, ptr @t, i64 4) !3:1\nreturn 0",
        );
    let module = module(&text);
    let run = run_with(&module, &Options::default(), &[]);
    assert_eq!((&run.stdout[..], &run.stderr[..]), (&b"ab"[..], &b"c"[..]));
    assert_eq!(summary(&module, &run), "out-of-bounds 3");
}

#[test]
fn floating_point_text() {
    let text = "global @n: 4 align 1 const = { bytes \"-2.5\" }\n".to_string()
        + &main_of(
            "%0 = alloca 8 align 1\n%1 = call f64 @__cairn_parse_double(ptr @n, i64 4)
             %2 = call i32 @__cairn_format_double(ptr %0, i64 8, f64 %1, i8 101, i32 0, i32 0, i32 3)
             %3 = call i32 @__cairn_format_double(ptr null, i64 0, f64 %1, i8 102, i32 0, i32 0, i32 -1)
             call void @__cairn_write(i32 1, ptr %0, i64 8)\n%4 = mul i32 %3, 100\n%5 = add i32 %4, %2\nreturn %5",
        );
    let module = module(&text);
    let run = run_with(&module, &Options::default(), &[]);
    assert_eq!((summary(&module, &run), &run.stdout[..]), ("exit 910".to_string(), &b"-2.500e\0"[..]));
}

#[test]
fn extended_precision_is_printed() {
    let text = main_of(
        "%0 = alloca 18 align 1\n%1 = sitofp i64 9007199254740993 to f80
         %2 = call i32 @__cairn_format_long_double(ptr %0, i64 18, f80 %1, i8 102, i32 0, i32 0, i32 0)
         call void @__cairn_write(i32 1, ptr %0, i64 17)\nreturn %2",
    );
    let module = module(&text);
    let run = run_with(&module, &Options::default(), &[]);
    assert_eq!((summary(&module, &run), &run.stdout[..]), ("exit 16".to_string(), &b"9007199254740993\0"[..]));
}

#[test]
fn an_observer_sees_the_run_up_to_the_leak() {
    let text = "func @f() -> ptr !f0:19:0 {\nbb0:\n%0 = call ptr @malloc(i64 4) !20:1\nreturn %0\n}\n".to_string()
        + &main_of(
            "%0 = nondet signed i32 !3:1\n%1 = cmp sgt i32 %0, 3\nbranch %1, bb1, bb2 !4:1\nbb1:\ncall void @f() !5:1\n%2 = call ptr @malloc(i64 9) !6:1\ncall void @free(ptr %2)\nreturn 0\nbb2:\nreturn 0",
        );
    let module = module(&text);
    let entry = module.func_named("main").expect("a main");
    let options = Options { check_leaks: true, ..Options::default() };
    let mut steps: Vec<Step> = Vec::new();
    let mut inputs = ListedInputs::new(vec![7]);
    let run = interp::run(&module, entry, &options, &mut inputs, &mut (), &mut steps, &Budget::new());
    assert_eq!(summary(&module, &run), "leak 5");
    let f = module.func_named("f").expect("the function");
    let malloc = module.func_named("malloc").expect("a builtin");
    let events: Vec<Event> = steps.into_iter().map(|step| step.event).collect();
    let expected = [
        Event::Input(run.inputs[0]),
        Event::Branch { taken: true },
        Event::Call { callee: f },
        Event::Call { callee: malloc },
        Event::Allocated { bytes: 4 },
        Event::Return { from: f },
    ];
    assert_eq!(events, expected);
}

#[test]
fn a_budget_ends_the_run() {
    let module = module(&main_of("jump bb1(i32 0)\nbb1(%0: i32):\n%1 = add i32 %0, 1\njump bb1(%1)"));
    let entry = module.func_named("main").expect("a main");
    let budget = Budget::new();
    budget.stop(Limit::Time);
    let mut inputs = ListedInputs::default();
    let run = interp::run(&module, entry, &Options::default(), &mut inputs, &mut (), &mut NoObserver, &budget);
    assert_eq!(run.end, End::Limit(Limit::Time));
}
