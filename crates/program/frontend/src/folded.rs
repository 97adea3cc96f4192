//! Constant expressions that overflow, and of which bitcode keeps nothing at all.
//!
//! Clang warns of overflows in constant expressions, and the second compilation leaves a failing check for most of
//! them (see `clang`). Initialisers of arrays and structs are the exception: they become data. Where no check stands at the
//! place of a warning, nobody can say which run meets the overflow, so every function begins with a node that says so.

use ir::{BinOp, FuncBody, Id, Inst, InstKind, Loc, Module, Unsupported};

const WARNING: &str = ": warning: overflow in expression";

pub fn mark_unplaced(module: &mut Module, warnings: &str) {
    let Some(place) = warned(warnings).find(|&place| !has_check_at(module, place)) else { return };
    let what = format!("initialiser with a constant expression that overflows (line {}, column {})", place.0, place.1);
    for index in 0..module.funcs.len() {
        let func = &mut module.funcs[ir::FuncId::from_index(index)];
        if func.body == FuncBody::Defined && !func.model {
            let (entry, loc) = (func.entry(), func.loc);
            let node = Unsupported { what: what.clone(), args: Vec::new(), rets: Vec::new() };
            func.blocks[entry].insts.insert(0, Inst { dst: None, loc, kind: InstKind::Unsupported(Box::new(node)) });
        }
    }
}

/// Line and column of each warning; `file:12:7: warning: …`.
fn warned(warnings: &str) -> impl Iterator<Item = (u32, u32)> {
    warnings.lines().filter_map(|line| {
        let (place, _) = line.split_once(WARNING)?;
        let mut parts = place.rsplit(':');
        let column = parts.next()?.parse().ok()?;
        let line = parts.next()?.parse().ok()?;
        Some((line, column))
    })
}

/// Is there an operation that stands for a failed check (see `lower::intrinsics`)?
fn has_check_at(module: &Module, (line, column): (u32, u32)) -> bool {
    let is_there = |inst: &Inst| {
        matches!(inst.kind, InstKind::Binary { nsw: true, .. } | InstKind::Binary { op: BinOp::SDiv, .. })
            && matches!(module.places.get(inst.loc), Some(Loc { line: l, column: c, .. }) if (l, c) == (line, column))
    };
    module.funcs.iter().flat_map(|func| func.blocks.iter()).flat_map(|block| &block.insts).any(is_there)
}
