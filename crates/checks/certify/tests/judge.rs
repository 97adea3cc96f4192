//! What the judge accepts, and above all what it refuses.

use std::any::Any;
use std::sync::Arc;

use certify::{Conclusion, Verdict, judge};
use engine::{
    Acyclic, Answer, Budget, BugKind, Certificate, FiniteTrace, Input, InputKind, Lasso, OnlyRun, Outcome, Property,
    Task, Trace, Unknown, Violation,
};
use ir::{LocId, Module, NondetKind, Places, Type};

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

fn judged(text: &str, property: Property, outcome: Outcome) -> Verdict {
    let module = module(text);
    judge(&task(&module), Answer::new(property, outcome), &Budget::new())
}

fn proved(text: &str, property: Property) -> Verdict {
    judged(text, property, Outcome::Proved(Box::new(OnlyRun { steps: 1000 })))
}

fn claim(kind: BugKind, inputs: Vec<Input>) -> Outcome {
    let violation =
        Violation { kind, loc: Places::nowhere(), message: "claimed".into(), related: vec![], stack: vec![] };
    Outcome::Refuted(FiniteTrace { inputs, violation }.into())
}

/// The value of the only `nondet` of the test programs, which stands nowhere.
fn input(value: u128) -> Input {
    input_at(value, Places::nowhere())
}

fn input_at(value: u128, loc: LocId) -> Input {
    Input { kind: InputKind::Nondet(NondetKind::Signed), ty: Type::Int(32), bits: value, loc }
}

fn refusal(verdict: &Verdict) -> String {
    match verdict.conclusion() {
        Conclusion::Unknown(doubt) => match &doubt.reason {
            Unknown::Internal(why) => why.clone(),
            other => panic!("unknown for another reason: {other:?}"),
        },
        Conclusion::True(_) | Conclusion::False(_) => panic!("not refused: {verdict:?}"),
    }
}

fn assert_refused(verdict: &Verdict, because: &str) {
    let why = refusal(verdict);
    assert!(why.contains(because), "expected {because:?} in {why:?}");
}

const PLAIN: &str = "module lp64\n\nfunc @main() -> i32 {\nbb0:\n  %0 = add nsw i32 1, 2\n  return %0\n}\n";

const READS_NULL_ON_7: &str = "module lp64

func @main() -> i32 {
bb0:
  %0 = nondet signed i32
  %1 = cmp eq i32 %0, 7
  branch %1, bb1, bb2
bb1:
  %2 = load i32 null align 4
  return %2
bb2:
  return i32 0
}
";

const LEAKS: &str = "module lp64

func @malloc(i64) -> ptr builtin malloc

func @main() -> i32 {
bb0:
  %0 = call ptr @malloc(i64 4)
  return i32 0
}
";

const LOOKS_AT_AN_ADDRESS: &str = "module lp64

func @malloc(i64) -> ptr builtin malloc

func @free(ptr) builtin free

func @main() -> i32 {
bb0:
  %0 = call ptr @malloc(i64 4)
  %1 = ptrtoint ptr %0 to i64
  call void @free(ptr %0)
  %2 = cmp ugt i64 %1, 123456
  branch %2, bb1, bb2
bb1:
  return i32 0
bb2:
  return i32 1
}
";

const DIVIDES_BY_ZERO_THEN_FAILS: &str = "module lp64

func @reach_error() builtin reach_error

func @main() -> i32 {
bb0:
  %0 = sdiv i32 1, 0
  call void @reach_error()
  return %0
}
";

const FAILS: &str = "module lp64

func @reach_error() builtin reach_error

func @main() -> i32 {
bb0:
  call void @reach_error()
  return i32 0
}
";

#[test]
fn a_single_run_that_ends_well_is_a_proof() {
    for property in [Property::ValidMemsafety, Property::UnreachCall, Property::NoOverflow, Property::Termination] {
        assert!(matches!(proved(PLAIN, property).conclusion(), Conclusion::True(_)), "{property}");
    }
}

#[test]
fn a_proof_needs_no_more_steps_than_it_claims() {
    let module = module(PLAIN);
    let run = interp::run(
        &module,
        task(&module).entry,
        &interp::Options::default(),
        &mut interp::ListedInputs::default(),
        &mut (),
        &mut interp::NoObserver,
        &Budget::new(),
    );
    let exact = Outcome::Proved(Box::new(OnlyRun { steps: run.steps }));
    assert!(matches!(judged(PLAIN, Property::Termination, exact).conclusion(), Conclusion::True(_)));
    let short = Outcome::Proved(Box::new(OnlyRun { steps: run.steps - 1 }));
    assert_refused(&judged(PLAIN, Property::Termination, short), "within the claimed steps");
}

#[test]
fn only_what_the_property_forbids_stands_against_a_proof() {
    assert_refused(&proved(LEAKS, Property::ValidMemsafety), "leak");
    assert_refused(&proved(LEAKS, Property::ValidMemcleanup), "leak-at-exit");
    assert!(matches!(proved(LEAKS, Property::ValidDeref).conclusion(), Conclusion::True(_)));
    assert_refused(&proved(FAILS, Property::UnreachCall), "error-call");
    assert!(matches!(proved(FAILS, Property::ValidMemsafety).conclusion(), Conclusion::True(_)));
}

#[test]
fn undefined_behaviour_ends_every_proof() {
    assert_refused(&proved(DIVIDES_BY_ZERO_THEN_FAILS, Property::ValidMemsafety), "div-by-zero");
    assert_refused(&proved(DIVIDES_BY_ZERO_THEN_FAILS, Property::Termination), "div-by-zero");
}

#[test]
fn a_program_with_input_has_more_than_one_run() {
    assert_refused(&proved(READS_NULL_ON_7, Property::ValidMemsafety), "asks for inputs");
}

#[test]
fn a_run_that_depends_on_addresses_is_not_the_only_one() {
    assert_refused(&proved(LOOKS_AT_AN_ADDRESS, Property::Termination), "where objects lie");
}

const LIKES_ASCENDING_ADDRESSES: &str = "module lp64

func @malloc(i64) -> ptr builtin malloc

func @main() -> i32 {
bb0:
  %0 = call ptr @malloc(i64 4)
  %1 = call ptr @malloc(i64 4)
  %2 = cmp ult ptr %0, %1
  branch %2, bb1, bb2
bb1:
  %3 = load i32 null align 4
  return %3
bb2:
  return i32 1
}
";

#[test]
fn a_violation_in_some_layouts_is_only_suspected() {
    let verdict = judged(LIKES_ASCENDING_ADDRESSES, Property::ValidDeref, claim(BugKind::NullDeref, vec![]));
    let Conclusion::Unknown(doubt) = verdict.conclusion() else { panic!("{verdict:?}") };
    assert!(matches!(doubt.reason, Unknown::Imprecise { .. }), "{doubt:?}");
    assert!(doubt.suspicion.is_some());
}

#[test]
fn a_violation_wherever_objects_lie_is_a_refutation() {
    let text = LOOKS_AT_AN_ADDRESS.replace("  return i32 0\n", "  %3 = load i32 null align 4\n  return %3\n");
    let verdict = judged(&text, Property::ValidMemsafety, claim(BugKind::NullDeref, vec![]));
    assert!(matches!(verdict.conclusion(), Conclusion::False(_)), "{verdict:?}");
}

#[test]
fn certificates_of_an_unknown_kind_prove_nothing() {
    #[derive(Debug)]
    struct TrustMe;
    impl Certificate for TrustMe {}
    assert_refused(&judged(PLAIN, Property::Termination, Outcome::Proved(Box::new(TrustMe))), "nobody can check");
}

/// What the prover with memory graphs finds of a program, as evidence for its memory safety.
fn covered(module: &Module) -> Arc<smg::proof::Proof> {
    let task = Task { properties: vec![Property::ValidMemsafety], ..task(module) };
    let answers = engine::answers(&smg_search::engine::Smg, &task, &Budget::new());
    let [Answer { outcome: Outcome::Proved(certificate), .. }] = answers.as_slice() else { panic!("{answers:?}") };
    let certificate: &dyn Any = &**certificate;
    certificate.downcast_ref::<smg::proof::Covered>().expect("the prover's own kind").0.clone()
}

/// What symbolic execution finds of a program without loops: evidence for all that it can speak of, since no cycle needs an argument.
fn executed(module: &Module) -> Arc<symex::proof::Proof> {
    let task = Task { properties: vec![Property::ValidMemsafety], ..task(module) };
    let answers = engine::answers(&symex_search::engine::Symex, &task, &Budget::new());
    let [Answer { outcome: Outcome::Proved(certificate), .. }] = answers.as_slice() else { panic!("{answers:?}") };
    let certificate: &dyn Any = &**certificate;
    certificate.downcast_ref::<symex::proof::Executed>().expect("the prover's own kind").0.clone()
}

/// A proof by Horn clauses for a program without loops: there are no relations to find formulas for.
fn solved() -> chc::proof::Solved {
    let plan = chc::Plan::new(chc::Words::Integers, chc::Pointers::Followed);
    chc::proof::Solved(Arc::new(chc::proof::Proof::of(plan, chc::proof::Evidence::Formulas(Vec::new()))))
}

/// Of every kind of certificate and every property: sound certificates settle what their checker can speak of, and
/// nothing else, although the program has all properties.
#[test]
fn a_certificate_settles_what_its_checker_declares_and_nothing_else() {
    use Property::{
        NoOverflow, Shape, Termination, UnreachCall, ValidDeref, ValidFree, ValidMemcleanup, ValidMemsafety,
        ValidMemtrack,
    };
    let memory = [ValidMemsafety, ValidDeref, ValidFree, ValidMemtrack, ValidMemcleanup, UnreachCall];
    let module = module(PLAIN);
    let (proof, graph) = (covered(&module), executed(&module));
    for checker in &certify::checkers::CHECKERS {
        let certificate = || -> Box<dyn Certificate> {
            match checker.kind {
                "only-run" => Box::new(OnlyRun { steps: 1000 }),
                "acyclic" => Box::new(Acyclic {}),
                "covered" => Box::new(smg::proof::Covered(proof.clone())),
                "executed" => Box::new(symex::proof::Executed(graph.clone())),
                "solved" => Box::new(solved()),
                other => panic!("`{other}` has no test"),
            }
        };
        let declared = match checker.kind {
            "only-run" => [&memory[..], &[NoOverflow, Termination]].concat(),
            "executed" => {
                vec![ValidMemsafety, ValidDeref, ValidFree, ValidMemtrack, UnreachCall, NoOverflow, Termination]
            }
            "solved" => [&memory[..], &[NoOverflow]].concat(),
            "acyclic" => vec![Termination],
            _ => memory.to_vec(),
        };
        for property in Property::ALL {
            let outcome = Outcome::Proved(certificate());
            let verdict = judge(&task(&module), Answer::new(property, outcome), &Budget::new());
            assert_eq!(checker.settles(property), declared.contains(&property), "{}: {property}", checker.kind);
            if declared.contains(&property) {
                assert!(matches!(verdict.conclusion(), Conclusion::True(_)), "{}: {property}", checker.kind);
            } else {
                assert_refused(&verdict, &format!("cannot speak of {property}"));
            }
        }
    }
    assert!(certify::checkers::CHECKERS.iter().all(|checker| !checker.settles(Shape)));
}

/// What a run does wrong on its way does not matter; that something may happen twice does.
#[test]
fn acyclic_programs_have_neither_loops_nor_recursions_nor_unknown_parts() {
    let ends = |text: &str| judged(text, Property::Termination, Outcome::Proved(Box::new(Acyclic {})));
    for text in [PLAIN, READS_NULL_ON_7, FAILS] {
        assert!(matches!(ends(text).conclusion(), Conclusion::True(_)), "{text}");
    }
    let main = |code: &str| format!("module lp64\n\nfunc @main() -> i32 {{\nbb0:\n{code}}}\n");
    assert_refused(&ends(&main("  jump bb1\nbb1:\n  jump bb1\n")), "has a loop");
    assert_refused(&ends(&main("  %0 = call i32 @main()\n  return %0\n")), "has a recursion");
    let outside = main("  call void @outside()\n  return i32 0\n") + "\nfunc @outside() extern\n";
    assert_refused(&ends(&outside), "nothing is known");
}

/// What a block has computed so far is no part of what entailment compares: whoever could claim it could claim anything.
#[test]
fn a_claim_about_what_was_computed_is_refused() {
    use smg::graph::{Computed, Value};
    let module = module(PLAIN);
    let mut proof = (*covered(&module)).clone();
    let claim = Computed { op: ir::BinOp::Add, bits: 32, a: Value::Int(1), b: Value::Int(2) };
    proof.contexts[0].blocks[0].1[0].computed.push((claim, Value::Int(7)));
    let outcome = Outcome::Proved(Box::new(smg::proof::Covered(Arc::new(proof))));
    let answer = Answer::new(Property::ValidMemsafety, outcome);
    assert_refused(&judge(&task(&module), answer, &Budget::new()), "more than graphs can say");
    let mut proof = (*covered(&module)).clone();
    let frame = proof.contexts[0].entry.frames[0].clone();
    proof.contexts[0].blocks[0].1[0].frames.push(frame);
    let outcome = Outcome::Proved(Box::new(smg::proof::Covered(Arc::new(proof))));
    let answer = Answer::new(Property::ValidMemsafety, outcome);
    assert_refused(&judge(&task(&module), answer, &Budget::new()), "more than graphs can say");
}

#[test]
fn nobody_is_told_what_nobody_asked() {
    let module = module(FAILS);
    let task = Task { properties: vec![Property::Termination], ..task(&module) };
    let proof = Answer::new(Property::ValidDeref, Outcome::Proved(Box::new(OnlyRun { steps: 1000 })));
    assert_refused(&judge(&task, proof, &Budget::new()), "nobody asked");
    let run = Answer::new(Property::UnreachCall, claim(BugKind::ErrorCall, vec![]));
    assert_refused(&judge(&task, run, &Budget::new()), "nobody asked");
}

/// An error function ends a run only for whoever asks about it: what follows its call counts for the other properties.
#[test]
fn what_follows_an_error_counts_for_other_properties() {
    let text = FAILS.replace("  return i32 0\n", "  %0 = load i32 null align 4\n  return %0\n");
    assert_refused(&proved(&text, Property::ValidDeref), "null-deref");
    let module = module(&text);
    let task = Task { properties: vec![Property::ValidDeref, Property::UnreachCall], ..task(&module) };
    for answer in engine::answers(&smg_search::engine::Smg, &task, &Budget::new()) {
        let property = answer.property;
        let verdict = judge(&task, answer, &Budget::new());
        assert!(!matches!(verdict.conclusion(), Conclusion::True(_)), "{property}: {verdict:?}");
    }
}

#[test]
fn a_proof_and_a_run_against_it_leave_nothing() {
    let proof = judged(PLAIN, Property::ValidMemsafety, Outcome::Proved(Box::new(OnlyRun { steps: 1000 })));
    let run = judged(READS_NULL_ON_7, Property::ValidDeref, claim(BugKind::NullDeref, vec![input(7)]));
    let other = judged(FAILS, Property::UnreachCall, claim(BugKind::ErrorCall, vec![]));
    assert!(proof.contradicts(&run) && run.contradicts(&proof));
    assert!(!proof.contradicts(&proof) && !run.contradicts(&run) && !proof.contradicts(&other));
    for verdict in [proof.clone().contradicted(&run, ["a", "b"]), run.clone().contradicted(&proof, ["b", "a"])] {
        assert_refused(&verdict, "one of them is wrong");
        let Conclusion::Unknown(doubt) = verdict.conclusion() else { panic!("{verdict:?}") };
        assert!(doubt.seen.is_some(), "the run is kept");
    }
}

#[test]
fn a_trace_that_happens_is_a_refutation() {
    let verdict = judged(READS_NULL_ON_7, Property::ValidMemsafety, claim(BugKind::NullDeref, vec![input(7)]));
    let Conclusion::False(refutation) = verdict.conclusion() else { panic!("{verdict:?}") };
    assert_eq!(refutation.part, Property::ValidDeref);
    assert_eq!(refutation.violation.kind, BugKind::NullDeref);
    assert_ne!(refutation.violation.message, "claimed", "the replay's own words count");
    assert_eq!(refutation.inputs, [input(7)]);
    assert!(refutation.path.steps().count() >= 2, "{:?}", refutation.path);
}

#[test]
fn a_trace_with_other_inputs_is_refused_and_stays_a_suspicion() {
    let verdict = judged(READS_NULL_ON_7, Property::ValidMemsafety, claim(BugKind::NullDeref, vec![input(8)]));
    assert_refused(&verdict, "ends without a violation");
    let Conclusion::Unknown(doubt) = verdict.conclusion() else { panic!("{verdict:?}") };
    assert_eq!(doubt.suspicion.as_ref().map(|violation| violation.kind), Some(BugKind::NullDeref));
}

#[test]
fn a_trace_without_the_inputs_is_refused() {
    let verdict = judged(READS_NULL_ON_7, Property::ValidMemsafety, claim(BugKind::NullDeref, vec![]));
    assert_refused(&verdict, "the trace has ended");
    let wrong = Input { kind: InputKind::Uninit, ..input(7) };
    let verdict = judged(READS_NULL_ON_7, Property::ValidMemsafety, claim(BugKind::NullDeref, vec![wrong]));
    assert_refused(&verdict, "the trace has Uninit there");
}

#[test]
fn a_trace_whose_violation_is_another_is_refused() {
    let verdict = judged(READS_NULL_ON_7, Property::ValidMemsafety, claim(BugKind::DoubleFree, vec![input(7)]));
    assert_refused(&verdict, "no violation of valid-free");
    let verdict = judged(READS_NULL_ON_7, Property::NoOverflow, claim(BugKind::SignedOverflow, vec![input(7)]));
    assert_refused(&verdict, "no violation of no-overflow");
}

const LEAKS_THEN_FREES_A_GLOBAL: &str = "module lp64

global @g: 8 align 8 = { zero 8 }

func @malloc(i64) -> ptr builtin malloc

func @free(ptr) builtin free

func @main() -> i32 {
bb0:
  call void @malloc(i64 4)
  call void @free(ptr @g)
  return i32 0
}
";

#[test]
fn the_part_that_a_run_breaks_first_is_reported() {
    let claimed = || claim(BugKind::InvalidFree, vec![]);
    let part = |property| match judged(LEAKS_THEN_FREES_A_GLOBAL, property, claimed()).conclusion() {
        Conclusion::False(refutation) => refutation.part,
        other => panic!("{other:?}"),
    };
    assert_eq!(part(Property::ValidMemsafety), Property::ValidMemtrack);
    assert_eq!(part(Property::ValidFree), Property::ValidFree);
}

#[test]
fn a_violation_of_what_was_not_asked_is_refused() {
    let verdict = judged(READS_NULL_ON_7, Property::NoOverflow, claim(BugKind::NullDeref, vec![input(7)]));
    assert_refused(&verdict, "null-deref does not violate no-overflow");
}

#[test]
fn nothing_is_built_on_undefined_behaviour() {
    let verdict = judged(DIVIDES_BY_ZERO_THEN_FAILS, Property::UnreachCall, claim(BugKind::ErrorCall, vec![]));
    assert_refused(&verdict, "div-by-zero");
    let verdict = judged(FAILS, Property::UnreachCall, claim(BugKind::ErrorCall, vec![]));
    assert!(verdict.is_settled(), "{verdict:?}");
}

#[test]
fn no_bounded_run_shows_that_a_program_runs_forever() {
    let verdict = judged(PLAIN, Property::Termination, claim(BugKind::NonTermination, vec![]));
    assert_refused(&verdict, "runs for ever");
}

#[test]
fn unknown_stays_unknown() {
    let reason = Unknown::Unsupported { what: "inline assembly".into(), at: Places::nowhere() };
    let verdict = judged(PLAIN, Property::Termination, Outcome::Unknown(reason.clone()));
    assert_eq!(verdict, Verdict::unknown(Property::Termination, reason));
}

/// A proof rests on every supplied body that the program may call, and on no other.
#[test]
fn what_is_assumed_is_said() {
    let text = "module lp64

func @main() -> i32 {
bb0:
  call void @given()
  call void @own()
  return i32 0
}

func @own() {
bb0:
  return
}

func @given() assumed pure {
bb0:
  call void @deeper()
  return
}

func @deeper() assumed pure {
bb0:
  return
}

func @never_called() assumed pure {
bb0:
  return
}
";
    let module = module(text);
    let named = |verdict: &Verdict| -> Vec<String> {
        verdict.assumed().iter().map(|func| module.funcs[*func].name.clone()).collect()
    };
    let judged = |outcome| judge(&task(&module), Answer::new(Property::ValidDeref, outcome), &Budget::new());
    let holds = judged(Outcome::Proved(Box::new(OnlyRun { steps: 1000 })));
    assert!(matches!(holds.conclusion(), Conclusion::True(_)), "{holds:?}");
    assert_eq!(named(&holds), ["given", "deeper"]);
    assert_eq!(named(&judged(Outcome::Proved(Box::new(OnlyRun { steps: 1 })))), [""; 0]);
}

/// A run that never ends breaks termination, and nothing else.
#[test]
fn a_lasso_speaks_of_termination_only() {
    let text = "module lp64\n\nfunc @main() -> i32 {\nbb0:\n  jump bb1\nbb1:\n  jump bb1\n}\n";
    let claimed =
        || Outcome::Refuted(Trace::Lasso(Lasso { inputs: vec![], stem: 1, period: 1, cells: vec![], set: vec![] }));
    let found = judged(text, Property::Termination, claimed());
    assert!(matches!(found.conclusion(), Conclusion::False(_)), "{found:?}");
    for property in Property::ALL.into_iter().filter(|property| *property != Property::Termination) {
        assert_refused(&judged(text, property, claimed()), "a run that never ends does not violate");
    }
}
