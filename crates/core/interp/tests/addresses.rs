//! Which programs depend on where objects lie.

mod common;

use common::{main_of, module, run_with, summary};
use interp::Options;

fn depends(text: &str) -> bool {
    let module = module(&format!(
        "global @a: 16 align 16 = {{ zero 16 }}\nglobal @b: 16 align 16 = {{ zero 16 }}\n{}",
        main_of(text)
    ));
    let run = run_with(&module, &Options::default(), &[]);
    assert_eq!(summary(&module, &run), "exit 0", "{text}");
    run.address_dependent
}

#[test]
fn comparisons() {
    for (text, expected) in [
        ("%0 = cmp eq ptr @a, @b", false),
        ("%0 = cmp eq ptr @a+4, @b+8", false),
        ("%0 = cmp ult ptr @a, @a+8", false),
        ("%0 = cmp eq ptr @a, null", false),
        ("%0 = cmp ugt ptr @a, null", false),
        ("%0 = inttoptr i64 -1 to ptr\n%1 = cmp eq ptr @a, %0", false),
        ("%0 = cmp ult ptr @a, @b", true),
        ("%0 = cmp eq ptr @a+16, @b", true),
        ("%0 = inttoptr i64 4294967296 to ptr\n%1 = cmp eq ptr @a, %0", true),
        (
            "%0 = call ptr @malloc(i64 4)\ncall void @free(ptr %0)\n%1 = call ptr @malloc(i64 4)\n%2 = cmp eq ptr %0, %1",
            true,
        ),
    ] {
        assert_eq!(depends(&format!("{text}\nreturn 0")), expected, "{text}");
    }
}

#[test]
fn arithmetic_on_addresses() {
    let start = "%0 = ptrtoint ptr @a+4 to i64\n";
    for (text, expected) in [
        // The low four bits are known: the object is aligned to 16.
        ("%1 = and i64 %0, 15\n%2 = cmp eq i64 %1, 4", false),
        ("%1 = and i64 %0, -16\n%2 = or i64 %1, 1\n%3 = and i64 %2, -2", false),
        ("%1 = urem i64 %0, 8\n%2 = cmp eq i64 %1, 4", false),
        ("%1 = ptrtoint ptr @a to i64\n%2 = sub i64 %0, %1\n%3 = cmp eq i64 %2, 4", false),
        ("%1 = add i64 %0, 8\n%2 = inttoptr i64 %1 to ptr\n%3 = load i32 %2 align 4", false),
        ("%1 = cmp eq i64 %0, 0", false),
        ("%1 = ptrtoint ptr @b to i64\n%2 = sub i64 %0, %1", true),
        ("%1 = and i64 %0, 255", true),
        ("%1 = lshr i64 %0, 4\n%2 = urem i64 %1, 64", true),
        ("%1 = trunc i64 %0 to i32\n%2 = cmp eq i32 %1, 5", true),
        ("%1 = mul i64 %0, 31", true),
        ("%1 = uitofp i64 %0 to f64", true),
    ] {
        assert_eq!(depends(&format!("{start}{text}\nreturn 0")), expected, "{text}");
    }
}

#[test]
fn bytes_of_addresses() {
    let start = "%0 = alloca 8 align 8\nstore ptr @a to %0 align 8\n";
    for (text, expected) in [
        ("%1 = load i8 %0 align 1\nstore i8 %1 to %0 align 1", false),
        ("%1 = load i8 %0 align 1\n%2 = cmp eq i8 %1, 3", true),
        ("call void @__cairn_write(i32 1, ptr %0, i64 8)", true),
    ] {
        assert_eq!(depends(&format!("{start}{text}\nreturn 0")), expected, "{text}");
    }
}
