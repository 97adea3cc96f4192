//! Bytes, what they were before anyone wrote them, and pointers among them.

mod common;

use common::{body, leak_options, main_of, module, module_of, outcome, run_with, summary};
use engine::InputKind;
use interp::Options;

/// Runs a `main` with inputs; gives how it ends and the kinds of inputs it asked for.
fn with_inputs(text: &str, inputs: &[i128]) -> (String, Vec<InputKind>) {
    let module = module(&main_of(text));
    let run = run_with(&module, &Options::default(), inputs);
    (summary(&module, &run), run.inputs.iter().map(|input| input.kind).collect())
}

#[test]
fn uninitialised_values_are_chosen_once() {
    let twice =
        "%0 = alloca 4 align 4\n%1 = load i32 %0 align 4\n%2 = load i32 %0 align 4\n%3 = sub i32 %1, %2\nreturn %3";
    assert_eq!(with_inputs(twice, &[]), ("exit 0".to_string(), vec![InputKind::Uninit]));
    // Copies copy the state; nothing is chosen until somebody looks.
    let copied = "%0 = alloca 16 align 8\n%1 = alloca 16 align 8\nmemcpy %1, %0, 16\nmemmove %0, %1, 8\nreturn 0";
    assert_eq!(with_inputs(copied, &[]), ("exit 0".to_string(), vec![]));
    // Of a half-written word only the other half is chosen.
    let half = "%0 = alloca 4 align 4\nstore i16 257 to %0 align 2\n%1 = load i32 %0 align 4\n%2 = and i32 %1, 65535\nreturn %2";
    assert_eq!(with_inputs(half, &[]), ("exit 257".to_string(), vec![InputKind::Uninit]));
}

#[test]
fn copies_of_uninitialised_bytes_are_chosen_together() {
    let one = |text: &str| assert_eq!(with_inputs(text, &[]).1, [InputKind::Uninit], "{text}");
    let locals = "%0 = alloca 16 align 8\n%1 = alloca 16 align 8\n";
    let loads = "%2 = load i32 %1 align 4\n%3 = load i32 %0 align 4\nreturn 0";
    one(&format!("{locals}memcpy %1, %0, 16\n{loads}"));
    // What the source became later is nothing to the copy, and the other way round.
    let copied = "memcpy %1, %0, 16\nstore i64 5 to %0 align 8\nmemmove %0, %1, 8\n";
    one(&format!("{locals}{copied}{loads}"));
    // The loads see different bytes.
    let shifted = "%2 = offset %0 + 4\nmemcpy %1, %2, 8\n%3 = load i32 %1 align 4\n%4 = load i32 %0 align 4\nreturn 0";
    assert_eq!(with_inputs(&format!("{locals}{shifted}"), &[]).1, [InputKind::Uninit; 2]);
    // A copy in a scope that is entered again is another one.
    let again = "lifetime.start %0\nmemcpy %1, %0, 16\nlifetime.start %0\n";
    assert_eq!(with_inputs(&format!("{locals}{again}{loads}"), &[]).1, [InputKind::Uninit; 2]);
}

#[test]
fn untouched_blocks_are_copied_whatever_their_size() {
    let text = "%0 = call ptr @malloc(i64 17592186044416)\n%1 = call ptr @malloc(i64 17592186044416)
        %6 = call ptr @memcpy(ptr %1, ptr %0, i64 17592186044416)
        %2 = offset %0 + 17592186044000\n%3 = offset %1 + 17592186044000
        %4 = load i64 %2 align 8\n%5 = load i64 %3 align 8\nreturn 0";
    assert_eq!(with_inputs(text, &[]), ("exit 0".to_string(), vec![InputKind::Uninit]));
}

#[test]
fn an_undefined_register_is_chosen_when_read() {
    assert_eq!(with_inputs("%0 = undef i32\nreturn 0", &[]), ("exit 0".to_string(), vec![]));
    let copies = "%0 = undef i32\njump bb1(%0, %0)\nbb1(%1: i32, %2: i32):\n%3 = sub i32 %1, %2\nreturn %3";
    assert_eq!(with_inputs(copies, &[]), ("exit 0".to_string(), vec![InputKind::Uninit]));
}

#[test]
fn scopes_forget() {
    let text = "%0 = alloca 4 align 4\nlifetime.start %0\nstore i32 1 to %0 align 4\nlifetime.end %0\nlifetime.start %0
        %1 = load i32 %0 align 4\nreturn %1";
    assert_eq!(with_inputs(text, &[]), ("exit 0".to_string(), vec![InputKind::Uninit]));
}

#[test]
fn zeroed_and_initialised_memory_asks_nothing() {
    let text = "%0 = call ptr @calloc(i64 10, i64 4)\n%1 = offset %0 + 36\n%2 = load i32 %1 align 4\ncall void @free(ptr %0)\nreturn %2";
    assert_eq!(with_inputs(text, &[]), ("exit 0".to_string(), vec![]));
}

#[test]
fn pointers_survive_copies_of_any_kind() {
    let start = "%0 = alloca 4 align 4\nstore i32 42 to %0 align 4\n%1 = alloca 8 align 8\n%2 = alloca 8 align 8\nstore ptr %0 to %1 align 8\n";
    let end = "%3 = load ptr %2 align 8\n%4 = load i32 %3 align 4\nreturn %4";
    assert_eq!(body(&format!("{start}memcpy %2, %1, 8\n{end}")), "exit 42");
    let halves = "%5 = load i32 %1 align 4\n%6 = offset %1 + 4\n%7 = load i32 %6 align 4\nstore i32 %5 to %2 align 4
        %8 = offset %2 + 4\nstore i32 %7 to %8 align 4\n%3 = load ptr %2 align 8\n%4 = load i32 %3 align 4\nreturn %4";
    assert_eq!(body(&format!("{start}{halves}")), "exit 42");
    let as_number = "%3 = load i64 %1 align 8\nstore i64 %3 to %2 align 8\n%4 = load ptr %2 align 8\n%5 = load i32 %4 align 4\nreturn %5";
    assert_eq!(body(&format!("{start}{as_number}")), "exit 42");
    let as_float = "%3 = load f64 %1 align 8\nstore f64 %3 to %2 align 8\n%4 = load ptr %2 align 8\n%5 = load i32 %4 align 4\nreturn %5";
    assert_eq!(body(&format!("{start}{as_float}")), "exit 42");
}

#[test]
fn pointers_survive_a_loop_over_their_bytes() {
    let text = "
        %0 = alloca 4 align 4
        store i32 42 to %0 align 4
        %1 = alloca 8 align 8
        %2 = alloca 8 align 8
        store ptr %0 to %1 align 8
        jump bb1(i64 0)
        bb1(%3: i64):
        %4 = offset %1 + %3*1
        %5 = load i8 %4 align 1
        %6 = sext i8 %5 to i32
        %7 = and i32 %6, 255
        %8 = trunc i32 %6 to i8
        %9 = offset %2 + %3*1
        store i8 %8 to %9 align 1
        %10 = add i64 %3, 1
        %11 = cmp ult i64 %10, 8
        branch %11, bb1(%10), bb2
        bb2:
        %12 = load ptr %2 align 8
        %13 = load i32 %12 align 4
        return %13";
    assert_eq!(body(text), "exit 42");
}

#[test]
fn pointers_survive_arithmetic_on_their_number() {
    let start = "%0 = alloca 16 align 16\nstore i32 42 to %0 align 4\n%1 = ptrtoint ptr %0 to i64\n";
    for (middle, last) in [
        ("%2 = or i64 %1, 3\n%3 = and i64 %2, -4\n", "%3"),
        ("%2 = add i64 %1, 8\n%3 = sub i64 %2, 8\n", "%3"),
        ("%2 = xor i64 %1, 1\n%3 = xor i64 %2, 1\n", "%3"),
        ("%2 = lshr i64 %1, 4\n%3 = shl i64 %2, 4\n", "%3"),
        ("%2 = xor i64 %1, -1\n%3 = xor i64 %2, -1\n", "%3"),
        ("%2 = xor i64 %1, 81985529216486895\n%3 = xor i64 %2, 81985529216486895\n", "%3"),
        (
            "%2 = trunc i64 %1 to i32\n%4 = lshr i64 %1, 32\n%5 = shl i64 %4, 32\n%6 = zext i32 %2 to i64\n%3 = or i64 %5, %6\n",
            "%3",
        ),
    ] {
        let next = middle.matches('=').count() + 2;
        let text = format!(
            "{start}{middle}%{next} = inttoptr i64 {last} to ptr\n%{} = load i32 %{next} align 4\nreturn %{}",
            next + 1,
            next + 1
        );
        assert_eq!(body(&text), "exit 42", "{middle}");
    }
}

#[test]
fn a_list_of_exclusive_ors_can_be_walked() {
    // a ^ b is stored; the way back needs a ^ (a ^ b).
    let text = "%0 = call ptr @malloc(i64 8)\n%1 = call ptr @malloc(i64 8)\nstore i64 7 to %1 align 8
        %2 = ptrtoint ptr %0 to i64\n%3 = ptrtoint ptr %1 to i64\n%4 = xor i64 %2, %3\n%5 = xor i64 %4, %2
        %6 = inttoptr i64 %5 to ptr\n%7 = load i32 %6 align 4\nreturn %7";
    assert_eq!(body(text), "exit 7");
    // So is one of differences.
    let text = text.replace("xor i64 %2, %3", "sub i64 %3, %2").replace("xor i64 %4, %2", "add i64 %4, %2");
    assert_eq!(body(&text), "exit 7");
}

#[test]
fn an_address_of_the_same_number_is_not_the_same_object() {
    // The end of one array is no access to what lies behind it, wherever that is.
    let text = "%0 = alloca 4 align 4\n%1 = alloca 4 align 4\nstore i32 1 to %1 align 4\n%2 = ptrtoint ptr %0 to i64\n%3 = ptrtoint ptr %1 to i64
        %4 = sub i64 %3, %2\n%5 = offset %0 + %4*1\n%6 = load i32 %5 align 4 !3:1\nreturn 0";
    assert_eq!(body(text), "out-of-bounds 3");
}

#[test]
fn huge_objects_cost_what_is_touched() {
    let text = "%0 = call ptr @malloc(i64 1099511627776)\n%1 = offset %0 + 1099511627772\nstore i32 5 to %1 align 4
        %2 = load i32 %1 align 4\n%3 = call ptr @calloc(i64 1073741824, i64 8)\n%4 = offset %3 + 8589934588\n%5 = load i32 %4 align 4
        %6 = add i32 %2, %5\ncall void @free(ptr %0)\ncall void @free(ptr %3)\nreturn %6";
    assert_eq!(body(text), "exit 5");
    let filled = module(&main_of("%0 = call ptr @malloc(i64 1099511627776)\nmemset %0, 1, 1099511627776\nreturn 0"));
    let options = Options { max_memory: 16 << 20, ..Options::default() };
    assert_eq!(summary(&filled, &run_with(&filled, &options, &[])), "limit memory");
    assert_eq!(body("%0 = alloca 68719476736 align 16\nstore i8 1 to %0 align 1\nreturn 0"), "exit 0");
    let global = format!(
        "global @g: 8589934592 align 8 = {{ zero 8589934592 }}\n{}",
        main_of("%0 = load i32 @g+8589934588 align 4\nreturn %0")
    );
    assert_eq!(outcome(&global), "exit 0");
}

#[test]
fn many_short_lived_objects_stay_small() {
    let options = Options { max_memory: 64 << 20, ..leak_options() };
    let loop_of = |inner: &str| {
        main_of(&format!(
            "jump bb1(i32 0)\nbb1(%0: i32):\n{inner}\n%2 = add i32 %0, 1\n%3 = cmp ult i32 %2, 100000\nbranch %3, bb1(%2), bb2\nbb2:\nreturn 0"
        ))
    };
    let heap = module(&loop_of("%1 = call ptr @malloc(i64 100)\nstore i32 %0 to %1 align 4\ncall void @free(ptr %1)"));
    let options = Options { max_steps: 10_000_000, ..options };
    assert_eq!(summary(&heap, &run_with(&heap, &options, &[])), "exit 0");
    let stack = "func @f() -> i32 {\nbb0:\n%0 = alloca 100 align 8\nstore i32 1 to %0 align 4\n%1 = load i32 %0 align 4\nreturn %1\n}\n";
    let stack = module(&format!("{stack}{}", loop_of("%1 = call i32 @f()")));
    assert_eq!(summary(&stack, &run_with(&stack, &options, &[])), "exit 0");
}

#[test]
fn globals_hold_addresses_and_differences() {
    let text = "
        global @a: 8 align 8 = { bytes \"\\x07\\x00\\x00\\x00\", zero 4 }
        global @p: 24 align 8 = { address 8 @a, address 8 fn @main, difference 4 label @main:bb1 - label @main:bb1 + 5, undef 4 }
        "
    .to_string()
        + &main_of(
            "%0 = load ptr @p align 8\n%1 = load i32 %0 align 4\n%2 = load i32 @p+16 align 4\n%3 = add i32 %1, %2
             %4 = load ptr @p+8 align 8\n%5 = cmp eq ptr %4, fn @main\nbranch %5, bb1, bb2\nbb1:\nreturn %3\nbb2:\nreturn 99",
        );
    assert_eq!(outcome(&text), "exit 12");
}

#[test]
fn wide_and_odd_integers() {
    let text = "%0 = alloca 16 align 16\nstore i128 -2 to %0 align 16\n%1 = load i128 %0 align 16\n%2 = ashr i128 %1, 100\n%3 = trunc i128 %2 to i32\nreturn %3";
    assert_eq!(body(text), "exit -1");
    let text = "%0 = alloca 4 align 4\nstore i24 -2 to %0 align 4\n%1 = load i24 %0 align 4\n%2 = sext i24 %1 to i32\nreturn %2";
    assert_eq!(body(text), "exit -2");
    let text = "%0 = alloca 1 align 1\nstore i1 true to %0 align 1\n%1 = load i8 %0 align 1\n%2 = zext i8 %1 to i32\nreturn %2";
    assert_eq!(body(text), "exit 1");
}

#[test]
fn long_doubles_leave_their_padding() {
    let text =
        "%0 = alloca 16 align 16\n%1 = sitofp i32 3 to f80\nstore f80 %1 to %0 align 16\n%2 = load f80 %0 align 16
        %3 = fmul f80 %2, %2\n%4 = fsqrt f80 %3\n%5 = fadd f80 %4, %3\n%6 = fptosi f80 %5 to i32\nreturn %6";
    assert_eq!(with_inputs(text, &[]), ("exit 12".to_string(), vec![]));
    let padding = format!(
        "{}%6 = offset %0 + 10\n%7 = load i8 %6 align 1\nreturn 0",
        text.split("%6 =").next().expect("a first part")
    );
    assert_eq!(with_inputs(&padding, &[]).1, [InputKind::Uninit]);
}

#[test]
fn the_memory_limit_holds_for_many_objects() {
    let options = Options { max_memory: 4 << 20, ..Options::default() };
    let text = main_of("jump bb1\nbb1:\n%0 = call ptr @malloc(i64 100)\nstore i8 1 to %0 align 1\njump bb1");
    let lp64 = module(&text);
    assert_eq!(summary(&lp64, &run_with(&lp64, &options, &[])), "limit memory");
    let ilp32 = module_of("ilp32", &text.replace("i64", "i32"));
    assert_eq!(summary(&ilp32, &run_with(&ilp32, &options, &[])), "limit memory");
}
