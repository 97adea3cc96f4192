//! Addresses as numbers, and numbers that count nodes: what is computed of them, as text.

use super::explorer::{explore, program};
use super::*;
use expect_test::expect;

/// What a program returns; `%0` is a number between the two, `%3` a kept heap object of 64 bytes, `%4` its address as a
/// number, `%5` a local of 64 bytes and `%6` its address as a number. Registers from 7 on are free.
fn returned(lo: i64, hi: i64, rest: &str) -> String {
    let body = format!(
        "bb0:\n  %0 = nondet signed i64\n  %1 = cmp sge i64 %0, {lo}\n  assume %1\n  %2 = cmp sle i64 %0, {hi}\n  assume %2\n  \
        %3 = call ptr @malloc(i64 64)\n  store ptr %3 to @kept align 8\n  %4 = ptrtoint ptr %3 to i64\n  %5 = alloca 64 align 16\n  \
        %6 = ptrtoint ptr %5 to i64\n{rest}"
    );
    let module = program("global @kept: 8 align 8 = { zero 8 }\n", &body);
    let mut task = task(&module);
    task.entry = module.func_named("main").expect("it is there");
    let explored = explore(&task);
    let mut lines: Vec<String> = explored.proof.contexts[0]
        .exits
        .iter()
        .map(|exit| {
            let value = exit.frame().reg(RegId::from_index(0));
            let symbol = value.symbol().map(|sym| exit.graph.sym(sym).range);
            let range = symbol
                .map_or(String::new(), |range| format!(" in {}..{} by {}", range.lo, range.hi, 1i64 << range.align));
            let value = match value {
                Value::Addr(addr) => format!(
                    "{:?} {:+}{}",
                    exit.graph.object(addr.object).storage,
                    addr.offset,
                    if addr.plus.is_some() { "+?" } else { "" }
                ),
                other => other.to_string(),
            };
            value + &range
        })
        .collect();
    lines.extend(explored.findings);
    lines.join("; ")
}

fn table(lo: i64, hi: i64, insts: &[&str]) -> String {
    let line = |inst: &&str| format!("{inst} = {}\n", returned(lo, hi, &format!("  %7 = {inst}\n  return %7")));
    insts.iter().map(line).collect()
}

#[test]
fn numbers_that_are_addresses() {
    let text = table(
        3,
        5,
        &[
            "add i64 %4, 8",
            "add i64 8, %4",
            "add i64 %4, %0",
            "add i64 %0, %4",
            "add i64 %4, %6",
            "sub i64 %4, 8",
            "sub i64 %4, %0",
            "sub i64 %4, %4",
            "sub i64 %4, %6",
            "sub i64 8, %4",
            "or i64 %4, 0",
            "or i64 %4, 1",
            "xor i64 %4, 0",
            "xor i64 %4, 1",
            "mul i64 %4, 2",
            "udiv i64 %4, 2",
            "and i64 %4, -8",
            "and i64 -8, %4",
            "and i64 %4, -16",
            "and i64 %4, -32",
            "and i64 %6, -1",
            "and i64 %6, -2",
            "and i64 %4, -7",
            "and i64 %4, 15",
            "and i64 %4, 0",
            "and i64 %4, %0",
        ],
    );
    expect![[r#"
        add i64 %4, 8 = Heap +8
        add i64 8, %4 = Heap +8
        add i64 %4, %0 = Heap +0+? in 3..5 by 1
        add i64 %0, %4 = Heap +0+? in 3..5 by 1
        add i64 %4, %6 = ?0 in -9223372036854775808..9223372036854775807 by 1
        sub i64 %4, 8 = Heap -8
        sub i64 %4, %0 = Heap +0+? in -5..-3 by 1
        sub i64 %4, %4 = 0
        sub i64 %4, %6 = ?0 in -9223372036854775808..9223372036854775807 by 1
        sub i64 8, %4 = ?0 in -9223372036854775808..9223372036854775807 by 1
        or i64 %4, 0 = Heap +0
        or i64 %4, 1 = ?0 in -9223372036854775808..9223372036854775807 by 1
        xor i64 %4, 0 = Heap +0
        xor i64 %4, 1 = ?0 in -9223372036854775808..9223372036854775807 by 1
        mul i64 %4, 2 = ?0 in -9223372036854775808..9223372036854775807 by 1
        udiv i64 %4, 2 = ?0 in -9223372036854775808..9223372036854775807 by 1
        and i64 %4, -8 = Heap +0
        and i64 -8, %4 = Heap +0
        and i64 %4, -16 = Heap +0
        and i64 %4, -32 = Heap +0+? in -31..0 by 1
        and i64 %6, -1 = Stack +0
        and i64 %6, -2 = Stack +0+? in -1..0 by 1
        and i64 %4, -7 = ?0 in -9223372036854775808..9223372036854775807 by 1
        and i64 %4, 15 = ?0 in 0..15 by 1
        and i64 %4, 0 = 0
        and i64 %4, %0 = ?0 in 0..5 by 1
    "#]]
    .assert_eq(&text);
}

#[test]
fn addresses_are_rounded_down() {
    let rounded = |lo, hi, at: &str, mask: i64| {
        let rest = format!("  %7 = offset {at}\n  %8 = ptrtoint ptr %7 to i64\n  %9 = and i64 %8, {mask}\n  return %9");
        format!("{lo}..{hi}: {at} by {mask} = {}\n", returned(lo, hi, &rest))
    };
    let text: String = [
        rounded(0, 0, "%3 + 13", -8),
        rounded(0, 0, "%3 + 13", -16),
        rounded(0, 0, "%3 + 13", -32),
        rounded(0, 0, "%3 - 3", -16),
        rounded(0, 0, "%5 + 13", -8),
        rounded(5, 20, "%3 + %0*1", -8),
        rounded(5, 20, "%3 + %0*1", -32),
        rounded(5, 20, "%3 + %0*1 + 1", -16),
        rounded(5, 20, "%5 + %0*1", -8),
    ]
    .concat();
    expect![[r#"
        0..0: %3 + 13 by -8 = Heap +8
        0..0: %3 + 13 by -16 = Heap +0
        0..0: %3 + 13 by -32 = Heap +0+? in -18..13 by 1
        0..0: %3 - 3 by -16 = Heap -16
        0..0: %5 + 13 by -8 = Stack +0+? in 6..13 by 1
        5..20: %3 + %0*1 by -8 = Heap +0+? in 0..16 by 8
        5..20: %3 + %0*1 by -32 = Heap +0+? in -26..20 by 1
        5..20: %3 + %0*1 + 1 by -16 = Heap +0+? in 0..16 by 16
        5..20: %5 + %0*1 by -8 = Stack +0+? in -2..20 by 1
    "#]]
    .assert_eq(&text);
}

#[test]
fn addresses_are_moved() {
    let moved = |lo, hi, terms: &str| {
        let rest = format!("  %7 = offset {terms}\n  %8 = ptrtoint ptr %7 to i64\n  return %8");
        format!("{lo}..{hi}: {terms} = {}\n", returned(lo, hi, &rest))
    };
    let text: String = [
        moved(2, 4, "%3 + 4"),
        moved(2, 4, "%3 + %0*1"),
        moved(2, 4, "%3 + %0*4 + 1"),
        moved(2, 4, "%3 + %0*-1"),
        moved(2, 4, "%3 + %0*1 + %0*1"),
        moved(2, 4, "%3 + %0*1 + %0*-1"),
        moved(2, 4, "%3 + %0*4611686018427387904"),
        moved(2, 4, "%3 + i64 3*4611686018427387904"),
        moved(2, 4, "null + 8"),
        moved(2, 4, "null + %0*8"),
        moved(2, 4, "%3 + %4*1"),
        moved(2, 4, "%3 + 9223372036854775807"),
        moved(2, 4, "fn @main + 4"),
        moved(2, 4, "fn @main"),
    ]
    .concat();
    expect![[r#"
        2..4: %3 + 4 = Heap +4
        2..4: %3 + %0*1 = Heap +0+? in 2..4 by 1
        2..4: %3 + %0*4 + 1 = Heap +1+? in 8..16 by 4
        2..4: %3 + %0*-1 = Heap +0+? in -4..-2 by 1
        2..4: %3 + %0*1 + %0*1 = Heap +0+? in 4..8 by 1
        2..4: %3 + %0*1 + %0*-1 = Heap +0+? in -2..2 by 1
        2..4: %3 + %0*4611686018427387904 = Heap +0+? in -9223372036854775808..9223372036854775807 by 1
        2..4: %3 + i64 3*4611686018427387904 = Heap +0+? in -9223372036854775808..9223372036854775807 by 1
        2..4: null + 8 = 8
        2..4: null + %0*8 = ?0 in 16..32 by 8
        2..4: %3 + %4*1 = Heap +0+? in -9223372036854775808..9223372036854775807 by 1
        2..4: %3 + 9223372036854775807 = Heap +9223372036854775807
        2..4: fn @main + 4 = ?0 in -9223372036854775808..9223372036854775807 by 1
        2..4: fn @main = FuncId(0)
    "#]]
    .assert_eq(&text);
    // There and back again.
    let back = "  %7 = offset %3 + %0*1\n  %8 = offset %7 + %0*-1 + 4\n  %9 = ptrtoint ptr %8 to i64\n  return %9";
    expect!["Heap +0+? in 2..6 by 1"].assert_eq(&returned(2, 4, back));
    let difference = "  %7 = offset %3 + %0*1 + 4\n  %8 = ptrtoint ptr %7 to i64\n  %9 = sub i64 %8, %4\n  return %9";
    expect!["?0+4 in 2..4 by 1"].assert_eq(&returned(2, 4, difference));
    let again = "  %7 = offset %3 + %0*4\n  %8 = offset %3 + %0*4\n  %9 = cmp eq ptr %7, %8\n  %10 = zext i1 %9 to i64\n  return %10";
    expect!["1"].assert_eq(&returned(2, 4, again));
    let product = "  %7 = mul i64 %0, 5\n  %8 = mul i64 %0, 5\n  %9 = sub i64 %7, %8\n  return %9";
    expect!["0"].assert_eq(&returned(2, 4, product));
}

#[test]
fn addresses_of_other_widths() {
    let text: String = [
        "  %7 = trunc i64 %4 to i32\n  %8 = zext i32 %7 to i64\n  return %8",
        "  %7 = trunc i64 %4 to i32\n  %8 = sext i32 %7 to i64\n  return %8",
        "  %7 = inttoptr i64 %4 to ptr\n  %8 = ptrtoint ptr %7 to i64\n  return %8",
        "  %7 = ptrtoint ptr %3 to i32\n  %8 = zext i32 %7 to i64\n  return %8",
        "  %7 = ptrtoint ptr %3 to i128\n  %8 = trunc i128 %7 to i64\n  return %8",
        "  %7 = zext i64 %4 to i128\n  %8 = trunc i128 %7 to i64\n  return %8",
        "  %7 = sext i64 %4 to i128\n  %8 = trunc i128 %7 to i64\n  return %8",
        "  %7 = zext i64 %0 to i128\n  %8 = add i128 %7, 1\n  %9 = trunc i128 %8 to i64\n  return %9",
        "  %7 = trunc i64 %0 to i32\n  %8 = inttoptr i32 %7 to ptr\n  %9 = ptrtoint ptr %8 to i64\n  return %9",
        "  %7 = trunc i64 %0 to i8\n  %8 = sub i8 %7, 9\n  %9 = inttoptr i8 %8 to ptr\n  %10 = ptrtoint ptr %9 to i64\n  return %10",
        "  %7 = bitcast i64 %4 to i64\n  return %7",
        "  %7 = overflows signed add i64 %4, 1\n  %8 = zext i1 %7 to i64\n  return %8",
        "  %7 = popcount i64 %4\n  return %7",
        "  %7 = cmp eq i64 %0, 4\n  %8 = sext i1 %7 to i64\n  return %8",
        "  %7 = nondet bool i1\n  %8 = sext i1 %7 to i64\n  return %8",
        "  %7 = nondet bool i1\n  %8 = xor i1 %7, true\n  %9 = zext i1 %8 to i64\n  return %9",
        "  %7 = nondet bool i1\n  %8 = or i1 %7, true\n  %9 = zext i1 %8 to i64\n  return %9",
        "  %7 = nondet bool i1\n  %8 = and i1 %7, true\n  %9 = zext i1 %8 to i64\n  return %9",
    ]
    .map(|rest| format!("{} = {}\n", rest.trim().replace("\n  ", "; "), returned(3, 5, rest)))
    .concat();
    expect![[r#"
        %7 = trunc i64 %4 to i32; %8 = zext i32 %7 to i64; return %8 = ?0 in 0..4294967295 by 1
        %7 = trunc i64 %4 to i32; %8 = sext i32 %7 to i64; return %8 = ?0 in -2147483648..2147483647 by 1
        %7 = inttoptr i64 %4 to ptr; %8 = ptrtoint ptr %7 to i64; return %8 = Heap +0
        %7 = ptrtoint ptr %3 to i32; %8 = zext i32 %7 to i64; return %8 = ?0 in 0..4294967295 by 1
        %7 = ptrtoint ptr %3 to i128; %8 = trunc i128 %7 to i64; return %8 = ?0 in -9223372036854775808..9223372036854775807 by 1
        %7 = zext i64 %4 to i128; %8 = trunc i128 %7 to i64; return %8 = ?0 in -9223372036854775808..9223372036854775807 by 1
        %7 = sext i64 %4 to i128; %8 = trunc i128 %7 to i64; return %8 = ?0 in -9223372036854775808..9223372036854775807 by 1
        %7 = zext i64 %0 to i128; %8 = add i128 %7, 1; %9 = trunc i128 %8 to i64; return %9 = ?0 in -9223372036854775808..9223372036854775807 by 1
        %7 = trunc i64 %0 to i32; %8 = inttoptr i32 %7 to ptr; %9 = ptrtoint ptr %8 to i64; return %9 = ?0 in 3..5 by 1
        %7 = trunc i64 %0 to i8; %8 = sub i8 %7, 9; %9 = inttoptr i8 %8 to ptr; %10 = ptrtoint ptr %9 to i64; return %10 = ?0 in 0..255 by 1
        %7 = bitcast i64 %4 to i64; return %7 = Heap +0
        %7 = overflows signed add i64 %4, 1; %8 = zext i1 %7 to i64; return %8 = 0; 1
        %7 = popcount i64 %4; return %7 = ?0 in 0..64 by 1
        %7 = cmp eq i64 %0, 4; %8 = sext i1 %7 to i64; return %8 = -1; 0
        %7 = nondet bool i1; %8 = sext i1 %7 to i64; return %8 = -?0 in 0..1 by 1
        %7 = nondet bool i1; %8 = xor i1 %7, true; %9 = zext i1 %8 to i64; return %9 = -?0+1 in 0..1 by 1
        %7 = nondet bool i1; %8 = or i1 %7, true; %9 = zext i1 %8 to i64; return %9 = 1
        %7 = nondet bool i1; %8 = and i1 %7, true; %9 = zext i1 %8 to i64; return %9 = ?0 in 0..1 by 1
    "#]]
    .assert_eq(&text);
}

/// An address that is moved by more than there is room for is another one of the same object, and no number is left out.
#[test]
fn addresses_wrap_around() {
    let less = "  %7 = add i64 %4, 8\n  %8 = add i64 %7, %0\n  %9 = sub i64 %8, %4\n  %10 = cmp slt i64 %9, %0\n  %11 = zext i1 %10 to i64\n  return %11";
    for rest in [less.to_string(), less.replace("add i64 %7, %0", "add i64 %0, %7")] {
        let found = returned(i64::MIN, i64::MAX, &rest);
        assert!(found.contains('0') && found.contains('1'), "the sum may wrap around: {found}");
    }
    assert_eq!(returned(0, 1 << 40, less), "0");
    let twice = "  %7 = add i64 %4, %0\n  %8 = add i64 %7, 8\n  %9 = sub i64 %8, %4\n  %10 = cmp slt i64 %9, %0\n  %11 = zext i1 %10 to i64\n  return %11";
    let found = returned(i64::MIN, i64::MAX, twice);
    assert!(found.contains('0') && found.contains('1'), "{found}");
    assert_eq!(returned(0, 1 << 40, twice), "0");
}

/// What is the same number, its negation or its complement is known to be.
#[test]
fn numbers_that_stay_related() {
    let differences: String = [
        (3, 5, "mul i64 %0, 1"),
        (3, 5, "mul i64 1, %0"),
        (3, 5, "mul i64 %0, 2"),
        (3, 5, "mul i64 %0, 0"),
        (3, 5, "or i64 %0, 0"),
        (3, 5, "or i64 %0, %0"),
        (3, 5, "or i64 %0, 1"),
        (3, 5, "xor i64 %0, 0"),
        (3, 5, "xor i64 %0, %0"),
        (3, 5, "xor i64 %0, 1"),
        (3, 5, "and i64 %0, -1"),
        (3, 5, "and i64 %0, %0"),
        (3, 5, "and i64 %0, 0"),
        (3, 5, "and i64 %0, 7"),
        (3, 7, "and i64 7, %0"),
        (3, 8, "and i64 7, %0"),
        (-1, 5, "and i64 7, %0"),
        (0, 5, "and i64 7, %0"),
        (3, 5, "and i64 %0, 6"),
        (3, 5, "and i64 %0, 5"),
        (3, 5, "and i64 %0, -8"),
        (0, 1, "and i64 %0, 1"),
        (0, 2, "and i64 %0, 1"),
        (0, 9, "and i64 %0, 9223372036854775807"),
        (0, i64::MAX - 1, "add i64 %0, 1"),
        (0, i64::MAX, "add i64 %0, 1"),
        (i64::MIN + 1, 0, "add i64 %0, -1"),
        (i64::MIN, 0, "add i64 %0, -1"),
    ]
    .map(|(lo, hi, inst)| {
        format!(
            "{lo}..{hi}: {inst} - %0 = {}\n",
            returned(lo, hi, &format!("  %7 = {inst}\n  %8 = sub i64 %7, %0\n  return %8"))
        )
    })
    .concat();
    expect![[r#"
        3..5: mul i64 %0, 1 - %0 = 0
        3..5: mul i64 1, %0 - %0 = 0
        3..5: mul i64 %0, 2 - %0 = ?0 in 1..7 by 1
        3..5: mul i64 %0, 0 - %0 = -?0 in 3..5 by 1
        3..5: or i64 %0, 0 - %0 = 0
        3..5: or i64 %0, %0 - %0 = 0
        3..5: or i64 %0, 1 - %0 = ?0 in -5..4 by 1
        3..5: xor i64 %0, 0 - %0 = 0
        3..5: xor i64 %0, %0 - %0 = -?0 in 3..5 by 1
        3..5: xor i64 %0, 1 - %0 = ?0 in -5..4 by 1
        3..5: and i64 %0, -1 - %0 = 0
        3..5: and i64 %0, %0 - %0 = 0
        3..5: and i64 %0, 0 - %0 = -?0 in 3..5 by 1
        3..5: and i64 %0, 7 - %0 = 0
        3..7: and i64 7, %0 - %0 = 0
        3..8: and i64 7, %0 - %0 = ?0 in -8..4 by 1
        -1..5: and i64 7, %0 - %0 = ?0 in -5..8 by 1
        0..5: and i64 7, %0 - %0 = 0
        3..5: and i64 %0, 6 - %0 = ?0 in -5..2 by 1
        3..5: and i64 %0, 5 - %0 = ?0 in -5..2 by 1
        3..5: and i64 %0, -8 - %0 = -?0 in 3..5 by 1
        0..1: and i64 %0, 1 - %0 = 0
        0..2: and i64 %0, 1 - %0 = ?0 in -2..1 by 1
        0..9: and i64 %0, 9223372036854775807 - %0 = 0
        0..9223372036854775806: add i64 %0, 1 - %0 = 1
        0..9223372036854775807: add i64 %0, 1 - %0 = ?0 in -9223372036854775808..9223372036854775807 by 1
        -9223372036854775807..0: add i64 %0, -1 - %0 = -1
        -9223372036854775808..0: add i64 %0, -1 - %0 = ?0 in -9223372036854775808..9223372036854775807 by 1
    "#]]
    .assert_eq(&differences);
    let sums: String = [
        (3, 5, "mul i64 %0, -1"),
        (3, 5, "mul i64 -1, %0"),
        (3, 5, "sub i64 0, %0"),
        (3, 5, "sub i64 9, %0"),
        (3, 5, "xor i64 %0, -1"),
        (3, 5, "xor i64 %0, -2"),
        (0, 1, "xor i64 %0, 1"),
        (0, 2, "xor i64 %0, 1"),
        (i64::MIN, 0, "sub i64 0, %0"),
        (i64::MIN + 1, 0, "sub i64 0, %0"),
        (i64::MIN, 0, "mul i64 %0, -1"),
    ]
    .map(|(lo, hi, inst)| {
        format!(
            "{lo}..{hi}: {inst} + %0 = {}\n",
            returned(lo, hi, &format!("  %7 = {inst}\n  %8 = add i64 %7, %0\n  return %8"))
        )
    })
    .concat();
    expect![[r#"
        3..5: mul i64 %0, -1 + %0 = 0
        3..5: mul i64 -1, %0 + %0 = 0
        3..5: sub i64 0, %0 + %0 = 0
        3..5: sub i64 9, %0 + %0 = 9
        3..5: xor i64 %0, -1 + %0 = -1
        3..5: xor i64 %0, -2 + %0 = ?0 in -9223372036854775808..9223372036854775807 by 1
        0..1: xor i64 %0, 1 + %0 = 1
        0..2: xor i64 %0, 1 + %0 = ?0 in 0..5 by 1
        -9223372036854775808..0: sub i64 0, %0 + %0 = ?0 in -9223372036854775808..9223372036854775807 by 1
        -9223372036854775807..0: sub i64 0, %0 + %0 = 0
        -9223372036854775808..0: mul i64 %0, -1 + %0 = ?0 in -9223372036854775808..9223372036854775807 by 1
    "#]]
    .assert_eq(&sums);
    let bits: String = [
        ("bool", "i1", "and i1 %7, true"),
        ("bool", "i1", "and i1 %7, false"),
        ("bool", "i1", "or i1 %7, false"),
        ("bool", "i1", "or i1 %7, true"),
        ("bool", "i1", "xor i1 %7, false"),
        ("signed", "i2", "and i2 %7, 1"),
        ("signed", "i2", "or i2 %7, 1"),
        ("signed", "i2", "xor i2 %7, 1"),
        ("signed", "i2", "xor i2 %7, -1"),
    ]
    .map(|(kind, ty, inst)| {
        let rest = format!("  %7 = nondet {kind} {ty}\n  %8 = {inst}\n  %9 = xor {ty} %8, %7\n  %10 = zext {ty} %9 to i64\n  return %10");
        format!("{inst} with %7 exchanged = {}\n", returned(0, 0, &rest))
    })
    .concat();
    expect![[r#"
        and i1 %7, true with %7 exchanged = 0
        and i1 %7, false with %7 exchanged = ?0 in 0..1 by 1
        or i1 %7, false with %7 exchanged = 0
        or i1 %7, true with %7 exchanged = -?0+1 in 0..1 by 1
        xor i1 %7, false with %7 exchanged = 0
        and i2 %7, 1 with %7 exchanged = ?0 in 0..3 by 1
        or i2 %7, 1 with %7 exchanged = ?0 in 0..3 by 1
        xor i2 %7, 1 with %7 exchanged = ?0 in 0..3 by 1
        xor i2 %7, -1 with %7 exchanged = ?0 in 0..3 by 1
    "#]]
    .assert_eq(&bits);
}

/// Cut to fewer bits, different addresses may be the same.
#[test]
fn parts_of_addresses() {
    let same = "  %7 = offset %3 + 4294967296\n  %8 = ptrtoint ptr %3 to i32\n  %9 = ptrtoint ptr %7 to i32\n  %10 = cmp eq i32 %8, %9\n  %11 = zext i1 %10 to i64\n  return %11";
    let found = returned(0, 0, same);
    assert!(found.contains('1'), "{found}");
    let cut = "  %7 = inttoptr i64 1099511627776 to ptr\n  %8 = ptrtoint ptr %7 to i32\n  %9 = zext i32 %8 to i64\n  return %9";
    assert_eq!(returned(0, 0, cut), "0");
}

/// Where addresses are narrower than the widest numbers, they stay addresses as long as nothing is computed of them.
#[test]
fn addresses_of_32_bits() {
    let returned = |rest: &str| {
        let text = format!("module ilp32\n\nfunc @main() -> i64 {{\nbb0:\n  %0 = alloca 8 align 8\n{rest}\n}}\n");
        let module = super::explorer::parsed(&text);
        let returns = explore(&task(&module)).returns;
        returns.iter().map(|state| state.lines().next().unwrap_or_default().to_string()).collect::<Vec<_>>().join("; ")
    };
    let wide = "  %1 = ptrtoint ptr %0 to i64\n  %2 = ptrtoint ptr %0 to i32\n  %3 = zext i32 %2 to i64\n  %4 = cmp eq i64 %1, %3\n  %5 = zext i1 %4 to i64\n  return %5";
    expect!["FuncId(0) %0=1"].assert_eq(&returned(wide));
    expect!["FuncId(0) %0=?0"].assert_eq(&returned("  %1 = ptrtoint ptr %0 to i64\n  %2 = add i64 %1, 4\n  return %2"));
    expect!["FuncId(0) %0=&0"].assert_eq(&returned("  %1 = ptrtoint ptr %0 to i64\n  return %1"));
    expect!["FuncId(0) %0=&0+4"].assert_eq(&returned(
        "  %1 = ptrtoint ptr %0 to i32\n  %2 = add i32 %1, 4\n  %3 = zext i32 %2 to i64\n  return %3",
    ));
    expect!["FuncId(0) %0=&0+2147483647"]
        .assert_eq(&returned("  %1 = offset %0 + 2147483647\n  %2 = ptrtoint ptr %1 to i64\n  return %2"));
    expect!["FuncId(0) %0=?0"]
        .assert_eq(&returned("  %1 = offset %0 + 2147483648\n  %2 = ptrtoint ptr %1 to i64\n  return %2"));
    expect!["FuncId(0) %0=4294967291"]
        .assert_eq(&returned("  %1 = inttoptr i32 -5 to ptr\n  %2 = ptrtoint ptr %1 to i64\n  return %2"));
    expect!["FuncId(0) %0=1"]
        .assert_eq(&returned("  %1 = inttoptr i64 4294967297 to ptr\n  %2 = ptrtoint ptr %1 to i64\n  return %2"));
}

/// Results at the borders of what is computed with.
#[test]
fn results_at_borders() {
    let found: String = [
        (0, 1, "shl i64 %0, 0"),
        (0, 1, "shl i64 %0, 61"),
        (0, 1, "shl i64 %0, 62"),
        (0, i64::MAX, "lshr i64 %0, 63"),
        (0, i64::MAX, "lshr i64 %0, 62"),
        (0, i64::MAX, "ashr i64 %0, 63"),
        (0, 9, "urem i64 %0, 0"),
        (0, 9, "udiv i64 %0, 0"),
        (-5, 9, "srem i64 %0, 0"),
        (-5, 9, "srem i64 %0, 1"),
        (-5, 9, "srem i64 %0, -1"),
        (-5, 9, "srem i64 %0, -9223372036854775808"),
        (-5, 9, "urem i64 %0, 1"),
        (-5, 9, "urem i64 %0, 0"),
        (0, 9, "udiv i64 %0, 1"),
        (5, 9, "udiv i64 100, %0"),
        (0, 9, "udiv i64 100, %0"),
        (0, 3, "or i64 %0, 4"),
        (0, 0, "or i64 %0, 4"),
        (0, 4, "or i64 %0, 4"),
        (-1, 4, "or i64 %0, 4"),
        (5, 9, "and i64 %0, -4"),
        (5, 9, "and i64 -4, %0"),
        (-9, -5, "and i64 %0, -4"),
        (5, 9, "and i64 %0, -9223372036854775808"),
        (5, 9, "and i64 %0, -1"),
    ]
    .map(|(lo, hi, inst)| {
        format!("{lo}..{hi}: {inst} = {}\n", returned(lo, hi, &format!("  %7 = {inst} !9:1\n  return %7")))
    })
    .concat();
    expect![[r#"
        0..1: shl i64 %0, 0 = ?0 in 0..1 by 1
        0..1: shl i64 %0, 61 = ?0 in 0..2305843009213693952 by 2305843009213693952
        0..1: shl i64 %0, 62 = ?0 in -9223372036854775808..9223372036854775807 by 1
        0..9223372036854775807: lshr i64 %0, 63 = 0
        0..9223372036854775807: lshr i64 %0, 62 = ?0 in 0..1 by 1
        0..9223372036854775807: ashr i64 %0, 63 = 0
        0..9: urem i64 %0, 0 = line 9: div-by-zero: a division by zero is possible
        0..9: udiv i64 %0, 0 = line 9: div-by-zero: a division by zero is possible
        -5..9: srem i64 %0, 0 = ?0 in -9223372036854775808..9223372036854775807 by 1; line 9: div-by-zero: a division by zero is possible
        -5..9: srem i64 %0, 1 = 0
        -5..9: srem i64 %0, -1 = 0
        -5..9: srem i64 %0, -9223372036854775808 = ?0 in -9223372036854775808..9223372036854775807 by 1
        -5..9: urem i64 %0, 1 = 0
        -5..9: urem i64 %0, 0 = ?0 in -9223372036854775808..9223372036854775807 by 1; line 9: div-by-zero: a division by zero is possible
        0..9: udiv i64 %0, 1 = ?0 in 0..9 by 1
        5..9: udiv i64 100, %0 = ?0 in 11..20 by 1
        0..9: udiv i64 100, %0 = ?0 in 11..100 by 1; line 9: div-by-zero: a division by zero is possible
        0..3: or i64 %0, 4 = ?0 in 0..7 by 1
        0..0: or i64 %0, 4 = 4
        0..4: or i64 %0, 4 = ?0 in 0..7 by 1
        -1..4: or i64 %0, 4 = ?0 in -9223372036854775808..9223372036854775807 by 1
        5..9: and i64 %0, -4 = ?0 in 4..8 by 4
        5..9: and i64 -4, %0 = ?0 in 4..8 by 4
        -9..-5: and i64 %0, -4 = ?0 in -12..-8 by 4
        5..9: and i64 %0, -9223372036854775808 = ?0 in 0..9 by 1
        5..9: and i64 %0, -1 = ?0 in 5..9 by 1
    "#]].assert_eq(&found);
}
