//! The readers of the product, from its outside.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use certify::Conclusion;
use certify::file::Certificates;
use engine::{Budget, Property, Task};
use frontend::Error;
use ir::DataModel;
use its::format::{self, Kind};
use its::system::{Atom, IntVar, Location, Poly, System, Transition};
use outside::{Externs, Summaries, supply};
use sha2::{Digest, Sha256};
use tasks::{PropertyFile, TaskFile};

use super::corpus::Seeds;
use super::{Read, Target};
use crate::subject::{Setting, check_module, interpret, load};

/// Every format that users' files have.
pub const TARGETS: &[Target] = &[
    Target {
        name: "bitcode",
        seeds: Seeds { also: PROGRAMS, compiled: Some(&["-c"]) },
        few: 40,
        run: |input| program(input, "bc"),
    },
    Target {
        name: "llvm-text",
        seeds: Seeds { also: PROGRAMS, compiled: Some(&["-S"]) },
        few: 40,
        run: |input| program(input, "ll"),
    },
    Target { name: "c", seeds: Seeds { also: PROGRAMS, compiled: None }, few: 40, run: |input| program(input, "c") },
    Target {
        name: "preprocessed",
        seeds: Seeds { also: PREPROCESSED, compiled: None },
        few: 30,
        run: |input| program(input, "i"),
    },
    Target { name: "text-ir", seeds: Seeds { also: TEXT_IR, compiled: None }, few: 1500, run: text_ir },
    Target { name: "ari", seeds: Seeds::OWN, few: 3000, run: |input| system(input, Kind::Ari) },
    Target {
        name: "koat",
        seeds: Seeds { also: &["examples/its/branches.koat", "examples/its/two_phases.koat"], compiled: None },
        few: 3000,
        run: |input| system(input, Kind::Koat),
    },
    Target { name: "smt2", seeds: Seeds::OWN, few: 2000, run: |input| system(input, Kind::Smt2) },
    Target { name: "property", seeds: Seeds::OWN, few: 10_000, run: property },
    Target { name: "task", seeds: Seeds::OWN, few: 3000, run: task },
    Target { name: "certificate", seeds: Seeds::OWN, few: 300, run: certificate },
    Target {
        name: "summaries",
        seeds: Seeds { also: &["crates/program/outside/src/summaries.txt"], compiled: None },
        few: 500,
        run: summaries,
    },
];

/// A reader with all faults, for the tests of whoever finds them.
pub const FAULTY: Target = Target { name: "faulty", seeds: Seeds::OWN, few: 0, run: faulty };

/// Small programs with much of the language in them.
const PROGRAMS: &[&str] = &[
    "tests/ui/lang/compound_literals_ok.c",
    "tests/ui/lang/computed_goto_ok.c",
    "tests/ui/lang/globals_aggregates_ok.c",
    "tests/ui/lang/old_style_definitions_ok.c",
    "tests/ui/lang/shifts_ok.c",
    "tests/ui/lang/struct_by_value_small_ok.c",
    "tests/ui/lang/variadic_mixed_ok.c",
    "tests/ui/lang/vla_goto_scope_ok.c",
];
/// Without directives.
const PREPROCESSED: &[&str] = &["examples/overflow.c"];
const TEXT_IR: &[&str] = &[
    "crates/core/ir/tests/text/ok/everything.cir",
    "crates/core/ir/tests/text/ok/list_length.cir",
    "crates/program/dsa/tests/fixtures/cons.cir",
];

/// A program that the front end reads from a file with this ending. That a compiler crashes is no failure of ours.
fn program(input: &[u8], ending: &str) -> Result<Read, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join(format!("input.{ending}"));
    fs::write(&path, input).map_err(|error| error.to_string())?;
    if !clang_manages(&path)? {
        return Ok(Read::Refused);
    }
    match load(&path, DataModel::Lp64, &[]) {
        Ok(loaded) => check_module(&loaded.module).map(|()| Read::Accepted),
        Err(error @ Error::Internal { .. }) => Err(error.to_string()),
        Err(_) => Ok(Read::Refused),
    }
}

/// Does clang come to an end with the file, whatever it says? Our own is a library, and if it takes long or much, that is not
/// held against whoever calls it: users have limits for all of it.
fn clang_manages(path: &Path) -> Result<bool, String> {
    const LIMITED: &str =
        "ulimit -c 0; ulimit -t 3; ulimit -v 4194304; exec clang-19 -c -w -emit-llvm -o /dev/null \"$0\"";
    let mut clang = Command::new("/bin/sh");
    clang.args(["-c", LIMITED]).arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = clang.status().map_err(|error| error.to_string())?;
    Ok(matches!(status.code(), Some(0 | 1)))
}

/// Enough for loops to go round some times.
const FEW_STEPS: Setting = Setting {
    inputs: Vec::new(),
    stdin: Vec::new(),
    arguments: Vec::new(),
    check_cleanup: true,
    check_errors: false,
    max_steps: 10_000,
};

/// Whatever verifies can also be run and analysed.
fn text_ir(input: &[u8]) -> Result<Read, String> {
    let Ok(module) = ir::parse(&String::from_utf8_lossy(input)) else { return Ok(Read::Refused) };
    if ir::verify(&module).is_err() {
        return Ok(Read::Refused);
    }
    check_module(&module)?;
    drop(dsa::analyze(&module, &dsa::Options::default()));
    if let Some(main) = module.func_named("main").filter(|main| module.funcs[*main].is_defined()) {
        interpret(&module, main, &FEW_STEPS)?;
    }
    Ok(Read::Accepted)
}

/// A program that loses memory. The seeds are certificates of one that does not, and is the same otherwise.
const LOSES_MEMORY: &str = include_str!("../../../../crates/checks/certify/tests/leaking_list.cir");

/// Steps of a check.
const CHECK_STEPS: u64 = 100_000;

/// Whatever is claimed of that program, with a digest that fits: nothing shows that it loses nothing.
fn certificate(input: &[u8]) -> Result<Read, String> {
    let module = ir::parse(LOSES_MEMORY).map_err(|error| error.to_string())?;
    let task = Task::new(
        &module,
        module.func_named("main").ok_or("the program has no main function")?,
        vec![Property::ValidMemsafety],
    );
    // The format and the question; then what is claimed.
    let own = certify::file::write(&task, []);
    let heading = own.lines().take(2);
    let input = String::from_utf8_lossy(input);
    let claims = input.lines().skip(2).filter(|line| !line.starts_with("sha256 "));
    let text: String = heading.chain(claims).map(|line| format!("{line}\n")).collect();
    let digest: String = Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect();
    let Ok(certificates) = Certificates::read(&format!("{text}sha256 {digest}\n")) else { return Ok(Read::Refused) };
    let verdicts = certificates.check(&task, &Budget::of_steps(CHECK_STEPS)).map_err(|refused| refused.to_string())?;
    match verdicts.iter().find(|verdict| matches!(verdict.conclusion(), Conclusion::True(_))) {
        Some(verdict) => Err(format!("{} is said to hold", verdict.property())),
        None => Ok(Read::Accepted),
    }
}

fn system(input: &[u8], kind: Kind) -> Result<Read, String> {
    let Ok(system) = format::read(&String::from_utf8_lossy(input), kind) else { return Ok(Read::Refused) };
    system.check()?;
    if system.transitions.iter().all(|step| system.vars.len() + step.chosen.len() <= MOST_VARIABLES) {
        Kind::ALL.into_iter().try_for_each(|kind| same_after_writing(&system, kind))?;
    }
    Ok(Read::Accepted)
}

/// Readers bound the variables of a rule, and the written form of a step needs more of them than the step.
const MOST_VARIABLES: usize = 1000;
/// Where numbers are large, what a step chooses may have been eliminated in another order, as far as they stay small
/// enough; the two forms say the same, and only a solver could tell.
const LARGE: u128 = 1 << 63;

fn same_after_writing(system: &System, kind: Kind) -> Result<(), String> {
    let text = format::write(system, kind);
    let again = format::read(&text, kind).map_err(|error| format!("as {kind:?}: {error}\n{text}"))?;
    again.check()?;
    let (before, after) = (places(system), places(&again));
    if before != after {
        return Err(format!("as {kind:?}: other steps after a round trip: {before:?}, {after:?}\n{text}"));
    }
    let differ = |(old, new): &(&Transition, &Transition)| {
        let (old, new) = (in_order(old, system.vars.len()), in_order(new, again.vars.len()));
        let polys = old.2.iter().map(|atom| &atom.poly).chain(&old.1);
        let is_large = polys.flat_map(Poly::terms).any(|(_, factor)| factor.unsigned_abs() >= LARGE);
        // Names that a format cannot spell are others.
        old.0 == new.0 && !is_large && old != new
    };
    match system.transitions.iter().zip(&again.transitions).find(differ) {
        None => Ok(()),
        Some((old, new)) => Err(format!("as {kind:?}: another step after a round trip\n{old:?}\n{new:?}\n{text}")),
    }
}

/// The locations of every step, numbered as they come, and how much it chooses.
fn places(system: &System) -> Vec<([usize; 2], usize)> {
    let mut known = vec![system.start];
    let mut number = |location: Location| {
        known.iter().position(|other| *other == location).unwrap_or_else(|| {
            known.push(location);
            known.len() - 1
        })
    };
    system.transitions.iter().map(|step| ([number(step.from), number(step.to)], step.chosen.len())).collect()
}

/// What a step chooses, sorted by name, and its updates and guard with the variables numbered in this order.
fn in_order(step: &Transition, variables: usize) -> (Vec<&str>, Vec<Poly>, Vec<Atom>) {
    let mut names: Vec<&str> = step.chosen.iter().map(String::as_str).collect();
    names.sort_unstable();
    let place = |var: IntVar| match var.index().checked_sub(variables) {
        None => var,
        Some(own) => {
            let place =
                names.iter().position(|name| *name == step.chosen[own]).expect("invariant: all names are there");
            IntVar((variables + place) as u32)
        }
    };
    let renamed = |poly: &Poly| poly.substitute(&|var| Some(Poly::var(place(var)))).expect("invariant: as many terms");
    let guard = step.guard.iter().map(|atom| Atom { poly: renamed(&atom.poly), ..atom.clone() }.normal());
    (names.clone(), step.update.iter().map(renamed).collect(), guard.collect())
}

fn faulty(input: &[u8]) -> Result<Read, String> {
    match input {
        b"panic" => panic!("as it was asked to"),
        b"wrong" => Err("as it was asked to".to_string()),
        b"abort" => std::process::abort(),
        b"recurse" => Ok(if depth(input) > 0 { Read::Accepted } else { Read::Refused }),
        b"hang" => loop {
            std::thread::park();
        },
        b"memory" => {
            let mut all = Vec::new();
            loop {
                all.push(std::hint::black_box(vec![1_u8; 1 << 20]));
            }
        }
        _ => Ok(Read::Refused),
    }
}

/// Deeper than any stack.
fn depth(input: &[u8]) -> usize {
    let more = std::hint::black_box(!input.is_empty());
    if more { 1 + depth(std::hint::black_box(input)) } else { 0 }
}

fn property(input: &[u8]) -> Result<Read, String> {
    match PropertyFile::parse(&String::from_utf8_lossy(input)) {
        Ok(file) if file.properties.is_empty() => Err("a property file without a property".to_string()),
        Ok(_) => Ok(Read::Accepted),
        Err(_) => Ok(Read::Refused),
    }
}

fn task(input: &[u8]) -> Result<Read, String> {
    match TaskFile::parse(&String::from_utf8_lossy(input), Path::new("folder")) {
        Ok(file) if file.inputs.is_empty() => Err("a task without inputs".to_string()),
        Ok(_) => Ok(Read::Accepted),
        Err(_) => Ok(Read::Refused),
    }
}

/// Functions of many signatures, which summaries may speak of.
const OUTSIDE: &str = include_str!("outside.cir");

/// What summaries say is also put to use: as bodies, and by the analysis that asks them.
fn summaries(input: &[u8]) -> Result<Read, String> {
    let mut summaries = Summaries::none();
    if summaries.extend(&String::from_utf8_lossy(input)).is_err() {
        return Ok(Read::Refused);
    }
    let module = ir::parse(OUTSIDE).map_err(|error| error.to_string())?;
    for externs in [Externs::Unknown, Externs::Pure, Externs::Havoc] {
        let mut supplied = module.clone();
        supply(&mut supplied, externs, &summaries);
        check_module(&supplied)?;
    }
    let graphs = dsa::analyze(&module, &dsa::Options { summaries, ..dsa::Options::default() });
    match dsa::check::check_local(&graphs).iter().chain(&dsa::check::check_calls(&graphs)).next() {
        None => Ok(Read::Accepted),
        Some(failure) => Err(failure.render(&module)),
    }
}
