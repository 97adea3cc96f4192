//! A few random programs that may not end. `cargo xtask random --loops` checks more of them.

use std::path::Path;

use engine::Property;
use harness::ask::Engines;
use harness::{claims, loops, parallel};

const PROGRAMS: u64 = 40;
const RUNS: u64 = 60;
const STEPS: u64 = 300_000;

#[test]
fn no_run_contradicts_a_proof() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let seeds: Vec<u64> = (0..PROGRAMS).collect();
    let checked = parallel::map(&seeds, |seed| {
        let file = folder.join(format!("loop-{seed}.c"));
        claims::check(&loops::program(*seed), &file, &loops::PROPERTIES, RUNS, Engines::all(STEPS))
    });
    let mut claims = 0;
    for (seed, result) in seeds.iter().zip(checked) {
        claims += result.unwrap_or_else(|problem| panic!("seed {seed}: {problem}\n{}", loops::program(*seed)));
    }
    println!("{claims} claims about {PROGRAMS} programs");
    assert!(claims > 0, "engines say nothing at all");
}

/// A claim that is wrong is noticed: of a loop that ends for most inputs and not for all, and of one that overflows for some.
#[test]
fn a_wrong_proof_would_be_noticed() {
    let cases = [
        ("int main(void) { int x = number, y = number; while (x != y) x += 2; return 0; }", Property::Termination),
        ("int main(void) { int x = number; while (x > 0 && x != 3) x *= 2; return 0; }", Property::NoOverflow),
    ];
    for (number, (code, property)) in cases.into_iter().enumerate() {
        let text = format!("{}{code}", loops::PRELUDE);
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("wrong-{number}.c"));
        let shown = claims::contradicted(&text, &file, property, 200).expect("it loads");
        assert!(shown.is_some(), "{code}");
    }
}
