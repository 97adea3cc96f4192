//! How the time of every phase and the memory grow with long code.
//!
//! Each kind of program is made in three sizes, each twice the one before. A phase that takes n^e for n lines shows e here;
//! what takes a few milliseconds says nothing. How clang grows is shown, and not ours to change.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::cargo::{cargo, run as execute, target_dir};

/// More than this is not linear any more, whatever the machine does meanwhile.
const MOST: f64 = 1.3;
const RUNS: usize = 5;
/// Seconds below which a phase is left out.
const LEAST_TIME: f64 = 0.02;
/// What Cairn needs for an empty program, in MiB, and more; growth is that of the rest.
const BASE_MIB: f64 = 60.0;

struct Kind {
    name: &'static str,
    /// The largest size.
    size: usize,
    text: fn(usize) -> String,
}

const KINDS: &[Kind] = &[
    Kind { name: "statements in a row", size: 20_000, text: statements },
    Kind { name: "cases of a switch", size: 100_000, text: cases },
    Kind { name: "blocks of a function", size: 20_000, text: blocks },
    Kind { name: "bytes of an initialiser", size: 1_000_000, text: bytes },
    Kind { name: "functions", size: 10_000, text: functions },
];

pub fn run(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "usage: cargo xtask growth");
    execute(cargo("build").args(["--quiet", "--release", "--package", "cli"]))?;
    let cairn = target_dir().join("release/cairn");
    let file = target_dir().join("growth.c");
    let mut worst: Vec<String> = Vec::new();
    for kind in KINDS {
        println!("{}\n\n{:>10} {:>10}  phases in ms", kind.name, "size", "peak MiB");
        let mut runs = Vec::new();
        for size in [kind.size / 4, kind.size / 2, kind.size] {
            fs::write(&file, (kind.text)(size))?;
            let run = best(&cairn, &file)?;
            let phases = run.phases.iter().map(|(phase, time)| format!("{phase} {:.1}", time * 1e3));
            println!("{size:>10} {:>10}  {}", run.peak_mib, phases.collect::<Vec<_>>().join(", "));
            runs.push(run);
        }
        let exponents = exponents(&runs[0], &runs[2]);
        let shown = exponents.iter().map(|(what, exponent)| format!("{what} {exponent:.2}"));
        println!("{:>21}  {}\n", "exponents", shown.collect::<Vec<_>>().join(", "));
        let too_much = exponents.iter().filter(|(what, exponent)| what != "clang" && *exponent > MOST);
        worst.extend(too_much.map(|(what, exponent)| format!("{}: {what} {exponent:.2}", kind.name)));
    }
    fs::remove_file(&file)?;
    ensure!(worst.is_empty(), "more than linear: {}", worst.join("; "));
    Ok(())
}

/// One `cairn verify`, as its report tells.
struct Run {
    phases: Vec<(String, f64)>,
    peak_mib: u64,
}

#[derive(Deserialize)]
struct Document {
    results: Vec<PropertyResult>,
    stats: Stats,
}

#[derive(Deserialize)]
struct PropertyResult {
    peak_mib: u64,
}

#[derive(Deserialize)]
struct Stats {
    phases: Vec<Phase>,
}

#[derive(Deserialize)]
struct Phase {
    phase: String,
    time_s: f64,
}

/// Of some runs, the least that each phase took: what is more was something else on the machine.
fn best(cairn: &Path, file: &Path) -> Result<Run> {
    let mut best = verify(cairn, file)?;
    for _ in 1..RUNS {
        let run = verify(cairn, file)?;
        for ((_, least), (_, time)) in best.phases.iter_mut().zip(run.phases) {
            *least = least.min(time);
        }
        best.peak_mib = best.peak_mib.min(run.peak_mib);
    }
    Ok(best)
}

fn verify(cairn: &Path, file: &Path) -> Result<Run> {
    let mut command = Command::new(cairn);
    command.args(["verify", "--property", "valid-memsafety", "--timeout", "60", "--format", "json", "--stats"]);
    let output = command.arg(file).output().context("cairn does not start")?;
    let parsed: Result<Document, _> = serde_json::from_slice(&output.stdout);
    let Document { results, stats } =
        parsed.with_context(|| String::from_utf8_lossy(&output.stderr).trim().to_string())?;
    let peak_mib = results.iter().map(|result| result.peak_mib).max().context("no result")?;
    Ok(Run { phases: stats.phases.into_iter().map(|of| (of.phase, of.time_s)).collect(), peak_mib })
}

/// Of every phase that can be measured, and of the memory; the larger run is of four times the size.
fn exponents(small: &Run, large: &Run) -> Vec<(String, f64)> {
    let exponent = |before: f64, after: f64| (after / before).log(4.0);
    let mut all = Vec::new();
    for ((phase, before), (_, after)) in small.phases.iter().zip(&large.phases) {
        if *after >= LEAST_TIME && phase != "total" {
            all.push((phase.clone(), exponent(before.max(LEAST_TIME / 4.0), *after)));
        }
    }
    let rest = |run: &Run| (run.peak_mib as f64 - BASE_MIB).max(BASE_MIB / 4.0);
    all.push(("memory".to_string(), exponent(rest(small), rest(large))));
    all
}

fn lines(head: &str, count: usize, line: impl Fn(usize) -> String, tail: &str) -> String {
    let mut text = head.to_string();
    for index in 0..count {
        writeln!(text, "{}", line(index)).expect("a string takes every write");
    }
    text + tail
}

fn statements(count: usize) -> String {
    let line = |index| format!("  a[{}] = a[{}] * 3u + {index}u;", index % 7, (index + 3) % 7);
    lines("int main(void) {\n  unsigned a[7] = {1};\n", count, line, "  return a[0] == 1;\n}\n")
}

fn cases(count: usize) -> String {
    let head = "static unsigned of(unsigned x) {\n  switch (x) {\n";
    let tail = "  }\n  return 0;\n}\nint main(void) { return of(5) == 1; }\n";
    lines(head, count, |index| format!("  case {index}: return {}u;", index * 7 % 1001), tail)
}

fn blocks(count: usize) -> String {
    let line =
        |index| format!("  if (a & {}u) a = a * 5u + {index}u; else a ^= {}u;", 1 << (index % 16), index * 3 + 1);
    lines("int main(void) {\n  unsigned a = 1;\n", count / 3, line, "  return a == 1;\n}\n")
}

fn bytes(count: usize) -> String {
    let tail = "};\nint main(void) { return data[7] == 1; }\n";
    let line = |row: usize| (0..20).map(|column| format!("{}, ", (row * 31 + column * 7) % 251)).collect();
    lines("static const unsigned char data[] = {\n", count / 20, line, tail)
}

fn functions(count: usize) -> String {
    let line =
        |index| format!("static unsigned f{}(unsigned x) {{ return x ? f{index}(x - 1) + {index}u : 0; }}", index + 1);
    let tail = format!("int main(void) {{ return f{count}(3) == 1; }}\n");
    lines("static unsigned f0(unsigned x) { return x; }\n", count, line, &tail)
}
