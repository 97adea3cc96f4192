//! Proofs about integer transition systems, as people and programs read them.

use certify::judge_system;
use engine::Budget;
use expect_test::{Expect, expect};
use its::format::{self, Kind};
use its::system::System;
use its_search::prove::prove;

fn system(vars: &str, rules: &[&str]) -> System {
    let rules = rules.join("\n");
    let text = format!("(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS s))\n(VAR {vars})\n(RULES\n{rules}\n)");
    format::read(&text, Kind::Koat).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

/// The explanation, and in JSON the technique and the kinds of steps.
fn check(system: &System, explained: Expect, document: Expect) {
    let verdict = judge_system(system, prove(system, &Budget::new()).expect("the solver starts"), &Budget::new());
    let mut text = Vec::new();
    report::its::write_text(system, &verdict, true, &mut text).expect("memory can be written to");
    explained.assert_eq(&String::from_utf8_lossy(&text));
    let mut json = Vec::new();
    report::its::write_json(system, &verdict, "system.koat", 0.0, &mut json).expect("memory can be written to");
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    let steps = json["proof"]["steps"].as_array().expect("a proof has steps");
    let kinds: Vec<&str> = steps.iter().filter_map(|step| step["kind"].as_str()).collect();
    let technique = json["proof"]["technique"].as_str().unwrap_or_default();
    document.assert_eq(&format!("{technique}: {}", kinds.join(", ")));
}

#[test]
fn size_change() {
    let rules = ["s(x,y) -> l(x,y)", "l(x,y) -> l(x - 1,x - 1) :|: x > 0", "l(x,y) -> l(y - 1,y - 1) :|: y > 0"];
    check(
        &system("x y", &rules),
        expect![[r#"
        YES
        cycle through `l`, by the size of:
          m1: x - 1
          m2: y - 1
          m3: x
          m4: y
          l → l (1): m1 > m1', m1 > m2', m1 ≥ m3', m1 ≥ m4', m3 > m1', m3 > m2', m3 > m3', m3 > m4'
          l → l (2): m2 > m1', m2 > m2', m2 ≥ m3', m2 ≥ m4', m4 > m1', m4 > m2', m4 > m3', m4 > m4'
          what is greater is at least 0; every sequence of these steps has something that falls for ever
    "#]],
        expect!["size change: size-change"],
    );
}

#[test]
fn polynomial_functions() {
    let rules = [
        "s(x,y) -> l(x,y)",
        "l(x,y) -> l(x - 1,y + 2*x - 2) :|: x >= 1 && y >= 0",
        "l(x,y) -> l(x + 1,y - 2*x - 2) :|: x >= 0 && y >= 2*x + 2",
    ];
    check(
        &system("x y", &rules),
        expect![[r#"
            YES
            cycle through `l`:
              at `l`: x·x + y
              never increases; decreases, and is at least 0 before, on l → l (2), l → l (1)
        "#]],
        expect!["polynomial functions: ranked"],
    );
}

#[test]
fn transitions_in_cases() {
    let rules = [
        "s(x,y,z) -> l(x,y,z)",
        "l(x,y,z) -> l(x + y,-y - 1,u) :|: x > 0 && z <= 0",
        "l(x,y,z) -> l(x,y,z - 1) :|: z > 0",
    ];
    check(
        &system("x y z u", &rules),
        expect![[r#"
            YES
            one of these cases holds whenever l → l (2) is taken:
              l → l (split 3): -y - 1 ≥ 0
              l → l (split 4): y ≥ 0
            one of these cases holds whenever l → l (1) is taken:
              l → l (split 5): -y - 1 ≥ 0
              l → l (split 6): y ≥ 0
            cycle through `l`:
              at `l`: 2·x + y - 2
              never increases; decreases, and is at least 0 before, on l → l (split 6)
            cycle through `l`:
              at `l`: x - 1
              never increases; decreases, and is at least 0 before, on l → l (split 5)
            cycle through `l`:
              at `l`: z - 1
              never increases; decreases, and is at least 0 before, on l → l (split 3), l → l (split 4)
        "#]],
        expect!["transitions in cases: cases, cases, ranked, ranked, ranked"],
    );
}

#[test]
fn regions() {
    let rules = [
        "s(x,y) -> l(x,y)",
        "l(x,y) -> l(x + 3,u) :|: x >= 0 && y >= 0 && u < 0",
        "l(x,y) -> l(x - 4,u) :|: x >= 0 && y < 0",
    ];
    check(
        &system("x y u", &rules),
        expect![[r#"
            YES
            cycle through `l`, in regions:
              at `l`: -y - 1 ≥ 0, or y ≥ 0
            never possible: l with y ≥ 0 → l with -y - 1 ≥ 0 (split 5)
            never possible: l with y ≥ 0 → l with y ≥ 0 (split 6)
            never possible: l with -y - 1 ≥ 0 → l with -y - 1 ≥ 0 (split 7)
            never possible: l with -y - 1 ≥ 0 → l with y ≥ 0 (split 8)
            never possible: l with y ≥ 0 → l with y ≥ 0 (split 10)
            cycle through `l with -y - 1 ≥ 0`, `l with y ≥ 0`:
              at `l with -y - 1 ≥ 0`: 2·x
              at `l with y ≥ 0`: 2·x + 7
              never increases; decreases, and is at least 0 before, on l with -y - 1 ≥ 0 → l with -y - 1 ≥ 0 (split 3), l with -y - 1 ≥ 0 → l with y ≥ 0 (split 4), l with y ≥ 0 → l with -y - 1 ≥ 0 (split 9)
        "#]],
        expect!["piecewise functions: regions, impossible, impossible, impossible, impossible, impossible, ranked"],
    );
}

#[test]
fn disjunctive_well_foundedness() {
    let rules = [
        "s(x,y,z) -> l(x,y,z)",
        "l(x,y,z) -> l(u,v,w) :|: x >= 0 && u < x && v + w < x",
        "l(x,y,z) -> l(u,v,w) :|: y >= 0 && z >= 0 && u < y + z && v + w < y + z",
    ];
    check(
        &system("x y z u v w", &rules),
        expect![[r#"
        YES
        cycle through `l`; after a visit of `l` one of these holds:
          at `l`: x - x' - 1 ≥ 0, x - y' - z' - 1 ≥ 0, x ≥ 0, x - x' ≥ 0, x - y' - z' ≥ 0
            at least 0 first, and then less: x
          at `l`: y + z - x' - 1 ≥ 0, y + z - y' - z' - 1 ≥ 0, y ≥ 0, y + z ≥ 0, y + z - x' ≥ 0, y + z - y' - z' ≥ 0, z ≥ 0
            at least 0 first, and then less: y + z
          so `l` is visited only finitely often
    "#]],
        expect!["disjunctive well-foundedness: disjunction"],
    );
}
