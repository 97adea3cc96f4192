//! `cargo xtask roundtrip DIR`: lowers every C program below a folder, verifies, round-trips, and counts what did not
//! lower.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use harness::subject::{check_module, data_model, load};
use harness::{case, parallel};
use ir::{FuncBody, InitPiece, InstKind, Module, TermKind};

const USAGE: &str = "usage: cargo xtask roundtrip DIR";

/// What one program showed.
struct Seen {
    problem: Option<String>,
    functions: usize,
    instructions: usize,
    /// Constructs that did not lower, with how often; calls of unknown functions apart.
    unsupported: BTreeMap<String, usize>,
    external: BTreeMap<String, usize>,
}

pub fn run(arguments: &[String]) -> Result<()> {
    let folder = arguments.first().context(USAGE)?;
    let mut files = Vec::new();
    case::walk(Path::new(&folder), &mut files).with_context(|| format!("cannot read {folder}"))?;
    files.sort();
    if files.is_empty() {
        bail!("{folder}: no C files below it");
    }
    let seen = parallel::map(&files, |file: &PathBuf| see(file));
    let mut failed = 0;
    for (file, seen) in files.iter().zip(&seen) {
        if let Some(problem) = &seen.problem {
            failed += 1;
            println!("{}: {problem}", file.display());
        }
    }
    let functions: usize = seen.iter().map(|seen| seen.functions).sum();
    let instructions: usize = seen.iter().map(|seen| seen.instructions).sum();
    println!("{} programs, {failed} failed; {functions} functions, {instructions} instructions", files.len());
    table("unsupported construct", &seen, |seen| &seen.unsupported);
    table("unknown function called", &seen, |seen| &seen.external);
    if failed > 0 {
        bail!("{failed} of {} programs fail", files.len());
    }
    Ok(())
}

fn table(title: &str, seen: &[Seen], of: fn(&Seen) -> &BTreeMap<String, usize>) {
    let mut rows: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (what, count) in seen.iter().flat_map(of) {
        let row = rows.entry(what).or_default();
        row.0 += 1;
        row.1 += count;
    }
    println!("\n{:>9} {:>9}  {title}", "programs", "places");
    if rows.is_empty() {
        println!("{:>9} {:>9}  none", 0, 0);
    }
    for (what, (programs, places)) in rows {
        println!("{programs:>9} {places:>9}  {what}");
    }
}

fn see(file: &Path) -> Seen {
    let mut seen =
        Seen { problem: None, functions: 0, instructions: 0, unsupported: BTreeMap::new(), external: BTreeMap::new() };
    match load(file, data_model(file), &[]) {
        Err(error) => seen.problem = Some(error.to_string()),
        Ok(loaded) => {
            seen.problem = check_module(&loaded.module).err();
            count(&loaded.module, &mut seen);
        }
    }
    seen
}

fn count(module: &Module, seen: &mut Seen) {
    for global in module.globals.iter() {
        for piece in global.init.iter().flatten() {
            if let InitPiece::Unsupported { what, .. } = piece {
                *seen.unsupported.entry(format!("initialiser: {what}")).or_default() += 1;
            }
        }
    }
    for function in module.funcs.iter() {
        if function.body == FuncBody::External {
            *seen.external.entry(function.name.clone()).or_default() += 1;
        }
        if !function.is_defined() || function.model {
            continue;
        }
        seen.functions += 1;
        for block in function.blocks.iter() {
            seen.instructions += block.insts.len() + 1;
            for inst in &block.insts {
                if let InstKind::Unsupported(unsupported) = &inst.kind {
                    *seen.unsupported.entry(unsupported.what.clone()).or_default() += 1;
                }
            }
            if let TermKind::Unsupported { what, .. } = &block.term.kind {
                *seen.unsupported.entry(what.clone()).or_default() += 1;
            }
        }
    }
}
