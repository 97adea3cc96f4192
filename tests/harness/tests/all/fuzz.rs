//! Readers against mutated inputs: some of each. `cargo xtask fuzz` tries more.

use std::path::Path;
use std::time::Duration;

use harness::fuzz::supervise::{Kind, LIMITS, Limits, Until, run, run_file};
use harness::fuzz::targets::{FAULTY, TARGETS};
use harness::fuzz::{Read, corpus};
use harness::parallel;

#[test]
fn no_input_does_harm() {
    let binary = Path::new(env!("CARGO_BIN_EXE_harness"));
    let seen = parallel::map(TARGETS, |target| run(binary, target, 0, 0, Until::Inputs(target.few), 3));
    let mut problems = String::new();
    for (target, seen) in TARGETS.iter().zip(seen) {
        match seen {
            Err(error) => problems.push_str(&format!("{}: {error:#}\n", target.name)),
            Ok(seen) => {
                assert!(seen.accepted > 0, "{}: no input is accepted", target.name);
                seen.failures.iter().for_each(|failure| problems.push_str(&format!("{}: {failure}\n", target.name)));
            }
        }
    }
    assert!(problems.is_empty(), "{problems}`cargo xtask fuzz` shrinks and saves them");
}

#[test]
fn most_seeds_are_accepted() {
    for target in TARGETS {
        let seeds = corpus::seeds(target).expect("seeds can be read");
        let accepted = seeds.iter().filter(|seed| (target.run)(seed) == Ok(Read::Accepted)).count();
        assert!(2 * accepted > seeds.len(), "{}: {accepted} of {} seeds are accepted", target.name, seeds.len());
    }
}

#[test]
fn every_fault_is_seen() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let limits = Limits { time: Duration::from_secs(2), memory: LIMITS.memory / 4 };
    let expected = [
        ("fine", None),
        ("panic", Some(Kind::Panic)),
        ("wrong", Some(Kind::Wrong)),
        ("abort", Some(Kind::Died)),
        ("recurse", Some(Kind::Died)),
        ("hang", Some(Kind::Slow)),
        ("memory", Some(Kind::Memory)),
    ];
    for (input, kind) in expected {
        let file = folder.path().join(input);
        std::fs::write(&file, input).expect("a file can be written");
        let seen = run_file(Path::new(env!("CARGO_BIN_EXE_harness")), &FAULTY, &file, limits).expect("workers start");
        assert_eq!(seen.as_ref().map(|failure| failure.kind), kind, "{input}: {seen:?}");
    }
}
