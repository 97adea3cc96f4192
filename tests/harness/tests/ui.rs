//! Every annotated program through front end, interpreter, engines and clang.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use harness::native::Native;
use harness::{case, parallel, ui};

/// Each engine has so long for each program. What it finds in that time is counted, not demanded.
const ENGINE_TIME: Duration = Duration::from_millis(500);

#[test]
fn annotated_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project has a root");
    let cases = case::collect(&root, &["tests/ui", "examples"]).unwrap_or_else(|problems| panic!("\n{problems}\n"));
    assert!(cases.len() >= 150, "only {} programs", cases.len());
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let native = Native::new(&scratch.join("work"), Some(&scratch.join("native-runs"))).expect("a folder to work in");

    let found = parallel::map(&cases, |case| ui::check(case, &native, Some(ENGINE_TIME)));
    let (mut text, mut failed) = (String::new(), 0);
    for (case, findings) in cases.iter().zip(&found) {
        failed += usize::from(!findings.failures.is_empty());
        for failure in &findings.failures {
            writeln!(text, "{}: {failure}", case.name).expect("a string takes every write");
        }
    }
    let decided: usize = found.iter().map(|findings| findings.decided).sum();
    let undecided: usize = found.iter().map(|findings| findings.undecided).sum();
    println!("{} programs; engines settled {decided} questions of {}", cases.len(), decided + undecided);
    assert!(failed == 0, "{failed} of {} programs fail\n\n{text}", cases.len());
}
