//! Clauses of small programs, and what proofs about them are believed.

use chc::proof::{Evidence, Proof, check};
use chc::system::{Excluded, Trouble};
use chc::{Words, clauses};
use engine::{Budget, BugKind, Property};
use expect_test::expect;
use smt::Terms;

use crate::common::{ALL, asserting, is_safe, module, plan, safe, system, task};

const COUNTING: &str = "func @main() -> i32 {
bb0:
  %0 = nondet signed i32
  %1 = cmp sge i32 %0, 0
  assume %1
  jump bb1(i32 0, %0)
bb1(%2: i32, %3: i32):
  %4 = cmp sgt i32 %3, 0
  branch %4, bb2, bb3
bb2:
  %5 = add nsw i32 %2, 1
  %6 = sub nsw i32 %3, 1
  jump bb1(%5, %6)
bb3:
  %7 = cmp eq i32 %2, %0
  branch %7, bb5, bb4
bb4:
  call void @reach_error()
  jump bb5
bb5:
  return i32 0
}

func @reach_error() builtin reach_error
";

#[test]
fn a_loop_is_one_relation() {
    let module = module(COUNTING);
    let system = system(&module, Property::UnreachCall, &plan(Words::Fitting, &[], &module));
    expect![[r#"
        (set-logic HORN)
        (declare-fun main.bb1.0 (Int Int Int) Bool)
        (assert (forall ((any!0 Int)) (=> (and (<= (- 2147483648) any!0) (<= any!0 2147483647) (<= 0 any!0)) (main.bb1.0 any!0 0 any!0))))
        (assert (forall ((r!1 Int) (r!2 Int) (r!3 Int)) (=> (and (main.bb1.0 r!1 r!2 r!3) (<= (- 2147483648) r!1) (<= r!1 2147483647) (<= (- 2147483648) r!2) (<= r!2 2147483647) (<= (- 2147483648) r!3) (<= r!3 2147483647) (< 0 r!3) (<= (+ r!2 1) 2147483647) (<= (- 2147483648) (+ r!3 (- 1)))) (main.bb1.0 r!1 (+ r!2 1) (+ r!3 (- 1))))))
        (assert (forall ((r!1 Int) (r!2 Int) (r!3 Int)) (=> (let ((?0 (< 0 r!3))) (let ((?1 (+ r!2 1))) (and (main.bb1.0 r!1 r!2 r!3) (<= (- 2147483648) r!1) (<= r!1 2147483647) (<= (- 2147483648) r!2) (<= r!2 2147483647) (<= (- 2147483648) r!3) (<= r!3 2147483647) (or (and (<= r!3 0) (not (= r!1 r!2))) (and ?0 (< 2147483647 ?1)) (and ?0 (<= ?1 2147483647) (< (+ r!3 (- 1)) (- 2147483648))))))) false)))
        (check-sat)
    "#]].assert_eq(&system.horn.to_smtlib());
}

#[test]
fn a_proof_is_believed_only_if_every_clause_holds() {
    let module = module(COUNTING);
    let task = task(&module);
    let judged = |words, formula: &str| {
        let proof = Proof::of(plan(words, &[], &module), Evidence::Formulas(vec![formula.to_string()]));
        check(&task, Property::UnreachCall, &proof, &Budget::new()).is_ok()
    };
    // The arguments are %0, %2 and %3.
    let sum = "(and (= (+ a1 a2) a0) (>= a2 0) (>= a1 0))";
    assert!(judged(Words::Fitting, sum) && judged(Words::Integers, sum));
    assert!(!judged(Words::Integers, "(and (= (+ a1 a2) a0) (>= a2 0) (>= a1 1))"), "it does not hold at first");
    assert!(!judged(Words::Integers, "(and (= (+ a1 a2) a0) (>= a2 1))"), "nor is it kept");
    assert!(!judged(Words::Integers, "(>= a2 0)"), "nor does it exclude the error");
    assert!(!judged(Words::Integers, "(>= a7 0)"), "it speaks of something else");
    assert!(!judged(Words::Bits, sum), "it is a formula about other words");
    let none = Proof::of(plan(Words::Integers, &[], &module), Evidence::Formulas(Vec::new()));
    assert!(check(&task, Property::UnreachCall, &none, &Budget::new()).is_err(), "there are too few formulas");
}

#[test]
fn unsigned_numbers_wrap_and_signed_ones_too() {
    let sum = "func @main() -> i32 {\nbb0:\n  %0 = nondet unsigned i32\n  %1 = add i32 %0, 1\n";
    for words in [Words::Integers, Words::Bits] {
        let wraps = module(&asserting(sum, "cmp ugt i32 %1, %0"));
        assert!(!is_safe(&wraps, Property::UnreachCall, &plan(words, &[], &wraps)), "{words:?}");
        let differs = module(&asserting(sum, "cmp ne i32 %1, %0"));
        assert!(is_safe(&differs, Property::UnreachCall, &plan(words, &[], &differs)), "{words:?}");
    }
    let signed = sum.replace("unsigned", "signed").replace("add i32", "add nsw i32");
    safe(&asserting(&signed, "cmp sgt i32 %1, %0"), Property::UnreachCall, false);
    safe(&asserting(&signed, "cmp ne i32 %1, %0"), Property::NoOverflow, false);
}

/// What is read as a number that fits, and does not, is not taken for granted elsewhere: there, it would exclude the very runs in
/// which it does not fit.
#[test]
fn numbers_that_do_not_fit_are_noticed_whatever_is_computed_with_them() {
    let bits = "func @main() -> i32 {
bb0:
  %0 = nondet unsigned i32
  %1 = nondet unsigned i32
  %2 = sub i32 %0, 1
  %3 = and i32 %2, %1
";
    let module = module(&asserting(bits, "cmp ule i32 %3, %2"));
    let system = system(&module, Property::UnreachCall, &plan(Words::Fitting, &[], &module));
    let misfit = |excluded: &&Excluded| excluded.obligation.trouble == Trouble::Misfit;
    assert_eq!(system.obligations.iter().flatten().filter(misfit).count(), 1);
    assert!(!is_safe(&module, Property::UnreachCall, &plan(Words::Fitting, &[], &module)));
    assert!(is_safe(&module, Property::UnreachCall, &plan(Words::Integers, &[], &module)));
}

#[test]
fn what_has_no_meaning_is_excluded() {
    let divided = |divisor: &str| {
        format!(
            "func @main() -> i32 {{\nbb0:\n  %0 = nondet signed i32\n  %1 = nondet signed i32\n{divisor}  return i32 0\n}}\n"
        )
    };
    safe(&divided("  %2 = sdiv i32 %0, %1\n"), Property::UnreachCall, false);
    let positive = "  %2 = cmp sgt i32 %1, 0\n  assume %2\n  %3 = sdiv i32 %0, %1\n";
    safe(&divided(positive), Property::UnreachCall, true);
    safe(&divided(positive), Property::NoOverflow, true);
    let odd = "  %2 = cmp ne i32 %1, 0\n  assume %2\n  %3 = sdiv i32 %0, %1\n";
    safe(&divided(odd), Property::UnreachCall, false);
    safe(&divided(odd), Property::NoOverflow, false);
    let shifted = "func @main() -> i32 {\nbb0:\n  %0 = nondet unsigned i32\n  %1 = lshr i32 1, %0\n  return %1\n}\n";
    safe(shifted, Property::UnreachCall, false);
    safe("func @main() -> i32 {\nbb0:\n  unreachable\n}\n", Property::UnreachCall, false);
    let call = "func @main() -> i32 {\nbb0:\n  call void @f()\n  return i32 0\n}\n\nfunc @f() extern\n";
    safe(call, Property::UnreachCall, false);
}

const GLOBAL: &str = "global @g: 8 align 4 = { bytes \"\\x05\\x00\\x00\\x00\", zero 4 }

func @add(%0: i32) {
bb0:
  %1 = load i32 @g align 4
  %2 = add i32 %1, %0
  store i32 %2 to @g align 4
  return
}

";

#[test]
fn globals_are_known_by_what_they_hold_across_calls() {
    let main =
        "func @main() -> i32 {\nbb0:\n  call void @add(i32 2)\n  call void @add(i32 3)\n  %0 = load i32 @g align 4\n";
    let module = module(&asserting(&format!("{GLOBAL}{main}"), "cmp eq i32 %0, 10"));
    for words in ALL {
        for summarised in [&[][..], &["add"]] {
            let plan = plan(words, summarised, &module);
            assert!(is_safe(&module, Property::UnreachCall, &plan), "{words:?} {summarised:?}");
        }
    }
    let text = asserting(&format!("{GLOBAL}{main}"), "cmp eq i32 %0, 9");
    safe(&text, Property::UnreachCall, false);
}

#[test]
fn whose_address_others_know() {
    let main = "global @kept: 8 align 8 = { zero 8 }\n\nfunc @keep(%0: ptr) {\nbb0:\n  store ptr %0 to @kept align 8\n  return\n}\n\nfunc @main() -> i32 {\nbb0:\n  store i32 1 to @g align 4\n  call void @keep(ptr @g)\n  %0 = load i32 @g align 4\n";
    safe(&asserting(&format!("{GLOBAL}{main}"), "cmp eq i32 %0, 1"), Property::UnreachCall, true);
    // An access through a pointer is not modelled.
    let through = "func @main(%0: ptr) -> i32 {\nbb0:\n  store i32 1 to %0 align 4\n  return i32 0\n}\n";
    safe(through, Property::UnreachCall, false);
}

#[test]
fn elements_of_arrays() {
    let array = |index: &str| {
        asserting(
            &format!(
                "func @main() -> i32 {{
bb0:
  %0 = alloca 40 align 4
  %1 = nondet unsigned i64
  %2 = cmp ult i64 %1, {index}
  assume %2
  %3 = offset %0 + %1*4
  store i32 7 to %3 align 4
  %4 = offset %0 + %1*4
  %5 = load i32 %4 align 4
"
            ),
            "cmp eq i32 %5, 7",
        )
    };
    safe(&array("10"), Property::UnreachCall, true);
    safe(&array("11"), Property::UnreachCall, false);
    let read_only = "global @c: 4 align 4 const = { bytes \"\\x01\\x00\\x00\\x00\" }\n\nfunc @main() -> i32 {\nbb0:\n  store i32 1 to @c align 4\n  return i32 0\n}\n";
    safe(read_only, Property::UnreachCall, false);
}

#[test]
fn recursion_has_a_summary_or_no_clauses() {
    let text = asserting(
        "func @down(%0: i32) -> i32 {
bb0:
  %1 = cmp sgt i32 %0, 0
  branch %1, bb1, bb2
bb1:
  %2 = sub nsw i32 %0, 1
  %3 = call i32 @down(i32 %2)
  return %3
bb2:
  return %0
}

func @main() -> i32 {
bb0:
  %0 = nondet signed i32
  %1 = call i32 @down(i32 %0)
",
        "cmp sle i32 %1, 0",
    );
    let module = module(&text);
    for words in ALL {
        assert!(is_safe(&module, Property::UnreachCall, &plan(words, &["down"], &module)), "{words:?}");
        let without =
            clauses(&task(&module), Property::UnreachCall, &plan(words, &[], &module), &Terms::new(), &Budget::new());
        assert!(without.is_err());
    }
    let wrong = self::module(&text.replace("cmp sle", "cmp slt"));
    assert!(!is_safe(&wrong, Property::UnreachCall, &plan(Words::Integers, &["down"], &wrong)));
}

#[test]
fn an_error_in_a_function_with_a_summary_is_an_error() {
    let text = "func @f(%0: i32) {
bb0:
  %1 = cmp eq i32 %0, 3
  branch %1, bb1, bb2
bb1:
  call void @reach_error()
  jump bb2
bb2:
  return
}

func @main() -> i32 {
bb0:
  call void @f(i32 2)
  call void @f(i32 4)
  return i32 0
}

func @reach_error() builtin reach_error
";
    for words in ALL {
        let right = module(text);
        assert!(is_safe(&right, Property::UnreachCall, &plan(words, &["f"], &right)));
        let wrong = module(&text.replace("i32 4)", "i32 3)"));
        assert!(!is_safe(&wrong, Property::UnreachCall, &plan(words, &["f"], &wrong)));
        let system = system(&wrong, Property::UnreachCall, &plan(words, &["f"], &wrong));
        let kinds: Vec<&Trouble> = system.obligations.iter().flatten().map(|at| &at.obligation.trouble).collect();
        assert_eq!(kinds, [&Trouble::Bug(BugKind::ErrorCall)]);
    }
}

/// Twelve does not divide what addresses wrap around by: an index can lead from one field to another.
#[test]
fn addresses_wrap_around() {
    let store = |index: &str| {
        asserting(
            &format!(
                "global @a: 36 align 4 = {{ zero 36 }}

func @main() -> i32 {{
bb0:
  %0 = nondet unsigned i64
  %1 = cmp {index}
  assume %1
  %2 = offset @a + %0*12
  store i32 7 to %2 align 4
  %3 = load i32 @a+4 align 4
"
            ),
            "cmp eq i32 %3, 0",
        )
    };
    safe(&store("ult i64 %0, 3"), Property::UnreachCall, true);
    safe(&store("eq i64 %0, 3074457345618258603"), Property::UnreachCall, false);
    let far = asserting(
        "func @main() -> i32 {
bb0:
  %0 = alloca 8 align 4
  store i32 1 to %0 align 4
  %1 = offset %0 + 2147483648
  %2 = offset %1 + 2147483648
  store i32 2 to %2 align 4
  %3 = load i32 %0 align 4
",
        "cmp eq i32 %3, 1",
    );
    let narrow = ir::parse(&format!("module ilp32\n\n{far}")).expect("the test program parses");
    for words in ALL {
        assert!(!is_safe(&narrow, Property::UnreachCall, &plan(words, &[], &narrow)), "{words:?}");
    }
}

/// What ends a run, and is not seen in what memory holds.
#[test]
fn scopes_copies_and_sizes() {
    let main =
        |body: &str| format!("func @main() -> i32 {{\nbb0:\n  %0 = alloca 8 align 4\n{body}  return i32 0\n}}\n");
    safe(&main("  lifetime.start %0\n  store i32 1 to %0 align 4\n  lifetime.end %0\n"), Property::UnreachCall, true);
    safe(&main("  lifetime.end %0\n  store i32 1 to %0 align 4\n"), Property::UnreachCall, false);
    safe(&main("  lifetime.end %0\n  lifetime.start %0\n  store i32 1 to %0 align 4\n"), Property::UnreachCall, true);
    let other = "  %1 = offset %0 + 4\n  lifetime.end %0\n  lifetime.start %0\n";
    safe(&main(&format!("{other}  store i32 1 to %1 align 4\n")), Property::UnreachCall, false);
    safe(&main(&format!("{other}  %2 = offset %0 + 4\n  store i32 1 to %2 align 4\n")), Property::UnreachCall, true);
    let copied = |from: &str| main(&format!("  %1 = offset %0 + {from}\n  memcpy %0, %1, 4\n"));
    safe(&copied("4"), Property::UnreachCall, true);
    safe(&copied("2"), Property::UnreachCall, false);
    let sized = |least: &str| {
        format!(
            "func @main() -> i32 {{\nbb0:\n  %0 = nondet unsigned i64\n  %1 = cmp ult i64 %0, {least}\n  assume %1\n  %2 = alloca dynamic %0 align 4\n  return i32 0\n}}\n"
        )
    };
    safe(&sized("100"), Property::UnreachCall, true);
    safe(&sized("1125899906842624"), Property::UnreachCall, false);
}

/// Where a computed goto leads is not known, and neither is that it leads anywhere.
#[test]
fn computed_gotos() {
    let text = "func @main(%0: ptr) -> i32 {\nbb0:\n  goto %0 [bb1]\nbb1:\n  return i32 0\n}\n";
    safe(text, Property::UnreachCall, false);
}
