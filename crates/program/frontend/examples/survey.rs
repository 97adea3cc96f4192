//! Lowers every program it is given and says how far the IR reaches: what does not lower, verify or round-trip, which
//! constructs are unsupported, and how the time compares with clang's.
//!
//! `survey [--ilp32] FILE…`

use std::collections::BTreeMap;
use std::path::PathBuf;

use ir::{InitPiece, InstKind, Module, TermKind};

fn main() {
    let mut options = frontend::Options::default();
    let mut failures = 0;
    let mut unsupported: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut external: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let (mut clang, mut ours, mut programs) = (0.0, 0.0, 0);
    for argument in std::env::args().skip(1) {
        if argument == "--ilp32" {
            options.data_model = ir::DataModel::Ilp32;
            continue;
        }
        programs += 1;
        let loaded = match frontend::load(&[PathBuf::from(&argument)], &options) {
            Ok(loaded) => loaded,
            Err(error) => {
                println!("{argument}: {error}");
                failures += 1;
                continue;
            }
        };
        clang += loaded.times.clang.as_secs_f64();
        ours += loaded.times.after_clang().as_secs_f64();
        let text = loaded.module.to_string();
        let again = match ir::parse(&text) {
            Ok(module) => module.to_string(),
            Err(error) => format!("{error}"),
        };
        if again != text {
            let line = text.lines().zip(again.lines()).find(|(a, b)| a != b);
            println!("{argument}: does not round-trip: {line:?}");
            failures += 1;
        }
        count(&loaded.module, &argument, &mut unsupported, &mut external);
    }
    println!("{programs} programs, {failures} failures; after clang: {:.1} % of clang", 100.0 * ours / clang);
    for (title, table) in [("unsupported", unsupported), ("external", external)] {
        println!("{title}:");
        for (what, (count, example)) in table {
            println!("  {count:6}  {what}  ({example})");
        }
    }
}

type Table = BTreeMap<String, (usize, String)>;

fn count(module: &Module, file: &str, unsupported: &mut Table, external: &mut Table) {
    let mut note = |what: &str| unsupported.entry(what.to_string()).or_insert((0, file.to_string())).0 += 1;
    for func in module.funcs.iter() {
        if func.body == ir::FuncBody::External {
            external.entry(func.name.clone()).or_insert((0, file.to_string())).0 += 1;
        }
        for block in func.blocks.iter() {
            for inst in &block.insts {
                if let InstKind::Unsupported(node) = &inst.kind {
                    note(&node.what);
                }
            }
            if let TermKind::Unsupported { what } = &block.term.kind {
                note(what);
            }
        }
    }
    for piece in module.globals.iter().filter_map(|global| global.init.as_ref()).flatten() {
        if let InitPiece::Unsupported { what, .. } = piece {
            note(what);
        }
    }
}
