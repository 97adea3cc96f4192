//! How much faster memory safety of several blocks is shown on all cores than on one: `chc` asks about each by itself.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::cargo::{cargo, run as execute, target_dir};

const SITES: usize = 16;
const RUNS: usize = 5;
/// How many times as fast two cores should be.
const WANTED: f64 = 1.7;

pub fn run(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "usage: cargo xtask sites");
    execute(cargo("build").args(["--quiet", "--release", "--package", "cli"]))?;
    let cairn = target_dir().join("release/cairn");
    let file = target_dir().join("sites.c");
    fs::write(&file, text())?;
    println!("{SITES} blocks\n\n{:>10} {:>10}  {:>6}", "one core", "all cores", "ratio");
    let mut ratios = Vec::new();
    for _ in 0..RUNS {
        let (one, all) = (seconds(&cairn, &file, true)?, seconds(&cairn, &file, false)?);
        println!("{one:>8.2} s {all:>8.2} s  {:>6.2}", one / all);
        ratios.push(one / all);
    }
    ratios.sort_by(f64::total_cmp);
    println!("\nmedian {:.2}, wanted on two cores {WANTED}", ratios[RUNS / 2]);
    fs::remove_file(&file)?;
    Ok(())
}

fn seconds(cairn: &Path, file: &Path, on_one_core: bool) -> Result<f64> {
    let mut command = Command::new(if on_one_core { Path::new("taskset") } else { cairn });
    if on_one_core {
        command.args(["-c", "0"]).arg(cairn);
    }
    command.args(["verify", "--engine", "chc", "--property", "valid-memsafety", "--timeout", "120"]);
    let started = Instant::now();
    let output = command.arg(file).output().context("cairn or taskset does not start")?;
    let seconds = started.elapsed().as_secs_f64();
    let out = String::from_utf8_lossy(&output.stdout);
    ensure!(out.contains("TRUE"), "not proved: {out}{}", String::from_utf8_lossy(&output.stderr));
    Ok(seconds)
}

/// One block after the other, each as large as its reader says, filled and freed.
fn text() -> String {
    let mut text = "#include <stdlib.h>\nextern unsigned __VERIFIER_nondet_uint(void);\n".to_string();
    let mut calls = String::new();
    for site in 0..SITES {
        write!(
            text,
            "static void part{site}(unsigned n) {{
  int *a = malloc(n * sizeof *a);
  for (unsigned i = 0; i < n; i++)
    a[i] = {site};
  free(a);
}}
"
        )
        .expect("a string takes every write");
        writeln!(calls, "  part{site}(n);").expect("a string takes every write");
    }
    text + "int main(void) {\n  unsigned n = __VERIFIER_nondet_uint();\n  if (n > 1000)\n    return 0;\n"
        + &calls
        + "  return 0;\n}\n"
}
