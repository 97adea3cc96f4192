//! Every annotated program through front end, interpreter, engines and clang.

use std::fmt::Write;
use std::path::Path;

use harness::ask::Engines;
use harness::native::Native;
use harness::settled::{STEPS, has_gains};
use harness::{case, parallel, ui};

#[test]
fn annotated_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project has a root");
    let cases = case::collect(&root, &["tests/ui", "examples"]).unwrap_or_else(|problems| panic!("\n{problems}\n"));
    assert!(case::is_part() || cases.len() >= 150, "only {} programs", cases.len());
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let native = Native::new(&scratch.join("work"), Some(&scratch.join("native-runs"))).expect("a folder to work in");

    let check = |case: &case::Case| match case::is_part() {
        true => of_engines(case),
        false => ui::check(case, &native, Some(Engines::all(STEPS))),
    };
    let found = parallel::map(&cases, check);
    let (mut text, mut failed) = (String::new(), 0);
    for (case, findings) in cases.iter().zip(&found) {
        failed += usize::from(!findings.failures.is_empty());
        for failure in &findings.failures {
            writeln!(text, "{}: {failure}", case.name).expect("a string takes every write");
        }
    }
    let recorded = |case: &case::Case| case.name.starts_with("tests/ui");
    let gains = cases.iter().zip(&found).filter(|(case, _)| recorded(case)).filter(|(case, findings)| {
        findings.settled.as_ref().is_some_and(|settled| has_gains(&case.of_engines, settled))
    });
    let gains = gains.count();
    if gains > 0 {
        println!("engines settle more of {gains} programs than is recorded; `cargo xtask bless verdicts` records it");
    }
    let decided: usize = found.iter().map(|findings| findings.decided).sum();
    let undecided: usize = found.iter().map(|findings| findings.undecided).sum();
    println!("{} programs; engines settled {decided} questions of {}", cases.len(), decided + undecided);
    assert!(failed == 0, "{failed} of {} programs fail\n\n{text}", cases.len());
}

/// What engines say of the program, without the runs to compare with: whoever asks for a part of the programs does so many
/// times.
fn of_engines(case: &case::Case) -> ui::Findings {
    let mut findings = ui::settle(case, Engines::all(STEPS));
    if findings.settled.as_ref().is_some_and(|settled| has_gains(settled, &case.of_engines)) {
        findings.failures.push("engines settle less than is recorded".to_string());
    }
    findings
}
