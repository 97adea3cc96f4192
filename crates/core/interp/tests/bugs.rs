//! Every kind of violation, where it is reported, and its harmless neighbours.

mod common;

use common::{body, body_without_leaks, main_of, module, module_of, outcome, run_with, summary};
use interp::{End, Options};

#[test]
fn null_pointers() {
    assert_eq!(body("%0 = load i32 null align 4 !3:1\nreturn 0"), "null-deref 3");
    assert_eq!(body("store i32 1 to null align 4 !4:1\nreturn 0"), "null-deref 4");
    assert_eq!(body("%0 = offset null + 8\n%1 = load ptr %0 align 8 !5:1\nreturn 0"), "null-deref 5");
    assert_eq!(body("memset null, 0, 4 !3:1\nreturn 0"), "null-deref 3");
    // Blocks of no bytes may lie anywhere.
    assert_eq!(body("memcpy null, null, 0\nmemset null, 0, 0\nreturn 0"), "exit 0");
}

#[test]
fn freed_objects() {
    let freed = "%0 = call ptr @malloc(i64 8)\nstore i64 1 to %0 align 8\ncall void @free(ptr %0) !3:1\n";
    assert_eq!(body(&format!("{freed}%1 = load i64 %0 align 8 !4:1\nreturn 0")), "use-after-free 4");
    assert_eq!(body(&format!("{freed}store i8 1 to %0 align 1 !5:1\nreturn 0")), "use-after-free 5");
    assert_eq!(body(&format!("{freed}call void @free(ptr %0) !6:1\nreturn 0")), "double-free 6");
    assert_eq!(body(&format!("{freed}%1 = offset %0 + 4\ncall void @free(ptr %1) !6:1\nreturn 0")), "invalid-free 6");
    assert_eq!(body(&format!("{freed}%1 = call ptr @realloc(ptr %0, i64 4) !7:1\nreturn 0")), "bad-realloc 7");
    // Comparing a dangling pointer with null is no use of it.
    assert_eq!(body(&format!("{freed}%1 = cmp eq ptr %0, null\nreturn 0")), "exit 0");
}

#[test]
fn bounds() {
    let array = "%0 = alloca 12 align 4 \"a\"\nstore i32 1 to %0 align 4\n";
    assert_eq!(body(&format!("{array}%1 = offset %0 + 12\n%2 = load i8 %1 align 1 !3:1\nreturn 0")), "out-of-bounds 3");
    assert_eq!(body(&format!("{array}%1 = offset %0 + 9\n%2 = load i32 %1 align 4 !3:1\nreturn 0")), "out-of-bounds 3");
    assert_eq!(body(&format!("{array}%1 = offset %0 - 1\nstore i8 0 to %1 align 1 !3:1\nreturn 0")), "out-of-bounds 3");
    assert_eq!(body(&format!("{array}memset %0, 0, 13 !3:1\nreturn 0")), "out-of-bounds 3");
    // Leaving the object and coming back is fine; so is an access that is not aligned.
    let back =
        "%1 = offset %0 - 400\n%2 = offset %1 + 402\nstore i32 7 to %2 align 1\n%3 = load i32 %2 align 1\nreturn %3";
    assert_eq!(body(&format!("{array}{back}")), "exit 7");
    assert_eq!(
        body_without_leaks("%0 = call ptr @malloc(i64 0)\nstore i8 1 to %0 align 1 !2:1\nreturn 0"),
        "out-of-bounds 2"
    );
}

#[test]
fn dead_locals() {
    let callee =
        "func @f() -> ptr !f0:1:0 {\nbb0:\n%0 = alloca 4 align 4 \"x\"\nstore i32 5 to %0 align 4\nreturn %0\n}\n";
    let main = main_of("%0 = call ptr @f()\n%1 = load i32 %0 align 4 !9:1\nreturn %1");
    assert_eq!(outcome(&format!("{callee}{main}")), "use-after-scope 9");
    let scoped = "%0 = alloca 4 align 4 \"x\"\nlifetime.start %0\nstore i32 1 to %0 align 4\nlifetime.end %0\n";
    assert_eq!(body(&format!("{scoped}%1 = load i32 %0 align 4 !5:1\nreturn 0")), "use-after-scope 5");
}

#[test]
fn a_scope_entered_again_has_a_new_variable() {
    let program = |access: &str| {
        main_of(&format!(
            "%x.0 = alloca 4 align 4 \"x\"
             jump bb1(null, i32 0)
             bb1(%old.1: ptr, %i.2: i32):
             lifetime.start %x.0
             store i32 %i.2 to %x.0 align 4
             %first.3 = cmp eq i32 %i.2, 0
             branch %first.3, bb3, bb2
             bb2:
             {access}
             return 0
             bb3:
             %i.4 = add nsw i32 %i.2, 1
             lifetime.end %x.0
             jump bb1(%x.0, %i.4)"
        ))
    };
    assert_eq!(outcome(&program("%5 = load i32 %x.0 align 4")), "exit 0");
    assert_eq!(outcome(&program("%5 = load i32 %old.1 align 4 !7:1")), "use-after-scope 7");
}

#[test]
fn variable_length_arrays_die_at_the_restore() {
    let vla = "%0 = stacksave\n%1 = alloca dynamic 8 align 1\nstore i8 1 to %1 align 1\nstackrestore %0\n";
    assert_eq!(body(&format!("{vla}%2 = load i8 %1 align 1 !5:1\nreturn 0")), "use-after-scope 5");
    assert_eq!(body(&format!("{vla}%2 = alloca dynamic 8 align 1\nstore i8 2 to %2 align 1\nreturn 0")), "exit 0");
}

#[test]
fn pointers_without_a_value() {
    let loaded = "%0 = alloca 8 align 8\n%1 = load ptr %0 align 8\n%2 = load i32 %1 align 4 !3:1\nreturn 0";
    assert_eq!(body(loaded), "uninit-deref 3");
    assert_eq!(body("%0 = undef ptr\nstore i32 1 to %0 align 4 !3:1\nreturn 0"), "uninit-deref 3");
    // The flag survives copies and arithmetic.
    let moved = "%0 = alloca 8 align 8\n%1 = alloca 8 align 8\nmemcpy %1, %0, 8\n%2 = load ptr %1 align 8
        %3 = ptrtoint ptr %2 to i64\n%4 = add i64 %3, 8\n%5 = inttoptr i64 %4 to ptr
        %6 = load i8 %5 align 1 !4:1\nreturn 0";
    assert_eq!(body(moved), "uninit-deref 4");
    assert_eq!(body("%0 = undef ptr\ncall void @free(ptr %0) !3:1\nreturn 0"), "invalid-free 3");
}

#[test]
fn numbers_as_pointers() {
    assert_eq!(body("%0 = inttoptr i64 123456789 to ptr\n%1 = load i8 %0 align 1 !3:1\nreturn 0"), "wild-deref 3");
    assert_eq!(body("%0 = load i8 fn @malloc align 1 !3:1\nreturn 0"), "wild-deref 3");
    assert_eq!(body("call void @free(ptr fn @malloc) !3:1\nreturn 0"), "invalid-free 3");
}

#[test]
fn constants_cannot_be_written() {
    let global = "global @s: 4 align 1 const = { bytes \"abc\\x00\" }\n";
    let main = main_of("store i8 1 to @s align 1 !3:1\nreturn 0");
    assert_eq!(outcome(&format!("{global}{main}")), "readonly-write 3");
    let read = main_of("%0 = load i8 @s+1 align 1\n%1 = zext i8 %0 to i32\nreturn %1");
    assert_eq!(outcome(&format!("{global}{read}")), "exit 98");
}

#[test]
fn frees() {
    assert_eq!(body("call void @free(ptr null)\nreturn 0"), "exit 0");
    assert_eq!(body("%0 = alloca 4 align 4\ncall void @free(ptr %0) !3:1\nreturn 0"), "invalid-free 3");
    let inside = "%0 = call ptr @malloc(i64 4)\n%1 = offset %0 + 1\ncall void @free(ptr %1) !3:1\ncall void @free(ptr %0)\nreturn 0";
    assert_eq!(body(inside), "invalid-free 3");
    let global = format!("global @g: 4 align 4 = {{ zero 4 }}\n{}", main_of("call void @free(ptr @g) !3:1\nreturn 0"));
    assert_eq!(outcome(&global), "invalid-free 3");
}

#[test]
fn reallocation() {
    let grown = "%0 = call ptr @malloc(i64 4)\nstore i32 77 to %0 align 4\n%1 = call ptr @realloc(ptr %0, i64 1000)
        %2 = load i32 %1 align 4\ncall void @free(ptr %1)\nreturn %2";
    assert_eq!(body(grown), "exit 77");
    let fresh = "%0 = call ptr @realloc(ptr null, i64 4)\nstore i32 5 to %0 align 4\n%1 = load i32 %0 align 4
        %2 = call ptr @realloc(ptr %0, i64 0)\n%3 = cmp eq ptr %2, null\n%4 = zext i1 %3 to i32\nreturn %4";
    assert_eq!(body(fresh), "exit 1");
    assert_eq!(body("%0 = alloca 4 align 4\n%1 = call ptr @realloc(ptr %0, i64 8) !3:1\nreturn 0"), "bad-realloc 3");
    let stale =
        "%0 = call ptr @malloc(i64 4)\n%1 = call ptr @realloc(ptr %0, i64 8)\nstore i8 1 to %0 align 1 !3:1\nreturn 0";
    assert_eq!(body_without_leaks(stale), "use-after-free 3");
}

#[test]
fn absurd_allocations_give_null() {
    for call in [
        "call ptr @malloc(i64 -1)",
        "call ptr @calloc(i64 4294967296, i64 4294967296)",
        "call ptr @calloc(i64 -1, i64 8)",
    ] {
        let text = format!("%0 = {call}\n%1 = cmp eq ptr %0, null\n%2 = zext i1 %1 to i32\nreturn %2");
        assert_eq!(body(&text), "exit 1", "{call}");
    }
}

#[test]
fn copies_must_not_overlap() {
    let block = "%0 = alloca 16 align 8\nmemset %0, 1, 16\n%1 = offset %0 + 4\n";
    assert_eq!(body(&format!("{block}memcpy %1, %0, 8 !3:1\nreturn 0")), "overlapping-copy 3");
    assert_eq!(
        body(&format!("{block}%2 = call ptr @memcpy(ptr %0, ptr %1, i64 8) !3:1\nreturn 0")),
        "overlapping-copy 3"
    );
    assert_eq!(body(&format!("{block}memcpy %1, %0, 4\nmemcpy %0, %0, 16\nmemmove %1, %0, 8\nreturn 0")), "exit 0");
}

#[test]
fn arithmetic() {
    for (text, expected) in [
        ("add nsw i32 2147483647, 1", "signed-overflow 3"),
        ("add i32 2147483647, 1", "exit 0"),
        ("sub nsw i32 -2147483648, 1", "signed-overflow 3"),
        ("mul nsw i32 65536, 65536", "signed-overflow 3"),
        ("sdiv i32 1, 0", "div-by-zero 3"),
        ("urem i32 1, 0", "div-by-zero 3"),
        ("sdiv i32 -2147483648, -1", "signed-overflow 3"),
        ("srem i32 -2147483648, -1", "signed-overflow 3"),
        ("shl nsw i32 1, 31", "signed-overflow 3"),
        ("shl nsw i32 -1, 1", "signed-overflow 3"),
        ("shl i32 -1, 31", "exit 0"),
        ("shl i32 1, 32", "shift-out-of-range 3"),
        ("ashr i32 1, -1", "shift-out-of-range 3"),
        ("clz nonzero i32 0", "bit-scan-of-zero 3"),
        ("ctz nonzero i64 0", "bit-scan-of-zero 3"),
        ("ctz nonzero i64 2", "exit 0"),
        ("clz i32 0", "exit 0"),
        ("add nsw i128 170141183460469231731687303715884105727, 1", "signed-overflow 3"),
    ] {
        assert_eq!(body(&format!("%0 = {text} !3:1\nreturn 0")), expected, "{text}");
    }
}

#[test]
fn error_functions() {
    let text = main_of("call void @reach_error() !3:1\nreturn 4");
    assert_eq!(outcome(&text), "exit 4");
    let module = module(&text);
    let options = Options { error_functions: vec!["reach_error".to_string()], ..Options::default() };
    let run = run_with(&module, &options, &[]);
    assert_eq!(summary(&module, &run), "error-call 3");
    let failed = "global @t: 6 align 1 const = { bytes \"x > 0\\x00\" }\n".to_string()
        + &main_of("call void @__assert_fail(ptr @t, ptr null, i32 3, ptr null) !3:1\nreturn 0");
    assert_eq!(outcome(&failed), "abort");
    let module = common::module(&failed);
    let options = Options { error_functions: vec!["__assert_fail".to_string()], ..Options::default() };
    match run_with(&module, &options, &[]).end {
        End::Violation(violation) => assert_eq!(violation.message, "assertion `x > 0` fails"),
        end => panic!("{end:?}"),
    }
}

#[test]
fn calls_through_bad_pointers() {
    assert_eq!(body("call void *null() !3:1\nreturn 0"), "invalid-call 3");
    let data = format!("global @g: 4 align 4 = {{ zero 4 }}\n{}", main_of("call void *@g() !3:1\nreturn 0"));
    assert_eq!(outcome(&data), "invalid-call 3");
    assert_eq!(body("%0 = undef ptr\ncall void *%0() !3:1\nreturn 0"), "invalid-call 3");
    let f = "func @f(%0: i64, %1: f64) -> i32 {\nbb0:\nreturn 6\n}\n";
    for (call, expected) in [
        ("call i32 *%0(i64 1, f64 1.0)", "exit 0"),
        ("call i32 *%0(ptr null, f64 1.0)", "exit 0"),
        ("call void *%0(i64 1, f64 1.0)", "exit 0"),
        ("call i32 *%0(i64 1)", "invalid-call 3"),
        ("call i32 *%0(i64 1, i64 1)", "invalid-call 3"),
        ("call i32 *%0(i64 1, f64 1.0, i32 3)", "invalid-call 3"),
        ("call i32 *%0(i64 1, f64 1.0, i32 3, ...)", "exit 0"),
        ("call i32 *%0(i64 1, ...)", "invalid-call 3"),
        ("call f64 *%0(i64 1, f64 1.0)", "invalid-call 3"),
    ] {
        let define = if call.contains("void") { "" } else { "%1 = " };
        let text = main_of(&format!("%0 = select ptr true, fn @f, null\n{define}{call} !3:1\nreturn 0"));
        assert_eq!(outcome(&format!("{f}{text}")), expected, "{call}");
    }
}

#[test]
fn what_is_not_modelled_is_said() {
    assert_eq!(
        body("%0 = call i32 @outside(i32 1) !3:1\nreturn %0"),
        "unsupported call of `outside`, which has no body"
    );
    assert_eq!(body("unsupported \"inline assembly\"()\nreturn 0"), "unsupported inline assembly");
    assert_eq!(body("unsupported_end \"longjmp\""), "unsupported longjmp");
    let global = format!("global @g: 4 align 4\n{}", main_of("%0 = load i32 @g align 4\nreturn 0"));
    assert!(outcome(&global).starts_with("unsupported use of the global variable `g`"));
}

#[test]
fn ends() {
    assert_eq!(body("exit 3"), "exit 3");
    assert_eq!(body("abort 134"), "abort");
    assert_eq!(body("call void @__cairn_exit(i32 9)\nreturn 0"), "exit 9");
    assert_eq!(body("assume false\nreturn 0"), "assume");
    assert_eq!(body("unreachable !4:1"), "unreachable-reached 4");
    assert_eq!(body("jump bb1\nbb1:\njump bb1"), "limit effort");
    let endless = "func @main() -> i32 {\nbb0:\n%0 = call i32 @main()\nreturn %0\n}\n";
    assert_eq!(outcome(endless), "limit effort");
    assert_eq!(body("return -1"), "exit -1");
}

#[test]
fn computed_goto() {
    let text = "%0 = alloca 8 align 8\nstore ptr label @main:bb2 to %0 align 8\n%1 = load ptr %0 align 8
        goto %1 [bb1, bb2]\nbb1:\nreturn 1\nbb2:\nreturn 2";
    assert_eq!(body(text), "exit 2");
    assert_eq!(body("goto null [bb1] !3:1\nbb1:\nreturn 1"), "unreachable-reached 3");
}

#[test]
fn errors_in_models_are_reported_at_the_call() {
    let text = "
        func @inner(%0: ptr) -> i8 model !f0:90:0 {\nbb0:\n%1 = load i8 %0 align 1 !91:1\nreturn %1\n}
        func @strlen(%0: ptr) -> i8 model !f0:80:0 {\nbb0:\n%1 = call i8 @inner(ptr %0) !81:1\nreturn %1\n}
        "
    .to_string()
        + &main_of("%0 = call i8 @strlen(ptr null) !5:1\nreturn 0");
    let module = module(&text);
    let run = run_with(&module, &Options::default(), &[]);
    assert_eq!(summary(&module, &run), "null-deref 5");
    match run.end {
        End::Violation(violation) => {
            assert_eq!(violation.message, "the call of `strlen` reads 1 byte through a null pointer");
            let names: Vec<&str> = violation.stack.iter().map(|frame| &*module.funcs[frame.func].name).collect();
            assert_eq!(names, ["main", "strlen", "inner"]);
        }
        end => panic!("{end:?}"),
    }
}

#[test]
fn messages_say_what_and_where() {
    let text = main_of(
        "%p.0 = call ptr @malloc(i64 16) !2:1
         call void @free(ptr %p.0) !3:1
         %1 = offset %p.0 + 8
         %2 = load i64 %1 align 8 !4:1
         return 0",
    );
    let module = module(&text);
    match run_with(&module, &Options::default(), &[]).end {
        End::Violation(violation) => {
            assert!(
                violation.message.ends_with("reads 8 bytes at offset 8 of a heap object of 16 bytes, which was freed")
            );
            let related: Vec<String> =
                violation.related.iter().map(|(loc, what)| format!("{} {what}", module.places.render(*loc))).collect();
            assert_eq!(related, ["t.c:2:1 allocated here", "t.c:3:1 freed here"]);
        }
        end => panic!("{end:?}"),
    }
}

#[test]
fn pointers_of_32_bits() {
    let module = module_of(
        "ilp32",
        &main_of(
            "%0 = call ptr @malloc(i32 8)
             %1 = offset %0 + 4
             store ptr %0 to %1 align 4
             %2 = load ptr %1 align 4
             store i32 9 to %2 align 4
             %3 = offset %0 - 8
             %4 = offset %3 + i32 2*4
             %5 = load i32 %4 align 4
             %6 = load i64 %1 align 4 !7:1
             return %5",
        ),
    );
    let run = run_with(&module, &Options::default(), &[]);
    assert_eq!(summary(&module, &run), "out-of-bounds 7");
}
