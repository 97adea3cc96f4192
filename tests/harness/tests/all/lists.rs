//! A few random programs that handle lists. `cargo xtask random --lists` checks more of them.

use std::path::Path;

use harness::ask::Engines;
use harness::{claims, lists, parallel};

const PROGRAMS: u64 = 60;
const RUNS: u64 = 300;
const STEPS: u64 = 1_000_000;

#[test]
fn no_run_contradicts_a_proof() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let seeds: Vec<u64> = (0..PROGRAMS).collect();
    let checked = parallel::map(&seeds, |seed| {
        let file = folder.join(format!("list-{seed}.c"));
        claims::check(&lists::program(*seed), &file, &lists::PROPERTIES, RUNS, Engines::all(STEPS))
    });
    let mut claims = 0;
    for (seed, result) in seeds.iter().zip(checked) {
        claims += result.unwrap_or_else(|problem| panic!("seed {seed}: {problem}\n{}", lists::program(*seed)));
    }
    println!("{claims} claims about {PROGRAMS} programs");
    assert!(claims > 0, "engines say nothing at all");
}

#[test]
fn same_seed_same_text() {
    assert_eq!(lists::program(5), lists::program(5));
    assert_ne!(lists::program(5), lists::program(6));
}
