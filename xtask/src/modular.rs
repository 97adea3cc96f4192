//! What functions cost that are called from many places, and chains of functions: `symex` builds the graph of a function for
//! all its callers.
//!
//! Questions about numbers can be counted again and again, times cannot; both are shown.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::{cargo, run as execute, target_dir};

const RUNS: usize = 5;

struct Kind {
    name: &'static str,
    sizes: &'static [usize],
    text: fn(usize) -> String,
}

const KINDS: &[Kind] = &[
    Kind { name: "places that call a function with inputs", sizes: &[1, 10, 100], text: inputs },
    Kind { name: "places that call a function with constants", sizes: &[1, 10, 100], text: constants },
    Kind { name: "functions in a chain", sizes: &[25, 50, 100], text: chain },
];

pub fn run(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "usage: cargo xtask modular");
    execute(cargo("build").args(["--quiet", "--release", "--package", "cli"]))?;
    let cairn = target_dir().join("release/cairn");
    let file = target_dir().join("modular.c");
    for kind in KINDS {
        println!("{}\n\n{:>8} {:>10}  {:>6}  counts", kind.name, "size", "ms", "ratio");
        let mut first = None;
        for size in kind.sizes {
            fs::write(&file, (kind.text)(*size))?;
            let mut best: Option<(f64, String)> = None;
            for _ in 0..RUNS {
                let run = verify(&cairn, &file)?;
                if best.as_ref().is_none_or(|(time, _)| run.0 < *time) {
                    best = Some(run);
                }
            }
            let (time, counts) = best.context("no run")?;
            let first = *first.get_or_insert(time);
            println!("{size:>8} {time:>10.1}  {:>6.2}  {counts}", time / first);
        }
        println!();
    }
    fs::remove_file(&file)?;
    Ok(())
}

/// The engine's milliseconds and counts, as `--stats` prints them.
fn verify(cairn: &Path, file: &Path) -> Result<(f64, String)> {
    let mut command = Command::new(cairn);
    command.args(["verify", "--engine", "symex", "--property", "termination", "--timeout", "60", "--stats"]);
    let output = command.arg(file).output().context("cairn does not start")?;
    let (out, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    ensure!(out.contains("TRUE"), "not proved: {out}{log}");
    let mut lines = out.lines().chain(log.lines()).filter_map(|line| line.strip_prefix("symex "));
    let worked = lines.next().and_then(|line| line.split_whitespace().nth(1)).and_then(|ms| ms.parse().ok());
    Ok((worked.context("no time")?, lines.next().unwrap_or_default().trim().to_string()))
}

const SUM: &str = "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int sum(const int *a, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      s += (unsigned)(a[i] ^ a[j]);
  return s > 9;
}
int main(void) {
  int r = 0;
";

fn places(count: usize, size: impl Fn(usize) -> String) -> String {
    let mut text = SUM.to_string();
    for index in 0..count {
        let size = size(index);
        writeln!(text, "  {{ int n = {size}; int *a = calloc(n, sizeof *a); r |= sum(a, n); free(a); }}")
            .expect("a string takes every write");
    }
    text + "  return r;\n}\n"
}

fn inputs(count: usize) -> String {
    places(count, |_| "__VERIFIER_nondet_int() & 1023".to_string())
}

fn constants(count: usize) -> String {
    places(count, |index| (index + 3).to_string())
}

fn chain(length: usize) -> String {
    let mut text = "extern unsigned __VERIFIER_nondet_uint(void);\n".to_string();
    for index in 0..length {
        let inner = if index == 0 { "1".to_string() } else { format!("f{}(n)", index - 1) };
        writeln!(text, "static unsigned f{index}(unsigned n) {{\n  unsigned s = {inner};")
            .expect("a string takes every write");
        text += "  for (unsigned i = 0; i < n; i++)\n    s = s * 3 + i;\n  return s;\n}\n";
    }
    text + &format!("int main(void) {{ return f{}(__VERIFIER_nondet_uint()) > 7; }}\n", length - 1)
}
