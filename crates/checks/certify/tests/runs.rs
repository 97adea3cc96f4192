//! Runs that are claimed: what the replay makes of each kind of claim, and of which functions a verdict speaks.

use certify::{Conclusion, Refutation, Seen, Verdict, judge};
use engine::{
    Answer, Budget, BugKind, Cell, FiniteTrace, Input, InputKind, Lasso, Limit, OnlyRun, Outcome, Property, Task,
    Trace, Unknown, Violation,
};
use ir::{Id, Module, NondetKind, Places, RegId, Type};

fn module(text: &str) -> Module {
    let module = ir::parse(text).expect("the test program parses");
    ir::verify(&module).expect("the test program verifies");
    module
}

fn task(module: &Module) -> Task<'_> {
    Task {
        error_functions: vec!["reach_error".to_string()],
        ..Task::new(module, module.func_named("main").expect("the test program has a main"), Property::ALL.to_vec())
    }
}

fn trace(kind: BugKind) -> FiniteTrace {
    let violation =
        Violation { kind, loc: Places::nowhere(), message: "claimed".into(), related: vec![], stack: vec![] };
    FiniteTrace { inputs: Vec::new(), violation }
}

fn judged_within(text: &str, property: Property, outcome: Outcome, budget: &Budget) -> Verdict {
    let module = module(text);
    judge(&task(&module), Answer::new(property, outcome), budget)
}

fn judged(text: &str, property: Property, outcome: Outcome) -> Verdict {
    judged_within(text, property, outcome, &Budget::new())
}

fn claimed(text: &str, property: Property, kind: BugKind) -> Verdict {
    judged(text, property, Outcome::Refuted(trace(kind).into()))
}

fn refutation(verdict: &Verdict) -> &Refutation {
    match verdict.conclusion() {
        Conclusion::False(refutation) => refutation,
        Conclusion::True(_) | Conclusion::Unknown(_) => panic!("{verdict:?}"),
    }
}

fn reason(verdict: &Verdict) -> &Unknown {
    match verdict.conclusion() {
        Conclusion::Unknown(doubt) => &doubt.reason,
        Conclusion::True(_) | Conclusion::False(_) => panic!("{verdict:?}"),
    }
}

fn ended() -> Budget {
    let budget = Budget::new();
    budget.stop(Limit::Time);
    budget
}

/// The instructions of `main`.
fn program(lines: &[&str]) -> String {
    let body: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!(
        "module lp64\n\nglobal @g: 8 align 8 = {{ zero 8 }}\n\nfunc @malloc(i64) -> ptr builtin malloc\n\nfunc @free(ptr) builtin free\n\n\
        func @reach_error() builtin reach_error\n\nfunc @main() -> i32 {{\nbb0:\n{body}  return i32 0\n}}\n"
    )
}

const NULL: &str = "%0 = load i32 null align 4";
const LEAK: &str = "call void @malloc(i64 4)";
const BAD_FREE: &str = "call void @free(ptr @g)";
const ERROR: &str = "call void @reach_error()";
const DIVISION: &str = "%0 = sdiv i32 1, 0";

/// What happens, what is claimed of which property, and the part that is refuted, if one is.
#[test]
fn a_run_breaks_what_it_breaks_first() {
    use Property::{UnreachCall, ValidDeref, ValidFree, ValidMemcleanup, ValidMemsafety, ValidMemtrack};
    for (lines, property, kind, part) in [
        (&[NULL][..], ValidMemsafety, BugKind::NullDeref, Some(ValidDeref)),
        (&[NULL], ValidMemsafety, BugKind::OutOfBounds, Some(ValidDeref)),
        (&[NULL], ValidDeref, BugKind::NullDeref, Some(ValidDeref)),
        // Instead of a loss that is claimed, something that only the whole run shows.
        (&[NULL], ValidMemsafety, BugKind::Leak, Some(ValidDeref)),
        (&[BAD_FREE], ValidMemsafety, BugKind::Leak, Some(ValidFree)),
        (&[NULL], ValidMemtrack, BugKind::Leak, None),
        (&[BAD_FREE], ValidMemtrack, BugKind::Leak, None),
        (&[DIVISION], ValidMemsafety, BugKind::Leak, None),
        // A loss comes first.
        (&[LEAK, NULL], ValidMemsafety, BugKind::NullDeref, Some(ValidMemtrack)),
        (&[LEAK, NULL], ValidDeref, BugKind::NullDeref, Some(ValidDeref)),
        (&[LEAK, NULL], ValidMemsafety, BugKind::Leak, Some(ValidMemtrack)),
        (&[LEAK], ValidMemtrack, BugKind::Leak, Some(ValidMemtrack)),
        (&[LEAK], ValidMemcleanup, BugKind::LeakAtExit, Some(ValidMemcleanup)),
        // Other parts do not stand for each other.
        (&[NULL], ValidMemsafety, BugKind::InvalidFree, None),
        (&[BAD_FREE], ValidMemsafety, BugKind::NullDeref, None),
        (&[BAD_FREE], ValidDeref, BugKind::NullDeref, None),
        (&[LEAK], ValidMemcleanup, BugKind::Leak, None),
        (&[NULL], ValidMemcleanup, BugKind::LeakAtExit, None),
        (&[ERROR], UnreachCall, BugKind::ErrorCall, Some(UnreachCall)),
        (&[ERROR], ValidMemsafety, BugKind::NullDeref, None),
        (&[DIVISION], ValidMemsafety, BugKind::DivByZero, None),
    ] {
        let verdict = claimed(&program(lines), property, kind);
        let found = match verdict.conclusion() {
            Conclusion::False(refutation) => Some(refutation.part),
            Conclusion::True(_) | Conclusion::Unknown(_) => None,
        };
        assert_eq!(found, part, "{lines:?}, {kind} of {property}: {verdict:?}");
        if part.is_none() {
            assert!(matches!(reason(&verdict), Unknown::Internal(_)), "{verdict:?}");
        }
    }
}

#[test]
fn what_happened_is_told_as_the_replay_saw_it() {
    let verdict = claimed(&program(&["%0 = add i32 1, 2", LEAK, BAD_FREE]), Property::ValidFree, BugKind::DoubleFree);
    let found = refutation(&verdict);
    assert_eq!((found.violation.kind, found.steps, found.laps.is_some()), (BugKind::InvalidFree, 3, false));
    assert_eq!(verdict.property(), Property::ValidFree);
}

#[test]
fn what_cannot_be_replayed_says_why() {
    let beyond = program(&["unsupported \"a fence\"()", NULL]);
    let verdict = claimed(&beyond, Property::ValidDeref, BugKind::NullDeref);
    assert!(matches!(reason(&verdict), Unknown::Unsupported { what, .. } if what == "a fence"), "{verdict:?}");
    let outcome = || Outcome::Refuted(trace(BugKind::NullDeref).into());
    let stopped = judged_within(&program(&[NULL]), Property::ValidDeref, outcome(), &ended());
    assert_eq!(*reason(&stopped), Unknown::Limit(Limit::Time));
    let proof = Outcome::Proved(Box::new(OnlyRun { steps: 1000 }));
    let verdict = judged(&beyond, Property::ValidDeref, proof);
    assert!(matches!(reason(&verdict), Unknown::Unsupported { what, .. } if what == "a fence"), "{verdict:?}");
    let proof = Outcome::Proved(Box::new(OnlyRun { steps: 1000 }));
    let stopped = judged_within(&program(&[]), Property::ValidDeref, proof, &ended());
    assert_eq!(*reason(&stopped), Unknown::Limit(Limit::Time));
}

/// The only run may also end by `abort`, or by an assumption that does not hold: nothing bad happens in it.
#[test]
fn runs_that_stop_early_are_proofs_too() {
    for end in ["  assume false\n  return i32 0\n", "  abort i32 6\n"] {
        let text = program(&[]).replace("  return i32 0\n", end);
        let verdict = judged(&text, Property::ValidDeref, Outcome::Proved(Box::new(OnlyRun { steps: 1000 })));
        assert!(matches!(verdict.conclusion(), Conclusion::True(_)), "{verdict:?}");
        let verdict = claimed(&text, Property::ValidDeref, BugKind::NullDeref);
        assert!(
            matches!(reason(&verdict), Unknown::Internal(why) if why.contains("without a violation")),
            "{verdict:?}"
        );
    }
}

/// Reads null if an address has a bit that it has in some layouts only.
#[test]
fn all_layouts_count() {
    let looking = |shift: u32| {
        let lines = ["%0 = alloca 8 align 8", "%1 = ptrtoint ptr %0 to i64"];
        let body = format!(
            "%2 = lshr i64 %1, {shift}\n  %3 = and i64 %2, 1\n  %4 = cmp eq i64 %3, BIT\n  branch %4, bb1, bb2\nbb1:\n  %5 = load i32 null align 4\n  return %5\nbb2:"
        );
        program(&[lines[0], lines[1], &body])
    };
    let (mut refuted, mut open) = (0, 0);
    for shift in 3..47 {
        for bit in ["0", "1"] {
            let text = looking(shift).replace("BIT", bit);
            let verdict = claimed(&text, Property::ValidDeref, BugKind::NullDeref);
            let expected = [interp::Layout::Usual, interp::Layout::Shifted, interp::Layout::Reversed].map(|layout| {
                let module = module(&text);
                let options =
                    interp::Options { layout, ..interp::Options::for_property(&task(&module), Property::ValidDeref) };
                let mut inputs = interp::ListedInputs::default();
                let observer = &mut interp::NoObserver;
                let run =
                    interp::run(&module, task(&module).entry, &options, &mut inputs, &mut (), observer, &Budget::new());
                matches!(run.end, interp::End::Violation(_))
            });
            let is_refuted = matches!(verdict.conclusion(), Conclusion::False(_));
            assert_eq!(is_refuted, expected == [true; 3], "bit {shift} is {bit}: {expected:?}");
            refuted += usize::from(is_refuted);
            open += usize::from(expected[0] && !is_refuted);
            if expected[0] && !is_refuted {
                assert!(matches!(reason(&verdict), Unknown::Imprecise { .. }), "{verdict:?}");
            }
        }
    }
    assert!(refuted > 0 && open > 0, "{refuted} {open}");
}

const CALLS: &str = "module lp64

func @main() -> i32 {
bb0:
  %0 = nondet signed i32
  %1 = cmp eq i32 %0, 1
  branch %1, bb1, bb2
bb1:
  call void @first()
  jump bb3
bb2:
  call void @second()
  call void @second()
  jump bb3
bb3:
  LAST
  return i32 0
}

func @second() assumed pure {
bb0:
  return
}

func @first() assumed pure {
bb0:
  return
}

func @never() assumed pure {
bb0:
  return
}
";

fn asked(bits: u128) -> Input {
    Input { kind: InputKind::Nondet(NondetKind::Signed), ty: Type::Int(32), bits, loc: Places::nowhere() }
}

/// A run rests on the supplied bodies that it called, each named once.
#[test]
fn of_a_run_what_was_called_is_assumed() {
    let text = CALLS.replace("LAST", "%2 = load i32 null align 4");
    let module = module(&text);
    for (input, called) in [(1, "first"), (2, "second")] {
        let outcome = Outcome::Refuted(FiniteTrace { inputs: vec![asked(input)], ..trace(BugKind::NullDeref) }.into());
        let verdict = judge(&task(&module), Answer::new(Property::ValidDeref, outcome), &Budget::new());
        assert!(verdict.is_settled(), "{verdict:?}");
        let names: Vec<&str> = verdict.assumed().iter().map(|func| module.funcs[*func].name.as_str()).collect();
        assert_eq!(names, [called]);
    }
}

/// Of a run that is too long to be kept, all that the program may call.
#[test]
fn of_a_long_run_what_may_be_called_is_assumed() {
    let counted = "jump bb4(i32 0)\nbb4(%2: i32):\n  %3 = add i32 %2, 1\n  %4 = cmp ult i32 %3, 10100\n  branch %4, bb4(%3), bb5\nbb5:\n  %5 = load i32 null align 4";
    let text = CALLS.replace("LAST", counted);
    let module = module(&text);
    let outcome = Outcome::Refuted(FiniteTrace { inputs: vec![asked(1)], ..trace(BugKind::NullDeref) }.into());
    let verdict = judge(&task(&module), Answer::new(Property::ValidDeref, outcome), &Budget::new());
    assert!(refutation(&verdict).path.omitted > 0);
    let names: Vec<&str> = verdict.assumed().iter().map(|func| module.funcs[*func].name.as_str()).collect();
    assert_eq!(names, ["second", "first"]);
    assert!(refutation(&verdict).path.steps().count() >= 10_000);
}

/// A run past calls of which nothing is known happens if they come back: nothing is refuted, and people are told.
#[test]
fn a_run_past_unknown_calls_is_a_warning() {
    let text = "module lp64\n\nfunc @who() extern\n\nfunc @main() -> i32 {\nbb0:\n  call void @who()\n  %0 = load i32 null align 4\n  return %0\n}\n";
    let unknown = || Unknown::Unsupported { what: "who".into(), at: Places::nowhere() };
    let verdict = judged(text, Property::ValidDeref, Outcome::Suspected(trace(BugKind::NullDeref), unknown()));
    let Conclusion::Unknown(doubt) = verdict.conclusion() else { panic!("{verdict:?}") };
    assert_eq!(doubt.reason, unknown());
    let Some(seen @ Seen::IfCallsReturn(_)) = &doubt.seen else { panic!("{doubt:?}") };
    assert_eq!(seen.run().violation.kind, BugKind::NullDeref);
    assert_eq!(doubt.suspicion.as_ref(), Some(&seen.run().violation));
    let verdict = judged(text, Property::ValidDeref, Outcome::Suspected(trace(BugKind::DoubleFree), unknown()));
    let Conclusion::Unknown(doubt) = verdict.conclusion() else { panic!("{verdict:?}") };
    assert_eq!((&doubt.reason, &doubt.seen, &doubt.suspicion), (&unknown(), &None, &None));
    let verdict = claimed(text, Property::ValidDeref, BugKind::NullDeref);
    assert!(matches!(reason(&verdict), Unknown::Unsupported { .. }), "{verdict:?}");
}

/// What is told of a run that never ends.
#[test]
fn a_lasso_is_told_with_its_lap() {
    let text = "module lp64\n\nfunc @main() -> i32 {\nbb0:\n  %0 = nondet signed i32\n  jump bb1(i32 0)\nbb1(%1: i32):\n  %2 = add i32 %1, 1\n  jump bb1(%2)\n}\n";
    let cells = vec![Cell::Register { depth: 0, reg: RegId::from_index(1) }];
    let lasso = Lasso { inputs: vec![asked(5)], stem: 2, period: 2, cells, set: vec![] };
    let claim = |lasso: &Lasso| Outcome::Refuted(Trace::Lasso(lasso.clone()));
    let verdict = judged(text, Property::Termination, claim(&lasso));
    let found = refutation(&verdict);
    assert_eq!((found.part, found.steps, found.violation.kind), (Property::Termination, 4, BugKind::NonTermination));
    let laps = found.laps.as_ref().expect("it is a lasso");
    assert_eq!((&laps.lasso, laps.stem_inputs, found.inputs.as_slice()), (&lasso, 1, lasso.inputs.as_slice()));
    assert!(found.path.steps().count() > 0, "people see how it begins");
    let wrong = judged(text, Property::Termination, claim(&Lasso { period: 1, ..lasso.clone() }));
    let Conclusion::Unknown(doubt) = wrong.conclusion() else { panic!("{wrong:?}") };
    assert!(matches!(&doubt.reason, Unknown::Internal(why) if why.contains("does not lead back")), "{doubt:?}");
    assert_eq!(doubt.suspicion, None);
    let stopped = judged_within(text, Property::Termination, claim(&lasso), &ended());
    assert_eq!(*reason(&stopped), Unknown::Limit(Limit::Time));
    let beyond = text.replace("  jump bb1(%2)", "  unsupported \"a fence\"()\n  jump bb1(%2)");
    let verdict = judged(&beyond, Property::Termination, claim(&Lasso { period: 3, ..lasso }));
    assert!(matches!(reason(&verdict), Unknown::Unsupported { what, .. } if what == "a fence"), "{verdict:?}");
}
